"""The rule that a refused action breaks."""

from __future__ import annotations

from collections.abc import Callable

from tablier.core.seats import CHANCE
from tablier.games.ankh_morpork import board
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.actions import ACTIONS
from tablier.games.ankh_morpork.board_model import buildings, free_sites, moment
from tablier.games.ankh_morpork.queries import rate, reachable
from tablier.games.ankh_morpork.state import State

ENDED, NOT_ASKED = 1103, 401
Broken = int | Callable[..., int]
"""A rule, or a function of the state, the seat and the indices of the action that finds it."""


def why(s: State, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal."""
    if s.stage == st.OVER:
        return ENDED
    if seat == CHANCE or not s.runtime.movers(s) >> seat & 1:
        return NOT_ASKED
    if action in s.runtime.legal(s, seat):
        return 0
    family, indices = ACTIONS.decode(action)
    stage = moment(s, seat)
    broken = _BROKEN[family].get(stage, _OUT_OF_PLACE[stage])
    return broken if isinstance(broken, int) else broken(s, seat, *indices)


def _found(s: State, seat: int, site: int) -> int:
    if free_sites(s) >> site & 1:
        if not reachable(s, seat) >> site & 1:
            return 902
        if s.foundations[seat].bit_count() >= board.FOUNDATIONS:
            return 903
    return 901


def _house(s: State, seat: int, site: int) -> int:
    return _no_house(s, seat, site) or 904


def _scroll_house(s: State, seat: int, site: int) -> int:
    return _no_house(s, seat, site) or _scrolls(s, seat, board.SCROLLS_HOUSE, 1009)


def _no_house(s: State, seat: int, site: int) -> int:
    """The rule against a house here, however it is paid; 0 if there is none."""
    if not s.foundations[seat] >> site & 1:
        return 904
    return 0 if s.houses[seat].bit_count() < board.HOUSES else 906


def _villa(s: State, seat: int, site: int) -> int:
    return _no_villa(s, seat, site) or 905


def _scroll_villa(s: State, seat: int, site: int) -> int:
    return _no_villa(s, seat, site) or _scrolls(s, seat, board.SCROLLS_VILLA, 1009)


def _no_villa(s: State, seat: int, site: int) -> int:
    """The rule against a villa here, however it is paid; 0 if there is none."""
    if not s.houses[seat] >> site & 1:
        return 905
    return 0 if s.villas[seat].bit_count() < board.VILLAS else 906


def _scrolls(s: State, seat: int, price: int, rule: int) -> int:
    """The rule against an action with scrolls; 0 if the seat can pay for it."""
    if s.scroll_actions >= board.SCROLL_ACTIONS:
        return 1005
    return 0 if s.scrolls[seat] >= price else rule


def _fix(s: State, seat: int, _: int) -> int:
    return _scrolls(s, seat, board.SCROLLS_DICE, 1008)


def _scroll_take(s: State, seat: int, _: int) -> int:
    return _scrolls(s, seat, board.SCROLLS_CARD, 1006) or 803


def _scroll_token(s: State, seat: int) -> int:
    return _scrolls(s, seat, board.SCROLLS_TOKEN, 1007) or 1001


def _thief(s: State, seat: int, spot: int) -> int:
    if spot == s.thief:
        return 605
    return 603 if buildings(s, seat) & board.THIEVES else 604


def _hire(s: State, seat: int, _: int) -> int:
    if s.phase == st.EARLY:
        return 1003
    if not s.assassins or s.track.bit_count() == len(board.CELLS):
        return 704
    if s.houses[seat].bit_count() >= board.HOUSES or not free_sites(s):
        return 702
    return 703


def _rob(s: State, _: int, other: int) -> int:
    return 607 if other < s.players and s.receipts[other] else 606


def _bank(s: State, seat: int, given: int, received: int) -> int:
    if given == received:
        return 801
    return 802 if s.hands[seat, given] < rate(s, seat, given) else 803


def _point(s: State, seat: int, kind: int) -> int:
    return 302 if s.points[seat, kind] >= board.LAST else 306


def _offer(s: State, _: int) -> int:
    return 804 if s.offers >= s.offer_cap else 805


_BROKEN: dict[str, dict[int, Broken]] = ACTIONS.table(
    {
        "settle": {st.SETTLE: 103, st.ESTATE: 103},
        "found": {st.MAIN: _found},
        "house": {st.MAIN: _house},
        "villa": {st.MAIN: _villa},
        "scroll_house": {st.MAIN: _scroll_house},
        "scroll_villa": {st.MAIN: _scroll_villa},
        "thief": {st.ACT: _thief},
        "rob": {st.ROB: _rob},
        "deal": {},
        "bank": {st.MAIN: _bank},
        "give": {st.OFFERING: 805},
        "want": {st.OFFERING: 805},
        "take": {st.GIFT: 502, st.LABORATORY_STAGE: 502},
        "scroll_take": {st.MAIN: _scroll_take},
        "show": {},
        "sell": {},
        "discard": {},
        "turn_up": {st.MAIN: 907},
        "palace": {},
        "point": {st.MAIN: _point},
        "hire": {st.ACT: _hire},
        "fix": {st.BEFORE: _fix},
        "roll": {},
        "guard": {st.BEFORE: 1002, st.MAIN: 1002},
        "pass": {},
        "offer": {st.MAIN: _offer},
        "propose": {st.OFFERING: 805},
        "accept": {},
        "refuse": {},
        "counter": {st.ANSWER: 807},
        "token": {st.MAIN: 1001},
        "scroll_token": {st.MAIN: _scroll_token},
        "promote": {st.MAIN: 1010},
        "arrest": {},
        "end": {},
    }
)
"""The rules that refuse an action at the stages where its family may be legal, if they differ from the stage's own."""

_OUT_OF_PLACE = {
    st.SETTLE: 201,
    st.GIFT: 204,
    st.BEFORE: 402,
    st.DISCARD: 601,
    st.ACT: 602,
    st.ROB: 407,
    st.ESTATE: 705,
    st.SHOW: 504,
    st.LIBRARY_STAGE: 505,
    st.LABORATORY_STAGE: 506,
    st.PALACE_STAGE: 508,
    st.ARREST_STAGE: 706,
    st.MAIN: 406,
    st.OFFERING: 407,
    st.ANSWER: 806,
    st.PICK: 808,
}
"""The rule of a stage, which refuses every other action."""
