"""What chance does at a table: told with the submission that led to it, and the same after every restart."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tablier.server import chance

from .browser import serving
from .toy import INFO, ToyGame, ToyPosition

SEED = bytes(range(32))


def test_draws_follow_the_weights() -> None:
    drawn = Counter(chance.draw(SEED, ply, (1, 0, 2, 5)) for ply in range(8000))
    assert set(drawn) == {0, 2, 3}
    assert drawn[0] == pytest.approx(1000, abs=120)
    assert drawn[2] == pytest.approx(2000, abs=160)


def test_draws_depend_on_seed_and_ply_alone() -> None:
    odds = (1,) * 12
    first = [chance.draw(SEED, ply, odds) for ply in range(40)]
    assert first == [chance.draw(SEED, ply, odds) for ply in range(40)]
    assert first != [chance.draw(bytes(32), ply, odds) for ply in range(40)]
    assert first[:39] != first[1:]


def test_chance_plays_until_a_seat_is_to_move() -> None:
    position = ToyPosition(ToyGame(), 2, INFO.choose({"luck": True}))
    face: Any = position
    assert [move.seat for move in chance.settle(face, SEED)] == [7]
    assert position.movers == (0, 1)
    assert chance.settle(face, SEED) == []


async def test_what_chance_does_is_told_and_outlives_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        browser = server.browser()
        made = await browser.table("me", "me", luck=True)
        async with browser.at(made["id"]) as line:
            [opening] = line.welcome["log"]
            assert opening["seq"] == 0
            assert [said["say"]["k"] for said in opening["lines"]] in (["toy-heads"], ["toy-tails"])
            await line.submit(0, "3")
            await line.submit(1, "4")
            steps = (await line.update(2))["steps"]
            said = [step["say"]["k"] for step in steps]
            assert said[0] == "toy-chose"
            assert said[1] in ("toy-heads", "toy-tails")
            assert len(said) == 2
        async with browser.at(made["id"]) as line:
            assert line.welcome["log"][0] == opening
            assert [entry["seq"] for entry in line.welcome["log"]] == [0, 1, 2]
        async with browser.at(made["id"], since=2) as line:
            assert line.welcome["log"] == []
        coins = (await server.hub.rooms.get(made["id"])).position.coins  # type: ignore[attr-defined]
        assert len(coins) == 2
        row = await server.hub.store.table(made["id"])
        assert row is not None
    async with serving(tmp_path / "data") as server:
        room = await server.hub.rooms.get(made["id"])
        assert room.position.coins == coins  # type: ignore[attr-defined]
        assert [move.seat for move in room.position.history] == [7, 0, 1, 7]


async def test_every_table_and_every_rematch_has_a_seed_of_its_own(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        browser = server.browser()
        ids = [(await browser.table("me", "me", luck=True))["id"] for _ in range(3)]
        async with browser.at(ids[0]) as line:
            for n in range(1, 4):
                await line.submit(0, str(n))
                await line.submit(1, str(n))
            for seat in (0, 1):
                await line.submit(seat, type_="rematch")
            while not (table := (await line.next("table"))["table"]).get("rematch"):
                pass
        seeds = [found.seed for id_ in [*ids, table["rematch"]] if (found := await server.hub.store.table(id_))]
        assert len(set(seeds)) == 4
        assert {len(seed) for seed in seeds} == {32}
