"""The interface of a game's scene: the views of a position, the touches that make moves, and the log."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.core.events import Event
from tablier.scene.model import Button, Histogram, Line, Message, Piece, Stage, View

if TYPE_CHECKING:
    from tablier.position import Position

Path = tuple[str, ...]
"""Targets in the order of their touches: ``("spot:d4", "spot:e6")``."""
Prompts = tuple[Message, dict[str, Message], tuple[Button, ...]]
"""The prompt, the prompts that replace it after the first touches of a path, and the buttons."""


class Scene(ABC):
    """The presentation of a game.

    Positions contain only what the reader may know, unless a method says otherwise. They are shared: play on a copy.
    """

    LOW_PRIORITY_RULES: tuple[str, ...] = ()
    """Ids of rules that explain little when a touch could begin several actions: a refusal names other rules first."""

    @abstractmethod
    def stage(self, position: Position) -> Stage:
        """The board, spots and sprites of a table."""

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> View:
        """The view of ``seat``, or of a spectator (``None``)."""

    @abstractmethod
    def paths(self, position: Position, seat: int, action: int) -> tuple[Path, ...]:
        """All paths of an action, legal or not, in this position; empty if its targets mean something else there.

        Every legal action has a path, and no path is a prefix of the path of another action. Legal actions with the
        same path are rotations of each other, such as the two directions of a tile.
        """

    @abstractmethod
    def prompts(self, position: Position, seat: int) -> Prompts:
        """The prompts and buttons for ``seat``."""

    def ghosts(self, position: Position, seat: int, action: int) -> tuple[Piece, ...]:
        """The pieces that a legal action certainly adds: the client shows them before the server answers."""
        return ()

    def removes(self, position: Position, seat: int) -> dict[str, str]:
        """The text of a staged ply by target: a touch removes the last such ply, such as a card from an offer."""
        return {}

    def waiting_status(self, position: Position, movers: Sequence[int], reader: int | None) -> Message | None:
        """The status while several seats choose at once and ``movers`` have not chosen; ``None`` keeps the view's."""
        return None

    @abstractmethod
    def narrate(
        self,
        before: Position,
        seat: int,
        actions: Sequence[int],
        after: Position,
        reader: int | None,
        events: Sequence[Event] = (),
    ) -> list[Line]:
        """The lines of the log for a submission, from what ``reader`` may know.

        Args:
            before: the position before the submission.
            seat: the seat that submitted, or ``CHANCE``.
            actions: the action ids that lead from ``before`` to ``after``.
            after: the position after it.
            reader: a seat, or ``None`` for a spectator.
            events: the events of these plies that ``reader`` may know (:meth:`tablier.Position.events`).
        """

    def describe(self, position: Position, seat: int, actions: Sequence[int]) -> Message:
        """The plies of ``seat`` as advice: "place tiles on d4 and e4". It tells no result, so it reveals nothing.

        English has the imperative, French the infinitive; both begin with a small letter. The default is the notation.

        Args:
            position: the position before them; on a copy of it they can be played one after the other.
            seat: the seat that plays them.
            actions: their ids, at least one.
        """
        return Message("move-written", {"plies": " ".join(position.name(action, seat) for action in actions)})

    def statistics(self, events: Sequence[Event]) -> tuple[Histogram, ...]:
        """Statistics of a finished game, from all its public events."""
        return ()

    def preview(self, before: Position, seat: int, actions: Sequence[int], after: Position) -> Message | None:
        """The effect of a complete submission, shown before it is sent."""
        return None

    def reveals_hidden(self, position: Position, seat: int, action: int) -> bool:
        """Does this ply reveal hidden information to its seat? If so, it has no preview and ends the submission."""
        return False

    def ends_submission(self, position: Position) -> bool:
        """Does a submission end here, although the same seat is to move again and has no unfinished action?"""
        return False

    def completes_turn(self, before: Position, after: Position) -> bool | None:
        """Has a submission that led from ``before`` to ``after`` completed its seat's turn?

        A turn may take several submissions, and other seats may have to answer within it. ``None`` means the default:
        a turn ends when other seats are to move, or with a submission that :meth:`ends_submission` ends.
        """
        return None
