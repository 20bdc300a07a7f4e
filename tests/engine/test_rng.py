"""Random numbers are the same on every platform, and unbiased."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tablier.engine.rng import below, generator, next64, unit, weighted
from tablier.errors import InvalidOption


def test_the_stream_of_a_seed_never_changes() -> None:
    rng = generator(7, 1)
    assert [int(next64(rng)) for _ in range(3)] == [11327049324595849586, 4731405683081889476, 9423038552225213987]


def test_splitmix64_agrees_with_the_published_reference() -> None:
    rng = np.array([1234567], np.uint64)  # Vigna's splitmix64.c, seed 1234567
    assert [int(next64(rng)) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_generators_of_different_paths_differ_and_are_reproducible() -> None:
    words = {int(generator(1, a, b)[0]) for a in range(20) for b in range(20)}
    assert len(words) == 400
    assert generator("x", 3) == generator("x", 3)


@pytest.mark.parametrize("seed", [1.5, None, [], b"x", True, np.float64(1)])
def test_a_seed_is_an_integer_or_a_text(seed: Any) -> None:
    with pytest.raises(InvalidOption, match="seed must be an integer or a text, got "):
        generator(seed)
    assert generator(np.int64(7)) == generator(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 100, 678, 2**31 - 1])
def test_below_is_uniform_and_in_range(n: int) -> None:
    rng = generator(n)
    drawn = np.array([below(rng, n) for _ in range(4000)])
    assert drawn.min() >= 0
    assert drawn.max() < n
    assert abs(drawn.mean() - (n - 1) / 2) <= 0.05 * n


def test_unit_is_at_least_zero_and_below_one() -> None:
    rng = generator(0)
    drawn = np.array([unit(rng) for _ in range(4000)])
    assert 0 <= drawn.min() < 0.01 < 0.99 < drawn.max() < 1


def test_weighted_draws_follow_the_weights() -> None:
    rng, weights = generator(5), np.array([0, 1, 3, 0, 6], np.int64)
    drawn = Counter(int(weighted(rng, weights, 5)) for _ in range(5000))
    assert set(drawn) == {1, 2, 4}
    assert abs(drawn[4] / 5000 - 0.6) < 0.03
    assert abs(drawn[1] / 5000 - 0.1) < 0.02
