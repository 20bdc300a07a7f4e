"""Write the art of Ankh-Morpork into the package: ``python tools/art/ankh_morpork.py``. The output is committed."""

from __future__ import annotations

from pathlib import Path

from ankh_morpork_board import board, plain_board
from ankh_morpork_sprites import sprites

import tablier
from tablier.scene import svg

ART = Path(__file__).parents[2] / "src/tablier/games/ankh_morpork/art"
COVER = """
    seats: 4; red: h0 v36 f2 wood=1 ore=4 wool=2 brick=1; blue: h9 v12 h18 brick=3 wood=5 ore=1;
    yellow: h24 h26 v29 f31 wool=4 grain=5; green: h5 h20 f22 v33 wood=2 grain=2 wool=1; thief: palace4; track: 2 3 5 12;
    turn: blue; dice: 8
"""
"""The position that the picture of the game shows."""


def main() -> None:
    """Write the board, also plain, the sprite sheet, and the game's picture."""
    ART.mkdir(parents=True, exist_ok=True)
    (ART / "board.svg").write_text(board(), encoding="utf-8")
    (ART / "board-plain.svg").write_text(plain_board(), encoding="utf-8")
    (ART / "sprites.svg").write_text(sprites(), encoding="utf-8")
    cover = tablier.game("ankh_morpork").setup(" ".join(COVER.split()))
    (ART / "cover.svg").write_text(svg.draw_position(cover), encoding="utf-8")


if __name__ == "__main__":
    main()
