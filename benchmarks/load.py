"""Many tables on one server: real games over real WebSockets, a move a second at each.

Starts ``tablier serve`` on a free port with a database of its own, seats two sockets at each table, and plays random
legal turns. Prints moves a second, the time from sending a turn to the other player's receipt of it, and the
server's memory for each seat. With ``--bots`` games between bots go on in the same process meanwhile::

    python benchmarks/load.py --tables 1000 --seconds 30
    python benchmarks/load.py --tables 1000 --seconds 30 --bots 4
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import websockets

import tablier

SEQ = re.compile(r'^\{"type":"update","seq":(\d+)')
WARM_UP = 5.0
HANDSHAKES = 32
"""Sockets that are opened at once."""
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A running ``tablier serve``."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.origin = f"http://127.0.0.1:{port}"

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE

    @property
    def processor(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@asynccontextmanager
async def serving(folder: str, arguments: list[str]) -> AsyncIterator[Server]:
    """A server on a free port, all its games compiled."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*arguments, "--port", str(port), "--data", folder, "--per-address", "1000000"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tablier", "serve", *command, stderr=asyncio.subprocess.DEVNULL
    )
    server = Server(process.pid, port)
    try:
        async with httpx.AsyncClient(base_url=server.origin) as http:
            while True:
                try:
                    games = (await http.get("/api/games")).json()
                    if all(entry["ready"] for entry in games):  # what compiles takes time and memory
                        break
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.2)
        yield server
    finally:
        process.terminate()
        await process.wait()


class Table:
    """A game for two, each at a socket of their own."""

    def __init__(self, position: Any, sockets: list[websockets.ClientConnection]) -> None:
        self._position = position
        self._sockets = sockets
        self._mover = 0
        self._seq = 0
        self._sent = 0.0
        self._heard = asyncio.Event()

    async def listen(self, seat: int, times: list[float]) -> None:
        """Hear what ``seat`` is told; note how long the other's turns took to come."""
        async for raw in self._sockets[seat]:
            update = SEQ.match(raw)
            if update and seat != self._mover and int(update[1]) == self._seq:
                times.append(time.perf_counter() - self._sent)
                self._heard.set()
            elif raw.startswith('{"type":"refused"'):
                raise RuntimeError(raw)

    async def play(self, period: float, until: float) -> None:
        """Play a random turn each ``period`` seconds, to the end of the game or of the time."""
        due = time.perf_counter() + random.random() * period
        while due < until and self._position.movers:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            plies = self._turn()
            message = {"type": "submit", "key": f"number-{self._seq:04}", "seat": self._mover, "plies": plies}
            text = json.dumps(message)
            self._heard.clear()
            self._sent = time.perf_counter()
            await self._sockets[self._mover].send(text)
            await self._heard.wait()
            due += period

    def _turn(self) -> list[str]:
        """A random turn of whoever is to move."""
        self._seq += 1
        self._mover = self._position.movers[0]
        plies = []
        while self._mover in self._position.movers:
            move = random.choice(self._position.moves(self._mover))
            self._position.push(move)
            plies.append(move.text)
        return plies


class Load:
    """The tables of one run; one browser holds all seats."""

    def __init__(self, server: Server, game: str) -> None:
        self._server = server
        self._game = tablier.game(game)
        self._http = httpx.AsyncClient(base_url=server.origin, headers={"Origin": server.origin}, timeout=60.0)
        self._few = asyncio.Semaphore(HANDSHAKES)

    async def make(self, *kinds: str, level: int = 0) -> str:
        """Make a table; returns its id."""
        seats = [{"kind": kind, "level": level if kind == "bot" else 0} for kind in kinds]
        answer = await self._http.post("/api/tables", json={"game": self._game.name, "seats": seats})
        answer.raise_for_status()
        return str(answer.json()["id"])

    async def table(self, stack: AsyncExitStack) -> Table:
        """A table with both seats taken and both sockets welcomed."""
        async with self._few:
            made = await self.make("me", "me")
            sockets = [await stack.enter_async_context(self._line(made)) for _ in range(2)]
            return Table(self._game.new(seats=2), sockets)

    @asynccontextmanager
    async def _line(self, table: str) -> AsyncIterator[websockets.ClientConnection]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        async with websockets.connect(
            f"{self._server.origin.replace('http', 'ws')}/ws/{table}",
            origin=self._server.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies},
            compression=None,
            ping_interval=None,
            open_timeout=60.0,
        ) as line:
            await line.send('{"type":"hello"}')
            while not str(await line.recv()).startswith('{"type":"welcome"'):
                pass
            yield line


async def run(options: argparse.Namespace) -> None:
    """One run; prints what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(folder, options.serve) as server, AsyncExitStack() as stack:
            load = Load(server, options.game)
            first = await load.table(stack)
            await asyncio.sleep(1)
            memory = server.memory
            tables = [first, *await asyncio.gather(*(load.table(stack) for _ in range(options.tables - 1)))]
            for _ in range(options.bots):
                await load.make("bot", "bot", level=options.level)
            times: list[float] = []
            listening = [asyncio.create_task(t.listen(seat, times)) for t in tables for seat in (0, 1)]
            end = time.perf_counter() + WARM_UP + options.seconds
            playing = asyncio.gather(*(table.play(options.period, end) for table in tables))
            await asyncio.sleep(WARM_UP)
            times.clear()
            before, began = server.processor, time.perf_counter()
            done, _ = await asyncio.wait([playing, *listening], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            wall = time.perf_counter() - began
            report(options, server, times, wall, server.processor - before, memory)
            for task in listening:
                task.cancel()


def report(
    options: argparse.Namespace, server: Server, times: list[float], wall: float, processor: float, memory: int
) -> None:
    """Print the figures."""
    times.sort()
    p50, p99 = (1000 * times[int(share * (len(times) - 1))] for share in (0.5, 0.99))
    seat = (server.memory - memory) / (2 * options.tables) / 1024
    load, _, _ = os.getloadavg()
    print(f"{options.tables} tables of {options.game}, {options.bots} more between bots of level {options.level}")
    print(f"  moves a second   {len(times) / wall:8.0f}")
    print(f"  p50, p99 (ms)    {p50:8.1f} {p99:8.1f}   longest {1000 * times[-1]:.0f}; from send to the opponent")
    print(f"  memory a seat    {seat:8.1f} KiB of {server.memory / 2**20:.0f} MiB")
    print(
        f"  processor        {1000 * processor / len(times):8.2f} ms a move, {100 * processor / wall:.0f} % of a core"
    )
    print(f"  load average     {load:8.1f}")


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--period", type=float, default=1.0, help="seconds between the moves of a table")
    parser.add_argument("--game", default="ponte_del_diavolo", help="a game for two")
    parser.add_argument("--bots", type=int, default=0, help="further tables, played by bots")
    parser.add_argument("--level", type=int, default=3, help="of the bots")
    parser.add_argument("serve", nargs="*", help="further arguments of `tablier serve`, after --")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
