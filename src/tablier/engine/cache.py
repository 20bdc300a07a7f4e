"""Where compiled kernels are kept: a folder named after everything that their machine code depends on.

Numba looks only at the file of the function it loads. A changed callee in another file, or a changed board, would go
unnoticed; a folder per hash of all sources makes stale code impossible.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import time
from pathlib import Path

import numba
import platformdirs
from numba.core import config

_PACKAGE = Path(__file__).parents[1]
_ROOMS = ("engine", "games", "search", "bots")
_SUFFIXES = {".py", ".json", ".toml"}
_MONTH = 30 * 24 * 3600.0


def digest(folders: list[Path]) -> str:
    """Hash of every source and data file below ``folders`` (hexadecimal)."""
    total = hashlib.blake2b(digest_size=10)
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in _SUFFIXES:
                total.update(f"{file.relative_to(folder.parent)}\0".encode() + file.read_bytes())
    return total.hexdigest()


def root() -> Path:
    """The folder that holds the caches: ``$TABLIER_CACHE``, or the user's own cache folder."""
    return Path(os.environ.get("TABLIER_CACHE") or platformdirs.user_cache_dir("tablier", appauthor=False))


@functools.cache
def folder() -> Path:
    """The cache folder of exactly these sources, compiler and flags. Made on first use; old ones are deleted."""
    flags = (numba.__version__, sys.version_info[:2], *(getattr(config, name) for name in _FLAGS))
    sources = digest([_PACKAGE / room for room in _ROOMS if (_PACKAGE / room).is_dir()])
    name = hashlib.blake2b(f"{sources}{flags}".encode(), digest_size=8).hexdigest()
    path = root() / f"kernels-{name}"
    try:
        path.mkdir(parents=True, exist_ok=True)
        (path / "used").touch()
    except OSError:
        return path  # a read-only home: Numba then says so itself, or keeps code in memory only
    _forget_unused(path)
    return path


_FLAGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "CPU_NAME", "CPU_FEATURES")


def _forget_unused(current: Path) -> None:
    for sibling in current.parent.glob("kernels-*"):
        stamp = sibling / "used"
        if sibling != current and stamp.exists() and time.time() - stamp.stat().st_mtime > _MONTH:
            shutil.rmtree(sibling, ignore_errors=True)
