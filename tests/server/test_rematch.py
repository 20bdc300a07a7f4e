"""Rematches: erased browsers and replaced players are neither waited for nor seated."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from .browser import Browser, Line, Running


async def seated(server: Running, friends: int = 2) -> tuple[str, list[Browser]]:
    browsers = [server.browser() for _ in range(friends + 1)]
    made = await browsers[0].table("me", *["friend"] * friends)
    for browser, link in zip(browsers[1:], made["links"], strict=True):
        await browser.claim(made["id"], link["token"], "Bea")
    return made["id"], browsers


async def played(server: Running, friends: int = 2) -> tuple[str, list[Browser]]:
    """A finished game: played to its end, or resigned where that ends it."""
    table, browsers = await seated(server, friends)
    if friends == 1:
        async with browsers[0].at(table) as line:
            await line.submit(0, type_="resign")
    else:
        for ply in ("1", "2", "3"):
            for seat, browser in enumerate(browsers):
                async with browser.at(table) as line:
                    assert (await line.submit(seat, ply))["type"] == "ack"
    return table, browsers


async def erase(browser: Browser) -> None:
    assert (await browser.http.delete("/api/me")).status_code == 204


async def rematch(line: Line) -> str:
    """Wait for the rematch; returns its id."""
    table = (await line.hello())["table"]
    while not (found := table.get("rematch", "")):
        table = (await line.next("table"))["table"]
    return str(found)


async def none_yet(server: Running, table: str) -> bool:
    row = await server.services.table_store.get(table)
    return row is not None and row.rematch is None


async def seats(browser: Browser, table: str) -> tuple[list[int], list[dict[str, Any]]]:
    """The seats of this browser, and all seats without presence."""
    async with browser.at(table) as line:
        found = line.welcome["table"]["seats"]
        return line.welcome["you"], [{key: seat[key] for key in seat if key != "here"} for seat in found]


BOT = {"kind": "bot", "level": 1}


async def test_a_bot_takes_the_seat_of_an_erased_browser(server: Running) -> None:
    table, (host, guest, gone) = await played(server)
    await erase(gone)
    async with host.at(table) as a, guest.at(table) as b:
        await a.submit(0, type_="rematch")
        assert await none_yet(server, table)  # the guest is only absent
        await b.submit(1, type_="rematch")
        again = await rematch(a)
    async with host.at(table) as line:
        told = [entry["lines"][0]["say"]["k"] for entry in line.welcome["log"][-2:]]
        assert told == ["event-rematch", "event-rematch-accepted"]
    assert await seats(guest, again) == ([0], [{"kind": "human", "name": "Bea"}, BOT, {"kind": "human"}])
    async with host.at(again) as a, guest.at(again) as b:
        assert (await a.submit(2, "1"))["type"] == "ack"
        assert (await b.submit(0, "1"))["type"] == "ack"
        await a.update(3)  # the bot plays, too


async def test_a_rematch_is_made_when_the_last_player_asked_is_erased(server: Running) -> None:
    table, (host, gone) = await played(server, 1)
    async with host.at(table) as line:
        await line.submit(0, type_="rematch")
        assert await none_yet(server, table)
        await erase(gone)
        again = await rematch(line)
    assert await seats(host, again) == ([1], [BOT, {"kind": "human"}])


async def test_a_browser_erased_after_accepting_has_no_seat(server: Running) -> None:
    table, (host, guest, gone) = await played(server)
    async with gone.at(table) as line:
        await line.submit(2, type_="rematch")
    await erase(gone)
    async with host.at(table) as a, guest.at(table) as b:
        await a.submit(0, type_="rematch")
        await b.submit(1, type_="rematch")
        again = await rematch(a)
    assert (await seats(host, again))[1][1] == BOT


async def test_no_rematch_is_made_for_bots_alone(server: Running) -> None:
    table, (host, guest) = await played(server, 1)
    async with host.at(table) as line:
        await line.submit(0, type_="rematch")
    await erase(host)
    await erase(guest)
    assert await none_yet(server, table)


async def test_an_absent_player_is_waited_for(server: Running) -> None:
    table, (host, guest) = await played(server, 1)
    async with host.at(table) as line:
        await line.submit(0, type_="rematch")
        assert await none_yet(server, table)
        async with guest.at(table) as other:
            assert other.welcome["table"]["rematch_offers"] == [0]
            await other.submit(1, type_="rematch")
        again = await rematch(line)
    assert (await seats(guest, again))[0] == [0]


@pytest.mark.config(vote_delay=0.0)
async def test_a_replaced_player_is_not_asked_but_may_watch(server: Running) -> None:
    table, (host, guest, lost) = await seated(server)
    async with host.at(table) as a, guest.at(table) as b:
        await a.submit(0, type_="vote", absent=2)
        await b.submit(1, type_="vote", absent=2)
        for ply in ("1", "2", "3"):
            await asyncio.gather(a.play(0, ply), b.play(1, ply))
        await a.pieces(9)
        async with lost.at(table) as c:
            assert c.welcome["you"] == []
            assert (await c.submit(2, type_="rematch"))["code"] == "not-your-seat"
        await a.submit(0, type_="rematch")
        await b.submit(1, type_="rematch")
        again = await rematch(a)
    assert await seats(lost, again) == ([], [{"kind": "human", "name": "Bea"}, BOT, {"kind": "human"}])
