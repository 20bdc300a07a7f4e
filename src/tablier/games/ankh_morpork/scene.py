"""The Guilds of Ankh-Morpork at the table: city, tracks, the reader's cards, prices, and the current offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tablier.core.events import Event
from tablier.games.ankh_morpork import action_paths, description, layout, narration, prompts, trade_docks
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.actions import ACTIONS, LOWEST_RESULT
from tablier.games.ankh_morpork.board import (
    ARREST_WORTH,
    CELLS,
    COLOUR_NAMES,
    DATA,
    DICE,
    GOOD_NAMES,
    HOUSE_WORTH,
    KIND_NAMES,
    PRESIDENT_WORTH,
    RANK_WORTH,
    SCROLL,
    SHADES,
    SPOT_NAMES,
    VETINARI_WORTH,
    VICTORY,
    VILLA_WORTH,
)
from tablier.games.ankh_morpork.board_model import members, standing, woken
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.layout import lit
from tablier.games.ankh_morpork.phrases import by_seat, join, kind, price, said
from tablier.games.ankh_morpork.state import State
from tablier.scene.base import Path, Prompts, Scene
from tablier.scene.model import Counter, Dock, Histogram, Line, Message, Piece, Result, Stage, Tally, View, seat_name

if TYPE_CHECKING:
    from tablier.position import Position

UNPRICED = (*st.SETUP_STAGES, st.OVER)
"""The stages without a price list."""
BUILDS = {
    "settle": "house",
    "found": "foundation",
    "house": "house",
    "villa": "villa",
    "scroll_house": "house",
    "scroll_villa": "villa",
}
"""What a family of actions puts on a site."""
RARE = ("tokens", "guards")
"""Counters that are shown only above zero."""
DECK = len(GOOD_NAMES)
"""The place of tokens in a hand: behind the cards."""


class AnkhScene(Scene):
    """The scene of The Guilds of Ankh-Morpork.

    Spots are sites (``12``), chips (``ore4``), the Shades, districts (``ore``) and rungs of the tracks.
    """

    def stage(self, position: Position) -> Stage:
        """The city and its tracks."""
        return layout.stage()

    def view(self, position: Position, seat: int | None) -> View:
        """The city, the tracks, the reader's cards, and the current offer."""
        return _view(position, seat)

    def paths(self, position: Position, seat: int, action: int) -> tuple[Path, ...]:
        """Every way to touch an action."""
        return action_paths.paths(position, seat, action)

    def ghosts(self, position: Position, seat: int, action: int) -> tuple[Piece, ...]:
        """A building or a foundation."""
        family, indices = ACTIONS.decode(action)
        return (_building(indices[0], seat, BUILDS[family]),) if family in BUILDS else ()

    def prompts(self, position: Position, seat: int) -> Prompts:
        """What ``seat`` is asked to do."""
        return prompts.prompts(position, seat)

    def describe(self, position: Position, seat: int, actions: Sequence[int]) -> Message:
        """The plies of a turn as advice."""
        return description.describe(position, seat, actions)

    def narrate(
        self,
        before: Position,
        seat: int,
        actions: Sequence[int],
        after: Position,
        reader: int | None,
        events: Sequence[Event] = (),
    ) -> list[Line]:
        """What a submission did, as ``reader`` may know it."""
        return narration.narrate(before, seat, after, reader, events)

    def statistics(self, events: Sequence[Event]) -> tuple[Histogram, ...]:
        """The results of the dice."""
        counts = [0] * len(DICE)
        for event in events:
            if event.kind == Kind.ROLLED:
                counts[event.a] += 1
        results = range(LOWEST_RESULT, len(DICE))
        expected = (DICE[n] * sum(counts) / sum(DICE) for n in results)
        return (Histogram(said("rolls"), tuple(results), tuple(counts[n] for n in results), tuple(expected)),)

    def preview(self, before: Position, seat: int, actions: Sequence[int], after: Position) -> Message | None:
        """What a submission would cost, bring or risk."""
        return prompts.preview(before, seat, actions, after)

    def removes(self, position: Position, seat: int) -> dict[str, str]:
        """The touches that take something out of an offer."""
        return trade_docks.removes(position.state, seat)

    def waiting_status(self, position: Position, movers: Sequence[int], reader: int | None) -> Message:
        """The players who still have to answer or to discard."""
        return prompts.status(position, movers, reader)

    def ends_submission(self, position: Position) -> bool:
        """Is nothing half done?"""
        return prompts.ends_submission(position)

    def completes_turn(self, before: Position, after: Position) -> bool:
        """Does the turn pass to another seat?"""
        return prompts.completes_turn(before, after)


