"""How soon a game can be played after installing: ``python -m benchmarks.first_move`` from the root.

For each game it starts ``tablier play`` with an empty cache, opens a table against bots as soon as the game is listed
as ready, and sends a random first turn. It prints the seconds since the start of the process: until the table answers,
until the game opens, until the first turn is acknowledged, and until the bots have answered it; and the seconds of
processor time that all its processes have used by then, which other work on the machine affects less. Needs Linux.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import click
import httpx
import msgspec
import websockets

from tablier import catalogue

PAUSE = 0.05
"""Seconds between two questions whether the game is ready."""
TICKS = os.sysconf("SC_CLK_TCK")
LONGEST = 600.0
"""Seconds after which a start has failed."""


class Times(NamedTuple):
    """Seconds since the start."""

    answers: float
    opens: float
    first_turn: float
    bots: float
    processor: float


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(catalogue.names()), help="Default: all games.")
@click.option("--level", default=2, show_default=True, help="Level of the bots.")
def main(games: tuple[str, ...], level: int) -> None:
    """Print a line for each game."""
    click.echo(f"{'game':20}{'answers':>10}{'opens':>10}{'first turn':>12}{'bots':>10}{'processor':>12}")
    for game in games or catalogue.names():
        answers, opens, first_turn, bots, processor = asyncio.run(measured(game, level))
        click.echo(f"{game:20}{answers:10.1f}{opens:10.1f}{first_turn:12.1f}{bots:10.1f}{processor:12.1f}")


async def measured(game: str, level: int) -> Times:
    """The times of a first game on an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        async with asyncio.timeout(LONGEST), playing(folder) as (http, pid, begun):
            entry = await answered(http, game)
            answers = time.perf_counter() - begun
            while not entry["ready"]:
                await asyncio.sleep(PAUSE)
                entry = await answered(http, game)
            opens = time.perf_counter() - begun
            bots = [{"kind": "bot", "level": level}] * (min(entry["seats"]) - 1)
            made = await http.post("/api/tables", json={"game": game, "seats": [{"kind": "me"}, *bots]})
            async with at_table(http, made.raise_for_status().json()["id"]) as line:
                await line.first_turn()
                first_turn = time.perf_counter() - begun
                await line.turn_again()
            return Times(answers, opens, first_turn, time.perf_counter() - begun, processor(pid))


@asynccontextmanager
async def playing(folder: str) -> AsyncIterator[tuple[httpx.AsyncClient, int, float]]:
    """Run ``tablier play`` with its cache and its data in a folder: a client, the process, and when it started."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    origin = f"http://127.0.0.1:{port}"
    command = ["-m", "tablier", "play", "--no-browser", "--port", str(port), "--data", f"{folder}/data"]
    cache = {"TABLIER_CACHE": f"{folder}/cache"}
    async with httpx.AsyncClient(base_url=origin, headers={"Origin": origin}, timeout=60.0) as http:
        begun = time.perf_counter()
        process = await asyncio.create_subprocess_exec(sys.executable, *command, env=os.environ | cache)
        try:
            yield http, process.pid, begun
        finally:
            process.terminate()
            await process.wait()


def processor(root: int) -> float:
    """Seconds of processor time of a process and those that it has started."""
    children, used = defaultdict(list), dict[int, int]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            fields = file.read_text().rpartition(")")[2].split()
            children[int(fields[1])].append(int(file.parent.name))
            used[int(file.parent.name)] = sum(map(int, fields[11:15]))
    total, todo = 0, [root]
    while todo:
        pid = todo.pop()
        total += used.get(pid, 0)
        todo += children[pid]
    return total / TICKS


async def answered(http: httpx.AsyncClient, game: str) -> Any:
    """The entry of a game, when the server answers."""
    while True:
        try:
            entries = (await http.get("/api/games")).json()
        except httpx.TransportError:
            await asyncio.sleep(PAUSE)
        else:
            return next(entry for entry in entries if entry["name"] == game)


class Line:
    """A socket at a table at which this browser has seat 0."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket
        self._asked = count(1)
        self._chosen = random.Random(1)
        self.view: dict[str, Any] = {}

    async def receive(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types; meanwhile the view is kept up to date."""
        while True:
            message: dict[str, Any] = msgspec.json.decode(await self._socket.recv())
            self.view = message.get("view", self.view)
            if message["type"] == "refused":
                raise RuntimeError(message)
            if message["type"] in types:
                return message

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self._socket.send(msgspec.json.encode(message).decode())

    async def turn_again(self) -> None:
        """Wait until seat 0 is to move."""
        while 0 not in self.view["movers"]:
            await self.receive("update")

    async def first_turn(self) -> None:
        """Send a random turn as soon as it is ours."""
        await self.turn_again()
        plies: list[str] = []
        while not (choices := await self._choices(plies)).get("complete"):
            plies.append(self._chosen.choice(choices["options"])["ply"])
        await self.send(type="submit", key="first-turn", seat=0, plies=plies)
        seq = (await self.receive("ack"))["seq"]
        while (await self.receive("update"))["seq"] < seq:
            pass

    async def _choices(self, plies: list[str]) -> dict[str, Any]:
        await self.send(type="choices", ask=next(self._asked), seat=0, plies=plies)
        choices: dict[str, Any] = (await self.receive("choices"))["choices"]
        return choices


@asynccontextmanager
async def at_table(http: httpx.AsyncClient, table: str) -> AsyncIterator[Line]:
    """A socket that the server has welcomed."""
    cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    origin = str(http.base_url).rstrip("/")
    async with websockets.connect(
        f"{origin.replace('http', 'ws')}/ws/{table}",
        origin=origin,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
    ) as socket:
        line = Line(socket)
        await line.send(type="hello")
        await line.receive("welcome")
        yield line


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.first_move")
