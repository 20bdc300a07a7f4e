"""Delta on the table: islands and villages, planks where they lie, cards in hand and in programmes, and what happened.

Planks have their true length and lie in the middle of their gap. In texts a plank is its colour and size, an island its
number. Cards are named after their places as long as they are hidden.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, pi, sin
from typing import TYPE_CHECKING, Any

from tablier.engine import protocol
from tablier.engine.protocol import SPECTATOR
from tablier.games.delta import rules
from tablier.games.delta.board import (
    CENTRES,
    COLOURS,
    DATA,
    GAPS,
    GAPS_ENDS,
    GOAL,
    ISLANDS,
    LETTERS,
    SIZES,
    STONES,
    TABLES,
    VILLAGES,
    inset,
)
from tablier.games.delta.notation import place_name, support_name
from tablier.games.delta.state import SLOTS
from tablier.games.delta.story import Happening, story
from tablier.scene.model import (
    Button,
    Counter,
    Dock,
    Flash,
    Line,
    Message,
    Piece,
    Result,
    Spot,
    Sprite,
    Stage,
    View,
    seat_name,
)

if TYPE_CHECKING:
    from tablier.position import Position

Path = tuple[str, ...]

FRAME = 56
"""Width of the picture's frame around the board."""
ISLAND = 34
GAP = 22
ROUND = 34
"""How far from the middle of a village pawns stand."""
NAMES = tuple(village.name for village in DATA.villages)
"""The colours, in the order of the villages."""
ACTIONS = ("stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump")
"""The action cards, in the order of the rules."""
CARD = (64, 92)
BEHIND = 52
"""How far from the middle of a village, on the side of the land, its flag and the statuette stand."""
SPRITES = {
    "stone": Sprite(46, 46, layer=2, shadow=True),
    **{
        f"plank-{colour}-{n}": Sprite(size.length, 30, layer=3, shadow=True)
        for colour in NAMES
        for n, size in enumerate(DATA.planks, 1)
    },
    **{f"chip-{colour}-{n}": Sprite(30 + 4 * n, 22) for colour in NAMES for n in range(1, SIZES + 1)},
    **{f"flag-{colour}": Sprite(36, 44, layer=4) for colour in NAMES},
    "statuette": Sprite(40, 56, layer=5, shadow=True),
    **{f"pawn-{colour}": Sprite(44, 60, layer=6, shadow=True) for colour in NAMES},
    "splash": Sprite(120, 90, layer=7),
    "roar": Sprite(120, 120, layer=7),
    **{f"card-{name}": Sprite(*CARD) for name in ACTIONS},
    **{f"card-dragon-{colour}": Sprite(*CARD) for colour in NAMES},
    **{f"card-back-{colour}": Sprite(*CARD) for colour in NAMES},
    "stones": Sprite(24, 24),
}


def stage(_position: Position) -> Stage:
    """The delta. Spots are villages (``W``), islands (``13``) and gaps (``W-13``), which are there while a plank is."""
    return _stage()


@functools.cache
def _stage() -> Stage:
    spots = {}
    for support, (x, y) in enumerate(CENTRES):
        hit = DATA.village_radius if support < VILLAGES else ISLAND
        spots[support_name(support)] = Spot((x, y), _support(support), hit=hit)
    for gap in range(GAPS):
        spots[place_name(gap)] = Spot(middle(gap), _place(gap), hit=GAP, shy=True)
    for village in range(VILLAGES):
        x, y = CENTRES[village]
        land = atan2(y - DATA.size[1] / 2, x - DATA.size[0] / 2)
        standing = {f"{seat}": (land + pi * (0.4 + 0.24 * seat), ROUND) for seat in range(COLOURS)}
        for name, (turn, reach) in {
            **standing,
            "statuette": (land - 0.5, BEHIND),
            "goal": (land + 0.5, BEHIND),
        }.items():
            at = (round(x + reach * cos(turn), 1), round(y + reach * sin(turn), 1))
            spots[_within(village, name)] = Spot(at, _support(village), within=LETTERS[village])
    width, height = DATA.size
    return Stage("delta", (-FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME), "board.svg", spots, SPRITES)


