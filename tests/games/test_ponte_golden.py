"""Golden games: records that the oracle has verified once, replayed by the kernel on every run."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import ponte_del_diavolo as oracle

import tablier
from tablier import Record

GAMES = sorted((Path(__file__).parent / "golden" / "ponte").glob("*.json"))


def test_there_are_golden_games() -> None:
    assert len(GAMES) >= 6


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

    state = oracle.setup(int(record.options["board"]))
    for move in position.history:
        assert move.seat == oracle.mover(state)
        assert move.text in oracle.plies(state)
        state = oracle.apply(state, move.text)
    assert [*oracle.scores(state), *oracle.ranks(state), state.reason] == [*result.scores, *result.ranks, result.reason]


@pytest.mark.rule("PONTE-7.3", "PONTE-7.4", "PONTE-7.5")
@pytest.mark.parametrize(
    ("name", "winners"), [("tie_by_islands", (1,)), ("tie_by_bridges", (1,)), ("shared_victory", (0, 1))]
)
def test_games_decided_by_a_tie_break(name: str, winners: tuple[int, ...]) -> None:
    outcome = Record.loads((GAMES[0].parent / f"{name}.json").read_text(encoding="utf-8")).replay().outcome()
    assert outcome is not None
    assert outcome.scores[0] == outcome.scores[1]
    assert outcome.winners == winners


@pytest.mark.rule("PONTE-2.2")
def test_the_game_after_a_swap() -> None:
    record = Record.loads((GAMES[0].parent / "after_a_swap.json").read_text(encoding="utf-8"))
    position = record.replay()
    assert [move.seat for move in position.history[:7]] == [0, 0, 1, 0, 0, 1, 1]
    assert position.history[2].text == "swap"
    assert tablier.game(record.game).new() == record.replay(upto=0)
