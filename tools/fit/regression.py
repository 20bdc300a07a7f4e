"""Softmax regression over groups of alternatives, with weights that are interpolated between knots."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

PULL = 1e-4
"""Strength of the regularization towards zero."""
STEPS = 12
"""Most steps of Newton's method."""
CHUNK = 50_000
"""Rows that are held as one sample."""

Floats = NDArray[np.float64]


class Sample(NamedTuple):
    """Some groups: rows ``x [rows, knots * columns]``, the share of each row, where the groups begin, their sizes."""

    x: Floats
    share: Floats
    begin: NDArray[np.int64]
    size: NDArray[np.int64]

    def chances(self, w: Floats) -> Floats:
        """Return the softmax within each group under the weights ``w``."""
        z = self.x @ w
        z = np.exp(z - np.repeat(np.maximum.reduceat(z, self.begin), self.size))
        return np.asarray(z / np.repeat(np.add.reduceat(z, self.begin), self.size))

    def loss(self, w: Floats) -> float:
        """Return the cross entropy, summed over the groups."""
        return float(-np.sum(self.share * np.log(np.maximum(self.chances(w), 1e-9))))

    def slope(self, w: Floats) -> tuple[Floats, Floats]:
        """Return the gradient and the Hessian of the loss."""
        p = self.chances(w)
        mean = np.add.reduceat(self.x * p[:, None], self.begin)
        gap = self.x - np.repeat(mean, self.size, 0)
        return self.x.T @ (p - self.share), gap.T @ (gap * p[:, None])


def regress(knots: Floats, seen: Floats, share: Floats, size: Any, ahead: Floats) -> tuple[Floats, float]:
    """Fit weights by Newton's method.

    Args:
        knots: ascending, ``[knots]``.
        seen: what was measured of each alternative, ``[rows, columns]``, group after group.
        share: the share of each alternative in its group, ``[rows]``.
        size: the sizes of the groups, ``[groups]``.
        ahead: where each group lies between the knots, ``[groups]``.

    Returns:
        The weights ``[knots, columns]``, and the mean cross entropy of the last tenth of the groups, which is held out.
    """
    cut = len(size) * 9 // 10
    row = int(size[:cut].sum())
    samples = _samples(knots, seen[:row], share[:row], size[:cut], ahead[:cut])
    width = seen.shape[1]
    pull = np.tile(PULL * cut * np.maximum(seen.var(0), 1e-4), len(knots))
    w = np.zeros(len(pull))
    loss = _loss(samples, w, pull)
    for _ in range(STEPS):
        slopes = [sample.slope(w) for sample in samples]
        first, second = sum(s[0] for s in slopes) + pull * w, sum(s[1] for s in slopes) + np.diag(pull)
        step = np.linalg.solve(second, first)
        before = loss
        while (loss := _loss(samples, w - step, pull)) > before and np.abs(step).max() > 1e-6:
            step /= 2
        w = w - step
        if before - loss < 1e-6 * before:
            break
    held = _samples(knots, seen[row:], share[row:], size[cut:], ahead[cut:])
    return w.reshape(-1, width), sum(sample.loss(w) for sample in held) / (len(size) - cut)


def _samples(knots: Floats, seen: Floats, share: Floats, size: Any, ahead: Floats) -> list[Sample]:
    """Cut the groups into samples, with each row spread over the knots."""
    hats = np.stack([np.interp(ahead, knots, np.eye(len(knots))[k]) for k in range(len(knots))], -1)
    ends = np.concatenate([[0], np.cumsum(size)])
    cuts = np.unique(np.searchsorted(ends, np.arange(0, ends[-1] + CHUNK, CHUNK)).clip(0, len(size)))
    samples = []
    for a, b in pairwise(cuts):
        rows = slice(ends[a], ends[b])
        spread = np.repeat(hats[a:b], size[a:b], 0)
        x = (spread[:, :, None] * seen[rows, None, :]).reshape(ends[b] - ends[a], -1)
        samples.append(Sample(x.astype(np.float32), share[rows], ends[a:b] - ends[a], size[a:b]))
    return samples


def _loss(samples: list[Sample], w: Floats, pull: Floats) -> float:
    return sum(sample.loss(w) for sample in samples) + float(pull @ (w * w)) / 2
