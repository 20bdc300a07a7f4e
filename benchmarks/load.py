"""Load on one server: many tables, with real games over real WebSockets, a move a second at each table.

Starts ``tablier serve`` on a free port with its own database, opens two sockets at each table, and plays random legal
turns. Prints moves per second, the latency from sending a turn to its receipt by the opponent, and the server's memory
per seat. With ``--bots``, games between bots run in the same process; with ``--processes``, so many servers share a
PostgreSQL behind nginx::

    make load ARGS="--tables 1000 --seconds 30"
    make load ARGS="--tables 1000 --seconds 30 --bots 4"
    make load ARGS="--tables 1000 --seconds 30 --processes 2 --balance table"

The load generator is a separate process on the same machine. It chooses all moves before the measurement, and prints
its own share of a core and the delay of its own timers: that much of the latency is its own.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import websockets

import tablier
from benchmarks.service import BALANCES, Service, serving
from tablier import catalogue

SEQ = re.compile(r'^\{"type":"update","seq":(\d+)')
WARM_UP = 5.0
TICK = 0.02
HANDSHAKES = 32
"""Handshakes at the same time."""


Turn = tuple[int, list[str]]
"""A seat and the plies that it submits."""


def draw_game(game: tablier.Game, turns: int) -> list[Turn]:
    """Return random legal turns from the start of a game, as many as asked for or until the game ends."""
    position, drawn = game.new(seats=2), list[Turn]()
    while position.movers and len(drawn) < turns:
        seat, plies = position.movers[0], list[str]()
        while seat in position.movers:
            move = random.choice(position.moves(seat))
            position.push(move)
            plies.append(move.text)
        drawn.append((seat, plies))
    return drawn


class Table:
    """A game of two players with a socket each."""

    def __init__(self, turns: list[Turn], sockets: list[websockets.ClientConnection]) -> None:
        self._turns = turns
        self._sockets = sockets
        self._mover = 0
        self._seq = 0
        self._sent = 0.0
        self._heard = asyncio.Event()

    async def listen(self, seat: int, times: list[float]) -> None:
        """Receive the messages to ``seat``; append the latency of each turn of the opponent to ``times``."""
        async for received in self._sockets[seat]:
            raw = str(received)
            update = SEQ.match(raw)
            if update and seat != self._mover and int(update[1]) == self._seq:
                times.append(time.perf_counter() - self._sent)
                self._heard.set()
            elif raw.startswith('{"type":"refused"'):
                raise RuntimeError(raw)

    async def play(self, period: float, ramp: float, until: float) -> None:
        """Play a turn every ``period`` seconds until game or time ends; start within ``ramp`` seconds."""
        due = time.perf_counter() + random.random() * ramp
        for seat, plies in self._turns:
            if due >= until:
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._mover, self._seq = seat, self._seq + 1
            message = {"type": "submit", "key": f"number-{self._seq:04}", "seat": seat, "plies": plies}
            text = json.dumps(message)
            self._heard.clear()
            self._sent = time.perf_counter()
            await self._sockets[seat].send(text)
            await self._heard.wait()
            due += period


class Load:
    """The tables of one run; the same browser holds all seats."""

    def __init__(self, service: Service, game: str) -> None:
        self._service = service
        self._game = game
        self._http = httpx.AsyncClient(base_url=service.origin, headers={"Origin": service.origin}, timeout=60.0)
        self._few = asyncio.Semaphore(HANDSHAKES)

    async def make(self, *kinds: str, level: int = 0) -> str:
        """Make a table; return its id."""
        seats = [{"kind": kind, "level": level if kind == "bot" else 0} for kind in kinds]
        answer = await self._http.post("/api/tables", json={"game": self._game, "seats": seats})
        answer.raise_for_status()
        return str(answer.json()["id"])

    async def table(self, stack: AsyncExitStack, turns: list[Turn]) -> Table:
        """Make a table for these turns, with two sockets that the server has welcomed."""
        async with self._few:
            made = await self.make("me", "me")
            sockets = [await stack.enter_async_context(self._line(made)) for _ in range(2)]
            return Table(turns, sockets)

    @asynccontextmanager
    async def _line(self, table: str) -> AsyncIterator[websockets.ClientConnection]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        async with websockets.connect(
            f"{self._service.origin.replace('http', 'ws')}/ws/{table}",
            origin=self._service.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies},
            compression=None,
            ping_interval=None,
            open_timeout=60.0,
        ) as line:
            await line.send('{"type":"hello"}')
            while not str(await line.recv()).startswith('{"type":"welcome"'):
                pass
            yield line


async def lateness(late: list[float]) -> None:
    """Append the delay of this process's own timers to ``late``, for ever."""
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - due)


