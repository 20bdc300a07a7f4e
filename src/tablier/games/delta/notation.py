"""Moves as text, and positions as text.

Villages and colours are ``W Y R K B G`` (white, yellow, red, black, blue, green), islands ``1`` to ``27``, a gap is its
two ends (``W-13``, ``4-11``), a plank its colour and size (``W4``).

=============================  =======================================================================
``stone2 jump dragonK``        a card for the next slot of the programme
``+13``                        a stone on an island
``W4``                         a plank is chosen
``4-11``                       a gap is chosen for it
``x4-11``, ``x13``             a plank, a stone is taken away
``>4-11``, ``>K``              the pawn goes to a plank, to a village
=============================  =======================================================================
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tablier.engine.triples import whole
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.delta import rules
from tablier.games.delta.board import (
    FITS,
    GAPS,
    GAPS_ENDS,
    ISLANDS,
    LETTERS,
    PLANKS,
    SIZES,
    STONES,
    TABLES,
    VILLAGES,
)
from tablier.games.delta.state import SLOTS

CARDS = ("stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump")
"""The action cards in words; a dragon is ``dragon`` and the letter of the colour that it cancels."""

_GAP = re.compile(r"(?:[A-Z]|\d+)-(?:[A-Z]|\d+)")
_PLANK = re.compile(r"([A-Z])([1-9])")


def letter(s: Any, seat: int) -> str:
    """The letter of a seat's colour and village."""
    return LETTERS[TABLES[int(s.seats)][seat]]


def card_name(s: Any, card: int) -> str:
    """A card as text."""
    return CARDS[card] if card < rules.DRAGON else f"dragon{_colour_name(s, card - rules.DRAGON)}"


def _colour_name(s: Any, seat: int) -> str:
    return letter(s, seat) if seat < s.seats else f"?{seat}"


def plank_name(s: Any, plank: int) -> str:
    """A plank as text: ``W4``."""
    return f"{_colour_name(s, plank // SIZES)}{plank % SIZES + 1}"


def support_name(support: int) -> str:
    """A village or an island as text."""
    return LETTERS[support] if support < VILLAGES else str(support - VILLAGES + 1)


def place_name(place: int) -> str:
    """A gap (``4-11``) or a village as text."""
    return "-".join(map(support_name, GAPS_ENDS[place])) if place < GAPS else LETTERS[place - GAPS]


def name(s: Any, seat: int, action: int) -> str:
    """The notation of an action."""
    for begin, end, text in (
        (0, rules.SET, lambda card: card_name(s, card)),
        (rules.SET, rules.CHOOSE, lambda island: f"+{island + 1}"),
        (rules.CHOOSE, rules.LAY, lambda plank: plank_name(s, plank)),
        (rules.LAY, rules.TAKE, place_name),
        (rules.TAKE, rules.LIFT, lambda gap: f"x{place_name(gap)}"),
        (rules.LIFT, rules.GO, lambda island: f"x{island + 1}"),
    ):
        if action < end:
            return text(action - begin)
    return f">{place_name(action - rules.GO)}"


def parse(s: Any, seat: int, text: str) -> int:
    """The action that a ply's text names.

    Raises:
        InvalidMove: it cannot be read, or names a card, a colour, an island or a gap that there is not.
    """
    word = text.strip()
    if word.lower() in CARDS:
        return CARDS.index(word.lower())
    if word.lower().startswith("dragon"):
        return rules.DRAGON + _seat(s, word[6:].upper())
    word = word.upper()
    if word[:1] == "+" and word[1:].isdecimal():
        return rules.SET + _island(word[1:])
    if word[:1] == "X" and word[1:].isdecimal():
        return rules.LIFT + _island(word[1:])
    if word[:1] == "X":
        return rules.TAKE + _gap(word[1:])
    if _PLANK.fullmatch(word):
        return rules.CHOOSE + _plank(s, word)
    if word[:1] == ">":
        return rules.GO + _place(word[1:])
    return rules.LAY + _gap(word)


def _seat(s: Any, colour: str) -> int:
    colours = [letter(s, seat) for seat in range(int(s.seats))]
    if colour not in colours:
        raise InvalidMove(f"there is no colour {colour!r} in this game; colours are {' '.join(colours)}")
    return colours.index(colour)


