"""Games as the first page lists them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tablier.catalogue.info import ClockInfo
from tablier.server.domain.games import Games, Level


class LevelInfo(msgspec.Struct):
    """A bot's strength."""

    level: int
    label: dict[str, str]


class LessonEntry(msgspec.Struct):
    """A lesson without its solution; ``rules`` are the ids of what it teaches."""

    id: str
    title: dict[str, str]
    goal: dict[str, str]
    rules: list[str]


class GameEntry(msgspec.Struct):
    """A game of the catalogue, with the number of its ``puzzles``; ``progress`` of compiling goes from 0 to 1.

    Keys of its texts begin with ``prefix``.
    """

    name: str
    prefix: str
    title: dict[str, str]
    credits: dict[str, str]
    blurb: dict[str, str]
    seats: list[int]
    minutes: int
    weight: float
    options: dict[str, Any]
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
        options={key: msgspec.structs.asdict(option) for key, option in info.options.items()},
        clocks=info.clocks,
        levels=[LevelInfo(level.level, level.label) for level in levels],
        lessons=[
            LessonEntry(one.id, msgspec.structs.asdict(one.title), msgspec.structs.asdict(one.goal), list(one.rules))
            for one in games.lessons(name)
        ],
        puzzles=len(games.puzzles(name)),
        ready=ready,
        progress=progress,
    )
