"""Entry points: ``game``, ``list_games`` and the class ``Game``."""

from __future__ import annotations

import functools
from numbers import Integral
from typing import TYPE_CHECKING, Any

from tablier import catalogue, definition, diagrams
from tablier.catalogue.data import LANGUAGES
from tablier.catalogue.info import GameInfo, Value
from tablier.core import runtime
from tablier.core.diagram import fields
from tablier.core.notation import Notation
from tablier.core.seats import CHANCE
from tablier.core.state import Runtime
from tablier.core.symmetry import Symmetry
from tablier.definition import GameDefinition
from tablier.errors import GameError, InvalidOption
from tablier.position import Position
from tablier.refusals import require_ascii

if TYPE_CHECKING:
    from tablier.engine.game_rules import Rules
    from tablier.scene.base import Scene

MAX_DIAGRAM = 4000
"""Longest accepted diagram, in characters; the longest position of any game has half of that."""


class Game:
    """A game: its names, its options, and how to begin it. Made by :func:`tablier.game`."""

    def __init__(self, name: str) -> None:
        self.info: GameInfo = catalogue.info(name)
        self.name = name
        self._action_counts: dict[tuple[tuple[str, Value], ...], int] = {}

    @functools.cached_property
    def definition(self) -> GameDefinition[Any]:
        """The game as its folder defines it."""
        return definition.load(self.name)

    @functools.cached_property
    def rules(self) -> Rules:
        """The game's compiled kernels (imports Numba).

        Raises:
            GameError: ``game.py`` registers them under another name.
        """
        found = self.definition.rules()
        if found.name != self.name:
            raise GameError(f"{self.name}: game.py calls register({found.name!r}, ...); give it the name {self.name!r}")
        return found

    @functools.cached_property
    def runtime(self) -> Runtime:
        """The game's kernels for positions, run by Numba or by the source given to ``tablier.core.runtime.use``."""
        if source := runtime.source():
            self.definition.state.runtime = source(self.name)
        else:
            _ = self.rules  # sets the runtime of the state
        found: Runtime = self.definition.state.runtime
        return found

    @property
    def notation(self) -> Notation[Any]:
        """The game's notation."""
        return self.definition.notation

    @functools.cached_property
    def scene(self) -> Scene:
        """The game's scene at the table.

        Raises:
            GameError: the game has rules only.
        """
        if self.definition.scene is None:
            raise GameError(f"{self.name} has no scene: it cannot be shown at a table")
        return self.definition.scene

    def title(self, lang: str = "en") -> str:
        """The title in a language, ``"en"`` or ``"fr"``.

        Raises:
            InvalidOption: there is no title in that language.
        """
        if lang not in LANGUAGES:
            raise InvalidOption(f"{self.name} has no title in {lang!r}; choose from {', '.join(LANGUAGES)}")
        return self.info.title[lang]

    def new(self, seats: int | None = None, **options: Value) -> Position:
        """The start of a game.

        >>> import tablier
        >>> tablier.game("ponte_del_diavolo").new(board=8)
        <Position of ponte_del_diavolo, 2 seats, board=8, ply 0, to move (0,)>

        Raises:
            InvalidOption: the number of seats, an option or a value is not one of the game's.
        """
        chosen = self.info.choose(options)
        count = self._seats(seats)
        state = self.definition.state()
        self.runtime.setup(state, count, self.info.indices(chosen))
        return Position(self, state, chosen, count)

    def _seats(self, given: int | None) -> int:
        """The number of seats, by default the smallest."""
        if given is None:
            return self.info.seats[0]
        if isinstance(given, bool) or not isinstance(given, Integral) or given not in self.info.seats:
            allowed = ", ".join(map(str, self.info.seats))
            raise InvalidOption(f"{self.name} is for {allowed} seats, not {given!r}")
        return int(given)

    def setup(self, diagram: str, seats: int | None = None, **options: Value) -> Position:
        """The position that a diagram describes in the game's notation (see its rulebook).

        The fields of a diagram are separated by semicolons. A field with the name of an option sets it (``board: 8``);
        ``seats: 4`` sets the number of seats. The field ``new`` stands for the start of the game, in place of the
        game's own fields; ``moves: d4 e4``, the last field, plays on. :meth:`tablier.Position.diagram` is the inverse.

        Raises:
            InvalidOption: the diagram is malformed, describes an impossible position, contradicts an argument, or a
                move is not legal.
        """
        require_ascii(diagram, InvalidOption)
        diagram, plies = diagrams.split(diagram)
        if len(diagram) > MAX_DIAGRAM:
            raise InvalidOption(f"the diagram has {len(diagram)} characters; at most {MAX_DIAGRAM} are read")
        begins = "new" in fields(diagram)
        rest = []
        for field in diagram.split(";"):
            name, _, text = (part.strip() for part in field.partition(":"))
            if field.strip() == "new":
                continue
            if name in self.info.options:
                stated = next((value for value in self.info.options[name].values if str(value) == text), text)
                options[name] = _require_agreement(name, stated, options.get(name))
            elif name == "seats":
                seats = _require_agreement("seats", _number_of_seats(text), seats)
            else:
                rest.append(field)
        position = self.new(seats, **options)
        start = ";".join(rest).strip()
        if not begins:
            position.start = start
            self.notation.setup(start, position.state)
        elif start:
            raise InvalidOption(f"diagram: new: at its start a game has no other fields, got {start!r}")
        for seat in position.movers:
            if not position.moves(seat):
                who = "chance" if seat == CHANCE else f"seat {seat}"
                raise InvalidOption(f"diagram: the game goes on, but {who} has no legal move")
        diagrams.play(position, plies)
        return position

    def actions(self, **options: Value) -> int:
        """The number of action ids under these options."""
        return self.action_count(self.info.choose(options))

    def action_count(self, options: dict[str, Value]) -> int:
        """The number of action ids under options that are complete and valid, such as those of a position."""
        key = tuple(options.items())
        if key not in self._action_counts:
            self._action_counts[key] = self.definition.actions(self.info.indices(options)).size
        return self._action_counts[key]

    def symmetries(self, **options: Value) -> tuple[Symmetry, ...]:
        """The symmetries of the board under these options, the identity first; of most games only the identity.

        Raises:
            InvalidOption: an option or a value is not one of the game's.
        """
        if self.definition.symmetries is None:
            return (Symmetry("identity", self.definition.state, range(self.actions(**options)), {}),)
        return self.definition.symmetries(self.info.indices(self.info.choose(options)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.name,)  # kernels are loaded again when unpickled

    def __repr__(self) -> str:
        return f"<Game {self.name}: {'/'.join(map(str, self.info.seats))} seats>"


@functools.cache
def game(name: str) -> Game:
    """The game of that name.

    Raises:
        UnknownGame: there is none; the message lists the names that exist.

    >>> game("ponte_del_diavolo")
    <Game ponte_del_diavolo: 2 seats>
    """
    return Game(name)


def list_games() -> tuple[str, ...]:
    """The names of all games.

    >>> "ponte_del_diavolo" in list_games()
    True
    """
    return catalogue.names()


def _number_of_seats(text: str) -> int:
    if not text.isdecimal():
        raise InvalidOption(f"diagram: seats: it takes a number such as 2, got {text!r}")
    return int(text)


def _require_agreement(name: str, stated: Any, given: Any) -> Any:
    """The value in a diagram, if no argument contradicts it."""
    if given not in (None, stated):
        raise InvalidOption(f"diagram: {name}: the text says {stated}, the argument {given!r}")
    return stated
