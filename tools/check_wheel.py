"""Check what is in a wheel: the built client and the games' data, and nothing of the front end's sources."""

import sys
import zipfile
from pathlib import Path

NEEDED = (
    "tablier/server/static/index.html",
    "tablier/py.typed",
    "tablier/games/ponte_del_diavolo/game.toml",
    "tablier/games/ponte_del_diavolo/rulebook.fr.md",
    "tablier/games/ponte_del_diavolo/art/sprites.svg",
)
FORBIDDEN = (".svelte", ".ts", "package.json", "package-lock.json", "node_modules", "tests/")


def problems(names: list[str]) -> list[str]:
    """What is missing from a wheel, or should not be in it."""
    missing = [f"missing: {name}" for name in NEEDED if name not in names]
    extra = [f"should not be there: {name}" for name in names if any(part in name for part in FORBIDDEN)]
    script = any(name.startswith("tablier/server/static/assets/") and name.endswith(".js") for name in names)
    return missing + extra + ([] if script else ["missing: the client's script"])


def main(path: str) -> int:
    """Print the findings; the exit status counts them."""
    names = zipfile.ZipFile(path).namelist()
    found = problems(names)
    size = Path(path).stat().st_size / 1024
    sys.stdout.write("\n".join([*found, f"{Path(path).name}: {len(names)} files, {size:.0f} KiB"]) + "\n")
    return len(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
