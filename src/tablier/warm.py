"""Compile kernels ahead of their first use, in steps for a progress bar."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace
from numba.core import config

from tablier import bots, catalogue, definition
from tablier.analysis.analyst import review
from tablier.api import Game, game
from tablier.engine import cache
from tablier.engine.compile_errors import naming_kernels
from tablier.engine.compile_steps import Step, engine_steps
from tablier.engine.protocol import CHANCE
from tablier.record import Record
from tablier.scene import validate_assets

NICE = 5
"""The niceness of a process that compiles beside a server."""
PLIES = 60
"""The number of plies that are played through the scene."""
REVIEWED = 10
"""The number of plies that are reviewed."""


def steps(name: str) -> list[Step]:
    """Label and action of each step for a game's table and bots. Compiled kernels do not depend on options or seats.

    Raises:
        UnknownGame: there is no game of that name.
        GameError: a text, rulebook or picture of its table is missing or malformed.
    """
    if catalogue.has_scene(name):
        validate_assets.check(name)
    one = game(name)
    rules = _engine_steps(one)["rules"]
    levels = [(f"level {info.level}", partial(_bot, one, info.bot)) for info in bots.levels(name)]
    table: list[Step] = [("table", partial(_table, one))] if catalogue.has_scene(name) else []
    analysis, mark = partial(_review, one), partial(_set_mark, name)
    return _named(name, [("rules", rules), *table, *levels, ("analysis", analysis), ("mark", mark)])


def further_steps(name: str) -> list[Step]:
    """Label and action of each step for what a table does not need: playouts and batches.

    Raises:
        UnknownGame: there is no game of that name.
    """
    return _named(name, [step for step in _engine_steps(game(name)).items() if step[0] != "rules"])


def _named(name: str, all_steps: list[Step]) -> list[Step]:
    """The same steps; where a kernel cannot be compiled, they name it."""
    return [(label, naming_kernels(name)(step)) for label, step in all_steps]


def _engine_steps(one: Game) -> dict[str, Callable[[], Any]]:
    return dict(engine_steps(one.rules, one.info.seats[0], one.info.indices(one.info.choose({}))))


def is_warm(name: str) -> bool:
    """Whether all that :func:`steps` compiles is in the cache.

    Raises:
        UnknownGame: there is no game of that name.
    """
    return _mark(name).exists()


def _mark(name: str) -> Path:
    """The file in the cache which says that all kernels of a game are there."""
    source = inspect.getfile(definition.load(name).state)
    return cache.folder(source) / f"warm-{cache.program_hash(source)}"


def _set_mark(name: str) -> None:
    if not config.DISABLE_JIT:
        with suppress(OSError):  # a read-only home: the game is compiled at every start
            _mark(name).touch()


def main(name: str) -> None:
    """Compile a game with low priority; print after each step how many are done, and their number.

    The game's own output goes to standard error.
    """
    if sys.platform != "win32":
        os.nice(NICE)
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1) as progress:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # kernels and C code print past sys.stdout
        all_steps = steps(name)
        for done, (_label, step) in enumerate(all_steps, 1):
            step()
            progress.write(f"{done} {len(all_steps)}\n")


def _table(one: Game) -> None:
    """Play the first turns through views, prompts, narration and refusals, as a table does."""
    position, random = one.new(), Random(0)
    for _ in range(PLIES):
        if not position.movers:
            return
        seat, before = random.choice(position.movers), position.copy()
        position.push(random.choice(position.moves(seat)))
        if seat == CHANCE:
            continue
        before.why(0, seat)
        one.scene.prompts(before.view(seat), seat)
        one.scene.view(before.view(seat), seat)
        action = [position.history[-1].action]
        events = position.events(seat)
        one.scene.narrate(before.view(seat), seat, action, position.view(seat), seat, events)


def _bot(one: Game, spec: bots.Spec) -> None:
    """Play the first turn of a bot with the smallest budget."""
    brief = spec
    if isinstance(spec, bots.SearchSpec):
        brief = replace(spec, iterations=1)
    elif isinstance(spec, bots.MixedSpec):
        brief = replace(spec, iterations=1, rounds=1, proposals=1, candidates=1, screening=1)
    position = one.new()
    while CHANCE in position.movers:
        position.push(position.moves(CHANCE)[0])
    bots.bot(brief).plays(position, position.movers[0])


def _review(one: Game) -> None:
    """Review the first plies of a random game with the smallest budget."""
    position, random = one.new(), Random(0)
    for _ in range(REVIEWED):
        if not position.movers:
            break
        seat = random.choice(position.movers)
        position.push(random.choice(position.moves(seat)))
    review(Record.of(position), iterations=2)


if __name__ == "__main__":
    main(sys.argv[1])
