"""Golden games: records that the oracle has verified, replayed by the kernel."""

from __future__ import annotations

from pathlib import Path

import golden
import pytest
from oracles import ponte_del_diavolo as oracle

import tablier
from tablier import Record

GAMES = golden.files("ponte")


def test_golden_games_exist() -> None:
    assert len(GAMES) >= 6


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_replays(file: Path) -> None:
    record = Record.loads(file.read_text(encoding="utf-8"))
    golden.check(file, oracle, oracle.setup(int(record.options["board"])))


@pytest.mark.rule("PONTE-7.3", "PONTE-7.4", "PONTE-7.5")
@pytest.mark.parametrize(
    ("name", "winners"), [("tie_by_islands", (1,)), ("tie_by_bridges", (1,)), ("shared_victory", (0, 1))]
)
def test_games_decided_by_a_tie_break(name: str, winners: tuple[int, ...]) -> None:
    outcome = golden.replayed("ponte", name).outcome()
    assert outcome is not None
    assert outcome.scores[0] == outcome.scores[1]
    assert outcome.winners == winners


@pytest.mark.rule("PONTE-2.2")
def test_a_game_with_a_swap_replays() -> None:
    record = Record.loads((GAMES[0].parent / "after_a_swap.json").read_text(encoding="utf-8"))
    position = record.replay()
    assert [move.seat for move in position.history[:7]] == [0, 0, 1, 0, 0, 1, 1]
    assert position.history[2].text == "swap"
    assert tablier.game(record.game).new() == record.replay(upto=0)
