"""Random numbers: explicit state, the same on every platform.

A generator is a ``uint64`` array of one word: the state of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.kernel import kernel, wrapping_kernel
from tablier.errors import require_seed

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_S27, _S30, _S31, _S32, _S11 = (np.uint64(n) for n in (27, 30, 31, 32, 11))


def generator(seed: int | str, *path: int) -> NDArray[np.uint64]:
    """A generator for ``seed`` and a path of numbers (game, thread, move); different paths are independent streams.

    >>> int(generator(1)[0]) == int(generator(1)[0]) != int(generator(1, 0)[0])
    True

    Raises:
        InvalidOption: ``seed`` is neither an integer nor a text.
    """
    require_seed(seed)
    text = "/".join(str(part) for part in (seed, *path))
    word = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return np.frombuffer(word, dtype="<u8").astype(np.uint64)


@wrapping_kernel
def mix(z: Any) -> Any:
    """Scramble a ``uint64`` so that every input bit changes about half of the output bits."""
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@wrapping_kernel
def next64(rng: Any) -> Any:
    """The next 64 random bits."""
    rng[0] += _GOLDEN
    return mix(rng[0])


@kernel
def below(rng: Any, n: Any) -> Any:
    """A uniform integer in ``[0, n)`` for ``1 <= n < 2**31``, without bias (Lemire, TOMACS 2019)."""
    m = (next64(rng) >> _S32) * np.uint64(n)
    low = m & _LOW
    if low < np.uint64(n):
        threshold = (np.uint64(1 << 32) - np.uint64(n)) % np.uint64(n)
        while low < threshold:
            m = (next64(rng) >> _S32) * np.uint64(n)
            low = m & _LOW
    return np.int64(m >> _S32)


@kernel
def unit(rng: Any) -> Any:
    """A uniform ``float64`` in ``[0, 1)``."""
    return np.float64(next64(rng) >> _S11) * (1.0 / (1 << 53))


@kernel
def weighted(rng: Any, weights: Any, n: Any) -> Any:
    """An index below ``n``, drawn in proportion to integer ``weights``."""
    total = np.int64(0)
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return np.int64(i)
    return np.int64(n - 1)


@kernel
def proportional(rng: Any, weights: Any, n: Any) -> Any:
    """An index below ``n``, drawn in proportion to ``weights``, non-negative real numbers."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    left = total * unit(rng)
    for i in range(n):
        left -= weights[i]
        if left < 0.0:
            return np.int64(i)
    return np.int64(n - 1)
