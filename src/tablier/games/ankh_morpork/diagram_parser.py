"""Positions written as text, for rulebooks and tests.

A diagram is a list of fields separated by semicolons. A colour's field lists the possessions of that seat: ``h0 v3 f7``
houses, villas and foundations, ``wood:2`` cards, ``scroll:4``, ``receipts:1`` (face up), ``guard:2`` and ``vetinari:1``
(face down), ``new:1`` (the guards among them that were bought in this turn), ``shown:3`` (guards face up),
``arrested:1``, ``captain`` or ``sergeant``, ``ore=4`` guild points. Other fields: ``thief: ore4``; ``track: 2 3``, the
cells with an assassin; ``fire``; ``president: wood=red``, where guild points leave it open; ``turn: blue``;
``dice: 8``, a result that has taken effect, so that trade and building have begun; ``guarded``, ``used: 1`` (actions
with scrolls), ``bought: wood=2`` and ``offered: 1`` in this turn; ``placing``, the set-up goes on.
"""

from __future__ import annotations

import re
from itertools import product

from tablier.core.diagram import fields, no_words, number, one
from tablier.core.state import Vector
from tablier.errors import InvalidOption
from tablier.games.ankh_morpork import board
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import COLOUR_NAMES, GOOD_NAMES, KIND_NAMES, KINDS, SEATS, SITES, SPOT_NAMES
from tablier.games.ankh_morpork.board_model import free_sites
from tablier.games.ankh_morpork.queries import complete
from tablier.games.ankh_morpork.state import State

_PIECE = re.compile("([hvf])(0|[1-9][0-9]*)")
_NUMBER = re.compile("([a-z]+)([:=])([0-9]+)")
_SUBJECT = re.compile("[a-z]+[:=]")
_COUNTS = ("receipts", "guard", "vetinari", "shown", "arrested")
_RANKS = ("", "sergeant", "captain")


def fill(text: str, s: State) -> None:
    """Change the start of a game into the position of a diagram.

    Raises:
        InvalidOption: a field is unknown or wrong, or the diagram describes no position.
    """
    s.receipts = [0] * SEATS
    s.stage = st.BEFORE
    placing = False
    words = fields(text)
    for key in sorted(words, key=lambda key: key != "turn"):  # the turn first: only its seat may have new guards
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
    if placing:
        _check_set_up(s)
    else:
        _check_turn(s)
    named = s.president.tolist()
    complete(s, placing)
    _check_presidents(s, named)


def _field(s: State, key: str, words: list[str]) -> None:
    if key in COLOUR_NAMES:
        kinds = [found[0] for word in words if (found := _SUBJECT.match(word))]
        if twice := [kind for n, kind in enumerate(kinds) if kind in kinds[:n]]:
            raise InvalidOption(f"{twice[0]!r} comes twice")
        for word in words:
            _possession(s, _seat(s, key), word)
    elif not _turn_field(s, key, words):
        _common(s, key, words)


def _turn_field(s: State, key: str, words: list[str]) -> bool:
    """Read a field about the turn; False for any other field."""
    match key:
        case "turn":
            s.active = s.mover = _seat(s, one(words, COLOUR_NAMES[0]))
        case "dice":
            s.result, s.stage, s.phase = number(one(words, "7"), 2, 12), st.MAIN, st.LATE
        case "guarded":
            no_words(words)
            s.guarded = 1
        case "used":
            s.scroll_actions = number(one(words, "0"), 0, board.SCROLL_ACTIONS)
        case "offered":
            s.offers = number(one(words, "1"), 0, 100)
        case "bought":
            for guild, points in _by_guild(words):
                s.bought[guild] = number(points, 0, board.LAST)
        case _:
            return False
    return True


def _common(s: State, key: str, words: list[str]) -> None:
    """Read a field about the thief, the assassins, the laboratory or the presidents."""
    match key:
        case "thief":
            s.thief = _index(one(words, SPOT_NAMES[0]), SPOT_NAMES, "place")
        case "track":
            s.track = board.mask(_cell(word) for word in words)
        case "fire":
            no_words(words)
            s.fire = 1
        case "president":
            for guild, colour in _by_guild(words):
                s.president[guild] = 1 + _seat(s, colour)
        case _:
            known = "thief, track, fire, president, turn, dice, guarded, used, bought, offered, placing"
            raise InvalidOption(f"unknown field; fields are {', '.join(COLOUR_NAMES)}, {known}")


def _possession(s: State, seat: int, word: str) -> None:
    """Read one possession of a seat."""
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


def _lay(s: State, seat: int, mark: str, site: int) -> None:
    if site >= SITES:
        raise InvalidOption(f"there is no site {site}; sites are 0 to {SITES - 1}")
    if not free_sites(s) >> site & 1:
        raise InvalidOption(f"two pieces on site {site}")
    what, pieces, most = {
        "h": ("houses", s.houses, board.HOUSES),
        "v": ("villas", s.villas, board.VILLAS),
        "f": ("foundations", s.foundations, board.FOUNDATIONS),
    }[mark]
    pieces[seat] |= 1 << site
    if pieces[seat].bit_count() > most:
        raise InvalidOption(f"more than {most} {what}")


