from __future__ import annotations

import copy
import hashlib
import os
import pickle
import subprocess
import sys
from importlib import resources
from typing import IO, cast

import pytest

import tablier
from tablier import bots
from tablier.arena.match import Match, play_game
from tablier.bots.frozen import _program
from tablier.bots.frozen.state_layout import layout
from tablier.engine.protocol import CHANCE
from tablier.errors import UnknownBot
from tablier.search.clock import CLOCKS

PROGRAM = "frozen:2026-11:"
PONTE = tablier.game("ponte_del_diavolo")


def frozen(name: str, seed: int = 5) -> bots.Bot:
    return bots.bot(bots.spec("ponte_del_diavolo", PROGRAM + name), seed=seed)


class Interrupted(Exception):
    """Raised in the middle of a turn."""


class Interrupting:
    """The answers of a program; before the first one is read, an interruption comes."""

    def __init__(self, answers: IO[bytes]) -> None:
        self._answers = answers
        self.close = answers.close
        self._interrupted = False

    def readline(self) -> bytes:
        if not self._interrupted:
            self._interrupted = True
            raise Interrupted
        return self._answers.readline()


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


def test_an_interrupted_turn_does_not_answer_the_next_request() -> None:
    late, position = PONTE.new().play("d4 e5"), PONTE.new().play("a1 j10")
    expected = frozen("search:iterations=300,cutoff=0").plays(position, 1)
    process = _program("2026-11", os.getpid())._process
    assert process is not None
    assert process.stdout is not None
    process.stdout = cast("IO[bytes]", Interrupting(process.stdout))
    with pytest.raises(Interrupted):
        frozen("search:iterations=300,cutoff=0").plays(late, 1)
    assert frozen("search:iterations=300,cutoff=0").plays(position, 1) == expected


def test_copies_of_a_frozen_bot_play_its_moves() -> None:
    bot, position = frozen("search:iterations=300,cutoff=0"), PONTE.new().play("d4 e5")
    expected = bot.plays(position, 1)
    for twin in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert twin.plays(position, 1) == expected


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process group of its own, with a frozen bot."""
    begin = "import os, signal, tablier.bots as b; from tablier.bots.frozen import _program\n"
    begin += f"bot = b.bot(b.spec('ponte_del_diavolo', '{PROGRAM}random'), seed=5)\n"
    begin += "program = _program('2026-11', os.getpid())\n"
    begin += "import tablier; position = tablier.game('ponte_del_diavolo').new()\n"
    return subprocess.run(
        [sys.executable, "-c", begin + code],
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        start_new_session=True,
        check=False,
        timeout=300,
    )


def test_an_interrupt_of_the_group_leaves_a_frozen_program_running() -> None:
    code = (
        "signal.signal(signal.SIGINT, lambda *_: None); os.killpg(0, signal.SIGINT)\n"
        "process = program._process; print(len(bot.plays(position, 0))); print(program._process is process)\n"
    )
    done = run(code)
    assert (done.stdout, done.stderr) == ("2\nTrue\n", "")


def test_a_frozen_program_that_has_ended_is_started_again() -> None:
    code = (
        "for _ in range(2):\n    program._process.kill(); program._process.wait(); print(len(bot.plays(position, 0)))"
    )
    done = run(code)
    assert (done.stdout, done.stderr) == ("2\n2\n", "")


def test_python_exits_cleanly_after_the_end_of_a_frozen_program() -> None:
    done = run("program._process.stdin.write(b'x'); program._process.kill(); program._process.wait()")
    assert (done.returncode, done.stderr) == (0, "")
