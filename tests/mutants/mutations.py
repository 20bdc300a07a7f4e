"""The mutations of a kernel: small changes of its syntax tree, one at a time."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

VERSION = 1
"""Raise it when :func:`alternatives` changes: results of an earlier version count no more."""
GAMES = Path(__file__).parents[2] / "src/tablier/games"
NOT_RULES = {"evaluation", "net", "policy", "priors", "survey", "turn_bounds", "turn_rules", "turn_tiles"}
"""Modules of kernels that judge positions; a change of them plays worse, not by other rules.

The rules by turns serve solvers alone; tests compare them with the rules by plies.
"""
KERNELS = {"kernel", "part", "wrapping_kernel"}
SWAPS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}


class Mutant(NamedTuple):
    """A mutation of a kernel: the statement ``before`` reads ``after``.

    Of a compound statement both show the first line. ``nth`` tells equal changes of equal statements of a function
    apart, from 1. ``lines`` are those of the statement in the file, ``slot`` and ``choice`` locate the change.
    """

    file: Path
    function: str
    before: str
    after: str
    nth: int
    lines: range
    slot: int
    choice: int

    @property
    def name(self) -> tuple[str, str, str, int]:
        """What identifies the mutant in the lists: it survives changes elsewhere in the file."""
        return self.function, self.before, self.after, self.nth

    @property
    def title(self) -> str:
        """The change as lines of a diff."""
        where = f"{self.file.parent.name}/{self.file.name}:{self.lines.start} {self.function}"
        return f"{where}\n- {self.before}\n+ {self.after}" + (f"  ({self.nth})" if self.nth > 1 else "")

    def source(self) -> str:
        """The source of the whole file under the mutation."""
        tree = copy.deepcopy(_tree(self.file))
        slot = list(_slots(_kernels(tree)[self.function]))[self.slot]
        slot.put(list(alternatives(slot))[self.choice])
        return ast.unparse(ast.fix_missing_locations(tree))


class Slot(NamedTuple):
    """A node of a kernel in its place: a field of its parent, ``at`` an index if that is a list."""

    statement: ast.stmt
    parent: ast.AST
    field: str
    at: int | None
    node: ast.AST

    def put(self, node: ast.AST) -> None:
        """Put another node in this place."""
        if self.at is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.at] = node


def kernel_files(game: str) -> list[Path]:
    """The files with the kernels of a game's rules."""
    return [file for file in sorted((GAMES / game).glob("*.py")) if file.stem not in NOT_RULES and kernels(file)]


def all_mutants(game: str) -> list[Mutant]:
    """The mutants of all rule kernels of a game."""
    return [one for file in kernel_files(game) for kernel in kernels(file) for one in mutants(file, kernel)]


def kernels(file: Path) -> dict[str, str]:
    """The kernels of a file, by name their normalized source."""
    return {name: ast.unparse(node) for name, node in _kernels(_tree(file)).items()}


def mutants(file: Path, function: str) -> list[Mutant]:
    """All mutants of a kernel."""
    found: list[Mutant] = []
    seen = Counter[tuple[str, str]]()
    for number, slot in enumerate(_slots(_kernels(_tree(file))[function])):
        before = _first_line(slot.statement)
        for choice, node in enumerate(list(alternatives(slot))):
            after = _changed(slot, node)
            seen[before, after] += 1
            lines = _lines(slot.statement)
            found.append(Mutant(file, function, before, after, seen[before, after], lines, number, choice))
    return found


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _kernels(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {node.name: node for node in functions if KERNELS & set(map(ast.unparse, node.decorator_list))}


def _slots(function: ast.FunctionDef) -> Iterator[Slot]:
    for i, statement in enumerate(function.body):
        if not (i == 0 and ast.get_docstring(function)):
            yield from _below(statement, Slot(statement, function, "body", i, statement))


def _below(statement: ast.stmt, slot: Slot) -> Iterator[Slot]:
    yield slot
    for field, value in ast.iter_fields(slot.node):
        for i, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.stmt):
                yield from _below(child, Slot(child, slot.node, field, i, child))
            elif isinstance(child, ast.expr) and field != "annotation":
                yield from _below(statement, Slot(statement, slot.node, field, i, child))


