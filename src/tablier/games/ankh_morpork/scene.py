"""The Guilds of Ankh-Morpork on the table: the city and its tracks, own cards and prices beside it, what is on offer.

``layout`` says where things lie, ``touch`` how actions are touched, ``asking`` what a seat is asked and what its answer
would come to, ``story`` what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tablier.games.ankh_morpork import layout
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.asking import completes_turn as completes_turn
from tablier.games.ankh_morpork.asking import foresee as foresee
from tablier.games.ankh_morpork.asking import prompts as prompts
from tablier.games.ankh_morpork.asking import status
from tablier.games.ankh_morpork.asking import turn_begins as turn_begins
from tablier.games.ankh_morpork.board import (
    ARREST_WORTH,
    CELLS,
    COLOUR_NAMES,
    GOOD_NAMES,
    HOUSE_WORTH,
    KIND_NAMES,
    PRESIDENT_WORTH,
    RANK_WORTH,
    SCROLL,
    SITES,
    SPOT_NAMES,
    VETINARI_WORTH,
    VILLA_WORTH,
)
from tablier.games.ankh_morpork.guilds import total
from tablier.games.ankh_morpork.story import tell as tell
from tablier.games.ankh_morpork.story import witness as witness
from tablier.games.ankh_morpork.touch import paths as paths
from tablier.games.ankh_morpork.words import by_seat, join, kind, members, owner, price, said
from tablier.scene.model import Counter, Dock, Message, Piece, Result, Stage, Tally, View, seat_name

if TYPE_CHECKING:
    from tablier.position import Position

TRADING = (st.OFFERING, st.ANSWER, st.PICK)
RARE = ("tokens", "guards")
"""Counters of what a seat may not have."""
DECK = len(GOOD_NAMES)
"""Tokens lie behind the cards of a hand."""


def stage(_position: Position) -> Stage:
    """The city. Spots are sites (``12``), chips (``ore4``), the Shades, districts (``ore``) and rungs of the tracks."""
    return layout.stage()


def view(position: Position, seat: int | None) -> View:
    """What ``seat`` sees, or a spectator: the city, the tracks, the own cards, and what is on offer."""
    s = position.state
    over = s.stage == st.OVER
    return View(
        pieces=(*_city(s), *_tracks(s), *_prices(s), *_hand(s, seat), *_offer(s, seat)),
        counters=tuple(_counters(s)),
        status=status(position),
        colours=COLOUR_NAMES[: position.seats],
        movers=position.movers,
        docks=tuple(_docks(s, seat)),
        tally=tuple(_tally(s)),
        result=_result(position),
        private=bool(not over and s.stage != st.SETTLE),
    )


def _docks(s: Any, reader: int | None) -> Iterator[Dock]:
    """Every seat's hand; prices, or the offer instead; what a seat has chosen to discard."""
    composing = _composing(s, reader)
    for seat in range(int(s.players)):
        giving = seat == composing
        label = said("you-give" if giving else "hand")
        yield Dock(f"hand:{seat}", "row", label, seat, wide=True, titled=giving, order=4)
    if s.stage == st.DISCARD and reader is not None and s.give[reader].any():
        yield Dock(f"discard:{reader}", "row", said("discarded"), reader, wide=True, display=True, titled=True, order=3)
    if s.stage in TRADING:
        who = seat_name(int(s.active))
        if composing is not None:
            yield Dock(f"ask:{composing}", "row", said("ask-for"), composing, wide=True, titled=True, order=3)
        else:
            yield Dock("offer:give", "row", said("gives", seat=who), display=True, titled=True, order=1)
            yield Dock("offer:want", "row", said("wants", seat=who), display=True, titled=True, order=1)
    elif s.stage not in (st.SETTLE, st.GIFT, st.DISCARD, st.OVER):
        yield Dock("prices", "row", said("prices"), wide=True, order=5)


