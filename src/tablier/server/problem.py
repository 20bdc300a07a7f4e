"""A request that cannot be carried out, over HTTP or WebSocket."""

from __future__ import annotations

from typing import Any

import msgspec

from tablier.errors import TablierError
from tablier.scene.model import Message


class ProblemBody(msgspec.Struct, omit_defaults=True):
    """An error as JSON: ``code`` is stable, ``say`` is for the reader, ``rule`` the broken rule's id."""

    code: str
    say: Message
    rule: str = ""


class Problem(TablierError):
    """Nothing changed; ``code`` says why to programs, ``say`` to people, ``status`` to HTTP."""

    def __init__(self, status: int, code: str, key: str, *, rule: str = "", **arguments: Any) -> None:
        super().__init__(f"{code}: {key} {arguments or ''}")
        self.status = status
        self.code = code
        self.say = Message(key, arguments)
        self.rule = rule

    @property
    def body(self) -> ProblemBody:
        """The problem as it is sent."""
        return ProblemBody(self.code, self.say, self.rule)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that go with it over HTTP."""
        return {"Retry-After": "2"} if self.status in (429, 503) else {}
