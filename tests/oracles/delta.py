"""A second implementation of Delta: slow and plain, written from the rules; it shares only the board's data.

A support is a village's letter or an island's number as text, a gap is its two supports (``W-13``), a plank its colour
and size (``W4``), a place a gap or a village. A task is a word and its arguments.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib import resources
from itertools import combinations
from math import isqrt
from typing import Any

COLOURS = {2: "WK", 3: "WRB", 4: "YRBG", 5: "WYRBG", 6: "WYRKBG"}
GOALS = {"W": "K", "K": "W", "Y": "B", "B": "Y", "R": "G", "G": "R"}
ACTIONS = ("stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump")
CARDS = 5
STONES = 27
AT_MOST = 3  # planks on a stone, planks on a village

Task = tuple[str, ...]


@dataclass(frozen=True)
class State:
    """A position. ``queue`` holds the cards to be performed, as slot and colour; ``task`` is the first one's choice."""

    players: str
    eye: str = "again"
    stones: frozenset[str] = frozenset()
    planks: dict[str, str] = field(default_factory=dict)  # by gap
    reserves: dict[str, frozenset[str]] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    pawns: dict[str, str] = field(default_factory=dict)
    programmes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    statuette: str = ""
    queue: tuple[tuple[int, str], ...] = ()
    task: Task = ()
    winner: str = ""


def setup(seats: int = 2, *, eye: str = "again") -> State:
    """The start of a game."""
    players = COLOURS[seats]
    return State(
        players,
        eye,
        reserves={colour: frozenset(f"{colour}{size}" for size in range(1, 7)) for colour in players},
        pawns={colour: colour for colour in players},
        programmes=dict.fromkeys(players, ()),
        statuette=players[0],
    )


# ----------------------------------------------------------------------------------------------- the board


@cache
def _data() -> Any:
    return json.loads((resources.files("tablier.games.delta") / "board.json").read_text(encoding="utf-8"))


@cache
def centres() -> dict[str, tuple[int, int]]:
    """The centres of the supports: villages, then islands."""
    found = {village["id"]: (village["x"], village["y"]) for village in _data()["villages"]}
    return found | {str(n): tuple(centre) for n, centre in enumerate(_data()["islands"], 1)}


def is_village(support: str) -> bool:
    """Is it a village, not an island?"""
    return support in GOALS


@cache
def sizes(a: str, b: str) -> frozenset[int]:
    """The plank sizes that span two supports."""
    (ax, ay), (bx, by) = centres()[a], centres()[b]
    square = (ax - bx) ** 2 + (ay - by) ** 2
    shore = _data()["village_inset"] * (is_village(a) + is_village(b))
    return frozenset(
        size
        for size, plank in enumerate(_data()["planks"], 1)
        if isqrt(square) >= plank["min_distance"] + shore and isqrt(square - 1) < plank["max_distance"] + shore
    )


def lies_over(a: str, b: str, c: str) -> bool:
    """Does a plank from ``a`` to ``b`` lie over ``c``?"""
    (ax, ay), (bx, by), (cx, cy) = (centres()[name] for name in (a, b, c))
    along = Fraction((cx - ax) * (bx - ax) + (cy - ay) * (by - ay), (bx - ax) ** 2 + (by - ay) ** 2)
    if not 0 < along < 1:
        return False
    x, y = ax + along * (bx - ax), ay + along * (by - ay)
    radius = _data()["village_radius" if is_village(c) else "stone_radius"]
    return bool((x - cx) ** 2 + (y - cy) ** 2 < (radius + Fraction(_data()["plank_width"], 2)) ** 2)


@cache
def gaps() -> tuple[str, ...]:
    """All gaps."""
    return tuple(
        f"{a}-{b}"
        for a, b in combinations(centres(), 2)
        if not (is_village(a) and is_village(b)) and sizes(a, b)
        if not any(lies_over(a, b, c) for c in centres() if c not in (a, b))
    )


def ends(gap: str) -> tuple[str, str]:
    """The supports of a gap."""
    a, _, b = gap.partition("-")
    return a, b


@cache
def cross(gap: str, other: str) -> bool:
    """Do planks in two gaps cross? The point where their lines meet is within both."""
    if set(ends(gap)) & set(ends(other)):
        return False
    (ax, ay), (bx, by) = (centres()[end] for end in ends(gap))
    (cx, cy), (dx, dy) = (centres()[end] for end in ends(other))
    slope = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if slope == 0:
        return False
    here = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), slope)
    there = Fraction((cx - ax) * (by - ay) - (cy - ay) * (bx - ax), slope)
    return 0 < here < 1 and 0 < there < 1


