"""The tables that wait for a worker are woken although the database does not answer at once."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from tablier.server.problem import Problem, Refusal
from tablier.server.workers.resumption import Resumption

pytestmark = pytest.mark.once


class Row:
    game = "toy"


class Games:
    """A store of tables and a library of games in one."""

    async def get(self, table_id: str) -> Row | None:
        return None if table_id == "deleted" else Row()

    def names(self) -> list[str]:
        return ["toy"]

    async def wait(self, name: str) -> None:
        assert name == "toy"


async def test_tables_are_woken_once_the_database_answers() -> None:
    answers: list[Any] = [Problem(Refusal.STORAGE), ["first", "deleted", "second"]]
    woken: list[str] = []

    async def find() -> list[str]:
        answer = answers.pop(0)
        if isinstance(answer, Problem):
            raise answer
        return list(answer)

    games = cast("Any", Games())
    resumption = Resumption("test", games, games, find, woken.append, pause=0)
    resumption.start()
    async with asyncio.timeout(10):
        while len(woken) < 2:
            await asyncio.sleep(0)
    await resumption.stop()
    assert woken == ["first", "second"]
