"""Golden games: records that an oracle has verified, replayed by kernel and oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablier import Position, Record

FOLDER = Path(__file__).parent / "games" / "golden"


def files(game: str) -> list[Path]:
    """The golden games in a folder."""
    return sorted((FOLDER / game).glob("*.json"))


def replayed(game: str, name: str) -> Position:
    """The end of a golden game."""
    return Record.loads((FOLDER / game / f"{name}.json").read_text(encoding="utf-8")).replay()


def check(file: Path, oracle: Any, state: Any) -> Any:
    """Replay a golden game by the kernel, and by the oracle from ``state``; returns the oracle's last state."""
    text = file.read_text(encoding="utf-8")
    record = Record.loads(text)
    position = record.replay()
    outcome, result = position.outcome(), record.result
    assert outcome is not None
    assert result is not None
    expected = [*result.scores, *result.ranks, result.reason]
    assert [*outcome.scores, *outcome.ranks, outcome.reason] == expected
    assert Record.of(position).dumps() + "\n" == text
    for move in position.history:
        assert move.seat == oracle.mover(state)
        assert move.text in oracle.plies(state)
        state = oracle.apply(state, move.text)
        assert not list(oracle.complaints(state))
    assert [*oracle.scores(state), *oracle.ranks(state), state.reason] == expected
    return state
