"""The HTTP interface: games, tables, records, art, texts, pages."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from tablier.server.api import pages
from tablier.server.app import BACKLOG, CannotListen, PortInUse, listen

from .browser import Running, serving
from .toy import SlowLibrary


async def test_the_font_of_headings_is_small_and_comes_with_its_licence(server: Running) -> None:
    http = server.browser().http
    page = await http.get("/rules/none/en", headers={"accept": "text/html"})
    assert '<link rel="preload" href="/fonts/alegreya-600.woff2"' in page.text
    font = await http.get("/fonts/alegreya-600.woff2")
    assert font.headers["content-type"] == "font/woff2"
    assert "immutable" in font.headers["cache-control"]
    assert len(font.content) < 60_000
    assert "SIL OPEN FONT LICENSE" in (await http.get("/fonts/OFL.txt")).text
    assert (await http.get("/fonts/none.woff2")).status_code == 404


async def test_art_comes_in_a_second_palette(server: Running) -> None:
    http = server.browser().http
    standard, safe = [(await http.get("/api/art/common.svg", params=asked)).text for asked in ({}, {"palette": "safe"})]
    assert "#AD1F1A" in standard
    assert safe == standard.replace("#AD1F1A", "#D55E00").replace("#F0A91D", "#FFD204").replace(
        "#0F5099", "#0C5F99"
    ).replace("#3B9482", "#1AB46A").replace("#B688EB", "#CE8ECD")
    assert (await http.get("/api/art/common.svg", params={"palette": "neon"})).status_code == 400


async def test_games_are_listed(server: Running) -> None:
    [game] = (await server.browser().http.get("/api/games")).json()
    assert game["name"] == "toy"
    assert game["title"] == {"en": "Toy", "fr": "Jouet"}
    assert game["seats"] == [2, 3]
    most = {"label": {"en": "Most", "fr": "Maximum"}, "default": 5, "values": [5, 9, 300]}
    assert game["options"]["most"] == {**most, "names": {}, "table": None, "first": None, "bots": None}
    assert game["levels"] == [{"level": 1, "label": {"en": "Random", "fr": "Hasard"}}]
    assert (game["ready"], game["progress"]) == (True, 1.0)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 404, "no-game"),
        ({"seats": [{"kind": "me"}]}, 400, "seats"),
        ({"seats": [{"kind": "me"}] * 4}, 400, "seats"),
        ({"seats": []}, 400, "malformed"),
        ({"seats": [{"kind": "me"}] * 7}, 400, "malformed"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": 9}]}, 400, "level"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, 400, "level"),
        ({"seats": [{"kind": "me", "level": 1}, {"kind": "me"}]}, 400, "level"),
        ({"seats": [{"kind": "me"}, {"kind": "you"}]}, 400, "malformed"),
        ({"options": {"most": 6}}, 400, "option"),
        ({"options": {"most": True}}, 400, "option"),
        ({"options": {"least": 1}}, 400, "option"),
        ({"more": 1}, 400, "malformed"),
        ({"open": "false"}, 400, "malformed"),
        ({"seats": [{"kind": "me", "level": "0"}, {"kind": "me"}]}, 400, "malformed"),
    ],
)
async def test_invalid_tables_are_refused(server: Running, change: dict[str, Any], status: int, code: str) -> None:
    body = {"game": "toy", "seats": [{"kind": "me"}, {"kind": "me"}], "options": {}} | change
    answer = await server.browser().http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["say"]["k"].startswith("problem-")
    assert "set-cookie" not in answer.headers


async def test_a_body_that_is_not_json_is_refused(server: Running) -> None:
    answer = await server.browser().http.post("/api/tables", content=b"{", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("seat", ["0", 0.0, False, None])
async def test_a_seat_that_is_not_a_number_is_refused(server: Running, seat: object) -> None:
    browser = server.browser()
    table = (await browser.table("me", "me"))["id"]
    for address, fields in (("name", {"name": "Eve"}), ("seat-link", {})):
        answer = await browser.http.post(f"/api/tables/{table}/{address}", json={"seat": seat, **fields})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    async with browser.at(table) as line:
        assert "name" not in line.welcome["table"]["seats"][0]


async def test_recent_tables_name_the_opponents(server: Running) -> None:
    browser = server.browser()
    await browser.table("me", "bot")
    listed = (await browser.http.get("/api/tables")).json()
    assert [(table["names"], table["levels"]) for table in listed] == [([""], [1])]
    assert (listed[0]["nameless"], listed[0]["free"]) == ([], [])


async def test_recent_tables_tell_opponents_without_a_name_from_free_seats(server: Running) -> None:
    browser, friend = server.browser(), server.browser()
    made = await browser.table("me", "friend")
    (link,) = made["links"]
    (listed,) = (await browser.http.get("/api/tables")).json()
    assert (listed["nameless"], listed["free"]) == ([], [1])
    assert (await friend.claim(made["id"], link["token"])).status_code == 200
    (listed,) = (await browser.http.get("/api/tables")).json()
    assert (listed["nameless"], listed["free"]) == ([1], [])
    (listed,) = (await friend.http.get("/api/tables")).json()
    assert (listed["nameless"], listed["free"]) == ([0], [])


async def test_recent_tables_are_listed_latest_first(server: Running) -> None:
    browser, other = server.browser(), server.browser()
    first, second = [await browser.table("me", "friend") for _ in range(2)]
    await other.table("me", "me")
    assert (await server.browser().http.get("/api/tables")).json() == []
    async with browser.at(first["id"]) as line:
        await line.submit(0, "1")
    listed = (await browser.http.get("/api/tables")).json()
    assert [table["id"] for table in listed] == [first["id"], second["id"]]
    assert [table["your_turn"] for table in listed] == [False, True]
    assert listed[0]["names"] == [""]
    assert not listed[0]["over"]
    async with browser.at(first["id"]) as line:
        await line.submit(0, type_="resign")
    assert (await browser.http.get("/api/tables")).json()[0]["over"]


async def test_the_record_of_a_game_with_secrets_waits_for_its_end(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    address = f"/api/tables/{made['id']}/record"
    assert (await browser.http.get(address)).status_code == 409
    assert (await browser.http.head(address)).status_code == 409
    assert (await browser.http.head("/api/tables/none/record")).status_code == 404
    async with browser.at(made["id"]) as line:
        for n in ("1", "2", "3"):
            for seat in (0, 1):
                await line.submit(seat, n)
    answer = await browser.http.get(address)
    assert answer.json()["result"]["scores"] == [6, 6]
    assert answer.headers["content-disposition"] == f'attachment; filename="toy-{made["id"]}.json"'


@pytest.mark.parametrize("fails", [False, True])
async def test_a_game_that_is_being_compiled_is_refused_as_busy(tmp_path: Path, fails: bool) -> None:
    library = SlowLibrary(fails)
    async with serving(tmp_path, library, wait=False) as server:
        browser = server.browser()
        body = {"game": "toy", "seats": [{"kind": "me"}, {"kind": "me"}]}
        [game] = (await browser.http.get("/api/games")).json()
        assert (game["ready"], game["progress"]) == (False, 0.5)
        answer = await browser.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert "retry-after" in answer.headers
        library.go.set()
        await library.wait("toy")
        answer = await browser.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json().get("code")) == ((500, "failed") if fails else (201, None))


async def test_a_socket_waits_until_its_game_is_compiled(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        browser = server.browser()
        made = await browser.table("me", "me")
    library = SlowLibrary()
    async with serving(tmp_path, library, wait=False) as server:
        browser.move(server.origin)
        async with browser.at(made["id"], since=None) as line:
            await line.send(type="hello")
            await line.send(type="ping")
            assert (await line.receive())["type"] == "pong"
            assert (await line.submit(0, "1"))["code"] == "busy"
            library.go.set()
            assert (await line.next("welcome"))["you"] == [0, 1]


async def test_health_lists_ready_games(server: Running) -> None:
    health = (await server.browser().http.get("/health")).json()
    assert (health["status"], health["ready"]) == ("ok", ["toy"])


async def test_the_openapi_description_is_complete(server: Running) -> None:
    described = (await server.browser().http.get("/api/openapi.json")).json()
    assert {"/api/games", "/api/tables", "/api/tables/{table_id}/claim", "/health"} <= set(described["paths"])
    assert "/t/{table_id}" not in described["paths"]
    schemas = described["components"]["schemas"]
    closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    assert {"NewTable", "WantedSeat", "Claim", "NewName"} <= closed
    refused = {
        operation["responses"]["default"]["content"]["application/json"]["schema"]["$ref"]
        for operations in described["paths"].values()
        for operation in operations.values()
    }
    assert refused == {"#/components/schemas/ProblemBody"}
    assert "code" in schemas["ProblemBody"]["properties"]


async def test_the_built_client_is_served(server: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    http = server.browser().http
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    page = await http.get("/")
    assert "npm run build" in page.text
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>built")
    (tmp_path / "assets" / "app-1a2b.js").write_text("built()")
    for path in ("/", "/t/abc"):
        page = await http.get(path)
        assert page.text == "<!doctype html>built"
        assert page.headers["cache-control"] == "no-cache"
    script = await http.get("/assets/app-1a2b.js")
    assert script.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert "immutable" in script.headers["cache-control"]
    assert (await http.get("/assets/none.js")).status_code == 404


def test_a_port_may_be_taken_before_anybody_can_connect() -> None:
    with listen("127.0.0.1", 0, at_once=False) as sock:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(sock.getsockname())
        sock.listen(BACKLOG)
        socket.create_connection(sock.getsockname()).close()


def test_addresses_that_cannot_be_used() -> None:
    with listen("127.0.0.1", 0) as sock, pytest.raises(PortInUse, match="--port"):
        listen("127.0.0.1", sock.getsockname()[1])
    with pytest.raises(CannotListen, match="--host"):
        listen("192.0.2.1", 0)


@pytest.mark.parametrize("path", ["/", "/rules/none/en", "/api/games", "/fonts/alegreya-600.woff2", "/nowhere"])
async def test_head_is_answered_as_get_without_a_body(server: Running, path: str) -> None:
    http = server.browser().http
    whole, head = await http.get(path), await http.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers.keys() == whole.headers.keys()
    assert head.headers["content-type"] == whole.headers["content-type"]
