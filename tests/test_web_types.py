"""The browser client's types and constants are those of the Python side."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

WEB = Path(__file__).parent.parent / "web"


def test_generated_types_are_fresh() -> None:
    schema = json.loads(runpy.run_path(str(WEB / "scripts" / "schema.py"))["schema"]())
    generated = (WEB / "src" / "lib" / "protocol.d.ts").read_text(encoding="utf-8")
    digest = re.match(r"/\* .* schema: (\w+) \*/", generated)
    assert digest, "protocol.d.ts has no digest: run `npm run types` in web/"
    assert digest[1] == schema["$comment"], "messages.py or model.py has changed: run `npm run types` in web/"


def test_generated_constants_are_fresh() -> None:
    constants = runpy.run_path(str(WEB / "scripts" / "constants.py"))["constants"]()
    assert (WEB / "src" / "lib" / "constants.ts").read_text(encoding="utf-8") == constants, (
        "run `npm run types` in web/"
    )
