"""Records and diagrams become tables whose game is over: each is replayed under the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tablier.api import Game
from tablier.catalogue.info import GameInfo
from tablier.core.seats import CHANCE
from tablier.errors import IllegalMove, InvalidOption, RecordError
from tablier.game_tree import GameTree
from tablier.moves import Move
from tablier.position import Position
from tablier.record import Record
from tablier.scene.submissions import submission_ends
from tablier.server.domain import lines, turns
from tablier.server.domain.events import Event, Resigned, Submitted, TimedOut
from tablier.server.domain.lines import Lines
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.names import clean_name
from tablier.server.problem import Problem, Refusal
from tablier.server.timestamps import now
from tablier.server.tokens import new_id

SIZE = 512 << 10
"""The largest record, in bytes."""


class Diagram(msgspec.Struct, forbid_unknown_fields=True):
    """A position of a game, as :meth:`tablier.Game.setup` reads it."""

    game: str
    diagram: str


class Imported(msgspec.Struct):
    """The table made from a record or a diagram. ``lines`` are its variations, which the server does not store."""

    id: str
    lines: Lines = {}


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record whose moves were played: its last position, its plies by submission, and the lines of its variations."""

    position: Position
    submitted: list[list[Move]]
    lines: Lines


def check(record: Record, info: GameInfo, most_plies: int) -> list[str]:
    """Check what a replay does not, and return the names of all seats.

    Raises:
        RecordError: the seats, players or nonces do not fit together.
        Problem: the record is too long, or a name is invalid.
    """
    if record.seats not in info.seats:
        raise RecordError(f"the record has {record.seats} seats; {record.game} is not played by so many")
    if sum(len(entry.play.split()) for entry in record.moves) + lines.plies_in(record.variations) > most_plies:
        raise Problem(Refusal.RECORD_TOO_LONG, max=most_plies)
    if record.fair is not None and len({nonce.seat for nonce in record.fair.nonces}) < len(record.fair.nonces):
        raise RecordError("a seat has more than one nonce")
    if len(record.players) > record.seats:
        raise RecordError(f"the record names {len(record.players)} players at {record.seats} seats")
    return [clean_name(name) for name in record.players] + [""] * (record.seats - len(record.players))


def of_diagram(game: Game, diagram: str) -> Record:
    """The record of a diagram's moves.

    Raises:
        Problem: the diagram cannot be read, describes an impossible position, or has a move that is not legal.
    """
    try:
        return Record.of(game.setup(diagram))
    except InvalidOption as error:
        raise Problem(Refusal.BAD_DIAGRAM, detail=str(error)) from error


def replay(record: Record) -> Replayed:
    """Play a record and its variations. Draws are verified if the seed is known.

    Raises:
        RecordError: a move breaks a rule, a draw does not follow from the seed, or a line is too long.
    """
    position = record.replay()
    if record.fair is not None and record.fair.seed:
        record.verify()
    submitted = submissions(position)
    varied = record.variations or record.comments
    return Replayed(position, submitted, lines.of_tree(GameTree.of(record), submitted) if varied else {})


def table(record: Record, names: Sequence[str], replayed: Replayed) -> tuple[TableRow, list[Event]]:
    """The row and the log of the table of a record, which :func:`check` and :func:`replay` have accepted."""
    row = TableRow(
        id=new_id(),
        game=record.game,
        rules_version=record.rules,
        options=replayed.position.options,
        seats=tuple(SeatRow(name=name) for name in names),
        at=now(),
        seed=b"",
        imported=True,
        fair=record.fair,
        start=record.start,
    )
    events = [
        Event(row.id, n, f"import:{n}", moves[0].seat, Submitted(tuple(move.text for move in moves)), row.at)
        for n, moves in enumerate(replayed.submitted, 1)
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
    begun = position.back(position.ply)
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
