"""The errors of the database."""

from __future__ import annotations

from tablier.errors import TablierError
from tablier.server.problem import Problem, Refusal


class StoreError(TablierError):
    """The database cannot be opened, read or written; the message names a remedy."""


class Unavailable(StoreError, Problem):
    """The database does not answer now, stays locked, or has no state; nothing changed."""

    def __init__(self, why: str) -> None:
        Problem.__init__(self, Refusal.STORAGE)
        self.args = (why,)
