"""Delta at the table: islands and villages, planks where they lie, cards in hand and in programmes.

Planks have their true length and lie in the middle of their gap. In texts a plank is its colour and size, an island its
number. Hidden cards are named after their slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from tablier.core.events import Event
from tablier.games.delta import action_paths, layout, prompts
from tablier.games.delta.actions import decode
from tablier.games.delta.board import STONES
from tablier.games.delta.description import describe
from tablier.games.delta.narration import narrate
from tablier.games.delta.phrases import colours
from tablier.games.delta.pieces import (
    draw_plank,
    draw_slot,
    draw_stone,
    hand_dock,
    pieces,
    programme_dock,
    reserve_dock,
)
from tablier.games.delta.state import FRIENDLY, PROGRAMMING, SLOTS, State
from tablier.scene.base import Path, Prompts, Scene
from tablier.scene.model import Counter, Dock, Line, Message, Piece, Result, Stage, View

if TYPE_CHECKING:
    from tablier.position import Position


class DeltaScene(Scene):
    """The scene of Delta."""

    def stage(self, position: Position) -> Stage:
        """The delta, the same for every table."""
        return layout.stage()

    def view(self, position: Position, seat: int | None) -> View:
        """The board, everything revealed, and the seat's own cards."""
        s: State = position.state
        return View(
            pieces=tuple(pieces(s, seat)),
            counters=(Counter("stones", "stones", Message("delta-supply"), STONES - s.stones.bit_count()),),
            status=prompts.status(position, seat),
            colours=colours(position.seats),
            movers=position.movers,
            docks=_docks(s.seats, seat is not None and s.stage == PROGRAMMING and not s.over),
            result=_result(position),
            private=s.stage == PROGRAMMING,
        )

    def paths(self, position: Position, seat: int, action: int) -> tuple[Path, ...]:
        """See :mod:`tablier.games.delta.action_paths`."""
        return action_paths.paths(position.state.stage, position.seats, seat, action)

    def ghosts(self, position: Position, seat: int, action: int) -> tuple[Piece, ...]:
        """A card in the next slot, a stone, or the held plank over a gap: along it only where the table shows fits."""
        family, number = decode(action)
        if family == "card":
            slot = sum(map(bool, position.state.programme[seat]))
            return (draw_slot(position.seats, seat, slot, number),)
        if family == "gap":
            s: State = position.state
            return (draw_plank(position.seats, s.held, number, across=s.eye != FRIENDLY),)
        return (draw_stone(number),) if family == "stone" else ()

    def prompts(self, position: Position, seat: int) -> Prompts:
        """See :func:`tablier.games.delta.prompts.prompts`."""
        return prompts.prompts(position, seat)

    def describe(self, position: Position, seat: int, actions: Sequence[int]) -> Message:
        """The cards of a programme, or what is done with the card of a phase."""
        return describe(position.state, actions)

    def narrate(
        self,
        before: Position,
        seat: int,
        actions: Sequence[int],
        after: Position,
        reader: int | None,
        events: Sequence[Event] = (),
    ) -> list[Line]:
        """A line for each event, and for the end of the game."""
        lines = narrate(before.state, reader, events)
        return [*lines, Line(prompts.status(after, reader))] if after.outcome() else lines

    def preview(self, before: Position, seat: int, actions: Sequence[int], after: Position) -> Message | None:
        """See :func:`tablier.games.delta.prompts.preview`."""
        return prompts.preview(before, actions, after)

    def reveals_hidden(self, position: Position, seat: int, action: int) -> bool:
        """See :func:`tablier.games.delta.prompts.reveals_hidden`."""
        return prompts.reveals_hidden(position.state, action)

    def completes_turn(self, before: Position, after: Position) -> bool:
        """Was a programme completed? A round is one turn of every seat; its performance belongs to it (DELTA-2)."""
        s: State = before.state
        return s.stage == PROGRAMMING


@cache
def _docks(seats: int, hands: bool) -> tuple[Dock, ...]:
    docks: list[Dock] = []
    for seat in range(seats):
        if hands:
            docks.append(Dock(hand_dock(seat), "row", Message("delta-hand"), seat, wide=True, order=1))
        docks += [
            Dock(programme_dock(seat), "slots", Message("delta-programme"), seat, panel=True, n=SLOTS, order=2),
            Dock(reserve_dock(seat), "row", Message("delta-reserve"), seat, wide=True, panel=True, order=3),
        ]
    return tuple(docks)


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, Message(f"delta-over-{outcome.reason}")) if outcome else None
