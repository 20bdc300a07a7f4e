"""Ponte del Diavolo a second time: slow and plain, written from the rules, sharing nothing with the kernel.

Cells are pairs (column, row) counted from zero, a bridge is the ordered pair of the cells that it joins, and nothing is
tabulated that geometry can say: what lies under a bridge is every square that the segment between the two centres runs
through, bridges cross where their segments meet, a group is what a flood fill reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

Cell = tuple[int, int]
Bridge = tuple[Cell, Cell]

LIGHT, DARK = "light", "dark"
TILES = 40  # of each colour
POOL = 15  # bridges, for both colours together
ISLAND = 4


@dataclass(frozen=True)
class State:
    """A position.

    ``stage`` is ``opening`` (light's first turn), ``choice`` (of colours, until dark's answer is complete), ``answer``
    (dark's first turn after a swap) or ``open``.
    """

    board: int = 10
    tiles: dict[Cell, str] = field(default_factory=dict)
    bridges: frozenset[Bridge] = frozenset()
    turn: str = LIGHT
    half: bool = False  # the first of the turn's two tiles is down
    stage: str = "open"
    light: int = 0  # the seat behind light
    last: bool = False  # light has passed
    reason: str | None = None  # why the game is over


# ----------------------------------------------------------------------------------------------- notation


def name(cell: Cell) -> str:
    """``(3, 3)`` is ``d4``."""
    return "abcdefghijkl"[cell[0]] + str(cell[1] + 1)


def cell(text: str) -> Cell:
    """``d4`` is ``(3, 3)``."""
    return "abcdefghijkl".index(text[0]), int(text[1:]) - 1


def bridge(text: str) -> Bridge:
    """``d4-d6`` or ``d6-d4``: the same bridge."""
    a, b = sorted(cell(end) for end in text.split("-"))
    return a, b


def setup(board: int = 10) -> State:
    """The empty board: light's first two tiles are to be laid."""
    return State(board=board, stage="opening")


def diagram(text: str) -> State:
    """The position of a diagram such as ``light: a1 b1; dark: c3; turn: dark; half``."""
    state = State(tiles={})
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key, _, value = (piece.strip() for piece in part.partition(":"))
        if key in (LIGHT, DARK):
            state.tiles.update({cell(word): key for word in value.split()})
        elif key == "bridges":
            state = replace(state, bridges=frozenset(bridge(word) for word in value.split()))
        elif key == "turn":
            state = replace(state, turn=value)
        elif key == "board":
            state = replace(state, board=int(value))
        elif key == "half":
            state = replace(state, half=True)
        elif key == "last":
            state = replace(state, last=True)
        else:
            raise ValueError(f"no field {key!r} in a diagram")
    return state


def text(state: State) -> str:
    """The diagram of a position of open play."""
    parts = [f"board: {state.board}"]
    for colour in (LIGHT, DARK):
        cells = sorted(own(state, colour))
        parts += [f"{colour}: {' '.join(map(name, cells))}"] if cells else []
    if state.bridges:
        parts.append("bridges: " + " ".join(f"{name(a)}-{name(b)}" for a, b in sorted(state.bridges)))
    parts.append(f"turn: {state.turn}")
    parts += [flag for flag in ("half", "last") if getattr(state, flag)]
    return "; ".join(parts)


# ----------------------------------------------------------------------------------------------- groups


def own(state: State, colour: str) -> set[Cell]:
    """The cells of a colour's tiles."""
    return {spot for spot, tile in state.tiles.items() if tile == colour}


def sides(spot: Cell) -> Iterator[Cell]:
    """The four cells that share a side with a cell (they may lie off the board)."""
    x, y = spot
    yield from ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))


def around(spot: Cell) -> Iterator[Cell]:
    """The eight cells that share a side or a corner with a cell (they may lie off the board)."""
    x, y = spot
    return ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))


def group(tiles: set[Cell], start: Cell) -> set[Cell]:
    """All that is joined to a tile by sides: a flood fill."""
    found, todo = {start}, [start]
    while todo:
        for spot in sides(todo.pop()):
            if spot in tiles and spot not in found:
                found.add(spot)
                todo.append(spot)
    return found


