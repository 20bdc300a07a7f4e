"""A server with the toy in a process of its own, for tests that kill it: it says its port when it is ready.

``python -m tests.server.process DATA ADDRESS ROLE PORT ORIGIN``; roles are ``all``, ``web`` (no bots) and ``worker``
(bots alone). With an origin the server is behind a proxy of this machine.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from tablier.moves import Move
from tablier.server import logging_config

from .browser import UNLIMITED, serving
from .toy import RandomBot, RandomBots

ROOT = Path(__file__).parents[2]
LIFE = 300.0


class Process:
    """A child that runs, and where it listens."""

    def __init__(self, child: asyncio.subprocess.Process, port: int) -> None:
        self.child = child
        self.origin = f"http://127.0.0.1:{port}"

    async def kill(self) -> None:
        """As kill -9 does."""
        with suppress(ProcessLookupError):
            self.child.kill()
        await self.child.communicate()

    async def terminate(self) -> int:
        """As an operator does; returns the exit code."""
        self.child.send_signal(signal.SIGTERM)
        await self.child.communicate()
        assert self.child.returncode is not None
        return self.child.returncode


async def start(data: Path, database: str = "", role: str = "all", port: int = 0, origin: str = "") -> Process:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.server.process", str(data), database, role, str(port), origin),
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdout is not None
    while not (line := await child.stdout.readline()).strip().isdigit():
        assert line, "the server did not start"
    return Process(child, int(line))


@asynccontextmanager
async def process(data: Path, database: str = "", role: str = "all") -> AsyncIterator[Process]:
    running = await start(data, database, role)
    try:
        yield running
    finally:
        await running.kill()


class SlowBot(RandomBot):
    def plays(self, position: Any, seat: int) -> Sequence[Move]:
        time.sleep(0.005)
        return super().plays(position, seat)


class SlowBots(RandomBots):
    """Bots that can be killed while they think."""

    def level(self, game: str, n: int, *, seed: int, seconds: float) -> RandomBot:
        return SlowBot(seed)


async def main(data: Path, database: str, role: str, port: int, origin: str) -> None:
    # To the standard error: the standard output is not read after the port.
    logging_config.configure(logging.WARNING)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with serving(
        data,
        bots=SlowBots(),
        database=database,
        think=role != "web",
        port=port,
        origins=(origin,) if origin else (),
        proxies=("127.0.0.1",) if origin else (),
        socket_rate=UNLIMITED,  # the tests play faster than people
        chat_rate=UNLIMITED,
        lease=2.0,
        lease_check=0.5,
        presence_expiry=2.0,
        presence_exchange=0.3,
    ) as running:
        sys.stdout.write(f"{running.services.config.port}\n")
        sys.stdout.flush()
        with suppress(TimeoutError):  # the caller should have stopped it long before
            async with asyncio.timeout(LIFE):
                await stop.wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5]))