def _plank(s: Any, word: str) -> int:
    plank = _PLANK.fullmatch(word)
    if not plank or int(plank[2]) > SIZES:
        raise InvalidMove(f"there is no plank {word!r}; write its colour and its size (W4)")
    return _seat(s, plank[1]) * SIZES + int(plank[2]) - 1


def _island(word: str) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= ISLANDS:
        raise InvalidMove(f"there is no island {word!r}; islands are 1 to {ISLANDS}")
    return int(word) - 1


def _support(word: str) -> int:
    return LETTERS.index(word) if len(word) == 1 and word in LETTERS else VILLAGES + _island(word)


def _gap(word: str) -> int:
    if not _GAP.fullmatch(word):
        raise InvalidMove(
            f"{word!r} cannot be read: write a card (stone1), a stone (+13), a plank (W4), a gap (4-11), what is taken "
            "away (x4-11, x13) or where the pawn goes (>4-11, >K)"
        )
    a, b = sorted(map(_support, word.split("-")))
    if (a, b) not in GAPS_ENDS:
        near = " ".join(support_name(x + y - a) for x, y in GAPS_ENDS if a in (x, y))
        raise InvalidMove(
            f"no plank spans {support_name(a)} and {support_name(b)}; {support_name(a)} has gaps to {near}"
        )
    return GAPS_ENDS.index((a, b))


def _place(word: str) -> int:
    return GAPS + LETTERS.index(word) if len(word) == 1 and word in LETTERS else _gap(word)


def setup(text: str, s: Any) -> None:
    """Put the position that a diagram describes on the board of a fresh record.

    A diagram is a list of fields separated by semicolons: ``stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=W-11;
    W: stone1 move2; turn: W``. ``planks`` gives the gap of each plank that lies, ``reserve`` (``W=K4 W=R2``) the
    planks in the reserve of others, ``lost`` those that are lost; all others are in the reserve of their own colour.
    ``pawns`` stand in their villages unless it is said otherwise. A colour's field is its programme. Without ``turn``
    the seats are programming. ``turn: W`` performs white's card in the first slot, or in that of ``phase``; then
    programmes are completed by the lowest cards that are left. ``statuette`` is with the first seat unless named.

    Raises:
        InvalidOption: a field that is unknown or wrong, or no position of the game.
    """
    turn = phase = None
    for part in filter(None, (p.strip() for p in text.split(";"))):
        key, _, value = (piece.strip() for piece in part.partition(":"))
        try:
            if key == "turn":
                turn = _seat(s, value)
            elif key == "phase":
                phase = _number(value, SLOTS) - 1
            else:
                _set_field(s, key, value.split())
        except (InvalidMove, InvalidOption) as error:
            raise InvalidOption(f"diagram: {part!r}: {error}") from error
    _check(s)
    rules.rebuild(s)
    _check_planks(s)
    if turn is not None:
        _perform(s, turn, phase or 0)
    elif phase is not None:
        raise InvalidOption("diagram: a phase needs a turn")
    elif not rules.movers(s):
        s.mover = s.statuette
        rules.perform(s)


def _number(word: str, most: int) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= most:
        raise InvalidOption(f"{word!r} is not a number from 1 to {most}")
    return int(word)


def _set_field(s: Any, key: str, words: list[str]) -> None:
    match key:
        case "stones":
            s.stones = sum({1 << _island(word) for word in words})
        case "statuette":
            s.statuette = _seat(s, " ".join(words))
        case "planks" | "reserve" | "lost" | "pawns":
            for word in words:
                _put(s, key, *word.split("="))
        case _ if len(key) == 1:
            _set_programme(s, _seat(s, key), words)
        case _:
            raise InvalidOption(
                "unknown field; fields are stones, planks, reserve, lost, pawns, statuette, phase, turn, and a colour"
            )


def _put(s: Any, key: str, *words: str) -> None:
    match key, words:
        case "planks", (plank, gap):
            _move_plank(s, plank, _gap(gap))
        case "reserve", (colour, plank):
            _move_plank(s, plank, rules.RESERVE + _seat(s, colour))
        case "lost", (plank,):
            _move_plank(s, plank, rules.LOST)
        case "pawns", (colour, place):
            s.pawns[_seat(s, colour)] = _place(place)
        case _:
            raise InvalidOption(f"{'='.join(words)!r} cannot be read; write W2=W-11, W=K4, W3 or W=4-11")


