"""Whatever a socket is sent, it is answered or closed; nothing that is refused changes anything, nobody else notices.

``TABLIER_FUZZ`` is the number of sequences: some dozens by default, thousands by ``make fuzz``.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
import websockets
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tablier import warm
from tablier.engine.protocol import CHANCE
from tablier.server.app import MESSAGE_LIMIT
from tablier.server.bus import Bus
from tablier.server.domain.state import TableState
from tablier.server.messages import ServerMessage
from tablier.server.tables.cache import TableCache
from tablier.server.tables.library import Library
from tablier.server.ws import connection

from .browser import PATIENCE, UNLIMITED, Browser, Running, logged_errors, serving, until
from .fuzz import LEGAL, MESSAGES, Raw
from .toy import ToyLibrary

pytestmark = pytest.mark.once

SEQUENCES = int(os.environ.get("TABLIER_FUZZ", "40"))
HOST, GUEST, STRANGER = range(3)
SEATS = {HOST: [0], GUEST: [1], STRANGER: []}
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""A sequence that fails is not made shorter: each takes a good part of a second."""
NEWS = {"welcome", "update", "table", "chat", "actions", "clocks"}
SEARCHES = ("hint", "analysis", "review")
TOO_LARGE = 1009

_decode = msgspec.json.Decoder(ServerMessage).decode


OPEN = "ponte_del_diavolo"
"""A game without secrets or chance beside the toy, which has both: there more may be asked."""


class Both(ToyLibrary):
    def names(self) -> tuple[str, ...]:
        return ("toy", OPEN)

    def _compile(self, name: str) -> Any:
        return super()._compile(name) if name == "toy" else Library._compile(self, name)


class World:
    """A server that lives through all sequences, and the loop in which it does."""

    def __init__(self, runner: asyncio.Runner, server: Running) -> None:
        self.run = runner.run
        self.server = server


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with asyncio.Runner() as runner:
        for _, step in warm.steps(OPEN):
            step()  # compiled before the server runs: a compiler in its thread would keep it from answering
        stack = AsyncExitStack()
        data = tmp_path_factory.mktemp("fuzz")
        server = runner.run(stack.enter_async_context(serving(data, Both(), per_address=10**9, socket_rate=UNLIMITED)))
        yield World(runner, server)
        runner.run(stack.aclose())


@settings(
    max_examples=SEQUENCES, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], phases=PHASES
)
@given(
    game=st.sampled_from(["toy", OPEN]),
    sent=st.lists(st.tuples(st.sampled_from([HOST, GUEST, STRANGER]), MESSAGES), min_size=1, max_size=20),
)
def test_any_messages_are_answered_or_close_the_socket(world: World, game: str, sent: list[tuple[int, Raw]]) -> None:
    with logged_errors() as errors:
        world.run(_sequence(world.server, game, sent))
    assert not errors


async def _sequence(server: Running, game: str, sent: list[tuple[int, Raw]]) -> None:
    host, guest, _ = browsers = [server.browser() for _ in range(3)]
    made = await host.table("me", "friend", game=game, **({"luck": True} if game == "toy" else {}))
    await guest.claim(made["id"], made["links"][0]["token"], "Bea")
    table = made["id"]
    async with AsyncExitStack() as stack:
        stack.push_async_callback(asyncio.gather, *(browser.http.aclose() for browser in browsers))
        clients = [await stack.enter_async_context(Client(server, browser, table)) for browser in browsers]
        for who, seats in SEATS.items():
            for seat in seats:  # then chance has all that it waits for
                await clients[who].say(
                    json.dumps({"type": "nonce", "key": "at-first", "seat": seat, "nonce": "0" * 32})
                )

        async def drawn() -> bool:
            return not (await server.services.cache.state(table)).initial_draw_pending

        await until(drawn)
        for who, raw in sent:
            if game == "toy" and any(_is(raw, search) for search in SEARCHES):
                continue  # it has no kernels that a search could call
            before = await state(server, table)
            answers = await clients[who].say(fill(raw, await server.services.cache.state(table), SEATS[who]))
            after = await state(server, table)
            if not [answer for answer in answers if answer["type"] == "ack"]:
                assert after == before
            else:
                assert after[: len(before)] == before
                assert all(event.seat in SEATS[who] for event in after[len(before) :])
        await goes_on(server, table, clients)
    for seen in (0, 1, None):
        services = server.services
        cache = TableCache(services.table_store, services.library, Bus(), size=1)
        kept = await cache.state(table)
        assert kept.game.scene.view(kept.position.view(seen), seen) == await now(server, table, seen)


