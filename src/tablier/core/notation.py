"""The notation of a game: an abstract class that the game implements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from tablier.core.state import StateRecord
from tablier.errors import IllegalMove, InvalidOption

S = TypeVar("S", bound=StateRecord)


class Notation(ABC, Generic[S]):
    """Texts of a game: plies, drawings and diagrams."""

    @abstractmethod
    def name(self, s: S, seat: int, action: int) -> str:
        """The text of an action, without spaces."""

    @abstractmethod
    def parse(self, s: S, seat: int, text: str) -> int:
        """The action that a text names, legal or not.

        Raises:
            InvalidMove: the text is not a move in this notation.
        """

    @abstractmethod
    def draw(self, s: S) -> str:
        """The position as text for a terminal."""

    def setup(self, diagram: str, s: S) -> None:
        """Change the start of a game into the position that a diagram describes.

        Raises:
            InvalidOption: the diagram is malformed, or describes an impossible position.
        """
        raise InvalidOption(
            f"this game has no diagrams; got {diagram!r}: begin with new, as in 'new; moves: a3', "
            "or write Notation.setup"
        )


def outcome_name(names: Sequence[str], outcome: int) -> str:
    """The name of an outcome of chance.

    Raises:
        IllegalMove: there is no such outcome.
    """
    if not 0 <= outcome < len(names):
        raise IllegalMove(f"chance has no outcome {outcome}; outcomes are numbered 0 to {len(names) - 1}")
    return names[outcome]
