"""Write the databases of this folder, and what the version that wrote them says of their tables.

Run from a checkout of commit 14aeea6, whose server it uses, with the path to this folder::

    PYTHONPATH=src:tests:FOLDER python FOLDER/make_database.py FOLDER

It writes ``old.sqlite3.gz``, ``old.sql`` (a PostgreSQL dump of the same rows) and ``old.json``.
"""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from facts import digest, facts
from server.browser import Browser, Running, serving, until
from server.cluster import cluster, programs
from tablier.server.library import Library
from tablier.server.rooms import Room
from tablier.server.store import Store, metadata
from tablier.server.uptime import Uptime

from tablier.engine.protocol import CHANCE
from tablier.server import chance, chat, choices, clock, leaving, tell, undo
from tablier.server.messages import Ack

RANDOM = random.Random(20261122)
KEYS = itertools.count()
PONTE, TOP, DELTA, ANKH, SHANGRI = "ponte_del_diavolo", "on_top", "delta", "ankh_morpork", "shangri_la"


class Players:
    """The people at one table, by seat."""

    def __init__(self, server: Running, table: str) -> None:
        self.server, self.hub, self.table = server, server.hub, table

    async def room(self) -> Room:
        return await self.hub.rooms.get(self.table)

    async def append(self, seat: int, kind: Any, check: Callable[[Room], tuple[str, ...]]) -> None:
        answer = await self.hub.play.append(self.table, seat, f"key-{next(KEYS):04}", kind, check)
        assert isinstance(answer, Ack), answer

    async def submit(self, seat: int, *plies: str) -> None:
        answer = await self.hub.play.submit(self.table, seat, f"key-{next(KEYS):04}", plies)
        assert isinstance(answer, Ack), answer

    async def turns(self, count: int, only: Sequence[int] = range(6)) -> None:
        """So many submissions of seats that are to move and no bots."""

        async def mover() -> int | None:
            room = await self.room()
            if room.over:
                return -1
            people = [n for n in room.position.movers if n in only and n != CHANCE and not room.seats[n].level]
            return RANDOM.choice(people) + 1 if people else None

        for _ in range(count):
            found = await until(mover, 60)
            if not found or found < 0:
                return
            seat, room = found - 1, await self.room()
            await self.submit(seat, *turn(room, seat))

    async def say(self, seat: int, text: str) -> None:
        await self.append(seat, "chat", partial(chat.admit, text=text))

    async def nonce(self, seat: int) -> None:
        await self.append(seat, "nonce", partial(chance.add, seat=seat, nonce=format(seat + 10, "x") * 32))

    async def take_back(self, seat: int) -> None:
        await self.append(seat, "undo", partial(undo.take_back, seat=seat))

    async def answer(self, seat: int, agree: bool) -> None:
        await self.append(seat, "undo", partial(undo.answer, seat=seat, agree=agree))

    async def vote(self, seat: int, absent: int, here: Sequence[int | None] = ()) -> None:
        levels = self.hub.play.levels(await self.room())
        check = partial(leaving.vote, seat=seat, absent=absent, here=lambda browser: browser in here, levels=levels)
        await self.append(seat, "vote", check)

    async def time_out(self, seat: int) -> None:
        levels = self.hub.play.levels(await self.room())
        await self.append(seat, "flag", lambda room: leaving.at_flag(room, levels))

    async def resign(self, seat: int) -> None:
        answer = await self.hub.play.resign(self.table, seat, f"key-{next(KEYS):04}")
        assert isinstance(answer, Ack), answer


def turn(room: Room, seat: int) -> list[str]:
    """A random turn of a seat, as it may be submitted: a whole one, or where one acts alone perhaps its beginning."""
    position = room.position.view(seat)
    whole = choices.acts_together(room.position) or RANDOM.random() < 0.7
    plies: list[str] = []
    begun = position.copy()
    while seat in position.movers:
        move = RANDOM.choice(list(position.moves(seat)))
        position.push(move)
        plies.append(move.text)
        if not whole or choices.turn_is_over(begun, position, seat):
            break
    return choices.up_to_disclosure(room.position.view(seat), seat, plies)


async def sit(server: Running, host: Browser, made: dict[str, Any], *names: str) -> list[Browser]:
    guests = [server.browser() for _ in names]
    for guest, name, link in zip(guests, names, made["links"], strict=True):
        assert (await guest.claim(made["id"], link["token"], name)).status_code == 200
    for seat in (await server.hub.rooms.get(made["id"])).held_by(1):
        await host.http.post(f"/api/tables/{made['id']}/name", json={"seat": seat, "name": "Ada"})
    return guests


async def started(one: Players) -> None:
    async def begun() -> bool:
        room = await one.room()
        return not room.undrawn and not clock.may_start(room)

    await until(begun, 30)


