"""Chat at a table. A line is an event of the log: stored and resumed like a submission."""

from __future__ import annotations

import unicodedata

from tablier.server.domain.events import ChatSent
from tablier.server.domain.state import TableState
from tablier.server.names import is_plain
from tablier.server.problem import Problem, Refusal

LENGTH = 300
"""The greatest length of a line, in characters."""
MOST = 1000
"""The greatest number of lines at a table."""


def clean_line(text: str) -> str:
    """The text as it is shown: one line, in Unicode's normal form C.

    Raises:
        Problem: it is empty or too long, or contains control, bidirectional or other invisible characters.
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not text:
        raise Problem(Refusal.CHAT_EMPTY)
    if len(text) > LENGTH:
        raise Problem(Refusal.CHAT_LONG, max=LENGTH)
    if not is_plain(text):
        raise Problem(Refusal.CHAT_CHARACTERS)
    return text


def send(state: TableState, text: str) -> ChatSent:
    """The event by which a seat writes a line of chat.

    Raises:
        Problem: as :func:`clean_line`, or the table has its greatest number of lines.
    """
    if sum(isinstance(event.payload, ChatSent) for event in state.events) >= MOST:
        raise Problem(Refusal.CHAT_FULL, max=MOST)
    return ChatSent(clean_line(text))
