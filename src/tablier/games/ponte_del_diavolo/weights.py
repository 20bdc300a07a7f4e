"""The fitted weights of the evaluation and the priors: ``evaluation.json``."""

from __future__ import annotations

from typing import Annotated

import msgspec
import numpy as np

from tablier.catalogue.data import load, require, require_tables
from tablier.games.ponte_del_diavolo.geometry import ISLAND

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
EXITS = 3
"""The largest counted number of cells where a sandbar can grow."""


class Playout(msgspec.Struct, forbid_unknown_fields=True):
    """The probabilities with which the policy builds a bridge, finishes an island or extends a sandbar, if possible."""

    bridge: Share
    finish: Share
    extend: Share


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """``evaluation.json``. Rows are interpolated by the share of the board that is still open.

    ``knots`` are the open shares of the rows of ``value``, ``tile`` and ``bridge``; ``promise`` has a row for each size
    of a sandbar and a column for each number of exits.
    """

    knots: list[float]
    promise: list[list[float]]
    value_columns: list[str]
    value: list[list[float]]
    tile_columns: list[str]
    tile: list[list[float]]
    bridge_columns: list[str]
    bridge: list[list[float]]
    playout: Playout

    def __post_init__(self) -> None:
        """Check the shapes of the tables.

        Raises:
            ValueError: a shape is wrong; the message names the field.
        """
        require_tables(self, value=26, tile=16, bridge=4)
        fits = [len(row) for row in self.promise] == [EXITS + 1] * (ISLAND - 1)
        require(fits, "promise", f"must have {ISLAND - 1} rows, one for each size of a sandbar, of {EXITS + 1} numbers")


DATA = load(__package__, "evaluation.json", Weights)
KNOTS = np.array(DATA.knots)
PROMISE = np.array(DATA.promise)
VALUE = np.array(DATA.value)
TILE = np.array(DATA.tile)
BRIDGE = np.array(DATA.bridge)
PRIOR = np.concatenate([TILE, BRIDGE], 1)
PLAYOUT_BRIDGE, PLAYOUT_FINISH, PLAYOUT_EXTEND = msgspec.structs.astuple(DATA.playout)
# columns of VALUE; SANDBARS is the first of twelve: by size, then by exits
POINTS, ISLANDS, PROMISED, LINKABLE, LINKS, SANDBARS = range(6)
ROOM, FRESH_ROOM, CALM_ROOM, BUILT, TURN, FINISH_NOW, LINK_NOW, FRAGILE, IS_DARK = range(17, 26)
# columns of TILE: the first twelve are sets of cells
FINISH, HINDER, UNDER_SPANS, REACH_ISLAND, REACH_SANDBAR, CORNER, CLOSED, RING_0, SECOND = 0, 3, 6, 8, 9, 10, 11, 12, 15
SETS = 12
# columns of BRIDGE
ANY, GAIN, USELESS, ON_ISLANDS = range(4)
