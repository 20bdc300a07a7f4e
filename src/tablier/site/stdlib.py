"""Pyodide's standard library without modules that a table never needs: a third of what a first visit loads of it."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

LIBRARY = "python_stdlib.zip"
PACKAGES = ("multiprocessing", "unittest", "wsgiref", "xml/dom", "xmlrpc", "_pyrepl")
MODULES = (
    *(
        "_pyio",
        "bdb",
        "cmd",
        "code",
        "compileall",
        "doctest",
        "fileinput",
        "ftplib",
        "imaplib",
        "mailbox",
        "modulefinder",
    ),
    *("optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pydoc", "smtplib", "symtable"),
    *("statistics", "tabnanny", "timeit", "trace", "tracemalloc", "wave", "_pydatetime", "difflib"),
    *(
        "asyncio/windows_events",
        "asyncio/windows_utils",
        "asyncio/proactor_events",
        "logging/config",
        "logging/handlers",
    ),
    *("http/cookiejar", "http/cookies", "http/server"),
)
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", r"utf_\w+")
"""``cp437`` is that of names in zip files."""
_UNUSED = re.compile(
    rf"({'|'.join(PACKAGES)})/|({'|'.join(MODULES)})\.py$|encodings/(?!({'|'.join(ENCODINGS)})\.py$).+", re.ASCII
)


def trim(source: Path, out: Path) -> None:
    """Copy the standard library without modules that are not needed."""
    with zipfile.ZipFile(source) as full, zipfile.ZipFile(out, "w") as trimmed:
        for entry in full.infolist():
            if not _UNUSED.match(entry.filename):
                trimmed.writestr(entry, full.read(entry), zipfile.ZIP_DEFLATED, compresslevel=9)
