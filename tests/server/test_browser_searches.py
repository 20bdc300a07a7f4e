"""Searches that browsers run for their own questions: the server orders them, checks them, and else searches itself."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from known import GAMES

import tablier
from tablier.analysis.questions import Searched
from tablier.core.seats import CHANCE
from tablier.position import Position
from tablier.record import Record
from tablier.search import Search
from tablier.server.problem import Problem, Refusal

from .browser import Browser, Line, Running, SharedLibrary, serving

pytestmark = pytest.mark.once

PONTE = "ponte_del_diavolo"
BRIEF = {"analysis_slice": 0.05, "hint_seconds": 0.1, "analysis_seconds": 0.15}
Found = dict[str, Any]


class Games(SharedLibrary):
    """Games without secrets, and with."""

    def names(self) -> tuple[str, ...]:
        return (PONTE, "on_top")


@pytest.fixture
async def real(tmp_path: Path, config: dict[str, Any]) -> AsyncIterator[Running]:
    async with serving(tmp_path / "data", Games(), **{**BRIEF, **config}) as running:
        yield running


def forbid_searches(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_args: object) -> None:
        raise Problem(Refusal.ANALYSIS_BUSY)

    for name in ("analyse", "review"):
        monkeypatch.setattr(server.services.analysis_runner, name, refuse)


def searched(order: dict[str, Any]) -> Found:
    """What a browser finds, with few simulations and lines of one ply."""
    game, seat = tablier.game(order["game"]), order["seat"]
    found = Search(game.definition.state(bytes.fromhex(order["state"])), seat, nodes=1 << 10).run(iterations=80)
    moves = [
        {
            "action": arm.action,
            "visits": arm.visits,
            "values": [round(value, 6) for value in arm.values],
            "proved": arm.proved,
            "line": [[seat, arm.action]] if n < order["lines"] else [],
        }
        for n, arm in enumerate(found.arms())
    ]
    return {"iterations": found.iterations, "proved": found.proved, "moves": moves}


async def ask(
    line: Line, type_: str, find: Callable[[dict[str, Any]], Found | None] = searched, **fields: Any
) -> Found:
    """Ask as a browser that searches."""
    await line.send(type=type_, ask=77, here=True, **fields)
    while (message := await line.next(type_, "refused", "study"))["type"] == "study":
        await line.send(type="studied", number=message["number"], found=find(message))
    return message


async def imported(browser: Browser, game: str, plies: int) -> str:
    """A finished table: the record of the beginning of a random game."""
    random, position = Random(1), tablier.game(game).new()
    while position.movers and position.ply < plies:
        position.push(random.choice(list(position.moves(position.movers[0]))))
    text = Record.of(position).dumps()
    answer = await browser.http.post("/api/records", content=text, headers={"Content-Type": "application/json"})
    assert answer.is_success, answer.text
    return str(answer.json()["id"])


async def test_a_browser_that_searches_costs_the_server_no_search(
    real: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid_searches(real, monkeypatch)
    host = real.browser()
    made = await host.table("me", "bot", game=PONTE)
    async with host.at(made["id"]) as line:
        hint = await ask(line, "hint", seat=0)
        assert hint["type"] == "hint", hint
        assert (await line.submit(0, *hint["best"]["plies"]))["type"] == "ack"
    for game in (PONTE, "on_top"):
        async with host.at(await imported(host, game, plies=40)) as line:
            seat = (await line.ask("look", event=3))["view"]["movers"][0]
            answer = await ask(line, "analysis", seat=seat, what_if={"event": 3, "moves": []})
            assert answer["type"] == "analysis", answer
            assert sum(answer["win_shares"]) == pytest.approx(1, abs=1e-5)
            while "review" not in (answer := await ask(line, "review")):
                assert answer["type"] == "review", answer
            assert len(answer["review"]["points"]) == answer["decisions"]


async def test_a_browser_is_told_what_its_seat_sees_and_nothing_before_it_may_ask(real: Running) -> None:
    host = real.browser()
    made = await host.table("me", "me", game=PONTE)
    async with host.at(made["id"]) as line:
        for question in ({"type_": "hint", "seat": 0}, {"type_": "review"}):
            assert (await ask(line, **question))["type"] == "refused"
    made = await host.table("me", "bot", game="on_top", hints=True)
    state = await real.services.cache.state(made["id"])
    async with host.at(made["id"]) as line:
        while 0 not in (await line.hello())["view"]["movers"]:
            await line.next("update")
        await line.send(type="hint", ask=1, seat=0, here=True)
        order = await line.next("study")
        state = await real.services.cache.state(made["id"])
        assert bytes.fromhex(order["state"]) == state.position.view(0).key()


def changed(field: str, value: Any) -> Callable[[dict[str, Any]], Found]:
    """A search of which a field of the best move is another."""

    def find(order: dict[str, Any]) -> Found:
        found = searched(order)
        found["moves"][0][field] = value
        return found

    return find


LIES: dict[str, Callable[[dict[str, Any]], Found | None]] = {
    "nothing": lambda _order: None,
    "no moves": lambda order: searched(order) | {"moves": []},
    "an action": changed("action", 31_000),
    "shares": changed("values", [2.0, -1.0]),
    "too few shares": changed("values", [1.0]),
    "visits": changed("visits", -1),
    "no line": changed("line", []),
    "a line": changed("line", [[1, 0]]),
    "another seat": changed("line", [[9, -5]]),
}


async def test_the_server_searches_itself_where_a_browser_cannot(real: Running) -> None:
    host = real.browser()
    made = await host.table("me", "bot", game=PONTE)
    async with host.at(made["id"]) as line:
        for lie, find in LIES.items():
            hint = await ask(line, "hint", find, seat=0)
            assert hint["type"] == "hint", (lie, hint)
        assert (await line.submit(0, *hint["best"]["plies"]))["type"] == "ack"


@pytest.mark.config(study_deadline=0.1)
async def test_the_server_searches_itself_where_a_browser_does_not_answer(real: Running) -> None:
    host = real.browser()
    async with host.at(await imported(host, PONTE, plies=8)) as line:
        await line.send(type="review", ask=5, here=True)
        while (answer := await line.next("review", "refused", ask=5)).get("review") is None:
            assert answer["type"] == "review", answer
            await line.send(type="review", ask=5)
        assert len(answer["review"]["points"]) == 8
        await line.send(type="studied", number=1, found=None)  # too late, and heard by nobody
        assert (await line.ask("look", event=0))["type"] == "look"


@pytest.mark.parametrize("name", GAMES)
def test_what_a_search_finds_fits_into_a_message(name: str) -> None:
    """Positions of random games with all seats, those with the most moves."""
    random, game = Random(name), tablier.game(name)
    widest: Position | None = None
    position = game.new(max(game.info.seats))
    while position.movers and position.ply < 120:
        seat = position.movers[0]
        if seat != CHANCE and (widest is None or len(position.moves(seat)) > len(widest.moves(widest.movers[0]))):
            widest = position.copy()
        position.push(random.choice(list(position.moves(seat))))
    assert widest is not None
    seat = widest.movers[0]
    order = {"game": name, "state": widest.view(seat).key().hex(), "seat": seat, "lines": 6}
    found = searched(order)
    assert len(msgspec.json.encode(msgspec.convert(found, Searched))) < 12_000


async def test_files_for_searches_have_an_address_that_changes_with_them(
    real: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "wasm-0123"
    folder.mkdir()
    for suffix in (".wasm", ".json", ".so"):
        (folder / f"{PONTE}{suffix}").write_bytes(b"{}")
        os.utime(folder / f"{PONTE}{suffix}", (0, 0))
    monkeypatch.setattr(
        real.services.library, "browser_kernels", lambda name: folder if name == PONTE else None, raising=True
    )
    host = real.browser()
    made = await host.table("me", "bot", game=PONTE)
    async with host.at(made["id"]) as line:
        address = line.welcome["table"]["search"]
        assert address == "/local/wasm-0123/"
    answer = await host.http.get(f"{address}kernels/{PONTE}.wasm")
    assert answer.headers["content-type"] == "application/wasm"
    assert "immutable" in answer.headers["cache-control"]
    assert (folder / f"{PONTE}.wasm").stat().st_mtime > 0  # kept by later builds
    for missing in (f"kernels/{PONTE}.so", "kernels/on_top.wasm", "kernels/..%2Fsecret.json"):
        assert (await host.http.get(address + missing)).status_code == 404
    assert (await host.http.get(f"/local/wasm-4567/kernels/{PONTE}.wasm")).status_code == 404
