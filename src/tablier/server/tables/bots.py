"""What a table asks of bots: :mod:`tablier.bots` provides them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from tablier.position import Position


class Bot(Protocol):
    """Anything that plays: a whole submission, ply by ply, until the turn passes."""

    def plays(self, position: Position, seat: int) -> Sequence[Any]:
        """The moves of ``seat``, which is to move in ``position``."""


class Level(Protocol):
    """A strength that is offered."""

    @property
    def level(self) -> int:
        """Its number, from 1."""

    @property
    def label(self) -> dict[str, str]:
        """Its name by language."""


@runtime_checkable
class BotFactory(Protocol):
    """Where bots come from: :mod:`tablier.bots`."""

    def levels(self, game: str) -> Sequence[Level]:
        """The strengths offered for a game; nothing is compiled for it."""

    def level(self, game: str, n: int, *, seed: int) -> Bot:
        """A bot of strength ``n``."""
