"""The thinking time of bots, measured by a clock that only counts how often it is read."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from known import GAMES

import tablier
from tablier import bots
from tablier.bots.players import _enough
from tablier.search import Mixture, Search
from tablier.search.clock import counting
from tablier.template.nim.game import GAME as NIM


class Clock:
    """Each reading takes ``step`` seconds."""

    def __init__(self, step: float) -> None:
        self.step, self.now = step, 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def clock() -> Iterator[Clock]:
    bots.warm("ponte_del_diavolo")
    found = Clock(0.015)  # the time of a chunk: longer ones would be run after shorter times
    with counting(found):
        yield found


def test_a_bot_uses_its_seconds_for_the_whole_turn(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[float] = []
    run = Search.run

    def timed(self: Search, **limits: Any) -> Search:
        begun = clock.now
        run(self, **limits)
        runs.append(clock.now - begun)
        return self

    monkeypatch.setattr(Search, "run", timed)
    bot = bots.bot(bots.SearchSpec(seconds=1.0, cutoff=0), seed=1)
    assert len(bot.plays(tablier.game("ponte_del_diavolo").new(), 0)) == 2
    first, second = runs
    assert first == pytest.approx(0.5, abs=0.07)
    assert first + second == pytest.approx(1.0, abs=0.07)


def test_a_proved_result_ends_the_search_early(clock: Clock) -> None:
    state = NIM.rules().zeros()[0]
    state.heaps[:] = (2, 2, 1)
    state.players = 2
    clock.now = 0.0
    assert Search(state, seed=1).run(seconds=60.0).proved
    assert clock.now < 30.0


@pytest.mark.parametrize(("lead", "stops"), [(5000, False), (7000, True)])
def test_a_search_ends_when_the_best_ply_cannot_be_overtaken(lead: int, stops: bool, clock: Clock) -> None:
    """4,000 simulations in 0.4 s leave 6,000 for the rest of a second."""
    search: Any = SimpleNamespace(lead=lead, iterations=4000, seat=0, best=lambda: 0)
    view = tablier.game("ponte_del_diavolo").new(board=8)
    clock.now = 0.385
    assert _enough(search, view, 0.0, 1.0) is stops


def test_a_starved_process_still_searches(clock: Clock) -> None:
    clock.step = 10.0
    position = tablier.game("ponte_del_diavolo").new()
    search = Search(position, seed=1, cutoff=0, priors=True).run(seconds=1.0)
    assert search.iterations >= 64
    assert len(bots.level("ponte_del_diavolo", 5, seed=1).plays(position, 0)) == 2


def test_simulations_alone_do_not_depend_on_the_clock(clock: Clock) -> None:
    position = tablier.game("ponte_del_diavolo").new()
    bot = bots.bot(bots.SearchSpec(iterations=300, cutoff=0), seed=1)
    slow = bot.plays(position, 0)
    clock.step = 0.0
    assert bot.plays(position, 0) == slow


def test_screening_without_a_number_fills_its_seconds(clock: Clock) -> None:
    position = tablier.game("delta").new(2)
    mixture = Mixture(position.state, 0, seed=1, proposals=32, candidates=4).warm()
    clock.step, begun = 0.05, clock.now
    mixture.run(screening=None, rounds=None, seconds=4.0)
    assert clock.now - begun == pytest.approx(4.0, abs=0.4)
    assert 2 < mixture.rounds <= 40  # in half of the time; a round reads the clock for each halving, too


def test_a_limit_shortens_a_level() -> None:
    five = bots.spec("ponte_del_diavolo", "5")
    assert isinstance(five, bots.SearchSpec)
    assert five.seconds == 1.0
    shorter = bots.limited(five, 0.2)
    assert isinstance(shorter, bots.SearchSpec)
    assert shorter.seconds == 0.2
    assert bots.limited(five, 3.0) == five
    assert bots.limited(bots.GreedySpec(), 0.2) == bots.GreedySpec()


def test_every_strongest_level_is_limited_by_one_second() -> None:
    for name in GAMES:
        bot: Any = bots.levels(name)[-1].bot
        assert bot.seconds == 1.0, name
        assert (bot.screening if isinstance(bot, bots.MixedSpec) else bot.iterations) is None, name