async def duel(server: Running, host: Browser) -> None:
    """Ponte del Diavolo with a clock: talk, takebacks of every kind, a resignation, a rematch."""
    made = await host.table("me", "friend", game=PONTE, board=8, clock="quick")
    one = Players(server, made["id"])
    await sit(server, host, made, "Zoé")
    await started(one)
    await one.say(0, "Bonjour, bonne partie !")
    await one.submit(0, "c3")
    await one.take_back(0)  # alone
    await one.submit(0, "c3", "d3")
    await one.submit(1, "f6", "g6")
    await one.submit(0, "d4", "e4")
    await one.take_back(0)  # asked, and refused
    await one.say(1, "non 🙂")
    await one.answer(1, False)
    await one.submit(1, "b6", "b7")
    await one.take_back(1)
    await one.answer(0, True)  # the last yes takes back
    await one.turns(5)
    await one.take_back((await one.room()).position.movers[0] ^ 1)  # asked, and passed over
    await one.turns(1)
    await one.resign(1)
    await server.hub.play.rematch(made["id"], 0, "rematch-0")
    await server.hub.play.rematch(made["id"], 1, "rematch-1")
    again = Players(server, (await one.room()).row.rematch or "")
    await started(again)
    await again.turns(4)
    watcher = server.browser()
    token = (await host.http.post(f"/api/tables/{made['id']}/watch-link")).json()["token"]
    assert (await watcher.http.post(f"/api/tables/{made['id']}/watch", json={"token": token})).status_code == 204
    await host.http.post(f"/api/tables/{made['id']}/share")


async def lost_on_time(server: Running, host: Browser) -> None:
    """Ponte del Diavolo, lost on time; one of the browsers is erased."""
    made = await host.table("me", "friend", game=PONTE, board=8, clock="calm")
    one = Players(server, made["id"])
    [guest] = await sit(server, host, made, "Erased")
    await started(one)
    await one.turns(3)
    await one.time_out((await one.room()).position.movers[0])
    assert (await guest.http.delete("/api/me")).status_code == 204


async def dice(server: Running, host: Browser) -> None:
    """On Top with nonces, a bot, a takeback across chance, a seat lost to the clock and given back."""
    made = await host.table("me", "friend", "bot", game=TOP, clock="daily")
    one = Players(server, made["id"])
    await sit(server, host, made, "Bob")
    await one.nonce(0)
    await one.nonce(1)
    await started(one)
    await one.turns(3)
    room = await one.room()
    seat = next(room.events[n - 1].seat for n in reversed(room.stands) if not room.seats[room.events[n - 1].seat].level)
    await one.take_back(seat)
    await one.answer(1 - seat, True)
    await one.turns(2)
    await one.time_out(0)
    await one.turns(1, only=[1])
    await one.append(0, "return", partial(leaving.come_back, seat=0))
    await one.turns(4)


async def programmes(server: Running, host: Browser) -> None:
    """Delta: choices in secret, one taken back; somebody gives up, and a bot plays on."""
    made = await host.table("me", "friend", "friend", game=DELTA)
    one = Players(server, made["id"])
    await sit(server, host, made, "Bea", "Cleo")
    await one.turns(2)
    room = await one.room()
    seat = room.events[-1].seat
    await one.take_back(seat)
    await one.turns(4)
    await one.say(2, "hello")
    await one.resign(2)
    await one.turns(6)


async def voted_out(server: Running, host: Browser) -> None:
    """The Guilds of Ankh-Morpork: two votes seat a bot for an absent player."""
    made = await host.table("me", "friend", "friend", game=ANKH)
    one = Players(server, made["id"])
    await sit(server, host, made, "Bea", "Cleo")
    for seat in range(3):
        await one.nonce(seat)
    await started(one)
    await one.turns(6)
    room = await one.room()
    absent = room.position.movers[0]
    browsers = [seat.browser_id for n, seat in enumerate(room.seats) if n != absent]
    first, second = (n for n in range(3) if n != absent)
    await one.vote(first, absent, browsers)
    await one.vote(second, absent, browsers)
    await one.turns(6)


async def to_the_end(server: Running, host: Browser) -> None:
    """Shangri-La to its end, by one browser, and its record as a table of its own."""
    made = await host.table("me", "me", "me", game=SHANGRI)
    one = Players(server, made["id"])
    await one.turns(400)
    assert (await one.room()).over
    record = (await host.http.get(f"/api/tables/{made['id']}/record")).text
    assert (await host.http.post("/api/records", content=record)).status_code == 201


async def imported_chance(server: Running, host: Browser) -> None:
    """A record with draws, nonces and a seed, of a game that was given up."""
    made = await host.table("me", "me", game=TOP)
    one = Players(server, made["id"])
    for seat in (0, 1):
        await one.nonce(seat)
    await started(one)
    await one.turns(4)
    await one.resign(0)
    record = (await host.http.get(f"/api/tables/{made['id']}/record")).text
    assert (await host.http.post("/api/records", content=record)).status_code == 201


