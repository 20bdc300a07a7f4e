"""Chance at a table: draws are told with the submission before them, and are the same after every restart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablier.commit_reveal import Nonce, Scheme, commitment, draw
from tablier.moves import Move
from tablier.record import Record
from tablier.server.domain import chance
from tablier.server.domain.draws import drawn
from tablier.server.domain.events import Drawn, Event, NonceAdded, Payload, Submitted, TakenBack
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState
from tablier.server.timestamps import now

from .browser import Line, Running, finished, serving
from .toy import INFO, ToyGame, ToyPosition

SEED = bytes(range(32))


def test_draws_follow_the_weights() -> None:
    drawn = Counter(draw(SEED, ply, (1, 0, 2, 5)) for ply in range(8000))
    assert set(drawn) == {0, 2, 3}
    assert drawn[0] == pytest.approx(1000, abs=120)
    assert drawn[2] == pytest.approx(2000, abs=160)


def test_draws_of_the_first_scheme_depend_on_seed_and_ply_alone() -> None:
    odds = (1,) * 12
    first = [draw(SEED, ply, odds) for ply in range(40)]
    assert first == [draw(SEED, ply, odds) for ply in range(40)]
    assert first != [draw(bytes(32), ply, odds) for ply in range(40)]
    assert first[:39] != first[1:]


def test_draws_depend_on_the_plies_before_them() -> None:
    odds, one, other = (1,) * 12, (Move(0, 3, "3"), Move(1, 4, "4")), (Move(1, 4, "4"), Move(0, 3, "3"))
    first = [draw(SEED, ply, odds, (), one) for ply in range(40)]
    assert first == [draw(SEED, ply, odds, (), one) for ply in range(40)]
    assert first != [draw(SEED, ply, odds, (), other) for ply in range(40)]
    assert first != [draw(SEED, ply, odds) for ply in range(40)]


def coins(numbers: Iterable[int], scheme: Scheme) -> list[int]:
    """The coins of a game in which both seats choose these numbers."""
    row = TableRow("t", "toy", 1, INFO.choose({"luck": True, "rounds": 60, "most": 300}), (SeatRow(),) * 2, 0, SEED)
    state = TableState.new(msgspec.structs.replace(row, draw_scheme=scheme), ToyGame())  # type: ignore[arg-type]
    for number in numbers:
        for seat in (0, 1):
            state = state.apply(Event("t", state.seq + 1, str(state.seq), seat, Submitted((str(number),)), 0))
    position: Any = state.position
    return list(position.coins)


def test_other_plies_meet_other_draws() -> None:
    """Not at tables of the first scheme: they keep their draws."""
    assert coins(range(1, 21), 2) == coins(range(1, 21), 2)
    assert coins(range(1, 21), 2) != coins(range(21, 41), 2)
    assert coins(range(1, 21), 1) == coins(range(21, 41), 1)


def test_all_draws_that_are_due_are_made() -> None:
    position = ToyPosition(ToyGame(), 2, INFO.choose({"luck": True}))
    face: Any = position
    after = drawn(face, SEED)
    assert [move.seat for move in after.history] == [7]
    assert (position.movers, after.movers) == ((7,), (0, 1))
    assert drawn(after, SEED) is after


async def begin(line: Line, *seats: int) -> int:
    """Add the nonces of these seats and wait for the first draw; returns the number of its event."""
    for seat in seats:
        assert (await add(line, seat))["type"] == "ack"
    while True:
        update = await line.next("update")
        if update["steps"][0]["say"]["k"] != "event-nonce":
            return int(update["seq"])


async def add(line: Line, seat: int, nonce: str = "") -> dict[str, Any]:
    await line.send(type="nonce", key=f"nonce-of-seat-{seat}", seat=seat, nonce=nonce or f"{seat + 1:032x}")
    return await line.next("ack", "refused", key=f"nonce-of-seat-{seat}")


async def play(line: Line, seats: int = 2) -> None:
    """Play the toy to its end."""
    for n in range(1, 4):
        for seat in range(seats):
            assert (await line.submit(seat, str(n)))["type"] == "ack"


def test_a_nonce_counts_from_its_ply_on() -> None:
    odds, nonces = (1,) * 12, [Nonce(1, 20, "a" * 32), Nonce(0, 10, "b" * 32)]
    plain = [draw(SEED, ply, odds) for ply in range(60)]
    mixed = [draw(SEED, ply, odds, nonces) for ply in range(60)]
    assert mixed[:10] == plain[:10]
    assert mixed[10:20] != plain[10:20]
    assert mixed[10:20] == [draw(SEED, ply, odds, nonces[1:]) for ply in range(10, 20)]
    assert mixed[20:] != [draw(SEED, ply, odds, nonces[1:]) for ply in range(20, 60)]
    assert mixed == [draw(SEED, ply, odds, nonces[::-1]) for ply in range(60)]


async def test_the_seed_is_committed_to_before_the_nonces_and_revealed_at_the_end(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me", luck=True)
    row = await server.services.table_store.get(made["id"])
    assert row is not None
    async with browser.at(made["id"]) as line:
        shown = line.welcome["table"]["fair"]
        assert shown == {"commitment": commitment(row.seed), "scheme": 2}
        assert line.welcome["view"]["status"]["k"] == "status-first-draw"
        assert line.welcome["view"]["movers"] == []
        assert (await line.submit(0, "1"))["code"] == "not-your-turn"  # nothing is drawn yet
        assert (await add(line, 0, "not hexadecimal"))["code"] == "malformed"
        assert await begin(line, 0, 1) == 3  # two nonces, then at once the draw
        await line.send(type="nonce", key="another-one", seat=0, nonce="f" * 32)
        assert (await line.next("ack", "refused", key="another-one"))["code"] == "late"
        await play(line)
        while not (fair := (await line.next("table"))["table"]["fair"]).get("seed"):
            pass
    assert fair == {
        "commitment": commitment(row.seed),
        "seed": row.seed.hex(),
        "nonces": [{"seat": n, "ply": 0, "nonce": f"{n + 1:032x}"} for n in (0, 1)],
        "scheme": 2,
    }


@pytest.mark.config(nonce_grace=0.7)
async def test_the_first_draw_waits_for_nonces_until_its_time_is_up(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", luck=True)
    async with host.at(made["id"]) as line:
        update = await line.next("update")  # without the nonce of this seat
        assert update["seq"] == 1
        assert update["steps"][0]["say"]["k"] in ("toy-heads", "toy-tails")
        row = await server.services.table_store.get(made["id"])
        assert row is not None
        assert now() - row.at >= 700
        await guest.claim(made["id"], made["links"][0]["token"])
        async with guest.at(made["id"]) as other:
            await line.submit(0, "1")
            assert (await add(other, 1))["type"] == "ack"  # counts for later draws
            assert (await add(other, 0))["code"] == "not-your-seat"
        state = await server.services.cache.state(made["id"])
        assert [(n.seat, n.ply) for n in state.nonces] == [(1, 2)]


async def test_a_table_of_bots_draws_at_once(server: Running) -> None:
    made = await server.browser().table("bot", "bot", luck=True)
    await finished(server, made["id"])
    state = await server.services.cache.state(made["id"])
    assert state.events[0].payload == Drawn()
    assert state.events[0].at < state.row.at + 1000 * server.services.config.nonce_grace


async def test_a_table_without_nonces_opens(server: Running) -> None:
    """The log of an early version begins with a submission; the same is drawn again."""
    browser = server.browser()
    made = await browser.table("me", "me", luck=True)
    row = await server.services.table_store.get(made["id"])
    assert row is not None
    state = TableState.new(msgspec.structs.replace(row, draw_scheme=1), ToyGame())  # type: ignore[arg-type]
    state = state.apply(Event(made["id"], 1, "0:first-submission", 0, Submitted(("3",)), now()))
    assert state.position.coins[0] == draw(row.seed, 0, (1, 3))  # type: ignore[attr-defined]


@pytest.mark.config(nonce_grace=0.0)
async def test_a_late_nonce_does_not_change_a_draw_that_was_taken_back(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me", luck=True)
    async with browser.at(made["id"]) as line:
        if not line.welcome["seq"]:
            await line.update(1)  # the first draw, without any nonce
        for seat in (0, 1):
            await line.submit(seat, "1")  # after these another coin falls: ply 3
        drawn = (await server.services.cache.state(made["id"])).position.history
        await line.submit(0, type_="undo")
        await add(line, 0)
        for seat in (0, 1):
            await line.submit(seat, "1")
        state = await server.services.cache.state(made["id"])
        assert state.position.history == drawn
        assert [(n.seat, n.ply) for n in state.nonces] == [(0, 4)]


def test_a_nonce_of_an_old_log_counts_from_the_next_ply() -> None:
    """Otherwise the draws of its table would change."""
    row = TableRow("t", "toy", 1, INFO.choose({"luck": True}), (SeatRow(),) * 2, 0, SEED, draw_scheme=1)
    state = TableState.new(row, ToyGame())  # type: ignore[arg-type]
    log: list[Payload] = [Drawn(), Submitted(("1",)), TakenBack(2), NonceAdded("a" * 32)]
    for seq, payload in enumerate(log, 1):
        state = state.apply(Event("t", seq, str(seq), 0, payload, 0))
    assert state.nonces == (Nonce(0, 1, "a" * 32),)


async def test_a_record_of_a_finished_table_can_be_verified(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = server.browser()
    made = await browser.table("me", "me", luck=True)
    async with browser.at(made["id"]) as line:
        await begin(line, 0, 1)
        await play(line)
    text = (await browser.http.get(f"/api/tables/{made['id']}/record")).text
    record = Record.loads(text)
    assert record.fair is not None
    assert len(record.fair.seed) == 64
    assert [n.seat for n in record.fair.nonces] == [0, 1]
    monkeypatch.setattr("tablier.record.Game", lambda _name: ToyGame())
    assert record.verify() == 4


async def test_the_seed_is_secret_until_the_game_is_over(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me", luck=True)
    row = await server.services.table_store.get(made["id"])
    assert row is not None
    async with browser.at(made["id"]) as line:
        await begin(line, 0, 1)
        state = await server.services.cache.state(made["id"])
        fair = chance.fair(state)
        assert fair is not None
        assert fair.seed == ""
        assert row.seed.hex() not in str(line.news) + str(line.welcome)
        await line.submit(0, type_="resign")
        assert (chance.fair(await server.services.cache.state(made["id"])) or fair).seed == row.seed.hex()


async def test_draws_are_sent_and_survive_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        browser = server.browser()
        made = await browser.table("me", "me", luck=True)
        async with browser.at(made["id"]) as line:
            await begin(line, 0, 1)
            await line.submit(0, "3")
            steps = (await line.update((await line.submit(1, "4"))["seq"]))["steps"]
            said = [step["say"]["k"] for step in steps]
            assert said[0] == "toy-chose"
            assert said[1] in ("toy-heads", "toy-tails")
            assert len(said) == 2
        coins = (await server.services.cache.state(made["id"])).position.coins  # type: ignore[attr-defined]
        assert len(coins) == 2
        row = await server.services.table_store.get(made["id"])
        assert row is not None
    async with serving(tmp_path / "data") as server:
        state = await server.services.cache.state(made["id"])
        assert state.position.coins == coins  # type: ignore[attr-defined]
        assert [move.seat for move in state.position.history] == [7, 0, 1, 7]
        assert len(state.nonces) == 2


async def test_every_table_and_every_rematch_has_its_own_seed(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        browser = server.browser()
        ids = [(await browser.table("me", "me", luck=True))["id"] for _ in range(3)]
        async with browser.at(ids[0]) as line:
            await begin(line, 0, 1)
            for n in range(1, 4):
                await line.submit(0, str(n))
                await line.submit(1, str(n))
            for seat in (0, 1):
                await line.submit(seat, type_="rematch")
            while not (table := (await line.next("table"))["table"]).get("rematch"):
                pass
        seeds = [
            found.seed for id_ in [*ids, table["rematch"]] if (found := await server.services.table_store.get(id_))
        ]
        assert len(set(seeds)) == 4
        assert {len(seed) for seed in seeds} == {32}
