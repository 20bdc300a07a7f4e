"""On Top a second time: slow and plain, written from the rules, sharing the data of the boards and the tiles alone.

The board is a set of triangles, each a set of three corners in the plane; whatever can be asked of it (which cells
share a side, which lie around a corner, which corner of a tile comes next) is found by looking. Nothing is counted
ahead: the parts of a circle are read off the tiles when it is complete, and towers are piles of pawns.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any

COLOURS = "BYRW"
NAMES = {"B": "blue", "Y": "yellow", "R": "red", "W": "white"}
PAWNS = 21
TRIANGLES = 10

Corner = tuple[int, float]  # row from the top, steps to the right of the middle
Triangle = frozenset[Corner]


@dataclass(frozen=True)
class State:
    """A position. Cells and intersections are called by their names.

    ``tiles`` has for each cell under a tile the colour at each of its corners; ``closed`` are cells that count as
    black, those of them with a triangle are ``black``; ``start`` are those that were there before the first tile.
    ``towers`` has the pawns on each intersection that is done, from the bottom up. ``waiting`` are intersections
    completed by the last tile that are not done yet; ``laid`` says which tile lies where, for diagrams.
    """

    players: str
    board: str
    options: dict[str, Any]
    pawns: Counter[str]
    bag: Counter[str]
    tiles: dict[str, dict[str, str]] = field(default_factory=dict)
    closed: frozenset[str] = frozenset()
    black: frozenset[str] = frozenset()
    start: frozenset[str] = frozenset()
    supply: int = TRIANGLES
    towers: dict[str, str] = field(default_factory=dict)
    track: Counter[str] = field(default_factory=Counter)
    turn: str = "B"
    drawn: str | None = None
    waiting: frozenset[str] = frozenset()
    laid: tuple[str, ...] = ()
    reason: str | None = None


@cache
def _data(file: str) -> Any:
    return json.loads((resources.files("tablier.games.on_top") / file).read_text(encoding="utf-8"))


# ----------------------------------------------------------------------------------------------- the board


@cache
def corners(board: str) -> dict[str, Corner]:
    """The intersections of a board by name."""
    (rows,) = (entry["rows"] for entry in _data("boards.json")["boards"] if entry["id"] == board)
    return {f"{chr(65 + r)}{i + 1}": (r, i - (n - 1) / 2) for r, n in enumerate(rows) for i in range(n)}


@cache
def cells(board: str) -> dict[str, Triangle]:
    """The cells of a board by name: all triples of corners that are one step from each other."""
    there = set(corners(board).values())
    found: dict[int, list[Triangle]] = {}
    for row, x in there:
        right = (row, x + 1)
        for other in (row - 1, row + 1):
            triangle = frozenset({(row, x), right, (other, x + 0.5)})
            if triangle <= there:
                found.setdefault(min(row, other), []).append(triangle)

    def across(triangle: Triangle) -> float:
        return sum(x for _, x in triangle)

    return {
        f"{chr(97 + r)}{i + 1}": triangle
        for r, row_of_cells in found.items()
        for i, triangle in enumerate(sorted(row_of_cells, key=across))
    }


@cache
def side_by_side(board: str) -> dict[str, set[str]]:
    """For each cell those that share a side with it."""
    every = cells(board)
    return {a: {b for b in every if len(every[a] & every[b]) == 2} for a in every}


@cache
def round_about(board: str) -> dict[str, set[str]]:
    """For each intersection the cells around it."""
    return {
        name: {c for c, triangle in cells(board).items() if here in triangle} for name, here in corners(board).items()
    }


@cache
def outline(board: str, first: str, second: str) -> tuple[str, ...]:
    """The corners of a rhombus of two cells, counter-clockwise as one sees them, from the tip of its first cell."""
    a, b = cells(board)[first], cells(board)[second]
    (tip,) = a - b
    middle_row, middle_x = (sum(c) / 4 for c in zip(*(a | b), strict=True))

    def bearing(corner: Corner) -> float:
        up, right = (middle_row - corner[0]) * math.sqrt(0.75), corner[1] - middle_x
        return math.atan2(up, right)

    start = bearing(tip)
    ordered = sorted(a | b, key=lambda corner: (bearing(corner) - start) % (2 * math.pi) if corner != tip else -1)
    names = {place: name for name, place in corners(board).items()}
    return tuple(names[corner] for corner in ordered)


def is_golden(state: State, point: str) -> bool:
    """Does an intersection lie on the golden border?"""
    if state.options["golden"] == "whole":
        return len(round_about(state.board)[point]) < 6
    (entry,) = (entry for entry in _data("boards.json")["boards"] if entry["id"] == state.board)
    return point in entry["golden"]


# ----------------------------------------------------------------------------------------------- the set-up

DEFAULTS = {
    "board": "D70",
    "start": "centre",
    "golden": "whole",
    "last_pawn": "placing",
    "order": "chosen",
    "teams": False,
}


def setup(seats: int = 2, black: list[str] | None = None, **options: Any) -> State:
    """The start, with the option's start triangles or others."""
    chosen = {**DEFAULTS, **options}
    board = chosen["board"]
    players = COLOURS[:seats]
    (entry,) = (entry for entry in _data("boards.json")["boards"] if entry["id"] == board)
    start = frozenset(black or entry["starts"][chosen["start"]])
    pawns = Counter({c: PAWNS - 1 if c in players else PAWNS for c in COLOURS})
    bag = Counter({kind["id"]: kind["copies"] for kind in _data("material.json")["tiles"]})
    state = State(players, board, chosen, pawns, bag, start=start)
    state = replace(state, closed=start, black=start, supply=TRIANGLES - len(start))
    state = fill_holes(state)
    return replace(state, towers=dict.fromkeys(complete(state), ""))


