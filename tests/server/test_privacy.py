"""The holder of a browser's cookie can read and erase its stored data."""

from __future__ import annotations

from typing import Any

from .browser import Browser, Running
from .databases import value


async def kept(browser: Browser) -> dict[str, Any]:
    answer = await browser.http.get("/api/me")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


async def test_stored_data_is_shown_to_its_browser_only(server: Running) -> None:
    host, guest, passer = server.browser(), server.browser(), server.browser()
    made = await host.table("me", "friend")
    await guest.claim(made["id"], made["links"][0]["token"], "Bea")
    async with guest.at(made["id"]) as line:
        await line.submit(1, "3")
        await line.submit(1, type_="chat", text="well played")
    mine = await kept(guest)
    assert mine["since"] > 1_600_000_000_000
    assert mine["seats"] == [{"table": made["id"], "game": "toy", "seat": 1, "name": "Bea"}]
    assert [(line["table"], line["seat"], line["text"]) for line in mine["said"]] == [(made["id"], 1, "well played")]
    theirs = await kept(host)
    assert [seat["seat"] for seat in theirs["seats"]] == [0]
    assert theirs["said"] == []
    assert made["id"] in theirs["watches"]
    assert await kept(passer) == {"since": 0, "seats": [], "said": [], "watches": []}


async def test_an_erased_browser_is_unknown_and_its_games_stay(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend")
    token = made["links"][0]["token"]
    await guest.claim(made["id"], token, "Bea")
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        await b.submit(1, "3")
        await a.submit(0, "2")
        await a.update(2)
        thief = dict(guest.http.cookies)
        answer = await guest.http.delete("/api/me")
        assert (answer.status_code, "max-age=0" in answer.headers["set-cookie"].lower()) == (204, True)
        while (seat := (await a.next("table"))["table"]["seats"][1]).get("name"):
            pass
        assert seat["kind"] == "human"
        assert await b.closed() == 4001
    assert not guest.http.cookies
    guest.http.cookies.update(thief)  # the cookie opens nothing any more
    assert (await kept(guest))["seats"] == []
    assert (await guest.claim(made["id"], token, "Eve")).status_code == 403
    async with host.at(made["id"]) as line:
        assert line.welcome["seq"] == 2
        assert [entry["seq"] for entry in line.welcome["log"]] == [1, 2]
    assert await value(server.services.database, "select count(*) from seat where name = 'Bea'") == 0


async def test_an_erased_browser_stops_watching(server: Running) -> None:
    host, watcher = server.browser(), server.browser()
    made = await host.table("me", "friend")
    async with host.at(made["id"]) as a, watcher.at(made["id"]) as w:
        assert (await watcher.http.delete("/api/me")).status_code == 204
        assert await w.closed() == 4001
        assert (await a.submit(0, "1"))["type"] == "ack"  # others stay
    assert await value(server.services.database, "select count(*) from watcher") == 1  # the host


async def test_only_the_sites_own_pages_can_erase(server: Running) -> None:
    browser = server.browser()
    await browser.table("me", "me")
    answer = await browser.http.delete("/api/me", headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert (await kept(browser))["since"]
