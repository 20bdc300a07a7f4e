"""Install a wheel into fresh environments, one for each Python given, and play a few plies.

python tools/smoke.py dist/tablier-*.whl python3.11 python3.12 python3.13
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CODE = """
import time; begun = time.perf_counter()
import tablier
took = time.perf_counter() - begun
for name in tablier.games():
    position = tablier.game(name).new()
    assert len(position.moves(position.movers[0])) > 1, name
print(f"{tablier.__version__}, {len(tablier.games())} games, imported in {took:.2f} s")
"""


def main(wheel: str, *pythons: str) -> int:
    """Try every Python that is there; the exit status counts failures."""
    failed = 0
    for python in pythons:
        runs = shutil.which(python) and subprocess.run([python, "--version"], capture_output=True, check=False)
        if not runs or runs.returncode:
            sys.stdout.write(f"{python}: not here\n")
            continue
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "venv"
            subprocess.run([python, "-m", "venv", str(home)], check=True)
            mine = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
            subprocess.run([mine, "-m", "pip", "install", "--quiet", wheel], check=True)
            # Interpreted: what is tried is the wheel and its dependencies; the compiler has its own tests.
            done = subprocess.run(
                [mine, "-c", CODE],
                cwd=folder,
                env={"NUMBA_DISABLE_JIT": "1"},
                capture_output=True,
                text=True,
                check=False,
            )
            size = sum(file.stat().st_size for file in home.rglob("*") if file.is_file()) / 1e6
            said = done.stdout.strip() or done.stderr.strip()
            sys.stdout.write(f"{python}: {said}; {size:.0f} MB with everything it needs\n")
            failed += done.returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
