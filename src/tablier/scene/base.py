"""The interface of a game's scene: what is on the table, what may be touched, and what is told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.core.events import Event
from tablier.scene.model import Button, Line, Message, Piece, Stage, View

if TYPE_CHECKING:
    from tablier.position import Position

Path = tuple[str, ...]
"""What is touched one after the other: ``("spot:d4", "spot:e6")``."""
Prompts = tuple[Message, dict[str, Message], tuple[Button, ...]]
"""The instruction line, the lines that follow it by what has been touched first, and the buttons."""


class Scene(ABC):
    """A game at the table. Positions are reduced to what the reader may know, unless a method says otherwise."""

    LOW_PRIORITY_RULES: tuple[str, ...] = ()
    """Ids of rules that say little about a touch that begins several actions; other broken rules are named first."""

    @abstractmethod
    def stage(self, position: Position) -> Stage:
        """Board, spots and sprites: fixed for a table."""

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> View:
        """Pieces, counters, docks, status and tally, as ``seat`` or a spectator (``None``) sees them."""

    @abstractmethod
    def paths(self, position: Position, seat: int, action: int) -> tuple[Path, ...]:
        """Every way to touch an action in this position, legal or not; none if a touch there means something else.

        Every legal action has a path. No path is a prefix of another action's. Legal actions with the same path are
        turns of one another, such as a tile laid either way round.
        """

    @abstractmethod
    def prompts(self, position: Position, seat: int) -> Prompts:
        """What ``seat`` is asked to do."""

    def ghosts(self, position: Position, seat: int, action: int) -> tuple[Piece, ...]:
        """The pieces that a legal action certainly puts on the table, shown before the server has answered."""
        return ()

    def removes(self, position: Position, seat: int) -> dict[str, str]:
        """Targets whose touch removes a staged ply, by the text of that ply: an offer is changed by what is in it."""
        return {}

    def waiting_status(self, position: Position, movers: Sequence[int], reader: int | None) -> Message | None:
        """The status where several seats choose at once and only ``movers`` have still to; ``None`` for the view's."""
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
        """What a whole submission did, as ``reader`` may know it.

        Args:
            before: the position before the submission.
            seat: who submitted; ``CHANCE`` for what chance then did.
            actions: the action ids that lead from ``before`` to ``after``.
            after: the position after it.
            reader: a seat, or ``None`` for a spectator.
            events: what ``reader`` may know of these plies (:meth:`tablier.Position.events`).
        """

    def preview(self, before: Position, seat: int, actions: Sequence[int], after: Position) -> Message | None:
        """What a complete submission would come to, said before it is sent."""
        return None

    def reveals_hidden(self, position: Position, seat: int, action: int) -> bool:
        """Does this ply show its seat something hidden? Then it is not previewed and ends the submission."""
        return False

    def ends_submission(self, position: Position) -> bool:
        """Does a submission end here although the same seat is to move again: nothing that it began is unfinished?"""
        return False

    def completes_turn(self, before: Position, after: Position) -> bool | None:
        """Has a submission that led from ``before`` to ``after`` completed its seat's turn?

        A turn may take several submissions, and others may have to answer within it. ``None`` leaves it to the movers:
        then a turn ends when other seats are to move, or with the submission by :meth:`ends_submission`.
        """
        return None
