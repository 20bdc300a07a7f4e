"""Observations for learning: what a seat may know as an array of numbers, for one game or a batch.

Unless a game defines ``features``, an observation is the bits of the record after ``hide``, then a one-hot of the
observing seat. This is lossless and needs no bounds, which a record type does not have: a set of cells becomes one 0 or
1 for each cell, a number its binary digits, lowest first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Literal

import numpy as np

from tablier.engine.kernel import kernel
from tablier.engine.protocol import Rules, features, hide

DIGITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64).ravel()
"""The eight bits of each byte as eight bytes 0 or 1, lowest first."""
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
        self._views = rules.zeros(size)

    @cached_property
    def _bytes(self) -> Any:
        return self._views.view(np.uint8).reshape(len(self._views), -1)

    def blank(self) -> Any:
        """An uninitialised array for the observations of all games: ``[size, width]``."""
        return np.empty((len(self._views), self.width), self.dtype)

    def write(self, states: Any, seat: Any, out: Any, first: int = 0, last: int | None = None) -> None:
        """Write what ``seat[i]`` may know of ``states[i]`` into ``out[i]``, for ``first <= i < last``.

        Threads may write disjoint ranges at the same time.
        """
        last = len(states) if last is None else last
        view_slice(states, seat, self._views, first, last)
        if self._own:
            features_slice(self._views, seat, out, first, last)
        else:
            digits_slice(self._bytes, seat, out.view(np.uint64), first, last)


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


@kernel
def view_slice(states: Any, seat: Any, views: Any, first: Any, last: Any) -> None:
    """Reduce each record to what its seat may know."""
    for i in range(first, last):
        views[i] = states[i]
        hide(views[i], seat[i])


@kernel
def features_slice(views: Any, seat: Any, out: Any, first: Any, last: Any) -> None:
    """The game's own features of each view."""
    for i in range(first, last):
        features(views[i], seat[i], out[i])


@kernel
def digits_slice(records: Any, seat: Any, out: Any, first: Any, last: Any) -> None:
    """Write the bits of each record, eight entries (one word of ``out``) at a time; the seat comes last."""
    last_word = out.shape[1] - 1
    for i in range(first, last):
        for b in range(last_word):
            out[i, b] = DIGITS[records[i, b]]
        out[i, last_word] = DIGITS[np.int64(1) << seat[i]]
