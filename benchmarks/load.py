"""Load on one server: many tables, with real games over real WebSockets, a move a second at each table.

Starts ``tablier serve`` on a free port with its own database, opens two sockets at each table, and plays random legal
turns. Prints moves per second, the latency from sending a turn to its receipt by the opponent, and the server's memory
per seat. With ``--bots``, games between bots run in the same process; with ``--processes``, so many servers share a
PostgreSQL behind nginx. With ``--readers``, so many people keep the search on the analysis board running in every
second quarter of the time, and the figures with them and without them are compared::

    make load ARGS="--tables 1000 --seconds 30"
    make load ARGS="--tables 1000 --seconds 30 --bots 4"
    make load ARGS="--tables 200 --seconds 36 --readers 50"
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
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import websockets

import tablier
from benchmarks.readers import Reader
from benchmarks.service import BALANCES, Service, serving
from tablier import catalogue

SEQ = re.compile(r'^\{"type":"update","seq":(\d+)')
WARM_UP = 5.0
TICK = 0.02
HANDSHAKES = 32
"""Handshakes at the same time."""
PHASES = (False, True, False, True)
"""Whether the readers search, in each quarter of the time."""
READ = 40
"""The greatest number of turns of a game that a reader analyses."""
SETTLE = 1.0
"""Seconds at the start of a phase that are not measured: a search for a reader may still run."""


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

    async def reader(self, stack: AsyncExitStack, turns: list[Turn], answered: Counter[str]) -> Reader:
        """Import a game with these turns, and open a reader of it."""
        async with self._few:
            position, movers = tablier.game(self._game).new(seats=2), list[int]()
            for seat, plies in turns:
                movers.append(seat)
                position.play(" ".join(plies), seat)
            record = tablier.Record.of(position).dumps()
            json_type = {"Content-Type": "application/json"}
            answer = await self._http.post("/api/records", content=record, headers=json_type)
            answer.raise_for_status()
            return Reader(await stack.enter_async_context(self._line(answer.json()["id"])), movers, answered)

    def connect(self, table: str) -> websockets.connect:
        """A socket at a table, to be opened with ``async with``, as the browser that made the tables."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return websockets.connect(
            f"{self._service.origin.replace('http', 'ws')}/ws/{table}",
            origin=self._service.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies},
            compression=None,
            ping_interval=None,
            open_timeout=60.0,
        )

    @asynccontextmanager
    async def _line(self, table: str) -> AsyncIterator[websockets.ClientConnection]:
        async with self.connect(table) as line:
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


@dataclass
class Figures:
    """The figures of some time, in seconds: latencies, delays of the generator's timers, wall and processor time."""

    times: list[float]
    late: list[float]
    wall: float
    own: float
    used: Counter[str]

    @classmethod
    def sum(cls, parts: Sequence[Figures]) -> Figures:
        """The figures of several phases as one."""
        return cls(
            [time for part in parts for time in part.times],
            [time for part in parts for time in part.late],
            sum(part.wall for part in parts),
            sum(part.own for part in parts),
            sum((part.used for part in parts), Counter()),
        )

    def print(self) -> None:
        """Print them."""
        p50, p99, longest = (1000 * time for time in quantiles(self.times))
        late50, late99, latest = (1000 * time for time in quantiles(self.late))
        print(f"  moves per second {len(self.times) / self.wall:8.0f}")
        print(
            f"  p50, p99 (ms)    {p50:8.1f} {p99:8.1f}   longest {longest:.0f}; from sending to the opponent's receipt"
        )
        own = f"{100 * self.own / self.wall:.0f} % of a core"
        print(f"  generator late   {late50:8.1f} {late99:8.1f}   longest {latest:.0f}; {own}")
        for program, used in self.used.items():
            per_move, share = 1000 * used / len(self.times), 100 * used / self.wall
            print(f"  {program:16} {per_move:8.2f} ms per move, {share:.0f} % of a core")


