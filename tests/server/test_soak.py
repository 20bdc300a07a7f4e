"""Hours of real play on two web processes, a worker and PostgreSQL, under everything that happens to a service.

Players leave and come back; processes are killed; the database is restarted and backed up. CI plays for some seconds;
``make soak`` plays for MINUTES (TABLIER_SOAK) and reports growth, unexpected log lines and lost moves.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import pytest
import websockets

import tablier
from tablier.server.db.database import open_database
from tablier.server.db.event_store import EventStore
from tablier.server.domain.events import Submitted
from tablier.server.operations.backup import back_up, fault

from .browser import Browser
from .cluster import Cluster
from .test_deploy import free_port

SECONDS = 60 * float(os.environ.get("TABLIER_SOAK", "0.4"))
LONG = 1800.0
"""Seconds from which growth is judged: caches fill first."""
IN_MEMORY = 200
"""Tables in the memory of a process: so many are played in some minutes."""
TABLES = 6
BOTS = 2
GAME = "ponte_del_diavolo"
PATIENCE = 60.0
"""Seconds in which a process must stop."""
PAGE = os.sysconf("SC_PAGE_SIZE")
GROWTH = 0.02
EXPECTED = {"bus.lost", "presence.unknown", "log.waits", "log.failed", "bots.wait", "resumption.waits"}
"""What a restart of the database causes."""


class Service:
    """A process of ``tablier``, restarted when it is killed; its log is kept."""

    def __init__(self, log: Path, *arguments: str, **environment: str) -> None:
        self.log = log
        self._arguments = arguments
        self._environment = os.environ | environment
        self._child: asyncio.subprocess.Process | None = None
        self._starts = 0

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._child = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tablier", *self._arguments, env=self._environment, stderr=log
            )
        self._starts += 1
        while self.log.read_text().count("(Ctrl+C stops it)") < self._starts:
            assert self._child.returncode is None, self.log.read_text()[-3000:]
            await asyncio.sleep(0.1)

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        assert self._child is not None
        self._child.send_signal(number)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._child.wait()
        except TimeoutError:
            self._child.kill()
            pytest.fail(f"{self.log.name} did not stop: {self.log.read_text()[-3000:]}")

    @property
    def memory(self) -> int:
        """Resident bytes."""
        assert self._child is not None
        return int(Path(f"/proc/{self._child.pid}/statm").read_text().split()[1]) * PAGE

    def descriptors(self, port: int) -> int:
        """Open descriptors without the sockets of a port: the number of clients changes all the time."""
        assert self._child is not None
        excluded, counted = _sockets(port), 0
        for descriptor in Path(f"/proc/{self._child.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed meanwhile
                counted += str(descriptor.readlink()) not in excluded
        return counted

    def complaints(self) -> list[str]:
        """Lines of the log that no trouble of this test explains."""
        lines = [line for line in self.log.read_text().splitlines() if line and not line.startswith("Tablier ")]
        return [line for line in lines if not line.startswith("{") or _alarms(json.loads(line))]


def _sockets(port: int) -> set[str]:
    """The TCP sockets of a local port, as descriptors name them."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {f"socket:[{row[9]}]" for row in rows if int(row[1].split(":")[1], 16) == port}


def _alarms(event: dict[str, Any]) -> bool:
    return event["level"] not in ("debug", "info") and event["event"] not in EXPECTED


@dataclass
class Players:
    """Both players of one table after another; they leave now and then, and resume where the log ends."""

    origins: list[str]
    games: dict[str, dict[str, tuple[int, tuple[str, ...]]]] = field(default_factory=dict)
    """The acknowledged submissions of each table by key: their number in the log, and their plies."""

    async def play(self) -> None:
        while True:
            browser = Browser(random.choice(self.origins))
            with suppress(httpx.HTTPError, AssertionError):
                made = await browser.table("me", "me", game=GAME)
                await self._finish(browser, made["id"])
            await asyncio.sleep(0.2)

    async def _finish(self, browser: Browser, table: str) -> None:
        """Play a game to its end, over as many sockets as it takes."""
        turns, acknowledged = _turns(), self.games.setdefault(table, {})
        over = False
        while not over:
            browser.move(random.choice(self.origins))
            with suppress(websockets.WebSocketException, OSError, TimeoutError):
                over = await self._some(browser, table, turns, acknowledged)
            await asyncio.sleep(0.1)

    async def _some(
        self,
        browser: Browser,
        table: str,
        turns: list[tuple[int, tuple[str, ...]]],
        acknowledged: dict[str, tuple[int, tuple[str, ...]]],
    ) -> bool:
        """Play some turns over one socket; returns whether all are played."""
        async with browser.at(table) as line:
            done: int = line.welcome["seq"]
            until = min(done + random.randint(3, 30), len(turns))
            for number in range(done, until):
                seat, plies = turns[number]
                answer = await line.submit(seat, *plies, key=f"turn-{number:04}")
                if answer["type"] != "ack":
                    assert answer["code"] == "failed", answer
                    return False
                acknowledged[f"{seat}:turn-{number:04}"] = answer["seq"], plies
                await asyncio.sleep(random.random() / 5)
            return until == len(turns)


