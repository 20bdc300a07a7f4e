"""Secret links beside those of free seats: one to watch a private table, one to move a seat to another browser.

Of each only the hash is kept, and of one that has moved a seat the hash of the hash: it is good for the browser that
used it alone. Asked for again, a link replaces the earlier one, which then opens nothing.
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
    """Who may look at a table, and the links that let somebody."""

    def __init__(self, tables: TableStore, cache: TableCache, bus: Bus) -> None:
        self._tables = tables
        self._cache = cache
        self._bus = bus

    async def invited(self, table_id: str, browser: int | None) -> bool:
        """Whether a browser has come by the link to watch."""
        return browser is not None and await self._tables.watches(table_id, browser)

    async def viewable(self, table_id: str, browser: int | None) -> TableState:
        """A table at which this browser may look.

        Raises:
            Problem: no such table, or a private one.
        """
        state = await self._cache.state(table_id)
        if not (state.admits(browser) or await self.invited(table_id, browser)):
            raise Problem(Refusal.PRIVATE_TABLE)
        return state

    async def check_watch(self, table_id: str, token: str) -> None:
        """See whether this is the token to watch with.

        Raises:
            Problem: no such table, or not its token.
        """
        watch = (await self._cache.state(table_id)).row.watch
        if watch is not None and not compare_digest(watch, digest(token)):
            raise Problem(Refusal.WATCH_TOKEN)

    async def watch(self, table_id: str, token: str, browser: int) -> None:
        """Let a browser watch.

        Raises:
            Problem: not the table's token, or not any more.
        """
        if not await self._tables.admit(table_id, digest(token), browser):
            raise Problem(Refusal.WATCH_TOKEN)

    async def renew_watch(self, table_id: str, browser: int | None) -> str:
        """A new link to watch, for somebody who sits there. Those who came by the last one may go on watching.

        Raises:
            Problem: no such table, not the asker's, or one that everybody may watch.
        """
        await self._check_own(table_id, browser)
        token = new_token()
        await self._tables.update(table_id, watch=digest(token))
        self._bus.wake(table_id)
        return token

    async def end_watching(self, table_id: str, browser: int | None) -> None:
        """Show out all who came by a link to watch, at the wish of somebody who sits there; another link may be made.

        Raises:
            Problem: no such table, not the asker's, or one that everybody may watch.
        """
        await self._check_own(table_id, browser)
        await self._tables.end_watching(table_id, digest(new_token()))  # what nobody is told opens nothing
        logger.info("watching.ended", table=table_id)
        self._bus.wake(table_id)

    async def _check_own(self, table_id: str, browser: int | None) -> None:
        """See whether it is for this browser to say who may watch.

        Raises:
            Problem: no such table, not the asker's, or one that everybody may watch.
        """
        state = await self._cache.state(table_id)
        if not state.held_by(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        if state.row.watch is None:
            raise Problem(Refusal.PUBLIC_TABLE)

    async def share(self, table_id: str, browser: int | None) -> None:
        """Let everybody look at a game that is over, at the wish of somebody who sat there.

        Raises:
            Problem: no such table, not the asker's, or the game is still going on.
        """
        state = await self._cache.state(table_id)
        if not state.has_sat(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        if not state.over:
            raise Problem(Refusal.GAME_NOT_OVER)
        await self._tables.update(table_id, shared=True)
        self._bus.wake(table_id)

    async def renew_recovery(self, table_id: str, seat: int, browser: int | None) -> str:
        """A new link that moves one's own seat to the browser that opens it.

        Raises:
            Problem: no such table, or not the asker's seat.
        """
        state = await self._cache.state(table_id)
        if seat not in state.held_by(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        token = new_token()
        await self._tables.set_recovery(table_id, seat, digest(token))
        self._bus.wake(table_id)
        return token

    async def check_recovery(self, table_id: str, token: str, browser: int | None) -> None:
        """See whether this is the newest link of a seat, so that whoever guesses is not remembered as a browser.

        Raises:
            Problem: no such table, or not the newest link of a seat of it, or used already by another browser.
        """
        state, fresh = await self._cache.state(table_id), digest(token)
        if not any(
            compare_digest(seat.recovery or b"", fresh)
            or (compare_digest(seat.recovery or b"", redeemed(fresh)) and seat.browser_id == browser)
            for seat in state.row.seats
        ):
            raise Problem(Refusal.RECOVERY_TOKEN)

    async def recover(self, table_id: str, token: str, browser: int) -> int:
        """Move a seat to this browser, which may repeat it; the browser that had the seat has it no more.

        Raises:
            Problem: not the newest link of a seat of this table, or used already by another browser.
        """
        seat = await self._tables.recover(table_id, digest(token), browser)
        if seat is None:
            raise Problem(Refusal.RECOVERY_TOKEN)
        logger.info("seat.moved", table=table_id, seat=seat)
        self._bus.wake(table_id)
        return seat
