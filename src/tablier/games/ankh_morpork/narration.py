"""Events in words, as one reader may know them.

Events of one kind that follow one another share a line where the text lists seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tablier.core.events import Event
from tablier.core.seats import CHANCE
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import BOUNTIES, CHIPS, GOOD_NAMES, HAND_LIMIT, KIND_NAMES, KINDS, MEMBER, SCROLL
from tablier.games.ankh_morpork.events import BUILDINGS, Kind, unpacked
from tablier.games.ankh_morpork.layout import lit, site_name, spot_name
from tablier.games.ankh_morpork.notation import TOKEN_NAMES
from tablier.games.ankh_morpork.phrases import Arguments, awaited, by_seat, good, goods, guild, kind, said, seats
from tablier.games.ankh_morpork.prompts import status
from tablier.games.ankh_morpork.state import State
from tablier.scene.model import Flash, Line, Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


def narrate(before: Position, seat: int, after: Position, reader: int | None, events: Sequence[Event]) -> list[Line]:
    """What ``seat`` or chance did, from views of ``reader`` and the events that it may know."""
    lines = list(_told(after, reader, events))
    if reader is not None and (gains := _gains(reader, events)):
        lines.append(Line(said("say-got", goods=goods(gains)), seat=reader))
    if reader is not None and _endangered(before.state, after.state, reader):
        held = after.state.held[reader]
        lines.append(Line(said("say-warning", n=held, half=held // 2), seat=reader))
    if events and events[-1].kind in (Kind.OFFERING, Kind.ADDED):  # not proposed yet
        lines.append(_line("offering", seat))
    elif not lines and seat < after.seats and CHANCE not in after.movers:
        lines.append(Line(status(after), seat=seat))
    if after.outcome():
        lines.append(Line(status(after), seat=after.state.active))
    return lines


def _endangered(s: State, t: State, seat: int) -> bool:
    """Has a hand passed the limit, or lost the receipt that covered it?"""
    bare = t.held[seat] > HAND_LIMIT and t.receipts[seat] == 0
    return bare and (s.held[seat] <= HAND_LIMIT or s.receipts[seat] > 0)


def _gains(reader: int, events: Sequence[Event]) -> list[int]:
    """The goods that the dice have brought a seat, by number; empty if they have brought nothing."""
    gains = [0] * len(GOOD_NAMES)
    for event in events:
        if event.seat == reader and event.kind in (Kind.PRODUCED, Kind.BEGGED):
            gains[event.a] += event.b
        elif event.seat == reader and event.kind == Kind.UNIVERSITY:
            gains[SCROLL] += event.a
    return gains if any(gains) else []


def _told(after: Position, reader: int | None, events: Sequence[Event]) -> Iterator[Line]:
    kinds = {event.kind for event in events}
    for what, run in groupby(events, lambda event: event.kind):
        if what in _LISTS:
            yield _LISTS[what](sorted(run, key=lambda event: event.seat))
        elif what in _LINES:
            yield from (_LINES[what](event, reader) for event in run)
        if what in (Kind.ROLLED, Kind.FIXED) and after.state.stage == st.MAIN and not kinds & _YIELDS:
            yield Line(said("say-quiet"))
        if what == Kind.SHOWED and Kind.BEGGED not in kinds:
            yield Line(said("say-beggars-none"))


_YIELDS = {Kind.PRODUCED, Kind.SHORT, Kind.BLOCKED, Kind.UNIVERSITY, Kind.FIRE}
"""What a result of the dice may bring that is told at once."""


# Lines that list seats


def _too_many(events: list[Event]) -> Line:
    return Line(said("say-too-many", who=seats(event.seat for event in events)))


def _produced(events: list[Event]) -> Line:
    number = events[0].a
    say = said("say-produces", guild=guild(number), who=_cards(events))
    return Line(say, (_bank(number),), flash=_flights(events, KIND_NAMES[number]))


def _university(events: list[Event]) -> Line:
    say = said("say-university", who=by_seat((event.seat, good("scroll", event.a)) for event in events))
    flights = (_flight("scroll", "university", event.seat, event.a) for event in events)
    return Line(say, flash=tuple(flights))


def _begged(events: list[Event]) -> Line:
    return Line(said("say-beggars", who=_cards(events)), (_bank(events[0].a),), flash=_flights(events, "beggars"))


def _flights(events: Iterable[Event], district: str) -> tuple[Flash, ...]:
    """The cards that fly from a district to the seats that get them."""
    return tuple(_flight(KIND_NAMES[event.a], district, event.seat, event.b) for event in events)


def _flight(name: str, at: str, seat: int, n: int) -> Flash:
    return Flash(f"card-{name}", at, seat=seat, n=n)


def _cards(events: list[Event]) -> Message:
    return by_seat((event.seat, good(KIND_NAMES[event.a], event.b)) for event in events)


_LISTS: dict[int, Callable[[list[Event]], Line]] = {
    Kind.MUST_DISCARD: _too_many,
    Kind.PRODUCED: _produced,
    Kind.UNIVERSITY: _university,
    Kind.BEGGED: _begged,
}


# Lines of single events


Teller = Callable[[Event, int | None], Line]


def _line(key: str, seat: int, *ids: str, **arguments: str | int | Message) -> Line:
    return Line(said(f"say-{key}", seat=seat_name(seat), **arguments), ids, seat)


def _bank(number: int) -> str:
    """The id of the bank's cards of a kind."""
    return f"bank:{KIND_NAMES[number]}"