def _lines(statement: ast.stmt) -> range:
    """The lines of a statement, without those of its body."""
    body: list[ast.stmt] = getattr(statement, "body", [])
    end = body[0].lineno if body else (statement.end_lineno or statement.lineno) + 1
    return range(statement.lineno, max(end, statement.lineno + 1))


def _first_line(statement: ast.stmt) -> str:
    text = ast.unparse(statement)
    return text.splitlines()[0] if hasattr(statement, "body") else text


def _changed(slot: Slot, node: ast.AST) -> str:
    if slot.node is slot.statement:
        return _first_line(ast.fix_missing_locations(node)) if isinstance(node, ast.stmt) else ast.unparse(node)
    slot.put(ast.fix_missing_locations(node))
    text = _first_line(slot.statement)
    slot.put(slot.node)
    return text


def alternatives(slot: Slot) -> Iterator[ast.AST]:
    """What a node is replaced by."""
    if isinstance(slot.node, ast.stmt):
        yield from _statements(slot, slot.node)
    elif isinstance(slot.node, ast.expr):
        yield from _conditions(slot, slot.node)
        yield from _bounds(slot, slot.node)
        yield from _expressions(slot, slot.node)


def _statements(slot: Slot, node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.AugAssign():
            yield ast.Pass()
            if type(node.op) in SWAPS:
                yield ast.AugAssign(node.target, SWAPS[type(node.op)](), node.value)
        case (
            ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
            | ast.Expr(value=ast.Call())
            | ast.Return(value=None)
        ):
            yield ast.Pass()
        case ast.Return() if not isinstance(slot.parent, ast.FunctionDef):
            yield ast.Pass()
        case ast.Break():
            yield from (ast.Pass(), ast.Continue())
        case ast.Continue():
            yield from (ast.Pass(), ast.Break())


def _conditions(slot: Slot, node: ast.expr) -> Iterator[ast.AST]:
    """A branch always or never taken, a loop never entered, an operand of ``and`` or ``or`` without effect."""
    if slot.field == "test" and isinstance(slot.parent, ast.If | ast.IfExp):
        yield ast.Constant(True)
    if slot.field == "test":
        yield ast.Constant(False)
    if isinstance(slot.parent, ast.BoolOp):
        yield ast.Constant(isinstance(slot.parent.op, ast.And))


def _is_bound(slot: Slot) -> bool:
    call = slot.parent
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "range"
        and slot.field == "args"
    )


def _bounds(slot: Slot, node: ast.expr) -> Iterator[ast.AST]:
    if _is_bound(slot):
        for op in (ast.Add(), ast.Sub()):
            yield ast.BinOp(node, op, ast.Constant(1))


def _expressions(slot: Slot, node: ast.expr) -> Iterator[ast.AST]:
    match node:
        case ast.BinOp(op=op) if type(op) in SWAPS:
            yield ast.BinOp(node.left, SWAPS[type(op)](), node.right)
        case ast.UnaryOp():
            yield node.operand
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.Compare():
            for i, comparison in enumerate(node.ops):
                for other in COMPARISONS[type(comparison)]:
                    yield ast.Compare(node.left, [*node.ops[:i], other(), *node.ops[i + 1 :]], node.comparators)
        case ast.Constant(value=int()) | ast.Name() if not _is_bound(slot):
            yield from _constants(slot, node)


def _constants(slot: Slot, node: ast.expr) -> Iterator[ast.AST]:
    """The numbers beside a number; names in capitals are constants, but not those of tables and functions."""
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
            if value > 0:
                yield ast.Constant(value - 1)
        case ast.Name(id="ZERO" | "ONE" as name):
            yield ast.Name("ONE" if name == "ZERO" else "ZERO")
        case ast.Name(id=name) if name.isupper() and slot.field not in ("value", "func"):
            yield ast.BinOp(node, ast.Add(), ast.Constant(1))
