"""The names of colours, cards, planks and places in the notation, and how they are read.

Villages and colours are ``W Y R K B G`` (white, yellow, red, black, blue, green), islands ``1`` to ``27``. A gap is its
two ends (``W-13``, ``4-11``), a plank its colour and size (``W4``).
"""

from __future__ import annotations

import re

from tablier.errors import InvalidMove
from tablier.games.delta.actions import ACTION_CARDS, DRAGON
from tablier.games.delta.board import GAPS, GAPS_ENDS, ISLANDS, LETTERS, SIZES, TABLES, VILLAGES

_ISLAND_NAMES = tuple(str(island + 1) for island in range(ISLANDS))
_GAP = re.compile(r"(?:[A-Z]|[0-9]+)-(?:[A-Z]|[0-9]+)")
_PLANK = re.compile(r"([A-Z])([1-9])")


def letter(seats: int, seat: int) -> str:
    """The letter of a seat's colour and village."""
    return LETTERS[TABLES[seats][seat]]


def card_name(seats: int, card: int) -> str:
    """A card as text: an action card, or ``dragon`` and the letter of the colour that it cancels."""
    return ACTION_CARDS[card] if card < DRAGON else f"dragon{_colour_name(seats, card - DRAGON)}"


def _colour_name(seats: int, seat: int) -> str:
    return letter(seats, seat) if seat < seats else f"?{seat}"


def plank_name(seats: int, plank: int) -> str:
    """A plank as text: ``W4``."""
    return f"{_colour_name(seats, plank // SIZES)}{plank % SIZES + 1}"


def support_name(support: int) -> str:
    """A village or an island as text."""
    return LETTERS[support] if support < VILLAGES else str(support - VILLAGES + 1)


def place_name(place: int) -> str:
    """A gap (``4-11``) or a village as text."""
    return "-".join(map(support_name, GAPS_ENDS[place])) if place < GAPS else LETTERS[place - GAPS]


# Functions that read raise InvalidMove if nothing in the game has this name.


def is_plank(word: str) -> bool:
    """Does a word look like a plank?"""
    return _PLANK.fullmatch(word) is not None


def read_card(seats: int, word: str) -> int | None:
    """The card of a name, ``None`` if the word does not look like a card."""
    word = word.lower()
    if word.startswith("dragon"):
        return DRAGON + read_seat(seats, word[6:].upper())
    return ACTION_CARDS.index(word) if word in ACTION_CARDS else None


def read_seat(seats: int, colour: str) -> int:
    """The seat of a colour."""
    colours = [letter(seats, seat) for seat in range(seats)]
    if colour not in colours:
        raise InvalidMove(f"there is no colour {colour!r} in this game; colours are {' '.join(colours)}")
    return colours.index(colour)


def read_plank(seats: int, word: str) -> int:
    """The plank of a name."""
    plank = _PLANK.fullmatch(word)
    if not plank or int(plank[2]) > SIZES:
        raise InvalidMove(f"there is no plank {word!r}; write its colour and its size (W4)")
    return read_seat(seats, plank[1]) * SIZES + int(plank[2]) - 1


def read_island(word: str) -> int:
    """The island of a number."""
    if word not in _ISLAND_NAMES:
        raise InvalidMove(f"there is no island {word!r}; islands are 1 to {ISLANDS}")
    return _ISLAND_NAMES.index(word)


def read_gap(word: str) -> int:
    """The gap of two ends."""
    if not _GAP.fullmatch(word):
        raise InvalidMove(
            f"{word!r} cannot be read: write a card (stone1), a stone (+13), a plank (W4), a gap (4-11), what is taken "
            "away (x4-11, x13) or where the pawn goes (>4-11, >K)"
        )
    a, b = sorted(map(_read_support, word.split("-")))
    if (a, b) not in GAPS_ENDS:
        near = " ".join(support_name(x + y - a) for x, y in GAPS_ENDS if a in (x, y))
        raise InvalidMove(
            f"no plank spans {support_name(a)} and {support_name(b)}; {support_name(a)} has gaps to {near}"
        )
    return GAPS_ENDS.index((a, b))


def _read_support(word: str) -> int:
    return LETTERS.index(word) if len(word) == 1 and word in LETTERS else VILLAGES + read_island(word)


def read_place(word: str) -> int:
    """The gap or the village of a name."""
    return GAPS + LETTERS.index(word) if len(word) == 1 and word in LETTERS else read_gap(word)
