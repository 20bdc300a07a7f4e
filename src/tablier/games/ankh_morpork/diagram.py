"""Positions as text, for rulebooks and tests.

A diagram is a list of fields separated by semicolons. A colour's field lists what the seat has: ``h0 v3 f7`` houses,
villas and foundations, ``wood:2`` cards, ``scroll:4``, ``receipts:1`` (face up), ``guard:2`` and ``vetinari:1`` (face
down), ``new:1`` (guards among them that were bought in this turn), ``shown:3`` (guards face up), ``arrested:1``,
``captain`` or ``sergeant``, ``ore=4`` guild points. Other fields: ``thief: ore4``; ``track: 2 3``, the cells with an
assassin; ``fire``; ``president: wood=red``, where guild points do not tell; ``turn: blue``; ``dice: 8``, when they have
been rolled, their result has taken effect, and trade and building have begun; ``guarded``, ``used: 1`` (actions with
scrolls), ``bought: wood=2`` and ``offered: 1`` in this turn; ``placing``, the set-up goes on.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tablier.errors import InvalidOption
from tablier.games.ankh_morpork import board
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import COLOUR_NAMES, GOOD_NAMES, KIND_NAMES, KINDS, SITES, SPOT_NAMES
from tablier.games.ankh_morpork.guilds import judge
from tablier.games.ankh_morpork.turn import begin_turn, next_to_settle, won

_PIECE = re.compile(r"([hvf])(\d+)")
_NUMBER = re.compile(r"([a-z]+)([:=])(\d+)")
_PIECES = {"h": ("houses", board.HOUSES), "v": ("villas", board.VILLAS), "f": ("foundations", board.FOUNDATIONS)}
_COUNTS = {"receipts": "receipts", "guard": "guards", "vetinari": "vetinari", "shown": "shown", "arrested": "arrests"}
_RANKS = ("", "sergeant", "captain")
_FLAGS = ("fire", "guarded")
_USED = {"used": ("scroll_actions", board.SCROLL_ACTIONS), "offered": ("offers", 100)}


def fill(text: str, s: Any) -> None:
    """Put the position that a diagram describes into a fresh record.

    Raises:
        InvalidOption: a field that is unknown or wrong, or no position of the game.
    """
    s.receipts[:] = 0
    begin_turn(s, 0)
    placing = False
    for part in filter(None, (p.strip() for p in text.split(";"))):
        key, _, value = (piece.strip() for piece in part.partition(":"))
        try:
            if key == "placing":
                placing = True
            else:
                _field(s, key, value.split())
        except InvalidOption as error:
            raise InvalidOption(f"diagram: {part!r}: {error}") from error
    _balance(s)
    for kind in range(KINDS):
        judge(s, kind)
    if placing:
        next_to_settle(s)
    else:
        won(s)


def _field(s: Any, key: str, words: list[str]) -> None:
    if key in COLOUR_NAMES:
        for word in words:
            _possession(s, _seat(s, [key]), word)
    elif key in _FLAGS:
        s[key] = 1
    elif key in _USED:
        field, most = _USED[key]
        s[field] = _number(words, most)
    else:
        _common(s, key, words)


def _common(s: Any, key: str, words: list[str]) -> None:
    """What belongs to no seat."""
    match key:
        case "thief":
            s.thief = _index(words, SPOT_NAMES, "place")
        case "track":
            s.track = board.mask(_cell(word) for word in words)
        case "president":
            for word in words:
                guild, _, colour = word.partition("=")
                s.president[_index([guild], KIND_NAMES, "guild")] = 1 + _seat(s, [colour])
        case "turn":
            s.active = s.mover = _seat(s, words)
        case "dice":
            s.result, s.stage, s.phase = _number(words, 12), st.MAIN, st.LATE
        case "bought":
            for word in words:
                guild, _, number = word.partition("=")
                s.bought[_index([guild], KIND_NAMES, "guild")] = _number([number], board.LAST)
        case _:
            fields = "thief, track, fire, president, turn, dice, guarded, used, bought, offered, placing"
            raise InvalidOption(f"unknown field; fields are {', '.join(COLOUR_NAMES)}, {fields}")


def _possession(s: Any, seat: int, word: str) -> None:
    """One thing that a seat has."""
    if piece := _PIECE.fullmatch(word):
        _lay(s, seat, piece[1], int(piece[2]))
    elif word in _RANKS[1:]:
        s.rank[seat] = _RANKS.index(word)
    elif number := _NUMBER.fullmatch(word):
        _count(s, seat, number[1], number[2], int(number[3]))
    else:
        raise InvalidOption(f"{word!r} cannot be read; write h0, wood:2, ore=4, scroll:4, guard:1, captain ...")


def _lay(s: Any, seat: int, mark: str, site: int) -> None:
    if site >= SITES:
        raise InvalidOption(f"there is no site {site}; sites are 0 to {SITES - 1}")
    if not st.contains(st.free_sites(s), site):
        raise InvalidOption(f"two pieces on site {site}")
    field, most = _PIECES[mark]
    s[field][seat] |= np.uint64(1 << site)
    if int(s[field][seat]).bit_count() > most:
        raise InvalidOption(f"more than {most} {field}")


def _count(s: Any, seat: int, what: str, sign: str, n: int) -> None:
    if n > 100:
        raise InvalidOption(f"{n} {what} are too many")
    if sign == "=" and what in KIND_NAMES:
        if n > board.LAST:
            raise InvalidOption(f"a guild has {board.LAST} points")
        s.points[seat, KIND_NAMES.index(what)] = n
    elif sign == ":" and what == "scroll":
        s.scrolls[seat] = n
    elif sign == ":" and what in KIND_NAMES:
        s.hands[seat, KIND_NAMES.index(what)] = n
    elif sign == ":" and what in _COUNTS:
        s[_COUNTS[what]][seat] = n
    elif sign == ":" and what == "new":
        s.fresh = s.drawn = n
    else:
        known = ", ".join((*GOOD_NAMES, *_COUNTS, "new"))
        raise InvalidOption(f"{what!r} is nothing that a seat has; it may have {known}")


def _index(words: list[str], known: tuple[str, ...], what: str) -> int:
    word = " ".join(words)
    if word not in known:
        raise InvalidOption(f"{word!r} is no {what}; choose from {', '.join(known)}")
    return known.index(word)


def _seat(s: Any, words: list[str]) -> int:
    return _index(words, COLOUR_NAMES[: int(s.players)], "colour of this game")


def _number(words: list[str], most: int) -> int:
    word = " ".join(words)
    if not word.isdecimal() or int(word) > most:
        raise InvalidOption(f"{word!r} is no number up to {most}")
    return int(word)


def _cell(word: str) -> int:
    number = _number([word], 12)
    if number not in board.CELLS:
        raise InvalidOption(f"the track has no cell {number}")
    return number


def _balance(s: Any) -> None:
    """Work out what lies in the bank and in the stacks; everybody knows the hands of a diagram."""
    s.bank[:] = board.CARDS - s.hands.sum(0)
    s.held[:] = s.hands.sum(1)
    s.low[:] = s.high[:] = s.hands
    s.tokens[:] = s.guards + s.vetinari
    used = s.guards.sum() + s.shown.sum() + s.arrests.sum() + board.PROMOTION * np.count_nonzero(s.rank)
    s.bag[:] = board.GUARDS - used, board.VETINARI - s.vetinari.sum()
    s.stack = s.bag.sum()
    s.assassins = board.ASSASSINS - int(s.track).bit_count() - s.arrests.sum()
    for field, what in (("bank", "cards of a kind"), ("bag", "tokens of a sort")):
        if s[field].min() < 0:
            raise InvalidOption(f"diagram: there are not so many {what}")
    if s.assassins < 0 or s.receipts.max() > board.RECEIPTS:
        raise InvalidOption("diagram: there are not so many assassins or receipts")
    if s.fresh > s.guards[s.active]:
        raise InvalidOption("diagram: new guards are guards of the colour whose turn it is")
