"""Observations for learning: what a seat may know as an array of numbers, for one game or a batch.

Unless a game defines ``features``, an observation is the bits of the record after ``hide``, then a one-hot of the
observing seat. This is lossless and needs no bounds, which a record type does not have: a set of cells becomes one 0 or
1 for each cell, a number its binary digits, lowest first. Most words of a record stay the same in a ply, so a batch
remembers what each game's observation shows and writes only the entries of other words. As these are seldom in the
cache, it first finds them for a few games and fetches their places together.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.core.state import WORD
from tablier.core.symmetry import OBSERVERS
from tablier.engine.borrow import at, borrow
from tablier.engine.game_rules import Rules
from tablier.engine.kernel import kernel
from tablier.engine.protocol import features, hide
from tablier.engine.vectors import DIGITS, prefetch, spread_word

BYTE, EIGHT = np.uint64(0xFF), np.uint64(8)
BLOCK = 32
"""Games whose changed words are fetched together."""
INDEX = 20
"""Bits for the number of a word in a list."""
HUGE_PAGE = 1 << 21
NO_WORDS, NO_FEATURES = np.empty((0, 1), np.uint64), np.empty((0, 1), np.float32)
"""Arrays without rows."""


@dataclass(frozen=True)
class Part:
    """A range of an observation: entries ``first`` to ``first + size - 1``.

    ``kind`` is ``set`` (one entry for each member of bit sets), ``number`` (binary digits, lowest first, negative ones
    in two's complement), ``seat`` (one-hot of the observing seat), or ``own`` (the game's own ``features``). ``shape``
    is that of the field in the record, before its words are split into bits.
    """

    name: str
    kind: Literal["set", "number", "seat", "own"]
    shape: tuple[int, ...]
    first: int
    size: int


class Observer:
    """Writes observations of a game.

    Attributes:
        parts: what the entries mean, in order.
        width: the number of entries.
        dtype: ``uint8`` with entries 0 and 1; ``float32`` where the game has its own ``features``.
    """

    def __init__(self, rules: Rules, size: int = 1) -> None:
        """An observer of up to ``size`` games at a time."""
        self._own = rules.has("features")
        self.parts = _own_parts(rules) if self._own else _record_parts(rules.dtype)
        self.width = self.parts[-1].first + self.parts[-1].size
        self.dtype = np.dtype(np.float32 if self._own else np.uint8)
        self._size = size
        self._views = rules.zeros(size)
        self._words = words_of(self._views)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._words = words_of(self._views)  # a copied view has memory of its own

    def blank(self) -> Any:
        """An uninitialised array for the observations of all games: ``[size, width]``."""
        return np.empty((self._size, self.width), self.dtype)

    def page(self) -> Any:
        """A zeroed array of the same shape, aligned to a huge page (2 MiB), which NumPy requests for large arrays."""
        size = self._size * self.width * self.dtype.itemsize
        memory = np.zeros(size + 2 * HUGE_PAGE, np.uint8)
        first = -memory.ctypes.data % HUGE_PAGE
        return memory[first : first + size].view(self.dtype).reshape(self._size, self.width)

    def write(self, states: Any, seat: Any, out: Any, first: int = 0, last: int | None = None) -> None:
        """Write what ``seat[i]`` may know of ``states[i]`` into ``out[i]``, for ``first <= i < last``.

        Threads may write disjoint ranges at the same time.
        """
        # Not by _own_and_bits, which takes as long as the kernel for one game.
        own, bits = (out, NO_WORDS) if self._own else (NO_FEATURES, out.view(np.uint64))
        last = len(states) if last is None else last
        write_slice(states, seat, self._views, self._words, own, bits, first, last)


def _record_parts(dtype: np.dtype[Any]) -> tuple[Part, ...]:
    parts = []
    end = 0
    for name in dtype.names or ():
        field = dtype[name]
        if name != "spare" and field.itemsize:
            kind: Literal["set", "number"] = "set" if field.base.kind == "u" and field.base.itemsize > 1 else "number"
            parts.append(Part(name, kind, field.shape, end, 8 * field.itemsize))
            end += 8 * field.itemsize
    return (*parts, Part("seat", "seat", (), end, OBSERVERS))


def _own_parts(rules: Rules) -> tuple[Part, ...]:
    parts = []
    end = 0
    for name, shape in rules.kernels.features_shape.items():
        parts.append(Part(name, "own", shape, end, prod(shape)))
        end += prod(shape)
    return tuple(parts)


class Pages(NamedTuple):
    """What :func:`update_slice` works with, a row for each game.

    Attributes:
        secret: does a seat know less than the whole record?
        views: the records themselves, else working memory for what a seat may know.
        words: the words of ``views``.
        shown: the words that ``bits`` shows.
        changed: working memory for lists of words: game and number of the word.
        own: observations of games with their own features.
        bits: those of other games, eight entries to a word.

    Of ``own`` and ``bits`` one has no rows; neither has any if nothing is observed. In the pages of several
    seats ``shown``, ``own`` and ``bits`` have one axis more, the first.
    """

    secret: bool
    views: Any
    words: NDArray[np.uint64]
    shown: NDArray[np.uint64]
    changed: NDArray[np.int64]
    own: NDArray[np.float32]
    bits: NDArray[np.uint64]


def make_pages(rules: Rules, states: Any, out: Any = None) -> Pages:
    """Return pages that write the observations of a batch into ``out``, which must be zeroed; ``None`` writes none.

    ``out`` has the shape ``[games, width]``, or ``[seats, games, width]`` for the pages of several seats.
    """
    secret = rules.has("hide")
    views = rules.zeros(0 if out is None else len(states)) if secret else states
    own, bits = NO_FEATURES, NO_WORDS
    if out is not None:
        own, bits = _own_and_bits(out)
    shown = np.zeros((*bits.shape[:-1], -(-bits.shape[-1] // WORD)), np.uint64)
    return Pages(secret, views, words_of(views), shown, np.empty(shown.size, np.int64), own, bits)


def _own_and_bits(out: Any) -> tuple[Any, Any]:
    """Observations as a game's own features and as words of bits; one of the two arrays has no rows."""
    none = (*out.shape[:-2], 0, 1)
    if out.dtype == np.float32:
        return out, np.empty(none, np.uint64)
    return np.empty(none, np.float32), out.view(np.uint64)