def _move_plank(s: Any, word: str, place: int) -> None:
    plank = _plank(s, word)
    if s.where[plank] != rules.RESERVE + plank // SIZES:
        raise InvalidOption(f"the plank {word} is in two places")
    s.where[plank] = place


def _set_programme(s: Any, seat: int, words: list[str]) -> None:
    for word in words:
        card = parse(s, seat, word)
        slot = int(np.count_nonzero(s.programme[seat]))
        if slot == SLOTS or card >= rules.CARDS or not int(rules.hand(s, seat)) >> card & 1:
            raise InvalidOption(f"{word!r} cannot be put into this programme")
        s.programme[seat, slot] = card + 1


def _check(s: Any) -> None:
    """Are planks and pawns where they can be?"""
    gaps = [int(gap) for gap in s.where if gap < GAPS]
    for gap in gaps:
        if gaps.count(gap) > 1:
            raise InvalidOption(f"diagram: two planks in the gap {place_name(gap)}")
    places = [int(place) for place in s.pawns[: int(s.seats)]]
    for place in places:
        if place < GAPS and (place not in gaps or places.count(place) > 1):
            raise InvalidOption(f"diagram: no plank for one pawn alone in the gap {place_name(place)}")


def _check_planks(s: Any) -> None:
    """Would each plank be legal, were it laid last?"""
    for plank, gap in enumerate(s.where):
        if gap >= GAPS:
            continue
        twin = s.copy()
        twin.where[plank] = rules.RESERVE
        rules.rebuild(twin)
        if not (whole(rules.open_gaps(twin)) & whole(FITS[plank % SIZES])) >> int(gap) & 1:
            raise InvalidOption(f"diagram: the plank {plank_name(s, plank)} cannot lie in {place_name(int(gap))}")


def _perform(s: Any, turn: int, phase: int) -> None:
    for seat in range(int(s.seats)):
        for slot in range(SLOTS):
            if s.programme[seat, slot] == 0:
                s.programme[seat, slot] = (int(rules.hand(s, seat)) & -int(rules.hand(s, seat))).bit_length()
    s.mover, s.phase = turn, phase
    rules.perform(s)


def draw(s: Any) -> str:
    """The stones, the planks and where they lie, and for each seat its pawn, its reserve and its programme."""
    stones = " ".join(str(i + 1) for i in range(ISLANDS) if int(s.stones) >> i & 1)
    lying = sorted((int(gap), plank) for plank, gap in enumerate(s.where) if gap < GAPS)
    lines = [
        f"stones  {stones or 'none'} ({STONES - int(s.stones).bit_count()} in the supply)",
        f"planks  {' '.join(f'{plank_name(s, plank)}={place_name(gap)}' for gap, plank in lying) or 'none'}",
    ]
    for seat in range(int(s.seats)):
        own = [plank_name(s, plank) for plank in range(PLANKS) if s.where[plank] == rules.RESERVE + seat]
        cards = [card_name(s, card - 1) if card else "?" for card in map(int, s.programme[seat])]
        mark = "*" if seat == s.statuette else " "
        where = place_name(int(s.pawns[seat]))
        lines.append(f"{letter(s, seat)}{mark} pawn {where:6} reserve {' '.join(own) or 'none'}; {' '.join(cards)}")
    return "\n".join([*lines, _turn(s)])


def _turn(s: Any) -> str:
    if s.over:
        return "game over"
    if s.stage == rules.PROGRAMMING:
        return "programming"
    if s.stage == rules.VEILED:
        return f"phase {s.phase + 1}: the cards are hidden"
    stages = (
        "",
        "a stone",
        "a plank",
        "a gap for",
        "to remove",
        "a step",
        "the first step",
        "the second step",
        "a jump",
    )
    held = f" {plank_name(s, int(s.held))}" if s.stage == rules.GAP else ""
    return f"phase {s.phase + 1}: {letter(s, int(s.mover))} (seat {s.mover}), {stages[s.stage]}{held}"
