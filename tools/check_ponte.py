"""Check a certificate of Ponte del Diavolo, which `tablier solve --certificate FILE` writes: `check_ponte.py FILE`.

Shares nothing with the package: the rules below are written from the rulebook, and Python's library is enough.

A certificate names a position, and what a seat gets at least, followed by moves. The positions that can arise if that
seat plays these moves are walked depth first. Where the seat is to move, it plays the next move of the certificate;
where its opponent is, all legal moves are followed, in the order of their texts. Positions met before are skipped.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

LIGHT, DARK = 0, 1
TILES, BRIDGES, ISLAND = 40, 15, 4  # PONTE-1.2, PONTE-1.3, PONTE-4.1
FIRST, CHOICE, ANSWER, OPEN = range(4)
"""Light's first turn; dark may swap; the rest of dark's first turn, or all of it after a swap; later turns."""

Cell = tuple[int, int]
Slot = tuple[Cell, Cell]
Cells = frozenset[Cell]


class NoProofError(Exception):
    """The certificate does not prove its claim; says where."""


class State(NamedTuple):
    """A position: the cells of light and of dark, the bridges, and whose turn it is."""

    board: int
    tiles: tuple[Cells, Cells] = (Cells(), Cells())
    bridges: frozenset[Slot] = frozenset()
    turn: int = LIGHT
    half: bool = False
    stage: int = FIRST
    swapped: bool = False
    last: bool = False
    over: bool = False


def cell(text: str) -> Cell:
    """The column and the row of ``a1``."""
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def name(one: Cell) -> str:
    """The text of a cell."""
    return chr(ord("a") + one[0]) + str(one[1] + 1)


def around(one: Cell, corners: bool) -> set[Cell]:
    """The cells that share a side with a cell, or also a corner."""
    x, y = one
    return {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i or j) and (corners or not (i and j))}


def group(tiles: Cells, start: Cell, bridges: dict[Cell, Cell]) -> set[Cell]:
    """The tiles of one colour that sides and bridges join to a tile."""
    found, todo = {start}, [start]
    while todo:
        one = todo.pop()
        new = ((around(one, False) | {bridges.get(one, one)}) & tiles) - found
        found |= new
        todo += new
    return found


@cache
def fits(tiles: Cells, new: Cell) -> bool:
    """May a tile be laid beside the others of its colour? See PONTE-4.2 and PONTE-4.3."""
    tiles |= {new}
    for one in {new} | (around(new, True) & tiles):
        own = group(tiles, one, {})
        if len(own) > ISLAND or (len(own) == ISLAND and set().union(*(around(a, True) for a in own)) & tiles - own):
            return False
    return True


def below(bridge: Slot) -> Cells:
    """The one or two cells under a bridge: those at two and three fifths of its way (PONTE-5.4, PONTE-5.5)."""
    (x, y), (z, w) = bridge
    return Cells((round(x + (z - x) * way), round(y + (w - y) * way)) for way in (0.4, 0.6))


def side(a: Cell, b: Cell, c: Cell) -> int:
    """Positive if a cell lies left of the line from a to b, 0 on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@cache
def meet(one: Slot, other: Slot) -> bool:
    """Do two bridges cross or share an end? See PONTE-5.3 and PONTE-5.6."""
    (a, b), (c, d) = one, other
    apart = any(max(a[i], b[i]) < min(c[i], d[i]) or max(c[i], d[i]) < min(a[i], b[i]) for i in (0, 1))
    return not apart and side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def moves(s: State) -> list[str]:
    """The legal moves, in the order of their texts."""
    own, taken = s.tiles[s.turn], s.tiles[LIGHT] | s.tiles[DARK]
    covered = Cells().union(*map(below, s.bridges))
    free = {(x, y) for x in range(s.board) for y in range(s.board)} - taken - covered
    room = {one for one in free if len(own) < TILES and fits(own, one)}
    if s.half:
        return sorted(map(name, room))
    able = len(own) <= TILES - 2
    found = {name(a) for a in room if able and any(fits(own | {a}, b) for b in room - {a})}  # PONTE-3.3
    if s.stage == CHOICE:
        found.add("swap")
    if s.stage == OPEN:
        found = found or {"pass"}  # PONTE-6.1
        found |= {f"{name(a)}-{name(b)}" for a, b in spans(s, taken)}
    return sorted(found)