def middle(gap: int) -> tuple[float, float]:
    """The middle of a plank that lies in a gap: half-way between its supports, less what villages take of it."""
    a, b = GAPS_ENDS[gap]
    (ax, ay), (bx, by) = CENTRES[a], CENTRES[b]
    way = hypot(bx - ax, by - ay)
    along = 0.5 + (inset(a) - inset(b)) / 2 / way
    return round(ax + along * (bx - ax), 1), round(ay + along * (by - ay), 1)


def view(position: Position, seat: int | None) -> View:
    """What ``seat`` sees, or a spectator: the board, all that has been revealed, and the seat's own cards."""
    s = position.state
    docks: list[Dock] = []
    for other in range(position.seats):
        if s.stage == rules.PROGRAMMING and not s.over:
            docks.append(Dock(_hand(other), "row", Message("delta-hand"), other, wide=True, order=1))
        docks += [
            Dock(_programme(other), "slots", Message("delta-programme"), other, panel=True, n=SLOTS, order=2),
            Dock(_reserve(other), "row", Message("delta-reserve"), other, wide=True, panel=True, order=3),
        ]
    return View(
        pieces=tuple(_pieces(s, seat)),
        counters=_counters(s),
        status=_status(position, seat),
        colours=colours(position.seats),
        movers=position.movers,
        docks=tuple(docks),
        result=_result(position),
        private=bool(s.stage == rules.PROGRAMMING),
    )


def paths(position: Position, seat: int, action: int) -> tuple[Path, ...]:
    """A card of the hand; an island; a plank of the reserve; the two ends of a gap; what goes; where the pawn goes."""
    stage_now = position.state.stage
    if action < rules.CARDS:
        mine = action < rules.DRAGON + position.seats and stage_now == rules.PROGRAMMING
        return ((f"piece:{_card(seat, action)}",),) if mine else ()
    if action < rules.CHOOSE:
        return (_spot(VILLAGES + action - rules.SET),) if stage_now == rules.STONE else ()
    if action < rules.LAY:
        plank = action - rules.CHOOSE
        known = stage_now == rules.PLANK and plank < position.seats * SIZES
        return ((f"piece:{_plank_id(position.seats, plank)}",),) if known else ()
    if action < rules.TAKE:
        (a,), (b,) = (_spot(end) for end in GAPS_ENDS[action - rules.LAY])
        return ((a, b), (b, a)) if stage_now == rules.GAP else ()
    if action < rules.LIFT:
        return ((f"spot:{place_name(action - rules.TAKE)}",),) if stage_now == rules.REMOVE else ()
    if action < rules.GO:
        return (_spot(VILLAGES + action - rules.LIFT),) if stage_now == rules.REMOVE else ()
    return ((f"spot:{place_name(action - rules.GO)}",),) if stage_now in MOVES else ()


MOVES = {rules.STEP: "step", rules.FIRST: "first", rules.SECOND: "second", rules.JUMP: "jump"}
STAGES = {rules.STONE: "stone", rules.PLANK: "plank", rules.GAP: "gap", rules.REMOVE: "remove", **MOVES}


def prompts(position: Position, seat: int) -> tuple[Message, dict[str, Message], tuple[Button, ...]]:
    """What ``seat`` is asked to do; its status line if it is not its turn."""
    s = position.state
    if seat not in position.movers:
        return _status(position, seat), {}, ()
    if s.stage == rules.PROGRAMMING:
        return Message("delta-prompt-card", {"n": _filled(s, seat) + 1}), {}, ()
    name = STAGES[int(s.stage)]
    if s.stage != rules.GAP:
        return Message(f"delta-prompt-{name}", {"n": int(s.left), "phase": int(s.phase) + 1}), {}, ()
    plank = _plank(position.seats, int(s.held))
    ends = {end for move in position.moves(seat) for end in GAPS_ENDS[move.action - rules.LAY]}
    begun = {_spot(end)[0]: Message("delta-prompt-end", {"plank": plank, "from": _support(end)}) for end in ends}
    tried = any(map(int, s.tried))
    return Message("delta-prompt-gap", {"plank": plank, "again": "yes" if tried else "no"}), begun, ()


