"""The Python sources that the host of a site needs: what it imports, as far as it loads there."""

from __future__ import annotations

import ast
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tablier import catalogue, rule_texts

ROOTS = ("tablier.local", "tablier.wasm.runtime")
"""Modules, and packages with all their modules."""
AVAILABLE = {"tablier", "msgspec", *sys.stdlib_module_names}
"""The packages that Python has in a site; modules that need others, such as NumPy, stay out."""
_GAMES = "tablier.games."
DATA = {".toml", ".json", ".ftl"}
_SOURCE = Path(__file__).parents[2]
_TIME = (1980, 1, 1, 0, 0, 0)


def write_sources(out: Path, games: Sequence[str]) -> None:
    """Write the sources and data of the host as a zip, with the rules' statements; equal sources give equal bytes."""
    with zipfile.ZipFile(out, "w") as packed:
        for path in needed(games):
            _add(packed, path.relative_to(_SOURCE).as_posix(), path.read_bytes())
        for game in games:
            folder = catalogue.package(game).replace(".", "/")
            _add(packed, f"{folder}/{rule_texts.FILE}", rule_texts.listed(game))


def needed(games: Iterable[str]) -> list[Path]:
    """The modules that the host imports, directly or not, with the data of their packages."""
    packages = tuple(f"{catalogue.package(game)}." for game in games)
    roots = (*ROOTS, *(f"{package}game" for package in packages))
    modules = {
        name: module for name, module in _modules() if not name.startswith(_GAMES) or f"{name}.".startswith(packages)
    }
    todo = [name for name in modules if any(f"{name}.".startswith(f"{root}.") for root in roots)]
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name in modules and name not in found and _loads(name, modules):
            found.add(name)
            todo += [*modules[name].imports, name.rpartition(".")[0]]
    paths = {modules[name].path for name in found}
    folders = {path.parent for path in paths if path.name == "__init__.py"}
    return sorted(paths | {file for folder in folders for file in folder.iterdir() if file.suffix in DATA})


class _Module(NamedTuple):
    path: Path
    imports: frozenset[str]
    """The full names of everything that may be imported."""
    at_once: frozenset[str]
    """Those of everything that is imported when the module is loaded."""


def _modules() -> Iterator[tuple[str, _Module]]:
    for path in _SOURCE.glob("tablier/**/*.py"):
        name = ".".join(path.relative_to(_SOURCE).with_suffix("").parts).removesuffix(".__init__")
        package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
        tree = ast.parse(path.read_bytes())
        imports, at_once = (frozenset(_imports(package, tree, skipped)) for skipped in ((), (ast.FunctionDef,)))
        yield name, _Module(path, imports, at_once)


def _loads(name: str, modules: dict[str, _Module]) -> bool:
    """Whether a module can be loaded in Pyodide."""
    seen, todo = set[str](), [name]
    while todo:
        one = todo.pop()
        if one in modules and one not in seen:
            todo += modules[one].at_once
        elif one.partition(".")[0] not in AVAILABLE:
            return False
        seen.add(one)
    return True


def _imports(package: list[str], tree: ast.AST, skipped: tuple[type[ast.AST], ...]) -> Iterator[str]:
    """The full names of what a module of a package imports, but for imports inside of some syntax."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, skipped) or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            continue
        todo += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))


def _add(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    packed.writestr(zipfile.ZipInfo(name, _TIME), data)
