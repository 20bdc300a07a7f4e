"""Golden games: recorded games, replayed by kernel and oracle."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import delta as oracle

from tablier import Record

FOLDER = Path(__file__).parent / "golden" / "delta"
GAMES = sorted(FOLDER.glob("*.json"))


def test_golden_games_cover_seats_options_and_cards() -> None:
    records = [Record.loads(file.read_text(encoding="utf-8")) for file in GAMES]
    assert {(record.seats, record.options["eye"]) for record in records} >= {
        *((seats, "again") for seats in range(2, 7)),
        (2, "strict"),
        (4, "friendly"),
    }
    words = {word for record in records for entry in record.moves for word in entry.play.split()}
    assert {"stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump"} <= words
    assert {f"dragon{colour}" for colour in "WYRKBG"} <= words


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_replays_in_kernel_and_oracle(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = Record.loads(text)
    position = record.replay()
    outcome, result = position.outcome(), record.result
    assert outcome is not None
    assert result is not None
    assert [*outcome.scores, *outcome.ranks, outcome.reason] == [*result.scores, *result.ranks, result.reason]
    assert Record.of(position).dumps() + "\n" == text

    state = oracle.setup(record.seats, eye=str(record.options["eye"]))
    for move in position.history:
        colour = state.players[move.seat]
        assert move.text in oracle.plies(state, colour)
        state = oracle.apply(state, colour, move.text)
    assert [*oracle.scores(state), *oracle.ranks(state)] == [*result.scores, *result.ranks]
    assert state.winner
