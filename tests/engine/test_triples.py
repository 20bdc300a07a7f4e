"""Sets as three words in a tuple, beside Python's sets."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np

from tablier.engine import triples

MEMBERS = 192


def triple(members: Iterable[int]) -> tuple[np.uint64, np.uint64, np.uint64]:
    """A set as the kernels know it."""
    whole = sum(1 << i for i in members)
    a, b, c = (np.uint64(whole >> 64 * w & (1 << 64) - 1) for w in range(3))
    return a, b, c


def test_sets() -> None:
    rng = Random(1)
    for _ in range(200):
        one, other = (set(rng.sample(range(MEMBERS), rng.randrange(20))) for _ in "ab")
        a, b = (triple(members) for members in (one, other))

        def members(words: Any) -> set[int]:
            return {i for i in range(MEMBERS) if triples.whole(words) >> i & 1}

        assert members(triples.either(a, b)) == one | other
        assert members(triples.both(a, b)) == one & other
        assert members(triples.without(a, b)) == one - other
        assert (triples.size(a), bool(triples.some(a))) == (len(one), bool(one))
        out = np.zeros(MEMBERS, np.int16)
        assert sorted(one) == [int(member) for member in out[: triples.write(a, 0, out, 0)]]
        if one:
            assert int(triples.first(a)) == min(one)
            assert members(triples.rest(a)) == one - {min(one)}
            assert members(triples.single(max(one))) == {max(one)}
            assert bool(triples.has(a, min(one)))
