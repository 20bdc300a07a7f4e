"""The facts of a view that must survive a change of the server: no pictures, wording, panels or marks on the board."""

from __future__ import annotations

import json
from typing import Any
from zlib import crc32

MARKS = ("lit:", "strength:")
"""How the ids of pieces begin that only mark a place, and that later versions have added."""


def facts(view: dict[str, Any]) -> dict[str, Any]:
    """The movers, pieces and result of a view as JSON."""
    result = view.get("result")
    docks = {dock["id"] for dock in view.get("docks") or ()}
    return {
        "movers": view["movers"],
        "ready": view.get("ready", []),
        "status": view["status"]["k"],
        "result": result and [result["scores"], result["ranks"], result["reason"]["k"]],
        "counters": {counter["id"]: counter["value"] for counter in view["counters"]},
        "pieces": sorted(
            f"{piece['id']} {piece['at']} {piece.get('to') or ''}".strip()
            for piece in view["pieces"]
            if piece["at"] not in docks and not piece["id"].startswith(MARKS)
        ),
    }


def digest(view: dict[str, Any]) -> str:
    """A short hash of the facts."""
    return format(crc32(json.dumps(facts(view), sort_keys=True).encode()), "08x")
