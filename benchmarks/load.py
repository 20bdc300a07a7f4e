"""Many tables on one server: real games over real WebSockets, a move a second at each.

Starts ``tablier serve`` on a free port with a database of its own, seats two sockets at each table, and plays random
legal turns. Prints moves a second, the time from sending a turn to the other player's receipt of it, and the
server's memory for each seat. With ``--bots`` games between bots go on in the same process meanwhile::

    python benchmarks/load.py --tables 1000 --seconds 30
    python benchmarks/load.py --tables 1000 --seconds 30 --bots 4

The generator is a process of its own, but shares the machine. So the games are drawn beforehand, and it prints what it
takes of a core itself, and how late its own clock rings: that much of the times is its doing, not the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
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

import httpx
import websockets

import tablier

SEQ = re.compile(r'^\{"type":"update","seq":(\d+)')
WARM_UP = 5.0
TICK = 0.02
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
                if process.returncode is not None:
                    raise RuntimeError(f"`tablier serve {' '.join(command)}` ended at once; run it to see why")
                try:
                    games = (await http.get("/api/games")).json()
                    if all(entry["ready"] for entry in games):  # what compiles takes time and memory
                        break
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.2)
        yield server
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


Turn = tuple[int, list[str]]
"""A seat and the plies that it submits."""


def draw_game(game: tablier.Game, turns: int) -> list[Turn]:
    """So many random legal turns, fewer if the game ends before."""
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
    """A game for two, each at a socket of their own."""

    def __init__(self, turns: list[Turn], sockets: list[websockets.ClientConnection]) -> None:
        self._turns = turns
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

    async def play(self, period: float, ramp: float, until: float) -> None:
        """Play a turn each ``period`` seconds, to the end of the game or of the time; begin within ``ramp`` seconds."""
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
    """The tables of one run; one browser holds all seats."""

    def __init__(self, server: Server, game: str) -> None:
        self._server = server
        self._game = game
        self._http = httpx.AsyncClient(base_url=server.origin, headers={"Origin": server.origin}, timeout=60.0)
        self._few = asyncio.Semaphore(HANDSHAKES)

    async def make(self, *kinds: str, level: int = 0) -> str:
        """Make a table; returns its id."""
        seats = [{"kind": kind, "level": level if kind == "bot" else 0} for kind in kinds]
        answer = await self._http.post("/api/tables", json={"game": self._game, "seats": seats})
        answer.raise_for_status()
        return str(answer.json()["id"])

    async def table(self, stack: AsyncExitStack, turns: list[Turn]) -> Table:
        """A table with both seats taken and both sockets welcomed, where these turns will be played."""
        async with self._few:
            made = await self.make("me", "me")
            sockets = [await stack.enter_async_context(self._line(made)) for _ in range(2)]
            return Table(turns, sockets)

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


async def lateness(late: list[float]) -> None:
    """Note again and again how late this process's own clock rings."""
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - due)


async def run(options: argparse.Namespace) -> None:
    """One run; prints what came of it."""
    warm_up = WARM_UP + options.ramp
    game = tablier.game(options.game)
    games = [draw_game(game, int((warm_up + options.seconds) / options.period) + 1) for _ in range(options.tables)]
    with tempfile.TemporaryDirectory() as folder:
        async with serving(folder, options.serve) as server, AsyncExitStack() as stack:
            load = Load(server, options.game)
            first = await load.table(stack, games[0])
            await asyncio.sleep(1)
            memory = server.memory
            tables = [first, *await asyncio.gather(*(load.table(stack, turns) for turns in games[1:]))]
            idle = server.memory - memory
            for _ in range(options.bots):
                await load.make("bot", "bot", level=options.level)
            gc.collect()
            gc.disable()  # its searches for garbage take 20 ms and more, which would be counted among the server's
            times, late = list[float](), list[float]()
            listening = [asyncio.create_task(t.listen(seat, times)) for t in tables for seat in (0, 1)]
            ticking = asyncio.create_task(lateness(late))
            end = time.perf_counter() + warm_up + options.seconds
            playing = asyncio.gather(*(table.play(options.period, options.ramp, end) for table in tables))
            await asyncio.sleep(warm_up)
            times.clear()
            late.clear()
            before, own, began = server.processor, time.process_time(), time.perf_counter()
            done, _ = await asyncio.wait([playing, *listening], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            wall, own = time.perf_counter() - began, time.process_time() - own
            used = server.processor - before
            print(
                f"{options.tables} tables of {options.game}, {options.bots} more between bots of level {options.level}"
            )
            report(times, late, wall=wall, used=used, own=own)
            seats = 2 * options.tables * 1024
            busy = (server.memory - memory) / seats
            print(f"  memory a seat    {busy:8.1f} KiB, {idle / seats:.1f} before the first move")
            for task in (*listening, ticking):
                task.cancel()


def report(times: list[float], late: list[float], *, wall: float, used: float, own: float) -> None:
    """Print the figures of ``wall`` seconds; ``used`` and ``own`` are the processor's for server and generator."""
    p50, p99, longest = (1000 * time for time in quantiles(times))
    late50, late99, latest = (1000 * time for time in quantiles(late))
    load, _, _ = os.getloadavg()
    print(f"  moves a second   {len(times) / wall:8.0f}")
    print(f"  p50, p99 (ms)    {p50:8.1f} {p99:8.1f}   longest {longest:.0f}; from send to the opponent")
    print(f"  generator late   {late50:8.1f} {late99:8.1f}   longest {latest:.0f}; {100 * own / wall:.0f} % of a core")
    print(f"  server           {1000 * used / len(times):8.2f} ms a move, {100 * used / wall:.0f} % of a core")
    print(f"  load average     {load:8.1f}")


def quantiles(times: list[float]) -> tuple[float, float, float]:
    """The median, what 99 of 100 stay below, and the longest."""
    times = sorted(times)
    return times[len(times) // 2], times[int(0.99 * (len(times) - 1))], times[-1]


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--period", type=float, default=1.0, help="seconds between the moves of a table")
    parser.add_argument("--ramp", type=float, default=1.0, help="seconds within which the tables begin")
    parser.add_argument("--game", default="ponte_del_diavolo", help="a game for two")
    parser.add_argument("--bots", type=int, default=0, help="further tables, played by bots")
    parser.add_argument("--level", type=int, default=3, help="of the bots")
    parser.add_argument("serve", nargs="*", help="further arguments of `tablier serve`, after --")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
