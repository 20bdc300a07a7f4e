"""Secret links to watch a private table, and to move a seat to another browser.

Only hashes are stored; of a token that has moved a seat, the hash of its hash: only the redeeming browser may reuse
it. A new link replaces the earlier one, which expires.
"""

from __future__ import annotations

from hmac import compare_digest

import structlog

from tablier.server.bus import Bus
from tablier.server.db.table_store import TableStore, redeemed
from tablier.server.domain.state import TableState
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.cache import TableCache
from tablier.server.tokens import digest, new_token

logger = structlog.get_logger()


class AccessLinks:
    """Access to a table for spectators, and the links that grant it."""

    def __init__(self, tables: TableStore, cache: TableCache, bus: Bus) -> None:
        self._tables = tables
        self._cache = cache
        self._bus = bus

    async def invited(self, table_id: str, browser: int | None) -> bool:
        """Whether a browser has come by the link to watch."""
        return browser is not None and await self._tables.watches(table_id, browser)

    async def viewable(self, table_id: str, browser: int | None) -> TableState:
        """A table that this browser may watch.

        Raises:
            Problem: the table is unknown or private.
        """
        state = await self._cache.state(table_id)
        if not (state.admits(browser) or await self.invited(table_id, browser)):
            raise Problem(Refusal.PRIVATE_TABLE)
        return state

    async def check_watch(self, table_id: str, token: str) -> bool:
        """Check the token to watch; ``False`` if everybody may watch without one.

        Raises:
            Problem: the table is unknown, or the token is not its current one.
        """
        watch = (await self._cache.state(table_id)).row.watch
        if watch is not None and not compare_digest(watch, digest(token)):
            raise Problem(Refusal.WATCH_TOKEN)
        return watch is not None

    async def watch(self, table_id: str, token: str, browser: int) -> None:
        """Let a browser watch.

        Raises:
            Problem: the token is not the table's current one.
        """
        if not await self._tables.admit(table_id, digest(token), browser):
            raise Problem(Refusal.WATCH_TOKEN)

    async def renew_watch(self, table_id: str, browser: int | None) -> str:
        """A new token to watch, for a player of the table. Browsers that redeemed the earlier one go on watching.

        Raises:
            Problem: the table is unknown, the browser has no seat there, or everybody may watch.
        """
        await self._check_own(table_id, browser)
        token = new_token()
        await self._tables.update(table_id, watch=digest(token))
        self._bus.wake(table_id)
        return token

    async def end_watching(self, table_id: str, browser: int | None) -> None:
        """Disconnect all who came by a link to watch, for a player of the table; the link expires.

        Raises:
            Problem: the table is unknown, the browser has no seat there, or everybody may watch.
        """
        await self._check_own(table_id, browser)
        await self._tables.end_watching(table_id, digest(new_token()))  # never shown, so it opens nothing
        logger.info("watching.ended", table=table_id)
        self._bus.wake(table_id)

    async def _check_own(self, table_id: str, browser: int | None) -> None:
        """Check that a browser may decide who watches.

        Raises:
            Problem: the table is unknown, the browser has no seat there, or everybody may watch.
        """
        state = await self._cache.state(table_id)
        if not state.held_by(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        if state.row.watch is None:
            raise Problem(Refusal.PUBLIC_TABLE)

    async def share(self, table_id: str, browser: int | None) -> None:
        """Let everybody look at a finished game, for one of its players.

        Raises:
            Problem: the table is unknown, the browser has not played there, or the game is not over.
        """
        state = await self._cache.state(table_id)
        if not state.has_sat(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        if not state.over:
            raise Problem(Refusal.GAME_NOT_OVER)
        await self._tables.update(table_id, shared=True)
        self._bus.wake(table_id)

    async def renew_recovery(self, table_id: str, seat: int, browser: int | None) -> str:
        """A new token that moves a seat of the browser to the one that redeems it.

        Raises:
            Problem: the table is unknown, or the seat is not the browser's.
        """
        state = await self._cache.state(table_id)
        if seat not in state.held_by(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        token = new_token()
        await self._tables.set_recovery(table_id, seat, digest(token))
        self._bus.wake(table_id)
        return token

    async def check_recovery(self, table_id: str, token: str, browser: int | None) -> None:
        """Check the token that moves a seat; guessing one then stores no browser.

        Raises:
            Problem: the table is unknown, the token is not a seat's current one, or another browser has redeemed it.
        """
        state, fresh = await self._cache.state(table_id), digest(token)
        if not any(
            compare_digest(seat.recovery or b"", fresh)
            or (compare_digest(seat.recovery or b"", redeemed(fresh)) and seat.browser_id == browser)
            for seat in state.row.seats
        ):
            raise Problem(Refusal.RECOVERY_TOKEN)

    async def recover(self, table_id: str, token: str, browser: int) -> int:
        """Move a seat to this browser, which may repeat it.

        Raises:
            Problem: the token is not a seat's current one, or another browser has redeemed it.
        """
        seat = await self._tables.recover(table_id, digest(token), browser)
        if seat is None:
            raise Problem(Refusal.RECOVERY_TOKEN)
        logger.info("seat.moved", table=table_id, seat=seat)
        self._bus.wake(table_id)
        return seat