# ----------------------------------------------------------------------------------------------- a turn


def free(state: State) -> set[str]:
    """The cells where a tile could still lie."""
    return set(cells(state.board)) - set(state.tiles) - state.closed


def fits(state: State, one: str, other: str) -> bool:
    """Are these two free cells side by side, and does one of them touch a tile or a start triangle by a side?"""
    room, near = free(state), side_by_side(state.board)
    if not {one, other} <= room or other not in near[one]:
        return False
    return any(cell in state.tiles or cell in state.start for cell in near[one] | near[other])


def plies(state: State) -> set[str]:
    """All legal plies, in notation; the tiles that chance may draw."""
    if state.reason:
        return set()
    if state.waiting:
        return {f"={point}" for point in state.waiting}
    if state.drawn is None:
        return {kind for kind, number in state.bag.items() if number}
    near = side_by_side(state.board)
    return {f"{one}-{other}" for one in near for other in near[one] if fits(state, one, other)}


def mover(state: State) -> int | None:
    """The seat to move; 7 when a tile is drawn, nobody after the end."""
    if state.reason:
        return None
    return 7 if state.drawn is None and not state.waiting else state.players.index(state.turn)


def apply(state: State, ply: str) -> State:
    """The position after a legal ply."""
    if ply in state.bag:
        return replace(state, drawn=ply, bag=state.bag - Counter([ply]))
    if ply.startswith("="):
        return go_on(score(state, ply[1:]))
    return go_on(lay(state, str(state.drawn), ply))


def lay(state: State, kind: str, where: str) -> State:
    """Lay a tile, fill the holes, and see which circles are complete."""
    first, second = where.split("-")
    colours = dict(zip(outline(state.board, first, second), kind, strict=True))
    names = {place: name for name, place in corners(state.board).items()}
    tiles = dict(state.tiles)
    for cell in (first, second):
        tiles[cell] = {names[place]: colours[names[place]] for place in cells(state.board)[cell]}
    state = fill_holes(replace(state, tiles=tiles, drawn=None, laid=(*state.laid, f"{kind}@{where}")))
    return replace(state, waiting=frozenset(complete(state) - set(state.towers)))


def fill_holes(state: State) -> State:
    """Black triangles on all free cells that have no free cell beside them, as long as there are triangles."""
    room = free(state)
    for hole in sorted((cell for cell in room if not side_by_side(state.board)[cell] & room), key=in_reading_order):
        black = state.black | {hole} if state.supply else state.black
        state = replace(state, closed=state.closed | {hole}, black=black, supply=max(state.supply - 1, 0))
    return state