def spans(s: State, taken: Cells) -> Iterator[Slot]:
    """The bridges that may be built, by PONTE-5.1 to PONTE-5.7."""
    for a, b in ((a, b) for a in s.tiles[s.turn] for b in s.tiles[s.turn] if a < b and len(s.bridges) < BRIDGES):
        long = max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 2
        if long and not below((a, b)) & taken and not any(meet((a, b), built) for built in s.bridges):
            yield a, b


def play(s: State, move: str) -> State:
    """The position after a move."""
    if move not in moves(s):
        raise NoProofError(f"{move!r} is not legal in {s}")
    if move == "swap":
        return s._replace(swapped=True, stage=ANSWER)
    if move == "pass":
        return s._replace(over=s.turn == DARK, turn=DARK, last=s.turn == LIGHT)
    if "-" in move:
        a, b = map(cell, move.split("-"))
        s = s._replace(bridges=s.bridges | {(a, b)})
    else:
        light, dark = (tiles | {cell(move)} if colour == s.turn else tiles for colour, tiles in enumerate(s.tiles))
        s = s._replace(tiles=(light, dark), half=not s.half, stage=ANSWER if s.stage == CHOICE else s.stage)
    if s.half or s.last:  # after light has passed, dark has one turn
        return s._replace(over=not s.half)
    return s._replace(turn=1 - s.turn, stage=CHOICE if s.stage == FIRST else OPEN)


def tally(s: State, colour: int) -> tuple[int, int, int]:
    """Points, islands, bridges: the result and what decides a tie (PONTE-7.1, PONTE-7.3, PONTE-7.4)."""
    tiles = s.tiles[colour]
    bridges = {one: other for a, b in s.bridges for one, other in ((a, b), (b, a)) if a in tiles}
    island = {one for one in tiles if len(group(tiles, one, {})) == ISLAND}
    nets = {Cells(group(tiles, one, bridges)) for one in tiles}
    counts = [len(net & island) // ISLAND for net in nets]
    return sum(n * (n + 1) // 2 for n in counts), sum(counts), len(bridges) // 2


def check(s: State, seat: int, least: float, plan: Iterator[str]) -> int:
    """The number of positions in which a seat is sure of so much; raises NoProofError if it is not."""
    seen, todo = set[State](), [s]
    while todo:
        if (s := todo.pop()) in seen:
            continue
        seen.add(s)
        if s.over:
            mine, other = (tally(s, colour ^ s.swapped) for colour in (seat, 1 - seat))
            if (mine > other) + (mine == other) / 2 < least:
                raise NoProofError(f"seat {seat} gets less in {s}")
        elif s.turn ^ s.swapped == seat:  # seat 0 plays light unless the colours were swapped
            todo.append(play(s, next(plan, "")))
        else:
            todo += [play(s, move) for move in reversed(moves(s))]
    if (move := next(plan, None)) is not None:
        raise NoProofError(f"{move!r} and what follows is not needed")
    return len(seen)


def main(file: str) -> None:
    """Check all claims of a file."""
    head, where, *claims = Path(file).read_text(encoding="utf-8").splitlines()
    start = re.fullmatch(r"position: board: (\d+); new(?:; moves: (.*))?", where)
    if head != "tablier certificate 1: ponte_del_diavolo" or not start or not claims:
        raise NoProofError("not a certificate of a position that begins with an empty board")
    s = State(int(start[1]))
    for move in (start[2] or "").split():
        s = play(s, move)
    for line in claims:
        claim = re.fullmatch(r"(seat ([01]) gets at least (0\.5|1)): (.*)", line)
        if not claim:
            raise NoProofError(f"not a claim: {line[:80]!r}")
        found = check(s, int(claim[2]), float(claim[3]), iter(claim[4].split()))
        sys.stdout.write(f"{claim[1]}: true, {found:,} positions\n")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (NoProofError, OSError, TypeError, ValueError) as error:
        sys.exit(f"no proof: {error}")
