"""Check certificates of Ponte del Diavolo, which `tablier solve --certificate FILE` writes: `check_ponte.py FILE`.

Shares nothing with the package: these rules are written from the rulebook. Numba compiles them. A certificate names a
position between turns, and what a seat gets at least by which turns: `a1b2`, `a1-b3`, `pass`, `swap`. All positions
that can arise are walked. Where the seat is to move, it plays the next turn of the certificate. Else the positions
after all legal turns are put on a stack, in reverse order of the turns' texts. A position that was met before is
skipped, also as a rotation or reflection. A set of cells is a number with a bit for each, a set of bridges two
numbers of 48 bits. A position is light's tiles, dark's tiles, the two numbers of the bridges, and flags.
"""

import gzip
import re
import sys
import zlib
from itertools import combinations
from typing import Any

import numpy as np
from numba import njit

DARK, LAST, SWAPPED, SMALL = 1, 2, 4, 8  # dark is to move; light has passed; seat 0 plays dark; four cells a side
SIDE, WORD, ISLAND = 5, 48, 4  # PONTE-4.1. On so few cells tiles and bridges do not run out (PONTE-1.2, PONTE-1.3).
CELLS = {(x, y): y * SIDE + x for y in range(SIDE) for x in range(SIDE)}
NAMES = {(x, y): "abcde"[x] + str(y + 1) for x, y in CELLS}
PAIRS = list(combinations(sorted(CELLS), 2))
BRIDGES = [(a, b) for a, b in PAIRS if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 2]  # PONTE-5.2
TURNS = {NAMES[a] + NAMES[b]: (1 << CELLS[a], 1 << CELLS[b], -1) for a, b in PAIRS}
TURNS |= {f"{NAMES[a]}-{NAMES[b]}": (1 << CELLS[a], 1 << CELLS[b], i) for i, (a, b) in enumerate(BRIDGES)}
NUMBERS = {text: number for number, text in enumerate([*sorted(TURNS), "pass", "swap"])}
STEPS = np.array([TURNS[text] for text in sorted(TURNS)])  # two cells, and the bridge or -1
ENDS = np.array([1 << CELLS[a] | 1 << CELLS[b] for a, b in BRIDGES])


def meet(a: Any, b: Any, c: Any, d: Any) -> bool:
    """Do two bridges cross or share an end (PONTE-5.3, PONTE-5.6)? None lie apart on one line of five cells."""
    lines = (a, b, c), (a, b, d), (c, d, a), (c, d, b)  # positive if the last lies left of the way from p to q
    sides = [(q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) for p, q, r in lines]
    return bool(sides[0] * sides[1] <= 0 and sides[2] * sides[3] <= 0)