def _settled(key: str) -> Teller:
    return lambda event, _: _line(key, event.seat, f"site:{event.a}", site=site_name(event.a))


def _plain(key: str, *names: str) -> Teller:
    """A line that takes the event's numbers as arguments."""
    return lambda event, _: _line(key, event.seat, **dict(zip(names, (event.a, event.b, event.c), strict=False)))


def _built(event: Event, _: int | None) -> Line:
    what, site = BUILDINGS[event.b], event.a
    return _line("builds", event.seat, f"site:{site}", what=what, site=site_name(site), scrolls=event.c)


def _by_kind(key: str, numbers: Callable[[Event], tuple[int, int]]) -> Teller:
    """A line about cards of one kind; ``numbers`` gives how many they are, and the scrolls paid or gained."""

    def line(event: Event, _: int | None) -> Line:
        n, scrolls = numbers(event)
        terms: Arguments = {"goods": good(KIND_NAMES[event.a], n), "guild": guild(event.a), "scrolls": scrolls}
        return _line(key, event.seat, _bank(event.a), **terms)

    return line


def _exchanged(event: Event, _: int | None) -> Line:
    given, n, received = event.a, event.b, event.c
    terms: Arguments = {"give": good(KIND_NAMES[given], n), "want": good(KIND_NAMES[received], 1)}
    return _line("bank", event.seat, _bank(given), _bank(received), **terms)


def _hired(event: Event, _: int | None) -> Line:
    bounty = goods(int(k in BOUNTIES[event.a]) for k in range(KINDS))
    return _line("hires", event.seat, f"assassin:{event.b}", goods=bounty, n=event.b)


def _arrested(event: Event, _: int | None) -> Line:
    return _line("arrests", event.seat, f"assassin:{event.a}", n=event.a)


def _terms(give: int, want: int) -> Arguments:
    return {"give": goods(unpacked(give)), "want": goods(unpacked(want))}


def _answer(event: Event, _: int | None) -> Line:
    return _line(f"answer-{_ANSWERS[event.a]}", event.seat, **_terms(event.b, event.c))


_ANSWERS = {st.REFUSED: "no", st.ACCEPTED: "yes", st.COUNTERED: "counter"}


def _rolled(event: Event, _: int | None) -> Line:
    flash = (Flash(f"dice-{event.a}", "dice"),)
    say = said("say-rolls", seat=seat_name(event.seat), n=event.a)
    return Line(say, _result(event.a), event.seat, flash=flash)


def _fixed(event: Event, _: int | None) -> Line:
    return _line("fixes", event.seat, *_result(event.a), n=event.a, scrolls=event.b)


def _result(number: int) -> tuple[str, ...]:
    """The ids of the dice, and of the light on each district with their number."""
    return ("dice", *(lit(district) for district, n in CHIPS if n == number))


