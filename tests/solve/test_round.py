"""Equilibria of rounds in which two seats choose at once, and what best responses gain against bots."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

import tablier
from tablier.arena import exploit
from tablier.arena.exploit import Exploited, Setting
from tablier.cli import main
from tablier.errors import GameError, IllegalMove, InvalidOption
from tablier.search import clock
from tablier.search.clock import ClockName
from tablier.solve import Round

DELTA = tablier.game("delta")


def late_round(last: str = "jump") -> tablier.Position:
    """Three cards of each programme are chosen, and two of six are still to come."""
    position = DELTA.setup("stones: 14 13; planks: K5=K-14 W5=W-13; pawns: W=K-14 K=W-13")
    return position.play("stone1 plank1 remove", 0).play(f"stone2 plank1 {last}", 1)


def test_all_orders_of_the_remaining_cards_are_submissions() -> None:
    position = late_round()
    for seat, found in enumerate(Round(position).submissions):
        cards = [move.action for move in position.moves(seat)]
        assert sorted(found) == sorted(permutations(cards, 2))
    assert len(Round(DELTA.new(2)).submissions[0]) == 15_120


@pytest.mark.parametrize("seed", range(3))
def test_no_submission_gains_more_than_was_asked_for(seed: int) -> None:
    played = Round(late_round(), samples=3, seed=seed)
    steps: list[float] = []
    found = played.solve(within=0.001, tell=lambda step: steps.append(step.exploitability))
    n, m = map(len, played.submissions)
    payoffs = np.array([played._against_all(0, row) for row in range(n)])
    assert all((played._against_all(1, column) == payoffs[:, column]).all() for column in range(m))
    rows, columns = (
        np.array([found.strategies[seat].get(one, 0.0) for one in played.submissions[seat]]) for seat in (0, 1)
    )
    assert rows.sum() == pytest.approx(1)
    assert columns.sum() == pytest.approx(1)
    gained = (payoffs @ columns).max() - (rows @ payoffs).min()
    assert found.exploitability == pytest.approx(gained / 2)
    assert gained <= 0.002
    assert found.value == pytest.approx(rows @ payoffs @ columns)
    assert len(steps) < n  # far fewer than all submissions were needed


def test_no_other_submission_gets_clearly_more_than_the_best_response() -> None:
    played = Round(late_round())
    for seat in (0, 1):
        mixed = dict.fromkeys(played.submissions[1 - seat][:4], 0.25)
        rewards = {one: played.reward(seat, one, mixed) for one in played.submissions[seat]}
        response = played.best_response(seat, mixed, trials=64)
        assert rewards[response] > max(rewards.values()) - 0.05
        assert rewards[response] > min(rewards.values()) + 0.1


def test_other_positions_and_strategies_are_refused() -> None:
    for position in (DELTA.new(3), tablier.game("ponte_del_diavolo").new()):
        with pytest.raises(IllegalMove, match="two seats that choose at once"):
            Round(position)
    with pytest.raises(InvalidOption, match="samples"):
        Round(late_round(), samples=0)
    played = Round(late_round())
    with pytest.raises(InvalidOption, match="within must be above 0"):
        played.solve(within=0)
    with pytest.raises(InvalidOption, match="not a submission of seat 1"):
        played.best_response(0, {(0, 0): 1.0})
    with pytest.raises(InvalidOption, match=r"sum to 0\.5"):
        played.best_response(0, {played.submissions[1][0]: 0.5})


def test_positions_for_bots_are_starts_of_rounds() -> None:
    position = exploit.round_start("delta", "1/3")
    assert position.movers == (0, 1)
    assert not any(any(cards) for cards in position.state.programme)
    assert exploit.round_start("delta", "1/3") == position
    with pytest.raises(IllegalMove, match="never choose at once"):
        exploit.round_start("ponte_del_diavolo", "0")


def test_measuring_goes_on_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploit, "round_start", lambda game, seed: late_round())
    setting = Setting("delta", ("3", "1"), draws=8, measured=400)
    third, first = exploit.measure(setting, 1)
    assert (third.number, third.bot, third.position) == (0, "3", late_round().diagram())
    assert all(0 <= reward <= 1 for one in (third, first) for reward in one.rewards)
    assert third.exploitability == pytest.approx((sum(third.rewards) - 1) / 2)
    assert list(exploit.measure(setting, 1, known=[third])) == [first]


@pytest.mark.parametrize("name", ["wall", "processor"])
def test_bots_think_by_the_clock_of_the_setting(monkeypatch: pytest.MonkeyPatch, name: ClockName) -> None:
    def answer(*_: object) -> float:
        used.append(clock.now())
        return 0.5

    used: list[float] = []
    monkeypatch.setitem(clock.CLOCKS, name, lambda: -1.0)
    monkeypatch.setattr(exploit, "round_start", lambda game, seed: late_round())
    monkeypatch.setattr(exploit, "_response", answer)
    results = exploit.measure(Setting("delta", ("1",), clock=name), 1)
    next(results)
    assert used == [-1.0, -1.0]
    assert clock.now() > 0  # only while bots think


def test_a_bot_that_is_named_twice_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploit, "round_start", lambda game, seed: late_round())
    monkeypatch.setattr(exploit, "_response", lambda *_: 0.75)
    done = CliRunner().invoke(main, ["exploit", "delta", "1", "2", "1", "--positions", "1"])
    assert done.stdout.splitlines() == ["1: 0.250, 1 position", "2: 0.250, 1 position"]


def test_the_command_goes_on_with_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(exploit, "round_start", lambda game, seed: late_round("jump" if seed < "0/3" else "move1"))
    out = tmp_path / "exploit.jsonl"

    def run(*args: str) -> str:
        done = CliRunner().invoke(main, ["exploit", "delta", "1", "--draws", "2", "--out", str(out), *args])
        return done.output

    out.touch()  # an empty file is begun
    assert re.fullmatch(r"1: 0\.\d{3}, 1 position\n", run("--positions", "1"))
    first = out.read_bytes()
    assert run("--positions", "2").endswith(", 2 positions\n")
    assert out.read_bytes().startswith(first)
    results = [msgspec.json.decode(line, type=Exploited) for line in out.read_bytes().splitlines()[1:]]
    assert [one.number for one in results] == [0, 1]
    assert results[0].position != results[1].position  # the first three games lead to the same one
    assert "has other settings (seed was 0, is 7)" in run("--seed", "7")
    assert "has other settings (clock was 'wall', is 'processor')" in run("--clock", "processor")
    monkeypatch.setattr("tablier.engine.cache.program_hash", lambda _: "of another program")
    assert "has other settings (sources was" in run()
    _, *lines = first.splitlines(keepends=True)
    out.write_bytes(b"".join([b'{"game":"delta","bots":["1"],"draws":2}\n', *lines]))  # of before it had sources
    assert "has other settings (sources was ''" in run()
    out.write_text("broken\n")
    with pytest.raises(GameError, match=r"exploit\.jsonl"):
        exploit.read(out)
