"""Write the art of On Top into the package: ``python tools/art/on_top.py``. The output is committed."""

from __future__ import annotations

from pathlib import Path

from on_top_board import board_art, plain_board
from on_top_sprites import sprites

import tablier
from tablier.games.on_top.geometry import BOARDS
from tablier.scene import svg

ART = Path(__file__).parents[2] / "src/tablier/games/on_top/art"
COVER = "tiles: RBWY@d6-d7; drawn: BWRY"
"""The position that the picture of the game shows."""


def main() -> None:
    """Write the boards, also plain, the sprite sheet, and the game's picture."""
    ART.mkdir(parents=True, exist_ok=True)
    for number, board in enumerate(BOARDS):
        (ART / f"board-{board.id}.svg").write_text(board_art(number), encoding="utf-8")
        (ART / f"board-{board.id}-plain.svg").write_text(plain_board(number), encoding="utf-8")
    (ART / "sprites.svg").write_text(sprites(), encoding="utf-8")
    cover = tablier.game("on_top").setup(COVER, seats=4)
    (ART / "cover.svg").write_text(svg.draw_position(cover), encoding="utf-8")


if __name__ == "__main__":
    main()