def _composing(s: Any, reader: int | None) -> int | None:
    """The reader, if an offer of the reader's is being built."""
    if reader is None or reader >= s.players:
        return None
    building = s.stage == st.OFFERING and reader == s.active
    return reader if building or (s.stage == st.ANSWER and s.answer[reader] == st.COUNTERING) else None


# Pieces


def _city(s: Any) -> Iterator[Piece]:
    """Buildings, presidents' flags, the thief, the fire, the dice."""
    for site in range(SITES):
        if found := owner(s, site):
            seat, what = found
            label = said("piece", what=what, seat=seat_name(seat))
            yield Piece(f"site:{site}", f"{what}-{COLOUR_NAMES[seat]}", str(site), seat=seat, label=label)
    for number, name in enumerate(KIND_NAMES):
        holder = int(s.president[number]) - 1
        colour, whose = ("none", None) if holder < 0 else (COLOUR_NAMES[holder], holder)
        yield Piece(f"flag:{name}", f"flag-{colour}", f"{name}:flag", seat=whose, label=_standing(s, number, holder))
    thief = SPOT_NAMES[s.thief]
    yield Piece("thief", "thief", f"{thief}:thief", label=said("thief"))
    if s.fire:
        yield Piece("fire", "fire", "alchemists10:fire", label=said("fire"))
    if s.result:
        yield Piece("dice", f"dice-{s.result}", "dice", label=said("result", n=int(s.result)))


def _standing(s: Any, number: int, holder: int) -> Message:
    """A guild as it is read aloud: who presides, and everybody's points."""
    points = by_seat((seat, said("points-n", n=int(s.points[seat, number]))) for seat in range(int(s.players)))
    if holder < 0:
        return said("vacant", points=points)
    return said("president", seat=seat_name(holder), points=points)


def _tracks(s: Any) -> Iterator[Piece]:
    """The bank's cards, the guild points of every seat, and the assassins at large."""
    for number, name in enumerate(KIND_NAMES):
        n = int(s.bank[number])
        yield Piece(f"bank:{name}", f"bank-{name}", f"bank:{name}", n=n, label=said("stock", n=n))
        for seat in range(int(s.players)):
            rung = f"{name}={s.points[seat, number]}:{seat}"
            sprite = f"point-{COLOUR_NAMES[seat]}"
            yield Piece(f"point:{name}:{seat}", sprite, rung, seat=seat, label=seat_name(seat))
    for cell in map(int, CELLS):
        if int(s.track) >> cell & 1:
            yield Piece(f"assassin:{cell}", "assassin", f"cell:{cell}", label=said("assassin"))


def _prices(s: Any) -> Iterator[Piece]:
    if s.stage not in (*TRADING, st.SETTLE, st.GIFT, st.DISCARD, st.OVER):
        for i, name in enumerate(layout.COSTS):
            yield Piece(f"cost:{name}", f"cost-{name}", "prices", i=i, label=price(name))


def _hand(s: Any, reader: int | None) -> Iterator[Piece]:
    """The reader's cards, less what is being given away, scrolls and tokens; of others a spectator sees the backs."""
    for seat in range(int(s.players)):
        if reader is None:
            label = said("cards-hidden", n=int(s.held[seat]))
            yield Piece(f"hand:{seat}:back", "card-back", f"hand:{seat}", seat=seat, n=int(s.held[seat]), label=label)
        elif reader != seat:
            continue
        else:
            given = _given(s, seat)
            for number, name in enumerate(KIND_NAMES):
                yield _held(seat, name, int(s.hands[seat, number]) - given[number], number)
            for i, (name, n) in enumerate((("guard", int(s.guards[seat])), ("vetinari", int(s.vetinari[seat])))):
                if n:
                    yield _held(seat, name, n, DECK + i)
        yield _held(seat, "scroll", int(s.scrolls[seat]) - _given(s, seat)[SCROLL], SCROLL)