def sound(tiles: set[Cell], near: Iterable[Cell]) -> bool:
    """Do the groups of one colour that hold or touch a cell of ``near`` keep the rules of distance?

    No group has more than four tiles, and a group of four touches no other tile of its colour, corners included. With
    ``near=tiles`` the whole position is judged; after laying tiles on a sound position, those tiles are enough.
    """
    touched = {spot for place in near for spot in (place, *around(place)) if spot in tiles}
    while touched:
        one = group(tiles, next(iter(touched)))
        if len(one) > ISLAND:
            return False
        if len(one) == ISLAND and any(spot in tiles and spot not in one for place in one for spot in around(place)):
            return False
        touched -= one
    return True


# ----------------------------------------------------------------------------------------------- bridges


def turn_of(a: Cell, b: Cell, c: Cell) -> int:
    """On which side of the line from a to b is c? Positive on the left, zero on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@cache
def meet(one: Bridge, other: Bridge) -> bool:
    """Have two segments a point in common? Exact, in integers, ends included."""
    (a, b), (c, d) = one, other
    boxes = all(max(min(a[i], b[i]), min(c[i], d[i])) <= min(max(a[i], b[i]), max(c[i], d[i])) for i in (0, 1))
    return boxes and turn_of(a, b, c) * turn_of(a, b, d) <= 0 and turn_of(c, d, a) * turn_of(c, d, b) <= 0


@cache
def under(slot: Bridge) -> frozenset[Cell]:
    """The cells whose open square the segment between the two centres runs through, its two ends left out."""
    (ax, ay), (bx, by) = slot
    found = set()
    for x in range(min(ax, bx), max(ax, bx) + 1):
        for y in range(min(ay, by), max(ay, by) + 1):
            # at twice the size corners are integers; some on each side of the line: it runs through the square
            corners = [
                turn_of((2 * ax, 2 * ay), (2 * bx, 2 * by), (2 * x + i, 2 * y + j)) for i in (-1, 1) for j in (-1, 1)
            ]
            if min(corners) < 0 < max(corners):
                found.add((x, y))
    return frozenset(found - set(slot))


@cache
def slots(board: int) -> tuple[Bridge, ...]:
    """Every place for a bridge: two cells that lie two apart in one direction and at most two in the other."""
    cells = [(x, y) for x in range(board) for y in range(board)]
    return tuple((a, b) for a in cells for b in cells if a < b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 2)


# ----------------------------------------------------------------------------------------------- a turn


def free(state: State) -> set[Cell]:
    """Cells without a tile and without a bridge above."""
    cells = {(x, y) for x in range(state.board) for y in range(state.board)}
    return cells.difference(state.tiles, *map(under, state.bridges))


def seconds(state: State) -> set[Cell]:
    """Where the second tile of a turn may go."""
    tiles = own(state, state.turn)
    if len(tiles) >= TILES:
        return set()
    return {spot for spot in free(state) if sound(tiles | {spot}, [spot])}


def firsts(state: State) -> set[Cell]:
    """Where the first tile of a turn may go: where a second one finds a place after it.

    Every pair is laid for trial and judged as it lies, until each cell has found a partner. Only cells that would do on
    their own are tried: a second tile never mends what the first one breaks (:func:`firsts_in_full` leaves that out).
    """
    tiles = own(state, state.turn)
    if len(tiles) > TILES - 2:
        return set()
    alone = seconds(state)
    good: set[Cell] = set()
    for one in alone:
        if one not in good:
            two = next((two for two in alone if two != one and sound(tiles | {one, two}, [one, two])), None)
            good |= {one, two} if two else set()
    return good


def firsts_in_full(state: State) -> set[Cell]:
    """The same without any short cut: all ordered pairs of free cells, the whole position judged each time."""
    tiles = own(state, state.turn)
    if len(tiles) > TILES - 2:
        return set()
    room = free(state)

    def fits(*pair: Cell) -> bool:
        return sound(tiles | set(pair), tiles | set(pair))

    return {one for one in room if any(one != two and fits(one, two) for two in room)}


def spans(state: State) -> set[Bridge]:
    """The bridges that may be built."""
    if len(state.bridges) >= POOL:
        return set()
    ends = {end for built in state.bridges for end in built}
    tiles = own(state, state.turn) - ends
    return {
        slot
        for slot in slots(state.board)
        if tiles.issuperset(slot)
        and under(slot).isdisjoint(state.tiles)
        and not any(meet(slot, built) for built in state.bridges)
    }


def plies(state: State) -> set[str]:
    """All legal plies, in notation."""
    if state.reason:
        return set()
    if state.half:
        return set(map(name, seconds(state)))
    tiles = set(map(name, firsts(state)))
    if state.stage != "open":
        return tiles | ({"swap"} if state.stage == "choice" else set())
    return tiles | {f"{name(a)}-{name(b)}" for a, b in spans(state)} | (set() if tiles else {"pass"})


def apply(state: State, ply: str) -> State:
    """The position after a legal ply."""
    if ply == "swap":
        return replace(state, light=1, stage="answer")
    if ply == "pass":
        if state.turn == LIGHT:
            return replace(state, turn=DARK, last=True)
        return replace(state, reason="last_turn" if state.last else "dark_passed")
    if "-" in ply:
        return end_of_turn(replace(state, bridges=state.bridges | {bridge(ply)}))
    after = replace(state, tiles={**state.tiles, cell(ply): state.turn}, half=not state.half)
    return after if after.half else end_of_turn(after)


def end_of_turn(state: State) -> State:
    """The other colour's turn, or the end if this was dark's last turn."""
    if state.last:
        return replace(state, reason="last_turn")
    stage = "choice" if state.stage == "opening" else "open"
    return replace(state, turn=other(state.turn), stage=stage)


def other(colour: str) -> str:
    """The opponent's colour."""
    return DARK if colour == LIGHT else LIGHT


