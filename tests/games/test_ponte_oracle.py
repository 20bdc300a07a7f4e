"""The kernel of Ponte del Diavolo against the second implementation, ply by ply, over games of many tempers.

``TABLIER_ORACLE_GAMES=2000 pytest tests/games/test_ponte_oracle.py`` plays as many games as it is told to.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest
from oracles import ponte_del_diavolo as oracle
from oracles.players import PLAYERS, played, scattered
from positions import check_reasons, check_turn

import tablier
from tablier import Position
from tablier.games.ponte_del_diavolo import geometry

GAMES = int(os.environ.get("TABLIER_ORACLE_GAMES", "48"))
PONTE = tablier.game("ponte_del_diavolo")


def members(words: Any) -> list[int]:
    """The members of a bit set."""
    return [64 * w + i for w, word in enumerate(words) for i in range(64) if int(word) >> i & 1]


def as_oracle(position: Position) -> dict[str, object]:
    """A state in the oracle's terms."""
    s, board = position.state, int(position.state.board)

    def cell(number: int) -> oracle.Cell:
        return number % board, number // board

    slots = geometry.slots(board)
    return {
        "board": board,
        "tiles": {cell(i): colour for c, colour in enumerate(("light", "dark")) for i in members(s.tiles[c])},
        "bridges": frozenset((cell(slots[i][0]), cell(slots[i][1])) for i in members(s.bridges)),
        "light": int(s.light),
        "last": bool(s.last),
    }


def check_same(position: Position, state: oracle.State) -> None:
    """Check that kernel and oracle agree about a position."""
    check_turn(position, oracle, state)
    expected = {key: getattr(state, key) for key in ("board", "tiles", "bridges", "light", "last")}
    assert as_oracle(position) == expected
    if position.movers:
        assert bool(position.state.half) == state.half


@pytest.mark.parametrize("seed", range(GAMES))
def test_kernel_and_oracle_agree(seed: int) -> None:
    """One game: two in three from the start, the others from a diagram."""
    rng = Random(seed)
    board = (4, 5, 8, 10, 12)[seed % 5]
    state = (oracle.setup, lambda b: played(rng, b), lambda b: scattered(rng, b), oracle.setup)[seed // 5 % 4](board)
    start = oracle.text(state)
    position = PONTE.new(board=board) if state.stage == "opening" else PONTE.setup(start)
    players = rng.choices(PLAYERS, k=2)
    look_closely = rng.randrange(60)
    for ply in count():
        try:
            check_same(position, state)
            if ply == look_closely:
                check_reasons(position)
        except AssertionError:
            pytest.fail(f"from {start!r} by {[move.text for move in position.history]} to {oracle.text(state)!r}")
        if state.reason:
            break
        choice = players[state.turn == oracle.DARK](state, sorted(oracle.plies(state)), rng)
        position.play(choice)
        state = oracle.apply(state, choice)


@pytest.mark.parametrize("seed", range(12))
def test_the_oracles_fast_and_slow_lists_of_first_tiles_agree(seed: int) -> None:
    """First tiles by the oracle's quick way, and by trying every pair on the whole board."""
    rng = Random(seed)
    state = (played if seed % 2 else scattered)(rng, 8)
    state = replace(state, half=False)
    assert oracle.firsts(state) == oracle.firsts_in_full(state)


@pytest.mark.parametrize("seed", range(12))
def test_diagrams_go_round(seed: int) -> None:
    """The oracle reads its own diagram as the same position."""
    rng = Random(seed)
    state = (played if seed % 2 else scattered)(rng, 8)
    assert not list(oracle.complaints(state))
    back = oracle.diagram(oracle.text(state))
    assert (back.tiles, back.bridges, back.turn, back.half) == (state.tiles, state.bridges, state.turn, state.half)


def test_positions_of_the_oracle_obey_the_rules() -> None:
    """The oracle finds no violation in any position that it reaches."""
    rng = Random(7)
    for player in PLAYERS:
        state = oracle.setup(8)
        while not state.reason:
            state = oracle.apply(state, player(state, sorted(oracle.plies(state)), rng))
            assert not list(oracle.complaints(state))


@pytest.mark.parametrize("left", [0, 1])
def test_without_tiles_in_hand_nothing_is_laid(left: int) -> None:
    cells = [(x, y) for x in range(12) for y in range(12)]
    state = oracle.State(board=12, tiles=dict.fromkeys(cells[: oracle.TILES - left], oracle.LIGHT))
    assert oracle.firsts(state) == oracle.firsts_in_full(state) == set()
    assert left or oracle.seconds(state) == set()
