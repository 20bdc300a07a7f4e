"""Golden games: records that the oracle has verified, replayed by the kernel."""

from __future__ import annotations

from pathlib import Path

import golden
import pytest
from oracles import on_top as oracle

from tablier import Outcome, Record

GAMES = golden.files("on_top")


def outcome(name: str) -> Outcome:
    """How a golden game ended."""
    found = golden.replayed("on_top", name).outcome()
    assert found is not None
    return found


def test_golden_games_exist() -> None:
    assert len(GAMES) >= 11


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_replays(file: Path) -> None:
    record = Record.loads(file.read_text(encoding="utf-8"))
    golden.check(file, oracle, oracle.setup(record.seats, None, **record.options))


@pytest.mark.rule("TOP-7.3")
@pytest.mark.parametrize(("name", "winners"), [("tie_by_pawns", (2,)), ("shared_victory", (0, 2))])
def test_games_decided_by_a_tie_break(name: str, winners: tuple[int, ...]) -> None:
    scores = outcome(name).scores
    assert sorted(scores)[-2] == max(scores)
    assert outcome(name).winners == winners


@pytest.mark.rule("TOP-7.4")
def test_a_game_won_by_the_last_pawn_of_a_player_behind() -> None:
    end = outcome("last_pawn_of_a_player_who_is_behind")
    assert (end.reason, end.scores[end.winners[0]] < max(end.scores)) == ("last_pawn", True)


@pytest.mark.rule("TOP-8.1")
def test_a_game_whose_best_player_is_in_the_losing_team() -> None:
    end = outcome("teams")
    assert end.scores.index(max(end.scores)) not in end.winners
    assert end.winners == (0, 2)


@pytest.mark.parametrize(("name", "reason"), [("neutral_colour_used_up", "neutral"), ("empty_bag", "bag")])
def test_games_that_end_in_other_ways(name: str, reason: str) -> None:
    assert outcome(name).reason == reason


@pytest.mark.rule("TOP-5.12")
def test_a_game_with_a_choice_of_order() -> None:
    asked = [
        move.text for move in golden.replayed("on_top", "the_order_is_asked_for").history if move.text.startswith("=")
    ]
    assert len(asked) >= 2
