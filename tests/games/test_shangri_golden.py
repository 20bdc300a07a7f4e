"""Golden games: records that the oracle has verified, replayed by the kernel."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import golden
import pytest
from oracles import shangri_la as oracle

from tablier import Record

GAMES = golden.files("shangri")


def test_golden_games_exist() -> None:
    assert len(GAMES) >= 9


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_replays(file: Path) -> None:
    record = Record.loads(file.read_text(encoding="utf-8"))
    golden.check(
        file, oracle, oracle.setup(record.seats, sheet=bool(record.options["sheet"]), tie=str(record.options["tie"]))
    )


@pytest.mark.rule("SHANGRI-8.2", "SHANGRI-8.3")
@pytest.mark.parametrize(("name", "winners"), [("tie_by_villages", (0,)), ("shared_victory", (0, 2))])
def test_games_decided_by_a_tie_break(name: str, winners: tuple[int, ...]) -> None:
    outcome = golden.replayed("shangri", name).outcome()
    assert outcome is not None
    assert sorted(outcome.scores)[-2] == max(outcome.scores)
    assert outcome.winners == winners


@pytest.mark.rule("SHANGRI-2.6")
def test_a_game_with_a_tile_that_fits_nowhere_replays() -> None:
    history = golden.replayed("shangri", "a_tile_that_fits_nowhere").history
    assert [move.seat for move in history[:21]] == [0, 1, 2] * 6 + [0, 1, 0]
    assert {move.text[0] for move in history[:20]} == {"+"}


@pytest.mark.rule("SHANGRI-3.4")
def test_a_game_with_skipped_seats_replays() -> None:
    history = golden.replayed("shangri", "passed_over").history[28:]
    assert any((two.seat - one.seat) % 4 > 1 for one, two in pairwise(history))