async def lobby(server: Running, host: Browser) -> None:
    """A table of the lobby with a free seat."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}]
    wanted = {"game": TOP, "seats": seats, "open": True, "clock": "quick"}
    answer = await host.http.post("/api/tables", json=wanted)
    one = Players(server, answer.json()["id"])

    async def drawn() -> bool:
        return not (await one.room()).undrawn

    await until(drawn, 30)


def told(server: Running, room: Room) -> dict[str, Any]:
    """What this version says of a table to every reader; where nothing is hidden, to a spectator."""
    hub, readers = server.hub, [None, *(range(len(room.seats)) if room.game.info.hidden else ())]
    at = (room.events[-1].at if room.events else room.row.at) + 1000
    names = [str(reader) for reader in readers]
    offered = [
        msgspec.to_builtins(tell.aside(room, room.held_by(seat.browser_id), seat.browser_id, tell.seats(room, ())))
        for seat in room.seats
    ]
    for one in offered:
        one.pop("away", None)  # it follows from what time it is
    return {
        "game": room.row.game,
        "seats": msgspec.to_builtins(tell.seats(room, ())),
        "over": room.over,
        "table": {k: v for k, v in msgspec.to_builtins(tell.table(room, "", ())).items() if k != "seats"},
        "moves": " ".join(f"{move.seat}:{move.text}" for move in room.position.history),
        "plies": [room.at(seq).ply for seq in range(room.seq + 1)],
        "said": [[event.seq, event.seat, event.plies[0]] for event in room.chat],
        "clocks": [clock.left(room, Uptime(hub.store), at), clock.running(room)] if room.clock else None,
        "offered": offered,
        "record": None if room.game.info.hidden and not room.over else json.loads(hub.tables.record(room)[1]),
        "log": {
            name: [[entry.seq, *(line.say.k for line in entry.lines)] for entry in tell.entries(room, reader)]
            for name, reader in zip(names, readers, strict=True)
        },
        "views": {
            name: [digest(msgspec.to_builtins(tell.view(room, reader, seq))) for seq in range(room.seq + 1)]
            for name, reader in zip(names, readers, strict=True)
        },
        "end": {
            name: facts(msgspec.to_builtins(tell.view(room, reader)))
            for name, reader in zip(names, readers, strict=True)
        },
    }


async def play(data: Path) -> dict[str, Any]:
    leaving.PATIENCE = 0
    async with serving(data, Library()) as server:
        assert not server.hub.library.failed
        host = server.browser()
        for scene in (duel, lost_on_time, dice, programmes, voted_out, to_the_end, imported_chance, lobby):
            await scene(server, host)
        while server.hub.seated.busy or server.hub.seated._tasks:
            await asyncio.sleep(0.1)
        async with server.hub.store.connect() as connection:
            ids = list((await connection.execute(sa.text("select id from game_table order by at"))).scalars())
        return {table: told(server, await server.hub.rooms.get(table)) for table in ids}


async def copy(source: Path, address: str) -> None:
    """The rows of the SQLite file in a PostgreSQL database."""
    old, new = await Store.open(source), await Store.open(source, address)
    async with old.connect() as reading, new.begin() as writing:
        for table in metadata.sorted_tables:
            if rows := [dict(row) for row in (await reading.execute(sa.select(table))).mappings()]:
                for row in rows:  # one by one: the rematch of a table comes after it
                    await writing.execute(sa.insert(table).values(row))
            if "id" in table.c and isinstance(table.c.id.type, sa.Integer):
                await writing.execute(
                    sa.text(f"select setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) from {table.name}")
                )
    await old.close()
    await new.close()


def dump(address: str) -> str:
    """The database as statements that any client can run."""
    found = programs()
    assert found is not None
    url = sa.make_url(address)
    command = [found / "pg_dump", "--inserts", "--no-owner", "--no-privileges", "--host", url.query["host"]]
    text = subprocess.run([*command, "--username=tablier", str(url.database)], check=True, capture_output=True).stdout
    kept = re.compile(r"(?m)^(\\.*|--.*|SET .*|SELECT pg_catalog.set_config.*|\s*)\n")
    return kept.sub("", text.decode())


def main(folder: Path) -> None:
    found = programs()
    assert found is not None
    with tempfile.TemporaryDirectory() as scratch, cluster(found) as running:
        data = Path(scratch) / "data"
        said = asyncio.run(play(data))
        with sqlite3.connect(data / "tablier.sqlite3") as file:
            file.execute("pragma journal_mode = delete")
            file.execute("vacuum")
        (folder / "old.sqlite3.gz").write_bytes(gzip.compress((data / "tablier.sqlite3").read_bytes(), mtime=0))
        address = asyncio.run(running.database("old"))
        asyncio.run(copy(data, address))
        (folder / "old.sql").write_text(dump(address))
    lines = (f"{json.dumps(table)}:{json.dumps(one, separators=(',', ':'))}" for table, one in said.items())
    (folder / "old.json").write_text("{" + ",\n".join(lines) + "}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
