"""The host as a JavaScript worker calls it: everything crosses as texts and numbers.

The worker gives functions and objects of JavaScript, whose promises Pyodide lets Python await.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec

from tablier.local.host import Host
from tablier.local.searches import SearchText
from tablier.local.store import Store
from tablier.server.problem import Problem

JavaScriptThink = Callable[[str, str, int, int], Awaitable[Iterable[int]]]
"""As :data:`tablier.local.table_runner.Think`, with the record in hexadecimal."""


class Bridge:
    """Calls of a worker."""

    def __init__(
        self, store: Store, think: JavaScriptThink, search: SearchText, send: Callable[[int, str], None]
    ) -> None:
        logging.basicConfig(level=logging.WARNING)

        async def actions(game: str, record: bytes, seat: int, level: int) -> Sequence[int]:
            return list(await think(game, record.hex(), seat, level))

        self._host = Host(store, actions, search, send)

    async def request(self, method: str, address: str, body: str) -> str:
        """Answer an HTTP request: the status, a space, and the body."""
        status, text = await self._host.request(method, address, body)
        return f"{status} {text}"

    async def connect(self, table_id: str) -> str:
        """Connect a page to a table: the number of the connection, or a problem as JSON."""
        try:
            return str(await self._host.connect(table_id))
        except Problem as problem:
            return msgspec.json.encode(problem.body).decode()

    async def receive(self, number: int, text: str) -> str:
        """Answer a message of a connection."""
        await self._host.receive(number, text)
        return ""

    async def close(self, number: int) -> str:
        """End a connection."""
        self._host.close(number)
        return ""

    async def changed(self, table_id: str) -> str:
        """Another tab has stored a table."""
        await self._host.saved_elsewhere(table_id)
        return ""
