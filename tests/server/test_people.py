"""The lobby, links to watch, moving a seat to another browser, and the chat."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tablier.server.domain.chat import LENGTH, MOST
from tablier.server.domain.events import ChatSent, Event
from tablier.server.messages import CloseCode
from tablier.server.timestamps import now

from .browser import Browser, Line, Running, serving
from .databases import change, value

BURST = 6
"""Lines of chat at once."""

FORBIDDEN = 403


async def made_open(host: Browser, *seats: str, **change: Any) -> str:
    """Make an open table; gives its id."""
    wanted = [
        {"kind": kind, **({"level": 1} if kind == "bot" else {"name": "Ada"} if kind == "me" else {})} for kind in seats
    ]
    body = {"game": "toy", "seats": wanted, "open": True, **change}
    answer = await host.http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    assert answer.json()["watch"] == ""
    table: str = answer.json()["id"]
    return table


async def listed(browser: Browser) -> list[str]:
    return [table["id"] for table in (await browser.http.get("/api/lobby")).json()]


async def joined(browser: Browser, table: str, name: str = "Zoé") -> tuple[int, Any]:
    answer = await browser.http.post(f"/api/tables/{table}/join", json={"name": name})
    return answer.status_code, answer.json()


async def test_an_open_table_is_listed_until_it_is_full(server: Running) -> None:
    host, guest, late = (server.browser() for _ in range(3))
    private = await host.table("me", "friend")
    table = await made_open(host, "me", "friend")
    [entry] = (await guest.http.get("/api/lobby")).json()
    assert (entry["id"], entry["game"], entry["mine"]) == (table, "toy", False)
    assert [(seat["kind"], seat.get("name", "")) for seat in entry["seats"]] == [("human", "Ada"), ("open", "")]
    assert (await host.http.get("/api/lobby")).json()[0]["mine"]
    assert "set-cookie" not in (await guest.http.get("/api/lobby")).headers
    assert await joined(guest, table) == (200, {"seat": 1})
    assert await joined(guest, table) == (200, {"seat": 1})  # the answer had been lost
    assert await joined(host, table) == (200, {"seat": 0})
    assert await listed(guest) == []
    status, body = await joined(late, table)
    assert (status, body["code"]) == (409, "full")
    status, body = await joined(late, private["id"])
    assert (status, body["code"]) == (409, "full")
    assert (await joined(late, "nowhere"))[0] == 404
    assert "tablier" not in late.http.cookies  # a failed join sets no cookie


async def test_a_waiting_player_sees_others_sit_down(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    table = await made_open(host, "me", "friend", "bot")
    async with host.at(table) as line:
        assert line.welcome["table"]["open"]
        refused = await line.submit(0, "1")
        assert (refused["code"], refused["say"]["k"]) == ("not-your-turn", "refused-waiting")
        await joined(guest, table)
        seen = (await line.next("table"))["table"]
        assert "open" not in seen
        assert seen["seats"][1]["name"] == "Zoé"
        assert (await line.submit(0, "1"))["type"] == "ack"
        async with guest.at(table) as other:
            await other.submit(1, "1")
            await line.update(3)  # and the bot has waited for them


async def test_anybody_may_watch_an_open_table_and_sits_down_once(server: Running) -> None:
    host, passer = server.browser(), server.browser()
    table = await made_open(host, "me", "friend")
    async with host.at(table) as line, passer.at(table) as other:
        assert other.welcome["you"] == []
        assert (await line.next("table"))["table"]["watching"] == 1
        async with server.browser().at(table):
            assert (await line.next("table"))["table"]["watching"] == 2
        assert (await line.next("table"))["table"]["watching"] == 1
        assert (await passer.http.post(f"/api/tables/{table}/watch-link")).json()["code"] == "not-your-seat"
        assert (await host.http.post(f"/api/tables/{table}/watch-link")).json()["code"] == "public"


async def test_a_player_can_take_a_table_out_of_the_lobby(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    table = await made_open(host, "me", "friend")
    assert (await guest.http.post(f"/api/tables/{table}/close")).status_code == FORBIDDEN
    assert await listed(guest) == [table]
    assert (await host.http.post(f"/api/tables/{table}/close")).status_code == 204
    assert await listed(guest) == []
    assert (await joined(guest, table))[0] == 409
    async with host.at(table) as line:
        assert (await line.submit(0, "1"))["type"] == "ack"  # play may begin


async def test_old_and_finished_tables_are_not_listed(server: Running) -> None:
    host = server.browser()
    table = await made_open(host, "me", "friend")
    gone = await made_open(host, "me", "friend")
    async with host.at(gone) as line:
        await line.submit(0, type_="resign")
    assert await listed(host) == [table]
    old = 1000 * server.services.config.lobby_age
    await change(server.services.database, f"update game_table set at = at - {old}")
    assert await listed(host) == []


async def test_open_tables_with_a_player_present_come_first(server: Running) -> None:
    host = server.browser()
    first, second = await made_open(host, "me", "friend"), await made_open(host, "me", "friend")
    assert await listed(host) == [second, first]
    async with host.at(first):
        assert await listed(host) == [first, second]


@pytest.mark.parametrize("name", ["\u202eevil", "a\nb", "x" * 25, "\u200b"])
async def test_a_deceptive_name_cannot_sit_down(server: Running, name: str) -> None:
    table = await made_open(server.browser(), "me", "friend")
    status, body = await joined(server.browser(), table, name)
    assert (status, body["code"]) == (400, "name")


# Links


async def closed(browser: Browser, table: str) -> int:
    """The code with which a socket at a table is closed after hello."""
    async with browser.at(table, since=None) as line:
        await line.send(type="hello")
        return await line.closed()


@pytest.mark.sqlite
async def test_a_private_table_needs_its_link_to_watch(server: Running) -> None:
    host, friend = server.browser(), server.browser()
    watcher, passer = Browser(server.origin), Browser(server.origin)
    made = await host.table("me", "friend")
    table = made["id"]
    for stranger in (watcher, passer):
        assert await closed(stranger, table) == CloseCode.PRIVATE
        for path in ("record", "watch-link", "seat-link"):
            method = "GET" if path == "record" else "POST"
            body = {"seat": 0} if path == "seat-link" else None
            answer = await stranger.http.request(method, f"/api/tables/{table}/{path}", json=body)
            assert answer.status_code == FORBIDDEN, path
    for wrong in (made["links"][0]["token"], "guessed" * 4, ""):
        answer = await passer.http.post(f"/api/tables/{table}/watch", json={"token": wrong})
        assert (answer.status_code, answer.json()["code"]) == (FORBIDDEN, "token")
    assert await closed(passer, table) == CloseCode.PRIVATE
    assert (await watcher.http.post(f"/api/tables/{table}/watch", json={"token": made["watch"]})).status_code == 204
    await friend.claim(table, made["links"][0]["token"])
    async with host.at(table) as line, watcher.at(table) as seen:
        assert seen.welcome["you"] == []
        assert seen.welcome["table"]["private"]
        assert line.welcome["table"]["private"]
    data = (server.services.config.data / "tablier.sqlite3").read_bytes()
    assert made["watch"].encode() not in data


async def test_a_new_link_to_watch_replaces_the_earlier_one(server: Running) -> None:
    host, friend = server.browser(), server.browser()
    early, late = Browser(server.origin), Browser(server.origin)
    made = await host.table("me", "friend")
    table = made["id"]
    address = f"/api/tables/{table}/watch"
    await friend.claim(table, made["links"][0]["token"])
    await early.http.post(address, json={"token": made["watch"]})
    fresh = (await friend.http.post(f"/api/tables/{table}/watch-link")).json()["token"]
    assert (await late.http.post(address, json={"token": made["watch"]})).status_code == FORBIDDEN
    assert (await late.http.post(address, json={"token": fresh})).status_code == 204
    for browser in (early, late):
        async with browser.at(table) as line:
            assert line.welcome["you"] == []
            await friend.http.post(f"/api/tables/{table}/watch-link")
            await line.hello()  # connected players stay


async def test_a_private_table_refuses_others(server: Running) -> None:
    made = await server.browser().table("me", "friend")
    async with Browser(server.origin).at(made["id"], since=None) as line:
        await line.send(type="look", ask=1, event=0)  # without a greeting
        assert await line.closed() == CloseCode.PRIVATE
        assert line.news == []


async def test_a_player_can_end_watching(server: Running) -> None:
    host, friend = server.browser(), server.browser()
    first, second = Browser(server.origin), Browser(server.origin)
    made = await host.table("me", "friend")
    table = made["id"]
    link, ending = f"/api/tables/{table}/watch", f"/api/tables/{table}/watch-link"
    await friend.claim(table, made["links"][0]["token"])
    for watcher in (first, second):
        await watcher.http.post(link, json={"token": made["watch"]})
    async with first.at(table) as seen, second.at(table) as also, host.at(table) as line, friend.at(table) as other:
        answer = await first.http.delete(ending)
        assert (answer.status_code, answer.json()["code"]) == (FORBIDDEN, "not-your-seat")
        assert (await friend.http.delete(ending)).status_code == 204
        assert await seen.closed() == await also.closed() == CloseCode.PRIVATE
        await line.table(lambda told: "watching" not in told)
        assert (await line.submit(0, "1"))["type"] == "ack"  # players stay
        assert (await other.submit(1, "1"))["type"] == "ack"
    assert await closed(first, table) == CloseCode.PRIVATE
    assert (await first.http.get(f"/api/tables/{table}/record")).status_code == FORBIDDEN
    assert (await first.http.post(link, json={"token": made["watch"]})).status_code == FORBIDDEN
    assert (await first.http.get("/api/me")).json()["watches"] == []
    fresh = (await host.http.post(ending)).json()["token"]
    assert await closed(second, table) == CloseCode.PRIVATE  # a new link is for those who get it
    assert (await first.http.post(link, json={"token": fresh})).status_code == 204
    async with first.at(table) as seen:
        assert seen.welcome["you"] == []


async def test_a_link_to_watch_a_public_table_stores_nothing(server: Running) -> None:
    table = await made_open(server.browser(), "me", "friend")
    stored = "select (select count(*) from browser) + (select count(*) from watcher)"
    before = await value(server.services.database, stored)
    for _ in range(2):
        answer = await Browser(server.origin).http.post(f"/api/tables/{table}/watch", json={"token": "any" * 8})
        assert answer.status_code == 204
        assert "set-cookie" not in answer.headers
    assert await value(server.services.database, stored) == before


async def test_watching_a_public_table_cannot_be_ended(server: Running) -> None:
    host = server.browser()
    table = await made_open(host, "me", "friend")
    assert (await host.http.delete(f"/api/tables/{table}/watch-link")).json()["code"] == "public"
    assert (await host.http.delete("/api/tables/nowhere/watch-link")).json()["code"] == "no-table"


async def test_a_link_withdrawn_meanwhile_admits_no_browser(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    host, watcher = server.browser(), Browser(server.origin)
    made = await host.table("me", "friend")
    links = server.services.access_links
    check = links.check_watch

    async def slow(table: str, token: str) -> bool:
        needed = await check(table, token)
        assert (await host.http.delete(f"/api/tables/{table}/watch-link")).status_code == 204
        return needed

    monkeypatch.setattr(links, "check_watch", slow)
    answer = await watcher.http.post(f"/api/tables/{made['id']}/watch", json={"token": made["watch"]})
    assert (answer.status_code, answer.json()["code"]) == (FORBIDDEN, "token")
    assert await closed(watcher, made["id"]) == CloseCode.PRIVATE


@pytest.mark.sqlite
async def test_tables_of_early_versions_can_be_watched_by_their_address(server: Running) -> None:
    host = server.browser()
    made = await host.table("me", "me")
    with sqlite3.connect(server.services.config.data / "tablier.sqlite3") as db:
        db.execute("update game_table set watch = null")
    server.services.bus.wake(made["id"])
    async with Browser(server.origin).at(made["id"]) as line:
        assert "private" not in line.welcome["table"]


async def test_the_maker_of_a_table_of_bots_can_watch_it(server: Running) -> None:
    maker = server.browser()
    made = await maker.table("bot", "bot")
    async with maker.at(made["id"]) as line:
        assert line.welcome["you"] == []


async def test_a_second_seat_must_be_requested_explicitly(server: Running) -> None:
    """Most who open the link that they are to send only want to see where it leads."""
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", "friend")
    first, second = (link["token"] for link in made["links"])
    refused = await host.claim(made["id"], first)
    assert (refused.status_code, refused.json()["code"]) == (409, "seated")
    assert (await guest.claim(made["id"], first, "Bea")).json() == {"seat": 1}
    assert (await guest.claim(made["id"], first)).json() == {"seat": 1}  # her own link, once more
    assert (await host.claim(made["id"], first)).status_code == 403
    assert (await host.claim(made["id"], second, also=True)).json() == {"seat": 2}
    async with host.at(made["id"]) as line:
        assert line.welcome["you"] == [0, 2]


@pytest.mark.sqlite
async def test_a_link_moves_a_seat_to_another_browser_once(server: Running) -> None:
    host, phone, thief = server.browser(), Browser(server.origin), Browser(server.origin)
    made = await host.table("me", "me")
    table = made["id"]
    address = f"/api/tables/{table}/recover"

    async def link(browser: Browser, seat: int) -> Any:
        return (await browser.http.post(f"/api/tables/{table}/seat-link", json={"seat": seat})).json()

    assert (await link(thief, 1))["code"] == "not-your-seat"
    old, token = (await link(host, 1))["token"], (await link(host, 1))["token"]
    async with host.at(table) as line:
        await line.send(type="hello", since=0, seat=1)
        await line.next("welcome")
        assert (await phone.http.post(address, json={"token": old})).json()["code"] == "token"
        assert (await phone.http.post(address, json={"token": token})).json() == {"seat": 1}
        assert (await line.next("table"))["you"] == [0]
        assert (await line.submit(1, "1"))["code"] == "not-your-seat"
        assert (await thief.http.post(address, json={"token": token})).status_code == FORBIDDEN
        async with phone.at(table) as there:
            assert there.welcome["you"] == [1]
            assert (await there.submit(1, "3"))["type"] == "ack"
            told = await line.update(1)
            assert [p for p in told["view"]["pieces"] if p["seat"] == 1] == []
            back = (await link(phone, 1))["token"]
            assert (await host.http.post(address, json={"token": back})).json() == {"seat": 1}
            assert (await there.closed()) == CloseCode.PRIVATE
    data = (server.services.config.data / "tablier.sqlite3").read_bytes()
    assert not [one for one in (old, token, back) if one.encode() in data]


async def test_moving_a_seat_can_be_repeated_after_a_lost_answer(server: Running) -> None:
    host, phone, thief = server.browser(), Browser(server.origin), Browser(server.origin)
    table = (await host.table("me", "me"))["id"]
    address = f"/api/tables/{table}/recover"
    await thief.table("me", "me")

    async def link(browser: Browser) -> Any:
        return (await browser.http.post(f"/api/tables/{table}/seat-link", json={"seat": 1})).json()["token"]

    async def redeemed(browser: Browser, token: str) -> Any:
        answer = await browser.http.post(address, json={"token": token})
        return answer.json().get("seat", answer.status_code)

    token = await link(host)
    assert await redeemed(phone, token) == await redeemed(phone, token) == 1
    assert [await redeemed(other, token) for other in (host, thief, Browser(server.origin))] == [FORBIDDEN] * 3
    newer = await link(phone)
    assert await redeemed(phone, token) == FORBIDDEN
    assert await redeemed(host, newer) == await redeemed(host, newer) == 1
    assert [await redeemed(phone, one) for one in (token, newer)] == [FORBIDDEN] * 2


async def test_a_cookie_is_set_before_a_link_is_redeemed(server: Running) -> None:
    host = server.browser()
    made, table = await host.table("me", "friend"), await made_open(host, "me", "friend")
    moving = (await host.http.post(f"/api/tables/{made['id']}/seat-link", json={"seat": 0})).json()["token"]
    for address, body, seat in (
        (f"/api/tables/{made['id']}/claim", {"token": made["links"][0]["token"]}, 1),
        (f"/api/tables/{table}/join", {"name": "Zoé"}, 1),
        (f"/api/tables/{made['id']}/recover", {"token": moving}, 0),
    ):
        guest = Browser(server.origin)
        for _ in range(2):  # the first answer is lost with its cookie
            guest.http.cookies.clear()
            answer = await guest.http.post(address, json=body, follow_redirects=False)
            assert (answer.status_code, "tablier" in answer.cookies) == (307, True)
        again = address + answer.headers["location"]
        refused = await Browser(server.origin).http.post(again, json=body)  # one that keeps no cookies
        assert (refused.status_code, refused.json()["code"]) == (409, "cookie")
        for _ in range(2):  # the second one, too
            assert (await guest.http.post(again, json=body)).json() == {"seat": seat}
        assert await used_up(Browser(server.origin), address, body)


async def used_up(browser: Browser, address: str, body: dict[str, Any]) -> bool:
    answer = await browser.http.post(address, json=body)
    return answer.json()["code"] in ("token", "full") and not browser.http.cookies


async def test_spectators_may_watch_the_rematch(server: Running) -> None:
    host, friend, watcher = server.browser(), server.browser(), Browser(server.origin)
    made = await host.table("me", "friend")
    table = made["id"]
    await friend.claim(table, made["links"][0]["token"], "Zoé")
    await watcher.http.post(f"/api/tables/{table}/watch", json={"token": made["watch"]})
    async with host.at(table) as a, friend.at(table) as b, watcher.at(table) as c:
        await a.submit(0, type_="resign")
        await a.submit(0, type_="rematch")
        await b.submit(1, type_="rematch")
        while not (rematch := (await c.next("table"))["table"].get("rematch")):
            pass
    async with friend.at(rematch) as b, watcher.at(rematch) as c:
        assert b.welcome["you"] == [0]
        assert c.welcome["you"] == []
        assert c.welcome["table"]["private"]
        assert "chat" not in b.welcome
    assert await closed(Browser(server.origin), rematch) == CloseCode.PRIVATE


# Chat


async def say(line: Line, text: str, seat: int = 0, key: str = "") -> dict[str, Any]:
    key = key or f"line-{abs(hash(text))}"
    await line.send(type="chat", key=key, seat=seat, text=text)
    return await line.next("ack", "refused", key=key)


async def test_chat_is_sent_to_all_and_stored(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        host, friend, watcher = (server.browser() for _ in range(3))
        made = await host.table("me", "friend")
        table = made["id"]
        await friend.claim(table, made["links"][0]["token"])
        async with host.at(table) as a, friend.at(table) as b, watcher.at(table) as c:
            assert (await say(a, "  Bonne\n chance ! <b>", key="line-one"))["seq"] == 1
            assert (await say(a, "again", key="line-one"))["seq"] == 1
            for line in (a, b, c):
                told = await line.next("chat")
                assert (told["seq"], told["seat"], told["text"]) == (1, 0, "Bonne chance ! <b>")
            assert (await b.submit(1, "2"))["seq"] == 2
            assert (await say(c, "psst", key="line-two"))["code"] == "not-your-seat"
            assert (await say(a, "psst", seat=1, key="line-three"))["code"] == "not-your-seat"
            assert [entry["seq"] for entry in (await a.hello())["log"]] == [2]
            assert (await a.ask("look", event=1))["view"] == (await a.ask("look", event=0))["view"]
            assert "chat" not in await a.hello(since=1)
    async with serving(tmp_path) as server:
        friend.move(server.origin)
        async with friend.at(table) as b:
            assert [(line["seq"], line["text"]) for line in b.welcome["chat"]] == [(1, "Bonne chance ! <b>")]
            assert b.welcome["seq"] == 2


async def test_chat_does_not_interfere_with_turns(server: Running) -> None:
    host = server.browser()
    made = await host.table("me", "bot")
    async with host.at(made["id"]) as line:
        for n in ("1", "2", "3"):
            await say(line, f"my number is {n}")
            await line.submit(0, n)
            while line.welcome["view"]["movers"] == [1]:
                await line.next("update")
                await line.hello()
        while "result" not in (await line.hello())["view"]:
            await line.next("update")
        assert (await say(line, "good game"))["type"] == "ack"
        record = (await host.http.get(f"/api/tables/{made['id']}/record")).json()
        assert sum(len(entry["play"].split()) for entry in record["moves"]) == 6


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("x" * (LENGTH + 1), "long"),
        ("pay \u202etxet", "characters"),
        ("a\u2066b", "characters"),
        ("a\u200bb", "characters"),
        ("a\0b", "characters"),
        ("\u0301", "characters"),
    ],
)
async def test_invalid_lines_of_chat_are_refused(server: Running, text: str, key: str) -> None:
    host = server.browser()
    made = await host.table("me", "me")
    async with host.at(made["id"]) as line:
        assert (await say(line, text, key="some-line"))["say"]["k"] == f"refused-chat-{key}"
        assert (await line.hello())["seq"] == 0


async def test_chat_has_its_own_rate_limit(server: Running) -> None:
    host = server.browser()
    made = await host.table("me", "me")
    async with host.at(made["id"]) as line:
        codes = [(await say(line, f"line {n}")).get("code") for n in range(BURST + 3)]
        assert codes[:BURST] == [None] * BURST
        assert codes[-1] == "limit"
        assert (await line.submit(0, "1"))["type"] == "ack"
    async with host.at(made["id"]) as again:
        assert (await say(again, "by another socket"))["code"] == "limit"


async def test_a_repeated_line_is_acknowledged_beyond_the_limit(server: Running) -> None:
    """As after a line broke: the browser says again what was not acknowledged, and must not hear that it was lost."""
    host = server.browser()
    made = await host.table("me", "me")
    async with host.at(made["id"]) as line:
        said = [(await say(line, f"line {n}", key=f"key-number-{n}"))["seq"] for n in range(BURST)]
        assert (await say(line, "one more"))["code"] == "limit"
        again = [(await say(line, f"line {n}", key=f"key-number-{n}")).get("seq") for n in range(BURST)]
        assert again == said == list(range(1, BURST + 1))


async def test_the_chat_of_a_table_is_limited(server: Running) -> None:
    host = server.browser()
    made = await host.table("me", "me")
    lines = [Event(made["id"], n, f"0:{n}", 0, ChatSent(str(n)), now()) for n in range(1, MOST + 1)]
    await server.services.event_store.append(lines)
    async with host.at(made["id"]) as line:
        assert len(line.welcome["chat"]) == MOST
        assert (await say(line, "one more"))["say"]["k"] == "refused-chat-full"
        assert (await line.submit(0, "1"))["seq"] == MOST + 1


async def test_chat_is_not_in_records_and_not_for_strangers(server: Running) -> None:
    host = server.browser()
    made = await host.table("me", "me")
    async with host.at(made["id"]) as line:
        await say(line, "between us")
        await line.submit(0, type_="resign")
    await server.services.table_store.update(made["id"], shared=True)
    server.services.bus.wake(made["id"])
    told = [(await host.http.get(path)).text for path in ("/api/tables", f"/api/tables/{made['id']}/record")]
    async with Browser(server.origin).at(made["id"]) as stranger:
        told.append(json.dumps(stranger.welcome))
        assert stranger.welcome["view"]["result"]
        async with host.at(made["id"]) as line:
            await say(line, "between us two")
            assert (await stranger.next("table"))["type"] == "table"
            told += [json.dumps(news) for news in stranger.news]
            assert (await stranger.ask("look", event=3))["type"] == "look"
    assert "between us" not in "".join(told)


async def test_one_link_gives_each_friend_the_next_free_seat(server: Running) -> None:
    host = server.browser()
    made = await host.table("me", "friend", "friend")
    guests = [server.browser() for _ in range(3)]
    answers = [await guest.claim(made["id"], made["invite"], f"Guest {n}") for n, guest in enumerate(guests)]
    assert [answer.status_code for answer in answers] == [200, 200, 409]
    assert [answer.json()["seat"] for answer in answers[:2]] == [1, 2]
    assert answers[2].json()["code"] == "full"
    again = await guests[0].claim(made["id"], made["invite"], "Guest 0")  # the answer had been lost
    assert again.json() == {"seat": 1}
    assert (await host.claim(made["id"], made["invite"])).json() == {"seat": 0}
    taken = await guests[2].claim(made["id"], made["links"][0]["token"])
    assert (taken.status_code, taken.json()["code"]) == (FORBIDDEN, "token")
    assert "tablier" not in guests[2].http.cookies


async def test_friends_who_open_one_link_at_once_get_different_seats(server: Running) -> None:
    host = server.browser()
    made = await host.table("me", "friend", "friend")
    guests = [server.browser() for _ in range(6)]
    answers = await asyncio.gather(*(guest.claim(made["id"], made["invite"], "Zoé") for guest in guests))
    assert sorted(answer.json()["seat"] for answer in answers if answer.status_code == 200) == [1, 2]
    assert sum(answer.status_code == 409 for answer in answers) == 4


@pytest.mark.parametrize("way", ["lobby", "link"])
async def test_a_browser_that_asks_twice_at_once_gets_one_seat(server: Running, way: str) -> None:
    host, guest = server.browser(), server.browser()
    await guest.table("me", "me")  # it has a cookie
    for _ in range(5):
        if way == "lobby":
            table = await made_open(host, "me", "friend", "friend")
            path, body = f"/api/tables/{table}/join", {"name": "Zoé"}
        else:
            made = await host.table("me", "friend", "friend")
            path, body = f"/api/tables/{made['id']}/claim", {"token": made["invite"], "name": "Zoé"}
        answers = await asyncio.gather(*(guest.http.post(path, json=body) for _ in range(4)))
        assert [answer.json() for answer in answers] == [{"seat": 1}] * 4


@pytest.mark.parametrize("first", ["invitation", "seat"])
async def test_a_browser_that_follows_two_links_at_once_gets_one_seat(server: Running, first: str) -> None:
    host, guest = server.browser(), server.browser()
    await guest.table("me", "me")  # it has a cookie
    for _ in range(5):
        made = await host.table("me", "friend", "friend")
        tokens = [made["invite"] if first == "invitation" else made["links"][0]["token"], made["links"][1]["token"]]
        answers = await asyncio.gather(*(guest.claim(made["id"], token, "Zoé") for token in tokens))
        async with guest.at(made["id"]) as line:
            assert len(line.welcome["you"]) == 1
        assert {answer.json().get("code", "seated") for answer in answers} == {"seated"}


async def test_a_free_seat_goes_to_a_player_or_to_a_bot(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    await guest.table("me", "me")  # it has a cookie
    for _ in range(5):
        made = await host.table("me", "friend")
        fill = host.http.post(f"/api/tables/{made['id']}/fill", json={"level": 1})
        claimed, _ = await asyncio.gather(guest.claim(made["id"], made["invite"], "Zoé"), fill)
        row = await server.services.table_store.get(made["id"])
        assert row is not None
        assert bool(row.seats[1].level) == (row.seats[1].browser_id is None) == (claimed.status_code != 200)


async def test_a_link_tells_its_holder_what_it_leads_to_and_others_nothing(server: Running) -> None:
    host, guest, other = (server.browser() for _ in range(3))
    made = await host.table("me", "friend", "friend")
    await host.http.post(f"/api/tables/{made['id']}/name", json={"seat": 0, "name": "Ada"})

    async def told(browser: Browser, token: str) -> Any:
        answer = await browser.http.post(f"/api/tables/{made['id']}/invitation", json={"token": token})
        return answer.json() if answer.status_code == 200 else (answer.status_code, answer.json()["code"])

    for token in (made["invite"], made["links"][0]["token"]):
        told_guest = await told(guest, token)
        assert (told_guest["game"], told_guest["host"], told_guest["clock"]) == ("toy", "Ada", "")
        assert [seat["kind"] for seat in told_guest["seats"]] == ["human", "open", "open"]
    for wrong in ("nothing", made["watch"]):
        assert await told(guest, wrong) == (FORBIDDEN, "token")
    await guest.claim(made["id"], made["links"][0]["token"], "Zoé")
    assert await told(other, made["links"][0]["token"]) == (FORBIDDEN, "token")  # before a name is asked for
    assert (await told(guest, made["links"][0]["token"]))["host"] == "Ada"


async def test_bots_fill_the_free_seats_of_a_waiting_table(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    table = await made_open(host, "me", "friend", "friend")
    assert (await guest.http.post(f"/api/tables/{table}/fill", json={"level": 1})).status_code == FORBIDDEN
    assert (await host.http.post(f"/api/tables/{table}/fill", json={"level": 99})).json()["code"] == "level"
    await joined(guest, table)
    async with host.at(table) as line:
        assert (await host.http.post(f"/api/tables/{table}/fill", json={"level": 1})).status_code == 204
        await line.table(lambda table: [seat["kind"] for seat in table["seats"]] == ["human", "human", "bot"])
        assert (await line.submit(0, "1"))["type"] == "ack"
    assert (await joined(server.browser(), table))[1]["code"] == "full"


async def test_a_seat_filled_with_a_bot_is_not_given_away(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend")
    await host.http.post(f"/api/tables/{made['id']}/fill", json={"level": 1})
    assert (await guest.claim(made["id"], made["links"][0]["token"])).json()["code"] == "token"
    assert (await guest.claim(made["id"], made["invite"])).json()["code"] == "full"


async def test_the_address_of_an_invitation_has_a_preview_for_its_holder_alone(server: Running) -> None:
    host = server.browser()
    made = await host.table("me", "friend", "friend")
    await host.http.post(f"/api/tables/{made['id']}/name", json={"seat": 0, "name": '<b>&"Ada'})
    crawler = server.browser()

    async def page(token: str) -> str:
        answer = await crawler.http.get(f"/join/{made['id']}/{token}", headers={"Accept-Language": "en"})
        assert answer.status_code == 200
        assert "tablier" not in crawler.http.cookies
        return answer.text

    preview = await page(made["invite"])
    assert '<meta property="og:title" content="&lt;b&gt;&amp;&#34;Ada invites you to play ' in preview
    assert f'<meta property="og:image" content="{server.origin}/api/art/toy/cover.' in preview
    assert preview.index("og:title") < preview.index("</head>")
    for nothing in (made["watch"], "nothing"):
        assert "og:" not in await page(nothing)
    assert "og:" not in (await crawler.http.get(f"/t/{made['id']}")).text
