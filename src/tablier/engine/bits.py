"""Sets of small integers as ``uint64`` words: canonical, compact, listed in ascending order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba.core import config, types
from numba.extending import intrinsic

from tablier.core.runtime import SPARE
from tablier.engine.kernel import kernel

i64 = cast("Callable[[Any], int]", np.int64)
"""A signed 64-bit integer; the type checker sees ``int``."""
u64 = cast("Callable[[Any], Any]", np.uint64)
"""An unsigned 64-bit word."""
ONE: Any = np.uint64(1)
ZERO: Any = np.uint64(0)
_SIX = np.int64(6)
_63 = np.int64(63)
_AHEAD = 0 if config.DISABLE_JIT else SPARE
"""Entries of a word that :func:`write` writes before it looks at their number."""


@kernel
def bit(i: Any) -> Any:
    """The word with bit ``i % 64`` set."""
    return ONE << np.uint64(i & _63)


@kernel
def popcount(x: Any) -> Any:
    """Number of set bits. LLVM turns this loop into one instruction."""
    n = np.int64(0)
    while x != ZERO:
        x &= x - ONE
        n += 1
    return n


@intrinsic
def _trailing_zeros(typing: Any, x: Any) -> Any:  # LLVM does not recognise a loop for this one
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), build


def _lowest(x: Any) -> Any:
    """Index of the lowest set bit of a word that is not zero."""
    return _trailing_zeros(x)


def _lowest_interpreted(x: Any) -> Any:
    return np.int64(popcount((x - ONE) & ~x))


lowest = _lowest_interpreted if config.DISABLE_JIT else kernel(_lowest)


@kernel
def write_word(x: Any, first: Any, out: Any, n: Any) -> Any:
    """Append ``first + i`` for every bit ``i`` of a word to the ``n`` used entries of ``out``; the new ``n``."""
    while x != ZERO:
        out[n] = first + lowest(x)
        x &= x - ONE
        n += 1
    return n


@kernel
def has(words: Any, i: Any) -> Any:
    """Is ``i`` in the set?"""
    return words[i >> _SIX] & bit(i) != ZERO


@kernel
def add(words: Any, i: Any) -> None:
    """Put ``i`` into the set."""
    words[i >> _SIX] |= bit(i)


@kernel
def discard(words: Any, i: Any) -> None:
    """Take ``i`` out of the set."""
    words[i >> _SIX] &= ~bit(i)


@kernel
def count(words: Any) -> Any:
    """Size of the set."""
    n = np.int64(0)
    for w in range(len(words)):
        n += popcount(words[w])
    return n


@kernel
def empty(words: Any) -> Any:
    """Is the set empty?"""
    for w in range(len(words)):
        if words[w] != ZERO:
            return False
    return True


@kernel
def write(words: Any, first: Any, out: Any, n: Any) -> Any:
    """Append ``first + i`` for every ``i`` of the set to the ``n`` used entries of ``out``; returns the new ``n``.

    It may overwrite ``SPARE`` entries after the new ``n``: the first entries of a word are written whether or not it
    has so many members, since a processor that predicts their number is often wrong.
    """
    for w in range(len(words)):
        x = words[w]
        base = first + (w << 6)
        here = popcount(x)
        for k in range(_AHEAD):
            out[n + k] = base + lowest(x)
            x &= x - ONE
        for k in range(_AHEAD, here):
            out[n + k] = base + lowest(x)
            x &= x - ONE
        n += here
    return n
