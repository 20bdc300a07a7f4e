"""Write the art of On Top into the package: ``python tools/art/on_top.py``. The output is committed."""

from __future__ import annotations

from pathlib import Path

from on_top_board import board_art, plain_board
from on_top_sprites import sprites

import tablier
from tablier.games.on_top.geometry import BOARDS
from tablier.scene import svg

ART = Path(__file__).parents[2] / "src/tablier/games/on_top/art"
COVER = """
    tiles: BYRW@e5-e6 BYRW@c3-d4 BWYR@d3-e4 YWRB@f6-f5 YBWR@d2-c1 BYRW@b1-c2 YBRW@d1-e2 BRYW@f3-f4 YWRB@f1-e1
    RYWB@a1-b2 YBWR@g1-f2 BWRY@g2-h1 BWYR@g4-h3 YBWR@h2-i1; turn: red; drawn: RBWY
"""
"""The position that the picture of the game shows."""


def main() -> None:
    """Write the boards, also plain, the sprite sheet, and the game's picture."""
    ART.mkdir(parents=True, exist_ok=True)
    for number, board in enumerate(BOARDS):
        (ART / f"board-{board.id}.svg").write_text(board_art(number), encoding="utf-8")
        (ART / f"board-{board.id}-plain.svg").write_text(plain_board(number), encoding="utf-8")
    (ART / "sprites.svg").write_text(sprites(), encoding="utf-8")
    cover = tablier.game("on_top").setup(" ".join(COVER.split()), seats=4)
    (ART / "cover.svg").write_text(svg.draw_position(cover), encoding="utf-8")


if __name__ == "__main__":
    main()
