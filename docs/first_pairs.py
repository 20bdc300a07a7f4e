"""Picture and table of the solved board, for ``solved.md``: all first pairs of tiles and the answers to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

import tablier
from tablier.solve import Solver

Pair = tuple[str, str]

MADE = Path(__file__).parent / "made"
BOARD = 4
CELL, STEP, ACROSS = 20, 112, 7
"""In units of the picture: a cell, the distance of two boards; boards in a row."""
WATER = {0.0: "#c9736b", 0.5: "#9dc3c9", 1.0: "#7fb08a"}
"""The colour of a board where the player of the first pair loses, shares the win, wins."""
RESULTS = {0.0: "loses", 0.5: "shared win", 1.0: "wins"}


def make() -> None:
    """Solve the board, and write both."""
    game = tablier.game("ponte_del_diavolo")
    solver = Solver(game.new(board=BOARD), entries=1 << 22)
    answers = {pair: _answers(game, solver, pair) for pair in _pairs(game)}
    rows = [f"| {' '.join(pair)} | {RESULTS[keep]} | {RESULTS[swap]} |" for pair, (keep, swap) in answers.items()]
    table = ["| first pair | keeps dark | swaps |", "|---|---|---|", *rows]
    (MADE / "first_pairs.md").write_text("\n".join(table) + "\n", encoding="utf-8")
    picture = _picture({pair: 1 - max(found) for pair, found in answers.items()})
    (MADE / "figures" / "first_pairs.svg").write_text(picture, encoding="utf-8")


def _pairs(game: tablier.Game) -> list[Pair]:
    """The first pairs of tiles, one of each class under the symmetries of the board."""
    cells = game.new(board=BOARD).moves()
    symmetries = game.symmetries(board=BOARD)
    classes = {
        min(tuple(sorted(map(symmetry.action, pair))) for symmetry in symmetries)
        for pair in combinations(range(len(cells)), 2)
    }
    return [(cells[one].text, cells[two].text) for one, two in sorted(classes)]


def _answers(game: tablier.Game, solver: Solver, pair: Pair) -> tuple[float, float]:
    """What the second player gets after keeping dark, and after a swap."""
    position = game.new(board=BOARD).play(" ".join(pair))
    names = {move.action: move.text for move in position.moves()}
    found = solver.moves(position)
    assert found, "without a limit the solver answers"
    by_text = {names[action]: reward for action, reward in found.items()}
    swap = by_text.pop("swap")
    return max(by_text.values()), swap


def _picture(results: Mapping[Pair, float]) -> str:
    height = STEP * -(-len(results) // ACROSS)
    boards = "".join(_board(number, pair, result) for number, (pair, result) in enumerate(results.items()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {STEP * ACROSS} {height}" font-family="sans-serif" '
        f'font-size="13" text-anchor="middle"><rect width="100%" height="100%" fill="#faf6ea"/>{boards}</svg>\n'
    )


def _board(number: int, pair: Pair, result: float) -> str:
    """One board with its two tiles, a1 at the bottom left."""
    side, (row, column) = BOARD * CELL, divmod(number, ACROSS)
    x, y = column * STEP + (STEP - side) / 2, row * STEP + 6
    return (
        f'<g transform="translate({x} {y})"><rect width="{side}" height="{side}" rx="4" fill="{WATER[result]}"/>'
        f"{''.join(_lines(side))}{''.join(map(_tile, pair))}"
        f'<text x="{side / 2}" y="{side + 15}" fill="#2b2018">{" ".join(pair)}</text></g>'
    )


def _lines(side: int) -> Iterator[str]:
    for at in range(CELL, side, CELL):
        yield f'<path d="M{at} 0V{side}M0 {at}H{side}" stroke="#fff" stroke-opacity=".5"/>'


def _tile(cell: str) -> str:
    x, y = CELL * (ord(cell[0]) - ord("a")), CELL * (BOARD - int(cell[1:]))
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="3" fill="#fdf3d3" stroke="#6b5836"/>'
    )
