"""The pieces on the table, as a reader sees them: on the board, in reserves, in programmes and in hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tablier.core.bitsets import members
from tablier.games.delta.actions import ACTION_CARDS, DRAGON
from tablier.games.delta.board import GAPS, GOAL, LETTERS, SIZES, TABLES
from tablier.games.delta.layout import slope, within
from tablier.games.delta.names import place_name
from tablier.games.delta.phrases import card_face, colours, plank_message
from tablier.games.delta.state import GAP, PROGRAMMING, RESERVE, VEILED, State
from tablier.scene.model import Message, Piece, seat_name


def pieces(s: State, reader: int | None) -> Iterator[Piece]:
    """Everything on the table; ``s`` is reduced to what ``reader`` may know."""
    seats, where = s.seats, s.where.tolist()
    yield from _on_board(s, where)
    programmes = s.programme.tolist()
    for seat in range(seats):
        yield from _reserve(s, where, seat)
        yield from _programme(s, programmes[seat], seat)
    if reader is not None and s.stage == PROGRAMMING and not s.over:
        yield from _hand(seats, programmes[reader], reader)


def _on_board(s: State, where: list[int]) -> Iterator[Piece]:
    seats = s.seats
    yield from map(draw_stone, members(s.stones))
    for plank, gap in enumerate(where):
        if gap < GAPS:
            yield draw_plank(seats, plank, gap)
    for seat, place in enumerate(s.pawns.tolist()[:seats]):
        yield _goal(seats, seat)
        yield _pawn(seats, seat, place)
    yield _statuette(seats, s.statuette)


def _reserve(s: State, where: list[int], seat: int) -> Iterator[Piece]:
    seats, here = s.seats, RESERVE + seat
    held = s.held if s.stage == GAP and seat == s.mover and not s.over else -1
    for plank in range(seats * SIZES):
        if where[plank] == here:
            yield _spare(seats, seat, plank, "now" if plank == held else "")


def _programme(s: State, programme: list[int], seat: int) -> Iterator[Piece]:
    """The programme of a seat; hidden cards show their backs once all seats have chosen."""
    seats, chosen = s.seats, s.stage != PROGRAMMING
    for slot, filled in enumerate(programme):
        if filled or chosen:
            yield draw_slot(seats, seat, slot, filled - 1, *_mark(s, seat, slot) if chosen else ("", None))


def _mark(s: State, seat: int, slot: int) -> tuple[str, int | None]:
    """The state of a card, performed, cancelled or being performed, and the seat that cancelled it."""
    phase = s.phase
    if slot > phase or (s.stage == VEILED and slot == phase):
        return "", None
    if (by := sender(s, seat, slot)) is not None:
        return "off", by
    n, first = s.seats, s.statuette
    turn, now = (seat - first) % n, (s.mover - first) % n
    done = slot < phase or turn < now
    return "done" if done else "now" if turn == now else "", None


def sender(s: State, seat: int, slot: int) -> int | None:
    """The seat, the first in order of play, whose dragon cancels an action in a revealed slot (DELTA-3.1)."""
    if s.programme[seat, slot] > DRAGON:
        return None
    order = ((s.statuette + k) % s.seats for k in range(s.seats))
    return next((other for other in order if s.programme[other, slot] == DRAGON + seat + 1), None)


def _hand(seats: int, programme: list[int], seat: int) -> Iterator[Piece]:
    """The hand while programming: all cards, those in the programme with the number of their slot."""
    slots = {card - 1: slot for slot, card in enumerate(programme, 1) if card}
    for card in range(DRAGON + seats):
        if card != DRAGON + seat:
            yield _card(seats, seat, card, slots.get(card))


# Ids of pieces, and docks


def plank_id(seats: int, plank: int) -> str:
    """The id of a plank."""
    return f"plank:{LETTERS[TABLES[seats][plank // SIZES]]}{plank % SIZES + 1}"


def card_id(seat: int, card: int) -> str:
    """The id of a card in a seat's hand."""
    return f"card:{seat}:{ACTION_CARDS[card] if card < DRAGON else card - DRAGON}"


def hand_dock(seat: int) -> str:
    """The dock of a seat's hand."""
    return f"hand:{seat}"


def programme_dock(seat: int) -> str:
    """The dock of a seat's programme."""
    return f"programme:{seat}"


def reserve_dock(seat: int) -> str:
    """The dock of a seat's planks."""
    return f"reserve:{seat}"


# Pieces that recur are made once.


@cache
def draw_stone(island: int) -> Piece:
    """A stone on an island."""
    return Piece(f"stone:{island + 1}", "stone", f"{island + 1}", label=Message("delta-stone"))


@cache
def draw_plank(seats: int, plank: int, gap: int, across: bool = False) -> Piece:
    """A plank in its true length, laid along a gap or held ``across`` it, which measures nothing (DELTA-5.8)."""
    turn = slope(gap) + 90 * across
    label = plank_message(seats, plank)
    return Piece(plank_id(seats, plank), plank_sprite(seats, plank), place_name(gap), turn=turn, label=label)


def plank_sprite(seats: int, plank: int) -> str:
    """The sprite of a plank in its true length."""
    return f"plank-{colours(seats)[plank // SIZES]}-{plank % SIZES + 1}"


@cache
def _goal(seats: int, seat: int) -> Piece:
    at, colour = within(GOAL[seats][seat] - GAPS, "goal"), colours(seats)[seat]
    return Piece(f"goal:{seat}", f"flag-{colour}", at, seat=seat, label=Message("delta-goal", {"colour": colour}))


@cache
def _pawn(seats: int, seat: int, place: int) -> Piece:
    at, colour = place_name(place) if place < GAPS else within(place - GAPS, f"{seat}"), colours(seats)[seat]
    return Piece(f"pawn:{seat}", f"pawn-{colour}", at, seat=seat, label=Message("delta-pawn", {"colour": colour}))


@cache
def _statuette(seats: int, holder: int) -> Piece:
    at = within(TABLES[seats][holder], "statuette")
    return Piece("statuette", "statuette", at, seat=holder, label=Message("delta-statuette"))


@cache
def _spare(seats: int, seat: int, plank: int, mark: str) -> Piece:
    sprite = f"chip-{colours(seats)[plank // SIZES]}-{plank % SIZES + 1}"
    label = plank_message(seats, plank)
    return Piece(plank_id(seats, plank), sprite, reserve_dock(seat), seat=seat, i=plank, label=label, mark=mark)


@cache
def draw_slot(seats: int, seat: int, slot: int, card: int, mark: str = "", by: int | None = None) -> Piece:
    """A card in a programme; a hidden one is below zero. ``by`` is the seat that cancelled it."""
    back = f"card-back-{colours(seats)[seat]}", Message("delta-card-hidden")
    sprite, label = back if card < 0 else card_face(seats, card)
    if by is not None:
        label = Message("delta-card-cancelled", {"card": label, "by": seat_name(by)})
    at = programme_dock(seat)
    return Piece(f"slot:{seat}:{slot}", sprite, at, seat=seat, i=slot, label=label, mark=mark, by=by)


@cache
def _card(seats: int, seat: int, card: int, slot: int | None) -> Piece:
    sprite, label = card_face(seats, card)
    if slot is not None:
        label = Message("delta-card-chosen", {"card": label, "n": slot})
    return Piece(card_id(seat, card), sprite, hand_dock(seat), seat=seat, i=card, n=slot, label=label)
