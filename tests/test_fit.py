"""The regression by which evaluations are fitted."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest


@pytest.fixture(scope="module")
def tool() -> Any:
    path = Path(__file__).parents[1] / "tools" / "fit_evaluation.py"
    spec = importlib.util.spec_from_file_location("fit_evaluation", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_regression_finds_the_weights_that_made_the_shares(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "CHUNK", 700)  # several samples, the last one short
    rng = np.random.default_rng(1)
    knots, weights = np.array([0.0, 1.0]), np.array([[1.0, -0.5], [-1.0, 2.0]])
    size = rng.integers(2, 6, 1500)
    ahead = rng.random(len(size))
    seen = rng.normal(size=(int(size.sum()), 2))
    u = np.repeat(ahead, size)[:, None]
    odds = np.exp((seen * ((1 - u) * weights[0] + u * weights[1])).sum(1))
    begin = np.concatenate([[0], np.cumsum(size)[:-1]])
    share = odds / np.repeat(np.add.reduceat(odds, begin), size)
    found, loss = tool.regress(knots, seen, share, size, ahead)
    assert found == pytest.approx(weights, abs=0.02)
    cut = begin[len(size) * 9 // 10]
    best = -np.sum(share[cut:] * np.log(share[cut:])) / (len(size) - len(size) * 9 // 10)
    assert loss == pytest.approx(best, abs=1e-3)
