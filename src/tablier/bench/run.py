"""One run: everything that can be measured here, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tablier.api import game
from tablier.bench import engine, environments, meter, neighbours, yardstick
from tablier.bench.meter import Meter, Report
from tablier.errors import MissingPackage
from tablier.games import catalogue
from tablier.position import Game


def run(names: Sequence[str], seconds: float, folder: Path) -> Iterator[tuple[str, Report]]:
    """Measure games, by default all, and their neighbours; yields what is being done and the report so far.

    Args:
        names: of games; none means all.
        seconds: that each meter works in all.
        folder: for the compiled C programs; an empty one.

    Raises:
        UnknownGame: there is no game of that name.
        GameError: a C program does not play the same games as the kernel.
    """
    here = meter.machine()
    meters: list[Meter] = []
    notes: list[str] = []
    games = [game(name) for name in names or catalogue.names()]
    for one in games:
        yield f"compiling {one.name}", Report(here, [], notes)
        for seats in one.info.seats:
            meters += engine.meters(one, seats)
            try:
                meters += environments.meters(one, seats)
            except MissingPackage as error:
                notes.append(str(error))
        if yardstick.source(one.name).is_file():
            try:
                meters += _in_c(one, folder)
            except MissingPackage as error:
                notes.append(str(error))
    peers = [neighbours.meters]
    if any(one.name == neighbours.OF_THE_SAME_FAMILY for one in games):
        peers.append(neighbours.catan)
    for load in peers:
        try:
            meters += load()
        except MissingPackage as error:
            notes.append(str(error))
    others, missing = environments.neighbours()
    meters += others
    notes = list(dict.fromkeys([*notes, *missing]))
    turns = meter.ROUNDS * len(meters)
    for turn, results in enumerate(meter.read_all(meters, seconds), 1):
        yield f"measuring {turn}/{turns}", Report(here, results, notes)


def _in_c(one: Game, folder: Path) -> Iterator[Meter]:
    """The meters of a game's C program, once it has been seen to play the same games."""
    program = yardstick.build(one, folder)
    for seats in one.info.seats:
        same = yardstick.Yardstick(one, program, seats)
        same.check()
        yield same.meter()