async def now(server: Running, table: str, seen: int | None) -> Any:
    state = await server.services.cache.state(table)
    return state.game.scene.view(state.position.view(seen), seen)


async def state(server: Running, table: str) -> list[Any]:
    """All that the database says of a table."""
    row = await server.services.table_store.get(table)
    assert row is not None
    return [msgspec.structs.replace(row, rematch=None), *await server.services.event_store.events(table)]


async def goes_on(server: Running, table: str, clients: list[Client]) -> None:
    """The seat to move can move, and everybody receives the move."""
    state = await server.services.cache.state(table)
    if state.over:
        return
    seat = state.position.movers[0]
    ply, seq = state.position.moves(seat)[0].text, state.seq + 1
    answers = await clients[seat].say(json.dumps({"type": "submit", "key": "at-the-end", "seat": seat, "plies": [ply]}))
    assert [answer["type"] for answer in _replies(answers)] == ["ack"]
    for client in clients:
        await client.told(seq)


def fill(raw: Raw, state: TableState, seats: list[int]) -> Raw:
    """Put legal plies where they are wanted."""
    if isinstance(raw, bytes):
        return raw
    movers = [seat for seat in state.position.movers if seat != CHANCE]
    mine = [seat for seat in movers if seat in seats] or movers
    legal = [move.text for move in state.position.moves(mine[0])] if mine else ["1"]
    for n in range(6):
        raw = raw.replace(LEGAL.format(n), legal[n % len(legal)])
    return raw


class Client:
    """One socket, opened again when the server has closed it for a reason."""

    def __init__(self, server: Running, browser: Browser, table: str) -> None:
        self._server = server
        self._browser = browser
        self._table = table
        self._stack = AsyncExitStack()
        self.seq = 0

    async def __aenter__(self) -> Client:
        await self._open()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._stack.aclose()

    async def _open(self) -> None:
        await self._stack.aclose()
        line = await self._stack.enter_async_context(self._browser.at(self._table, since=None))
        self._socket = line.socket
        await self._socket.send('{"type":"hello"}')
        await self._until("welcome")

    async def say(self, raw: Raw) -> list[dict[str, Any]]:
        """Send something; returns what came back before the answer to a ``ping`` behind it."""
        try:
            await self._socket.send(raw)
            await self._socket.send('{"type":"ping"}')
            answers = await self._until("pong")
            if _is(raw, "ping"):
                answers += await self._until("pong")
            elif not (_is(raw, "hello") or _is(raw, "studied")):  # these alone have no answer
                while any(_is(raw, search) for search in SEARCHES) and not _replies(answers):
                    answers.append(await self._next())  # a search is answered beside other messages
                assert _replies(answers), f"no answer to {raw!r}"
        except websockets.ConnectionClosed as closed:
            self._closed_for(closed.rcvd.code if closed.rcvd else 0, raw)
            await self._open()
            return []
        return answers

    def _closed_for(self, code: int, raw: Raw) -> None:
        size = len(raw if isinstance(raw, bytes) else raw.encode())
        assert (code, size > MESSAGE_LIMIT) == (TOO_LARGE, True)

    async def told(self, seq: int) -> None:
        """Wait until the server has told event ``seq``."""
        while self.seq < seq:
            await self._next()

    async def _until(self, type_: str) -> list[dict[str, Any]]:
        answers = []
        while (answer := await self._next())["type"] != type_:
            answers.append(answer)
        return answers

    async def _next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            text = await self._socket.recv()
        _decode(text)  # what the protocol has, and nothing else
        answer: dict[str, Any] = json.loads(text)
        if answer["type"] in ("welcome", "update"):
            self.seq = answer["seq"]
        return answer


def _replies(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [answer for answer in answers if answer["type"] not in NEWS]


def _is(raw: Raw, type_: str) -> bool:
    """Is this a right message of a type?"""
    try:
        return bool(connection._decode(raw).__struct_config__.tag == type_)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
