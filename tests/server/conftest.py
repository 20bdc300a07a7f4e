from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from . import databases
from .browser import Running, serving
from .cluster import Cluster, cluster, programs


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL that this session has to itself."""
    found = programs()
    if found is None:
        give_up = pytest.fail if os.environ.get("CI") else pytest.skip
        give_up("PostgreSQL is missing; install it with: apt-get install postgresql")
    with cluster(found) as running:
        yield running


@pytest.fixture(autouse=True)
def _plain_logs() -> None:
    """All events, whatever tests of the command have set; tracebacks with values of variables take a second each."""
    structlog.reset_defaults()
    renderer = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[structlog.processors.add_log_level, renderer])


@pytest.fixture(scope="session", autouse=True)
def _everywhere(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--database") == "postgresql":
        databases.everywhere = request.getfixturevalue("postgresql")


@pytest.fixture(autouse=True)
def _no_database_stays() -> Iterator[None]:
    yield
    if databases.everywhere is not None:
        asyncio.run(databases.everywhere.drop_databases())


@pytest.fixture(autouse=True)
def _not_twice(request: pytest.FixtureRequest) -> None:
    marks = {mark.name for mark in request.node.iter_markers()}
    if databases.everywhere is not None and marks & {"once", "sqlite"}:
        pytest.skip("runs with SQLite alone")


@pytest.fixture
def config(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The values of the mark ``config``."""
    marks = reversed(list(request.node.iter_markers("config")))  # the test's own comes last
    return {name: value for mark in marks for name, value in mark.kwargs.items()}


@pytest.fixture
async def server(tmp_path: Path, config: dict[str, Any]) -> AsyncIterator[Running]:
    async with serving(tmp_path / "data", **config) as running:
        yield running
