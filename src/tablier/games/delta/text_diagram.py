"""Positions as text: drawn for a terminal, and read from a diagram."""

from __future__ import annotations

from tablier.core.bitsets import members
from tablier.core.diagram import fields, number, one
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.delta.board import FITS, GAPS, GOAL, PLANKS, SIZES, STONES
from tablier.games.delta.legality import obstacle
from tablier.games.delta.names import (
    card_name,
    letter,
    place_name,
    plank_name,
    read_card,
    read_gap,
    read_island,
    read_place,
    read_plank,
    read_seat,
)
from tablier.games.delta.queries import hand, perform
from tablier.games.delta.state import GAP, LOST, PROGRAMMING, RESERVE, SLOTS, VEILED, State, rebuild

_STAGES = ("", "a stone", "a plank", "a gap for", "to remove", "a step", "the first step", "the second step", "a jump")


def draw(s: State) -> str:
    """The stones, the planks by gap, and for each seat its pawn, its reserve and its programme."""
    seats, where = s.seats, s.where.tolist()
    stones = " ".join(str(island + 1) for island in members(s.stones))
    lying = sorted((gap, plank) for plank, gap in enumerate(where) if gap < GAPS)
    lines = [
        f"stones  {stones or 'none'} ({STONES - s.stones.bit_count()} in the supply)",
        f"planks  {' '.join(f'{plank_name(seats, plank)}={place_name(gap)}' for gap, plank in lying) or 'none'}",
    ]
    for seat in range(seats):
        own = " ".join(plank_name(seats, plank) for plank in range(PLANKS) if where[plank] == RESERVE + seat)
        cards = " ".join(card_name(seats, card - 1) if card else "?" for card in s.programme[seat])
        mark = "*" if seat == s.statuette else " "
        pawn = place_name(s.pawns[seat])
        lines.append(f"{letter(seats, seat)}{mark} pawn {pawn:6} reserve {own or 'none'}; {cards}")
    return "\n".join([*lines, _turn(s)])


def _turn(s: State) -> str:
    if s.over:
        return "game over"
    if s.stage == PROGRAMMING:
        return "programming"
    if s.stage == VEILED:
        return f"phase {s.phase + 1}: the cards are hidden"
    held = f" {plank_name(s.seats, s.held)}" if s.stage == GAP else ""
    return f"phase {s.phase + 1}: {letter(s.seats, s.mover)} (seat {s.mover}), {_STAGES[s.stage]}{held}"


def setup(text: str, s: State) -> None:
    """Change the start of a game into the position that a diagram describes.

    A diagram is a list of fields separated by semicolons: ``stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=W-11;
    W: stone1 move2; turn: W``. ``planks`` gives the gap of each laid plank, ``reserve`` (``W=K4 W=R2``) the planks in
    the reserves of others, ``lost`` the lost ones; all others are in the reserve of their own colour. A pawn that is
    not named is in its village. A colour's field is its programme. Without ``turn`` the seats are programming.
    ``turn: W`` performs white's card in the first slot, or in the slot of ``phase``; programmes are then completed by
    the lowest cards left. The first seat has the ``statuette`` unless it is given.

    Raises:
        InvalidOption: a field is unknown or wrong, or the diagram is no position of the game.
    """
    turn = phase = None
    for key, words in fields(text).items():
        try:
            if key == "turn":
                turn = read_seat(s.seats, one(words, letter(s.seats, 0)))
            elif key == "phase":
                phase = number(one(words, "1"), 1, SLOTS) - 1
            else:
                _set_field(s, key, words)
        except (InvalidMove, InvalidOption) as error:
            raise InvalidOption(f"diagram: {key}: {error}") from error
    _check(s)
    rebuild(s)
    _check_planks(s)
    if turn is not None:
        _begin(s, turn, phase or 0)
    elif phase is not None:
        raise InvalidOption("diagram: a phase needs a turn")
    elif not State.runtime.movers(s):
        s.mover = s.statuette
        perform(s)


