"""A database of an earlier version opens with its games: see ``data/make_database.py``."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest

import tablier
from tablier.api import Game
from tablier.server.bus import Bus
from tablier.server.db import database
from tablier.server.db.table_store import TableStore
from tablier.server.domain import narration, projections
from tablier.server.domain.state import Reader, TableState
from tablier.server.tables.cache import TableCache
from tablier.server.tables.library import Library

from . import databases
from .data.facts import digest, facts

DATA = Path(__file__).parent / "data"
ADDED = {"ankh-say-got"}
"""Lines of the log that later versions have added."""
OLD: dict[str, dict[str, Any]] = json.loads((DATA / "old.json").read_text())


class Compiled(Library):
    def game(self, name: str) -> Game:
        return tablier.game(name)


@pytest.fixture(params=["sqlite", "postgresql"])
async def cache(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[TableCache]:
    if request.param == "sqlite":
        if databases.everywhere is not None:
            pytest.skip("about SQLite alone")
        (tmp_path / database.FILE).write_bytes(gzip.decompress((DATA / "old.sqlite3.gz").read_bytes()))
        url = ""
    else:
        url = await request.getfixturevalue("postgresql").database(str(tmp_path))
        connection = await asyncpg.connect(url)
        await connection.execute((DATA / "old.sql").read_text())
        await connection.close()
    opened = await database.open_database(tmp_path, url)
    yield TableCache(TableStore(opened), Compiled(), Bus(), size=100)
    await opened.close()


async def test_every_table_is_what_it_was(cache: TableCache) -> None:
    for table_id, old in OLD.items():
        state = await cache.state(table_id)
        assert described(state) == {key: old[key] for key in described(state)}, old["game"]


async def test_every_reader_sees_what_it_saw(cache: TableCache) -> None:
    for table_id, old in OLD.items():
        state = await cache.state(table_id)
        for name in old["views"]:
            reader = None if name == "None" else int(name)
            assert log(state, reader) == old["log"][name]
            assert facts(view(state, reader)) == old["end"][name]
            assert [digest(view(state, reader, seq)) for seq in range(state.seq + 1)] == old["views"][name]


def described(state: TableState) -> dict[str, Any]:
    """What everybody and each holder of a seat is told, in the words of the old version."""
    table = msgspec.to_builtins(projections.table(state, "", ()))
    people = sum(seat["kind"] != "bot" for seat in table["seats"])
    assert table.pop("hints", False) <= (people == 1)
    at = (state.events[-1].at if state.events else state.row.at) + 1000
    clock = state.clock
    names = [seat.name for seat in state.row.seats]
    return {
        "game": state.row.game,
        "seats": table.pop("seats"),
        "over": state.over,
        "table": table,
        "moves": " ".join(f"{move.seat}:{move.text}" for move in state.position.history),
        "plies": [state.at(seq).ply for seq in range(state.seq + 1)],
        "said": [[line.seq, line.seat, line.text] for line in projections.chat(state)],
        "clocks": [clock.left(lambda a, b: b - a, at), list(clock.running)] if clock else None,
        "offered": [offered(state, seat.browser_id, at) for seat in state.seats],
        "record": None
        if state.game.info.hidden and not state.over
        else json.loads(projections.record(state, names).dumps()),
    }


def offered(state: TableState, browser: int | None, at: int) -> dict[str, Any]:
    held = state.held_by(browser)
    seats = projections.seats(state, ())
    actions = msgspec.to_builtins(projections.table_actions(state, held, browser, seats, at=at, vote_delay=60_000))
    actions.pop("away", None)
    actions["type"] = "aside"
    if "takebacks" in actions:
        actions["undo"] = actions.pop("takebacks")
    return dict(actions)


def log(state: TableState, reader: Reader) -> list[Any]:
    told = [(event, narration.lines(state, event, reader)) for event in state.events]
    said = ((event, [line.say.k for line in lines if line.say.k not in ADDED]) for event, lines in told)
    return [[event.seq, *keys] for event, keys in said if event.kind != "chat-sent"]


def view(state: TableState, reader: Reader, seq: int | None = None) -> dict[str, Any]:
    seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(projections.view(state, reader, seq)))
    return seen
