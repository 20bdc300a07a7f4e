"""The HTTP requests that the host answers: those of a server, as far as they make sense on one device."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from tablier.analysis.refutations import refutation
from tablier.bots.specs import levels
from tablier.catalogue.data import Lang
from tablier.errors import RecordError
from tablier.local import backups
from tablier.local.table_runner import TableRunner
from tablier.local.tables import BROWSER
from tablier.record import Record
from tablier.server.domain import analysis, continuations, imports, lines, new_tables, projections
from tablier.server.domain.continuations import Continuation
from tablier.server.domain.exercises import Exercises
from tablier.server.domain.game_entries import GameEntry, game_entry
from tablier.server.domain.games import Games
from tablier.server.domain.imports import Diagram, Imported
from tablier.server.domain.lines import GameLines
from tablier.server.domain.new_tables import MadeTable, NewTable
from tablier.server.domain.player_names import Named, NewName, player_names
from tablier.server.domain.puzzles import RefutationAnswer, TriedPlies
from tablier.server.domain.rows import TableRow
from tablier.server.domain.search_answers import Search, SearchTimes, answered
from tablier.server.message_base import WhatIf
from tablier.server.messages import LessonMessage
from tablier.server.names import clean_name
from tablier.server.problem import Problem, Refusal

T = TypeVar("T")

logger = logging.getLogger(__name__)

RECORD_PLIES = 5000
"""The longest record that is imported."""


class Requests:
    """Answers requests."""

    def __init__(self, runner: TableRunner, search: Search) -> None:
        self._runner = runner
        self._search = search
        self._exercises = Exercises(runner.games, runner.stage_cache)

    async def answer(self, method: str, address: str, body: str) -> tuple[int, str]:
        """The status and the body of the answer to a request for an address below ``/api``."""
        try:
            found = await self._found(method, address, body)
        except Problem as problem:
            return problem.status, _text(problem.body)
        except Exception:
            logger.exception("%s %s failed", method, address)
            failed = Problem(Refusal.HOST_FAILED)
            return failed.status, _text(failed.body)
        if found is None:
            return 204, ""
        return 200, found if isinstance(found, str) else _text(found)

    async def _found(self, method: str, address: str, body: str) -> Any:
        parts = urlsplit(address)
        path = [unquote(part) for part in parts.path.removeprefix("/api/").split("/")]
        match method, path:
            case "GET", ["games"]:
                return [local_entry(self._runner.games, name) for name in self._runner.games.names()]
            case "GET", ["stages", game, name]:
                return self._runner.stage_cache.find(game, name).decode()
            case _, ["lessons" | "puzzles", *_]:
                return await self._exercise(method, path, body)
            case _, ["tables", *rest]:
                return await self._tables(method, rest, body, parse_qs(parts.query))
            case "POST", ["backups"]:
                return await backups.restore(self._runner.tables, body)
            case "POST", ["records"]:
                return await self._import(body)
            case "POST", ["diagrams"]:
                data = _read(body, Diagram)
                return await self._add(imports.of_diagram(self._runner.games.game(data.game), data.diagram))
        raise Problem(Refusal.NOT_FOUND)

    async def _exercise(self, method: str, path: list[str], body: str) -> Any:
        match method, path:
            case "POST", ["lessons", game, name]:
                return self._exercises.lesson(game, name, _read(body, LessonMessage))
            case "POST", ["puzzles", game, name]:
                return self._exercises.puzzle(game, name, _read(body, LessonMessage))
            case "POST", ["puzzles", game, name, "refutation"]:
                return await self._refute(game, name, _read(body, TriedPlies))
            case "GET", ["puzzles", game]:
                return self._exercises.puzzles(game)
            case "GET", ["puzzles"]:
                return self._exercises.daily(datetime.now(UTC).date())
        raise Problem(Refusal.NOT_FOUND)

    async def _refute(self, game: str, name: str, tried: TriedPlies) -> RefutationAnswer:
        wrong = self._exercises.wrong_try(game, name, tried.plies)
        found = await answered(refutation(wrong.view, wrong.moves, seconds=SearchTimes().slice), self._search)
        return wrong.answer(found)

    async def _tables(self, method: str, path: list[str], body: str, query: dict[str, list[str]]) -> Any:
        lang: Lang = "fr" if query.get("lang") == ["fr"] else "en"
        match method, path:
            case "GET", []:
                return await self._runner.tables.listed()
            case "POST", []:
                return await self._make(_read(body, NewTable))
            case "DELETE", [table_id]:
                return await self._runner.remove(table_id)
            case "GET", [table_id, "record"]:
                return (await self._record(table_id, lang)).dumps()
            case "POST", [table_id, "record"]:
                return await self._record_with_lines(table_id, _read(body, GameLines), lang)
            case "POST", [table_id, "diagram"]:
                return analysis.written((await self._runner.tables.get(table_id)).state, _read(body, WhatIf))
            case "POST", [table_id, "continue"]:
                return await self._continue(table_id, _read(body, Continuation))
            case "POST", [table_id, "name"]:
                return await self._rename(table_id, _read(body, NewName))
        raise Problem(Refusal.NEEDS_SERVER if method == "POST" else Refusal.NOT_FOUND)

    async def _make(self, wanted: NewTable) -> MadeTable:
        if wanted.open or wanted.clock or any(seat.kind == "friend" for seat in wanted.seats):
            raise Problem(Refusal.NEEDS_SERVER)
        info = self._runner.games.info(wanted.game)
        new_tables.check(wanted, info, self._runner.levels(wanted.game))
        table = await self._runner.tables.add(new_tables.row(wanted, info, BROWSER))
        return MadeTable(table.state.row.id, [])

    async def _continue(self, table_id: str, wanted: Continuation) -> MadeTable:
        state = (await self._runner.tables.get(table_id)).state
        row, events = continuations.table(state, wanted, self._runner.levels(state.row.game), BROWSER)
        return MadeTable((await self._runner.tables.add(row, events)).state.row.id, [])

    async def _record(self, table_id: str, lang: Lang) -> Record:
        state = (await self._runner.tables.get(table_id)).state
        return projections.record(state, player_names(state, levels(state.row.game), lang))

    async def _record_with_lines(self, table_id: str, data: GameLines, lang: Lang) -> str:
        record, state = await self._record(table_id, lang), (await self._runner.tables.get(table_id)).state
        return lines.in_record(record, state, data.lines, RECORD_PLIES).dumps()

    async def _rename(self, table_id: str, wanted: NewName) -> Named:
        table = await self._runner.tables.get(table_id)
        if wanted.seat not in table.state.held_by(BROWSER):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        name = clean_name(wanted.name)
        await self._runner.tables.update(table, partial(_renamed, seat=wanted.seat, name=name))
        self._runner.changed(table)
        return Named(wanted.seat, name)

    async def _import(self, text: str) -> Imported:
        if len(text) > imports.SIZE:
            raise Problem(Refusal.TOO_LARGE)
        try:
            record = Record.loads(text)
        except RecordError as error:
            raise imports.problem(None, error) from error
        return await self._add(record)

    async def _add(self, record: Record) -> Imported:
        try:
            names = imports.check(record, self._runner.games.info(record.game), RECORD_PLIES)
            replayed = imports.replay(record)
        except RecordError as error:
            raise imports.problem(record, error) from error
        row, events = imports.table(record, names, replayed)
        return Imported((await self._runner.tables.add(row, events)).state.row.id, replayed.lines)


def local_entry(games: Games, name: str) -> GameEntry:
    """The entry of a game, without clocks: no time is counted while the page is closed.

    Raises:
        Problem: the game is unknown.
    """
    return msgspec.structs.replace(game_entry(games, name, levels(name)), clocks={})


def _renamed(row: TableRow, seat: int, name: str) -> TableRow:
    seats = list(row.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], name=name)
    return msgspec.structs.replace(row, seats=tuple(seats))


def _read(body: str, type_: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=type_)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(Refusal.REQUEST_MALFORMED) from error


def _text(answer: object) -> str:
    return msgspec.json.encode(answer).decode()
