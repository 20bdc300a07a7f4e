"""The interface of bots, implemented by :mod:`tablier.bots`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from tablier.server.domain.games import Level

if TYPE_CHECKING:
    from tablier.position import Position


class Bot(Protocol):
    """Chooses a whole turn, ply by ply."""

    def plays(self, position: Position, seat: int) -> Sequence[Any]:
        """The moves of ``seat``, which is to move."""


@runtime_checkable
class BotFactory(Protocol):
    """Makes bots."""

    def levels(self, game: str) -> Sequence[Level]:
        """The levels of a game, without compiling anything."""

    def search_seconds(self, game: str, n: int) -> float:
        """The seconds of a search by level ``n`` in a submission; 0 for a level without such a limit."""

    def level(self, game: str, n: int, *, seed: int, seconds: float) -> Bot:
        """A bot of level ``n`` that thinks for at most ``seconds`` in a turn."""