# ----------------------------------------------------------------------------------------------- planks and stones


def bears(state: State, support: str) -> bool:
    """Can the support carry one more plank?"""
    ready = is_village(support) or support in state.stones
    return ready and sum(support in ends(gap) for gap in state.planks) < AT_MOST


def is_open(state: State, gap: str) -> bool:
    """May a plank of the right length be laid in a gap?"""
    free = gap not in state.planks and all(bears(state, support) for support in ends(gap))
    return free and not any(cross(gap, other) for other in state.planks)


def spans(plank: str, gap: str) -> bool:
    """Does a plank span a gap?"""
    return int(plank[1]) in sizes(*ends(gap))


def somewhere(state: State, plank: str) -> set[str]:
    """The gaps where a plank could be laid correctly."""
    return {gap for gap in gaps() if is_open(state, gap) and spans(plank, gap)}


def acceptable(reserve: frozenset[str], plank: str) -> bool:
    """May a reserve take a plank?"""
    colours, lengths = {held[0] for held in reserve}, {held[1] for held in reserve}
    return plank[1] not in lengths and len(colours | {plank[0]}) <= max(2, len(colours))


def removable(state: State, colour: str) -> set[str]:
    """The planks and stones that a remove card may take."""
    planks = {
        f"x{gap}"
        for gap, plank in state.planks.items()
        if gap not in state.pawns.values() and acceptable(state.reserves[colour], plank)
    }
    return planks | {f"x{stone}" for stone in state.stones if not any(stone in ends(gap) for gap in state.planks)}


# ----------------------------------------------------------------------------------------------- pawns


def neighbours(state: State, place: str) -> set[str]:
    """The planks and villages beside a place, occupied or not."""
    if is_village(place):
        return {gap for gap in state.planks if place in ends(gap)}
    stones = {end for end in ends(place) if not is_village(end)}
    planks = {gap for gap in state.planks if gap != place and stones & set(ends(gap))}
    return planks | {end for end in ends(place) if is_village(end)}


def free(state: State, colour: str, place: str) -> bool:
    """May a pawn enter a place? Only planks can be occupied."""
    return is_village(place) or all(place != at for other, at in state.pawns.items() if other != colour)


def steps(state: State, colour: str, place: str) -> set[str]:
    """One step from a place."""
    return {near for near in neighbours(state, place) if free(state, colour, near)}


def double_moves(state: State, colour: str) -> set[tuple[str, ...]]:
    """All moves of two. Entering the goal needs no second step; there and back is possible only if nothing else is."""
    here, goal = state.pawns[colour], GOALS[colour]
    found = set[tuple[str, ...]]()
    for one in steps(state, colour, here):
        found |= {(one,)} if one == goal else {(one, two) for two in steps(state, colour, one) | {here}}
    return {move for move in found if move[-1] != here} or found


def jumps(state: State, colour: str) -> set[str]:
    """The places where a jump may end."""
    here = state.pawns[colour]
    over = {at for other, at in state.pawns.items() if other != colour} & neighbours(state, here)
    return {place for gap in over if not is_village(gap) for place in steps(state, colour, gap) if place != here}


# ----------------------------------------------------------------------------------------------- plies


def movers(state: State) -> str:
    """The colours that may act."""
    if state.winner:
        return ""
    if state.task:
        return state.queue[0][1]
    return "".join(colour for colour in state.players if len(state.programmes[colour]) < CARDS)


def hand(state: State, colour: str) -> set[str]:
    """The cards that may still be put into a programme."""
    chosen = state.programmes[colour]
    dragons = {f"dragon{other}" for other in state.players if other != colour}
    return (set(ACTIONS) if dragons & set(chosen) else set(ACTIONS) | dragons) - set(chosen)


def plies(state: State, colour: str | None = None) -> set[str]:
    """The legal plies of a colour, by default of the only one to move."""
    colour = colour or movers(state)[:1]
    if not colour or colour not in movers(state):
        return set()
    if not state.task:
        return hand(state, colour)
    match state.task:
        case ("stone", *_):
            return {f"+{island}" for island in vacant(state)}
        case ("plank", *_):
            return set(state.reserves[colour])
        case ("gap", _, plank, *missed):
            left = {gap for gap in gaps() if is_open(state, gap) and gap not in missed}
            return {gap for gap in left if spans(plank, gap)} if state.eye == "friendly" else left
        case ("remove",):
            return removable(state, colour)
        case ("second", origin, first):
            back = {move[1] for move in double_moves(moved(state, colour, origin), colour) if move[0] == first}
            return {f">{place}" for place in back}
        case ("move1",):
            return {f">{place}" for place in steps(state, colour, state.pawns[colour])}
        case ("move2",):
            return {f">{move[0]}" for move in double_moves(state, colour)}
    return {f">{place}" for place in jumps(state, colour)}


