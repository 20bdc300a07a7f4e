"""Golden games: recorded games, replayed by kernel and oracle."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import ankh_morpork as oracle

import tablier
from tablier import Record

FOLDER = Path(__file__).parent / "golden" / "ankh"
GAMES = sorted(FOLDER.glob("*.json"))


def test_golden_games_exist() -> None:
    assert len(GAMES) >= 4


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_replays(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = Record.loads(text)
    position = record.replay()
    outcome, result = position.outcome(), record.result
    assert outcome is not None
    assert result is not None
    assert [*outcome.scores, *outcome.ranks, outcome.reason] == [*result.scores, *result.ranks, result.reason]
    assert tablier.Record.of(position).dumps() + "\n" == text

    state = oracle.setup(record.seats, **record.options)
    for move in position.history:
        assert move.seat in oracle.movers(state)
        chance = move.seat == tablier.CHANCE
        assert move.text in (oracle.outcomes(state) if chance else oracle.plies(state, move.seat))
        state = oracle.apply(state, move.seat, move.text)
    assert oracle.movers(state) == ()
    assert [*oracle.scores(state), *oracle.ranks(state)] == [*result.scores, *result.ranks]


def test_golden_games_cover_their_subjects() -> None:
    records = {file.stem: Record.loads(file.read_text(encoding="utf-8")) for file in GAMES}
    words = {
        name: {ply.partition(":")[0] for entry in record.moves for ply in entry.play.split()}
        for name, record in records.items()
    }
    assert {"roll", "point", "palace", "show", "token", "discard", "thief"} <= words["three_players"]
    assert {"offer", "give", "want", "propose", "refuse"} <= words["four_players_who_offer"]
    assert {"counter", "deal"} <= words["counter_offers"]
    assert {"library", "hire", "guard"} <= words["options"]
    assert {"accept", "refuse", "deal"} <= words["accepted_offers"]
    assert "scroll" in {
        ply.partition(":")[2] for entry in records["accepted_offers"].moves for ply in entry.play.split()
    }
