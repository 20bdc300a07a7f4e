"""A game as compiled kernels: what it registers, and what generic code finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.core.runtime import MAX_CHANCE, list_length
from tablier.core.state import StateRecord
from tablier.engine.net import NetShape

Kernel = Callable[..., Any]

DEFAULTS: dict[str, Kernel] = {}
"""The kernels of the protocol functions that a game may leave out; the protocol fills it."""


@dataclass(frozen=True, kw_only=True)
class Kernels:
    """The compiled functions of a game; each is documented by the protocol function of its name.

    ``features`` comes with ``features_shape``: the parts of the game's own observation and the shape of each.
    ``net_inputs`` comes with ``net_shape``; see :mod:`tablier.engine.net`.
    ``queries`` are the kernels behind the game's :func:`tablier.core.runtime.query` declarations, by name.
    """

    setup: Kernel
    seats: Kernel
    movers: Kernel
    legal: Kernel
    apply: Kernel
    scores: Kernel
    ranks: Kernel
    end_reason: Kernel
    chance_weights: Kernel | None = None
    hide: Kernel | None = None
    determinize: Kernel | None = None
    evaluate: Kernel | None = None
    rollout_policy: Kernel | None = None
    priors: Kernel | None = None
    features: Kernel | None = None
    features_shape: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    net_inputs: Kernel | None = None
    net_shape: NetShape | None = None
    bounds: Kernel | None = None
    effort: Kernel | None = None
    key: Kernel | None = None
    queries: Mapping[str, Kernel] = field(default_factory=dict)


@dataclass(frozen=True)
class Rules:
    """A registered game: its state class, the largest number of action ids, and its kernels.

    ``module`` holds the game's definition as ``GAME``.
    """

    name: str
    state: type[StateRecord]
    dtype: np.dtype[Any]
    actions: int
    module: str
    kernels: Kernels = field(repr=False)

    def has(self, kernel: str) -> bool:
        """Does the game define this optional kernel itself?"""
        return own_kernel(self.kernels, kernel) is not None

    def kernel(self, name: str) -> Kernel:
        """The game's kernel for a protocol function, or the default."""
        return own_kernel(self.kernels, name) or DEFAULTS[name]

    def zeros(self, n: int = 1) -> Any:
        """An array of ``n`` blank records."""
        return np.zeros(n, dtype=self.dtype)

    def action_buffer(self, *rows: int) -> NDArray[np.int16]:
        """Memory for what :func:`legal` writes: the actions of a seat or the outcomes of chance; optionally rows."""
        return np.zeros((*rows, list_length(self.actions)), np.int16)

    def weight_buffer(self, *rows: int) -> NDArray[np.int64]:
        """Memory for what :func:`chance_weights` writes; optionally rows."""
        return np.zeros((*rows, MAX_CHANCE), np.int64)


@dataclass(frozen=True)
class TurnRules:
    """Rules in which an action is a whole turn, for solvers.

    ``records`` makes their records of a state: one between turns, none within a turn, several where the mover may
    choose one. With each comes whether its seats are exchanged. ``None``: these rules do not know such states.
    ``names`` gives the text of each action on a state's board: its plies without spaces, the order of which does not
    matter, sorted; empty if the board has no such action.
    """

    rules: Rules
    records: Callable[[Any], Sequence[tuple[StateRecord, bool]] | None]
    names: Callable[[Any], Sequence[str]]


def own_kernel(kernels: Kernels, name: str) -> Kernel | None:
    """The kernel that a game gives itself; ``None`` if it leaves it to the default."""
    found: Kernel | None = vars(kernels)[name]
    return found
