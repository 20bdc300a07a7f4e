"""Print the JSON Schema of the table's messages and of the stage, the source of ``src/lib/protocol.d.ts``."""

from __future__ import annotations

import hashlib
import sys

import msgspec

from tablier.scene.model import Stage
from tablier.server.messages import ClientMessage, LessonMessage, ServerMessage


def schema() -> bytes:
    """One schema with all messages as definitions; its digest is kept in the generated file's first line."""
    roots, definitions = msgspec.json.schema_components(
        [ClientMessage, ServerMessage, LessonMessage, Stage], ref_template="#/$defs/{name}"
    )
    definitions["ClientMessage"], definitions["ServerMessage"] = roots[:2]
    body = {"title": "Protocol", "type": "object", "properties": {}, "$defs": definitions}
    digest = hashlib.sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()
    return msgspec.json.encode({**body, "$comment": digest})


if __name__ == "__main__":
    sys.stdout.buffer.write(schema())
