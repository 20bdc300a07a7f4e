"""Weights for search workers: ``GAME.net`` beside the module, read by ``web/src/lib/local/search/net.ts``.

A line of JSON, then the arrays of a net one after the other, as ``float16`` in little-endian order. Their shapes follow
from the widths in the line and from the inputs of the game, which ``GAME.json`` has.
"""

from __future__ import annotations

import msgspec

from tablier.engine.net import Net


class WeightsHeader(msgspec.Struct):
    """The first line; ``width`` and ``second`` are the widths of the hidden layers."""

    game: str
    width: int
    second: int
    format: str = "tablier-weights-1"


def packed(game: str, net: Net) -> bytes:
    """The content of ``GAME.net``."""
    header = WeightsHeader(game, len(net.bias), len(net.hidden_bias))
    return msgspec.json.encode(header) + b"\n" + b"".join(array.astype("<f2").tobytes() for array in net)