def _struck(event: Event, _: int | None) -> Line:
    flash, done = (Flash(f"die-{event.a}", "die"),), "yes" if event.b else "no"
    say = said("say-strikes", seat=seat_name(event.seat), n=event.a, done=done)
    return Line(say, (), event.seat, flash=flash)


def _stolen(event: Event, reader: int | None) -> Line:
    key = "stolen-by-you" if reader == event.seat else "stolen-from-you"
    return Line(said(f"say-{key}", kind=kind(event.b)), seat=reader)


def _fire(event: Event, _: int | None) -> Line:
    flash = (Flash("fire", "alchemists10:fire"),) if event.a else ()
    return Line(said("say-fire", on=event.a), ("fire",), flash=flash)


def _rose(event: Event, _: int | None) -> Line:
    number, now, before = event.a, event.b, event.c
    member = "yes" if before < MEMBER <= now else "no"
    point = f"point:{KIND_NAMES[number]}:{event.seat}"
    return _line("rises", event.seat, point, guild=guild(number), n=now, member=member)


_LINES: dict[int, Teller] = {
    Kind.SETTLED: _settled("settles"),
    Kind.INHERITED: _settled("inherits"),
    Kind.RECEIVED: lambda event, _: _line(
        "receives", event.seat, _bank(event.a), goods=good(KIND_NAMES[event.a], event.b)
    ),
    Kind.ROLLED: _rolled,
    Kind.FIXED: _fixed,
    Kind.SHORT: lambda event, _: Line(said("say-short", kind=kind(event.a)), (_bank(event.a),)),
    Kind.BLOCKED: lambda event, _: Line(said("say-blocked", place=spot_name(event.a)), ("thief",)),
    Kind.CHOSEN: _plain("chosen"),
    Kind.DISCARDED: lambda event, _: _line("discards", event.seat, goods=goods(unpacked(event.a))),
    Kind.SHOWED: lambda event, _: _line("shows", event.seat, kind=kind(event.a)),
    Kind.SOLD: _by_kind("sells", lambda event: (1, event.b)),
    Kind.TOOK: _by_kind("takes", lambda event: (event.b, event.c)),
    Kind.TURNED_UP: _by_kind("receipts", lambda _: (1, 0)),
    Kind.ANNOUNCED: _by_kind("announces", lambda _: (1, 0)),
    Kind.BOUGHT: _by_kind("buys-point", lambda event: (event.b, 0)),
    Kind.FIRE: _fire,
    Kind.GUARD: _plain("guard"),
    Kind.THIEF: lambda event, _: _line("thief", event.seat, "thief", place=spot_name(event.a)),
    Kind.ROBBED: lambda event, _: _line("steals", event.seat, "thief", victim=seat_name(event.a)),
    Kind.STOLEN: _stolen,
    Kind.HIRED: _hired,
    Kind.STRUCK: _struck,
    Kind.ARRESTED: _arrested,
    Kind.RECEIPT: _plain("receipt", "n"),
    Kind.BUILT: _built,
    Kind.EXCHANGED: _exchanged,
    Kind.TOKEN: _plain("token", "scrolls"),
    Kind.DRAWN: lambda event, _: _line("drawn", event.seat, token=TOKEN_NAMES[event.a]),
    Kind.PROMOTED: _plain("promoted", "rank"),
    Kind.PROPOSED: lambda event, _: _line("offers", event.seat, **_terms(event.a, event.b)),
    Kind.ANSWERED: _plain("answered"),
    Kind.ANSWER: _answer,
    Kind.DEAL: lambda event, _: _line("deal", event.seat, other=seat_name(event.a), **_terms(event.b, event.c)),
    Kind.LAPSED: lambda event, _: Line(said("say-lapsed"), seat=event.seat),
    Kind.PASSED: lambda event, _: _line("passes", event.seat, stage=awaited(event.a)),
    Kind.ROSE: _rose,
    Kind.PRESIDES: lambda event, _: _line("presides", event.seat, f"flag:{KIND_NAMES[event.a]}", guild=guild(event.a)),
    Kind.ENDED: _plain("ends"),
}
"""The line of each kind; ``OFFERING`` and ``ADDED`` are told together."""
