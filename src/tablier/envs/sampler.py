"""Draw a legal action for each row of a batch: uniformly, or in proportion to the exponentials of logits.

>>> import numpy as np
>>> sampler = Sampler(seed=1)
>>> mask = np.array([[0, 1, 0, 0], [1, 0, 1, 1]], np.int8)
>>> sampler.draw(mask)[0]
np.int64(1)
>>> sampler.draw(mask, logits=np.array([[9, 0, 9, 9], [0, 99, 50, 0]], np.float32))
array([1, 2])
"""

from __future__ import annotations

from math import exp, inf
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import ONE, ZERO, bit, popcount
from tablier.engine.borrow import borrow
from tablier.engine.kernel import kernel
from tablier.engine.rng import below, generator, unit
from tablier.engine.vectors import pack_word
from tablier.errors import IllegalMove, InvalidOption

NO_ACTION = -1
BAD_LOGITS = -2
WORD = 64
"""Actions that are looked at together."""


class Sampler:
    """A compiled sampler of legal actions with a generator of its own."""

    def __init__(self, seed: int | str = 0) -> None:
        """``seed`` determines all draws."""
        self._rng = generator(seed)

    def draw(self, mask: Any, logits: Any = None) -> NDArray[np.int64]:
        """An action for each row: ``int64 [n]``.

        Args:
            mask: the legal actions, ``bool`` or ``int8`` ``[n, actions]``, such as ``infos["action_mask"]``.
            logits: real numbers ``[n, actions]``, minus infinity for actions to avoid; those of illegal actions are not
                read. By default all legal actions are equally likely.

        Raises:
            IllegalMove: a row has no legal action.
            InvalidOption: the shapes do not fit, or a logit of a legal action is not a number, or all are infinite.
        """
        legal = np.ascontiguousarray(mask)
        if legal.ndim != 2 or legal.dtype not in (np.bool_, np.int8, np.uint8):
            raise InvalidOption(f"mask must be bool or int8 [n, actions], got {legal.dtype} {list(legal.shape)}")
        out = np.empty(len(legal), np.int64)
        if logits is None:
            draw_uniform(legal.view(np.uint8), self._rng, out)
        else:
            reals = _reals(logits)
            if reals.shape != legal.shape:
                raise InvalidOption(f"logits have the shape {reals.shape}, but the mask has {legal.shape}")
            draw_by_logits(legal.view(np.uint8), reals, self._rng, np.empty(legal.shape[1]), out)
        if len(out) and out.min() < 0:
            row = int(out.argmin())
            if out[row] == BAD_LOGITS:
                raise InvalidOption(f"row {row}: the logits of legal actions must be numbers, one of them finite")
            raise IllegalMove(f"row {row} has no legal action")
        return out


@kernel
def draw_uniform(mask: Any, rng: Any, out: Any) -> None:
    """Write a legal action of each row, ``NO_ACTION`` where there is none."""
    mask = borrow(mask)
    whole = mask.shape[1] // WORD
    for i in range(len(mask)):
        count = popcount(last_word(mask, i))
        for w in range(whole):
            count += popcount(pack_word(mask, i, w * WORD))
        out[i] = find_legal(mask, i, below(rng, count)) if count > 0 else np.int64(NO_ACTION)


@kernel
def last_word(mask: Any, i: Any) -> Any:
    """The legal actions of row ``i`` after the last whole word of 64, as bits."""
    end, word = mask.shape[1], ZERO
    first = end // WORD * WORD
    if 0 < first < end:
        return pack_word(mask, i, end - WORD) >> np.uint64(first + WORD - end)
    for action in range(first, end):
        word |= np.uint64(mask[i, action] != 0) << np.uint64(action - first)
    return word


@kernel
def find_legal(mask: Any, i: Any, left: Any) -> Any:
    """The legal action of row ``i`` that ``left`` others precede."""
    whole = mask.shape[1] // WORD
    for w in range(whole):
        word = pack_word(mask, i, w * WORD)
        if left < popcount(word):
            return w * WORD + find_bit(word, left)
        left -= popcount(word)
    return whole * WORD + find_bit(last_word(mask, i), left)


@kernel
def find_bit(word: Any, left: Any) -> Any:
    """The bit of a word that ``left`` set ones precede, by halves, without branches."""
    first, width = np.int64(0), np.int64(WORD // 2)
    while width > 0:
        lower = popcount(word & (bit(width) - ONE))
        upper = left >= lower
        left -= lower if upper else 0
        word >>= np.uint64(width if upper else 0)
        first += width if upper else 0
        width >>= 1
    return first


@kernel
def draw_by_logits(mask: Any, logits: Any, rng: Any, weights: Any, out: Any) -> None:
    """Write a legal action of each row, ``NO_ACTION`` or ``BAD_LOGITS`` where none can be drawn."""
    for i in range(len(mask)):
        total = weigh(mask[i], logits[i], weights)
        out[i] = NO_ACTION if total == 0.0 else BAD_LOGITS
        left = total * unit(rng)
        for action in range(len(weights)):
            if weights[action] > 0.0 and left >= 0.0:  # false for NaN
                out[i] = action
                left -= weights[action]


@kernel
def weigh(mask: Any, logits: Any, weights: Any) -> Any:
    """Write the exponentials of the legal actions' logits, the largest scaled to 1; returns their sum."""
    most, total = -inf, 0.0
    for action in range(len(mask)):
        if mask[action] != 0 and not logits[action] <= most:
            most = logits[action]
    for action in range(len(mask)):
        weights[action] = exp(logits[action] - most) if mask[action] != 0 else 0.0
        total += weights[action]
    return total


def _reals(logits: Any) -> NDArray[np.float32]:
    try:
        return np.ascontiguousarray(logits, np.float32)
    except (TypeError, ValueError):
        raise InvalidOption(f"logits must be real numbers [n, actions], got {short(logits)}") from None
