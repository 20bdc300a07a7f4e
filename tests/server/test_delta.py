"""Delta at the table: a locked programme is not lost, and changes nothing that others receive."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tablier.api import game
from tablier.server.domain.choices import choices

from .browser import UNLIMITED, Browser, Line, Running, SharedLibrary, serving
from .toy import RandomBots

DELTA = "delta"
FIRST, SECOND = ("stone1", "stone2", "plank1", "remove", "move1"), ("jump", "dragonK", "move2", "plank2", "stone2")
OTHER = ("stone2", "plank1", "stone1", "move1", "move2")


class OnlyDelta(SharedLibrary):
    def names(self) -> tuple[str, ...]:
        return (DELTA,)


@asynccontextmanager
async def delta(data: Path) -> AsyncIterator[Running]:
    async with serving(data, OnlyDelta(), RandomBots(), socket_rate=UNLIMITED) as running:
        yield running


async def seated(server: Running, *, friends: int = 1) -> tuple[str, list[Browser]]:
    """A table with its browsers, seat by seat."""
    browsers = [server.browser() for _ in range(friends + 1)]
    made = await browsers[0].table("me", *["friend"] * friends, game=DELTA)
    for browser, link in zip(browsers[1:], made["links"], strict=True):
        await browser.claim(made["id"], link["token"], "Zoé")
    return made["id"], browsers


async def questions(line: Line, seat: int, table: str, browser: Browser) -> list[Any]:
    """Everything that a browser can ask about a table."""
    answers: list[Any] = [await line.hello(0), await line.hello(1), await line.ask("look", event=1)]
    whole = ["jump", "stone1", "stone2", "plank1", "plank2"]
    staged: tuple[list[str], ...] = ([], ["stone1"], ["stone1", "dragonW"], whole, ["W4"])
    answers += [await line.ask("choices", seat=seat, plies=plies) for plies in staged]
    answers.append(await line.ask("choices", seat=0, plies=[]))
    answers.append(await line.ask("why", seat=seat, plies=["dragonW"], path=["piece:card:1:0"]))
    answers.append(await line.submit(seat, "stone1", key="half-a-programme"))
    answers.append(await line.submit(seat, *OTHER, "+5", key="and-a-ply-too-many"))
    answers.append(await line.submit(0, *OTHER, key="another-seat"))
    for path in ("record", "name", ""):
        answer = await browser.http.get(f"/api/tables/{table}/{path}")
        answers.append([answer.status_code, answer.text, answer.headers.get("etag")])
    recent = [one for one in (await browser.http.get("/api/tables")).json() if one["id"] == table]
    return [*answers, [{**one, "updated": 0} for one in recent]]


async def received(server: Running, cards: tuple[str, ...]) -> str:
    """All that the other seat and a spectator receive while seat 0 locks these cards in, and before they do."""
    table, (host, guest) = await seated(server)
    watcher = server.browser()
    got: list[Any] = []
    async with host.at(table) as mine, guest.at(table) as theirs, watcher.at(table) as nobody:
        assert (await mine.submit(0, *cards))["type"] == "ack"
        for line, seat, browser in ((theirs, 1, guest), (nobody, 1, watcher)):
            got.append(await line.update(1))
            got.append(await questions(line, seat, table, browser))
            got.append(sorted(json.dumps(news) for news in line.news if news["type"] != "table"))
    return json.dumps(got).replace(table, "TABLE")


async def test_a_locked_programme_changes_nothing_for_the_others(tmp_path: Path) -> None:
    async with delta(tmp_path) as server:
        first, second = await received(server, FIRST), await received(server, SECOND)
    assert first == second
    assert '"ready": [0]' in first


async def test_only_revealed_phases_are_sent(tmp_path: Path) -> None:
    """With all cards locked, two programmes that begin alike are told alike until they differ."""
    told = []
    async with delta(tmp_path) as server:
        for cards in (("stone1", *FIRST[1:]), ("stone1", "dragonK", "move2", "plank2", "jump")):
            table, (host, guest) = await seated(server)
            async with host.at(table) as mine, guest.at(table) as theirs:
                await mine.submit(0, *cards)
                await theirs.submit(1, *OTHER)
                got: list[Any] = [await theirs.update(1), await theirs.update(2)]
                assert got[1]["view"]["movers"] == [0]
                await mine.submit(0, "+5")
                got += [await theirs.update(3), await theirs.hello(0)]
                told.append(json.dumps(got).replace(table, "TABLE"))
    assert told[0] == told[1]


async def test_a_locked_programme_survives_a_restart(tmp_path: Path) -> None:
    async with delta(tmp_path) as server:
        table, (host, guest) = await seated(server)
        async with guest.at(table) as theirs:
            await theirs.submit(1, *OTHER, key="locked-before-the-end")
    async with delta(tmp_path) as server:
        for browser in (host, guest):
            browser.move(server.origin)
        async with host.at(table) as mine, guest.at(table) as theirs:
            assert mine.welcome["view"]["ready"] == [1]
            slots = [p["sprite"] for p in theirs.welcome["view"]["pieces"] if p["at"] == "programme:1"]
            assert slots == [f"card-{card}" for card in OTHER]
            assert not [p for p in mine.welcome["view"]["pieces"] if p["at"] == "programme:1"]
            again = await theirs.submit(1, *OTHER, key="locked-before-the-end")
            assert (again["type"], again["seq"]) == ("ack", 1)
            await mine.submit(0, *FIRST)
            revealed = await theirs.update(2)
            assert revealed["steps"][1]["say"]["k"] == "delta-say-revealed"


async def test_all_lock_in_at_the_same_moment(tmp_path: Path) -> None:
    async with delta(tmp_path) as server:
        table, browsers = await seated(server, friends=3)
        async with (
            browsers[0].at(table) as a,
            browsers[1].at(table) as b,
            browsers[2].at(table) as c,
            browsers[3].at(table) as d,
        ):
            answers = await asyncio.gather(*(line.submit(seat, *OTHER) for seat, line in enumerate((a, b, c, d))))
            assert sorted(answer["seq"] for answer in answers) == [1, 2, 3, 4]
            last = await a.update(4)
            assert last["view"]["movers"] == [0]
            assert "ready" not in last["view"]


async def test_players_who_share_a_browser_see_the_public_view(tmp_path: Path) -> None:
    async with delta(tmp_path) as server:
        browser = server.browser()
        made = await browser.table("me", "me", game=DELTA)

        def hands(welcome: dict[str, Any]) -> set[int]:
            return {piece["seat"] for piece in welcome["view"]["pieces"] if piece["at"].startswith("hand:")}

        async with browser.at(made["id"]) as line:
            assert (hands(line.welcome), line.welcome["view"]["private"]) == (set(), True)
            assert "reader" not in line.welcome
            await line.send(type="hello", since=0, seat=1)
            own = await line.next("welcome")
            assert (hands(own), own["reader"]) == ({1}, 1)
            await line.submit(1, *OTHER)
            mine = await line.update(1)
            assert [step["say"]["k"] for step in mine["steps"]] == ["delta-say-locked"]
            await line.send(type="hello", since=0)
            shared = await line.next("welcome")
            assert hands(shared) == set()
            assert not [piece for piece in shared["view"]["pieces"] if piece["at"].startswith("programme:")]
            stranger = server.browser()
            async with stranger.at(made["id"]) as outside:
                await outside.send(type="hello", since=0, seat=1)
                watched = await outside.next("welcome")
                assert (hands(watched), "reader" in watched) == (set(), False)


async def test_a_refused_plank_reveals_no_length(tmp_path: Path) -> None:
    async with delta(tmp_path) as server:
        table, (host, guest) = await seated(server)
        async with host.at(table) as mine, guest.at(table) as theirs:
            await mine.submit(0, "plank1", "stone1", "stone2", "move1", "jump")
            await theirs.submit(1, *OTHER)
            await mine.update(2)
            answers = [await mine.submit(0, f"W{n}", "W-11") for n in range(1, 7)]
            assert {(answer["type"], answer["say"]["k"]) for answer in answers} == {("refused", "refused-disclosed")}


def test_a_round_ends_before_the_next_programme_is_requested() -> None:
    delta_ = game(DELTA)
    chance, ends = random.Random(4), 0
    position = delta_.new(seats=2)
    while ends < 5:
        seat = position.movers[0]
        if len(position.movers) == 1:
            for move in position.moves(seat):
                after = position.copy()
                after.push(move)
                if len(after.movers) == 2:
                    ends += 1
                    assert choices(position, seat, [move.text]).complete
        position.push(chance.choice(position.moves(seat)))
