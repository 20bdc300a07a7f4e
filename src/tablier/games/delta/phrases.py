"""Messages that name colours, places, planks and cards."""

from __future__ import annotations

from functools import cache

from tablier.games.delta.actions import ACTION_CARDS, DRAGON
from tablier.games.delta.board import DATA, GAPS, GAPS_ENDS, SIZES, TABLES, VILLAGES
from tablier.scene.model import Message

COLOUR_NAMES = tuple(village.name for village in DATA.villages)
"""The colours, in the order of the villages."""


@cache
def colours(seats: int) -> tuple[str, ...]:
    """The colours of the seats."""
    return tuple(COLOUR_NAMES[village] for village in TABLES[seats])


@cache
def support_message(support: int) -> Message:
    """A village or an island."""
    if support < VILLAGES:
        return Message("delta-village", {"colour": COLOUR_NAMES[support]})
    return Message("delta-island", {"n": support - VILLAGES + 1})


@cache
def place_message(place: int) -> Message:
    """A gap or a village."""
    if place >= GAPS:
        return support_message(place - GAPS)
    a, b = GAPS_ENDS[place]
    return Message("delta-gap", {"a": support_message(a), "b": support_message(b)})


@cache
def plank_message(seats: int, plank: int) -> Message:
    """A plank by colour and size."""
    return Message("delta-plank", {"colour": colours(seats)[plank // SIZES], "n": plank % SIZES + 1})


@cache
def card_face(seats: int, card: int) -> tuple[str, Message]:
    """Sprite and name of a card."""
    if card < DRAGON:
        return f"card-{ACTION_CARDS[card]}", Message("delta-card", {"card": ACTION_CARDS[card]})
    colour = colours(seats)[card - DRAGON]
    return f"card-dragon-{colour}", Message("delta-dragon", {"colour": colour})
