"""Which seat a browser gets when it sits down: one of a table, unless it asks for another by that seat's own link.

It is decided again where the seat is given away, when no other request can take one.
"""

from __future__ import annotations

from hmac import compare_digest

from tablier.server.domain.rows import TableRow
from tablier.server.problem import Problem, Refusal


def by_link(table: TableRow | None, token: bytes, browser: int | None, *, also: bool) -> int:
    """The seat that a token gives, told as its hash: a seat's own, or any free one of the table.

    A browser with another seat must want this one ``also``: most players who open a friend's link at their own table
    only want to see where it leads.

    Raises:
        Problem: the token is not of this table, another browser has redeemed it, no seat is free, or the browser has
            another seat.
    """
    if table is None:
        raise Problem(Refusal.SEAT_TOKEN)
    if table.invite is not None and compare_digest(table.invite, token):
        return _own_or_free(table, browser)
    number = next((n for n, seat in enumerate(table.seats) if seat.token == token), None)
    if number is None or table.seats[number].browser_id not in (None, browser):
        raise Problem(Refusal.SEAT_TOKEN)
    if table.seats[number].browser_id is None and _own(table, browser) and not also:
        raise Problem(Refusal.ALREADY_SEATED)
    return number


def in_lobby(table: TableRow, browser: int | None) -> int:
    """The seat that everybody gets at an open table.

    Raises:
        Problem: the table is closed or full.
    """
    if not table.open:
        raise Problem(Refusal.TABLE_FULL)
    return _own_or_free(table, browser)


def _own_or_free(table: TableRow, browser: int | None) -> int:
    free = [n for n, seat in enumerate(table.seats) if seat.level == 0 and seat.browser_id is None]
    if not (found := _own(table, browser) or free):
        raise Problem(Refusal.TABLE_FULL)
    return found[0]


def _own(table: TableRow, browser: int | None) -> list[int]:
    return [n for n, seat in enumerate(table.seats) if browser is not None and seat.browser_id == browser]