WAYS = [[(a + (c - a) * part, b + (d - b) * part) for part in (0.4, 0.6)] for (a, b), (c, d) in BRIDGES]
BELOW = np.array([sum({1 << CELLS[round(x), round(y)] for x, y in way}) for way in WAYS])  # PONTE-5.4, PONTE-5.5
WORDS = np.array([[(i // WORD == word) << i % WORD for word in (0, 1)] for i in range(len(BRIDGES))] + [[0, 0]])
MEETS = np.array([sum(WORDS[i] for i, other in enumerate(BRIDGES) if meet(*one, *other)) for one in BRIDGES])
GRIDS = [np.arange(SIDE * SIDE).reshape(SIDE, SIDE)[:n, :n] for n in (5, 4)]
ROTATED = [np.rot90(grid, i) for whole in GRIDS for grid in (whole, whole.T) for i in range(4)]
TO_CELL = np.array([np.pad(grid, (0, SIDE - len(grid))).ravel() for grid in ROTATED])  # by board and symmetry
IMAGES = [[1 << to[CELLS[a]] | 1 << to[CELLS[b]] for a, b in BRIDGES] for to in TO_CELL]
TO_BRIDGE = np.array([[list(ENDS).index(ends) if ends in ENDS else -1 for ends in some] for some in IMAGES])
BOARDS = np.array([sum(1 << cell for cell in grid.ravel()) for grid in GRIDS])
RIGHT, LEFT = (sum(1 << i for (x, _), i in CELLS.items() if x != edge) for edge in (SIDE - 1, 0))


@njit
def around(cells: Any, corners: Any) -> Any:
    """Cells and those that share a side with them, or also a corner."""
    row = cells | (cells & RIGHT) << 1 | (cells & LEFT) >> 1
    return (row | (row if corners else cells) << SIDE | (row if corners else cells) >> SIDE) & BOARDS[0]


@njit
def group(tiles: Any, found: Any) -> Any:
    """The tiles that sides join to some, and their number."""
    while around(found, False) & tiles != found:
        found = around(found, False) & tiles
    return found, sum([found >> i & 1 for i in range(SIDE * SIDE)])


@njit
def fits(tiles: Any, new: Any) -> Any:
    """May a tile be laid beside the others of its colour? See PONTE-4.2 and PONTE-4.3."""
    tiles |= new
    left = around(new, True) & tiles
    while left:
        own, n = group(tiles, left & -left)
        if n > ISLAND or (n == ISLAND and around(own, True) & tiles & ~own):
            return False
        left &= ~own
    return True


@njit
def built(s: Any) -> Any:
    """The bridges."""
    return [i for i in range(len(ENDS)) if WORDS[i, 0] & s[2] | WORDS[i, 1] & s[3]]


@njit
def legal(s: Any) -> Any:
    """The legal turns, in the order of their texts."""
    own, taken, room = s[s[4] & DARK], s[0] | s[1], BOARDS[s[4] // SMALL]
    for covered in [taken, *[BELOW[bridge] for bridge in built(s)]]:
        room &= ~covered
    room = sum([room & 1 << i for i in range(SIDE * SIDE) if fits(own, 1 << i)])
    found, stuck = [0][:0], True
    for turn, (one, other, bridge) in enumerate(STEPS):
        pair = bridge < 0 and room & one and room & other and fits(own | one, other)  # PONTE-3.3
        barred = BELOW[bridge] & taken | MEETS[bridge, 0] & s[2] | MEETS[bridge, 1] & s[3]
        if pair or (bridge >= 0 and own & one and own & other and not barred):  # PONTE-5.1, PONTE-5.3, PONTE-5.4
            found.append(turn)
            stuck = stuck and not pair
    if stuck or (s[0] and not s[1] and not s[4] & SWAPPED):  # PONTE-6.1, PONTE-2.2
        found.append(len(STEPS) + (not stuck))
    return found


@njit
def play(s: Any, turn: Any) -> Any:
    """The position after a turn, and whether the game is over."""
    light, dark, low, high, flags = s
    if turn >= len(STEPS):
        flags |= SWAPPED if turn > len(STEPS) else LAST | DARK
        return (light, dark, low, high, flags), turn == len(STEPS) and s[4] & DARK > 0
    one, other, bridge = STEPS[turn]
    if bridge < 0:
        light, dark = (light, dark | one | other) if flags & DARK else (light | one | other, dark)
    return (light, dark, low | WORDS[bridge, 0], high | WORDS[bridge, 1], flags ^ DARK), flags & LAST > 0


@njit
def tally(s: Any, colour: Any) -> Any:
    """Points, islands, bridges: the result and what decides a tie (PONTE-7.1, PONTE-7.3, PONTE-7.4)."""
    points, islands, left, bridges = 0, 0, s[colour], [ENDS[i] for i in built(s) if ENDS[i] & s[colour]]
    while left:
        net = left & -left
        for _ in range(len(bridges) + 1):
            net = group(s[colour], net)[0]
            for ends in bridges:
                net |= ends if net & ends else 0
        left &= ~net
        n = sum([group(net, 1 << i)[1] == ISLAND for i in range(SIDE * SIDE) if net >> i & 1]) // ISLAND
        points, islands = points + n * (n + 1) // 2, islands + n
    return points, islands, len(bridges)


@njit
def key(s: Any) -> Any:
    """The numbers of a position under the symmetry that makes them least."""
    best, bridges = (1 << 62, 0, 0, 0), built(s)
    for k in range(s[4] // SMALL * 8, s[4] // SMALL * 8 + 8):
        tiles, low, high = 0, 0, 0
        for i in range(SIDE * SIDE):
            tiles |= (s[0] >> i & 1 | (s[1] >> i & 1) << SIDE * SIDE) << TO_CELL[k, i]
        for i in bridges:
            low, high = low | WORDS[TO_BRIDGE[k, i], 0], high | WORDS[TO_BRIDGE[k, i], 1]
        best = (tiles, low, high, s[4]) if (tiles, low, high, s[4]) < best else best
    return best


@njit
def check(start: Any, seat: Any, half_wins: Any, plan: Any) -> Any:
    """Is a seat sure of so much? Also the numbers of positions followed and turns played."""
    seen, todo, used = {key(start)}, [start], 0
    while todo:
        s = todo.pop()
        turns, colour = legal(s), seat ^ (s[4] & SWAPPED > 0)  # seat 0 plays light unless the colours were swapped
        if s[4] & DARK == colour:
            if used == len(plan) or plan[used] not in turns:
                return False, len(seen), used
            turns, used = [plan[used]], used + 1
        for turn in turns[::-1]:
            after, over = play(s, turn)
            if over:
                mine, other = tally(after, colour), tally(after, 1 - colour)
                if 2 * (mine > other) + (mine == other) < half_wins:
                    return False, len(seen), used
            elif key(after) not in seen:
                seen.add(key(after))
                todo.append(after)
    return used == len(plan), len(seen), used


def main(file: str) -> None:
    """Check all claims of a file."""
    with (gzip.open if file.endswith(".gz") else open)(file, "rt", encoding="utf-8") as opened:
        text = opened.read()
    claim = r"(seat ([01]) gets at least (0\.5|1)): (.*)\n"
    head = r"tablier certificate 2: ponte_del_diavolo\nposition: board: ([45]); new(?:; moves: (.*))?\n"
    start = re.fullmatch(f"{head}(?:{claim})+", text)
    if not start:
        raise ValueError("not a certificate of a position that begins with an empty board of four or five cells a side")
    s = (0, 0, 0, 0, SMALL * (start[1] == "4"))
    for one, other, alone in re.findall(r"(\w\d) (\w\d)(?!-)|(\S+)", start[2] or ""):
        turn = NUMBERS.get(alone or min(one, other) + max(one, other), -1)
        if turn not in legal(s) or play(s, turn)[1]:
            raise ValueError(f"{alone or one} is not legal in the position, or ends the game")
        s, _ = play(s, turn)
    for claimed, seat, reward, turns in re.findall(claim, text):
        plan = np.array([NUMBERS.get(turn, -1) for turn in turns.split()], np.int64)
        true, positions, used = check(s, int(seat), round(2 * float(reward)), plan)
        if not true:
            raise ValueError(f"{claimed}: turn {used} leads to less, or the next one is illegal, missing or too many")
        sys.stdout.write(f"{claimed}: true, {positions:,} positions\n")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (EOFError, OSError, TypeError, ValueError, zlib.error) as error:
        sys.exit(f"no proof: {error}")
