"""Freeze the players of the current commit: ``python tools/freeze.py 2026-12`` writes ``bots/frozen/2026-12.zip``.

The archive contains what plays: modules and data of the package, without table and server. Equal commits give equal
archives, byte for byte.
"""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "src/tablier"
SKIPPED = ("arena", "cli", "envs", "server", "template", "__main__.py", "bench.py", "warm.py")
KINDS = (".py", ".json", "game.toml", "levels.toml", "net.npz")


def git(*arguments: str) -> bytes:
    """Return the output of a git command."""
    return subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout


def main(name: str) -> None:
    """Write the archive of this name.

    Raises:
        SystemExit: there is one already.
    """
    target = ROOT / PACKAGE / "bots" / "frozen" / f"{name}.zip"
    if target.exists():
        raise SystemExit(f"{target} exists; a frozen program never changes, so give another name")
    files = git("ls-tree", "-r", "--name-only", "HEAD", PACKAGE).decode().split()
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(files):
            inside = file.removeprefix(f"{PACKAGE}/")
            if inside.split("/")[0] not in SKIPPED and inside.endswith(KINDS):
                info = zipfile.ZipInfo(f"tablier/{inside}")
                archive.writestr(info, git("show", f"HEAD:{file}"), zipfile.ZIP_DEFLATED, 9)
    sys.stdout.write(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1024:.0f} KiB\n")


if __name__ == "__main__":
    main(sys.argv[1])
