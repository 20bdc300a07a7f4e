from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .browser import Running, serving


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with serving(tmp_path / "data") as running:
        yield running
