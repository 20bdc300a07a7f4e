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

from tablier.core.diagram import fields, no_words, number, one
from tablier.errors import InvalidOption
from tablier.games.ankh_morpork import board
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import COLOUR_NAMES, GOOD_NAMES, KIND_NAMES, SITES, SPOT_NAMES
from tablier.games.ankh_morpork.guilds import judge
from tablier.games.ankh_morpork.turn import begin_turn, next_to_settle, won

_PIECE = re.compile("([hvf])(0|[1-9][0-9]*)")
_NUMBER = re.compile("([a-z]+)([:=])([0-9]+)")
_SUBJECT = re.compile("[a-z]+[:=]")
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
    words = fields(text)
    for key in sorted(words, key=lambda key: key != "turn"):  # the turn first: it says whose new guards may be
        try:
            if key == "placing":
                no_words(words[key])
                placing = True
            else:
                _field(s, key, words[key])
        except InvalidOption as error:
            raise InvalidOption(f"diagram: {key}: {error}") from error
    _balance(s)
    _check_ranks(s)
    _check_presidents(s)
    if placing:
        _check_set_up(s)
        next_to_settle(s)
    else:
        _check_turn(s)
        won(s)


def _field(s: Any, key: str, words: list[str]) -> None:
    if key in COLOUR_NAMES:
        kinds = [found[0] for word in words if (found := _SUBJECT.match(word))]
        if twice := [kind for n, kind in enumerate(kinds) if kind in kinds[:n]]:
            raise InvalidOption(f"{twice[0]!r} comes twice")
        for word in words:
            _possession(s, _seat(s, key), word)
    elif key in _FLAGS:
        no_words(words)
        s[key] = 1
    elif key in _USED:
        field, most = _USED[key]
        s[field] = number(one(words), 0, most)
    else:
        _common(s, key, words)


def _common(s: Any, key: str, words: list[str]) -> None:
    """What belongs to no seat."""
    match key:
        case "thief":
            s.thief = _index(one(words), SPOT_NAMES, "place")
        case "track":
            s.track = board.mask(_cell(word) for word in words)
        case "president":
            for guild, colour in _by_guild(words):
                s.president[guild] = 1 + _seat(s, colour)
        case "turn":
            s.active = s.mover = _seat(s, one(words))
        case "dice":
            s.result, s.stage, s.phase = number(one(words), 2, 12), st.MAIN, st.LATE
        case "bought":
            for guild, points in _by_guild(words):
                s.bought[guild] = number(points, 0, board.LAST)
        case _:
            fields = "thief, track, fire, president, turn, dice, guarded, used, bought, offered, placing"
            raise InvalidOption(f"unknown field; fields are {', '.join(COLOUR_NAMES)}, {fields}")


def _possession(s: Any, seat: int, word: str) -> None:
    """One thing that a seat has."""
    if piece := _PIECE.fullmatch(word):
        _lay(s, seat, piece[1], int(piece[2]))
    elif word in _RANKS[1:]:
        if s.rank[seat]:
            raise InvalidOption("a player has one rank")
        s.rank[seat] = _RANKS.index(word)
    elif found := _NUMBER.fullmatch(word):
        _count(s, seat, found[1], found[2], number(found[3], 0, 100))
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
        if seat != s.active:
            raise InvalidOption("new guards are guards of the colour whose turn it is")
        s.fresh = s.drawn = n
    else:
        known = ", ".join((*GOOD_NAMES, *_COUNTS, "new"))
        raise InvalidOption(f"{what!r} is nothing that a seat has; it may have {known}")


def _by_guild(words: list[str]) -> list[tuple[int, str]]:
    """What is said of each guild: ``wood=red`` is red for wood."""
    pairs = [word.partition("=") for word in words]
    found = [(_index(guild, KIND_NAMES, "guild"), value) for guild, _, value in pairs]
    if len(dict(found)) < len(found):
        raise InvalidOption("a guild comes twice")
    return found


def _index(word: str, known: tuple[str, ...], what: str) -> int:
    if word not in known:
        raise InvalidOption(f"{word!r} is no {what}; choose from {', '.join(known)}")
    return known.index(word)


def _seat(s: Any, word: str) -> int:
    return _index(word, COLOUR_NAMES[: int(s.players)], "colour of this game")


def _cell(word: str) -> int:
    cell = number(word, 2, 12)
    if cell not in board.CELLS:
        raise InvalidOption(f"the track has no cell {cell}")
    return cell


def _balance(s: Any) -> None:
    """Work out what lies in the bank and in the stacks; everybody knows the hands of a diagram."""
    bank = board.CARDS - s.hands.sum(0)
    used = s.guards.sum() + s.shown.sum() + s.arrests.sum() + board.PROMOTION * np.count_nonzero(s.rank)
    bag = np.array([board.GUARDS - used, board.VETINARI - s.vetinari.sum()])
    assassins = board.ASSASSINS - int(s.track).bit_count() - s.arrests.sum()
    for left, what in ((bank.min(), "cards of a kind"), (bag.min(), "tokens of a sort"), (assassins, "assassins")):
        if left < 0:
            raise InvalidOption(f"diagram: there are not so many {what}")
    if s.receipts.max() > board.RECEIPTS:
        raise InvalidOption(f"diagram: nobody has more than {board.RECEIPTS} receipts")
    if s.fresh > s.guards[s.active]:
        raise InvalidOption("diagram: new guards are among the guards of a colour")
    s.bank[:], s.bag[:], s.stack, s.assassins = bank, bag, bag.sum(), assassins
    s.held[:] = s.hands.sum(1)
    s.low[:] = s.high[:] = s.hands
    s.tokens[:] = s.guards + s.vetinari


def _check_ranks(s: Any) -> None:
    """Check that there is one captain as soon as there is a rank (ANKH-10.11)."""
    ranks = s.rank.tolist()
    if any(ranks) and ranks.count(_RANKS.index("captain")) != 1:
        raise InvalidOption("diagram: the first promotion of the game makes the only captain")


def _check_presidents(s: Any) -> None:
    """Find the presidents that guild points tell, and check those that were named (ANKH-3.4)."""
    for kind, guild in enumerate(KIND_NAMES):
        named = int(s.president[kind])
        judge(s, kind)
        if named and (s.president[kind] != named or s.points[named - 1, kind] < board.MEMBER):
            raise InvalidOption(f"diagram: president: the points in the guild {guild} tell otherwise")


def _check_set_up(s: Any) -> None:
    """Check that houses were placed in the order of the set-up, and nothing else was built (ANKH-2.1)."""
    seats = range(int(s.players))
    order = (*seats, *reversed(seats), *seats)
    houses = [int(sites).bit_count() for sites in s.houses[: len(seats)]]
    if sum(houses) > len(order) or houses != [order[: sum(houses)].count(seat) for seat in seats]:
        raise InvalidOption("diagram: placing: houses are placed once round, once back, and once round again")
    if s.villas.any() or s.foundations.any() or s.result:
        raise InvalidOption("diagram: placing: nothing but houses is built in the set-up")


def _check_turn(s: Any) -> None:
    """Check that nothing was bought or offered before the dice, and that points bought are held (ANKH-4.2)."""
    if s.phase == st.EARLY and (s.bought.any() or s.offers or s.drawn or s.scroll_actions):
        raise InvalidOption("diagram: before the dice nothing is bought, offered or done with scrolls; write the dice")
    if (s.bought > s.points[s.active]).any():
        raise InvalidOption("diagram: bought: the colour whose turn it is has fewer points")