def in_reading_order(name: str) -> tuple[str, int]:
    """From the top left, row by row."""
    return name[0], int(name[1:])


def complete(state: State) -> set[str]:
    """The intersections with no free cell around them."""
    room = free(state)
    return {point for point, around in round_about(state.board).items() if not around & room}


# ----------------------------------------------------------------------------------------------- scoring


def circle(state: State, point: str) -> Counter[str]:
    """The sixths of each colour around an intersection."""
    around = round_about(state.board)[point]
    return Counter(state.tiles[cell][point] for cell in around if cell in state.tiles)


def placing(state: State, point: str) -> tuple[str, list[str]]:
    """The colour with the majority and those that are second; nobody where several are first."""
    ranking = circle(state, point).most_common()
    if not ranking or (len(ranking) > 1 and ranking[0][1] == ranking[1][1]):
        return "", []
    return ranking[0][0], [colour for colour, parts in ranking[1:] if parts == ranking[1][1]]


def score(state: State, point: str) -> State:
    """Place the pawns of an intersection, first those of the second, then that of the majority."""
    winner, seconds = placing(state, point)
    state = replace(state, towers={**state.towers, point: ""}, waiting=state.waiting - {point})
    if not winner:
        return state
    state = put(state, point, sorted(seconds, key=COLOURS.index))
    if state.options["last_pawn"] == "placing":
        state = last_pawns(state)
    if state.reason:
        return state
    if state.pawns[winner]:
        state = put(state, point, [winner])
        if winner in state.players:
            height = len(state.towers[point])
            gain = 2 * height if is_golden(state, point) else height
            state = replace(state, track=Counter({**state.track, winner: state.track[winner] + gain}))
    return last_pawns(state) if state.options["last_pawn"] != "tile" else state


def put(state: State, point: str, colours: list[str]) -> State:
    """A pawn of each colour that has one left, on top of the pile."""
    there = "".join(colour for colour in colours if state.pawns[colour])
    pawns = Counter({c: n - (c in there) for c, n in state.pawns.items()})
    return replace(state, pawns=pawns, towers={**state.towers, point: state.towers[point] + there})


def last_pawns(state: State) -> State:
    """The end of the game if somebody has placed the last pawn, or a neutral colour is used up."""
    out = [colour for colour in COLOURS if not state.pawns[colour]]
    if any(colour in state.players for colour in out):
        return replace(state, reason="last_pawn", waiting=frozenset())
    return replace(state, reason="neutral", waiting=frozenset()) if out else state


def in_doubt(state: State) -> bool:
    """Has some colour no more pawns than it is due to place at the waiting intersections?"""
    due = Counter[str]()
    for point in state.waiting:
        winner, seconds = placing(state, point)
        due.update([winner, *seconds] if winner else [])
    return any(state.pawns[colour] <= number for colour, number in due.items())


def go_on(state: State) -> State:
    """Whatever happens without anybody being asked, up to the next ply."""
    while state.waiting and not state.reason:
        if len(state.waiting) > 1 and state.options["order"] == "chosen" and in_doubt(state):
            return state
        state = score(state, min(state.waiting, key=in_reading_order))
    if state.options["last_pawn"] == "tile" and not state.reason:
        state = last_pawns(state)
    if state.reason:
        return state
    room = free(state)
    if not any(side_by_side(state.board)[cell] & room for cell in room):
        return replace(state, reason="full")
    if not sum(state.bag.values()):
        return replace(state, reason="bag")
    return replace(state, turn=(state.players * 2)[state.players.index(state.turn) + 1])


# ----------------------------------------------------------------------------------------------- the end


def points(state: State, colour: str) -> int:
    """The place on the score track, and at a normal end less the pawns left."""
    normal_end = state.reason in ("full", "neutral", "bag")
    return state.track[colour] - (state.pawns[colour] if normal_end else 0)


def scores(state: State) -> tuple[int, ...]:
    """Points by seat."""
    return tuple(points(state, colour) for colour in state.players)


