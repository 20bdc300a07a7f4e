"""Play the lessons of a game as learners would: every right submission and every listed wrong try."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tablier import api, rulebook
from tablier.catalogue.data import LANGUAGES
from tablier.catalogue.lessons import ANYTHING, FILE, Lesson, Step, Wrong, lessons
from tablier.errors import GameError, TablierError
from tablier.server.domain.lessons import LessonTable
from tablier.server.problem import Problem

if TYPE_CHECKING:
    from tablier.api import Game

Played = Sequence[Sequence[str]]


def check_lessons(name: str) -> None:
    """Check that the lessons of a game can be played as its ``lessons.toml`` says.

    Every submission in ``accept`` is right, the learner is to move after it, every try in ``wrong`` is answered with
    its ``rule`` or its ``say``, and the rulebooks have all rules that are named.

    Raises:
        UnknownGame: there is no such game.
        GameError: something is wrong; the message names the lesson, the submission and what came of it.
    """
    for lesson in lessons(name):
        where = f"{name}: {FILE}: lesson {lesson.id!r}"
        _check_rules(name, lesson, where)
        with _playing(f"{where}: setup"):
            api.game(name).setup(lesson.setup)
        played: list[list[str]] = []
        for step in lesson.steps:
            _check_step(api.game(name), lesson, step, played, where)
            played.append(step.accept[0].split())


def _check_rules(name: str, lesson: Lesson, where: str) -> None:
    wrong = (wrong.rule for step in lesson.steps for wrong in step.wrong if wrong.rule)
    for rule in (*lesson.rules, *wrong):
        for lang in LANGUAGES:
            known = rulebook.load(name, lang).rules
            _require(rule in known, f"{where}: rulebook.{lang}.md has no rule {rule}; correct the id")


def _check_step(game: Game, lesson: Lesson, step: Step, played: Played, where: str) -> None:
    last = step is lesson.steps[-1]
    for plies in step.accept:
        if plies.endswith(ANYTHING):
            continue
        at = f"{where}: accept {plies!r}"
        with _playing(at):
            table = LessonTable(game, lesson, played)
            outcome = table.submit(plies.split())[1].outcome
        expected = "done" if last else "right"
        _require(outcome == expected, f"{at} is {outcome}, expected {expected}")
        to_move = last or lesson.seat in table.state.position.movers
        _require(to_move, f"{at}: seat {lesson.seat} is not to move after it; complete reply, or end the lesson")
    for wrong in step.wrong:
        _check_wrong(LessonTable(game, lesson, played), wrong, f"{where}: wrong {wrong.plies!r}")


def _check_wrong(table: LessonTable, wrong: Wrong, at: str) -> None:
    try:
        with _playing(at):
            result = table.submit(wrong.plies.split())[1]
    except GameError as error:
        refused = error.__cause__.rule if isinstance(error.__cause__, Problem) else ""
        if not wrong.rule or not refused:
            raise
        _require(refused == wrong.rule, f"{at} breaks {refused}, expected {wrong.rule}")
        return
    _require(not wrong.rule, f"{at} is legal, expected that it breaks {wrong.rule}; write say instead")
    _require(result.outcome == "wrong", f"{at} is {result.outcome}; take it out of wrong or of accept")
    said = wrong.say.en if wrong.say else ""
    _require(result.say["en"] == said, f"{at} has the say of another try; two lead to one position")


@contextmanager
def _playing(at: str) -> Iterator[None]:
    """Let an error name the lesson and the submission."""
    try:
        yield
    except TablierError as error:
        raise GameError(f"{at}: {error.__cause__ or error}") from error


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise GameError(message)