def _set_field(s: State, key: str, words: list[str]) -> None:
    match key:
        case "stones":
            s.stones = sum(1 << read_island(word) for word in words)
        case "statuette":
            s.statuette = read_seat(s.seats, one(words, letter(s.seats, 0)))
        case "planks" | "reserve" | "lost":
            for word in words:
                _put(s, key, *word.split("="))
        case "pawns":
            _set_pawns(s, words)
        case _ if len(key) == 1:
            _set_programme(s, read_seat(s.seats, key), words)
        case _:
            raise InvalidOption(
                "unknown field; fields are stones, planks, reserve, lost, pawns, statuette, phase, turn, and a colour"
            )


def _put(s: State, key: str, *words: str) -> None:
    match key, words:
        case "planks", (plank, gap):
            _move_plank(s, plank, read_gap(gap))
        case "reserve", (colour, plank):
            _move_plank(s, plank, RESERVE + read_seat(s.seats, colour))
        case "lost", (plank,):
            _move_plank(s, plank, LOST)
        case _:
            raise InvalidOption(f"{'='.join(words)!r} cannot be read; write W2=W-11, W=K4 or W3")


def _set_pawns(s: State, words: list[str]) -> None:
    for word in words:
        colour, _, place = word.partition("=")
        if not (colour and place):
            raise InvalidOption(f"{word!r} cannot be read; write the colour and the place, such as W=W-11")
        seat, at = read_seat(s.seats, colour), read_place(place)
        if sum(other.startswith(f"{colour}=") for other in words) > 1:
            raise InvalidOption(f"the pawn {colour} is in two places")
        if at == GOAL[s.seats][seat]:
            raise InvalidOption(f"the pawn {colour} is in its goal: the game would be over")
        s.pawns[seat] = at


def _move_plank(s: State, word: str, place: int) -> None:
    plank = read_plank(s.seats, word)
    if s.where[plank] != RESERVE + plank // SIZES:
        raise InvalidOption(f"the plank {word} is in two places")
    s.where[plank] = place


def _set_programme(s: State, seat: int, words: list[str]) -> None:
    programme = s.programme[seat]
    for slot, word in enumerate(words):
        card = read_card(s.seats, word)
        if card is None or slot == SLOTS or not hand(s, seat) >> card & 1:
            raise InvalidOption(f"{word!r} cannot be put into this programme")
        programme[slot] = card + 1


def _check(s: State) -> None:
    """Check the limits of the reserves, that no two planks share a gap, and that pawns are on planks or in villages."""
    for seat in range(s.seats):
        mine = [plank for plank in range(PLANKS) if s.where[plank] == RESERVE + seat]
        if len({plank // SIZES for plank in mine}) > 2 or len({plank % SIZES for plank in mine}) < len(mine):
            raise InvalidOption(f"diagram: the reserve of {letter(s.seats, seat)} breaks DELTA-6.3 or DELTA-6.4")
    gaps = [gap for gap in s.where if gap < GAPS]
    for gap in gaps:
        if gaps.count(gap) > 1:
            raise InvalidOption(f"diagram: two planks in the gap {place_name(gap)}")
    places = s.pawns.tolist()[: s.seats]
    for place in places:
        if place < GAPS and (place not in gaps or places.count(place) > 1):
            raise InvalidOption(f"diagram: no plank for one pawn alone in the gap {place_name(place)}")


def _check_planks(s: State) -> None:
    """Check that each plank could have been laid last."""
    for plank, gap in enumerate(s.where):
        if gap >= GAPS:
            continue
        twin = s.copy()
        twin.where[plank] = RESERVE
        rebuild(twin)
        if obstacle(twin, gap) or not FITS[plank % SIZES] >> gap & 1:
            raise InvalidOption(f"diagram: the plank {plank_name(s.seats, plank)} cannot lie in {place_name(gap)}")


def _begin(s: State, turn: int, phase: int) -> None:
    """Complete the programmes, and perform the card of the seat ``turn`` in the slot ``phase``."""
    for seat in range(s.seats):
        programme = s.programme[seat]
        for slot in range(SLOTS):
            if programme[slot] == 0:
                programme[slot] = 1 + next(members(hand(s, seat)))
    s.mover, s.phase = turn, phase
    perform(s)
