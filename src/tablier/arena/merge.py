"""Merge the files of one match, played in several places."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from tablier.arena.files import different, read
from tablier.arena.match import Match, Played
from tablier.errors import RecordError


def merge(files: Sequence[Path]) -> list[tuple[Match, list[Played]]]:
    """The games of several files, by the seed of their matches; a game that two files hold counts once.

    Raises:
        RecordError: a file is not that of a match, or matches differ in more than their seeds.
    """
    merged: dict[int, tuple[Match, dict[int, Played]]] = {}
    first: Match | None = None
    for file in files:
        for match, games in read(file):
            first = first or match
            if changed := different(first, replace(match, seed=first.seed)):
                raise RecordError(f"{file} holds another match than {files[0]} ({'; '.join(changed)})")
            known = merged.setdefault(match.seed, (match, {}))[1]
            for game in games:
                known.setdefault(game.number, game)
    return [(match, sorted(games.values(), key=lambda game: game.number)) for match, games in merged.values()]


def together(merged: Sequence[tuple[Match, list[Played]]]) -> list[Played]:
    """All games, numbered so that those of one seed stay in their groups and no two seeds share one."""
    games: list[Played] = []
    for match, played in merged:
        begin = (max(game.number for game in games) // len(match.bots) + 1) * len(match.bots) if games else 0
        games += [replace(game, number=begin + game.number) for game in played]
    return games
