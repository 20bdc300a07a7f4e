"""Checks of the arguments with which a game begins: a kernel trusts them, and reads memory that they point at."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.catalogue.info import GameInfo
from tablier.core.seats import SPECTATOR
from tablier.engine.game_rules import Rules
from tablier.engine.registration import info_of
from tablier.errors import InvalidOption


def require_setup(rules: Rules, seats: object, options: Any) -> NDArray[np.int64]:
    """The options as ``setup`` of the protocol takes them, if they and the number of seats are the game's.

    A game without a ``game.toml``, such as those of tests, answers for its own options.

    Raises:
        InvalidOption: they are not; the message names the argument, what is allowed and what was given.
    """
    info = info_of(rules.module)
    allowed = info.seats if info else range(1, SPECTATOR + 1)
    if not isinstance(seats, Integral) or seats not in allowed:
        raise InvalidOption(f"{rules.name}: seats must be one of {', '.join(map(str, allowed))}, got {seats!r}")
    indices = np.asarray(options)
    if indices.ndim != 1 or (indices.size and indices.dtype.kind not in "iu"):
        raise InvalidOption(f"{rules.name}: options must be an array of integers, got {options!r}")
    if info:
        _require_indices(info, indices)
    return indices.astype(np.int64)


def _require_indices(info: GameInfo, indices: NDArray[Any]) -> None:
    if len(indices) != len(info.options):
        known = ", ".join(info.options) or "none"
        raise InvalidOption(
            f"{info.name}: options must have an index for each option ({known}), got {indices.tolist()}; "
            "make them with game.info.indices(game.info.choose({...}))"
        )
    for (name, option), index in zip(info.options.items(), indices.tolist(), strict=True):
        if index not in range(len(option.values)):
            values = ", ".join(f"{number} for {value!r}" for number, value in enumerate(option.values))
            raise InvalidOption(f"{info.name}: the index of option {name!r} must be one of {values}, got {index}")
