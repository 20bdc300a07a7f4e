"""The weakest level of bots that solves a puzzle."""

from __future__ import annotations

from msgspec.structs import replace

from tablier import bots
from tablier.bots import Bot, MixedSpec, SearchSpec, Spec
from tablier.position import Position
from tablier.puzzles.submissions import played

SEEDS = (1, 2, 3)
"""A level solves a puzzle if its bot plays the solution with each of these seeds."""
ITERATIONS = 10_000
"""Simulations of a level that is limited by time alone."""
_FOREVER = 1e6


def timeless(spec: Spec) -> Spec:
    """The same bot without a limit of time, so that equal seeds give equal moves."""
    if isinstance(spec, SearchSpec):
        return replace(spec, seconds=None, iterations=spec.iterations or ITERATIONS)
    if isinstance(spec, MixedSpec):
        return replace(spec, seconds=_FOREVER, rounds=spec.rounds or 0, screening=spec.screening or 3)
    return spec


def level(position: Position, seat: int, target: Position) -> int:
    """The weakest level whose submission leads to ``target``, a view; the strongest one if no other's does."""
    levels = bots.levels(position.game.name)
    for one in levels[:-1]:
        if all(_answer(bots.bot(timeless(one.bot), seed=seed), position, seat) == target for seed in SEEDS):
            return one.level
    return levels[-1].level


def _answer(bot: Bot, position: Position, seat: int) -> Position:
    """What the seat knows after the bot's submission."""
    begun = after = position.view(seat)
    for move in bot.plays(position, seat):
        after, over = played(begun, after, move)
        if over:
            break
    return after
