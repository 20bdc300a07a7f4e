"""The definition of a game: one object, checked by the type checker and by ``register``."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tablier import catalogue
from tablier.core.actions import ActionSpace
from tablier.core.notation import Notation
from tablier.core.state import StateRecord
from tablier.core.symmetry import Symmetry
from tablier.errors import GameError

if TYPE_CHECKING:
    from tablier.engine.game_rules import Rules, TurnRules
    from tablier.scene.base import Scene

S = TypeVar("S", bound=StateRecord)


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
        turns: imports and registers rules in which an action is a whole turn, if there are any.
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
    turns: Callable[[], TurnRules] | None = None

    def __post_init__(self) -> None:
        """Check the parts that are easily mistaken for one another.

        Raises:
            GameError: a part is not a function, or the notation not an object; the message names the part.
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


def load(name: str) -> GameDefinition[Any]:
    """The game as its ``game.py`` defines it; only its ``rules()`` imports NumPy and Numba.

    Raises:
        UnknownGame: there is no game of that name.
        GameError: the game has no ``game.py``, or it defines no ``GAME``.
    """
    path = f"{catalogue.package(name)}.game"
    try:
        defined = vars(importlib.import_module(path))
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        raise GameError(f"game {name!r} has no module game.py") from None
    if "GAME" not in defined:
        raise GameError(f"game {name!r}: game.py does not define GAME")
    found: GameDefinition[Any] = defined["GAME"]
    return found
