"""What things are called in texts."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tablier.games.on_top.board_model import Circle, seated
from tablier.games.on_top.geometry import BOARDS, COLOUR_LETTERS, COLOUR_NAMES, KIND_NAMES
from tablier.games.on_top.state import State
from tablier.scene.model import Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


def colour_name(name: str) -> Message:
    """A colour."""
    return Message("top-colour", {"colour": name})


def point_name(s: State, circle: Circle) -> str:
    """The name of an intersection."""
    return BOARDS[s.board].point_names[circle.point]


def player_name(s: State, colour: int) -> Message:
    """A colour in sentences: its player, or that it is neutral."""
    if seated(s, colour):
        return seat_name(colour)
    return Message("top-neutral", {"colour": colour_name(COLOUR_NAMES[colour])})


def kind_name(kind: int, key: str = "top-kind") -> Message:
    """A kind of tile: the two colours in its wide corners, then those in its narrow ones."""
    one, two, three, four = (colour_name(COLOUR_NAMES[COLOUR_LETTERS.index(letter)]) for letter in KIND_NAMES[kind])
    return Message(key, {"a": two, "b": four, "c": one, "d": three})


def parts_text(parts: Sequence[int]) -> Message:
    """The sixths of a circle by colour, the most first."""
    found = sorted(((-n, c) for c, n in enumerate(parts) if n), key=lambda one: one)
    named = [Message("top-part", {"colour": colour_name(COLOUR_NAMES[c]), "n": -n}) for n, c in found]
    return join(named) if named else Message("top-no-parts")


def join(parts: Iterable[Message], key: str = "top-list") -> Message:
    """A list of messages as one message."""
    return functools.reduce(lambda a, b: Message(key, {"a": a, "b": b}), parts)


def yes(true: bool) -> str:
    """A truth as texts select it."""
    return "yes" if true else "no"


def count_winners(position: Position) -> int:
    """How many win apart from one another: a team counts as one."""
    outcome = position.outcome()
    assert outcome is not None
    return len({seat % 2 for seat in outcome.winners} if position.state.teams else outcome.winners)


def end_message(position: Position) -> Message:
    """Why the game ended."""
    outcome = position.outcome()
    assert outcome is not None
    s = position.state
    empty = [c for c in range(len(COLOUR_NAMES)) if not s.pawns[c]]
    who = join(player_name(s, c) for c in empty) if empty else ""
    return Message(f"top-over-{outcome.reason.replace('_', '-')}", {"who": who})
