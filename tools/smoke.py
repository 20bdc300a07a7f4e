"""Install a wheel without extras into a fresh environment for each of the given Pythons; play with bots, draw, list.

python tools/smoke.py dist/tablier-*.whl python3.11 python3.12 python3.13
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CODE = """
import time; begun = time.perf_counter()
import tablier
took = time.perf_counter() - begun
for name in tablier.list_games():
    position = tablier.game(name).new()
    assert len(position.moves(position.movers[0])) > 1, name
    assert position._repr_svg_(), name
import tablier.arena
match = tablier.arena.Match.of("ponte_del_diavolo", ("random", "random"), {"board": 8}, seed=1)
assert len(tablier.arena.run(match, 2)) == 2
print(f"{tablier.__version__}, {len(tablier.list_games())} games, imported in {took:.2f} s")
"""
REMEDY = "pip install 'tablier[server]'"


def main(wheel: str, *pythons: str) -> int:
    """Try every Python that is installed; return the number of failures."""
    failed = 0
    for python in pythons:
        found = next(filter(_runs, _places(python)), None)
        if found is None:
            sys.stdout.write(f"{python}: not installed\n")
            continue
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "venv"
            subprocess.run([found, "-m", "venv", str(home)], check=True)
            mine = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
            subprocess.run([mine, "-m", "pip", "install", "--quiet", wheel], check=True)
            # Interpreted, to save time: this tests the wheel and its dependencies, not the compiler.
            done = subprocess.run(
                [mine, "-c", CODE],
                cwd=folder,
                env={"NUMBA_DISABLE_JIT": "1"},
                capture_output=True,
                text=True,
                check=False,
            )
            refused = subprocess.run(
                [mine, "-m", "tablier", "play"], cwd=folder, env={}, capture_output=True, text=True, check=False
            )
            size = sum(file.stat().st_size for file in home.rglob("*") if file.is_file()) / 1e6
            said = done.stdout.strip() or done.stderr.strip()
            sys.stdout.write(f"{python}: {said}; {size:.0f} MB with all dependencies\n")
            if refused.returncode != 1 or REMEDY not in refused.stderr:
                sys.stdout.write(
                    f"{python}: `tablier play` does not name the extra: {refused.stdout}{refused.stderr}\n"
                )
                failed += 1
            failed += done.returncode != 0
    return failed


def _places(python: str) -> list[str]:
    """Return commands to try: the name on the path, then pyenv's versions, whose shims work only where selected."""
    versions = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    return [python, *map(str, sorted(versions.glob(f"*/bin/{python}"), reverse=True))]


def _runs(python: str) -> bool:
    return (
        bool(shutil.which(python))
        and not subprocess.run([python, "--version"], capture_output=True, check=False).returncode
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
