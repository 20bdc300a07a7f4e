"""Sets of integers below 192 as tuples of three words: a tuple stays in registers, an array would be allocated."""

from __future__ import annotations

from typing import Any

from tablier.engine.bits import ONE, ZERO, bit, lowest, popcount, write_word
from tablier.engine.kernel import kernel

EMPTY = (ZERO, ZERO, ZERO)


@kernel
def words(array: Any) -> Any:
    """The set in an array of three words."""
    return array[0], array[1], array[2]


@kernel
def single(i: Any) -> Any:
    """The set of one member."""
    here = bit(i)
    return here if i < 64 else ZERO, here if 64 <= i < 128 else ZERO, here if i >= 128 else ZERO


@kernel
def has(a: Any, i: Any) -> Any:
    """Is ``i`` in the set?"""
    return a[i >> 6] & bit(i) != ZERO


@kernel
def union(a: Any, b: Any) -> Any:
    """The union."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2]


@kernel
def intersection(a: Any, b: Any) -> Any:
    """The intersection."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2]


@kernel
def difference(a: Any, b: Any) -> Any:
    """The members of ``a`` that are not in ``b``."""
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]


@kernel
def nonempty(a: Any) -> Any:
    """Has the set a member?"""
    return a[0] | a[1] | a[2] != ZERO


@kernel
def size(a: Any) -> Any:
    """The number of members."""
    return popcount(a[0]) + popcount(a[1]) + popcount(a[2])


@kernel
def first(a: Any) -> Any:
    """The lowest member of a set that is not empty."""
    if a[0] != ZERO:
        return lowest(a[0])
    return 64 + lowest(a[1]) if a[1] != ZERO else 128 + lowest(a[2])


@kernel
def rest(a: Any) -> Any:
    """The set without its lowest member."""
    if a[0] != ZERO:
        return a[0] & (a[0] - ONE), a[1], a[2]
    if a[1] != ZERO:
        return a[0], a[1] & (a[1] - ONE), a[2]
    return a[0], a[1], a[2] & (a[2] - ONE)


@kernel
def write(a: Any, start: Any, out: Any, n: Any) -> Any:
    """Append ``start + i`` for every member ``i``, ascending."""
    n = write_word(a[0], start, out, n)
    n = write_word(a[1], start + 64, out, n)
    return write_word(a[2], start + 128, out, n)
