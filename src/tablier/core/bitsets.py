"""Sets of small integers in plain Python: as one integer of bits, or as the words of a state's field.

Kernels have :mod:`tablier.engine.bits` for the same sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tablier.core.state import Vector

_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


def to_int(words: Any) -> int:
    """A field of unsigned words as one integer of bits."""
    return int.from_bytes(words.tobytes(), "little")


def to_words(members: Iterable[int], words: int) -> list[int]:
    """The set of the given numbers as ``words`` words of 64 bits."""
    bits = sum(1 << i for i in set(members))
    return [bits >> 64 * w & 0xFFFF_FFFF_FFFF_FFFF for w in range(words)]


def members(bits: int) -> Iterator[int]:
    """The members of a set of bits, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def has(words: Vector, i: int) -> bool:
    """Is ``i`` in a field of words of 64 bits?"""
    return bool(words[i >> 6] >> (i & 63) & 1)


def add(words: Vector, i: int) -> None:
    """Put ``i`` into a field of words of 64 bits."""
    words[i >> 6] |= 1 << (i & 63)


def unpack_bits(data: bytes) -> bytes:
    """The bits of each byte, lowest first, as bytes 0 and 1.

    >>> unpack_bits(bytes([5, 128])).hex()
    '01000100000000000000000000000001'
    """
    return f"{int.from_bytes(data, 'little'):0{8 * len(data)}b}"[::-1].encode().translate(_DIGITS)
