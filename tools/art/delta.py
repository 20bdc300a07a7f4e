"""Write the art of Delta into the package: ``python tools/art/delta.py``. The output is committed."""

from __future__ import annotations

from pathlib import Path

from delta_board import board, plain_board
from delta_sprites import sprites

import tablier
from tablier.scene import svg

ART = Path(__file__).parents[2] / "src/tablier/games/delta/art"
COVER = """
    seats: 6; stones: 11 13 8 15 22 19 4 2 10 9 5 12 14 16 20 23 26 6;
    planks: W1=W-11 W2=11-13 Y4=13-19 Y2=4-8 W3=8-15 R1=5-9 R2=R-5 K2=12-14 K1=K-12 B3=14-20 B1=B-26 G2=G-22 G3=19-22 Y1=Y-4
    B4=10-14; pawns: W=11-13 Y=4-8 R=5-9 K=12-14 B=14-20 G=19-22; statuette: R; turn: R
"""
"""The position that the picture of the game shows."""


def main() -> None:
    """Write the board, also plain, the sprite sheet, and the game's picture."""
    ART.mkdir(parents=True, exist_ok=True)
    (ART / "board.svg").write_text(board(), encoding="utf-8")
    (ART / "board-plain.svg").write_text(plain_board(), encoding="utf-8")
    (ART / "sprites.svg").write_text(sprites(), encoding="utf-8")
    cover = tablier.game("delta").setup(" ".join(COVER.split()))
    (ART / "cover.svg").write_text(svg.draw_position(cover), encoding="utf-8")


if __name__ == "__main__":
    main()
