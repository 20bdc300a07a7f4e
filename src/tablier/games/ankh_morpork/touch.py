"""How actions are touched: sites, chips and districts on the board, the own cards, prices, and buttons.

Cards of the own hand stand for their kinds. Scrolls come first where they pay: scrolls, then what they are for. The
bank changes the card touched first for the one touched second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablier.games.ankh_morpork import board
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import BOUNTIES, CHIPS, GOOD_NAMES, KIND_NAMES, KINDS, SEATS, SITES, SPOT_NAMES
from tablier.games.ankh_morpork.words import members, owner

if TYPE_CHECKING:
    from tablier.position import Position

Path = tuple[str, ...]
Paths = tuple[Path, ...]


def paths(position: Position, seat: int, action: int) -> Paths:
    """Every way to touch an action in this position."""
    s = position.state
    stage = int(s.stage)
    if stage == st.OFFERING or (stage == st.ANSWER and s.answer[seat] == st.COUNTERING):
        return _offered(seat, action)
    if stage in _WAYS:
        return _WAYS[stage](s, seat, action)
    if stage in (st.SETTLE, st.ESTATE) and action < st.FOUND_AT:
        return ((f"spot:{action}",),)
    first = _BY_CARD.get(stage)
    if first is not None and _is(action, first):
        return ((card(seat, KIND_NAMES[action - first]),),)
    return _button(action, _BUTTONS.get(stage, {}))


_BY_CARD = {
    st.GIFT: st.TAKE,
    st.LABORATORY_STAGE: st.TAKE,
    st.SHOW: st.SHOW_KIND,
    st.LIBRARY_STAGE: st.SELL,
    st.DISCARD: st.DISCARD_KIND,
}
"""Where a card of the hand says all: the actions of the kinds."""
_PASS = {st.PASS: "pass"}
_BUTTONS = {
    st.ESTATE: _PASS,
    st.LIBRARY_STAGE: _PASS,
    st.ARREST_STAGE: {st.ARREST: "arrest", **_PASS},
    st.ANSWER: {st.ACCEPT: "accept", st.REFUSE: "refuse", st.COUNTER: "counter"},
}
_AFTER = {st.OFFER: "offer", st.PROMOTE: "promote", st.END: "end"}
_SITES = {
    st.FOUND_AT: ("foundation", ""),
    st.HOUSE_AT: ("house", ""),
    st.VILLA_AT: ("villa", ""),
    st.SCROLL_HOUSE_AT: ("house", "scroll"),
    st.SCROLL_VILLA_AT: ("villa", "scroll"),
}
_NEXT = {None: "foundation", "foundation": "house", "house": "villa"}
"""What a touch of one's own piece, or of a site, builds."""


def card(seat: int, name: str) -> str:
    """A kind of the own hand as a target."""
    return f"piece:hand:{seat}:{name}"


def _is(action: int, first: int, n: int = KINDS) -> bool:
    return first <= action < first + n


def _button(action: int, buttons: dict[int, str]) -> Paths:
    return ((f"button:{buttons[action]}",),) if action in buttons else ()


def _offered(seat: int, action: int) -> Paths:
    """What is given is touched in the hand, what is wanted among what can be asked for."""
    if _is(action, st.GIVE, len(GOOD_NAMES)):
        return ((card(seat, GOOD_NAMES[action - st.GIVE]),),)
    if _is(action, st.WANT, len(GOOD_NAMES)):
        return ((f"piece:ask:{seat}:{GOOD_NAMES[action - st.WANT]}",),)
    return _button(action, {st.PROPOSE: "propose"})


def _before(_: Any, seat: int, action: int) -> Paths:
    """A result is fixed by touching scrolls, then any chip with that number."""
    if action == st.GUARD:
        return ((card(seat, "guard"),),)
    if _is(action, st.FIX, 11):
        chips = [name for name, (_, number) in zip(SPOT_NAMES, CHIPS, strict=False) if number == action - st.FIX + 2]
        return tuple((card(seat, "scroll"), f"spot:{chip}") for chip in chips)
    return _button(action, {st.ROLL: "roll"})


def _act(_: Any, seat: int, action: int) -> Paths:
    """The thief goes where one touches; an assassin is hired by touching the two cards of his bounty."""
    if _is(action, st.THIEF_TO, len(SPOT_NAMES)):
        return ((f"spot:{SPOT_NAMES[action - st.THIEF_TO]}",),)
    if _is(action, st.HIRE, len(BOUNTIES)):
        a, b = (card(seat, KIND_NAMES[kind]) for kind in BOUNTIES[action - st.HIRE])
        return (a, b), (b, a)
    return _button(action, _PASS)


def _rob(s: Any, _: int, action: int) -> Paths:
    """A victim by name, or by a building in the district."""
    if not _is(action, st.ROB_SEAT, SEATS):
        return ()
    victim = action - st.ROB_SEAT
    near = int(board.AROUND[s.thief]) & int(st.buildings(s, victim))
    return (f"button:rob-{victim}",), *((f"spot:{site}",) for site in members(near))


def _pick(_: Any, _seat: int, action: int) -> Paths:
    if _is(action, st.DEAL_WITH, SEATS):
        return ((f"button:deal-{action - st.DEAL_WITH}",),)
    return _button(action, _PASS)


def _after_dice(s: Any, seat: int, action: int) -> Paths:
    if action < st.THIEF_TO:
        return _build(s, seat, action)
    if _is(action, st.BANK, KINDS * KINDS):
        given, received = divmod(action - st.BANK, KINDS)
        return ((card(seat, KIND_NAMES[given]), card(seat, KIND_NAMES[received])),) if given != received else ()
    if _is(action, st.SCROLL_TAKE):
        return ((card(seat, "scroll"), card(seat, KIND_NAMES[action - st.SCROLL_TAKE])),)
    if _is(action, st.TURN_UP):
        return (("piece:cost:receipts", card(seat, KIND_NAMES[action - st.TURN_UP])),)
    if _is(action, st.BUY_POINT):
        name = KIND_NAMES[action - st.BUY_POINT]
        return (f"spot:{name}",), ("piece:cost:point", card(seat, name)), ("piece:cost:point", f"spot:{name}")
    if action == st.TOKEN:
        return (("piece:cost:token",),)
    if action == st.SCROLL_TOKEN:
        return ((card(seat, "scroll"), "piece:cost:token"),)
    if action == st.GUARD:
        return ((card(seat, "guard"),),)
    return _button(action, _AFTER)


def _build(s: Any, seat: int, action: int) -> Paths:
    """A price, then a site; or the site alone, which builds what can come next there."""
    family, site = action // SITES * SITES, action % SITES
    if family not in _SITES:
        return ()
    what, pays = _SITES[family]
    found = owner(s, site)
    mine = found[1] if found and found[0] == seat else None
    direct = _NEXT.get(mine) == what
    if pays:
        return ((card(seat, pays), f"spot:{site}"),) if direct else ()
    by_price = ((f"piece:cost:{what}", f"spot:{site}"),)
    return (*(((f"spot:{site}",),) if direct else ()), *by_price)


def _palace(_: Any, _seat: int, action: int) -> Paths:
    return ((f"spot:{KIND_NAMES[action - st.PALACE_POINT]}",),) if _is(action, st.PALACE_POINT) else ()


_WAYS: dict[int, Callable[[Any, int, int], Paths]] = {
    st.BEFORE: _before,
    st.ACT: _act,
    st.ROB: _rob,
    st.PALACE_STAGE: _palace,
    st.MAIN: _after_dice,
    st.PICK: _pick,
}
