"""Records become tables whose game is over: each is replayed under the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.catalogue.info import GameInfo
from tablier.core.seats import CHANCE
from tablier.errors import IllegalMove, RecordError
from tablier.moves import Move
from tablier.record import Record
from tablier.scene.submissions import submission_ends
from tablier.server.domain import turns
from tablier.server.domain.events import Event, Resigned, Submitted, TimedOut
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.names import clean_name
from tablier.server.problem import Problem, Refusal
from tablier.server.timestamps import now
from tablier.server.tokens import new_id

if TYPE_CHECKING:
    from tablier.position import Position

SIZE = 512 << 10
"""The largest record, in bytes."""


def check(record: Record, info: GameInfo, most_plies: int) -> list[str]:
    """Check what a replay does not, and return the names of all seats.

    Raises:
        RecordError: the seats, players or nonces do not fit together.
        Problem: the record is too long, begins with a position, or a name is invalid.
    """
    if record.seats not in info.seats:
        raise RecordError(f"the record has {record.seats} seats; {record.game} is not played by so many")
    if record.start is not None:
        raise Problem(Refusal.RECORD_WITH_START)
    if sum(len(entry.play.split()) for entry in record.moves) > most_plies:
        raise Problem(Refusal.RECORD_TOO_LONG, max=most_plies)
    if record.fair is not None and len({nonce.seat for nonce in record.fair.nonces}) < len(record.fair.nonces):
        raise RecordError("a seat has more than one nonce")
    if len(record.players) > record.seats:
        raise RecordError(f"the record names {len(record.players)} players at {record.seats} seats")
    return [clean_name(name) for name in record.players] + [""] * (record.seats - len(record.players))


def replay(record: Record) -> tuple[Position, list[list[Move]]]:
    """The last position of a record, and its plies by submission. Draws are verified if the seed is known.

    Raises:
        RecordError: a move breaks a rule, or a draw does not follow from the seed.
    """
    position = record.replay()
    if record.fair is not None and record.fair.seed:
        record.verify()
    return position, submissions(position)


def table(
    record: Record, names: Sequence[str], position: Position, submitted: Sequence[Sequence[Move]]
) -> tuple[TableRow, list[Event]]:
    """The row and the log of the table of a record, which :func:`check` and :func:`replay` have accepted."""
    row = TableRow(
        id=new_id(),
        game=record.game,
        rules_version=record.rules,
        options=position.options,
        seats=tuple(SeatRow(name=name) for name in names),
        at=now(),
        seed=b"",
        imported=True,
        fair=record.fair,
    )
    events = [
        Event(row.id, n, f"import:{n}", moves[0].seat, Submitted(tuple(move.text for move in moves)), row.at)
        for n, moves in enumerate(submitted, 1)
    ]
    if record.result is not None and record.result.by is not None:
        end = TimedOut() if record.result.reason == "time" else Resigned()
        events.append(Event(row.id, len(events) + 1, "import:end", record.result.by, end, row.at))
    return row, events


def problem(record: Record | None, error: RecordError) -> Problem:
    """Why a record cannot be imported; a move that breaks a rule is named by its number."""
    if record is None or error.move is None:
        return Problem(Refusal.BAD_RECORD, detail=str(error))
    broken = error.__cause__
    rule = (broken.rule if isinstance(broken, IllegalMove) else None) or ""
    play, number = record.moves[error.move].play, error.move + 1
    return Problem(Refusal.RECORD_MOVE, rule=rule, move=number, play=play, id=rule or "none", detail=str(error))


def submissions(position: Position) -> list[list[Move]]:
    """The plies that led to a position, cut where submissions end at a table. Each has the draws that follow it."""
    history = position.history
    begun = position.game.new(position.seats, **position.options)
    after = begun.copy()
    found: list[list[Move]] = []
    current: list[Move] = []
    following: Sequence[Move | None] = (*history, None)[1:]
    for move, then in zip(history, following, strict=True):
        disclosed = move.seat != CHANCE and turns.reveals_hidden(after, move)
        after.push(move)
        current.append(move)
        if then is not None and then.seat == CHANCE:
            continue
        if then is None or then.seat != move.seat or disclosed or submission_ends(begun, after, move.seat):
            found.append(current)
            current, begun = [], after.copy()
    return found