def vacant(state: State) -> set[str]:
    """The islands that can take a stone."""
    return {name for name in centres() if not is_village(name)} - state.stones if len(state.stones) < STONES else set()


def moved(state: State, colour: str, place: str) -> State:
    """The position with a pawn elsewhere."""
    return replace(state, pawns={**state.pawns, colour: place})


def apply(state: State, colour: str, ply: str) -> State:
    """The position after a legal ply."""
    if not state.task:
        return compose(state, colour, ply)
    match state.task:
        case ("stone", left):
            return another(replace(state, stones=state.stones | {ply[1:]}), "stone", left)
        case ("plank", left):
            if somewhere(state, ply):
                return replace(state, task=("gap", left, ply))
            return another(lose(state, colour, ply), "plank", left)
        case ("gap", left, plank, *missed):
            if spans(plank, ply):
                return another(lay(state, colour, plank, ply), "plank", left)
            if state.eye == "strict":
                return another(lose(state, colour, plank), "plank", left)
            return replace(state, task=("gap", left, plank, *sorted([*missed, ply])))
        case ("remove",):
            return next_card(take(state, colour, ply[1:]))
    origin = state.pawns[colour]
    state = moved(state, colour, ply[1:])
    if ply[1:] == GOALS[colour]:
        return replace(state, winner=colour, task=())
    return replace(state, task=("second", origin, ply[1:])) if state.task == ("move2",) else next_card(state)


def compose(state: State, colour: str, card: str) -> State:
    """Put a card into a programme; the last card of all begins the performance."""
    programmes = {**state.programmes, colour: (*state.programmes[colour], card)}
    state = replace(state, programmes=programmes)
    if movers(state):
        return state
    order = turns(state, state.statuette)
    return perform(replace(state, queue=tuple((slot, one) for slot in range(CARDS) for one in order)))


def turns(state: State, first: str) -> str:
    """All colours, clockwise from one."""
    at = state.players.index(first)
    return state.players[at:] + state.players[:at]


def lay(state: State, colour: str, plank: str, gap: str) -> State:
    """Lay a plank of a reserve."""
    reserves = {**state.reserves, colour: state.reserves[colour] - {plank}}
    return replace(state, planks={**state.planks, gap: plank}, reserves=reserves)


def lose(state: State, colour: str, plank: str) -> State:
    """Lose a plank of a reserve."""
    reserves = {**state.reserves, colour: state.reserves[colour] - {plank}}
    return replace(state, reserves=reserves, lost=state.lost | {plank})


def take(state: State, colour: str, what: str) -> State:
    """Take a plank into a reserve, or a stone into the supply."""
    if what in state.stones:
        return replace(state, stones=state.stones - {what})
    planks = {gap: plank for gap, plank in state.planks.items() if gap != what}
    reserves = {**state.reserves, colour: state.reserves[colour] | {state.planks[what]}}
    return replace(state, planks=planks, reserves=reserves)


def another(state: State, thing: str, left: str) -> State:
    """One stone or plank less is due; the card may be finished."""
    more = vacant(state) if thing == "stone" else state.reserves[state.queue[0][1]]
    return replace(state, task=(thing, str(int(left) - 1))) if int(left) > 1 and more else next_card(state)


def next_card(state: State) -> State:
    """Go on to the next card."""
    return perform(replace(state, queue=state.queue[1:], task=()))


def perform(state: State) -> State:
    """Perform cards until one needs a choice; after the last card a new round begins."""
    while state.queue:
        slot, colour = state.queue[0]
        card = state.programmes[colour][slot]
        barred = any(state.programmes[other][slot] == f"dragon{colour}" for other in state.players)
        if not barred and card in ACTIONS:
            task = (card[:-1], card[-1]) if card[:-1] in ("stone", "plank") else (card,)
            asked = replace(state, task=task)
            if plies(asked):
                return asked
            if card in ("move1", "move2", "jump"):
                state = moved(state, colour, colour)
        state = replace(state, queue=state.queue[1:])
    following = turns(state, state.statuette)[1]
    return replace(state, statuette=following, programmes=dict.fromkeys(state.players, ()))


# ----------------------------------------------------------------------------------------------- checks


def seen(state: State, viewer: str) -> dict[str, tuple[str, ...]]:
    """The cards of the programmes that a colour (or nobody) knows."""
    revealed = state.queue[0][0] + 1 if state.queue else 0
    whole = {viewer} if not state.winner else set(state.players)
    return {one: cards if one in whole else cards[:revealed] for one, cards in state.programmes.items()}


