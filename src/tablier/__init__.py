"""Five modern board games: exact rules, a very fast engine, strong bots, and a table in the browser.

>>> import tablier
>>> pos = tablier.game("ponte_del_diavolo").new()
>>> pos.play("d4 e4").movers
(1,)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tablier.errors import (
    BotError,
    GameError,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    NoSuchPly,
    RecordError,
    TablierError,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
    VerifyError,
)

if TYPE_CHECKING:
    from tablier.analysis import analyse, review
    from tablier.api import Game, game, list_games
    from tablier.core.seats import CHANCE
    from tablier.game_tree import GameTree, TreeNode
    from tablier.moves import Move, Moves, Outcome
    from tablier.position import Position
    from tablier.record import Record


__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "BotError",
    "Game",
    "GameError",
    "GameTree",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "Move",
    "Moves",
    "NoSuchPly",
    "Outcome",
    "Position",
    "Record",
    "RecordError",
    "TablierError",
    "TreeNode",
    "UnknownBot",
    "UnknownGame",
    "UnknownSeat",
    "VerifyError",
    "analyse",
    "game",
    "list_games",
    "review",
]

# Resolved on first use, so that `import tablier` does not import Numba.
_HOMES = {
    "CHANCE": "tablier.core.seats",
    "Game": "tablier.api",
    "GameTree": "tablier.game_tree",
    "Move": "tablier.moves",
    "Moves": "tablier.moves",
    "Outcome": "tablier.moves",
    "Position": "tablier.position",
    "Record": "tablier.record",
    "TreeNode": "tablier.game_tree",
    "analyse": "tablier.analysis",
    "game": "tablier.api",
    "list_games": "tablier.api",
    "review": "tablier.analysis",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'tablier' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
