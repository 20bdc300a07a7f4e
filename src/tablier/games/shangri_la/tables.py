"""The mountains as tables for kernels. Sets of villages and of bridges are masks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablier.games.shangri_la import board
from tablier.games.shangri_la.board import (
    BRIDGES,
    COLOUR_LETTERS,
    COLOURS,
    GUILD_LETTERS,
    GUILDS,
    TABLES,
    VILLAGE_LETTERS,
    VILLAGES,
    mask,
)


def _by_seats() -> NDArray[np.uint64]:
    return np.zeros(COLOURS + 1, np.uint64)


ENDS = np.array(BRIDGES, np.int64)
UP = np.array([mask(i for i, ends in enumerate(BRIDGES) if ends[0] == v) for v in range(VILLAGES)], np.uint64)
"""For each village the bridges that lead from it to a higher one."""
DOWN = np.array([mask(i for i, ends in enumerate(BRIDGES) if ends[1] == v) for v in range(VILLAGES)], np.uint64)
"""For each village the bridges that lead from it to a lower one."""

# By the number of seats: the villages in play and the bridges between them, the limits of the set-up, the printed
# tiles [seats, seat, guild] as sets of villages.
IN_PLAY, STANDING = _by_seats(), _by_seats()
VILLAGE_LIMIT = np.zeros(COLOURS + 1, np.int64)
OWN_LIMIT = np.zeros(COLOURS + 1, np.int64)
SHEET = np.zeros((COLOURS + 1, COLOURS, GUILDS), np.uint64)

for _seats, _table in TABLES.items():
    IN_PLAY[_seats] = board.IN_PLAY[_seats]
    STANDING[_seats] = board.STANDING[_seats]
    VILLAGE_LIMIT[_seats] = _table.village_limit
    OWN_LIMIT[_seats] = _table.own_limit
    for _village, _text in _table.sheet.items():
        for _word in _text.split():
            _space = (_seats, COLOUR_LETTERS.index(_word[0]), GUILD_LETTERS.index(_word[1]))
            SHEET[_space] |= np.uint64(1 << VILLAGE_LETTERS.index(_village))
