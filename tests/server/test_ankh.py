"""Ankh-Morpork at the table: a trade among three people, told to each of them; answers wait for one another."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from tablier.record import Record

from .browser import UNLIMITED, Line, SharedLibrary, serving
from .records import bring, played
from .toy import RandomBots

ANKH = "ankh_morpork"
PLACING = ((0, 28), (1, 32), (2, 20), (2, 22), (1, 4), (0, 10), (0, 0), (1, 8), (2, 24))
"""Houses of the set-up: the third ones bring two cards each of ore, wood and wool."""


class OnlyAnkh(SharedLibrary):
    def names(self) -> tuple[str, ...]:
        return (ANKH,)


async def played_on_to_an_offer(lines: list[Line]) -> None:
    """Whatever the dice have brought is dealt with, until the first player may trade."""
    while True:
        view = (await lines[0].hello())["view"]
        for seat in view["movers"]:
            answer = await lines[seat].ask("choices", seat=seat, plies=[])
            plies = [option["ply"] for option in answer["choices"]["options"]]
            if "offer" in plies:
                return
            wanted = next((ply for ply in ("roll", "pass") if ply in plies), plies[0])
            assert (await lines[seat].submit(seat, wanted))["type"] == "ack"


async def goods(line: Line, seat: int) -> dict[str, int]:
    """The cards of a hand as its owner's browser shows them."""
    pieces = (await line.hello())["view"]["pieces"]
    return {piece["id"].split(":")[2]: piece["n"] for piece in pieces if piece["at"] == f"hand:{seat}"}


async def test_counter_offers_are_the_default_at_tables_only(tmp_path: Path) -> None:
    async with serving(tmp_path, OnlyAnkh(), RandomBots(), socket_rate=UNLIMITED) as server:
        browser = server.browser()
        [game] = (await browser.http.get("/api/games")).json()
        proposed = {name: option["table"] for name, option in game["options"].items() if option["table"] is not None}
        assert proposed == {"counter": True}
        assert game["options"]["counter"]["default"] is False
        made = await browser.table("me", "bot", "bot", game=ANKH)
        async with browser.at(made["id"]) as line:
            assert (await line.hello())["table"]["options"]["counter"] is False


async def test_a_trade_is_answered_by_all_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path, OnlyAnkh(), RandomBots(), socket_rate=UNLIMITED) as server, AsyncExitStack() as stack:
        browsers = [server.browser() for _ in range(3)]
        made = await browsers[0].table("me", "friend", "friend", game=ANKH)
        for browser, link in zip(browsers[1:], made["links"], strict=True):
            await browser.claim(made["id"], link["token"], "Zoé")
        lines = [await stack.enter_async_context(browser.at(made["id"])) for browser in browsers]
        for seat, site in PLACING:
            assert (await lines[seat].submit(seat, f"+{site}"))["type"] == "ack"
        await played_on_to_an_offer(lines)
        before = [await goods(line, seat) for seat, line in enumerate(lines)]
        assert (await lines[0].submit(0, "offer", "give:ore", "want:wood", "propose"))["type"] == "ack"
        taken = await lines[1].submit(1, "accept")
        told: dict[str, Any] = await lines[2].update(taken["seq"])
        assert [step["say"]["k"] for step in told["steps"]] == ["ankh-say-answered"]
        assert told["view"]["ready"] == [1]
        assert "accept" not in json.dumps(told)
        refused = await lines[2].submit(2, "refuse")
        for line in lines:
            keys = [step["say"]["k"] for step in (await line.update(refused["seq"]))["steps"]]
            assert keys == ["ankh-say-answer-yes", "ankh-say-answer-no", "ankh-say-deal"]
        after = [await goods(line, seat) for seat, line in enumerate(lines)]
        moved = [
            {good: after[seat][good] - n for good, n in before[seat].items() if after[seat][good] != n}
            for seat in range(3)
        ]
        assert moved == [{"ore": -1, "wood": 1}, {"ore": 1, "wood": -1}, {}]


async def test_an_imported_record_tells_every_move_with_its_draws(tmp_path: Path) -> None:
    async with serving(tmp_path, OnlyAnkh(), RandomBots(), socket_rate=UNLIMITED) as server:
        browser, record = server.browser(), played(ANKH, 3, 300)
        table = (await bring(browser, record)).json()["id"]
        async with browser.at(table) as line:
            log = line.welcome["log"]
            assert all(entry["lines"] for entry in log)
            assert any(said["say"]["k"] == "ankh-say-rolls" for entry in log for said in entry["lines"])
        back = Record.loads((await browser.http.get(f"/api/tables/{table}/record")).text)
        assert back.moves == record.moves
