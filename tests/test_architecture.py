"""Rules for the sources that no linter checks: short files, and interfaces in place of ``getattr``."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("src/tablier", "web/src", "baselines", "benchmarks", "tools")
CODE = {".py", ".ts", ".js", ".svelte", ".css", ".html", ".c", ".toml", ".json"}
LONGEST = 400
GENERATED = {"web/src/lib/protocol.d.ts"}

DYNAMIC = {
    "src/tablier/__init__.py": "names of the package are imported on first use",
    "src/tablier/bench.py": "os.getloadavg does not exist on Windows",
    "src/tablier/core/state.py": "repr reads all fields by name",
    "src/tablier/engine/cache.py": "Numba's settings are module globals, named in a list",
    "src/tablier/server/ws/ws_protocol.py": "a wrapper delegates to asyncio's transport",
}
"""Files that may use ``getattr`` and ``hasattr``, with the reason."""


def sources(*folders: str) -> list[Path]:
    """The files of our own code in these folders."""
    files = (file for folder in folders for file in (ROOT / folder).rglob("*") if file.suffix in CODE)
    apart = {"art", "static", "node_modules", "__pycache__"}
    return [file for file in files if not apart & set(file.relative_to(ROOT).parts)]


def shown(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_file_is_longer_than_400_lines(folder: str) -> None:
    files = sources(folder)
    assert files
    lengths = {shown(file): len(file.read_text("utf-8").splitlines()) for file in files}
    assert {name: n for name, n in lengths.items() if n > LONGEST and name not in GENERATED} == {}


def dynamic_lookups(source: str) -> list[str]:
    """The calls of ``getattr`` and ``hasattr`` in a module."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    names = (call.func.id for call in calls if isinstance(call.func, ast.Name))
    return [name for name in names if name in ("getattr", "hasattr")]


def test_getattr_takes_the_place_of_no_interface() -> None:
    files = [file for file in sources("src/tablier", "baselines", "benchmarks", "tools") if file.suffix == ".py"]
    found = {shown(file) for file in files if dynamic_lookups(file.read_text("utf-8"))}
    assert found == set(DYNAMIC)


def test_dynamic_lookups_are_found() -> None:
    assert dynamic_lookups("x = getattr(a, 'b', None) or hasattr(a, 'c') or a.getattr()") == ["getattr", "hasattr"]


BACKWARDS = {
    ("tablier.position", "tablier.api"): "a position has the game that made it",
    ("tablier.diagrams", "tablier.position"): "it writes positions, which write themselves by it",
    ("tablier.refusals", "tablier.position"): "it explains what a position refuses",
}
"""Imports of a higher module for type checkers alone, with the reason."""


def test_modules_never_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph("tablier")  # with the imports for type checkers
    for lower, higher in BACKWARDS:
        graph.remove_import(importer=lower, imported=higher)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises an error that names a circle


def bounded_types(source: str) -> dict[str, str]:
    """The names that a module gives to ``Annotated`` types, by what they stand for."""
    assigned = (node for node in ast.parse(source).body if isinstance(node, ast.Assign))
    found = {ast.unparse(node.value): ast.unparse(node.targets[0]) for node in assigned}
    return {type_: name for type_, name in found.items() if type_.startswith("Annotated[")}


def test_a_bounded_type_of_the_server_has_one_definition() -> None:
    """Two would come to differ, and a request then passes in one place and fails in another."""
    where: dict[str, list[str]] = {}
    for file in sources("src/tablier/server"):
        if file.suffix == ".py":
            for type_, name in bounded_types(file.read_text("utf-8")).items():
                where.setdefault(type_, []).append(f"{shown(file)}: {name}")
    assert where
    assert [places for places in where.values() if len(places) > 1] == []
