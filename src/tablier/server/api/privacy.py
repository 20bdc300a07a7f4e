"""The data stored about a browser: the holder of its cookie can read and erase it."""

from __future__ import annotations

from litestar import Response, delete, get
from litestar.di import NamedDependency

from tablier.server.api.identity import Identities
from tablier.server.api.requests import BrowserId, limit_changes
from tablier.server.api.responses import REVALIDATE
from tablier.server.tables.personal_data import PersonalData, StoredData


@get("/api/me", summary="The data stored about this browser", guards=[limit_changes])
async def stored_data(personal_data: NamedDependency[PersonalData], browser: BrowserId) -> Response[StoredData]:
    """Its seats with their names, its chat, and where it watches; nothing else is known of its user."""
    return Response(await personal_data.get(browser), headers=REVALIDATE)


@delete("/api/me", summary="Erase this browser", status_code=204, guards=[limit_changes])
async def erase(
    personal_data: NamedDependency[PersonalData], identities: NamedDependency[Identities], browser: BrowserId
) -> Response[None]:
    """Erase names and links, and disconnect the browser everywhere; its cookie expires.

    Games and their chat stay, without names.
    """
    if browser is not None:
        await personal_data.erase(browser)
    return Response(None, cookies=identities.expired_cookies)


handlers = [stored_data, erase]