def _held(seat: int, name: str, n: int, i: int) -> Piece:
    label = said("held", good=name, n=n)
    return Piece(f"hand:{seat}:{name}", f"card-{name}", f"hand:{seat}", n=n, i=i, label=label)


def _given(s: Any, seat: int) -> list[int]:
    """What lies before a seat instead of in its hand: on offer, or to be discarded."""
    offering = s.stage == st.OFFERING and seat == s.active
    countering = s.stage == st.ANSWER and s.answer[seat] == st.COUNTERING
    if offering or countering or s.stage == st.DISCARD:
        return [int(n) for n in s.give[seat]]
    return [0] * len(GOOD_NAMES)


def _offer(s: Any, reader: int | None) -> Iterator[Piece]:
    """What is on offer for what; while the reader builds an offer, what may be asked for; the reader's discards."""
    if s.stage == st.DISCARD and reader is not None:
        yield from _laid_out(f"discard:{reader}", s.give[reader])
    if s.stage not in TRADING:
        return
    composing = _composing(s, reader)
    if composing is None:
        yield from _laid_out("offer:give", s.give[s.active])
        yield from _laid_out("offer:want", s.want[s.active])
        return
    for i, name in enumerate(GOOD_NAMES):
        n = int(s.want[composing, i])
        label = said("ask", good=name, n=n)
        yield Piece(f"ask:{composing}:{name}", f"card-{name}", f"ask:{composing}", n=n or None, i=i, label=label)


def _laid_out(dock: str, counts: Any) -> Iterator[Piece]:
    for i, name in enumerate(GOOD_NAMES):
        if n := int(counts[i]):
            yield Piece(f"{dock}:{name}", f"card-{name}", dock, n=n, i=i, label=said("held", good=name, n=n))


# Numbers


def _counters(s: Any) -> Iterator[Counter]:
    for seat in range(int(s.players)):
        values = {
            "points": int(total(s, seat)),
            "cards": int(s.held[seat]),
            "scrolls": int(s.scrolls[seat]),
            "receipts": int(s.receipts[seat]),
            "tokens": int(s.tokens[seat]),
            "guards": int(s.shown[seat]),
        }
        for name, value in values.items():
            if name in RARE and not value:
                continue
            yield Counter(f"{name}:{seat}", name, said(f"count-{name}"), value, seat)
    yield Counter("stack", "stack", said("count-stack"), int(s.stack))
    yield Counter("assassins", "assassins", said("count-assassins"), int(s.assassins))


def _tally(s: Any) -> Iterator[Tally]:
    """ANKH-11.2, as far as the reader knows it."""
    for seat in range(int(s.players)):
        houses, villas = (list(members(s[what][seat])) for what in ("houses", "villas"))
        guilds = [number for number in range(len(KIND_NAMES)) if s.president[number] == seat + 1]
        if houses:
            yield _line(seat, "houses", len(houses), HOUSE_WORTH, (f"site:{site}" for site in houses))
        if villas:
            yield _line(seat, "villas", len(villas), VILLA_WORTH, (f"site:{site}" for site in villas))
        if guilds:
            what = said("tally-guilds", guilds=join(map(kind, guilds)))
            yield Tally(seat, what, PRESIDENT_WORTH * len(guilds), tuple(f"flag:{KIND_NAMES[g]}" for g in guilds))
        if arrests := int(s.arrests[seat]):
            yield _line(seat, "arrests", arrests, ARREST_WORTH)
        if vetinari := int(s.vetinari[seat]):
            yield _line(seat, "vetinari", vetinari, VETINARI_WORTH)
        if rank := int(s.rank[seat]):
            yield Tally(seat, said("tally-rank", rank=rank), int(RANK_WORTH[rank]))


def _line(seat: int, what: str, n: int, worth: int, ids: Iterable[str] = ()) -> Tally:
    return Tally(seat, said(f"tally-{what}", n=n), n * worth, tuple(ids))


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, said(f"over-{outcome.reason}")) if outcome else None
