"""Observations for learning: what a seat may know as an array of numbers, for one game or a batch.

Unless a game defines ``features``, an observation is the bits of the record after ``hide``, then a one-hot of the
observing seat. This is lossless and needs no bounds, which a record type does not have: a set of cells becomes one 0 or
1 for each cell, a number its binary digits, lowest first.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, Literal, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.cgutils import get_item_pointer
from numba.extending import intrinsic
from numpy.typing import NDArray

from tablier.engine.borrow import borrow
from tablier.engine.kernel import kernel
from tablier.engine.protocol import INTERPRETED, Rules, features, hide

DIGITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64).ravel()
"""The eight bits of each byte as eight bytes 0 or 1, lowest first."""
BYTE, EIGHT = np.uint64(0xFF), np.uint64(8)
SEATS = 8
"""Width of the one-hot of the observing seat."""


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
        self._rules, self._size = rules, size

    def blank(self) -> Any:
        """An uninitialised array for the observations of all games: ``[size, width]``."""
        return np.empty((self._size, self.width), self.dtype)

    def write(self, states: Any, seat: Any, out: Any, first: int = 0, last: int | None = None) -> None:
        """Write what ``seat[i]`` may know of ``states[i]`` into ``out[i]``, for ``first <= i < last``.

        Threads may write disjoint ranges at the same time.
        """
        pages = make_pages(self._rules, 1, out)
        observe_slice(states, seat, *pages, 0, first, len(states) if last is None else last)


def _record_parts(dtype: np.dtype[Any]) -> tuple[Part, ...]:
    parts = []
    end = 0
    for name in dtype.names or ():
        field = dtype[name]
        if name != "spare" and field.itemsize:
            kind: Literal["set", "number"] = "set" if field.base.kind == "u" and field.base.itemsize > 1 else "number"
            parts.append(Part(name, kind, field.shape, end, 8 * field.itemsize))
            end += 8 * field.itemsize
    return (*parts, Part("seat", "seat", (), end, SEATS))


def _own_parts(rules: Rules) -> tuple[Part, ...]:
    parts = []
    end = 0
    for name, shape in rules.kernels.features_shape.items():
        parts.append(Part(name, "own", shape, end, prod(shape)))
        end += prod(shape)
    return tuple(parts)


class Pages(NamedTuple):
    """What :func:`observe` writes to: a record for each thread and its words, and the observations of all games.

    One of ``own`` (``float32``, of games with their own features) and ``bits`` (eight entries to a ``uint64``) has no
    rows; neither has any if nothing is observed.
    """

    views: Any
    words: NDArray[np.uint64]
    own: NDArray[np.float32]
    bits: NDArray[np.uint64]


def make_pages(rules: Rules, threads: int, out: Any = None) -> Pages:
    """Return pages for observations that are written into ``out``, or for none."""
    views = rules.zeros(threads)
    own, bits = np.empty((0, 1), np.float32), np.empty((0, 1), np.uint64)
    if out is not None and out.dtype == np.float32:
        own = out
    elif out is not None:
        bits = out.view(np.uint64)
    return Pages(views, views.view(np.uint64).reshape(threads, -1), own, bits)


@kernel
def observe_slice(
    states: Any, seat: Any, views: Any, words: Any, own: Any, bits: Any, thread: Any, first: Any, last: Any
) -> None:
    """Write the observations of the games ``first <= i < last``."""
    states, seat, views, words = borrow(states), borrow(seat), borrow(views), borrow(words)
    own, bits = borrow(own), borrow(bits)
    for i in range(first, last):
        observe(states[i], seat[i], views, words, own, bits, thread, i)


@kernel
def observe(s: Any, seat: Any, views: Any, words: Any, own: Any, bits: Any, thread: Any, i: Any) -> None:
    """Write what ``seat`` may know of a record into row ``i``."""
    views[thread] = s
    hide(views[thread], seat)
    if len(own) > 0:
        features(views[thread], seat, own[i])
    else:
        write_bits(words, thread, seat, bits, i)


@kernel
def write_bits(words: Any, thread: Any, seat: Any, out: Any, i: Any) -> None:
    """Write the bits of a record and the one-hot of the seat into row ``i``, whose words are eight entries each."""
    used = out.shape[1] - 1
    whole = used >> 3
    for w in range(whole):
        spread_word(words[thread, w], out, i, w << 3)
    if used & 7:
        rest = words[thread, whole]
        for b in range(whole << 3, used):
            out[i, b] = DIGITS[rest & BYTE]
            rest >>= EIGHT
    out[i, used] = DIGITS[np.int64(1) << seat]


@intrinsic
def _spread(_typing: Any, _word: Any, out: Any, _i: Any, _first: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, out, i, first = arguments
        array = context.make_array(signature.args[1])(context, builder, out)
        pointer = get_item_pointer(context, builder, signature.args[1], array, [i, first])
        bits = builder.bitcast(word, ir.VectorType(ir.IntType(1), 64))
        entries = ir.VectorType(ir.IntType(8), 64)
        builder.store(builder.zext(bits, entries), builder.bitcast(pointer, entries.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(types.uint64, out, types.int64, types.int64), build


def _spread_word(word: Any, out: Any, i: Any, first: Any) -> None:
    """Write the 64 bits of a word as 64 bytes, lowest first: a few vector instructions."""
    _spread(word, out, i, first)


def _spread_word_interpreted(word: Any, out: Any, i: Any, first: Any) -> None:
    for b in range(8):
        out[i, first + b] = DIGITS[int(word) >> 8 * b & 0xFF]


spread_word = _spread_word_interpreted if INTERPRETED else kernel(_spread_word)
