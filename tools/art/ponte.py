"""Write the art of Ponte del Diavolo into the package: ``python tools/art/ponte.py``. The output is committed."""

from __future__ import annotations

from pathlib import Path

from ponte_board import board, plain_board
from ponte_sprites import sprites

ART = Path(__file__).parents[2] / "src/tablier/games/ponte_del_diavolo/art"


def main() -> None:
    """Write three boards, each also plain, and the sprite sheet."""
    ART.mkdir(parents=True, exist_ok=True)
    for cells in (8, 10, 12):
        (ART / f"board-{cells}.svg").write_text(board(cells), encoding="utf-8")
        (ART / f"board-{cells}-plain.svg").write_text(plain_board(cells), encoding="utf-8")
    (ART / "sprites.svg").write_text(sprites(), encoding="utf-8")


if __name__ == "__main__":
    main()