def _view(position: Position, seat: int | None) -> View:
    s: State = position.state
    return View(
        pieces=(*_city(s), *_tracks(s), *_prices(s), *_hand(s, seat), *_offer(s, seat)),
        counters=tuple(_counters(s, position.scores())),
        status=prompts.status(position),
        colours=COLOUR_NAMES[: position.seats],
        movers=position.movers,
        docks=tuple(_docks(s, seat)),
        tally=tuple(_tally(s)),
        result=_result(position),
        private=s.stage not in (st.SETTLE, st.OVER),
    )


def _docks(s: State, reader: int | None) -> Iterator[Dock]:
    """Every seat's hand and the prices; the reader's discards, or the current offer."""
    for seat in range(s.players):
        yield Dock(f"hand:{seat}", "row", said("hand"), seat, wide=True, order=4)
    if s.stage == st.DISCARD and reader is not None and any(s.give[reader]):
        yield trade_docks.sheet(f"discard:{reader}", said("discarded"), reader, wide=True, display=True)
    if s.stage in st.TRADE_STAGES:
        yield from trade_docks.docks(s, reader)
    if s.stage not in UNPRICED:
        yield Dock("prices", "row", said("prices"), wide=True, order=5)


# Pieces


def _city(s: State) -> Iterator[Piece]:
    """Buildings, presidents' flags, the thief, the fire, the dice."""
    for site, seat, what in standing(s):
        yield _building(site, seat, what)
    for number, name in enumerate(KIND_NAMES):
        holder = s.president[number] - 1
        colour, whose = ("none", None) if holder < 0 else (COLOUR_NAMES[holder], holder)
        yield Piece(f"flag:{name}", f"flag-{colour}", f"{name}:flag", seat=whose, label=_guild(s, number, holder))
    label = said("thief-home" if s.thief == SHADES else "thief")
    yield Piece("thief", "thief", f"{SPOT_NAMES[s.thief]}:thief", label=label)
    if s.fire:
        yield Piece("fire", "fire", "alchemists10:fire", label=said("fire"))
    for district in woken(s):
        name = DATA.hexes[district].id
        yield Piece(lit(district), "lit", f"{name}:lit", label=said("woken"))
    if s.result:
        yield Piece("dice", f"dice-{s.result}", "dice", label=said("result", n=s.result))


def _building(site: int, seat: int, what: str) -> Piece:
    label = said("piece", what=what, seat=seat_name(seat))
    return Piece(f"site:{site}", f"{what}-{COLOUR_NAMES[seat]}", str(site), seat=seat, label=label)


def _guild(s: State, number: int, holder: int) -> Message:
    """A guild as it is read aloud: its president, and everybody's points."""
    points = by_seat((seat, said("points-n", n=row[number])) for seat, row in enumerate(s.points[: s.players]))
    if holder < 0:
        return said("vacant", points=points)
    return said("president", seat=seat_name(holder), points=points)


def _tracks(s: State) -> Iterator[Piece]:
    """The bank's cards, the guild points of every seat, and the assassins at large."""
    points = s.points[: s.players]
    for number, (name, n) in enumerate(zip(KIND_NAMES, s.bank, strict=True)):
        yield Piece(f"bank:{name}", f"bank-{name}", f"bank:{name}", n=n, label=said("stock", n=n))
        for seat, row in enumerate(points):
            rung = f"{name}={row[number]}:{seat}"
            sprite = f"point-{COLOUR_NAMES[seat]}"
            yield Piece(f"point:{name}:{seat}", sprite, rung, seat=seat, label=seat_name(seat))
    for cell in CELLS:
        if s.track >> cell & 1:
            yield Piece(f"assassin:{cell}", "assassin", f"cell:{cell}", label=said("assassin"))


