"""Sixty-four bytes at once: bits of a word as bytes, and back."""

from __future__ import annotations

import numpy as np
import pytest

from tablier.engine.vectors import pack_word, spread_word


@pytest.mark.parametrize("word", [0, 1, 1 << 63, (1 << 64) - 1, 0x0123456789ABCDEF])
def test_a_word_is_spread_over_bytes_and_packed_again(word: int) -> None:
    words = np.full((3, 10), 0x0707070707070707, np.uint64)
    spread_word(np.uint64(word), words, 1, 1)
    entries = words.view(np.uint8)
    assert entries[1, 8:72].tolist() == [word >> k & 1 for k in range(64)]
    entries[1, 8:72] = 7
    assert (entries == 7).all()


@pytest.mark.parametrize("first", [0, 3, 16])
def test_bytes_that_are_not_zero_are_the_bits_of_a_word(first: int) -> None:
    entries = np.random.default_rng(1).choice(np.array([0, 1, 255], np.uint8), (2, 80))
    word = int(pack_word(entries, 1, first))
    assert [word >> k & 1 for k in range(64)] == (entries[1, first : first + 64] != 0).tolist()