async def run(options: argparse.Namespace) -> None:
    """Measure one run and print its figures."""
    warm_up = WARM_UP + options.ramp
    game = tablier.game(options.game)
    games = [draw_game(game, int((warm_up + options.seconds) / options.period) + 1) for _ in range(options.tables)]
    with tempfile.TemporaryDirectory() as folder:
        running = serving(Path(folder), options.serve, options.processes, options.balance)
        async with running as service, AsyncExitStack() as stack:
            load = Load(service, options.game)
            first = await load.table(stack, games[0])
            await asyncio.sleep(1)
            memory = service.memory
            tables = [first, *await asyncio.gather(*(load.table(stack, turns) for turns in games[1:]))]
            idle = service.memory - memory
            for _ in range(options.bots):
                await load.make("bot", "bot", level=options.level)
            gc.collect()
            gc.disable()  # a collection takes 20 ms and more, which would count as the server's latency
            times, late = list[float](), list[float]()
            listening = [asyncio.create_task(t.listen(seat, times)) for t in tables for seat in (0, 1)]
            ticking = asyncio.create_task(lateness(late))
            end = time.perf_counter() + warm_up + options.seconds
            playing = asyncio.gather(*(table.play(options.period, options.ramp, end) for table in tables))
            await asyncio.sleep(warm_up)
            times.clear()
            late.clear()
            before, own, began = service.processor(), time.process_time(), time.perf_counter()
            tasks: list[asyncio.Future[Any]] = [playing, *listening]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            wall, own = time.perf_counter() - began, time.process_time() - own
            used = {program: seconds - before[program] for program, seconds in service.processor().items()}
            print(
                f"{options.tables} tables of {options.game}, and {options.bots} between bots of level {options.level}"
                f"; servers: {len(service.servers)}, balanced by {options.balance}"
            )
            report(times, late, wall=wall, used=used, own=own)
            if service.database:
                print(f"  connections      {await service.connections():8}")
            seats = 2 * options.tables * 1024
            busy = (service.memory - memory) / seats
            print(f"  memory per seat  {busy:8.1f} KiB, {idle / seats:.1f} before the first move")
            for task in (*listening, ticking):
                task.cancel()


def report(times: list[float], late: list[float], *, wall: float, used: dict[str, float], own: float) -> None:
    """Print the figures of ``wall`` seconds, in which programs ``used`` and the generator its ``own`` CPU seconds."""
    p50, p99, longest = (1000 * time for time in quantiles(times))
    late50, late99, latest = (1000 * time for time in quantiles(late))
    load, _, _ = os.getloadavg()
    print(f"  moves per second {len(times) / wall:8.0f}")
    print(f"  p50, p99 (ms)    {p50:8.1f} {p99:8.1f}   longest {longest:.0f}; from sending to the opponent's receipt")
    print(f"  generator late   {late50:8.1f} {late99:8.1f}   longest {latest:.0f}; {100 * own / wall:.0f} % of a core")
    for program, seconds in used.items():
        print(f"  {program:16} {1000 * seconds / len(times):8.2f} ms per move, {100 * seconds / wall:.0f} % of a core")
    print(f"  load average     {load:8.1f}")


def quantiles(times: list[float]) -> tuple[float, float, float]:
    """Return the median, the 99th percentile and the maximum."""
    times = sorted(times)
    return times[len(times) // 2], times[int(0.99 * (len(times) - 1))], times[-1]


def main() -> None:
    """Read the options and run."""
    for_two = next(name for name in catalogue.names() if catalogue.info(name).seats == (2,))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--period", type=float, default=1.0, help="seconds between the moves of a table")
    parser.add_argument("--ramp", type=float, default=1.0, help="seconds over which the first moves are spread")
    parser.add_argument("--game", default=for_two, help="a game for two, without chance; default: %(default)s")
    parser.add_argument("--bots", type=int, default=0, help="number of further tables, with bots on all seats")
    parser.add_argument("--level", type=int, default=3, help="level of the bots")
    parser.add_argument("--processes", type=int, default=0, help="servers that share a PostgreSQL behind nginx")
    parser.add_argument("--balance", choices=BALANCES, default="turns", help="what nginx distributes sockets by")
    parser.add_argument("serve", nargs="*", help="further arguments of `tablier serve`, after --")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
