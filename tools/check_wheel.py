"""Check the contents of a wheel: all of ``src`` and the built client, no sources of the client, tests or benchmarks."""

import sys
import zipfile
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
BUILT = ("tablier/server/static/index.html", "tablier/server/static/licenses.md")
SKIPPED = {"__pycache__", "static"}
FOREIGN_FILES = (".svelte", ".ts", "package.json", "package-lock.json")
FOREIGN_FOLDERS = ("node_modules/", "tests/", "benchmarks/", "tools/")


def problems(names: list[str]) -> list[str]:
    """Return the files that a wheel lacks or should not hold."""
    sources = (file for file in SOURCES.rglob("*") if file.is_file() and not SKIPPED.intersection(file.parts))
    needed = [*BUILT, *sorted(file.relative_to(SOURCES).as_posix() for file in sources)]
    missing = [f"missing: {name}" for name in needed if name not in names]
    foreign = (name for name in names if name.endswith(FOREIGN_FILES) or any(part in name for part in FOREIGN_FOLDERS))
    extra = [f"should not be there: {name}" for name in foreign]
    script = any(name.startswith("tablier/server/static/assets/") and name.endswith(".js") for name in names)
    return missing + extra + ([] if script else ["missing: the client's script"])


def main(path: str) -> int:
    """Print the problems; return their number as exit status."""
    names = zipfile.ZipFile(path).namelist()
    found = problems(names)
    size = Path(path).stat().st_size / 1024
    sys.stdout.write("\n".join([*found, f"{Path(path).name}: {len(names)} files, {size:.0f} KiB"]) + "\n")
    return len(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