def discloses(position: Position, _seat: int, action: int) -> bool:
    """Lengths are judged by eye: what becomes of a plank shows only when it has been chosen, and laid, in earnest."""
    return rules.CHOOSE <= action < rules.TAKE and bool(position.state.eye != rules.FRIENDLY)


def completes_turn(before: Position, _after: Position) -> bool:
    """Was a programme completed? A round is one turn of every seat; performing its cards belongs to it (DELTA-2)."""
    return bool(before.state.stage == rules.PROGRAMMING)


def foresee(before: Position, seat: int, actions: Sequence[int], after: Position) -> Message | None:
    """What may be said before a submission is sent: never whether a plank fits."""
    action, s = actions[-1], before.state
    if action < rules.CARDS:
        return Message("delta-foresee-programme")
    if rules.CHOOSE <= action < rules.LAY and discloses(before, seat, action):
        return Message("delta-foresee-plank", {"plank": _plank(before.seats, action - rules.CHOOSE)})
    if rules.LAY <= action < rules.TAKE and discloses(before, seat, action):
        a, b = GAPS_ENDS[action - rules.LAY]
        plank = _plank(before.seats, int(s.held))
        return Message("delta-foresee-gap", {"plank": plank, "a": _support(a), "b": _support(b), "eye": int(s.eye)})
    if action >= rules.GO and after.state.over:
        return Message("delta-foresee-goal")
    return None


def witness(before: Position, seat: int, actions: Sequence[int], _after: Position) -> tuple[Happening, ...]:
    """What everybody saw happen, with the complete record at each moment, to be hidden from whoever is told."""
    return tuple(story(before.state, seat, actions))


def tell(
    before: Position,
    _seat: int,
    _actions: Sequence[int],
    after: Position,
    reader: int | None,
    witnessed: Sequence[Happening] = (),
) -> list[Line]:
    """A line for each card, and for what ends a phase, a round or the game, each with the pieces as they were then."""
    lines: list[Line] = []
    known = {p.id: p for p in _pieces(before.state, reader)}
    for event in witnessed:
        state = event.state.copy()
        protocol.hide(state, SPECTATOR if reader is None else reader)
        now = {p.id: p for p in _pieces(state, reader)}
        put = tuple(p for p in now.values() if known.get(p.id) != p)
        lines.append(_line(event, put, [id_ for id_ in known if id_ not in now]))
        known = now
    if after.outcome():
        lines.append(Line(_status(after, reader)))
    return lines


def colours(seats: int) -> tuple[str, ...]:
    """The colours of the seats."""
    return tuple(NAMES[village] for village in TABLES[seats])


# Names


def _within(village: int, name: str) -> str:
    return f"{LETTERS[village]}:{name}"


def _spot(support: int) -> Path:
    return (f"spot:{support_name(support)}",)


def _support(support: int) -> Message:
    if support < VILLAGES:
        return Message("delta-village", {"colour": NAMES[support]})
    return Message("delta-island", {"n": support - VILLAGES + 1})


def _place(place: int) -> Message:
    """A gap or a village."""
    if place >= GAPS:
        return _support(place - GAPS)
    a, b = GAPS_ENDS[place]
    return Message("delta-gap", {"a": _support(a), "b": _support(b)})


