"""Bots of one's own that fail: the error names bot, seat and ply, and shows the line of the bot."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tablier import definition
from tablier.arena import Match, run
from tablier.cli import main
from tablier.engine import cache
from tablier.errors import BotError, GameError, TablierError, WorkerError

BOTS = """
import os, sys

class Leaves:
    def plays(self, position, seat): sys.exit(3)

class Dies:
    def plays(self, position, seat): os._exit(3)

class Looks:
    def plays(self, position, seat):
        return {}["x"]

class Wrong:
    def plays(self, position, seat):
        return position.push("z9")

class Lazy:
    def plays(self, position, seat):
        yield position.moves(seat)[0]
        raise RuntimeError

class Begins:
    def __init__(self): raise ValueError("no model")

class LeavesAtOnce:
    def __init__(self): sys.exit("bye")

class Needs:
    def __init__(self, model, seed, depth=1): pass
"""
SEAT = "seat 0, ply 1"


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "failing_bots.py").write_text(BOTS)
    (tmp_path / "broken_module.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("failing_bots", None)


def match(bot: str) -> Match:
    return Match.of("ponte_del_diavolo", (f"failing_bots:{bot}", "random"), {"board": 8}, 1, limit=30)


@pytest.mark.parametrize(
    ("bot", "message", "cause"),
    [
        ("Leaves", rf"{SEAT}: it ended the process \(SystemExit: 3\); a bot returns", SystemExit),
        ("Looks", rf"{SEAT}: KeyError: 'x'", KeyError),
        ("Wrong", rf"{SEAT}: .*z9", TablierError),
        ("Lazy", rf"{SEAT}: RuntimeError$", RuntimeError),
        ("Begins", r"ValueError: no model", ValueError),
        ("LeavesAtOnce", r"it ended the process \(SystemExit: bye\)", SystemExit),
        ("Needs", r"missing a required argument: 'model'; only seed= is passed, so give other parameters", TypeError),
    ],
)
def test_failures_of_bots_name_bot_seat_and_ply(bot: str, message: str, cause: type[BaseException]) -> None:
    with pytest.raises(BotError, match=rf"^bot failing_bots:{bot}(, |: ){message}") as failed:
        run(match(bot), 2)
    assert isinstance(failed.value.__cause__, cause)


def test_a_module_that_fails_when_it_is_imported_is_named() -> None:
    with pytest.raises(BotError, match=r"^bot broken_module:Bot: ZeroDivisionError: division by zero$") as failed:
        Match.of("ponte_del_diavolo", ("broken_module:Bot", "random"), {}, 1)
    assert 'broken_module.py", line 1' in failed.value.trace


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_shows_the_line_at_which_a_bot_failed(jobs: str) -> None:
    arguments = ["arena", "ponte_del_diavolo", "failing_bots:Looks", "random", "--games", "2", "--jobs", jobs]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1
    said = done.output.strip().splitlines()
    # either game may fail first
    assert re.fullmatch(r"Error: bot failing_bots:Looks, seat (0, ply 1|1, ply 3): KeyError: 'x'", said[0])
    assert 'failing_bots.py", line 12, in plays' in said[1]
    assert len(said) <= 4


def test_a_process_that_a_bot_ends_is_reported_with_its_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with pytest.raises(WorkerError, match=r"one of the games 0(, \d)* of failing_bots:Dies, random: a bot") as died:
        run(match("Dies"), 4, jobs=2, file=file)
    assert f"the games so far are in {file}, and the same command goes on" in str(died.value)
    assert 0 in died.value.blocks


@pytest.mark.parametrize("kind", ["text", "empty", "array", "pickles"])
def test_a_file_that_holds_no_weights_is_named_and_not_copied(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "net.npz"
    with file.open("wb") as out:
        if kind == "text":
            out.write(b'{"a": 1}')
        elif kind == "array":
            np.save(out, np.zeros(3))
        elif kind == "pickles":
            np.savez(out, header=np.array([{}], object))
    bots = (f"search:iterations=1,net={file}", "random")
    with pytest.raises(GameError, match=rf"^{re.escape(str(file))} is not a file of weights") as refused:
        run(Match.of("ponte_del_diavolo", bots, {"board": 8}, 1), 2)
    assert "pickle" not in str(refused.value)
    assert not copies(file)


def copies(file: Path) -> list[Path]:
    """The files in the cache of the game with the content of a file."""
    cached = cache.folder(inspect.getfile(definition.load("ponte_del_diavolo").state))
    return [one for one in cached.glob("net-*") if one.read_bytes() == file.read_bytes()]
