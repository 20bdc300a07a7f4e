"""Write the art of The Bridges of Shangri-La into the package: ``python tools/art/shangri_la.py``. The output is committed."""

from __future__ import annotations

from pathlib import Path

from shangri_la_board import board, plain_board
from shangri_la_sprites import sprites

import tablier
from tablier.scene import svg

ART = Path(__file__).parents[2] / "src/tablier/games/shangri_la/art"
COVER = """
    seats: 4; a: rH+ rD bF yR lA; b: bH yD+ lP rR; c: lH lD+ rF; d: yP+ yY bA rH; e: rP+ bY+ lF yA rD lR bH;
    f: bF+ bH yY lR+; g: lF yH bP; h: rR+ yA lP bD yF+; i: bR rD+ yH lY+ bA; j: yR lD+ rY bP; k: bH+ yF; l: lY rF+ yD;
    m: bR+ rP lH yY; broken: a-d f-i h-k; turn: red
"""
"""The position that the picture of the game shows."""


def main() -> None:
    """Write the board, also plain, the sprite sheet, and the game's picture."""
    ART.mkdir(parents=True, exist_ok=True)
    (ART / "board.svg").write_text(board(), encoding="utf-8")
    (ART / "board-plain.svg").write_text(plain_board(), encoding="utf-8")
    (ART / "sprites.svg").write_text(sprites(), encoding="utf-8")
    cover = tablier.game("shangri_la").setup(" ".join(COVER.split()))
    (ART / "cover.svg").write_text(svg.draw_position(cover), encoding="utf-8")


if __name__ == "__main__":
    main()
