"""Replaces the sources in a zip by bytecode; runs in Pyodide, whose Python the bytecode is for."""

from __future__ import annotations

import marshal
from importlib.util import MAGIC_NUMBER, source_hash
from zipfile import ZipFile, ZipInfo

UNCHECKED = (1).to_bytes(4, "little")
"""Flags of bytecode that is identified by the hash of its source, which Python does not look for."""


def main(*pairs: str) -> None:
    """Rewrite zips, each followed by the folder from which it will be imported: tracebacks name its files."""
    for path, folder in zip(pairs[::2], pairs[1::2], strict=True):
        with ZipFile(path) as sources:
            files = {name: sources.read(name) for name in sources.namelist()}
        with ZipFile(path, "w") as packed:  # stored: hosts compress the whole better
            for name, data in files.items():
                is_source = name.endswith(".py")
                content = bytecode(data, f"{folder}/{name}") if is_source else data
                packed.writestr(ZipInfo(f"{name}c" if is_source else name), content)


def bytecode(source: bytes, file: str) -> bytes:
    """The content of the ``.pyc`` file of a source, without docstrings and assertions, as ``python -OO`` writes it."""
    code = compile(source, file, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
