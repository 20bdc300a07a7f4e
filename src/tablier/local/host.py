"""The host of one device's tables: it answers requests and messages as a server does."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

from tablier.local.connection import Connection
from tablier.local.requests import Requests
from tablier.local.searches import SearchText, by_workers
from tablier.local.store import Store
from tablier.local.table_runner import TableRunner, Think

Send = Callable[[int, str], None]
"""Sends a message to a connection."""


class Host:
    """Answers the pages of one browser tab.

    Args:
        store: where tables are stored.
        think: chooses the turns of bots.
        search: runs the searches of hints, analysis and reviews.
        send: sends messages to connections.
    """

    def __init__(self, store: Store, think: Think, search: SearchText, send: Send) -> None:
        self._search = by_workers(search)
        self._send = send
        self.runner = TableRunner(store, think)
        self._requests = Requests(self.runner, self._search)
        self._connections: dict[int, Connection] = {}
        self._numbers = itertools.count(1)

    async def request(self, method: str, address: str, body: str = "") -> tuple[int, str]:
        """Answer an HTTP request: its status and its body, JSON or empty. ``address`` is path and query."""
        return await self._requests.answer(method, address, body)

    async def connect(self, table_id: str) -> int:
        """Connect a page to a table; returns the number of the connection.

        Raises:
            Problem: there is no such table, or it cannot be read.
        """
        table = await self.runner.tables.get(table_id)
        number = next(self._numbers)
        connection = Connection(self.runner, self._search, table, partial(self._send, number))
        self._connections[number] = connection
        table.pages.add(connection)
        return number

    async def receive(self, number: int, text: str) -> None:
        """Answer a message of a connection, unless it has ended or its table was deleted."""
        connection = self._connections.get(number)
        if connection is not None and connection in connection.table.pages:
            await connection.receive(text)

    def close(self, number: int) -> None:
        """End a connection. A table without any is closed once its bots have played."""
        connection = self._connections.pop(number, None)
        if connection is not None:
            connection.table.pages.discard(connection)
            self.runner.close(connection.table)

    async def saved_elsewhere(self, table_id: str) -> None:
        """Take over what another tab has stored of a table, if it is open here."""
        await self.runner.refresh(table_id)