def scores(state: State) -> tuple[int, ...]:
    """One point for the winner."""
    return tuple(int(colour == state.winner) for colour in state.players)


def ranks(state: State) -> tuple[int, ...]:
    """Placement by seat: the winner is first, all others are second."""
    return tuple(int(bool(state.winner) and colour != state.winner) for colour in state.players)


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many plies (perft); where several seats may act, the first does."""
    if depth == 0 or state.winner:
        return 1
    colour = movers(state)[0]
    found = plies(state, colour)
    return len(found) if depth == 1 else sum(perft(apply(state, colour, ply), depth - 1) for ply in found)


def complaints(state: State) -> Iterator[str]:
    """The broken invariants of a position, in words."""
    planks = [*state.planks.values(), *state.lost, *(plank for held in state.reserves.values() for plank in held)]
    if sorted(planks) != sorted(f"{colour}{size}" for colour in state.players for size in range(1, 7)):
        yield "planks have come or gone"
    for gap, plank in state.planks.items():
        rest = replace(state, planks={other: p for other, p in state.planks.items() if other != gap})
        if not is_open(rest, gap) or not spans(plank, gap):
            yield f"{plank} cannot lie in {gap}"
    for colour, held in state.reserves.items():
        strange = len({plank[0] for plank in held}) > 2 or len({plank[1] for plank in held}) < len(held)
        if strange:
            yield f"the reserve of {colour} is {sorted(held)}"
    on_planks = [place for place in state.pawns.values() if not is_village(place)]
    if len(set(on_planks)) < len(on_planks) or set(on_planks) - set(state.planks):
        yield "pawns stand where they cannot"


# ----------------------------------------------------------------------------------------------- diagrams


def diagram(text: str) -> State:
    """The position of a diagram such as ``seats: 2; stones: 11; planks: W2=W-11; pawns: W=W-11; W: move2; turn: W``."""
    fields = dict[str, list[str]]()
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key, _, value = part.partition(":")
        fields[key] = value.split()
    state = setup(int("".join(fields.pop("seats", ["2"]))), eye="".join(fields.pop("eye", ["again"])))
    state = replace(state, stones=frozenset(fields.pop("stones", ())))
    owner = {f"{colour}{size}": colour for colour in state.players for size in range(1, 7)}
    for word in fields.pop("planks", ()):
        state = lay(state, word[0], word[:2], word[3:])
    for word in fields.pop("reserve", ()):
        state = take(lay(state, owner[word[2:]], word[2:], "-"), word[0], "-")
    for word in fields.pop("lost", ()):
        state = lose(state, word[0], word)
    for word in fields.pop("pawns", ()):
        state = moved(state, word[0], word[2:])
    state = replace(state, statuette="".join(fields.pop("statuette", [state.players[0]])))
    turn, phase = "".join(fields.pop("turn", [])), int("".join(fields.pop("phase", ["1"])))
    for colour, named in fields.items():
        state = replace(state, programmes={**state.programmes, colour: tuple(named)})
    if not turn:
        return state
    for colour in state.players:
        while len(state.programmes[colour]) < CARDS:
            cards = (*state.programmes[colour], min(hand(state, colour) & set(ACTIONS), key=ACTIONS.index))
            state = replace(state, programmes={**state.programmes, colour: cards})
    order = turns(state, state.statuette)
    queue = [(slot, one) for slot in range(phase - 1, CARDS) for one in order]
    return perform(replace(state, queue=tuple(queue[order.index(turn) :])))


def text(state: State) -> str:
    """The diagram of a position where no action has begun."""
    out = [(colour, plank) for colour, held in sorted(state.reserves.items()) for plank in held if plank[0] != colour]
    parts = [
        f"seats: {len(state.players)}",
        f"eye: {state.eye}",
        f"stones: {' '.join(sorted(state.stones, key=int))}",
        f"planks: {' '.join(f'{plank}={gap}' for gap, plank in sorted(state.planks.items()))}",
        f"reserve: {' '.join(f'{colour}={plank}' for colour, plank in sorted(out))}",
        f"lost: {' '.join(sorted(state.lost))}",
        f"pawns: {' '.join(f'{colour}={place}' for colour, place in state.pawns.items())}",
        f"statuette: {state.statuette}",
        *(f"{colour}: {' '.join(cards)}" for colour, cards in state.programmes.items() if cards),
    ]
    if state.queue:
        parts += [f"phase: {state.queue[0][0] + 1}", f"turn: {state.queue[0][1]}"]
    return "; ".join(part for part in parts if not part.endswith(": "))
