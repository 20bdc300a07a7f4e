"""Write the art of Ponte del Diavolo into the package: ``python tools/art/ponte_del_diavolo.py``. The output is committed."""

from __future__ import annotations

from pathlib import Path

from ponte_del_diavolo_board import board, plain_board
from ponte_del_diavolo_sprites import sprites

import tablier
from tablier.games.ponte_del_diavolo.geometry import SIZES
from tablier.scene import svg

ART = Path(__file__).parents[2] / "src/tablier/games/ponte_del_diavolo/art"
COVER = """
    light: c8 d8 c7 d7 f9 f8 f7 g7 c5 d5 e5 e4 h4 i4 j4 i5;
    dark: e7 e6 f6 f5 i7 i6 h6 h5 c4 d4 d3 d2 f3 f2 f1 g2 e9 g8 a10 b9 a1;
    bridges: d8-f8 c5-c7 d5-d7 f5-h6 f3-h5; turn: light
"""
"""The game that the picture of the game shows."""


def main() -> None:
    """Write all boards, each also plain, the sprite sheet, and the game's picture."""
    ART.mkdir(parents=True, exist_ok=True)
    for cells in SIZES:
        (ART / f"board-{cells}.svg").write_text(board(cells), encoding="utf-8")
        (ART / f"board-{cells}-plain.svg").write_text(plain_board(cells), encoding="utf-8")
    (ART / "sprites.svg").write_text(sprites(), encoding="utf-8")
    cover = tablier.game("ponte_del_diavolo").setup(" ".join(COVER.split()))
    (ART / "cover.svg").write_text(svg.draw_position(cover), encoding="utf-8")


if __name__ == "__main__":
    main()
