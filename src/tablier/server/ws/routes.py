"""The route of a table's socket."""

from __future__ import annotations

from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from tablier.server.api.guards import address
from tablier.server.api.identity import Identities
from tablier.server.db.table_store import TableStore
from tablier.server.limits import ClientLimits, WorkAccount
from tablier.server.messages import CloseCode
from tablier.server.ws.connection import AnyWebSocket, Connection, Connections


@websocket("/ws/{table_id:str}")
async def table_socket(
    socket: AnyWebSocket,
    connections: NamedDependency[Connections],
    client_limits: NamedDependency[ClientLimits],
    identities: NamedDependency[Identities],
    table_store: NamedDependency[TableStore],
    table_id: FromPath[str],
) -> None:
    """Play at a table, or watch."""
    browser = await identities.who(socket)
    row = await table_store.get(table_id)
    await socket.accept()
    client = address(socket)
    with client_limits.sockets.hold(client) as free, connections.per_browser.hold((table_id, browser)) as few:
        if not (free and (few or browser is None) and client_limits.changes.take(client)):
            return await socket.close(CloseCode.TOO_MANY, "too many connections")
        if row is None:
            return await socket.close(CloseCode.NO_TABLE, "no such table")
        invited = await connections.access_links.invited(table_id, browser)
        work = WorkAccount(client_limits, client)
        return await Connection(connections, socket, row, browser, invited, work).run(row.game)


handlers = [table_socket]
