"""Every message that the server says has words in both languages."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message

SERVER = files("tablier.server")
KEY = re.compile(r'"((?:refused|problem|prompt|event|reason|status)-[a-z-]+)"')
BUILT = {"event-resign", "event-rematch", "event-nonce", "event-vote", "event-flag", "event-return"} | {
    "event-clock-set",
    "event-clock-start",
    *(f"event-undo-{word}" for word in ("lift", "back", "ask", "yes", "no")),
    *(f"problem-{code}" for code in ("malformed", "forbidden", "not-found", "too-large", "failed")),
}


def said() -> set[str]:
    sources = [entry.read_text() for entry in SERVER.iterdir() if entry.name.endswith(".py")]
    return BUILT | {key for source in sources for key in KEY.findall(source)}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_words(lang: str) -> None:
    body = FluentParser().parse((SERVER / "texts" / f"{lang}.ftl").read_text(encoding="utf-8")).body
    assert not [entry for entry in body if isinstance(entry, Junk)]
    assert {entry.id.name for entry in body if isinstance(entry, Message)} == said()
