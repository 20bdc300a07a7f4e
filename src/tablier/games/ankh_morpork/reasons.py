"""Why an action is refused: the rule that it breaks, as ``100 * chapter + number``. Plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tablier.games.ankh_morpork import board, spending, trade
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import KINDS, SHADES, SITES
from tablier.games.ankh_morpork.cards import can_pay
from tablier.games.ankh_morpork.guilds import price, rate
from tablier.games.ankh_morpork.roll import palace_open
from tablier.games.ankh_morpork.thief import can_hire, due, licensed, vacant_cells, victims

NOT_YOURS, UNDECIDED, BEFORE_DICE, AFTER_DICE, ENDED = 401, 407, 402, 406, 1103


def why(s: Any, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal."""
    if s.stage == st.OVER:
        return ENDED
    if not _asked(s, seat):
        return NOT_YOURS
    return _BY_STAGE[int(s.stage)](s, seat, action)


def _asked(s: Any, seat: int) -> bool:
    if s.stage == st.DISCARD:
        return bool(due(s, seat) > s.give[seat].sum())
    if s.stage == st.ANSWER:
        return bool(trade.silent(s) >> seat & 1)
    return bool(s.mover == seat) and s.stage not in (st.DICE, st.STEAL, st.DIE, st.DRAW)


def _among(action: int, first: int, count: int) -> bool:
    return first <= action < first + count


def _free(s: Any, site: int) -> bool:
    return bool(st.contains(st.free_sites(s), site))


def _settle(s: Any, seat: int, action: int) -> int:
    if not _among(action, st.SETTLE_AT, SITES):
        return 201
    return 0 if _free(s, action) else 103


def _estate(s: Any, seat: int, action: int) -> int:
    if action == st.PASS and s.estate:
        return 0
    if not _among(action, st.SETTLE_AT, SITES):
        return 705
    return 0 if _free(s, action) else 103


def _gift(s: Any, seat: int, action: int) -> int:
    if not _among(action, st.TAKE, KINDS):
        return 204 if s.stage == st.GIFT else 506
    return 0 if s.bank[action - st.TAKE] else 502


def _before(s: Any, seat: int, action: int) -> int:
    if _among(action, st.FIX, 11):
        return _scrolls(s, seat, board.SCROLLS_DICE, 1008)
    if action == st.GUARD:
        return _guard(s, seat)
    return 0 if action == st.ROLL else BEFORE_DICE


def _scrolls(s: Any, seat: int, needed: int, rule: int) -> int:
    if s.scroll_actions >= board.SCROLL_ACTIONS:
        return 1005
    return 0 if s.scrolls[seat] >= needed else rule


def _guard(s: Any, seat: int) -> int:
    return 0 if spending.can_guard(s, seat) else 1002


def _act(s: Any, seat: int, action: int) -> int:
    if _among(action, st.THIEF_TO, board.SPOTS):
        return _thief(s, action - st.THIEF_TO)
    if _among(action, st.HIRE, len(board.BOUNTIES)):
        return _hire(s, seat, board.BOUNTIES[action - st.HIRE])
    return 0 if action == st.PASS else 602


def _thief(s: Any, spot: int) -> int:
    if spot == s.thief:
        return 605
    if not licensed(s):
        return 0 if spot == SHADES else 604
    return 0 if spot in board.LICENSED else 603


def _hire(s: Any, seat: int, pair: Any) -> int:
    if s.phase == st.EARLY:
        return 1003
    if not s.assassins or not vacant_cells(s):
        return 704
    if not can_hire(s):
        return 702
    return 0 if all(s.hands[seat, kind] for kind in pair) else 703


def _rob(s: Any, seat: int, action: int) -> int:
    if not _among(action, st.ROB_SEAT, board.SEATS):
        return UNDECIDED
    other = action - st.ROB_SEAT
    if int(victims(s)) >> other & 1:
        return 0
    return 607 if other < s.players and s.receipts[other] else 606


def _show(s: Any, seat: int, action: int) -> int:
    return 0 if _among(action, st.SHOW_KIND, KINDS) and s.hands[seat, action - st.SHOW_KIND] else 504


def _library(s: Any, seat: int, action: int) -> int:
    if action == st.PASS:
        return 0
    return 0 if _among(action, st.SELL, KINDS) and s.hands[seat, action - st.SELL] else 505


def _palace(s: Any, seat: int, action: int) -> int:
    return 0 if _among(action, st.PALACE_POINT, KINDS) and palace_open(s, seat, action - st.PALACE_POINT) else 508


def _arrest(s: Any, seat: int, action: int) -> int:
    return 0 if action in (st.ARREST, st.PASS) else 706


def _discard(s: Any, seat: int, action: int) -> int:
    kind = action - st.DISCARD_KIND
    return 0 if 0 <= kind < KINDS and s.hands[seat, kind] > s.give[seat, kind] else 601


def _main(s: Any, seat: int, action: int) -> int:
    for first, count, check in _MAIN:
        if _among(action, first, count):
            return check(s, seat, action - first)
    return AFTER_DICE


def _found(s: Any, seat: int, site: int) -> int:
    if not _free(s, site):
        return 901
    if not st.contains(spending.reachable(s, seat), site):
        return 902
    if int(s.foundations[seat]).bit_count() >= board.FOUNDATIONS:
        return 903
    return 0 if can_pay(s, seat, board.FOUNDATION_COST) else 901


