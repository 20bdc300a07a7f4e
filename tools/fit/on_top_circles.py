"""Fit the expected results of open intersections of On Top: rewrite ``circles`` in its ``evaluation.json``.

    python tools/fit/on_top_circles.py [--games 4000] [--seed 1]

The present evaluation plays against itself, one ply deep and with some random plies, on all boards and with all
numbers of seats. After each turn the tiles around every intersection are recorded, and at the end the height of each
colour's tower and whether it holds a pawn there. Repeat until strength no longer grows.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import numpy as np
from weights import text

import tablier
from tablier.engine.kernel import kernel
from tablier.engine.records import native
from tablier.engine.rng import below, generator, unit
from tablier.games.on_top import evaluation
from tablier.games.on_top.evaluation import BASE, CASE, COLOURS, EXPECTED, case_of, circle_name, free_cells
from tablier.games.on_top.geometry import BOARDS, POINTS
from tablier.search.greedy import greedy

SURPRISE = 0.25
"""Probability that a ply is drawn uniformly from the legal ones."""
DOUBT = 4
"""Weight of the previous estimate, in observations."""


@kernel
def note(s: Any, out: Any) -> None:
    """Write the case and the free cells of each intersection; -1 where it is scored."""
    for point in range(POINTS):
        scored = np.uint64(s.done) >> np.uint64(point) & np.uint64(1)
        out[point, 0] = -1 if scored else case_of(s, point)
        out[point, 1] = free_cells(s, point)


@click.command()
@click.option("--games", default=4000)
@click.option("--seed", default=1)
def main(games: int, seed: int) -> None:
    """Play, count, and write ``evaluation.json`` anew."""
    total = np.zeros((*EXPECTED.shape[:3], 3))
    for number in range(games):
        _play_one(generator(seed, number), number, total)
    counts = {int(CASE[n]): tuple(n // BASE**c % BASE for c in range(COLOURS)) for n in range(BASE**COLOURS)}
    merged: dict[str, Any] = {}
    for case, free, colour in np.argwhere(total[..., 2]):
        here = counts[int(case)]
        if free and sum(here) + free < BASE:
            name = circle_name(here[colour], here[:colour] + here[colour + 1 :], int(free))
            merged[name] = merged.get(name, 0) + total[case, free, colour]
    file = Path(evaluation.__file__).with_name("evaluation.json")
    weights = json.loads(file.read_text(encoding="utf-8"))
    known = weights["circles"]
    for name in sorted(merged):
        points, pawns, seen = merged[name]
        before = known.get(name, (points / seen, pawns / seen))
        shared = ((x + DOUBT * y) / (seen + DOUBT) for x, y in zip((points, pawns), before, strict=True))
        known[name] = [round(float(x), 3) for x in shared]
    weights["circles"] = dict(sorted(known.items()))
    file.write_text(text(weights), encoding="utf-8")
    click.echo(f"{len(merged)} cases")


def _play_one(rng: Any, number: int, total: Any) -> None:
    position = tablier.game("on_top").new(2 + number % 3, board=BOARDS[number // 3 % len(BOARDS)].id)
    noted = []
    while position.movers:
        moves = position.moves()
        if moves.seat == tablier.CHANCE:
            seen = np.zeros((POINTS, 2), np.int16)
            note(native(position.state), seen)
            noted.append(seen)
        if moves.seat == tablier.CHANCE or unit(rng) < SURPRISE:
            position.push(moves[int(below(rng, len(moves)))])
        else:
            action = greedy(position.state, moves.seat, rng)
            position.push(next(move for move in moves if move.action == action))
    s = native(position.state)
    every = np.arange(POINTS, dtype=np.uint64)
    top, below_it = ((sets[:, None] >> every & np.uint64(1)).astype(int) for sets in (s.top, s.below))
    done = np.uint64(s.done) >> every & np.uint64(1) == 1
    height = (top + below_it).sum(0)
    for seen in noted:
        points = np.flatnonzero((seen[:, 0] >= 0) & done)
        for c in range(COLOURS):
            found = np.stack([top[c] * height, top[c] + below_it[c], np.ones(POINTS)], -1)[points]
            np.add.at(total, (seen[points, 0], seen[points, 1], c), found)


if __name__ == "__main__":
    main()
