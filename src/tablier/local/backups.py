"""Files of exported games, as ``backup.ts`` writes them: the games that can be read become tables again."""

from __future__ import annotations

import msgspec

from tablier.local.store import BrokenSave, decode
from tablier.local.tables import Tables
from tablier.scene.model import Message
from tablier.server.problem import Problem, Refusal


class ExportedTable(msgspec.Struct):
    """A table as it was stored, readable or not."""

    id: str
    text: str


class Backup(msgspec.Struct):
    """The content of a file."""

    tables: list[ExportedTable]


class Unread(msgspec.Struct):
    """A table that cannot be brought back, and why. ``game`` and ``names`` are empty if even they cannot be read."""

    id: str
    game: str
    names: list[str]
    say: Message


class Restored(msgspec.Struct):
    """The numbers of tables that were brought back and that were here already, and the tables that cannot be read."""

    restored: int
    known: int
    unread: list[Unread]


async def restore(tables: Tables, text: str) -> Restored:
    """Store the games of a file, each by itself; a game that can be read on this device stays as it is.

    Raises:
        Problem: the file is no such file, or a game could not be stored.
    """
    try:
        backup = msgspec.json.decode(text, type=Backup)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(Refusal.BAD_RECORD, detail=str(error)) from error
    answer = Restored(0, 0, [])
    for table in backup.tables:
        try:
            state = tables.read(table.text)
        except Problem as problem:
            answer.unread.append(_unread(table, problem))
            continue
        if await tables.restore(state):
            answer.restored += 1
        else:
            answer.known += 1
    return answer


def _unread(table: ExportedTable, problem: Problem) -> Unread:
    damaged = problem.say.k == Refusal.BROKEN_SAVE.text  # whose text is about a game stored here
    say = Message("broken-title") if damaged else problem.say
    try:
        recent = decode(table.text).recent
    except BrokenSave:
        return Unread(table.id, "", [], say)
    return Unread(table.id, recent.game, recent.names, say)
