"""``lessons.toml`` of a game: positions to be played by hand, which teach the game in about five minutes.

A lesson has one step for each submission of the learner. Submissions are compared by the positions to which they lead,
so the order and the spelling of plies do not matter.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from tablier import catalogue
from tablier.catalogue import data
from tablier.catalogue.data import require, require_distinct

FILE = "lessons.toml"
ANYTHING = " *"
"""Ends a right submission that may contain further plies. It is a word: plies themselves may end with a star."""

Id = Annotated[str, msgspec.Meta(pattern="^[a-z]+(-[a-z]+)*$", max_length=30)]
Title = Annotated[str, msgspec.Meta(min_length=3, max_length=40)]
Sentences = Annotated[str, msgspec.Meta(min_length=10, max_length=240)]
Plies = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
RuleId = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]+-\d+\.\d+$")]


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of the structures: an unknown field is an error."""


class Titles(Base, frozen=True):
    """A title in every language."""

    en: Title
    fr: Title


class Texts(Base, frozen=True):
    """One or two sentences in every language."""

    en: Sentences
    fr: Sentences


class Wrong(Base, frozen=True):
    """A wrong try: the rules refuse it (``rule``), or ``say`` explains it after the ``reply`` that punishes it."""

    plies: Plies
    rule: RuleId = ""
    reply: str = ""
    say: Texts | None = None

    def __post_init__(self) -> None:
        require(bool(self.rule) is (self.say is None), "say", "a wrong try needs either rule or say")
        require(not (self.rule and self.reply), "reply", "a refused try has no reply")


class Step(Base, frozen=True):
    """One submission of the learner."""

    accept: Annotated[tuple[Plies, ...], msgspec.Meta(min_length=1)]
    """The right submissions; the first is shown on request. ``c1 *`` accepts all that begin with ``c1``."""
    say: Texts
    """Said after a right submission and the reply; in the last step it closes the lesson."""
    hint: Texts
    """Said after a legal submission that is neither right nor listed, and after the first legal reply of ``punish``."""
    as_good: bool = False
    """Accept every submission after which the learner has at least as many points as after the first one."""
    reply: str = ""
    """What the other seats and chance play after a right submission, in order."""
    punish: tuple[Plies, ...] = ()
    wrong: tuple[Wrong, ...] = ()

    def __post_init__(self) -> None:
        require(not self.accept[0].endswith(ANYTHING), "accept[0]", "the first submission is shown: write it out")
        require(not (self.as_good and self.reply), "reply", "a step with as_good has no reply: it might not be legal")


class Lesson(Base, frozen=True):
    """A lesson: a position, the learner's seat, a goal, and the steps that reach it."""

    id: Id
    title: Titles
    goal: Texts
    setup: str
    """A diagram as ``Game.setup`` reads it; ``new; moves: ...`` is a short record."""
    rules: Annotated[tuple[RuleId, ...], msgspec.Meta(min_length=1)]
    """The rules that it teaches."""
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=12)]
    seat: int = 0


class Course(Base, frozen=True):
    """The lessons of a game, in order."""

    lessons: Annotated[tuple[Lesson, ...], msgspec.Meta(min_length=1, max_length=8)]

    def __post_init__(self) -> None:
        require_distinct([lesson.id for lesson in self.lessons], "lessons", "lessons")


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game; empty if it has no ``lessons.toml``.

    Raises:
        UnknownGame: there is no such game.
        GameError: the file is malformed; the message names file and field.
    """
    found = data.load_if_present(catalogue.package(game), FILE, Course)
    return found.lessons if found else ()
