"""Pictures and tables of the solved boards, for ``solved.md``: all first pairs of tiles and the answers to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import tablier
from tablier.solve import Solver
from tablier.solve.proof_file import shipped_proofs

MADE = Path(__file__).parent / "made"
BOARDS = (4, 5)
LIMIT = 1_000_000
"""Positions visited at most for a pair; the rest must have been proved before."""
CELL, GAP, ACROSS = 20, 32, 7
"""In units of the picture: a cell, the space between two boards; boards in a row."""
WATER = {0.0: "#c9736b", 0.5: "#9dc3c9", 1.0: "#7fb08a"}
"""The colour of a board where the player of the first pair loses, shares the win, wins."""
RESULTS = {0.0: "loses", 0.5: "shared win", 1.0: "wins"}


def make() -> None:
    """Solve the boards with the proofs that are shipped, and write both."""
    for board in BOARDS:
        answers = _answers(tablier.game("ponte_del_diavolo").new(board=board))
        rows = [f"| {pair} | {RESULTS[1 - swap]} | {RESULTS[swap]} |" for pair, swap in answers.items()]
        table = ["| first pair | keeps dark | swaps |", "|---|---|---|", *rows]
        (MADE / f"first_pairs_{board}.md").write_text("\n".join(table) + "\n", encoding="utf-8")
        picture = _picture(board, {pair: min(swap, 1 - swap) for pair, swap in answers.items()})
        (MADE / "figures" / f"first_pairs_{board}.svg").write_text(picture, encoding="utf-8")


def _answers(start: tablier.Position) -> dict[str, float]:
    """What the second player gets after a swap, by the first pair; after keeping dark it gets the rest."""
    solver = Solver(start, entries=1 << 22)
    solver.load(shipped_proofs("ponte_del_diavolo"))
    found = {}
    for pair, position in solver.after_turns(start).items():
        value = solver.value(position.play("swap"), limit=LIMIT)
        assert value, f"{pair}: the shipped proofs do not prove it"
        found[pair] = value[1]
    return found


def _picture(board: int, results: Mapping[str, float]) -> str:
    step = board * CELL + GAP
    height = step * -(-len(results) // ACROSS)
    boards = "".join(_board(board, number, pair, result) for number, (pair, result) in enumerate(results.items()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {step * ACROSS} {height}" font-family="sans-serif" '
        f'font-size="13" text-anchor="middle"><rect width="100%" height="100%" fill="#faf6ea"/>{boards}</svg>\n'
    )


def _board(board: int, number: int, pair: str, result: float) -> str:
    """One board with its two tiles, a1 at the bottom left."""
    side, (row, column) = board * CELL, divmod(number, ACROSS)
    x, y = column * (side + GAP) + GAP / 2, row * (side + GAP) + 6
    return (
        f'<g transform="translate({x} {y})"><rect width="{side}" height="{side}" rx="4" fill="{WATER[result]}"/>'
        f"{''.join(_lines(side))}{''.join(_tile(board, cell) for cell in pair.split())}"
        f'<text x="{side / 2}" y="{side + 15}" fill="#2b2018">{pair}</text></g>'
    )


def _lines(side: int) -> Iterator[str]:
    for at in range(CELL, side, CELL):
        yield f'<path d="M{at} 0V{side}M0 {at}H{side}" stroke="#fff" stroke-opacity=".5"/>'


def _tile(board: int, cell: str) -> str:
    x, y = CELL * (ord(cell[0]) - ord("a")), CELL * (board - int(cell[1:]))
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="3" fill="#fdf3d3" stroke="#6b5836"/>'
    )
