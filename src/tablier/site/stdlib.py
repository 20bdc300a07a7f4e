"""Pyodide's standard library without the modules that a table never needs."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

LIBRARY = "python_stdlib.zip"
MOUNTED = "/lib/python314.zip"
"""Where Pyodide puts it."""
UNUSED = Path(__file__).with_name("stdlib_unused.txt")
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", r"utf_\w+")
"""``cp437`` is that of names in zip files."""


def trim(source: Path, out: Path) -> None:
    """Copy the standard library without modules that are not needed."""
    unused = _unused()
    with zipfile.ZipFile(source) as full, zipfile.ZipFile(out, "w") as trimmed:
        for name in full.namelist():
            if not unused.match(name):
                trimmed.writestr(zipfile.ZipInfo(name), full.read(name))


def _unused() -> re.Pattern[str]:
    """Matches folders and the files of modules that are not needed."""
    lines = UNUSED.read_text().splitlines()
    names = [name for line in lines if not line.startswith("#") for name in line.split()]
    files = [name if name.endswith("/") else rf"{name}\.py$" for name in names]
    return re.compile(rf".*/$|{'|'.join(files)}|encodings/(?!({'|'.join(ENCODINGS)})\.py$)", re.ASCII)
