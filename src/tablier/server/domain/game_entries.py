"""Games as the first page lists them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablier.catalogue.info import ClockInfo, OptionInfo, Texts
from tablier.catalogue.lessons import Texts as Sentences
from tablier.catalogue.lessons import Titles
from tablier.server.domain.games import Games, Level


class LevelInfo(msgspec.Struct):
    """A bot's strength."""

    level: int
    label: Texts


class LessonEntry(msgspec.Struct):
    """A lesson without its solution; ``rules`` are the ids of what it teaches."""

    id: str
    title: Titles
    goal: Sentences
    rules: list[str]


class GameEntry(msgspec.Struct):
    """A game of the catalogue, with the number of its ``puzzles``; ``progress`` of compiling goes from 0 to 1.

    Keys of its texts begin with ``prefix``.
    """

    name: str
    prefix: str
    title: Texts
    credits: Texts
    blurb: Texts
    seats: list[int]
    minutes: int
    weight: float
    options: dict[str, OptionInfo]
    clocks: dict[str, ClockInfo]
    levels: list[LevelInfo]
    lessons: list[LessonEntry]
    puzzles: int
    ready: bool
    progress: float


def game_entry(
    games: Games, name: str, levels: Iterable[Level], *, ready: bool = True, progress: float = 1.0
) -> GameEntry:
    """The entry of a game, with the levels of its bots.

    Raises:
        Problem: the game is unknown.
    """
    info = games.info(name)
    return GameEntry(
        name=name,
        prefix=info.rule_prefix.lower(),
        title=info.title,
        credits=info.credits,
        blurb=info.blurb,
        seats=list(info.seats),
        minutes=info.minutes,
        weight=info.weight,
        options=info.options,
        clocks=info.clocks,
        levels=[LevelInfo(level.level, level.label) for level in levels],
        lessons=[LessonEntry(one.id, one.title, one.goal, list(one.rules)) for one in games.lessons(name)],
        puzzles=len(games.puzzles(name)),
        ready=ready,
        progress=progress,
    )
