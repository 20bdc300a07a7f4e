"""Perft: the numbers of ply sequences, counted by the oracles, compared with the kernels."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from oracles import ankh_morpork, delta, on_top, ponte_del_diavolo, shangri_la

import tablier
from tablier.engine.perft import perft
from tablier.engine.records import native

ORACLES: dict[str, ModuleType] = {
    "ankh_morpork": ankh_morpork,
    "ponte_del_diavolo": ponte_del_diavolo,
    "shangri_la": shangri_la,
    "on_top": on_top,
    "delta": delta,
}
POSITIONS = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))
SMALL = 3000
"""The largest number of sequences that the oracle counts again."""


@pytest.mark.parametrize(("name", "entry"), [(name, entry) for name in POSITIONS for entry in POSITIONS[name]])
def test_perft_agrees_with_the_oracle(name: str, entry: dict[str, Any]) -> None:
    game, oracle = tablier.game(name), ORACLES[name]
    if "diagram" in entry:
        position, state = game.setup(entry["diagram"]), oracle.diagram(entry["diagram"])
    else:
        position, state = game.new(**entry["start"]), oracle.setup(**entry["start"])
    depth = len(entry["counts"])
    stack = game.rules.zeros(depth + 1)
    stack[0] = native(position.state)
    actions = game.rules.action_buffer(depth + 1)
    assert [int(perft(stack, actions, d, 0)) for d in range(1, depth + 1)] == entry["counts"]
    for d, number in enumerate(entry["counts"], 1):
        if number <= SMALL:
            assert oracle.perft(state, d) == number
