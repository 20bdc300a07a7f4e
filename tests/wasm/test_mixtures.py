"""Mixtures in a browser are those of Python, if both have the same random numbers."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import tablier
from benchmarks.modules import Module
from tablier.bots.players import mixture_of, net_of
from tablier.bots.specs import MixedSpec
from tablier.engine.rng import below, next64, unit
from tablier.position import Position
from tablier.search import matrix_game, mixture

from .test_search import SEED, Browser, asked, words

SOURCES = Path(__file__).parents[2] / "web/src/lib/local/search"
NEAR_THE_END = "stones: 14; planks: K5=K-14; pawns: W=K-14"
MIXED = MixedSpec(rounds=6, proposals=64, candidates=12, screening=2, seconds=600)


class Draws:
    """What a mixture asks of NumPy's generator, drawn from the kernels' generator as a browser does it."""

    def __init__(self, rng: Any) -> None:
        self._rng = rng

    def integers(self, high: int, size: int, dtype: Any) -> Any:
        return np.array([next64(self._rng) for _ in range(size)], dtype)

    def permutation(self, rows: Any) -> Any:
        shuffled = list(rows)
        for i in range(len(shuffled) - 1, 0, -1):
            j = int(below(self._rng, i + 1))
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return np.array(shuffled)

    def choice(self, n: int, size: int | None = None, p: Any = ()) -> Any:
        return self._one(p) if size is None else np.array([self._one(p) for _ in range(size)])

    def _one(self, shares: Any) -> int:
        total = 0.0
        for share in shares:
            total += share
        left = unit(self._rng) * total
        for place, share in enumerate(shares):
            left -= share
            if left < 0:
                return place
        return len(shares) - 1


@pytest.fixture
def browser(built: Callable[[str], Module], tmp_path: Path) -> Browser:
    return Browser(tmp_path, built("delta").path.parent)


def position(seats: int, chosen: tuple[int, ...] = (), setup: str = "") -> Position:
    delta = tablier.game("delta")
    made = delta.setup(setup) if setup else delta.new(seats)
    for seat in chosen:
        made.play("stone1 plank2 move2 remove jump", seat)
    return made


def in_python(spec: MixedSpec, view: Position, seat: int) -> dict[str, Any]:
    found = mixture_of(spec, view, seat, net=net_of("delta", spec.net))
    found._rng = words(SEED)
    found._numpy_rng = Draws(found._rng)  # type: ignore[assignment]
    found.run(screening=spec.screening, rounds=spec.rounds, seconds=spec.seconds)
    strategy = [{"actions": list(actions), "share": share} for actions, share in found.strategy()]
    return {"strategy": strategy, "rounds": found.rounds, "sample": list(found.sample())}


@pytest.mark.parametrize(
    ("at", "seat", "changes"),
    [
        (position(2), 0, {"net": True}),
        (position(2), 1, {}),
        (position(2, setup=NEAR_THE_END), 1, {"net": True}),
        (position(2), 0, {"candidates": 1}),
        (position(2), 1, {"proposals": 20, "net": True}),
        (position(2), 0, {"rounds": 0}),
        (position(4), 2, {"net": True}),
        (position(4, (1, 3)), 0, {}),
    ],
    ids=["seat 0", "seat 1", "late", "one candidate", "rows run out", "no rounds", "four seats", "two left of four"],
)
def test_mixtures_are_the_same(browser: Browser, at: Position, seat: int, changes: dict[str, Any]) -> None:
    spec = msgspec.structs.replace(MIXED, **changes)
    view = at.view(seat)
    (theirs,) = browser.answers("delta", [], asked(view, seat, mixture=msgspec.to_builtins(spec)))
    ours = in_python(spec, view, seat)
    assert [one["actions"] for one in theirs["strategy"]] == [one["actions"] for one in ours["strategy"]]
    shares = [[one["share"] for one in found["strategy"]] for found in (theirs, ours)]
    assert shares[0] == pytest.approx(shares[1], abs=1e-9)
    assert (theirs["rounds"], theirs["sample"]) == (ours["rounds"], ours["sample"])
    mixed = at.seats == 2 and spec.rounds
    assert ours["rounds"] == (spec.rounds if mixed else 0)
    assert len(shares[0]) > 1 if mixed else shares[0] == [1.0]


def test_both_have_the_same_constants() -> None:
    """Some hardly matter in a mixture with few rounds, or only when its time is limited."""
    for module, path in ((mixture, "mixture.ts"), (matrix_game, "matrixGame.ts")):
        text = (SOURCES / path).read_text()
        theirs = {name: float(value) for name, value in re.findall(r"^const ([A-Z_]+) = ([\d.]+);", text, re.M)}
        ours = {name: float(value) for name, value in vars(module).items() if name in theirs}
        assert ours
        assert theirs == ours | {name: theirs[name] for name in ("LONGEST", "CHUNK") if name in theirs}
