"""Perft: numbers of ply sequences, counted once by the oracles, against the kernels."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracles import ponte_del_diavolo as oracle

import tablier
from tablier.engine.perft import perft

POSITIONS = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))["ponte_del_diavolo"]
SMALL = 3000
"""Up to so many sequences the oracle counts again."""


@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: entry["name"])
def test_ponte_del_diavolo(entry: dict[str, Any]) -> None:
    game = tablier.game("ponte_del_diavolo")
    if "diagram" in entry:
        position, state = game.setup(entry["diagram"]), oracle.diagram(entry["diagram"])
    else:
        position, state = game.new(board=entry["board"]), oracle.setup(entry["board"])
    depth = len(entry["counts"])
    stack = game.rules.zeros(depth + 1)
    stack[0] = position.state
    actions = np.zeros((depth + 1, game.rules.actions), np.int16)
    assert [int(perft(stack, actions, d, 0)) for d in range(1, depth + 1)] == entry["counts"]
    for d, number in enumerate(entry["counts"], 1):
        if number <= SMALL:
            assert oracle.perft(state, d) == number
