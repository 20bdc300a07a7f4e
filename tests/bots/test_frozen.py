from __future__ import annotations

import hashlib
from importlib import resources

import pytest

import tablier
from tablier import bots
from tablier.arena.match import Match, play_game
from tablier.bots.frozen.state_layout import layout
from tablier.engine.protocol import CHANCE
from tablier.errors import UnknownBot
from tablier.search.clock import CLOCKS

PROGRAM = "frozen:2026-11:"


def test_the_archive_of_a_frozen_program_does_not_change() -> None:
    data = (resources.files("tablier.bots.frozen") / "2026-11.zip").read_bytes()
    assert hashlib.sha256(data).hexdigest() == "4933e73c43054e7a6760d75e6953db5a8bb7de9d4db4e961afb44d6b7fb2b329"


@pytest.mark.parametrize(
    ("name", "bot", "turn"),
    [
        ("ponte_del_diavolo", "search:iterations=300,cutoff=0", ["e7", "f7"]),
        ("ponte_del_diavolo", "3", ["g4", "f4"]),
        (
            "delta",
            "mixed:rounds=20,proposals=12,candidates=4,screening=1,iterations=20",
            ["stone2", "plank2", "move2", "move1", "stone1"],
        ),
    ],
)
def test_a_frozen_program_plays_as_it_did(name: str, bot: str, turn: list[str]) -> None:
    """The moves were recorded from the program itself, before it was frozen."""
    position = tablier.game(name).new()
    while CHANCE in position.movers:
        position.push(position.moves()[position.ply % len(position.moves())])
    moves = bots.bot(bots.spec(name, PROGRAM + bot), seed=5).plays(position, position.movers[0])
    assert [move.text for move in moves] == turn


def test_frozen_programs_are_timed_by_the_wall_clock_in_every_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CLOCKS, "processor", lambda: 0.0)
    match = Match.of("ponte_del_diavolo", ("random", f"{PROGRAM}random"), {"board": 8}, 1, clock="processor")
    played, _ = play_game(match, 0)
    assert played.seconds[0] == 0 < played.seconds[1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2026-10:5", "must name a program"),
        ("2026-11", "must name a program"),
        ("2026-11:9", "frozen program 2026-11: ponte_del_diavolo has no level 9"),
    ],
)
def test_unknown_frozen_bots_are_refused(text: str, says: str) -> None:
    with pytest.raises(UnknownBot, match=says):
        bots.bot(bots.spec("ponte_del_diavolo", f"frozen:{text}"))


def test_a_frozen_program_refuses_a_changed_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.bots.frozen.layout", lambda game: layout(game) + " more:u1[]")
    with pytest.raises(UnknownBot, match="ponte_del_diavolo has other rules or another state now"):
        bots.bot(bots.spec("ponte_del_diavolo", PROGRAM + "greedy:samples=3"))
