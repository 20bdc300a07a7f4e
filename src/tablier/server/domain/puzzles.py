"""Puzzles at the table: a lesson of one step, in which the client says what is right and wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date

from tablier.catalogue.lessons import Lesson, Step, Texts, Titles
from tablier.catalogue.puzzles import Puzzle

SILENT = Texts("", "")


def as_lesson(puzzle: Puzzle) -> Lesson:
    """The lesson in which the solution is the only right submission."""
    step = Step(accept=(puzzle.solution,), say=SILENT, hint=SILENT)
    return Lesson(puzzle.id, Titles("", ""), SILENT, puzzle.setup, rules=(), steps=(step,), seat=puzzle.seat)


def number_of_the_day(day: date, puzzles: Sequence[object]) -> int:
    """The index of the puzzle of a day: the same for everybody, without a pattern."""
    digest = hashlib.blake2b(day.isoformat().encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % len(puzzles)
