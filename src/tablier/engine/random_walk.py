"""Random games in Python, position by position, for checks of a game's kernels.

Lists are read with care, since the kernels may be wrong: what they return is compared with what the protocol wants.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tablier.core.runtime import MAX_CHANCE
from tablier.engine import protocol
from tablier.engine.game_rules import Rules
from tablier.engine.playout import LIMIT
from tablier.engine.protocol import CHANCE, INTERPRETED
from tablier.engine.rng import below, generator
from tablier.errors import GameError

ROOM = 1024
"""Entries of a buffer after its end, so that a kernel that lists too many is found before it overwrites memory."""


class Integers(np.ndarray):
    """An array of integers that refuses other numbers, which NumPy would round down. Only interpreted kernels take it.

    Raises:
        TypeError: another number is assigned.
    """

    def __setitem__(self, key: Any, value: Any) -> None:
        if np.asarray(value).dtype.kind not in "iub":
            raise TypeError(f"a kernel writes {value!r} into an array of integers; write integers")
        super().__setitem__(key, value)


def integers(array: Any) -> Any:
    """An array that refuses numbers that are not integers, where kernels are interpreted."""
    return array.view(Integers) if INTERPRETED else array


def integer(rules: Rules, kernel: str, returned: Any) -> int:
    """What a kernel returned, if it is an integer.

    Raises:
        GameError: it is not; the message names the kernel.
    """
    if not isinstance(returned, int | np.integer | np.bool_):
        raise GameError(f"{rules.name}: {kernel} returned {returned!r}, expected an integer")
    return int(returned)


def movers_of(s: Any) -> list[int]:
    """The seats that may act."""
    mask = int(protocol.movers(s[0]))
    return [seat for seat in range(CHANCE + 1) if mask >> seat & 1]


def legal_of(rules: Rules, s: Any, seat: int) -> list[int]:
    """The legal actions of a seat, or the outcomes of chance.

    Raises:
        GameError: the kernel returned no integer, or too many actions.
    """
    out = np.zeros(rules.action_buffer().size + ROOM, np.int16)
    n = integer(rules, "legal", protocol.legal(s[0], seat, out))
    most, what = (MAX_CHANCE, "outcomes of chance") if seat == CHANCE else (rules.actions, f"actions of seat {seat}")
    if not 0 <= n <= most:
        raise GameError(f"{rules.name}: legal returned {n}, the number of {what}; expected at most {most}")
    listed: list[int] = out[:n].tolist()
    return listed


def weights_of(rules: Rules, s: Any) -> list[int]:
    """The weights of the outcomes at a chance node.

    Raises:
        GameError: there is not a positive weight for each outcome that ``legal`` lists.
    """
    outcomes = len(legal_of(rules, s, CHANCE))
    out = np.zeros(MAX_CHANCE + ROOM, np.int64)
    n = integer(rules, "chance_weights", protocol.chance_weights(s[0], integers(out)))
    if n != outcomes:
        raise GameError(f"{rules.name}: chance_weights returned {n}, expected {outcomes}, as many as legal lists")
    weights: list[int] = out[:n].tolist()
    if not weights or min(weights) <= 0:
        raise GameError(f"{rules.name}: chance_weights wrote {weights}, expected positive integers")
    return weights


def hidden(s: Any, viewer: int) -> Any:
    """A copy reduced to what ``viewer`` may know."""
    seen = s.copy()
    protocol.hide(seen[0], viewer)
    return seen


@contextmanager
def at_ply(ply: int) -> Iterator[None]:
    """Add the number of the ply to errors of checks.

    Raises:
        GameError: there was such an error.
    """
    try:
        yield
    except GameError as error:
        raise GameError(f"{error} (at ply {ply} of a random game)") from error


def walk(
    rules: Rules, seats: int, options: list[int], seed: int, games: int, limit: int = LIMIT
) -> Iterator[tuple[Any, Any]]:
    """Every position of some random games, as one-record arrays, each with the game's generator.

    A game is truncated after ``limit`` plies.
    """
    for number in range(games):
        rng = generator(seed, number)
        for s in walk_game(rules, seats, options, rng, limit):
            yield s, rng


def walk_game(rules: Rules, seats: int, options: list[int], rng: Any, limit: int = LIMIT) -> Iterator[Any]:
    """Every position of a random game that is truncated after ``limit`` plies; all are the same array."""
    s = rules.zeros()
    protocol.setup(s[0], seats, np.array(options, np.int64))
    for ply in range(limit):
        yield s
        who = movers_of(s)
        if not who:
            break
        with at_ply(ply):
            action = _random_action(rules, s, who[0], rng)
        protocol.apply(s[0], who[0], action)


def _random_action(rules: Rules, s: Any, seat: int, rng: Any) -> int:
    listed = legal_of(rules, s, seat)
    if seat != CHANCE:
        return listed[int(below(rng, len(listed)))]
    total = np.cumsum(weights_of(rules, s))
    return listed[int(np.searchsorted(total, below(rng, total[-1]), side="right"))]
