"""The route of a table's socket."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from tablier.server.api.guards import address
from tablier.server.api.identity import Identities
from tablier.server.db.table_store import TableStore
from tablier.server.domain.rows import TableRow
from tablier.server.limits import ClientLimits, WorkAccount
from tablier.server.messages import CloseCode
from tablier.server.ws.connection import Connection, Connections
from tablier.server.ws.ws_protocol import EXTENSION, TableProtocol


@websocket("/ws/{table_id:str}")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    connections: NamedDependency[Connections],
    client_limits: NamedDependency[ClientLimits],
    identities: NamedDependency[Identities],
    table_store: NamedDependency[TableStore],
    table_id: FromPath[str],
) -> None:
    """Play at a table, or watch. The request ends here; the socket's protocol then runs its service."""
    browser = await identities.who(socket)
    row = await table_store.get(table_id)
    await socket.accept()
    invited = row is not None and await connections.access_links.invited(table_id, browser)
    protocol: TableProtocol = socket.scope["extensions"][EXTENSION]  # type: ignore[index, assignment]
    service = _serve(connections, client_limits, protocol, address(socket), table_id, row, browser, invited)
    protocol.run_afterwards(service)


async def _serve(
    connections: Connections,
    client_limits: ClientLimits,
    socket: TableProtocol,
    client: str,
    table_id: str,
    row: TableRow | None,
    browser: int | None,
    invited: bool,
) -> None:
    timeout = connections.config.send_timeout
    with client_limits.sockets.hold(client) as free, connections.per_browser.hold((table_id, browser)) as few:
        if not (free and (few or browser is None) and client_limits.changes.take(client)):
            return await socket.close(CloseCode.TOO_MANY, "too many connections", timeout)
        if row is None:
            return await socket.close(CloseCode.NO_TABLE, "no such table", timeout)
        work = WorkAccount(client_limits, client)
        return await Connection(connections, socket, row, browser, invited, work).run()


handlers = [table_socket]
