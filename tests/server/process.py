"""A server with the toy in a process of its own: ``python -m tests.server.process DATA [ADDRESS]`` writes its port."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from .browser import serving


async def main(data: Path, database: str = "") -> None:
    async with serving(data, database=database) as running:
        sys.stdout.write(f"{running.hub.config.port}\n")
        sys.stdout.flush()
        await asyncio.sleep(60)  # the test kills it long before


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
