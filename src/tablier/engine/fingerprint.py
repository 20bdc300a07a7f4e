"""Hashes of states, for tables of positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE
from tablier.engine.kernel import wrapping_kernel
from tablier.engine.rng import mix

_SEAT = np.uint64(0x9E3779B97F4A7C15)
_WORD = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)


@wrapping_kernel
def fingerprint(words: Any, seat: Any) -> Any:
    """Hash of a record, given as ``uint64`` words, and its viewer.

    The seat is multiplied, not added: an addition could cancel against the first field.
    """
    h = (np.uint64(seat) + ONE) * _SEAT
    for w in range(len(words)):
        h = (h ^ words[w]) * _WORD
        h ^= h >> _HALF
    return mix(h)
