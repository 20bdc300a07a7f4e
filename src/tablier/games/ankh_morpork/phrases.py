"""Messages used in several places: goods, guilds, lists, and the risk of a full hand."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import CHEAP, DEAR, GOOD_NAMES, HAND_LIMIT, KIND_NAMES, PIECES, PRICE
from tablier.games.ankh_morpork.state import State
from tablier.scene.model import Message, seat_name

Arguments = dict[str, str | int | Message]
COSTS = {str(what): cost for what, cost in PIECES.costs.items()}
"""Costs in cards, by purchase."""
SCROLLS = {"house": PIECES.scrolls.house, "villa": PIECES.scrolls.villa, "token": PIECES.scrolls.token}
"""Costs in scrolls, by purchase."""


def said(key: str, **arguments: str | int | Message) -> Message:
    """A text of the game."""
    return Message(f"ankh-{key}", dict(arguments))


def join(parts: Iterable[Message], key: str = "ankh-list") -> Message:
    """A list of messages, at least one, as one message."""
    return functools.reduce(lambda a, b: Message(key, {"a": a, "b": b}), parts)


def good(name: str, n: int) -> Message:
    """A number of cards of a kind, or of scrolls."""
    return said("goods", good=name, n=n)


def goods(counts: Iterable[int]) -> Message:
    """Cards and scrolls in words; ``counts`` holds the number of each good."""
    found = [good(name, n) for name, n in zip(GOOD_NAMES, counts, strict=False) if n > 0]
    return join(found) if found else said("nothing")


@functools.cache
def price(what: str) -> Message:
    """An entry of ``layout.COSTS`` with its price."""
    if what == "point":
        return said("price-point", price=PRICE, cheap=CHEAP, dear=DEAR)
    terms: Arguments = {}
    if cost := COSTS.get(what):
        terms["cards"] = join(good(name, n) for name, n in cost.items())
    if n := SCROLLS.get(what):
        terms["scrolls"] = good("scroll", n)
    return said(f"price-{what}", **terms)


def kind(number: int) -> Message:
    """A kind of card as a name."""
    return said("kind", kind=KIND_NAMES[number])


def guild(number: int) -> Message:
    """A guild in sentences."""
    return said("guild", kind=KIND_NAMES[number])


def by_seat(counts: Iterable[tuple[int, Message]]) -> Message:
    """A list of seats and what each gets."""
    return join(said("seat-gets", seat=seat_name(seat), what=what) for seat, what in counts)


def seats(numbers: Iterable[int]) -> Message:
    """The names of seats as a list."""
    return join(map(seat_name, numbers))


def risk(s: State, seat: int) -> str:
    """Does a seven cost a hand cards (``over``), would it with one card more (``near``), or neither (``no``)?"""
    if s.receipts[seat]:
        return "no"
    held = s.held[seat]
    return "over" if held > HAND_LIMIT else "near" if held == HAND_LIMIT else "no"


def warning(s: State, seat: int) -> Message:
    """The warning that a seven would halve a hand; empty without that risk."""
    held = s.held[seat]
    return said("warning", risk=risk(s, seat), n=held, half=held // 2)


def awaited(stage: int) -> str:
    """The name of a stage in the texts."""
    return _STAGES[stage]


_STAGES = {
    st.SETTLE: "settle",
    st.GIFT: "gift",
    st.BEFORE: "before",
    st.DICE: "chance",
    st.DISCARD: "discard",
    st.ACT: "act",
    st.ROB: "rob",
    st.STEAL: "chance",
    st.DIE: "chance",
    st.ESTATE: "estate",
    st.SHOW: "show",
    st.LIBRARY_STAGE: "library",
    st.LABORATORY_STAGE: "laboratory",
    st.PALACE_STAGE: "palace",
    st.ARREST_STAGE: "arrest",
    st.MAIN: "main",
    st.DRAW: "chance",
    st.OFFERING: "offering",
    st.ANSWER: "answer",
    st.PICK: "pick",
}
