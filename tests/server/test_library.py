"""What the server offers: the games that can be played at a table."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from known import AT_TABLE
from structlog.testing import capture_logs

import tablier
from tablier import catalogue, warm
from tablier.engine.native import NativeRuntime
from tablier.errors import GameError
from tablier.server.problem import Problem
from tablier.server.tables.library import Library

from .browser import serving
from .toy import RandomBots

pytestmark = pytest.mark.once


def test_a_game_without_a_scene_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_others", cache(dict))
    name = catalogue.add("toy")
    assert name in catalogue.names()
    assert not catalogue.has_scene(name)
    library = Library()
    assert set(AT_TABLE) <= set(library.names())
    assert name not in library.names()
    with pytest.raises(Problem):
        library.info(name)


async def test_the_log_says_why_a_game_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_others", cache(dict))
    catalogue.add("toy")
    library = Library()
    monkeypatch.setattr(library, "_run", lambda loop: library._finish("delta", loop))

    def broken(name: str) -> None:
        raise GameError("delta: Numba cannot compile legal")

    monkeypatch.setattr(warm, "steps", broken)
    with capture_logs() as logged:
        library.start()
        await library.wait_compiled("delta")
    assert [(line["event"], line["game"], line["reason"]) for line in logged] == [
        ("game.not_offered", "toy", "it has no scene.py"),
        ("game.failed", "delta", "delta: Numba cannot compile legal"),
    ]


def test_no_scene_is_compiled_for_a_game_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_others", cache(dict))
    labels = [label for label, _ in warm.steps(catalogue.add("toy"))]
    assert "rules" in labels
    assert "table" not in labels
    assert "table" in [label for label, _ in warm.steps(AT_TABLE[0])]


PRINTING_GAME = """
import os
from tablier import warm

def steps(name):
    print("Welcome to", name)
    return [("rules", lambda: os.write(1, b"1 line of C")), ("table", lambda: print("7"))]

warm.steps = steps
warm.main("printing_game")
"""


def test_what_a_game_prints_is_not_taken_for_the_progress_of_its_compilation() -> None:
    done = subprocess.run([sys.executable, "-c", PRINTING_GAME], capture_output=True, text=True, check=True)
    assert done.stdout == "1 2\n2 2\n"
    assert "Welcome to printing_game" in done.stderr


async def test_the_server_compiles_a_game_where_no_other_process_can(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library()
    library._interpreted.add("delta")
    monkeypatch.setattr(library, "_run", lambda loop: library._finish("delta", loop))
    monkeypatch.setattr(library, "_compile", tablier.game)
    monkeypatch.setattr(warm, "is_warm", lambda name: False)

    def broken(*_: Any, **__: Any) -> None:
        raise OSError("Cannot allocate memory")

    monkeypatch.setattr(subprocess, "Popen", broken)
    library.start()
    await library.wait_compiled("delta")
    assert library.compiled("delta")
    assert not library.failed


PONTE = "ponte_del_diavolo"


class Waiting(Library):
    """Two games, compiled when the test says so."""

    def __init__(self) -> None:
        super().__init__(interpret=True)
        self.go = threading.Event()
        self.begun = {name: threading.Event() for name in self.names()}
        self.order: list[str] = []

    def names(self) -> tuple[str, ...]:
        return "shangri_la", PONTE

    def _fill_cache(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        self.begun[name].set()
        while not self.go.wait(0.01):
            for other in self._wanted:
                self._finish(other, loop)

    def _compile(self, name: str) -> Any:
        self.order.append(name)
        game = tablier.game(name)
        game.runtime = game.definition.state.runtime = NativeRuntime(game.rules)
        return game


@pytest.fixture
def runtimes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the compiled rules, and put them back after a test."""
    for name in ("shangri_la", PONTE):  # put back afterwards
        game = tablier.game(name)
        dict(warm.steps(name))["table"]()  # the compiled rules are ready
        monkeypatch.setattr(game, "runtime", game.runtime)
        monkeypatch.setattr(game.definition.state, "runtime", game.runtime)


class TwoLevels(RandomBots):
    """The weakest and the strongest level."""

    def levels(self, game: str) -> list[Any]:
        return [SimpleNamespace(level=level, label={"en": "Random", "fr": "Hasard"}) for level in (1, 5)]


async def test_a_game_against_a_bot_is_played_before_it_is_compiled(tmp_path: Path, runtimes: None) -> None:
    library = Waiting()
    try:
        async with serving(tmp_path, library) as server:
            browser = server.browser()
            made = await browser.table("me", "bot", game=PONTE, board=8)
            async with browser.at(made["id"]) as line:
                assert not line.welcome["table"]["seats"][1].get("preparing")
                assert (await line.submit(0, "d4", "d5"))["type"] == "ack"
                await line.update(2)  # the bot answers
                assert not library.compiled(PONTE)
    finally:
        library.go.set()


async def test_a_bot_whose_strength_is_its_speed_waits_and_says_so(tmp_path: Path, runtimes: None) -> None:
    library = Waiting()
    try:
        async with serving(tmp_path, library, TwoLevels()) as server:
            browser = server.browser()
            seats = [{"kind": "me"}, {"kind": "bot", "level": 5}]
            wanted = {"game": PONTE, "seats": seats, "options": {"board": 8}}
            made = (await browser.http.post("/api/tables", json=wanted)).json()
            async with browser.at(made["id"]) as line:
                assert line.welcome["table"]["seats"][1]["preparing"]
                assert (await line.submit(0, "d4", "d5"))["type"] == "ack"
                assert (await line.submit(0, "d4", "d5"))["code"] == "not-your-turn"
                assert not library.compiled(PONTE)
                library.go.set()
                await line.update(2)  # the bot answers
                assert library.compiled(PONTE)
                assert not (await line.hello())["table"]["seats"][1].get("preparing")
    finally:
        library.go.set()


async def test_no_clock_runs_while_a_bot_waits_for_its_game_to_be_compiled(tmp_path: Path, runtimes: None) -> None:
    library = Waiting()
    try:
        async with serving(tmp_path, library, TwoLevels()) as server:
            browser = server.browser()
            wanted = {"game": PONTE, "seats": [{"kind": "me"}, {"kind": "bot", "level": 5}], "clock": "quick"}
            made = (await browser.http.post("/api/tables", json=wanted)).json()
            async with browser.at(made["id"]) as line:
                await line.next("clocks", running=[0])
                line.news.clear()
                assert (await line.submit(0, "d4", "d5"))["type"] == "ack"
                await line.next("clocks", running=[])
                assert not library.compiled(PONTE)
    finally:
        library.go.set()


async def test_games_that_bots_wait_for_are_compiled_first(runtimes: None) -> None:
    library = Waiting()
    first, second = library.names()
    library.start()
    try:
        async with asyncio.timeout(60):
            await library.wait(first)
        position = library.game(first).new()
        position.push(position.moves()[0])
        assert not library.compiled(first)
        with pytest.raises(Problem):
            library.require_compiled(first)
        bot = asyncio.create_task(library.wait_compiled(second))
        assert await asyncio.to_thread(library.begun[second].wait, 60)
        assert not bot.done()
        library.go.set()
        async with asyncio.timeout(120):
            await bot
            await library.wait_compiled(first)
        assert library.order == [second, first]
        library.require_compiled(first)
        position.push(position.moves()[0])
        assert position.ply == 2
    finally:
        library.go.set()
        library.stop()