def _house(s: Any, seat: int, site: int) -> int:
    return _has_house(s, seat, site) or (0 if can_pay(s, seat, board.HOUSE_COST) else 904)


def _scroll_house(s: Any, seat: int, site: int) -> int:
    return _has_house(s, seat, site) or _scrolls(s, seat, board.SCROLLS_HOUSE, 1009)


def _has_house(s: Any, seat: int, site: int) -> int:
    """The rule against a house here, whatever is paid for it."""
    if not st.contains(np.uint64(s.foundations[seat]), site):
        return 904
    return 0 if int(s.houses[seat]).bit_count() < board.HOUSES else 906


def _villa(s: Any, seat: int, site: int) -> int:
    return _has_villa(s, seat, site) or (0 if can_pay(s, seat, board.VILLA_COST) else 905)


def _scroll_villa(s: Any, seat: int, site: int) -> int:
    return _has_villa(s, seat, site) or _scrolls(s, seat, board.SCROLLS_VILLA, 1009)


def _has_villa(s: Any, seat: int, site: int) -> int:
    if not st.contains(np.uint64(s.houses[seat]), site):
        return 905
    return 0 if int(s.villas[seat]).bit_count() < board.VILLAS else 906


def _bank(s: Any, seat: int, pair: int) -> int:
    given, received = divmod(pair, KINDS)
    if given == received:
        return 801
    if s.hands[seat, given] < rate(s, seat, given):
        return 802
    return 0 if s.bank[received] else 803


def _scroll_take(s: Any, seat: int, kind: int) -> int:
    return _scrolls(s, seat, board.SCROLLS_CARD, 1006) or (0 if s.bank[kind] else 803)


def _turn_up(s: Any, seat: int, kind: int) -> int:
    return 0 if s.receipts[seat] < board.RECEIPTS and s.hands[seat, kind] else 907


def _buy_point(s: Any, seat: int, kind: int) -> int:
    if s.points[seat, kind] >= board.LAST:
        return 302
    return 0 if s.hands[seat, kind] >= price(s, kind) else 306


def _play_guard(s: Any, seat: int, _: int) -> int:
    return _guard(s, seat)


def _offer(s: Any, seat: int, _: int) -> int:
    if s.offers >= s.offer_cap:
        return 804
    return 0 if trade.can_begin(s, seat) else 805


def _token(s: Any, seat: int, _: int) -> int:
    return 0 if s.stack and can_pay(s, seat, board.TOKEN_COST) else 1001


def _scroll_token(s: Any, seat: int, _: int) -> int:
    return _scrolls(s, seat, board.SCROLLS_TOKEN, 1007) or (0 if s.stack else 1001)


def _promote(s: Any, seat: int, _: int) -> int:
    return 0 if spending.can_promote(s, seat) else 1010


def _end(s: Any, seat: int, _: int) -> int:
    return 0


Check = Callable[[Any, int, int], int]

_MAIN: tuple[tuple[int, int, Check], ...] = (
    (st.FOUND_AT, SITES, _found),
    (st.HOUSE_AT, SITES, _house),
    (st.VILLA_AT, SITES, _villa),
    (st.SCROLL_HOUSE_AT, SITES, _scroll_house),
    (st.SCROLL_VILLA_AT, SITES, _scroll_villa),
    (st.BANK, KINDS * KINDS, _bank),
    (st.SCROLL_TAKE, KINDS, _scroll_take),
    (st.TURN_UP, KINDS, _turn_up),
    (st.BUY_POINT, KINDS, _buy_point),
    (st.GUARD, 1, _play_guard),
    (st.OFFER, 1, _offer),
    (st.TOKEN, 1, _token),
    (st.SCROLL_TOKEN, 1, _scroll_token),
    (st.PROMOTE, 1, _promote),
    (st.END, 1, _end),
)


def _listed(s: Any, seat: int, action: int, lister: Callable[[Any, int, Any], Any]) -> bool:
    out = np.empty(st.ACTIONS, np.int16)
    return action in out[: int(lister(s, seat, out))]


def _offering(s: Any, seat: int, action: int) -> int:
    if _listed(s, seat, action, trade.list_additions):
        return 0
    return 805 if st.GIVE <= action < st.TAKE or action == st.PROPOSE else UNDECIDED


def _answer(s: Any, seat: int, action: int) -> int:
    if s.answer[seat] == st.COUNTERING:
        return _offering(s, seat, action)
    if _listed(s, seat, action, trade.list_answers):
        return 0
    return 807 if action == st.COUNTER else 806


def _pick(s: Any, seat: int, action: int) -> int:
    return 0 if _listed(s, seat, action, trade.list_partners) else 808


_BY_STAGE: dict[int, Check] = {
    st.SETTLE: _settle,
    st.GIFT: _gift,
    st.BEFORE: _before,
    st.DISCARD: _discard,
    st.ACT: _act,
    st.ROB: _rob,
    st.ESTATE: _estate,
    st.SHOW: _show,
    st.LIBRARY_STAGE: _library,
    st.LABORATORY_STAGE: _gift,
    st.PALACE_STAGE: _palace,
    st.ARREST_STAGE: _arrest,
    st.MAIN: _main,
    st.OFFERING: _offering,
    st.ANSWER: _answer,
    st.PICK: _pick,
}