def ranks(state: State) -> tuple[int, ...]:
    """Placement by seat: 0 is first. Team mates sit opposite each other and share their place."""
    sides = ["BR", "YW"] if state.options["teams"] and len(state.players) == 4 else list(state.players)
    winners = last_pawn_winners(state)

    def merit(side: str) -> tuple[int, ...]:
        if winners & set(side):
            return (1,)
        return 0, sum(points(state, c) for c in side), -sum(state.pawns[c] for c in side)

    place = {side: sum(merit(other) > merit(side) for other in sides) for side in sides}
    return tuple(place[side] for colour in state.players for side in sides if colour in side)


def last_pawn_winners(state: State) -> set[str]:
    """Of the players who have placed their last pawns those who are farthest on the score track."""
    if state.reason != "last_pawn":
        return set()
    out = [colour for colour in state.players if not state.pawns[colour]]
    return {colour for colour in out if state.track[colour] == max(state.track[c] for c in out)}


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many plies, draws included; a finished game counts 1."""
    if depth == 0 or state.reason:
        return 1
    found = plies(state)
    return len(found) if depth == 1 else sum(perft(apply(state, ply), depth - 1) for ply in found)


def complaints(state: State) -> Iterator[str]:
    """The faults of a reached position, in words; none if it keeps the rules of chapter 1."""
    for colour in COLOURS:
        owned = PAWNS - (colour in state.players)
        if state.pawns[colour] + sum(colour in tower for tower in state.towers.values()) != owned:
            yield f"pawns of {colour} have come or gone"
    if any(len(set(tower)) != len(tower) for tower in state.towers.values()):
        yield "a colour stands twice on one intersection"
    if len(state.black) + state.supply != TRIANGLES:
        yield "black triangles have come or gone"
    if set(state.tiles) & state.closed:
        yield "a tile lies on a black triangle"
    sixths = Counter[str]()
    for point in corners(state.board):
        sixths.update(circle(state, point))
    if sixths.total() != 3 * len(state.tiles):
        yield "parts of circles have come or gone"
    if len(state.laid) + sum(state.bag.values()) + (state.drawn is not None) != 34:
        yield "tiles have come or gone"


# ----------------------------------------------------------------------------------------------- diagrams


def diagram(text: str) -> State:
    """The position of a diagram such as ``board: H66; tiles: RBWY@d6-d7; pawns: B3; points: Y7; drawn: BYRW``."""
    fields = dict[str, list[str]]()
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key, _, value = part.partition(":")
        fields[key] = value.split()
    one = {key: words[0] for key, words in fields.items() if words}
    options: dict[str, Any] = {key: one[key] for key in DEFAULTS if key in one}
    if "teams" in options:
        options["teams"] = options["teams"] == "True"
    state = setup(int(one.get("seats", "2")), fields.get("black"), **options)
    if "triangles" in one:
        state = replace(state, supply=int(one["triangles"]))
    for word in fields.get("tiles", []):
        kind, where = word.split("@")
        state = lay(replace(state, bag=state.bag - Counter([kind])), kind, where)
        for point in sorted(state.waiting, key=in_reading_order):
            state = score(state, point)
    pawns = {word[0]: int(word[1:]) for word in fields.get("pawns", [])}
    track = {word[0]: int(word[1:]) for word in fields.get("points", [])}
    state = replace(state, pawns=Counter({**state.pawns, **pawns}), track=Counter({**state.track, **track}))
    state = replace(state, turn=one.get("turn", "blue")[0].upper())
    if "drawn" in one:
        state = replace(state, drawn=one["drawn"], bag=state.bag - Counter([one["drawn"]]))
    return state


def text(state: State) -> str:
    """The diagram of a position in which no intersection waits and no colour has run out."""
    parts = [f"seats: {len(state.players)}", *(f"{key}: {value}" for key, value in state.options.items())]
    parts.append("black: " + " ".join(sorted(state.start)))
    parts += ["tiles: " + " ".join(state.laid)] if state.laid else []
    parts.append("pawns: " + " ".join(f"{c}{state.pawns[c]}" for c in COLOURS))
    parts.append("points: " + " ".join(f"{c}{state.track[c]}" for c in state.players))
    parts.append(f"turn: {NAMES[state.turn]}")
    return "; ".join(parts + ([f"drawn: {state.drawn}"] if state.drawn else []))
