"""The others may vote for a bot in place of an absent player, who gets the seat back on return."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tablier.server.domain import commands, feed
from tablier.server.tables import submissions
from tablier.server.timestamps import now

from .browser import Browser, Line, Running

pytestmark = pytest.mark.config(vote_delay=0.0)


async def seated(server: Running, friends: int = 1) -> tuple[str, list[Browser]]:
    browsers = [server.browser() for _ in range(friends + 1)]
    made = await browsers[0].table("me", *["friend"] * friends, rounds=300, most=300)
    for browser, link in zip(browsers[1:], made["links"], strict=True):
        await browser.claim(made["id"], link["token"], "Bea")
    return made["id"], browsers


async def vote(line: Line, seat: int, absent: int) -> dict[str, Any]:
    return await line.submit(seat, type_="vote", absent=absent)


async def next_actions(line: Line, **fields: Any) -> dict[str, Any]:
    while True:
        message = await line.next("actions")
        if all(message.get(key) == value for key, value in fields.items()):
            return message


async def test_a_vote_seats_a_bot_until_the_owner_returns(server: Running) -> None:
    table, (host, guest) = await seated(server)
    async with host.at(table) as a:
        async with guest.at(table):
            assert (await vote(a, 0, 1))["say"]["k"] == "refused-not-absent"
        assert (await vote(a, 0, 0))["say"]["k"] == "refused-not-absent"
        assert (await vote(a, 0, 7))["say"]["k"] == "refused-not-waited-for"
        while (await a.next("table"))["table"]["seats"][1].get("here"):
            pass
        seq = (await vote(a, 0, 1))["seq"]
        assert (await a.update(seq))["steps"][0]["say"]["k"] == "event-voted-out"
        while (seat := (await a.next("table"))["table"]["seats"][1])["kind"] != "bot":
            pass
        assert (seat["name"], seat["level"]) == ("Bea", 1)
        for number in ("1", "2", "3"):
            await a.play(0, number)
        async with guest.at(table) as b:
            assert b.welcome["you"] == []
            assert (await next_actions(b))["lost"] == [1]
            assert (await b.submit(1, type_="return"))["type"] == "ack"
            while (await b.next("table"))["you"] != [1]:
                pass
            state = await server.services.cache.state(table)
            assert not state.replacements
            seq = state.seq
            await asyncio.sleep(0.2)
            assert (await server.services.cache.state(table)).seq == seq  # the bot has stopped


async def test_all_present_players_must_vote(server: Running) -> None:
    table, (host, one, _away) = await seated(server, 2)
    async with host.at(table) as a, one.at(table) as b:
        await a.submit(0, "1")
        await vote(a, 0, 2)
        assert (await next_actions(b, votes={"2": [0]}))["votes"] == {"2": [0]}
        assert (await vote(a, 0, 2))["code"] == "late"
        assert (await server.services.cache.state(table)).replacements == {}
        await vote(b, 1, 2)
        assert (await server.services.cache.state(table)).replacements == {2: 1}
        assert "votes" not in await next_actions(a, votes=None)


async def test_an_absent_player_need_not_vote(server: Running) -> None:
    """Otherwise the last of three could never play on."""
    table, (host, one, _away) = await seated(server, 2)
    async with host.at(table) as a:
        await a.submit(0, "1")
        assert (await vote(a, 0, 2))["type"] == "ack"
        assert (await server.services.cache.state(table)).replacements == {2: 1}
        assert (await vote(a, 0, 1))["type"] == "ack"
        assert (await server.services.cache.state(table)).replacements == {1: 1, 2: 1}
        async with one.at(table) as b:
            assert (await b.submit(1, type_="return"))["type"] == "ack"


async def test_a_voter_who_leaves_is_not_waited_for(server: Running) -> None:
    table, (host, one, _away) = await seated(server, 2)
    async with host.at(table) as a:
        await a.submit(0, "1")
        async with one.at(table) as b:
            await b.submit(1, "1")
            await vote(a, 0, 2)
            assert (await vote(a, 0, 2))["say"]["k"] == "refused-voted"
        while (await a.next("table"))["table"]["seats"][1].get("here"):
            pass
        assert (await vote(a, 0, 2))["type"] == "ack"
        assert (await server.services.cache.state(table)).replacements == {2: 1}


async def test_no_vote_under_a_clock_of_days(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", "friend", clock="3d", rounds=300, most=300)
    async with host.at(made["id"]) as a:
        await guest.claim(made["id"], made["links"][0]["token"])
        assert (await vote(a, 0, 1))["say"]["k"] == "refused-days"
        assert (await vote(a, 0, 2))["type"] == "ack"  # a free seat


async def test_a_present_player_is_not_replaced(server: Running) -> None:
    table, (host, one, away) = await seated(server, 2)
    async with host.at(table) as a, one.at(table):
        await vote(a, 0, 2)
        async with away.at(table) as c:
            await c.submit(2, "1")
        assert (await server.services.cache.state(table)).votes == {}
        assert (await vote(a, 0, 2))["say"]["k"] == "refused-not-waited-for"  # it has chosen


@pytest.mark.config(vote_delay=60.0)
async def test_a_vote_must_wait(server: Running) -> None:
    table, (host, _away) = await seated(server)
    async with host.at(table) as a:
        said = (await vote(a, 0, 1))["say"]
        assert said["k"] == "refused-patience"
        assert 1 <= said["a"]["seconds"] <= 60


@pytest.mark.config(vote_delay=60.0)
async def test_the_time_until_a_vote_is_sent(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (host, guest) = await seated(server)
    async with host.at(table) as a, server.browser().at(table) as watcher:
        assert 30_000 < (await next_actions(a))["away"]["1"] <= 60_000
        with monkeypatch.context() as later:
            later.setattr(feed, "now", lambda: now() + 40_000)
            async with guest.at(table):
                await next_actions(a, away=None)
            assert 0 < (await next_actions(a))["away"]["1"] <= 20_000
        await a.submit(0, "1")  # a submission restarts the wait
        assert 30_000 < (await next_actions(a))["away"]["1"] <= 60_000
        await vote(a, 0, 1)
        assert not [message for message in watcher.news if message["type"] == "actions"]


@pytest.mark.config(vote_delay=60.0)
async def test_chat_does_not_delay_a_vote(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (host, _away) = await seated(server)
    async with host.at(table) as a:
        monkeypatch.setattr(submissions, "now", lambda: now() + 50_000)
        await a.submit(0, type_="chat", text="Where are you?")
        monkeypatch.setattr(commands, "now", lambda: now() + 60_000)
        assert (await vote(a, 0, 1))["type"] == "ack"


async def test_under_a_clock_of_days_only_free_seats_are_listed_as_away(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", "friend", clock="3d")
    await guest.claim(made["id"], made["links"][0]["token"])
    async with host.at(made["id"]) as a:
        assert (await next_actions(a))["away"] == {"2": 0}


@pytest.mark.config(vote_delay=60.0)
async def test_a_free_seat_is_given_to_a_bot_at_once_and_later_to_its_owner(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", rounds=300, most=300)
    async with host.at(made["id"]) as a:
        assert (await vote(a, 0, 1))["type"] == "ack"
        await guest.claim(made["id"], made["links"][0]["token"], "Late")
        async with guest.at(made["id"]) as b:
            assert (await b.submit(1, type_="return"))["type"] == "ack"


async def test_a_resigned_seat_is_not_given_back(server: Running) -> None:
    table, browsers = await seated(server, 2)
    async with browsers[2].at(table) as c:
        await c.submit(2, type_="resign")
        assert (await c.submit(2, type_="return"))["code"] == "not-your-seat"
        assert "lost" not in (await c.hello())
