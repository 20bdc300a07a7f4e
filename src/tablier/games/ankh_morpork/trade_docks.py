"""Trade at the table: the offer as each reader sees it, the answers to it, and how a staged offer is changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.action_paths import card
from tablier.games.ankh_morpork.board import GOOD_NAMES, SCROLL
from tablier.games.ankh_morpork.board_model import has_all, moment
from tablier.games.ankh_morpork.phrases import said
from tablier.games.ankh_morpork.state import State
from tablier.scene.model import Dock, Message, Option, Piece, seat_name


def composing(s: State, reader: int | None) -> int | None:
    """The reader, if the reader is building an offer or a counter-offer."""
    if reader is None or reader >= s.players or moment(s, reader) != st.OFFERING:
        return None
    return reader if s.stage == st.ANSWER or reader == s.active else None


def docks(s: State, reader: int | None) -> Iterator[Dock]:
    """What may be asked for, while the reader builds an offer; the answers to choose from; or else the offer."""
    if (seat := composing(s, reader)) is not None:
        yield sheet(f"ask:{seat}", said("ask-for"), seat, wide=True)
    elif s.stage == st.PICK and reader == s.active:
        for other in answering(s):
            name = seat_name(other)
            yield sheet(f"deal:{other}:give", said("give-to", seat=name), display=True)
            button = f"deal-{other}" if has_all(s, s.active, _terms(s, other)[0]) else ""
            yield sheet(f"deal:{other}:get", said("get-from", seat=name), display=True, button=button)
    else:
        gives, wants = _offer_labels(s, reader)
        yield sheet("offer:give", gives, display=True)
        yield sheet("offer:want", wants, display=True)


def sheet(
    dock: str, label: Message, seat: int | None = None, wide: bool = False, display: bool = False, button: str = ""
) -> Dock:
    """A dock of one step: it covers the board's lower edge on narrow screens, and the hand keeps its place."""
    return Dock(dock, "row", label, seat, wide=wide, display=display, titled=True, sheet=True, order=1, button=button)


def pieces(s: State, reader: int | None) -> Iterator[Piece]:
    """The cards in the docks of :func:`docks`."""
    if (seat := composing(s, reader)) is not None:
        for i, (name, n) in enumerate(zip(GOOD_NAMES, s.want[seat], strict=True)):
            label = said("ask", good=name, n=n)
            yield Piece(f"ask:{seat}:{name}", f"card-{name}", f"ask:{seat}", n=n or None, i=i, label=label)
    elif s.stage == st.PICK and reader == s.active:
        for other in answering(s):
            give, get = _terms(s, other)
            yield from laid_out(f"deal:{other}:give", give)
            yield from laid_out(f"deal:{other}:get", get)
    else:
        give, want = (s.give[s.active], s.want[s.active]) if reader is None else _terms(s, reader)
        yield from laid_out("offer:give", give)
        yield from laid_out("offer:want", want)


def laid_out(dock: str, counts: Iterable[int]) -> Iterator[Piece]:
    """Goods as cards in a dock."""
    for i, (name, n) in enumerate(zip(GOOD_NAMES, counts, strict=True)):
        if n:
            yield Piece(f"{dock}:{name}", f"card-{name}", dock, n=n, i=i, label=said("held", good=name, n=n))


def answering(s: State) -> Iterator[int]:
    """The seats that have accepted the offer, or made a counter-offer."""
    return (seat for seat in range(s.players) if s.answer[seat] in (st.ACCEPTED, st.COUNTERED))


def counter_terms(s: State, seat: int) -> tuple[Option, ...]:
    """The plies of a counter-offer with the terms of the offer, as far as the seat has what was asked for."""
    plies = [Option("counter", ("button:counter",))]
    wanted, given = s.want[s.active], s.give[s.active]
    for good, name in enumerate(GOOD_NAMES):
        held = s.scrolls[seat] if good == SCROLL else s.hands[seat][good]
        plies += [Option(f"give:{name}", (card(seat, name),))] * min(wanted[good], held)
    for good, name in enumerate(GOOD_NAMES):
        plies += [Option(f"want:{name}", (f"piece:ask:{seat}:{name}",))] * given[good]
    return tuple(plies)


def removes(s: State, seat: int) -> dict[str, str]:
    """Touching a card that is asked for asks for one less; touching one in the other row gives one less."""
    if composing(s, seat) is None:
        return {}
    wanted = {card(seat, name): f"want:{name}" for name, n in zip(GOOD_NAMES, s.want[seat], strict=True) if n}
    given = {f"piece:ask:{seat}:{name}": f"give:{name}" for name, n in zip(GOOD_NAMES, s.give[seat], strict=True) if n}
    return wanted | given


def _terms(s: State, other: int) -> tuple[Sequence[int], Sequence[int]]:
    """What the active seat gives to and gets from a seat that has answered."""
    if s.answer[other] == st.COUNTERED:
        return list(s.want[other]), list(s.give[other])
    return list(s.give[s.active]), list(s.want[s.active])


def _offer_labels(s: State, reader: int | None) -> tuple[Message, Message]:
    """The two sides of an offer, in the second person where the reader is one of them."""
    if reader == s.active:
        return said("you-give"), said("you-want")
    name = seat_name(s.active)
    if reader is None or s.answer[reader] == st.REFUSED:
        return said("gives", seat=name), said("wants", seat=name)
    return said("get-from", seat=name), said("give-to", seat=name)
