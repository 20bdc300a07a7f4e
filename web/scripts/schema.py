"""Print the JSON Schema of all that client and server exchange, the source of ``src/lib/protocol.d.ts``."""

from __future__ import annotations

import hashlib
import sys
from typing import Any

import msgspec

from tablier.local.backups import Restored
from tablier.scene.model import Stage
from tablier.server.domain.continuations import Continuation
from tablier.server.domain.exercises import DailyPuzzle, PuzzleEntry
from tablier.server.domain.game_entries import GameEntry
from tablier.server.domain.new_tables import MadeTable, NewTable, RecentTable
from tablier.server.domain.puzzles import RefutationAnswer
from tablier.server.messages import ClientMessage, LessonMessage, ServerMessage
from tablier.server.tables.lobby import OpenTable
from tablier.server.tables.personal_data import StoredData
from tablier.server.tables.seating import Invitation
from tablier.server.workers.browser_refutations import RefutationOrders

MESSAGES = [ClientMessage, ServerMessage, LessonMessage, Stage, NewTable, Continuation]
"""What may omit fields that have their defaults."""
ANSWERS = [
    *(DailyPuzzle, GameEntry, Invitation, MadeTable, OpenTable, PuzzleEntry, RecentTable),
    *(RefutationAnswer, RefutationOrders, Restored, StoredData),
]
"""Answers to requests, which have all fields."""


def schema() -> bytes:
    """One schema with all types as definitions; its digest is kept in the generated file's first line."""
    roots, definitions = _components(MESSAGES)
    definitions["ClientMessage"], definitions["ServerMessage"] = roots[:2]
    for name, answer in _components(ANSWERS)[1].items():
        definitions.setdefault(name, {**answer, "required": list(answer["properties"])})
    body = {"title": "Protocol", "type": "object", "properties": {}, "$defs": definitions}
    digest = hashlib.sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()
    return msgspec.json.encode({**body, "$comment": digest})


def _components(types: list[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(types, ref_template="#/$defs/{name}")


if __name__ == "__main__":
    sys.stdout.buffer.write(schema())
