"""The misreadings of the games, read from ``<game>.toml``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
TESTS = HERE.parent
GAMES = TESTS.parent / "src/tablier/games"


class Misreading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wrong reading of a rule as a patch: ``before``, which occurs once in ``file``, becomes ``after``.

    ``says`` gives the sense of the publisher's sentence in our words, ``reads`` the wrong reading. ``test`` names the
    test of the rule that must fail, and ``file`` a file in the game's folder.
    """

    rule: str
    says: str
    reads: str
    test: str
    file: str
    before: str
    after: str

    def patched(self, source: str) -> str:
        """The source of the file under the misreading.

        Raises:
            ValueError: ``before`` does not occur exactly once.
        """
        if source.count(self.before) != 1:
            raise ValueError(f"{self.rule}: {self.file} has {source.count(self.before)} times {self.before!r}")
        return source.replace(self.before, self.after)


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The misreadings of a game. ``none`` gives, by rule, the reason why it has no misreading."""

    misreading: list[Misreading]
    none: dict[str, str] = {}


def names() -> list[str]:
    """The games that have misreadings."""
    return sorted(file.stem for file in HERE.glob("*.toml"))


def load(game: str) -> Game:
    """The misreadings of a game.

    Raises:
        msgspec.ValidationError: a field is unknown, missing or of a wrong type.
    """
    return msgspec.toml.decode((HERE / f"{game}.toml").read_bytes(), type=Game)


@cache
def rule_tests() -> dict[str, tuple[Path, frozenset[str]]]:
    """The tests of rules by name: their file, and the rules whose ids they carry."""
    return {
        name: (file, frozenset(rules))
        for file in sorted((TESTS / "games").glob("test_*.py"))
        for name, rules in _marked(file)
    }


def _marked(file: Path) -> Iterator[tuple[str, list[str]]]:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            calls = [mark for mark in node.decorator_list if isinstance(mark, ast.Call)]
            rules = [
                ast.literal_eval(arg) for c in calls if ast.unparse(c.func) == "pytest.mark.rule" for arg in c.args
            ]
            if rules:
                yield f"{file.stem}::{node.name}", rules
