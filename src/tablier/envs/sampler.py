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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.kernel import kernel
from tablier.engine.rng import below, generator, unit
from tablier.errors import IllegalMove, InvalidOption

NO_ACTION = -1
BAD_LOGITS = -2


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
            reals = np.ascontiguousarray(logits, np.float32)
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
    for i in range(len(mask)):
        count = 0
        for action in range(mask.shape[1]):
            count += mask[i, action] != 0
        out[i] = NO_ACTION
        left = below(rng, count) if count > 0 else np.int64(0)
        for action in range(mask.shape[1] if count > 0 else 0):
            left -= mask[i, action] != 0
            if left < 0:
                out[i] = action
                break


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