def _prices(s: State) -> Iterator[Piece]:
    if s.stage not in UNPRICED:
        for i, name in enumerate(layout.COSTS):
            yield Piece(f"cost:{name}", f"cost-{name}", "prices", i=i, label=price(name))


def _hand(s: State, reader: int | None) -> Iterator[Piece]:
    """The reader's cards without those given away, scrolls and tokens; spectators see the backs of all cards."""
    for seat in range(s.players):
        given = _given(s, seat)
        if reader is None:
            label = said("cards-hidden", n=s.held[seat])
            yield Piece(f"hand:{seat}:back", "card-back", f"hand:{seat}", seat=seat, n=s.held[seat], label=label)
        elif reader != seat:
            continue
        else:
            hand = s.hands[seat]
            for number, name in enumerate(KIND_NAMES):
                yield _held(seat, name, hand[number] - given[number], number)
            for i, (name, n) in enumerate((("guard", s.guards[seat]), ("vetinari", s.vetinari[seat]))):
                if n:
                    yield _held(seat, name, n, DECK + i)
        yield _held(seat, "scroll", s.scrolls[seat] - given[SCROLL], SCROLL)


def _held(seat: int, name: str, n: int, i: int) -> Piece:
    label = said("held", good=name, n=n)
    return Piece(f"hand:{seat}:{name}", f"card-{name}", f"hand:{seat}", n=n, i=i, label=label)


def _given(s: State, seat: int) -> Sequence[int]:
    """The goods that lie before a seat instead of in its hand: on offer, or to be discarded."""
    if s.stage == st.DISCARD or trade_docks.composing(s, seat) is not None:
        return list(s.give[seat])
    return [0] * len(GOOD_NAMES)


def _offer(s: State, reader: int | None) -> Iterator[Piece]:
    """The current offer; the reader's discards."""
    if s.stage == st.DISCARD and reader is not None:
        yield from trade_docks.laid_out(f"discard:{reader}", s.give[reader])
    if s.stage in st.TRADE_STAGES:
        yield from trade_docks.pieces(s, reader)


# Numbers


def _counters(s: State, scores: Sequence[int]) -> Iterator[Counter]:
    counted = (
        ("points", scores),
        ("cards", s.held),
        ("scrolls", s.scrolls),
        ("receipts", s.receipts),
        ("tokens", s.tokens),
        ("guards", s.shown),
    )
    for seat in range(s.players):
        for name, values in counted:
            if values[seat] or name not in RARE:
                yield Counter(f"{name}:{seat}", name, said(f"count-{name}"), values[seat], seat)
    yield Counter("stack", "stack", said("count-stack"), s.stack)
    yield Counter("assassins", "assassins", said("count-assassins"), s.assassins)


def _tally(s: State) -> Iterator[Tally]:
    """The victory points one by one, as far as the reader knows them (ANKH-11.2)."""
    for seat in range(s.players):
        houses, villas = list(members(s.houses[seat])), list(members(s.villas[seat]))
        guilds = [number for number, holder in enumerate(s.president) if holder == seat + 1]
        if houses:
            yield _line(seat, "houses", len(houses), HOUSE_WORTH, (f"site:{site}" for site in houses))
        if villas:
            yield _line(seat, "villas", len(villas), VILLA_WORTH, (f"site:{site}" for site in villas))
        if guilds:
            what = said("tally-guilds", guilds=join(map(kind, guilds)))
            yield Tally(seat, what, PRESIDENT_WORTH * len(guilds), tuple(f"flag:{KIND_NAMES[g]}" for g in guilds))
        if arrests := s.arrests[seat]:
            yield _line(seat, "arrests", arrests, ARREST_WORTH)
        if vetinari := s.vetinari[seat]:
            yield _line(seat, "vetinari", vetinari, VETINARI_WORTH)
        if rank := s.rank[seat]:
            yield Tally(seat, said("tally-rank", rank=rank), RANK_WORTH[rank])


def _line(seat: int, what: str, n: int, worth: int, ids: Iterable[str] = ()) -> Tally:
    return Tally(seat, said(f"tally-{what}", n=n), n * worth, tuple(ids))


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, said(f"over-{outcome.reason}", points=VICTORY)) if outcome else None
