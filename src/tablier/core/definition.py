"""The definition of a game: one object, checked by the type checker and by ``register``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from tablier.core.actions import ActionSpace
from tablier.core.state import StateRecord
from tablier.core.symmetry import Symmetry
from tablier.errors import GameError, IllegalMove, InvalidOption

if TYPE_CHECKING:
    from tablier.engine.protocol import Rules
    from tablier.scene.base import Scene

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
        raise InvalidOption(f"this game has no diagrams; got {diagram!r}")


def outcome_name(names: Sequence[str], outcome: int) -> str:
    """The name of an outcome of chance.

    Raises:
        IllegalMove: there is no such outcome.
    """
    if not 0 <= outcome < len(names):
        raise IllegalMove(f"chance has no outcome {outcome}; outcomes are numbered 0 to {len(names) - 1}")
    return names[outcome]


@dataclass(frozen=True)
class GameDefinition(Generic[S]):
    """A game, as the module ``game.py`` of its folder defines it under the name ``GAME``.

    Attributes:
        state: the typed record.
        rules: imports and registers the compiled kernels; only this imports NumPy and Numba.
        notation: plies, drawings and diagrams as text.
        actions: the action space under the given option indices.
        why: the rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal.
        scene: the game at the table; ``None`` for a game of rules only.
        rebuild: recomputes the derived fields of the state, if it has any.
        events: the kinds of events that ``apply`` writes, where it takes a log.
        symmetries: the symmetries of the board under the given option indices, the identity first; ``None`` if there is
            no other.
    """

    state: type[S]
    rules: Callable[[], Rules]
    notation: Notation[S]
    actions: Callable[[Sequence[int]], ActionSpace]
    why: Callable[[S, int, int], int]
    scene: Scene | None = None
    rebuild: Callable[[S], object] | None = None
    events: type[IntEnum] | None = None
    symmetries: Callable[[Sequence[int]], tuple[Symmetry, ...]] | None = None

    def __post_init__(self) -> None:
        """Check the parts that are easily mistaken for one another.

        Raises:
            GameError: a part is no function, or the notation no object; the message names the part.
        """
        where = self.state.__module__
        for name, part in {"rules": self.rules, "actions": self.actions, "why": self.why}.items():
            if not callable(part):
                raise GameError(
                    f"{where}: GameDefinition wants a function as {name}, got {type(part).__name__}; "
                    "for one action space write actions=lambda options: ACTIONS"
                )
        if not isinstance(self.notation, Notation):
            raise GameError(f"{where}: GameDefinition wants an object as notation, an instance of a class of Notation")
