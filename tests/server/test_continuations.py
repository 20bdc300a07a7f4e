"""Games that continue a finished one at one of its positions, against bots."""

from __future__ import annotations

from typing import Any

import httpx

from tablier.engine.protocol import CHANCE
from tablier.record import Record
from tablier.server.domain.events import Continued, Event, Payload, Submitted
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState

from .browser import Browser, Running, finished
from .toy import ToyGame


async def over(browser: Browser, *plies: tuple[int, str], **options: Any) -> str:
    """A game between two people at one screen that ends after these moves by a resignation."""
    made = await browser.table("me", "me", **options)
    async with browser.at(made["id"]) as line:
        for seat, ply in plies:
            await line.play(seat, ply)
        await line.submit(0, type_="resign")
    return str(made["id"])


async def try_again(browser: Browser, table: str, event: int, seat: int = 0, **fields: Any) -> httpx.Response:
    wanted = {"event": event, "seat": seat, "level": 1, **fields}
    return await browser.http.post(f"/api/tables/{table}/continue", json=wanted)


async def test_a_continuation_begins_with_the_moves_of_the_finished_game(server: Running) -> None:
    host = server.browser()
    table = await over(host, (0, "1"), (1, "2"), (0, "3"), (1, "4"))
    answer = await try_again(host, table, 2, name="Ada")
    assert answer.status_code == 201, answer.text
    made = answer.json()["id"]
    async with host.at(made) as line:
        table_now = line.welcome["table"]
        assert [(seat["kind"], seat.get("name", "")) for seat in table_now["seats"]] == [("human", "Ada"), ("bot", "")]
        assert line.welcome["you"] == [0]
        first = (await line.ask("look", event=2))["view"]["pieces"]
        assert {piece["id"] for piece in first} == {"0:0:1", "1:0:2"}
        assert (await line.submit(0, type_="undo"))["code"] == "illegal"
        for ply in ("5", "4"):
            await line.play(0, ply)
        await finished(server, made)
    record = Record.loads((await host.http.get(f"/api/tables/{made}/record")).text)
    assert " ".join(entry.play for entry in record.moves).startswith("1 2 ")


async def test_a_continuation_follows_the_moves_of_the_analysis(server: Running) -> None:
    host = server.browser()
    table = await over(host, (0, "1"), (1, "2"))
    moves = [{"seat": 0, "plies": ["4"]}]
    made = (await try_again(host, table, 2, seat=1, moves=moves)).json()["id"]
    async with host.at(made) as line:
        assert line.welcome["you"] == [1]
        assert not any(piece["id"] == "0:now" for piece in line.welcome["view"]["pieces"])  # still a secret
        await line.play(1, "3")
        shown = (await line.hello())["view"]["pieces"]
        assert {"0:1:4", "1:1:3"} <= {piece["id"] for piece in shown}


async def test_a_continuation_is_refused_where_none_can_be(server: Running) -> None:
    host, stranger = server.browser(), server.browser()
    going_on = (await host.table("me", "me"))["id"]
    table = await over(host, (0, "1"), (1, "2"))
    whole = await over(host, *((seat, str(n)) for n in (1, 2, 3) for seat in (0, 1)))
    assert (await try_again(host, going_on, 0)).json()["code"] == "not-over"
    assert (await try_again(stranger, table, 0)).json()["code"] == "private"
    assert (await try_again(host, table, 99)).json()["code"] == "malformed"
    assert (await try_again(host, table, 1, seat=2)).json()["code"] == "seats"
    assert (await try_again(host, table, 1, level=9)).json()["code"] == "level"
    assert (await try_again(host, table, 1, moves=[{"seat": 0, "plies": ["9"]}])).json()["code"] == "not-your-turn"
    assert (await try_again(host, whole, 6)).json()["code"] == "over"


async def test_the_draws_of_a_continuation_are_not_verified(server: Running) -> None:
    host = server.browser()
    table = await over(host, (0, "1"), (1, "2"), luck=True)
    last = (await server.services.cache.state(table)).seq
    made = (await try_again(host, table, last)).json()["id"]
    async with host.at(made) as line:
        assert "fair" not in line.welcome["table"]
        assert (await line.submit(0, type_="nonce", nonce="5e" * 16))["code"] == "late"


def test_chance_keeps_the_earlier_draws_and_draws_anew_after_them() -> None:
    game: Any = ToyGame()
    coins = set()
    for seed in range(20):
        row = TableRow("t", "toy", 1, {"luck": True}, (SeatRow(browser_id=1), SeatRow(level=1)), 0, bytes([seed] * 32))
        state = TableState.new(row, game)
        moves: list[tuple[int, Payload]] = [
            (CHANCE, Continued(("heads",))),
            (0, Continued(("1",))),
            (1, Continued(("2", "heads"))),
            (0, Submitted(("2",))),
            (1, Submitted(("1",))),
        ]
        for seq, (seat, payload) in enumerate(moves, 1):
            state = state.apply(Event("t", seq, str(seq), seat, payload, 0))
        position: Any = state.position
        drawn = position.coins
        assert drawn[:2] == [0, 0]
        coins.add(drawn[2])
    assert coins == {0, 1}
