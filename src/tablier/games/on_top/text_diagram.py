"""The board as text for a terminal."""

from __future__ import annotations

from tablier.core.bitsets import has
from tablier.games.on_top.geometry import BOARDS, COLOUR_LETTERS, COLOUR_NAMES, COLOURS, KIND_NAMES, Board
from tablier.games.on_top.state import State


def placement(board: Board, position: int, turn: int) -> str:
    """The name of a place and a turn: the cell with the tile's first colour in its acute corner comes first."""
    cells = [board.cell_names[cell] for cell in board.positions[position]]
    return "-".join(reversed(cells) if turn else cells)


def draw(s: State) -> str:
    """The tiles, black triangles and towers by name (from the bottom up), then every colour's points and pawns."""
    board = BOARDS[s.board]
    black = [name for c, name in enumerate(board.cell_names) if has(s.black, c)]
    lines = [f"black      {' '.join(black)} (+{s.triangles})", *_list_tiles(s, board), *_list_towers(s, board)]
    for c, colour in enumerate(COLOUR_NAMES):
        role = f"points {s.points[c]}" if c < s.seats else "neutral"
        lines.append(f"{colour:11}{role}  pawns {s.pawns[c]}")
    lines.append("bag        " + " ".join(f"{name}:{n}" for name, n in zip(KIND_NAMES, s.bag, strict=True)))
    return "\n".join([*lines, _turn(s)])


def _list_tiles(s: State, board: Board) -> list[str]:
    laid = [
        f"{KIND_NAMES[(tile - 1) // 2]}@{placement(board, p, (tile - 1) % 2)}"
        for p, tile in enumerate(s.tiles.tolist())
        if tile
    ]
    return [f"tiles      {' '.join(laid)}"] if laid else []


def _list_towers(s: State, board: Board) -> list[str]:
    """``F3:yB``: blue stands on yellow; ``F3:-`` is completed and empty."""
    found = []
    for p, point in enumerate(board.point_names):
        if s.done >> p & 1:
            below = "".join(COLOUR_LETTERS[c].lower() for c in range(COLOURS) if s.below[c] >> p & 1)
            top = "".join(COLOUR_LETTERS[c] for c in range(COLOURS) if s.top[c] >> p & 1)
            found.append(f"{point}:{below + top or '-'}")
    return [f"towers     {' '.join(found)}"] if found else []


def _turn(s: State) -> str:
    if s.over:
        return "game over"
    who = f"{COLOUR_NAMES[s.mover]} (seat {s.mover}) to move"
    if s.pending:
        return f"{who}, next intersection"
    return f"{who}, tile {KIND_NAMES[s.drawn - 1]}" if s.drawn else f"{who}, a tile is drawn"
