"""The address of an invitation: the client, with a preview for those to whom the link is sent."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.response import Template
from markupsafe import Markup

from tablier.catalogue.data import Lang
from tablier.server.api.pages import STATIC
from tablier.server.api.pictures import can_png
from tablier.server.api.requests import AnyRequest, BrowserId, Part, page_language, site_origin
from tablier.server.api.responses import HTML, REVALIDATE
from tablier.server.api.words import words
from tablier.server.config import Config
from tablier.server.problem import Problem
from tablier.server.tables.library import Library
from tablier.server.tables.seating import Invitation, Seating


@get("/join/{table_id:str}/{token:str}", include_in_schema=False)
async def join_page(
    request: AnyRequest,
    config: NamedDependency[Config],
    library: NamedDependency[Library],
    seating: NamedDependency[Seating],
    browser: BrowserId,
    table_id: Part,
    token: Part,
) -> Response[Any]:
    """The client; the preview tells no more than the token's holder may know."""
    built = STATIC / "index.html"
    if not built.is_file():
        return Template("unbuilt.html", context={"lang": "en"}, headers=REVALIDATE)
    head, end, rest = built.read_text(encoding="utf-8").partition("</head>")
    try:
        invitation = await seating.invitation(table_id, token, browser)
    except Problem:  # the client says why
        return Response(built.read_bytes(), media_type=HTML, headers=REVALIDATE)
    preview = _preview(invitation, library, page_language(request), site_origin(config, request))
    context = {"head": Markup(head), "rest": Markup(end + rest), **preview}
    return Template("invitation.html", context=context, headers=REVALIDATE)


def _preview(invitation: Invitation, library: Library, lang: Lang, origin: str) -> dict[str, str]:
    say, info = words(lang), library.info(invitation.game)
    title = say.invited.format(name=invitation.host, game=info.title[lang])
    return {
        "title": title if invitation.host else say.invited_to.format(game=info.title[lang]),
        "summary": say.table.format(players=len(invitation.seats), minutes=info.minutes),
        "picture": f"{origin}/api/art/{invitation.game}/cover.{'png' if can_png() else 'svg'}",
    }


handlers = [join_page]
