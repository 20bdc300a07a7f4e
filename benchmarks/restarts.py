"""Restart servers one after another under load: is a move lost, and how long does a player wait?

Servers share a PostgreSQL behind nginx. Two players at each table reconnect as the browser does, and send a move again
until it is acknowledged. The delay of a move is the time from its first sending to its receipt by the opponent; the
aims are no lost move, and no delay above two seconds::

    make restarts ARGS="--tables 200"
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import websockets

import tablier
from benchmarks.load import HANDSHAKES, Load, Turn, draw_game, quantiles
from benchmarks.service import Service, serving
from tablier import catalogue

RETRY_FIRST, RETRY_MOST = 0.5, 8.0
"""Seconds after which a browser reconnects: the first time, and at most (``web/src/lib/connection.ts``)."""
MOST_TURNS, GAMES = 200, 20
"""The longest random game, and the number of different ones."""
QUIET = 5.0
"""Seconds of play before the first restart, and after each."""
UNDER_WAY = 1.0
"""Seconds before a restart from which on moves count as affected."""
OVERDUE = 2.0
"""Seconds after which a move that its opponent has not received at the end counts as lost."""


@dataclass
class Seat:
    """A player: a socket, opened again when it is lost, and the move that is not acknowledged yet."""

    connect: Callable[[], websockets.connect]
    losses: list[float]
    seq: int = -1
    """The last event that was received; -1 before the first welcome."""
    unsent: str = ""
    heard: asyncio.Condition = field(default_factory=asyncio.Condition)
    _socket: websockets.ClientConnection | None = None

    async def live(self) -> None:
        """Stay connected until cancelled."""
        retry = RETRY_FIRST
        while True:
            with suppress(websockets.WebSocketException, OSError, TimeoutError):
                async with self.connect() as socket:
                    await socket.send('{"type":"hello"}')
                    async for raw in socket:
                        message = json.loads(raw)
                        if message["type"] == "welcome":
                            retry, self._socket = RETRY_FIRST, socket
                            await self._send(self.unsent)
                        await self._receive(message)
            self._socket = None
            self.losses.append(time.perf_counter())
            await asyncio.sleep(retry * random.uniform(0.75, 1.25))
            retry = min(2 * retry, RETRY_MOST)

    async def submit(self, turn: Turn, number: int) -> None:
        """Send a turn; it is sent again over new connections until it is acknowledged."""
        seat, plies = turn
        self.unsent = json.dumps({"type": "submit", "key": f"number-{number:04}", "seat": seat, "plies": plies})
        await self._send(self.unsent)

    async def until(self, seq: int) -> None:
        """Wait for an event."""
        async with self.heard:
            await self.heard.wait_for(lambda: self.seq >= seq)

    async def _send(self, text: str) -> None:
        if text and self._socket is not None:
            with suppress(websockets.WebSocketException):
                await self._socket.send(text)

    async def _receive(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "refused":
                raise RuntimeError(str(message))
            case "ack":
                self.unsent = ""
            case "update" | "welcome":
                async with self.heard:
                    self.seq = message["seq"]
                    self.heard.notify_all()


@dataclass
class SentMove:
    """A move: when it was first sent, and the seconds until the opponent received it; infinite before that."""

    sent: float
    seconds: float = math.inf


@dataclass(frozen=True)
class Span:
    """When a server was stopped and had started again."""

    begin: float
    end: float

    def has(self, time: float) -> bool:
        """Is it within the span, or just before it, so that a move was under way?"""
        return self.begin - UNDER_WAY <= time <= self.end


async def play(seats: Sequence[Seat], turns: Sequence[Turn], period: float, moves: list[SentMove]) -> None:
    """Play the turns of a table, one every ``period`` seconds."""
    due = time.perf_counter() + random.random() * period
    for number, turn in enumerate(turns, 1):
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        move = SentMove(time.perf_counter())
        moves.append(move)
        await seats[turn[0]].submit(turn, number)
        await seats[1 - turn[0]].until(number)
        move.seconds = time.perf_counter() - move.sent
        due = max(due, move.sent) + period


async def restart(service: Service, seconds: float) -> list[Span]:
    """Restart the servers in turn, with so many seconds of play around each; returns when each was down."""
    down = list[Span]()
    for server in service.servers:
        await asyncio.sleep(seconds)
        begun = time.perf_counter()
        await server.stop()
        await server.start()
        down.append(Span(begun, time.perf_counter()))
    await asyncio.sleep(seconds)
    return down


def report(moves: Sequence[SentMove], down: Sequence[Span], losses: Sequence[float], end: float) -> None:
    """Print the delays of moves in quiet times and around each restart, and how many were lost."""
    received = [move for move in moves if move.seconds < math.inf]
    quiet = [move.seconds for move in received if not any(span.has(move.sent) for span in down)]
    print(f"  quiet:     {describe(quiet)}")
    for number, span in enumerate(down, 1):
        lost = sum(map(span.has, losses))
        delays = describe([move.seconds for move in received if span.has(move.sent)])
        print(f"  restart {number}: {delays}; {span.end - span.begin:.1f} s, {lost} connections lost")
    print(f"  lost moves: {sum(move.seconds == math.inf and move.sent < end - OVERDUE for move in moves)}")


def describe(times: list[float]) -> str:
    """The number of moves and their delays."""
    if not times:
        return "no moves"
    middle, late, longest = (1000 * time for time in quantiles(times))
    return f"{len(times)} moves, delay (ms) p50 {middle:.0f}, p99 {late:.0f}, longest {longest:.0f}"


class Tables:
    """Tables at which the same two players play one game after another."""

    def __init__(self, service: Service, options: argparse.Namespace) -> None:
        self.moves = list[SentMove]()
        self.losses = list[float]()
        self._options = options
        self._load = Load(service, options.game)
        self._games = [draw_game(tablier.game(options.game), MOST_TURNS) for _ in range(GAMES)]
        self._few = asyncio.Semaphore(HANDSHAKES)

    async def play(self) -> None:
        """Play one game after another at a table until cancelled."""
        while True:
            async with self._few:
                connect = partial(self._load.connect, await self._make())
                seats = [Seat(connect, self.losses) for _ in range(2)]
                lives = [asyncio.create_task(seat.live()) for seat in seats]
                await asyncio.gather(*(seat.until(0) for seat in seats))
            await play(seats, random.choice(self._games), self._options.period, self.moves)
            for life in lives:
                life.cancel()

    async def _make(self) -> str:
        """Make a table. A server refuses until it has loaded the game; one that stops may drop the request."""
        while True:
            try:
                return await self._load.make("me", "me")
            except httpx.HTTPStatusError as error:
                if not error.response.is_server_error:
                    raise
                await asyncio.sleep(RETRY_FIRST)


async def run(options: argparse.Namespace) -> None:
    """Measure one run and print its figures."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), (), options.processes, "turns") as service:
            tables = Tables(service, options)
            playing = [asyncio.create_task(tables.play())]
            await asyncio.sleep(1)  # the first table makes the browser that has all seats
            playing += [asyncio.create_task(tables.play()) for _ in range(options.tables - 1)]
            gc.collect()
            gc.disable()  # a collection would count as the server's delay
            restarting = asyncio.create_task(restart(service, QUIET))
            done, rest = await asyncio.wait([*playing, restarting], return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            for task in done - {restarting}:
                task.result()
            print(f"{options.tables} tables of {options.game}, {options.processes} servers, restarted in turn")
            report(tables.moves, restarting.result(), tables.losses, time.perf_counter())


def main() -> None:
    """Read the options and run."""
    for_two = next(name for name in catalogue.names() if catalogue.info(name).seats == (2,))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2, help="servers that share a PostgreSQL behind nginx")
    parser.add_argument("--period", type=float, default=1.0, help="seconds between the moves of a table")
    parser.add_argument("--game", default=for_two, help="a game for two, without chance; default: %(default)s")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