@kernel
def borrow_pages(pages: Any) -> Any:
    """The same pages without reference counts (:mod:`tablier.engine.borrow`)."""
    views, words, shown = borrow(pages.views), borrow(pages.words), borrow(pages.shown)
    return Pages(pages.secret, views, words, shown, borrow(pages.changed), borrow(pages.own), borrow(pages.bits))


@kernel
def pages_of(pages: Any, seat: Any) -> Any:
    """The pages of one of several seats."""
    shown, own, bits = pages.shown[seat], pages.own[seat], pages.bits[seat]
    return Pages(pages.secret, pages.views, pages.words, shown, pages.changed, own, bits)


def words_of(records: Any) -> Any:
    """The words of an array of records: ``uint64 [records, words]``, a view."""
    return records.view(np.uint64).reshape(len(records), records.itemsize // WORD)


class Output(NamedTuple):
    """What whole observations are written with: a row of ``views`` for each thread, the rest as in :class:`Pages`."""

    views: Any
    words: NDArray[np.uint64]
    own: NDArray[np.float32]
    bits: NDArray[np.uint64]


def make_output(rules: Rules, threads: int, out: Any) -> Output:
    """Return what writes whole observations into ``out``, which is as in :func:`make_pages` but need not be zeroed."""
    views = rules.zeros(threads)
    return Output(views, words_of(views), *_own_and_bits(out))


@kernel
def output_at(output: Any, address: Any) -> Any:
    """The same output without reference counts, into an array of the same shape at ``address``."""
    views, words = borrow(output.views), borrow(output.words)
    return Output(views, words, at(output.own, address), at(output.bits, address))


@kernel
def output_of(output: Any, seat: Any) -> Any:
    """The output of one of several seats."""
    return Output(output.views, output.words, output.own[seat], output.bits[seat])


@kernel
def write_finals(games: Any, seat: Any, output: Any, me: Any, first: Any, last: Any) -> None:
    """Write what ``seat[i]`` may know of the last record of each finished game of a part, in thread ``me``."""
    final, views, words, own, bits = games.final, output.views, output.words, output.own, output.bits
    for i in range(first, last):
        if games.done[i] or games.cut[i]:
            write_row(final, seat, views, words, me, own, bits, i)


@kernel
def write_games(states: Any, seat: Any, output: Any, me: Any, first: Any, last: Any) -> None:
    """Write what ``seat[i]`` may know of each game of a part, in thread ``me``."""
    views, words, own, bits = output.views, output.words, output.own, output.bits
    for i in range(first, last):
        write_row(states, seat, views, words, me, own, bits, i)


@kernel
def view_row(states: Any, seat: Any, secret: Any, views: Any, first: Any, i: Any) -> Any:
    """The row of ``views`` with what ``seat[i]`` may know of game ``i``; row ``first`` is free for it."""
    if secret:
        write_view(states, seat, views, first, i)
        return first
    return i


@kernel
def write_view(states: Any, seat: Any, views: Any, row: Any, i: Any) -> None:
    """Write what ``seat[i]`` may know of game ``i`` into a row of ``views``."""
    views[row] = states[i]
    hide(views[row], seat[i])


@kernel
def write_slice(states: Any, seat: Any, views: Any, words: Any, own: Any, bits: Any, first: Any, last: Any) -> None:
    """Write the observations of the games ``first <= i < last``."""
    states, seat, views, words = borrow(states), borrow(seat), borrow(views), borrow(words)
    own, bits = borrow(own), borrow(bits)
    for i in range(first, last):
        write_row(states, seat, views, words, first, own, bits, i)


@kernel
def write_row(states: Any, seat: Any, views: Any, words: Any, row: Any, own: Any, bits: Any, i: Any) -> None:
    """Write the observation of game ``i``; ``row`` of ``views`` is free for it."""
    write_view(states, seat, views, row, i)
    if len(own) > 0:
        features(views[row], seat[i], own[i])
    else:
        write_bits(words, row, seat[i], bits, i)


@kernel
def write_bits(words: Any, row: Any, seat: Any, bits: Any, i: Any) -> None:
    """Write the bits of a record and the one-hot of the seat into row ``i``."""
    for w in range((bits.shape[1] - 1) >> 3):
        spread_word(words[row, w], bits, i, w << 3)
    write_last(last_word(words, row, seat, bits), bits, i)


@kernel
def update_slice(states: Any, seat: Any, pages: Any, first: Any, last: Any) -> None:
    """Bring the observations of the games ``first <= i < last`` up to date; all arrays are borrowed."""
    views, words, shown, changed = pages.views, pages.words, pages.shown, pages.changed
    own, bits = pages.own, pages.bits
    for start in range(first, last, BLOCK):
        begin = end = start * shown.shape[1]
        for i in range(start, min(start + BLOCK, last)):
            row = view_row(states, seat, pages.secret, views, first, i)
            if len(own) > 0:
                features(views[row], seat[i], own[i])
            else:
                end = list_changes(words, row, seat[i], shown, changed, end, bits, i)
        write_changes(shown, changed, begin, end, bits)


@kernel
def list_changes(words: Any, row: Any, seat: Any, shown: Any, changed: Any, end: Any, bits: Any, i: Any) -> Any:
    """Append the words of game ``i`` that are not shown to the list; returns its new end."""
    whole = shown.shape[1] - 1
    for w in range(whole):
        end = list_change(words[row, w], shown, changed, end, bits, i, w)
    return list_change(last_word(words, row, seat, bits), shown, changed, end, bits, i, whole)


@kernel
def list_change(word: Any, shown: Any, changed: Any, end: Any, bits: Any, i: Any, w: Any) -> Any:
    """Append a word to the list and fetch the entries that it covers, unless it is shown."""
    if word == shown[i, w]:
        return end
    shown[i, w] = word
    changed[end] = i << INDEX | w
    prefetch(bits, i, w << 3)
    prefetch(bits, i, min((w << 3) + 7, bits.shape[1] - 1))
    return end + 1


@kernel
def write_changes(shown: Any, changed: Any, begin: Any, end: Any, bits: Any) -> None:
    """Write the entries of the listed words."""
    whole = shown.shape[1] - 1
    for k in range(begin, end):
        i, w = changed[k] >> INDEX, changed[k] & ((1 << INDEX) - 1)
        if w < whole:
            spread_word(shown[i, w], bits, i, w << 3)
        else:
            write_last(shown[i, w], bits, i)


@kernel
def last_word(words: Any, row: Any, seat: Any, bits: Any) -> Any:
    """The bytes of a record that are no whole word, then the one-hot of the seat."""
    used = bits.shape[1] - 1
    rest = words[row, used >> 3] if used & 7 else np.uint64(0)
    return rest | np.uint64(1) << np.uint64(8 * (used & 7) + seat)


@kernel
def write_last(word: Any, bits: Any, i: Any) -> None:
    """Write the entries of the last word."""
    for b in range((bits.shape[1] - 1) & -8, bits.shape[1]):
        bits[i, b] = DIGITS[word & BYTE]
        word >>= EIGHT
