"""What a seat is asked to do, what the table waits for, and what may be said before a submission is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.games.delta.action_paths import spot
from tablier.games.delta.actions import decode
from tablier.games.delta.board import GAPS_ENDS
from tablier.games.delta.phrases import plank_message, support_message
from tablier.games.delta.state import (
    FIRST,
    FRIENDLY,
    GAP,
    JUMP,
    PLANK,
    PROGRAMMING,
    REMOVE,
    SECOND,
    STEP,
    STONE,
    VEILED,
    State,
)
from tablier.scene.base import Prompts
from tablier.scene.model import Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position

STAGES = {
    STONE: "stone",
    PLANK: "plank",
    GAP: "gap",
    REMOVE: "remove",
    STEP: "step",
    FIRST: "first",
    SECOND: "second",
    JUMP: "jump",
}


def status(position: Position, seat: int | None) -> Message:
    """The task of the seats to move, or the winner."""
    s: State = position.state
    outcome = position.outcome()
    if outcome is not None:
        return Message("delta-status-won", {"seat": seat_name(outcome.winners[0])})
    if s.stage == PROGRAMMING:
        locked = seat is not None and all(s.programme[seat])
        return Message("delta-status-locked" if locked else "delta-status-programming")
    phase = s.phase + 1
    if s.stage == VEILED:
        return Message("delta-status-veiled", {"phase": phase})
    return Message("delta-status-turn", {"seat": seat_name(s.mover), "phase": phase, "stage": STAGES[s.stage]})


def prompts(position: Position, seat: int) -> Prompts:
    """What ``seat`` is asked to do; its status line if it is not its turn."""
    s: State = position.state
    if seat not in position.movers:
        return status(position, seat), {}, ()
    if s.stage == PROGRAMMING:
        return Message("delta-prompt-card", {"n": sum(map(bool, s.programme[seat])) + 1}), {}, ()
    if s.stage != GAP:
        eye = "friendly" if s.eye == FRIENDLY else "own"
        return Message(f"delta-prompt-{STAGES[s.stage]}", {"n": s.left, "phase": s.phase + 1, "eye": eye}), {}, ()
    plank = plank_message(position.seats, s.held)
    ends = {end for move in position.moves(seat) for end in GAPS_ENDS[decode(move.action)[1]]}
    begun = {spot(end): Message("delta-prompt-end", {"plank": plank, "from": support_message(end)}) for end in ends}
    return Message("delta-prompt-gap", {"plank": plank, "again": "yes" if any(s.tried) else "no"}), begun, ()


def reveals_hidden(s: State, action: int) -> bool:
    """Lengths are judged by eye: unless the game is friendly, a plank is measured only after it has been sent."""
    return decode(action)[0] in ("plank", "gap") and s.eye != FRIENDLY


def preview(before: Position, actions: Sequence[int], after: Position) -> Message | None:
    """What may be said before a submission is sent: never whether a plank fits."""
    s: State = before.state
    family, number = decode(actions[-1])
    if family == "card":
        return Message("delta-foresee-programme")
    if family == "plank" and reveals_hidden(s, actions[-1]):
        return Message("delta-foresee-plank", {"plank": plank_message(before.seats, number)})
    if family == "gap" and reveals_hidden(s, actions[-1]):
        a, b = map(support_message, GAPS_ENDS[number])
        return Message(
            "delta-foresee-gap", {"plank": plank_message(before.seats, s.held), "a": a, "b": b, "eye": s.eye}
        )
    return Message("delta-foresee-goal") if family == "go" and after.state.over else None
