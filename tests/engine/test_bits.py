"""Bit sets behave like sets of integers."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tablier.core.runtime import SPARE
from tablier.engine import bits

members = st.sets(st.integers(0, 191))


def words(of: set[int]) -> np.ndarray:
    out = np.zeros(3, np.uint64)
    for i in of:
        bits.add(out, i)
    return out


@given(members)
def test_count_empty_and_membership_agree_with_a_set(of: set[int]) -> None:
    w = words(of)
    assert bits.count(w) == len(of)
    assert bits.empty(w) == (not of)
    assert {i for i in range(192) if bits.has(w, i)} == of


@given(members, st.integers(0, 191))
def test_discard_removes_one_member(of: set[int], one: int) -> None:
    w = words(of)
    bits.discard(w, one)
    assert np.array_equal(w, words(of - {one}))


@given(members, st.integers(0, 500), st.integers(0, 5))
def test_write_appends_members_in_ascending_order(of: set[int], first: int, used: int) -> None:
    out = np.full(200 + SPARE, -1, np.int16)
    n = bits.write(words(of), first, out, used)
    assert n == used + len(of)
    assert out[used:n].tolist() == [first + i for i in sorted(of)]
    assert (out[:used] == -1).all()


@given(st.integers(1, 2**64 - 1))
def test_lowest_and_popcount_agree_with_python(x: int) -> None:
    word = np.uint64(x)
    assert bits.lowest(word) == (x & -x).bit_length() - 1
    assert bits.popcount(word) == x.bit_count()
