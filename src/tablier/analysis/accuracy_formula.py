"""The accuracy of a player: 100 for nothing lost, and less the more was lost for every decision of an open game.

The constant of a game is in its ``accuracy.toml``, fitted by ``tools/fit_accuracy.py``; see docs/analysis.md.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from typing import Annotated

import msgspec

from tablier import catalogue
from tablier.catalogue.data import load_if_present

FILE = "accuracy.toml"
STEEPNESS = 20.0
"""The constant of a game without such a file."""


class Fitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``accuracy.toml``: the ``steepness`` of :func:`accuracy`, a positive number."""

    steepness: Annotated[float, msgspec.Meta(gt=0, le=1000)]


@functools.cache
def steepness(game: str) -> float:
    """The constant of a game.

    Raises:
        UnknownGame: there is no such game.
        GameError: its ``accuracy.toml`` is wrong; the message names the field.
    """
    fitted = load_if_present(catalogue.package(game), FILE, Fitted)
    return STEEPNESS if fitted is None else fitted.steepness


def lost_per_open_decision(decisions: Iterable[tuple[float, float]]) -> float:
    """The win share lost, divided by one more than the number of decisions while the game was open.

    A decision counts as ``4p(1 - p)``, where ``p`` is the win share of the seat before it: 1 where the game was even, 0
    where it was decided. One more, so that few decisions do not make an extreme accuracy.

    Args:
        decisions: for each the win share of its seat after the best move, and the share that its own move lost.
    """
    losses, opened = 0.0, 1.0
    for before, lost in decisions:
        losses += lost
        opened += 4 * before * (1 - before)
    return losses / opened


def accuracy(decisions: Iterable[tuple[float, float]], steepness: float) -> float:
    """The accuracy of a player: ``100 * exp(-steepness * lost_per_open_decision(decisions))``, from 0 to 100."""
    return 100 * math.exp(-steepness * lost_per_open_decision(decisions))
