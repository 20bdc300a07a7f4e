"""Compile everything a game needs, in steps that a progress bar can show."""

from __future__ import annotations

from tablier import bots
from tablier.api import game
from tablier.engine.warm import Step, engine_steps


def steps(name: str) -> list[Step]:
    """Label and action for each thing to compile for a game. Kernels do not depend on options or seats.

    Raises:
        UnknownGame: there is no game of that name.
    """
    one = game(name)
    seats = one.info.seats[0]
    kernels = engine_steps(one.rules, seats, one.info.indices(one.info.choose({})))
    return [*kernels, ("bots", lambda: bots.warm(name))]
