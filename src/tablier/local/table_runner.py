"""Runs the tables of one device: it stores what happens, tells the pages that show a table, and plays for the bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablier import api
from tablier.bots import specs
from tablier.core.seats import CHANCE
from tablier.local.store import Store
from tablier.local.tables import OpenTable, Tables
from tablier.moves import Move
from tablier.server.domain import bot_turns, rematch, submission
from tablier.server.domain.commands import Check
from tablier.server.domain.events import Drawn
from tablier.server.domain.games import Games
from tablier.server.domain.refusals import refused
from tablier.server.domain.rows import TableRow
from tablier.server.domain.stage_cache import StageCache
from tablier.server.domain.state import TableState
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.api import Game

logger = logging.getLogger(__name__)

Think = Callable[[str, bytes, int, int], Awaitable[Sequence[int]]]
"""Chooses the actions of a turn: game, record of the seat's view, seat, level."""
OVERTAKEN = ("late", "not-your-turn", "over")
"""Refusals of what was decided on an earlier state."""


class LocalGames(Games):
    """The games, whose kernels are loaded on first use."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}

    def game(self, name: str) -> Game:
        """A game.

        Raises:
            Problem: the game is unknown.
        """
        self.info(name)
        if name not in self._games:
            self._games[name] = api.game(name)
        return self._games[name]


class TableRunner:
    """Runs tables.

    Args:
        store: where they are stored.
        think: chooses the turns of bots.
    """

    def __init__(self, store: Store, think: Think) -> None:
        self._think = think
        self.games = LocalGames()
        self.stage_cache = StageCache(self.games)
        self.tables = Tables(store, self.games)

    def levels(self, game: str) -> list[int]:
        """The levels of a game's bots."""
        return [level.level for level in specs.levels(game)]

    async def append(self, table: OpenTable, seat: int, key: str, check: Check) -> int:
        """Append an event to a table's log, and tell its pages; returns its number.

        Raises:
            Problem: as :meth:`Tables.append`.
        """
        seq = await self.tables.append(table, seat, key, check)
        self.changed(table)
        return seq

    async def remove(self, table_id: str) -> None:
        """Delete a table. Pages that show it get no further answers."""
        table = self.tables.opened(table_id)
        await self.tables.remove(table_id)
        if table is not None:
            table.pages.clear()

    def changed(self, table: OpenTable) -> None:
        """Tell the pages of a table what they lack, and let its bots play."""
        _tell(table)
        if table.playing is None:
            table.playing = asyncio.create_task(self._play(table))

    async def refresh(self, table_id: str) -> None:
        """Take over what another tab has stored of a table, if it is open here."""
        if table := self.tables.opened(table_id):
            await self.tables.refresh(table)
            self.changed(table)

    def close(self, table: OpenTable) -> None:
        """Forget a table that no page shows, once its bots have played."""
        if not (table.pages or table.playing):
            self.tables.close(table)

    async def _play(self, table: OpenTable) -> None:
        """Do what is due at a table: the first draws, the turns of bots, the table of a rematch."""
        try:
            while await self._next(table):
                pass
        except Problem as problem:
            _refuse(table, problem)
        except Exception:
            logger.exception("table %s cannot go on", table.state.row.id)
            _refuse(table, Problem(Refusal.BOT_FAILED))
        finally:
            table.playing = None
            self.close(table)

    async def _next(self, table: OpenTable) -> bool:
        """Do one thing that is due; ``False`` if nothing is."""
        state = table.state
        if not state.over and state.initial_draw_pending:
            await self._append(table, CHANCE, "draw", lambda _state: (Drawn(), None))
        elif (seat := bot_turns.next_bot(state)) is not None:
            plies = await self._turn(state, seat)
            check = partial(submission.submit_bot, before=state, seat=seat, plies=plies)
            await self._append(table, seat, f"bot:{state.seq}", check)
        elif made := rematch.table(state, self.levels(state.row.game)):
            row, _ = made
            await self.tables.add(row)
            if not await self.tables.update(table, partial(_with_rematch, follower=row.id)):
                await self.tables.remove(row.id)
            _tell(table)
        else:
            return False
        return True

    async def _append(self, table: OpenTable, seat: int, key: str, check: Check) -> None:
        """Append what is due, unless the state has changed meanwhile.

        Raises:
            Problem: it could not be stored.
        """
        try:
            await self.tables.append(table, seat, key, check)
        except Problem as problem:
            if problem.code not in OVERTAKEN:
                raise
        _tell(table)

    async def _turn(self, state: TableState, seat: int) -> list[str]:
        """The turn of a bot, which knows what its seat may know.

        Raises:
            Problem: the bot could not play.
        """
        view = state.position.view(seat)
        try:
            level, begun = state.seats[seat].level, time.monotonic()
            actions = await self._think(state.row.game, bytes(view.state.data), seat, level)
            least = bot_turns.least_seconds(state.game.info, specs.search_seconds(state.row.game, level))
            await asyncio.sleep(begun + least - time.monotonic())
            played = view.copy()
            for action in actions:
                played.push(Move(seat, action, played.name(action, seat)))
            plies = bot_turns.submission(view, seat, [move.text for move in played.since(view.ply)])
        except Exception as error:
            logger.exception("the bot at seat %d of table %s failed", seat, state.row.id)
            raise Problem(Refusal.BOT_FAILED) from error
        if not plies:
            raise Problem(Refusal.BOT_FAILED)
        return plies


def _with_rematch(row: TableRow, follower: str) -> TableRow | None:
    """The row with the table of its rematch; ``None`` if another tab has made one."""
    return None if row.rematch else replace(row, rematch=follower)


def _refuse(table: OpenTable, problem: Problem) -> None:
    for page in list(table.pages):
        page.send(refused(problem, table.state.row.game))


def _tell(table: OpenTable) -> None:
    for page in list(table.pages):
        page.catch_up()
