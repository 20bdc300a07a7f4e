"""What the load benchmark plays on: one server with SQLite, or several behind nginx on one PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import httpx
from server.cluster import cluster, programs
from server.nginx import nginx

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
BALANCES = {"turns": "", "table": "hash $request_uri consistent;"}
"""How nginx distributes sockets: in turns, so that players of a table often use different processes, or by table."""


class Server:
    """A process of ``tablier serve``, which can be restarted at its port."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.port = _free_port()
        self._command = ["serve", *arguments, "--port", str(self.port), "--per-address", "1000000"]
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it, and wait until all games are compiled: until then, compiling takes time and memory.

        Raises:
            RuntimeError: it has ended.
        """
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tablier", *self._command, stderr=asyncio.subprocess.DEVNULL
        )
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as http:
            while not await _compiled(http):
                if self._process.returncode is not None:
                    raise RuntimeError(f"`tablier {' '.join(self._command)}` ended at once; run it to see why")
                await asyncio.sleep(0.2)

    async def stop(self) -> None:
        """Stop it, as systemd does, and wait until it has ended."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


@dataclass(frozen=True)
class Service:
    """A running service. ``others`` are the main processes of nginx and PostgreSQL."""

    origin: str
    servers: Sequence[Server]
    database: str = ""
    others: dict[str, int] = field(default_factory=dict)

    @property
    def memory(self) -> int:
        """Resident bytes of all servers."""
        return sum(int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * PAGE for server in self.servers)

    def processor(self) -> dict[str, float]:
        """Seconds of processor time so far, by program."""
        return {
            "server": sum(_processor(server.pid) for server in self.servers),
            **{
                program: _processor(pid, ended=True) + sum(map(_processor, _children(pid)))
                for program, pid in self.others.items()
            },
        }

    async def connections(self) -> int:
        """How many connections the servers have to PostgreSQL."""
        connection = await asyncpg.connect(self.database)
        try:
            query = "select count(*) - 1 from pg_stat_activity where datname = current_database()"
            return int(await connection.fetchval(query))
        finally:
            await connection.close()


@asynccontextmanager
async def serving(folder: Path, arguments: Sequence[str], processes: int, balance: str) -> AsyncIterator[Service]:
    """Run a service until the block ends; its games are compiled first.

    Args:
        folder: for its data.
        arguments: of ``tablier serve``.
        processes: how many servers share a PostgreSQL behind nginx; 0 for one server with SQLite and no nginx.
        balance: one of ``BALANCES``.
    """
    async with AsyncExitStack() as stack:
        if not processes:
            server = await _started(stack, ["--data", str(folder), *arguments])
            yield Service(f"http://127.0.0.1:{server.port}", [server])
            return
        found = programs()
        if found is None:
            raise RuntimeError("PostgreSQL is missing; install it with: apt-get install postgresql")
        database = await stack.enter_context(cluster(found)).database("load")
        port = _free_port()
        shared = ["--database", database, "--origin", f"http://127.0.0.1:{port}", "--proxy", "127.0.0.1", *arguments]
        servers = [await _started(stack, shared) for _ in range(processes)]
        upstreams = [server.port for server in servers]
        origin = stack.enter_context(nginx(folder / "nginx", port, upstreams, balance=BALANCES[balance]))
        data = Path(parse_qs(urlsplit(database).query)["host"][0]) / "data"
        others = {
            "nginx": int((folder / "nginx" / "pid").read_text()),
            "PostgreSQL": int((data / "postmaster.pid").read_text().split()[0]),
        }
        yield Service(origin, servers, database, others)


async def _started(stack: AsyncExitStack, arguments: Sequence[str]) -> Server:
    server = Server(arguments)
    stack.push_async_callback(server.stop)
    await server.start()
    return server


async def _compiled(http: httpx.AsyncClient) -> bool:
    """Whether all games are compiled."""
    try:
        return all(entry["progress"] == 1 for entry in (await http.get("/api/games")).json())
    except httpx.TransportError:
        return False


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _processor(pid: int, *, ended: bool = False) -> float:
    """Seconds of processor time of a process, with its ended children or without them."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13])) / TICKS


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