class Meter:
    """Measures the service while ``tasks`` run; none of them should end before the measurements do."""

    def __init__(
        self, service: Service, times: list[float], late: list[float], tasks: list[asyncio.Future[Any]]
    ) -> None:
        self._service = service
        self._times = times
        self._late = late
        self._tasks = tasks

    async def measure(self, seconds: float) -> Figures:
        """The figures of so many seconds, or less if all games end.

        Raises:
            RuntimeError: the server refused a move or a search.
        """
        self._times.clear()
        self._late.clear()
        before, own, began = self._service.processor(), time.process_time(), time.perf_counter()
        await self.wait(seconds)
        wall, own = time.perf_counter() - began, time.process_time() - own
        used = {program: spent - before[program] for program, spent in self._service.processor().items()}
        return Figures([*self._times], [*self._late], wall, own, Counter(used))

    async def wait(self, seconds: float) -> None:
        """Wait while the tasks run."""
        done, _ = await asyncio.wait(self._tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()


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
            answered, searching = Counter[str](), asyncio.Event()
            readers = [await load.reader(stack, draw_game(game, READ), answered) for _ in range(options.readers)]
            gc.collect()
            gc.disable()  # a collection takes 20 ms and more, which would count as the server's latency
            times, late = list[float](), list[float]()
            end = time.perf_counter() + warm_up + options.seconds
            playing = asyncio.gather(*(table.play(options.period, options.ramp, end) for table in tables))
            tasks: list[asyncio.Future[Any]] = [
                playing,
                *(asyncio.create_task(t.listen(seat, times)) for t in tables for seat in (0, 1)),
                *(asyncio.create_task(reader.read(searching)) for reader in readers),
                asyncio.create_task(lateness(late)),
            ]
            meter = Meter(service, times, late, tasks)
            await meter.wait(warm_up)
            print(
                f"{options.tables} tables of {options.game}, and {options.bots} between bots of level {options.level}"
                f"; servers: {len(service.servers)}, balanced by {options.balance}"
            )
            if readers:
                await compare(meter, searching, options.seconds / len(PHASES))
                print(f"  searches for {len(readers)} readers: {dict(answered)}")
            else:
                (await meter.measure(options.seconds)).print()
            print(f"  load average     {os.getloadavg()[0]:8.1f}")
            if service.database:
                print(f"  connections      {await service.connections():8}")
            seats = 2 * options.tables * 1024
            busy = (service.memory - memory) / seats
            print(f"  memory per seat  {busy:8.1f} KiB, {idle / seats:.1f} before the first move")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def compare(meter: Meter, searching: asyncio.Event, seconds: float) -> None:
    """Measure so many seconds without and with readers in turns, and print both and the difference."""
    phases = list[Figures]()
    for active in PHASES:
        if active:
            searching.set()
        else:
            searching.clear()
        await meter.wait(SETTLE)
        phases.append(await meter.measure(seconds - SETTLE))
    print("without readers")
    Figures.sum(phases[0::2]).print()
    print("with readers")
    Figures.sum(phases[1::2]).print()
    p99 = [1000 * quantiles(phase.times)[1] for phase in phases]
    by_phase = ", ".join(f"{time:.1f}" for time in p99)
    pairs = ", ".join(f"{after - before:+.1f}" for before, after in zip(p99[0::2], p99[1::2], strict=True))
    print(f"  p99 by phase (ms): {by_phase}; with readers {pairs}")


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
    parser.add_argument("--readers", type=int, default=0, help="number of readers who search finished games in turns")
    parser.add_argument("--processes", type=int, default=0, help="servers that share a PostgreSQL behind nginx")
    parser.add_argument("--balance", choices=BALANCES, default="turns", help="what nginx distributes sockets by")
    parser.add_argument("serve", nargs="*", help="further arguments of `tablier serve`, after --")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
