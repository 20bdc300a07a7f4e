"""What is said in several places: goods, guilds, lists, and what a hand risks on a seven."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any

from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import CHEAP, DEAR, GOOD_NAMES, HAND_LIMIT, KIND_NAMES, PIECES, PRICE
from tablier.scene.model import Message, seat_name

Arguments = dict[str, str | int | Message]
COSTS = {str(what): cost for what, cost in PIECES.costs.items()}
"""What each thing costs in cards, by their names."""
SCROLLS = {"house": PIECES.scrolls.house, "villa": PIECES.scrolls.villa, "token": PIECES.scrolls.token}
"""What it costs in scrolls instead."""


def said(key: str, **arguments: str | int | Message) -> Message:
    """A text of the game."""
    return Message(f"ankh-{key}", dict(arguments))


def join(parts: Iterable[Message], key: str = "ankh-list") -> Message:
    """A list of messages, at least one, as one message."""
    return functools.reduce(lambda a, b: Message(key, {"a": a, "b": b}), parts)


def good(name: str, n: int) -> Message:
    """So many of a kind of cards, or of scrolls."""
    return said("goods", good=name, n=n)


def goods(counts: Iterable[Any]) -> Message:
    """Cards and scrolls in words; ``counts`` by number of the good."""
    found = [good(name, int(n)) for name, n in zip(GOOD_NAMES, counts, strict=False) if n > 0]
    return join(found) if found else said("nothing")


@functools.cache
def price(what: str) -> Message:
    """What is bought, and what it costs: a line of the price list, by the names of ``layout.COSTS``."""
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
    """What each of some seats gets."""
    return join(said("seat-gets", seat=seat_name(seat), what=what) for seat, what in counts)


def seats(mask: Iterable[int]) -> Message:
    """Names of players."""
    return join(map(seat_name, mask))


def risk(s: Any, seat: int) -> str:
    """Is a hand without a receipt ``over`` the limit of a seven, one card below it (``near``), or neither (``no``)?"""
    if s.receipts[seat]:
        return "no"
    held = int(s.held[seat])
    return "over" if held > HAND_LIMIT else "near" if held == HAND_LIMIT else "no"


def warning(s: Any, seat: int) -> Message:
    """That half of a hand would be lost on a seven; nothing where it would not."""
    held = int(s.held[seat])
    return said("warning", risk=risk(s, seat), n=held, half=held // 2)


def members(mask: Any) -> Iterator[int]:
    """The numbers in a set."""
    return (i for i in range(64) if int(mask) >> i & 1)


def owner(s: Any, site: int) -> tuple[int, str] | None:
    """Whose piece stands on a site, and which."""
    for seat in range(int(s.players)):
        for what in ("house", "villa", "foundation"):
            if int(s[f"{what}s"][seat]) >> site & 1:
                return seat, what
    return None


def awaited(s: Any) -> str:
    """What is being asked, as the texts have it."""
    return _STAGES[int(s.stage)]


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