def _count(s: State, seat: int, what: str, sign: str, n: int) -> None:
    if sign == "=" and what in KIND_NAMES:
        if n > board.LAST:
            raise InvalidOption(f"a guild has {board.LAST} points")
        s.points[seat, KIND_NAMES.index(what)] = n
    elif sign == ":" and what == "scroll":
        s.scrolls[seat] = n
    elif sign == ":" and what in KIND_NAMES:
        s.hands[seat, KIND_NAMES.index(what)] = n
    elif sign == ":" and what in _COUNTS:
        _counter(s, what)[seat] = n
    elif sign == ":" and what == "new":
        if seat != s.active:
            raise InvalidOption("new guards are guards of the colour whose turn it is")
        s.fresh = s.drawn = n
    else:
        known = ", ".join((*GOOD_NAMES, *_COUNTS, "new"))
        raise InvalidOption(f"{what!r} is nothing that a seat has; it may have {known}")


def _counter(s: State, what: str) -> Vector:
    return dict(zip(_COUNTS, (s.receipts, s.guards, s.vetinari, s.shown, s.arrests), strict=True))[what]


def _by_guild(words: list[str]) -> list[tuple[int, str]]:
    """Guilds and their values: ``wood=red`` is red for wood."""
    pairs = [word.partition("=") for word in words]
    found = [(_index(guild, KIND_NAMES, "guild"), value) for guild, _, value in pairs]
    if len(dict(found)) < len(found):
        raise InvalidOption("a guild comes twice")
    return found


def _index(word: str, known: tuple[str, ...], what: str) -> int:
    if word not in known:
        raise InvalidOption(f"{word!r} is no {what}; choose from {', '.join(known)}")
    return known.index(word)


def _seat(s: State, word: str) -> int:
    return _index(word, COLOUR_NAMES[: s.players], "colour of this game")


def _cell(word: str) -> int:
    cell = number(word, 2, 12)
    if cell not in board.CELLS:
        raise InvalidOption(f"the track has no cell {cell}")
    return cell


def _balance(s: State) -> None:
    """Fill in the bank, the stacks, and what everybody has counted: the hands of a diagram are known to all."""
    hands = s.hands.tolist()
    bank = [board.CARDS - sum(hand[kind] for hand in hands) for kind in range(KINDS)]
    arrests = sum(s.arrests)
    used = sum(s.guards) + sum(s.shown) + arrests + board.PROMOTION * sum(rank > 0 for rank in s.rank)
    bag = [board.GUARDS - used, board.VETINARI - sum(s.vetinari)]
    assassins = board.ASSASSINS - s.track.bit_count() - arrests
    for left, what in ((min(bank), "cards of a kind"), (min(bag), "tokens of a sort"), (assassins, "assassins")):
        if left < 0:
            raise InvalidOption(f"diagram: there are more {what} than the game has; remove some")
    if max(s.receipts) > board.RECEIPTS:
        raise InvalidOption(f"diagram: nobody has more than {board.RECEIPTS} receipts")
    if s.fresh > s.guards[s.active]:
        raise InvalidOption("diagram: new guards are among the guards of a colour")
    s.bank, s.bag, s.stack, s.assassins = bank, bag, sum(bag), assassins
    s.held = [sum(hand) for hand in hands]
    s.tokens = [guards + vetinari for guards, vetinari in zip(s.guards, s.vetinari, strict=True)]
    low, high = s.low, s.high
    for observer, seat, kind in product(range(st.OBSERVERS), range(SEATS), range(KINDS)):
        low[observer, seat, kind] = high[observer, seat, kind] = hands[seat][kind]


def _check_ranks(s: State) -> None:
    """Check that there is one captain as soon as there is a rank (ANKH-10.11)."""
    ranks = s.rank.tolist()
    if any(ranks) and ranks.count(_RANKS.index("captain")) != 1:
        raise InvalidOption("diagram: the first promotion of the game makes the only captain")


def _check_presidents(s: State, named: list[int]) -> None:
    """Check the presidents that the diagram named against the guild points (ANKH-3.4)."""
    for kind, guild in enumerate(KIND_NAMES):
        seat = named[kind] - 1
        if seat >= 0 and (s.president[kind] != named[kind] or s.points[seat, kind] < board.MEMBER):
            raise InvalidOption(f"diagram: president: the points in the guild {guild} tell otherwise")


def _check_set_up(s: State) -> None:
    """Check that houses were placed in the order of the set-up, and nothing else was built (ANKH-2.1)."""
    seats = range(s.players)
    order = (*seats, *reversed(seats), *seats)
    houses = [s.houses[seat].bit_count() for seat in seats]
    if sum(houses) > len(order) or houses != [order[: sum(houses)].count(seat) for seat in seats]:
        raise InvalidOption("diagram: placing: houses are placed once round, once back, and once round again")
    if any(s.villas) or any(s.foundations) or s.result:
        raise InvalidOption("diagram: placing: nothing but houses is built in the set-up")


def _check_turn(s: State) -> None:
    """Check that nothing was bought or offered before the dice, and that points bought are held (ANKH-4.2)."""
    if s.phase == st.EARLY and (any(s.bought) or s.offers or s.drawn or s.scroll_actions):
        raise InvalidOption("diagram: before the dice nothing is bought, offered or done with scrolls; write the dice")
    if any(bought > held for bought, held in zip(s.bought, s.points[s.active], strict=True)):
        raise InvalidOption("diagram: bought: the colour whose turn it is has fewer points")
