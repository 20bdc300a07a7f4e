from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablier.arena import Match, Played, Sprt, run
from tablier.arena.sprt import BOUND
from tablier.cli import main
from tablier.errors import InvalidOption

MATCH = Match.of("ponte_del_diavolo", ("random", "random"), {"board": 8}, 1)
TEST = Sprt(0.3, 0.7)


def game(number: int, *ranks: int) -> Played:
    return Played(number, [0, 1], [0, 0], list(ranks), 1, [1, 1])


def test_the_ratio_is_that_of_the_likelihoods() -> None:
    decision = TEST.decide([game(0, 0, 1), game(1, 1, 0), game(2, 0, 0)])  # won, lost, shared
    assert decision.games == 3
    assert decision.ratio == pytest.approx(0.5 * math.log(0.7 / 0.3) + 0.5 * math.log(0.3 / 0.7))
    assert decision.share is None


def test_wins_decide_for_the_high_share_and_losses_for_the_low_one() -> None:
    assert TEST.decide([game(number, 0, 1) for number in range(9)]).share == 0.7
    assert TEST.decide([game(number, 1, 0) for number in range(9)]).share == 0.3


def test_games_count_in_order_without_a_gap() -> None:
    games = [game(number, 0, 1) for number in range(9)]
    assert TEST.decide(games[::-1]) == TEST.decide(games)
    assert TEST.decide(games[:1] + games[2:]).games == 1
    decided = TEST.decide(games)
    assert decided.games < 9, "games after the decision do not count"
    assert decided.ratio >= BOUND


def test_wrong_decisions_are_as_rare_as_promised() -> None:
    rng = random.Random(1)
    wrong = 0
    for _ in range(1000):
        games = [game(number, *((0, 1) if rng.random() < 0.5 else (1, 0))) for number in range(400)]
        wrong += Sprt(0.5, 0.65).decide(games).share == 0.65
    assert wrong <= 65  # 50 are expected at most


def test_a_match_ends_when_the_test_has_decided(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    sure = Sprt(0.01, 0.99)
    played = run(MATCH, 100, file=file, test=sure)
    assert sure.decide(played).share is not None
    assert len(played) < 10
    assert run(MATCH, 100, file=file, test=sure) == played, "the file is not continued"


def test_the_command_prints_the_decision() -> None:
    arguments = ["arena", "ponte_del_diavolo", "greedy", "random", "--option", "board=8", "--sprt", "0.2:0.8"]
    result = CliRunner().invoke(main, arguments)
    assert "SPRT of 20.0% against 80.0% of the wins of greedy" in result.output
    assert "decided for 80.0%" in result.output
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).output)
    assert 0 < found["sprt"]["games"] <= found["standings"][0]["games"]
    assert found["sprt"]["ratio"] >= BOUND


@pytest.mark.parametrize("text", ["0.5", "0.6:0.5", "0:0.5", "0.5:1", "a:b", "nan:0.5"])
def test_a_test_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption, match=f"LOW:HIGH.*{text}"):
        Sprt.of(text)
