"""Golden games: records that the oracle has verified once, replayed by the kernel on every run."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import on_top as oracle

from tablier import Outcome, Position, Record

FOLDER = Path(__file__).parent / "golden" / "on_top"
GAMES = sorted(FOLDER.glob("*.json"))


def replayed(name: str) -> Position:
    """The end of a golden game."""
    return Record.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")).replay()


def outcome(name: str) -> Outcome:
    """How a golden game ended."""
    found = replayed(name).outcome()
    assert found is not None
    return found


def test_there_are_golden_games() -> None:
    assert len(GAMES) >= 11


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_golden_game(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = Record.loads(text)
    position = record.replay()
    outcome, result = position.outcome(), record.result
    assert outcome is not None
    assert result is not None
    assert [*outcome.scores, *outcome.ranks, outcome.reason] == [*result.scores, *result.ranks, result.reason]
    assert position.record().dumps() + "\n" == text

    state = oracle.setup(record.seats, None, **record.options)
    for move in position.history:
        assert move.seat == oracle.mover(state)
        assert move.text in oracle.plies(state)
        state = oracle.apply(state, move.text)
        assert not list(oracle.complaints(state))
    assert [*oracle.scores(state), *oracle.ranks(state), state.reason] == [*result.scores, *result.ranks, result.reason]


@pytest.mark.rule("TOP-7.3")
@pytest.mark.parametrize(("name", "winners"), [("tie_by_pawns", (2,)), ("shared_victory", (0, 2))])
def test_games_decided_by_a_tie_break(name: str, winners: tuple[int, ...]) -> None:
    scores = outcome(name).scores
    assert sorted(scores)[-2] == max(scores)
    assert outcome(name).winners == winners


@pytest.mark.rule("TOP-7.4")
def test_the_game_won_by_the_last_pawn_of_a_player_who_is_behind() -> None:
    end = outcome("last_pawn_of_a_player_who_is_behind")
    assert (end.reason, end.scores[end.winners[0]] < max(end.scores)) == ("last_pawn", True)


@pytest.mark.rule("TOP-8.1")
def test_the_game_whose_best_player_is_in_the_losing_team() -> None:
    end = outcome("teams")
    assert end.scores.index(max(end.scores)) not in end.winners
    assert end.winners == (0, 2)


@pytest.mark.parametrize(("name", "reason"), [("neutral_colour_used_up", "neutral"), ("empty_bag", "bag")])
def test_games_that_end_in_other_ways(name: str, reason: str) -> None:
    assert outcome(name).reason == reason


@pytest.mark.rule("TOP-5.12")
def test_the_game_where_the_order_is_asked_for() -> None:
    asked = [move.text for move in replayed("the_order_is_asked_for").history if move.text.startswith("=")]
    assert len(asked) >= 2
