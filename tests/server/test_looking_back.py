"""Analysis, imported records, and shared games."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablier.position import Position
from tablier.record import Record
from tablier.scene.model import Message, Result, Tally, View
from tablier.scene.palette import Palette, recoloured, safe_colours
from tablier.server.api import pictures
from tablier.server.api.words import words
from tablier.server.config import Rate
from tablier.server.domain import imports, projections
from tablier.server.domain.analysis import FOR_ONE, PLIES, AnalysisBoard
from tablier.server.domain.events import ChatSent, RematchOffered, Resigned
from tablier.server.domain.state import TableState
from tablier.server.message_base import Tried
from tablier.server.problem import Problem

from .browser import UNLIMITED, Browser, Line, Running, serving
from .logs import LocalTable
from .records import PONTE, Some, bring, played

pytestmark = pytest.mark.once


@pytest.fixture
async def real(tmp_path: Path, config: dict[str, Any]) -> AsyncIterator[Running]:
    async with serving(tmp_path / "data", Some(), **config) as running:
        yield running


# Records


@pytest.mark.parametrize(("name", "seats"), [(PONTE, 2), ("on_top", 3), ("delta", 2), ("shangri_la", 3)])
async def test_an_imported_record_is_exported_unchanged(real: Running, name: str, seats: int) -> None:
    record = played(name, seats, 400)
    browser, passer = real.browser(), real.browser()
    answer = await bring(browser, record)
    assert answer.status_code == 201, answer.text
    assert "set-cookie" not in answer.headers
    table = answer.json()["id"]
    back = Record.loads((await passer.http.get(f"/api/tables/{table}/record")).text)
    assert (back.moves, back.options, back.result) == (record.moves, record.options, record.result)
    assert back.players[:2] == ["Ada", "Zoé"]
    async with passer.at(table) as line:
        shown = line.welcome
        assert shown["table"]["imported"]
        assert shown["you"] == []
        assert [seat["kind"] for seat in shown["table"]["seats"]] == ["human"] * seats
        assert ("result" in shown["view"]) == (record.result is not None)
        assert all(entry["lines"] for entry in shown["log"] if name != "delta")
        for event in (0, shown["seq"] // 2, shown["seq"]):
            assert (await line.ask("look", event=event))["type"] == "look"
    assert table not in [one["id"] for one in (await browser.http.get("/api/lobby")).json()]


async def test_an_imported_record_has_the_turns_of_its_table(real: Running) -> None:
    """A record joins what one seat plays in a row; at the table each submission is a move."""
    host = real.browser()
    made = await host.table("me", "me", game=PONTE, board=8)
    async with host.at(made["id"]) as line:
        for seat, plies in enumerate((["c3", "d3"], ["a8", "h8"], ["c4", "d4"])):
            assert (await line.submit(seat % 2, *plies))["type"] == "ack"
        await line.submit(1, type_="resign")
        told = (await line.hello())["log"]
    record = Record.loads((await host.http.get(f"/api/tables/{made['id']}/record")).text)
    assert record.result is not None
    assert record.result.by == 1
    table = (await bring(host, record)).json()["id"]
    async with host.at(table) as line:
        assert line.welcome["log"] == told
        assert line.welcome["view"]["result"]["reason"]["k"] == "reason-resigned"


async def test_the_draws_of_an_imported_record_can_be_verified(real: Running) -> None:
    host = real.browser()
    made = await host.table("me", "me", game="on_top")
    async with host.at(made["id"]) as line:
        for seat in (0, 1):
            await line.submit(seat, type_="nonce", nonce="5e" * 16)
        await line.update(3)  # the first draw
        for _ in range(3):
            position = (await real.services.cache.state(made["id"])).position
            [seat] = position.movers
            assert (await line.submit(seat, next(iter(position.moves(seat))).text))["type"] == "ack"
        unfinished = Record.loads((await host.http.get(f"/api/tables/{made['id']}/record")).text)
        await line.submit(0, type_="resign")
    record = Record.loads((await host.http.get(f"/api/tables/{made['id']}/record")).text)
    table = (await bring(host, record)).json()["id"]
    back = Record.loads((await host.http.get(f"/api/tables/{table}/record")).text)
    assert back == record
    assert back.verify() == record.verify() >= 1
    async with host.at(table) as line:
        assert line.welcome["table"]["fair"]["seed"] == record.fair.seed  # type: ignore[union-attr]

    table = (await bring(host, unfinished)).json()["id"]
    back = Record.loads((await host.http.get(f"/api/tables/{table}/record")).text)
    assert back.fair is not None
    assert (back.fair, back.fair.seed) == (unfinished.fair, "")

    lucky = json.loads(record.dumps())
    lucky["fair"]["nonces"][0]["nonce"] = "00" * 16
    refused = (await bring(host, json.dumps(lucky))).json()["say"]
    assert refused["k"] == "problem-record"
    assert "the seed gives" in refused["a"]["detail"]
    lucky["fair"]["nonces"] *= 2
    assert "more than one nonce" in (await bring(host, json.dumps(lucky))).json()["say"]["a"]["detail"]


async def test_a_refused_move_of_a_record_comes_with_the_rule_that_it_breaks(real: Running) -> None:
    record = json.loads(played(PONTE, 2, 0).dumps())
    for play, rule in (("d4 a1", "PONTE-3.2"), ("nonsense", "none")):
        record["moves"] = [{"seat": 0, "play": "d4 e4"}, {"seat": 1, "play": play}]
        said = (await bring(real.browser(), json.dumps(record))).json()["say"]
        assert (said["k"], said["a"]["move"], said["a"]["play"]) == ("problem-record-move", 2, play)
        assert said["a"]["id"] == rule


async def test_bots_keep_their_names_in_a_record(real: Running) -> None:
    host = real.browser()
    table = (await host.table("me", "bot", game=PONTE))["id"]
    async with host.at(table) as line:
        await line.submit(0, type_="resign")
    file = await host.http.get(f"/api/tables/{table}/record", headers={"Accept-Language": "fr"})
    assert file.json()["players"] == ["", "Hasard"]
    copy = (await bring(host, file.text)).json()["id"]
    async with host.at(copy) as line:
        assert [seat.get("name", "") for seat in line.welcome["table"]["seats"]] == ["", "Hasard"]


async def test_a_race_that_was_broken_off_has_no_points(real: Running) -> None:
    host = real.browser()
    table = (await host.table("me", "me", game="delta"))["id"]
    async with host.at(table) as line:
        await line.submit(0, type_="resign")
        assert (await line.hello())["view"]["result"]["unscored"]
    await host.http.post(f"/api/tables/{table}/share")
    page = (await host.http.get(f"/g/{table}?lang=en")).text
    assert "Player 2 wins" in page
    assert "point" not in page.partition("<ol>")[2]


def test_a_race_that_was_won_has_no_points() -> None:
    view = View((), (), Message(""), ("white", "red"), (), result=Result((0, 1), (1, 0), Message("")))
    assert projections.without_repetition(view).result == Result((0, 1), (1, 0), Message(""), unscored=True)
    scored = msgspec.structs.replace(view, tally=(Tally(1, Message(""), 1),))
    assert projections.without_repetition(scored) == scored


async def test_a_record_without_moves_can_be_imported(real: Running) -> None:
    browser = real.browser()
    table = (await bring(browser, played(PONTE, 2, 0))).json()["id"]
    async with browser.at(table) as line:
        assert (line.welcome["seq"], line.welcome["log"]) == (0, [])
    assert (await browser.http.get(f"/api/tables/{table}/record")).status_code == 200


@pytest.mark.parametrize("reason", ["resigned", "time"])
async def test_an_unfinished_game_is_imported_with_its_ending(real: Running, reason: str) -> None:
    record = json.loads(played(PONTE, 2, 8).dumps())
    record["result"] = {"scores": [0, 0], "ranks": [0, 1], "reason": reason, "by": 1}
    browser = real.browser()
    table = (await bring(browser, json.dumps(record))).json()["id"]
    async with browser.at(table) as line:
        assert line.welcome["view"]["result"]["reason"]["k"] == f"reason-{reason}"
    assert (await browser.http.get(f"/api/tables/{table}/record")).json()["result"] == record["result"]


@pytest.mark.parametrize(
    ("change", "key", "detail"),
    [
        ({"format": "tablier-9"}, "problem-record", "tablier-9"),
        ({"game": "chess"}, "problem-no-game", ""),
        ({"rules": 99}, "problem-record", "version 99"),
        ({"seats": 5}, "problem-record", "seats"),
        ({"seats": 2**62}, "problem-record", "seats"),  # a name for each would take all memory
        ({"options": {"board": 7}}, "problem-record", "board"),
        ({"moves": [{"seat": 0, "play": "d4 e4"}, {"seat": 1, "play": "d4 a1"}]}, "problem-record-move", "d4"),
        ({"moves": [{"seat": 0, "play": "nonsense"}]}, "problem-record-move", "nonsense"),
        ({"moves": [{"seat": 1, "play": "d4 e4"}]}, "problem-record-move", ""),
        ({"moves": [{"seat": 9, "play": "d4"}]}, "problem-record", ""),
        ({"more": 1}, "problem-record", "more"),
        ({"start": "light: a1; nonsense"}, "problem-record", "nonsense"),
        ({"players": ["a", "b", "c"]}, "problem-record", "players"),
        ({"players": ["\u202eevil"]}, "problem-name-characters", ""),
        ({"result": {"scores": [99, 0], "ranks": [0, 1], "reason": "tiles"}}, "problem-record", "99"),
        ({"result": {"scores": [0, 0], "ranks": [0, 1], "reason": "resigned"}}, "problem-record", "resigned"),
        ({"result": {"scores": [0, 0], "ranks": [0, 1], "reason": "resigned", "by": 4}}, "problem-record", "4"),
        ({"result": {"scores": [0, 0], "ranks": [1, 0], "reason": "resigned", "by": 1}}, "problem-record", "[0, 1]"),
        ({"result": {"scores": [9, 0], "ranks": [0, 1], "reason": "time", "by": 1}}, "problem-record", "[9, 0]"),
    ],
)
async def test_invalid_records_are_refused(real: Running, change: dict[str, Any], key: str, detail: str) -> None:
    record = json.loads(played(PONTE, 2, 8).dumps()) | change
    answer = await bring(real.browser(), json.dumps(record))
    said = answer.json()["say"]
    assert (answer.status_code // 100, said["k"]) == (4, key)
    assert detail in str(said.get("a", ""))
    if key == "problem-record-move":
        assert said["a"]["move"] == len(record["moves"])


@pytest.mark.config(record_plies=7)
async def test_the_size_of_records_is_limited(real: Running) -> None:
    browser = real.browser()
    assert (await bring(browser, "x" * (imports.SIZE + 1))).status_code == 413
    assert (await bring(browser, "{")).json()["say"]["k"] == "problem-record"
    assert (await bring(browser, "[" * 100_000)).status_code == 400
    assert (await bring(browser, played(PONTE, 2, 8))).json()["say"]["k"] == "problem-record-long"


@pytest.mark.config(waiting_records=1)
async def test_records_are_replayed_one_at_a_time(real: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    go, replay = threading.Event(), Record.replay

    def slow(record: Record) -> Position:
        go.wait(10)
        return replay(record)

    monkeypatch.setattr(Record, "replay", slow)
    browser, record = real.browser(), played(PONTE, 2, 8)
    first = asyncio.create_task(bring(browser, record))
    async with asyncio.timeout(10):
        while not real.services.record_queue.waiting:
            await asyncio.sleep(0.01)
    busy = await bring(browser, record)
    assert (busy.status_code, busy.json()["code"]) == (503, "busy")
    go.set()
    assert (await first).is_success
    assert (await bring(browser, record)).is_success


# Games that are shared


async def finished(server: Running, host: Browser) -> str:
    made = await host.table("me", "me", game=PONTE)
    async with host.at(made["id"]) as line:
        await line.submit(0, "d4", "e4")
        await line.submit(1, type_="resign")
    table: str = made["id"]
    return table


async def test_players_can_share_a_finished_game(real: Running) -> None:
    host, stranger = real.browser(), Browser(real.origin)
    table = await finished(real, host)
    running = (await host.table("me", "me", game=PONTE))["id"]
    assert (await stranger.http.get(f"/g/{table}")).status_code == 404
    assert (await stranger.http.post(f"/api/tables/{table}/share")).status_code == 403
    assert (await host.http.post(f"/api/tables/{running}/share")).status_code == 409
    await host.http.post(f"/api/tables/{table}/name", json={"seat": 0, "name": '<b>&"{x}'})
    assert (await host.http.post(f"/api/tables/{table}/share")).status_code == 204
    page = await stranger.http.get(f"/g/{table}")
    assert page.status_code == 200
    assert "&lt;b&gt;&amp;&#34;{x} wins" in page.text
    assert "<b>" not in page.text
    assert "<script" not in page.text
    assert f'<meta property="og:image" content="{real.origin}/g/{table}/board.png">' in page.text
    picture = await stranger.http.get(f"/g/{table}/board.png", timeout=60)
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert (await stranger.http.get(f"/g/{running}/board.png")).status_code == 404
    french = (await stranger.http.get(f"/g/{table}", headers={"Accept-Language": "fr-CA,en"})).text
    assert '<html lang="fr">' in french
    assert "Victoire de &lt;b&gt;" in french
    assert "Joueur 2" in french
    assert '<html lang="en">' in (await stranger.http.get(f"/g/{table}?lang=en")).text
    board = await stranger.http.get(f"/g/{table}/board.svg")
    assert board.headers["content-type"].startswith("image/svg+xml")
    assert board.text.startswith("<svg")
    assert not re.search(r'href="(?!#|data:)', board.text)
    async with stranger.at(table) as line:
        assert line.welcome["you"] == []
        assert len(line.welcome["log"]) == 2
    assert (await stranger.http.get(f"/api/tables/{table}/record")).status_code == 200


async def test_without_the_png_extra_a_page_shows_svg(real: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await bring(browser := real.browser(), played(PONTE, 2, 8))).json()["id"]
    monkeypatch.setattr("tablier.server.api.shared_games.can_png", lambda: False)
    assert f'content="{real.origin}/g/{table}/board.svg"' in (await browser.http.get(f"/g/{table}")).text
    assert (await browser.http.get(f"/g/{table}/board.png")).status_code == 404


async def test_pictures_are_cached(real: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[bool]()
    draw = pictures._draw

    def counted(state: TableState, *, plain: bool, palette: Palette) -> bytes:
        drawn.append(plain)
        return draw(state, plain=plain, palette=palette)

    monkeypatch.setattr(pictures, "_draw", counted)
    table = (await bring(browser := real.browser(), played(PONTE, 2, 8))).json()["id"]
    for kind in ("svg", "png", "svg", "png"):
        assert (await browser.http.get(f"/g/{table}/board.{kind}", timeout=60)).status_code == 200
    assert drawn == [False, True]


async def test_a_picture_is_drawn_again_only_after_an_event_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[int]()

    def draw(state: TableState, *, plain: bool, palette: Palette) -> bytes:
        drawn.append(state.seq)
        return b"<svg/>"

    monkeypatch.setattr(pictures, "_draw", draw)
    table, cache = LocalTable(PONTE, 2, 1), pictures.Pictures(1.0)
    table.submit()
    for payload in (Resigned(), ChatSent("well played"), RematchOffered()):
        await cache.svg(table.state, "standard")
        table.add(0, payload)
    await cache.svg(table.state, "standard")
    assert drawn == [2, 3]


@pytest.mark.config(picture_timeout=0.0)
async def test_a_picture_that_cannot_be_made_is_refused(real: Running) -> None:
    table = (await bring(browser := real.browser(), played(PONTE, 2, 8))).json()["id"]
    assert (await browser.http.get(f"/g/{table}/board.png", timeout=60)).status_code == 503


async def test_an_imported_game_has_a_page(real: Running) -> None:
    browser = real.browser()
    unfinished = (await bring(browser, played(PONTE, 2, 8))).json()["id"]
    over = (await bring(browser, played("shangri_la", 3, 4000))).json()["id"]
    assert "Unfinished game" in (await browser.http.get(f"/g/{unfinished}")).text
    assert "points</span>" in (await browser.http.get(f"/g/{over}")).text
    assert (await browser.http.get(f"/g/{over}/board.svg")).text.startswith("<svg")


async def test_the_page_of_a_game_has_the_colours_chosen_in_the_client(real: Running) -> None:
    browser = real.browser()
    table = (await bring(browser, played("shangri_la", 3, 40))).json()["id"]
    page = (await browser.http.get(f"/g/{table}")).text
    assert f"/g/{table}/board.svg?palette=standard" in page
    assert ".blue { background: #0F5099 }" in page
    browser.http.cookies.set("palette", "safe")
    page = (await browser.http.get(f"/g/{table}")).text
    assert ".blue { background: #0C5F99 }" in page
    address = f"/g/{table}/board.svg?palette=safe"
    assert address in page
    standard, safe = [(await browser.http.get(at)).text for at in (f"/g/{table}/board.svg", address)]
    assert safe == recoloured(standard, "safe") != standard
    rules = (await browser.http.get("/rules/shangri_la/en")).text
    assert not any(colour in rules for colour in safe_colours())


@pytest.mark.parametrize(
    ("name", "said"), [("Alice", "d’Alice"), ("Éric", "d’Éric"), ("Yann", "de Yann"), ("Bob", "de Bob")]
)
def test_french_elides_before_the_name_of_a_winner(name: str, said: str) -> None:
    assert words("fr").victory(name) == f"Victoire {said}"


# What if


async def look(line: Line, event: int, *tried: tuple[int, str]) -> dict[str, Any]:
    moves = [{"seat": seat, "plies": plies.split()} for seat, plies in tried]
    return await line.ask("look", event=event, tried=moves)


async def test_a_running_game_without_secrets_can_be_analysed(real: Running) -> None:
    host = real.browser()
    made = await host.table("me", "friend", game=PONTE)
    async with host.at(made["id"]) as line, real.browser().at(made["id"]) as watcher:
        await line.submit(0, "d4", "e4")
        answer = await look(line, 0, (0, "a1 b1"), (1, "c1 d1"))
        assert answer["view"]["movers"] == [0]
        assert len(answer["tried"]) == 2
        supposed = {"event": 0, "moves": answer["tried"]}
        asked = await watcher.ask("choices", seat=0, plies=[], what_if=supposed)
        assert asked["type"] == "choices"
        assert "a1" not in {option["ply"] for option in asked["choices"]["options"]}
        why = await watcher.ask("why", seat=0, plies=[], path=["spot:a1"], what_if=supposed)
        assert why["type"] == "why"
        for nobody in (-1, 2, 6, 7, 1 << 40):  # a seat that a view could not even be asked of
            answer = await watcher.ask("why", seat=nobody, plies=[], path=["spot:a1"], what_if=supposed)
            assert answer["code"] == "not-your-seat"
        assert (await look(line, 0, (0, "a1 a1")))["code"] == "illegal"
        assert (await look(line, 0, (1, "a1 b1")))["code"] == "not-your-turn"
        assert (await look(line, 9))["say"]["k"] == "refused-no-event"
        assert (await line.ask("look", event=0, tried=[{"seat": 0, "plies": ["a1"] * 60}] * 6))["type"] == "refused"
        assert PLIES < 360
        assert (await line.ask("choices", seat=1, plies=[]))["code"] == "not-your-seat"
        assert (await line.hello())["seq"] == 1  # nothing of this was played


async def test_an_analysis_goes_on_from_its_last_position(real: Running) -> None:
    """A trial costs what it adds, in whatever order one goes back and forth; the same is seen as by asking at once."""
    host = real.browser()
    made = await host.table("me", "me", game=PONTE)
    state, trial = await real.services.cache.state(made["id"]), AnalysisBoard()
    moves = [Tried(n % 2, plies.split()) for n, plies in enumerate(("a1 b1", "c1 d1", "a8 b8", "c8 d8"))]
    other = [Tried(0, ["f1", "g1"])]
    costs = []
    for tried in (moves[:2], moves, moves[:3], other, moves, moves, []):
        costs.append(trial.cost(state, 0, tried) * FOR_ONE)
        position, played = trial.play(state, 0, tried)
        at_once, _ = AnalysisBoard().play(state, 0, tried)
        assert (position.key(), position.history) == (at_once.key(), at_once.history)
        assert played == tried
        with pytest.raises(Problem):
            trial.play(state, 0, [*tried, Tried(len(tried) % 2, ["a1", "a1"])])
    assert costs == [4, 4, 0, 2, 8, 0, 0]
    assert state.position.ply == 0


@pytest.mark.config(socket_rate=Rate(0, 1 + 1 + 2 / FOR_ONE + 1))
async def test_a_long_analysis_costs_more_than_a_message(real: Running) -> None:
    host = real.browser()
    made = await host.table("me", "me", game=PONTE)
    async with host.at(made["id"]) as line:  # says hello
        assert (await look(line, 0, (0, "a1 b1")))["type"] == "look"
        assert (await look(line, 0, (0, "a1 b1"), (1, "c1 d1")))["code"] == "limit"


async def test_a_game_with_secrets_is_analysed_after_its_end(real: Running) -> None:
    host = real.browser()
    made = await host.table("me", "me", game="delta")
    async with host.at(made["id"]) as line:
        for question in (
            await look(line, 0),
            await line.ask("choices", seat=0, plies=[], what_if={"event": 0, "moves": []}),
        ):
            assert question["say"]["k"] == "refused-what-if"
        await line.submit(0, type_="resign")
        assert (await look(line, 0))["view"]["movers"]


@pytest.mark.config(socket_rate=UNLIMITED)
async def test_an_analysis_draws_at_random(server: Running) -> None:
    """Analysis reveals neither past nor future draws of the table."""
    host = server.browser()
    made = await host.table("me", "me", luck=True)
    async with host.at(made["id"]) as line:
        await line.submit(0, type_="resign")
        drawn: set[str] = set()
        for _ in range(30):
            answer = await look(line, 0)
            assert [tried["seat"] for tried in answer["tried"]] == [7]
            drawn.add(*answer["tried"][0]["plies"])
            again = await line.ask("look", event=0, tried=answer["tried"])
            assert (again["tried"], again["view"]) == (answer["tried"], answer["view"])
        assert drawn == {"heads", "tails"}
        assert (await look(line, 0, (7, "nonsense")))["type"] == "refused"


async def test_players_of_a_shared_game_are_told_apart(real: Running) -> None:
    table = (await bring(browser := real.browser(), played("shangri_la", 3, 4000))).json()["id"]
    page = (await browser.http.get(f"/g/{table}")).text
    colours = re.findall(r'<i class="(\w+)"></i><span>([^<]+)</span>', page)
    assert len({colour for colour, _ in colours}) == len({name for _, name in colours}) == 3


async def test_covers_are_pictures_for_previews(real: Running) -> None:
    http = real.browser().http
    cover = await http.get(f"/api/art/{PONTE}/cover.png", timeout=60)
    assert cover.headers["content-type"] == "image/png"
    assert cover.content.startswith(b"\x89PNG")
    assert (await http.get("/api/art/nope/cover.png")).status_code == 404
