"""A device with tables of its own, and a page that speaks to its host as to a server."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, cast

import msgspec
import websockets
from server.browser import Line

import tablier
from tablier.analysis.questions import Searched, SearchedMove
from tablier.local.host import Host
from tablier.search import Search


class Stored(NamedTuple):
    id: str
    text: str


class MemoryStore:
    """What IndexedDB is in a browser."""

    def __init__(self) -> None:
        self.tables: dict[str, tuple[int, str]] = {}
        self.fails = ""
        """What comes of saving in place of success."""

    async def load(self, table_id: str) -> str | None:
        return self.tables.get(table_id, (0, None))[1]

    async def load_all(self) -> Iterable[Stored]:
        return [Stored(table_id, text) for table_id, (_, text) in self.tables.items()]

    async def save(self, table_id: str, text: str, revision: int) -> str:
        await asyncio.sleep(0)
        if self.fails:
            return self.fails
        if self.tables.get(table_id, (0, ""))[0] != revision - 1:
            return "stale"
        self.tables[table_id] = revision, text
        return "saved"

    async def remove(self, table_id: str) -> None:
        self.tables.pop(table_id, None)


class Socket:
    """The two methods of a WebSocket that :class:`Line` uses."""

    def __init__(self, device: Device, number: int) -> None:
        self.device = device
        self.number = number
        self.received: asyncio.Queue[str] = asyncio.Queue()

    async def send(self, text: str) -> None:
        await self.device.host.receive(self.number, text)

    async def recv(self) -> str:
        return await self.received.get()


async def search(question: str) -> str:
    """What search workers answer, with few simulations and lines of one ply; nothing is hidden."""
    asked = json.loads(question)
    if asked["type"] == "worlds":
        return json.dumps([asked["state"]])
    seat = asked["seat"]
    state = tablier.game(asked["game"]).definition.state(bytes.fromhex(asked["state"]))
    found = Search(state, seat, nodes=1 << 10).run(iterations=80)
    moves = [
        SearchedMove(
            arm.action, arm.visits, arm.values, arm.proved, ((seat, arm.action),) if n < asked["lines"] else ()
        )
        for n, arm in enumerate(found.arms())
    ]
    return msgspec.json.encode(Searched(found.iterations, found.proved, tuple(moves))).decode()


class Device:
    """A host over a store. Its bots play at random."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.random = random.Random(7)
        self.bots_fail = False
        self._sockets: dict[int, Socket] = {}
        self.host = Host(
            self.store, self._think, search, lambda number, text: self._sockets[number].received.put_nowait(text)
        )

    async def _think(self, name: str, record: bytes, seat: int, level: int) -> list[int]:
        assert level
        if self.bots_fail:
            raise RuntimeError("the module could not be loaded")
        game = tablier.game(name)
        state, actions = game.definition.state(record), list[int]()
        while game.runtime.movers(state) >> seat & 1:
            actions.append(int(self.random.choice(list(game.runtime.legal(state, seat)))))
            game.runtime.apply(state, seat, actions[-1])
        return actions

    async def request(self, method: str, address: str, body: Any = "") -> tuple[int, Any]:
        text = body if isinstance(body, str) else json.dumps(body)
        status, answer = await self.host.request(method, address, text)
        return status, json.loads(answer) if answer else None

    async def table(self, game: str, *seats: str, **fields: Any) -> str:
        """Make a table; a seat is ``me`` or ``bot``, and ``fields`` are those of the request."""
        wanted = [{"kind": kind, "level": 1} if kind == "bot" else {"kind": kind} for kind in seats]
        status, made = await self.request("POST", "/api/tables", {"game": game, "seats": wanted, **fields})
        assert status == 200, made
        return str(made["id"])

    @asynccontextmanager
    async def at(self, table: str, **hello: Any) -> AsyncIterator[Line]:
        """A page at a table that has been welcomed."""
        number = await self.host.connect(table)
        socket = self._sockets[number] = Socket(self, number)
        line = Line(cast("websockets.ClientConnection", socket))
        await line.send(type="hello", **hello)
        line.welcome = await line.next("welcome")
        yield line
        self.host.close(number)
