"""The cache of compiled kernels: folders named after everything that the machine code depends on.

Numba checks only the file of the function that it loads; it would miss a changed callee in another file, or changed
data. So the kernels of each package (the engine, the search, one game) have a folder named after a hash of their
sources: the package's modules that define kernels, the modules of the package that these import, its ``.json`` data,
its ``game.toml``, and the engine. Texts, scenes, other ``.toml`` files and other games do not count. Kernels elsewhere
that take a game's records need no more: the type of the records has that hash in it (:mod:`tablier.engine.records`).
"""

from __future__ import annotations

import ast
import functools
import hashlib
import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import config
from numba.core.caching import _CacheLocator

_PACKAGE = Path(__file__).parents[1]
_ENGINE = ("core", "engine")
_MONTH = 30 * 24 * 3600.0
_FLAGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "CPU_NAME", "CPU_FEATURES")


def root() -> Path:
    """The folder that holds the caches: ``$TABLIER_CACHE``, or the user's own cache folder."""
    return Path(os.environ.get("TABLIER_CACHE") or platformdirs.user_cache_dir("tablier", appauthor=False))


def source_hash(source: str) -> str:
    """Hash of the sources on which the kernels in a file depend (hexadecimal)."""
    return _package_hash(Path(source).parent)


@functools.cache
def _package_hash(package: Path) -> str:
    """Hash of the sources on which the kernels of a package depend (hexadecimal)."""
    engine = [path for name in _ENGINE for path in sorted((_PACKAGE / name).glob("*.py"))]
    return _digest(engine if package == _PACKAGE / "engine" else [*engine, *_kernel_sources(package)])


def program_hash(source: str) -> str:
    """Hash of everything that decides how bots play: engine, search, bots, a game's kernels and its net."""
    players = [path for name in ("search", "bots") for path in sorted((_PACKAGE / name).glob("*.py"))]
    nets = sorted(Path(source).parent.glob("net.npz"))
    return hashlib.blake2b(f"{source_hash(source)}{_digest([*players, *nets])}".encode(), digest_size=8).hexdigest()


def folder(source: str) -> Path:
    """The cache folder for the kernels in a file. Made on first use; folders unused for a month are deleted."""
    return _folder(Path(source).parent)


@functools.cache
def _folder(package: Path) -> Path:
    flags = (numba.__version__, sys.version_info[:2], *(getattr(config, name) for name in _FLAGS))
    name = hashlib.blake2b(f"{_package_hash(package)}{flags}".encode(), digest_size=8).hexdigest()
    path = root() / f"kernels-{name}"
    try:
        path.mkdir(parents=True, exist_ok=True)
        (path / "used").touch()
    except OSError:
        return path  # read-only home: Numba warns, or keeps the code in memory
    forget_unused(path, "kernels-*/used")
    return path


def forget_unused(current: Path, stamps: str) -> None:
    """Delete the folders beside one whose stamp, a file that each use touches, is older than a month.

    Args:
        current: the folder that stays.
        stamps: the stamps of the cache, as a pattern: ``kernels-*/used``.
    """
    for stamp in root().glob(stamps):
        with suppress(FileNotFoundError):  # another process deletes it, too
            if stamp.parent != current and time.time() - stamp.stat().st_mtime > _MONTH:
                shutil.rmtree(stamp.parent, ignore_errors=True)


class HashLocator(_CacheLocator):  # type: ignore[misc]
    """Locates a cached function by the hash of its sources, not by their path and time.

    So a copy of the checkout, an upgrade that changes no kernel, and a touched file all find the compiled code.
    """

    def __init__(self, source: str, module: str, line: int) -> None:
        self._source = source
        self._module = module
        self._line = line

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> HashLocator:
        """The locator of a function."""
        return cls(py_file, py_func.__module__, py_func.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(folder(self._source))

    def get_source_stamp(self) -> str:
        """A constant: the folder's name depends on the sources, so nothing in it becomes stale."""
        return ""

    def get_disambiguator(self) -> str:
        """The module and line of the function, which tell functions of one name apart."""
        return f"{self._module}-{self._line}"


def _kernel_sources(folder: Path) -> list[Path]:
    """The modules of a folder that its kernels use, directly or not, and its data."""
    modules = {path.stem: path for path in folder.glob("*.py")}
    trees = {stem: ast.parse(path.read_bytes()) for stem, path in modules.items()}
    found: set[str] = set()
    todo = [stem for stem, tree in trees.items() if _defines_kernels(tree)]
    while todo:
        stem = todo.pop()
        if stem not in found:
            found.add(stem)
            todo += [name for name in _imported(trees[stem]) if name in modules]
    return [*(modules[stem] for stem in sorted(found)), *sorted(folder.glob("*.json")), *folder.glob("game.toml")]


def _defines_kernels(tree: ast.Module) -> bool:
    return any(
        isinstance(decorator, ast.Name) and decorator.id in {"kernel", "part", "wrapping_kernel"}
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
    )


def _imported(tree: ast.Module) -> set[str]:
    """The last parts of all names of modules, and all names, that a module imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {(node.module or "").rpartition(".")[2], *(alias.name for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name.rpartition(".")[2] for alias in node.names}
    return names


def _digest(files: list[Path]) -> str:
    total = hashlib.blake2b(digest_size=10)
    for file in files:
        total.update(f"{file.parent.name}/{file.name}\0".encode() + file.read_bytes())
    return total.hexdigest()