def _turns() -> list[tuple[int, tuple[str, ...]]]:
    """The turns of a random game: seats and plies."""
    position, turns = tablier.game(GAME).new(), list[tuple[int, tuple[str, ...]]]()
    while position.movers:
        seat, plies = position.movers[0], list[str]()
        while seat in position.movers:
            move = random.choice(position.moves(seat))
            position.push(move)
            plies.append(move.text)
        turns.append((seat, tuple(plies)))
    return turns


@asynccontextmanager
async def services(folder: Path, address: str) -> AsyncIterator[tuple[dict[str, Service], list[str]]]:
    """Two web processes and a worker, and the origins of the former."""
    ports = [free_port(), free_port()]
    shared = {"TABLIER_DATABASE": address, "TABLIER_NO_BOTS": "1", "TABLIER_PER_ADDRESS": "1000"}
    shared["TABLIER_TABLES_IN_MEMORY"] = str(IN_MEMORY)
    running = {
        f"web{n}": Service(folder / f"web{n}.log", "serve", "--port", str(port), **shared)
        for n, port in enumerate(ports)
    } | {"worker": Service(folder / "worker.log", "worker", **shared)}
    origins = [f"http://127.0.0.1:{port}" for port in ports]
    async with AsyncExitStack() as stack:
        for service in running.values():
            await service.start()
            stack.push_async_callback(_stopped, service)
        for origin in origins:
            await _ready(origin)
        yield running, origins


async def _stopped(service: Service) -> None:
    code = await service.stop()
    assert code == 0, f"{service.log.name} {code}: {service.log.read_text()[-3000:]}"


async def _ready(origin: str) -> None:
    async with asyncio.timeout(300), httpx.AsyncClient(base_url=origin) as http:
        while True:
            with suppress(httpx.HTTPError):
                if GAME in (await http.get("/health")).json()["ready"]:
                    return
            await asyncio.sleep(0.2)


@pytest.mark.once
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.long
async def test_a_service_under_trouble_loses_nothing_and_does_not_grow(postgresql: Cluster, tmp_path: Path) -> None:
    address = await postgresql.database(str(tmp_path))
    async with services(tmp_path, address) as (running, origins):
        players = Players(origins)
        playing = [asyncio.create_task(players.play()) for _ in range(TABLES)]
        playing += [asyncio.create_task(_bots(origins)) for _ in range(BOTS)]
        samples = await _trouble(running, origins, postgresql, lambda: _backup(tmp_path, address))
        for task in playing:
            assert not task.done(), task
            task.cancel()
    report = [f"{sum(map(len, players.games.values()))} moves at {len(players.games)} tables in {SECONDS:.0f} s"]
    third = max(1, len(samples) // 3)
    growth = []
    for what, column in (("memory", 0), ("descriptors", 1)):
        # A maximum depends on what is open at one moment.
        before, after = (
            median(sample[column] for sample in part) for part in (samples[third : 2 * third], samples[-third:])
        )
        growth.append(after / before - 1)
        report.append(f"{what}: {before:,} to {after:,} ({growth[-1]:+.1%}) from the second third to the last")
    sys.stdout.write("\n".join(report) + "\n")
    assert [line for service in running.values() for line in service.complaints()] == []
    await _check(tmp_path, address, players)
    assert SECONDS < LONG or max(growth) <= GROWTH, report


async def _bots(origins: list[str]) -> None:
    """Keep a table of two bots busy."""
    while True:
        browser = Browser(random.choice(origins))
        with suppress(httpx.HTTPError, AssertionError):
            await browser.table("bot", "bot", game=GAME)
        await asyncio.sleep(5)


async def _backup(folder: Path, address: str) -> None:
    file = await asyncio.to_thread(lambda: back_up(folder / "backups", 2, data=folder, url=address))
    assert fault(file) == ""


async def _trouble(
    running: dict[str, Service], origins: list[str], postgresql: Cluster, backup: Callable[[], Awaitable[None]]
) -> list[tuple[int, int]]:
    """Cause trouble for a while; returns memory and descriptors of ``web0``, which is never killed, in between."""
    samples: list[tuple[int, int]] = []
    ends = time.monotonic() + SECONDS
    pause = max(2.0, min(20.0, SECONDS / 8))
    port = int(origins[0].rpartition(":")[2])
    rounds = 0
    while time.monotonic() < ends or rounds < 4:
        await asyncio.sleep(pause)
        samples.append((running["web0"].memory, running["web0"].descriptors(port)))
        match rounds % 4:
            case 0:
                await backup()
            case 1:
                await running["web1"].stop(signal.SIGKILL)
                await running["web1"].start()
                await _ready(origins[1])
            case 2:
                await running["worker"].stop(signal.SIGKILL)
                await running["worker"].start()
            case 3:
                await asyncio.to_thread(postgresql.stop, "fast")
                await asyncio.to_thread(postgresql.start)
        rounds += 1
    return samples


async def _check(folder: Path, address: str, players: Players) -> None:
    """Every acknowledged submission is in the log, under its number and with its plies."""
    database = await open_database(folder, address)
    for table, acknowledged in players.games.items():
        events = await EventStore(database).events(table)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        written = {event.key: (event.seq, event.payload) for event in events}
        for key, (seq, plies) in acknowledged.items():
            assert written[key] == (seq, Submitted(plies))
    await database.close()