# ----------------------------------------------------------------------------------------------- the end


def seat_of(state: State, colour: str) -> int:
    """Who sits behind a colour."""
    return state.light if colour == LIGHT else 1 - state.light


def mover(state: State) -> int | None:
    """The seat to move; nobody after the end."""
    return None if state.reason else seat_of(state, state.turn)


def reach(tiles: set[Cell], bridges: Iterable[Bridge], start: Cell) -> set[Cell]:
    """Every tile that a walk over sides and bridges comes to."""
    found: set[Cell] = set()
    todo = [start]
    while todo:
        here = group(tiles, todo.pop())
        found |= here
        for a, b in bridges:
            todo += [far for near, far in ((a, b), (b, a)) if near in here and far not in found]
    return found


def islands(tiles: set[Cell]) -> list[set[Cell]]:
    """The groups of four."""
    groups = {frozenset(group(tiles, spot)) for spot in tiles}
    return [set(one) for one in groups if len(one) == ISLAND]


def tally(state: State, colour: str) -> tuple[int, int, int]:
    """Points, islands and bridges of a colour: the result and its two tie-breaks, in that order."""
    tiles = own(state, colour)
    bridges = [built for built in state.bridges if built[0] in tiles]
    points, rest = 0, set(tiles)
    while rest:
        linked = reach(tiles, bridges, next(iter(rest)))
        points += sum(range(len(islands(linked)) + 1))
        rest -= linked
    return points, len(islands(tiles)), len(bridges)


def scores(state: State) -> tuple[int, int]:
    """Points by seat."""
    first, second = (tally(state, colour)[0] for colour in sorted((LIGHT, DARK), key=lambda c: seat_of(state, c)))
    return first, second


def ranks(state: State) -> tuple[int, int]:
    """Placement by seat: 0 is first, shared where everything is equal."""
    first, second = (tally(state, colour) for colour in sorted((LIGHT, DARK), key=lambda c: seat_of(state, c)))
    return int(first < second), int(second < first)


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many plies; a finished game counts 1."""
    if depth == 0 or state.reason:
        return 1
    found = plies(state)
    return len(found) if depth == 1 else sum(perft(apply(state, ply), depth - 1) for ply in found)


def complaints(state: State) -> Iterator[str]:
    """The faults of a position, in words; none if it keeps all the rules of chapters 1, 4 and 5."""
    for colour in (LIGHT, DARK):
        tiles = own(state, colour)
        if not sound(tiles, tiles):
            yield f"{colour}'s groups break the rules of distance"
        if len(tiles) > TILES:
            yield f"{colour} has more than {TILES} tiles"
    ends = [end for built in state.bridges for end in built]
    if len(set(ends)) < len(ends):
        yield "a tile bears two bridges"
    if any(meet(a, b) for a in state.bridges for b in state.bridges if a != b):
        yield "bridges cross"
    if any(not under(built).isdisjoint(state.tiles) for built in state.bridges):
        yield "a tile lies under a bridge"
    if any(state.tiles.get(a) is None or state.tiles.get(a) != state.tiles.get(b) for a, b in state.bridges):
        yield "a bridge does not join two tiles of one colour"
    if len(state.bridges) > POOL:
        yield f"more than {POOL} bridges"
