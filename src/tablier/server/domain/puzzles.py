"""Puzzles at the table: a lesson of one step, in which the client says what is right and wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import msgspec

from tablier.analysis.questions import Searched
from tablier.catalogue.lessons import Lesson, Step, Texts, Titles
from tablier.catalogue.puzzles import Puzzle
from tablier.game_tree import GameTree
from tablier.scene.model import Message
from tablier.server.domain import turns
from tablier.server.domain.lessons import LessonTable
from tablier.server.domain.searches import first_reply
from tablier.server.message_base import Plies, Tried
from tablier.server.messages import Update
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.analysis.refutations import Refutation
    from tablier.api import Game

SILENT = Texts("", "")


class TriedPlies(msgspec.Struct, forbid_unknown_fields=True):
    """A submission that was tried in a puzzle."""

    plies: Plies


class AskRefutation(TriedPlies):
    """Asks what a submission leads to; ``found`` are the results of the searches that the browser has run for it."""

    found: Annotated[list[Searched], msgspec.Meta(max_length=64)] = []


class RefutationAnswer(msgspec.Struct):
    """What a wrong submission leads to.

    ``before`` and ``after`` are the seat's expected shares of the win after the solution and after the submission, from
    0 to 1. ``reply`` has the plies that are expected then, up to the first turn of another seat, with the likeliest
    draws; it is empty at the end of the game, and in games with secrets. ``answer`` says the turn of the other seat in
    words, and ``updates`` play the reply at the table.
    ``record`` is the text of a record of the puzzle's position, whose variation is the submission with the reply; it is
    empty in games with secrets.
    """

    before: float
    after: float
    reply: list[Tried]
    updates: list[Update]
    answer: Message | None = None
    record: str = ""


class WrongTry:
    """A submission to a puzzle that is not its solution.

    Attributes:
        view: what the puzzle's seat sees before it.
        moves: its plies.
    """

    def __init__(self, game: Game, puzzle: Puzzle, plies: Sequence[str]) -> None:
        """Play the submission.

        Raises:
            Problem: it has no plies, is not legal, or solves the puzzle (``not-found``: nothing refutes it).
        """
        if not plies:
            raise Problem(Refusal.NO_PLIES)
        self._puzzle = puzzle
        self._table = LessonTable(game, as_lesson(puzzle))
        self._begun = self._table.state.position
        self.view = self._begun.view(puzzle.seat)
        self.moves = turns.replay(self.view, puzzle.seat, plies).since(self.view.ply)
        _, result = self._table.submit(plies)
        if result.outcome != "wrong":
            raise Problem(Refusal.NOT_FOUND)

    def answer(self, found: Refutation) -> RefutationAnswer:
        """What is told of a refutation. The table is of no further use.

        The puzzle was judged by longer searches, so its own shares count where a short one finds more.
        """
        reply = [
            Tried(seat, [move.text for move in moves])
            for seat, moves in groupby(found.reply, key=lambda move: move.seat)
        ]
        after = min(found.win_shares[self._puzzle.seat], self._puzzle.other)
        answer = first_reply(self.view, (*self.moves, *found.reply)) if found.reply else None
        updates, record = self._table.follow(found.reply), self._record(found)
        return RefutationAnswer(self._puzzle.best, after, reply, updates, answer, record)

    def _record(self, found: Refutation) -> str:
        if self._begun.game.info.hidden:
            return ""
        tree = GameTree(self._begun)
        *_, node = (tree.root, *tree.mainline())
        for move in (*self.moves, *found.reply):
            node = node.add_variation(move)
        return tree.record(self._begun.ply).dumps()


def as_lesson(puzzle: Puzzle) -> Lesson:
    """The lesson in which the solution is the only right submission."""
    step = Step(accept=(puzzle.solution,), say=SILENT, hint=SILENT)
    return Lesson(puzzle.id, Titles("", ""), SILENT, puzzle.setup, rules=(), steps=(step,), seat=puzzle.seat)


def number_of_the_day(day: date, puzzles: Sequence[object]) -> int:
    """The index of the puzzle of a day: the same for everybody, without a pattern."""
    digest = hashlib.blake2b(day.isoformat().encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % len(puzzles)