def _plank(seats: int, plank: int) -> Message:
    return Message("delta-plank", {"colour": colours(seats)[plank // SIZES], "n": plank % SIZES + 1})


def _plank_id(seats: int, plank: int) -> str:
    return f"plank:{LETTERS[TABLES[seats][plank // SIZES]]}{plank % SIZES + 1}"


def _hand(seat: int) -> str:
    return f"hand:{seat}"


def _programme(seat: int) -> str:
    return f"programme:{seat}"


def _reserve(seat: int) -> str:
    return f"reserve:{seat}"


def _card(seat: int, card: int) -> str:
    return f"card:{seat}:{ACTIONS[card] if card < rules.DRAGON else card - rules.DRAGON}"


def _card_face(seats: int, card: int) -> tuple[str, Message]:
    """Symbol and name of a card."""
    if card < rules.DRAGON:
        return f"card-{ACTIONS[card]}", Message("delta-card", {"card": ACTIONS[card]})
    colour = colours(seats)[card - rules.DRAGON]
    return f"card-dragon-{colour}", Message("delta-dragon", {"colour": colour})


# Pieces


def _pieces(s: Any, reader: int | None) -> Iterator[Piece]:
    """Everything on the table that ``reader`` may see; ``s`` is what that reader may know."""
    seats = int(s.seats)
    yield from _board(s, seats)
    for seat in range(seats):
        yield from _reserved(s, seats, seat)
        yield from _programmed(s, seats, seat)
    if reader is not None and s.stage == rules.PROGRAMMING and not s.over:
        yield from _held(s, seats, reader)


def _board(s: Any, seats: int) -> Iterator[Piece]:
    stones = int(s.stones)
    for island in range(ISLANDS):
        if stones >> island & 1:
            yield Piece(f"stone:{island + 1}", "stone", f"{island + 1}", label=Message("delta-stone"))
    for plank, gap in enumerate(s.where.tolist()):
        if gap < GAPS:
            yield _laid(seats, plank, gap)
    for seat, place in enumerate(s.pawns[:seats].tolist()):
        yield _goal(seats, seat)
        yield _pawn(seats, seat, place)
    holder = int(s.statuette)
    at = _within(TABLES[seats][holder], "statuette")
    yield Piece("statuette", "statuette", at, seat=holder, label=Message("delta-statuette"))


# What looks the same again and again is made once.


@functools.cache
def _laid(seats: int, plank: int, gap: int) -> Piece:
    sprite = f"plank-{colours(seats)[plank // SIZES]}-{plank % SIZES + 1}"
    return Piece(_plank_id(seats, plank), sprite, place_name(gap), turn=slope(gap), label=_plank(seats, plank))


@functools.cache
def _goal(seats: int, seat: int) -> Piece:
    at, colour = _within(int(GOAL[seats, seat]) - GAPS, "goal"), colours(seats)[seat]
    return Piece(f"goal:{seat}", f"flag-{colour}", at, seat=seat, label=Message("delta-goal", {"colour": colour}))


@functools.cache
def _pawn(seats: int, seat: int, place: int) -> Piece:
    at, colour = place_name(place) if place < GAPS else _within(place - GAPS, f"{seat}"), colours(seats)[seat]
    return Piece(f"pawn:{seat}", f"pawn-{colour}", at, seat=seat, label=Message("delta-pawn", {"colour": colour}))


@functools.cache
def _spare(seats: int, seat: int, plank: int, mark: str) -> Piece:
    sprite = f"chip-{colours(seats)[plank // SIZES]}-{plank % SIZES + 1}"
    label = _plank(seats, plank)
    return Piece(_plank_id(seats, plank), sprite, _reserve(seat), seat=seat, i=plank, label=label, mark=mark)


@functools.cache
def _slot(seats: int, seat: int, slot: int, card: int, mark: str) -> Piece:
    """A card in a programme; below zero it is hidden."""
    back = f"card-back-{colours(seats)[seat]}", Message("delta-card-hidden")
    sprite, label = back if card < 0 else _card_face(seats, card)
    return Piece(f"slot:{seat}:{slot}", sprite, _programme(seat), seat=seat, i=slot, label=label, mark=mark)


def slope(gap: int) -> float:
    """How a plank in a gap is turned; its number is never upside down."""
    (ax, ay), (bx, by) = (CENTRES[end] for end in GAPS_ENDS[gap])
    turn = degrees(atan2(by - ay, bx - ax))
    return round(turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn, 1)


def _reserved(s: Any, seats: int, seat: int) -> Iterator[Piece]:
    held = int(s.held) if s.stage == rules.GAP and seat == s.mover and not s.over else -1
    for plank, where in enumerate(s.where[: seats * SIZES].tolist()):
        if where == rules.RESERVE + seat:
            yield _spare(seats, seat, plank, "now" if plank == held else "")


def _filled(s: Any, seat: int) -> int:
    return sum(bool(card) for card in s.programme[seat])


def _programmed(s: Any, seats: int, seat: int) -> Iterator[Piece]:
    """The programme of a seat; what is hidden shows its back once all have chosen."""
    chosen = s.stage != rules.PROGRAMMING
    for slot, filled in enumerate(s.programme[seat].tolist()):
        if filled or chosen:
            yield _slot(seats, seat, slot, filled - 1, _mark(s, seat, slot) if chosen else "")


def _mark(s: Any, seat: int, slot: int) -> str:
    """How far a card is: performed, cancelled, or just being performed."""
    if s.stage == rules.VEILED or slot > s.phase:
        return ""
    if slot < s.phase:
        return "done"
    if int(s.programme[seat, slot]) <= rules.DRAGON and rules.cancelled(s, seat):
        return "off"
    n = int(s.seats)
    turn, now = (seat - int(s.statuette)) % n, (int(s.mover) - int(s.statuette)) % n
    return "done" if turn < now else "now" if turn == now else ""


def _held(s: Any, seats: int, seat: int) -> Iterator[Piece]:
    """The hand while programming: all cards, those in the programme with the number of their place."""
    slots = {int(card) - 1: slot for slot, card in enumerate(s.programme[seat], 1) if card}
    for card in range(rules.DRAGON + seats):
        if card != rules.DRAGON + seat:
            sprite, label = _card_face(seats, card)
            yield Piece(_card(seat, card), sprite, _hand(seat), seat=seat, i=card, n=slots.get(card), label=label)


# Numbers and status


def _counters(s: Any) -> tuple[Counter, ...]:
    return (Counter("stones", "stones", Message("delta-supply"), STONES - int(s.stones).bit_count()),)


def _status(position: Position, seat: int | None) -> Message:
    s = position.state
    outcome = position.outcome()
    if outcome is not None:
        return Message("delta-status-won", {"seat": seat_name(outcome.winners[0])})
    if s.stage == rules.PROGRAMMING:
        mine = seat is not None and _filled(s, seat) == SLOTS
        return Message("delta-status-locked" if mine else "delta-status-programming")
    phase = int(s.phase) + 1
    if s.stage == rules.VEILED:
        return Message("delta-status-veiled", {"phase": phase})
    stage_now = STAGES[int(s.stage)]
    return Message("delta-status-turn", {"seat": seat_name(int(s.mover)), "phase": phase, "stage": stage_now})


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, Message(f"delta-over-{outcome.reason}")) if outcome else None


# The story


def _line(event: Happening, put: tuple[Piece, ...], gone: list[str]) -> Line:
    """A happening in words."""
    s, seats, seat = event.state, int(event.state.seats), event.seat
    pawn = f"pawn:{seat}"
    a: dict[str, str | int | Message] = {"seat": seat_name(seat), "phase": int(s.phase) + 1}
    ids: tuple[str, ...] = ()
    flash: tuple[Flash, ...] = ()
    match event.kind:
        case "stone" | "lifted":
            a["n"], ids = event.what + 1, (f"stone:{event.what + 1}",)
        case "plank" | "lost" | "missed" | "laid" | "taken":
            a["plank"], ids = _plank(seats, event.what), (_plank_id(seats, event.what),)
            if event.at >= 0:
                ends = GAPS_ENDS[event.at]
                a |= {"a": _support(ends[0]), "b": _support(ends[1])}
            if event.kind == "lost":
                a["why"] = "miss" if event.at >= 0 else "nowhere"
        case "went" | "arrived":
            a["place"], ids = _place(event.what), (pawn,)
        case "dragon" | "cancelled" | "nothing" | "fell" | "stuck":
            a["card"], ids = _card_face(seats, event.what)[1], (pawn,) if event.kind == "fell" else ()
            if event.kind == "dragon":
                a["target"] = seat_name(event.what - rules.DRAGON)
            place = place_name(event.at)
            flash = {"fell": (Flash("splash", place),), "cancelled": (Flash("roar", place),)}.get(event.kind, ())
        case "round":
            a["home"] = seat_name(seat)
    return Line(Message(f"delta-say-{event.kind}", a), tuple(dict.fromkeys((*ids, *gone))), seat, put, flash)
