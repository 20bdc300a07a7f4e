"""Bit sets of three words, compared with Python's sets."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np

from tablier.core.bitsets import members as bit_members
from tablier.core.bitsets import to_words
from tablier.engine import bitset192

MEMBERS = 192


def triple(members: Iterable[int]) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The words of a set."""
    a, b, c = map(np.uint64, to_words(members, 3))
    return a, b, c


def test_operations_agree_with_python_sets() -> None:
    rng = Random(1)
    for _ in range(200):
        one, other = (set(rng.sample(range(MEMBERS), rng.randrange(20))) for _ in "ab")
        a, b = (triple(members) for members in (one, other))

        def members(words: Any) -> set[int]:
            return {64 * w + i for w, word in enumerate(words) for i in bit_members(int(word))}

        assert members(bitset192.union(a, b)) == one | other
        assert members(bitset192.intersection(a, b)) == one & other
        assert members(bitset192.difference(a, b)) == one - other
        assert (bitset192.size(a), bool(bitset192.nonempty(a))) == (len(one), bool(one))
        out = np.zeros(MEMBERS, np.int16)
        assert sorted(one) == [int(member) for member in out[: bitset192.write(a, 0, out, 0)]]
        if one:
            assert int(bitset192.first(a)) == min(one)
            assert members(bitset192.rest(a)) == one - {min(one)}
            assert members(bitset192.single(max(one))) == {max(one)}
            assert bool(bitset192.has(a, min(one)))
