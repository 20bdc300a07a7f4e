"""The kernel of On Top against the second implementation, ply by ply, over games of many tempers and all options.

``TABLIER_ORACLE_GAMES=2000 pytest tests/games/test_on_top_oracle.py`` plays as many games as it is told to.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from oracles import on_top as oracle
from oracles.on_top_players import PLAYERS
from positions import check_reasons, check_turn

import tablier
from tablier import CHANCE, Position
from tablier.engine import protocol
from tablier.engine.bits import has
from tablier.games.on_top.geometry import BOARDS, COLOUR_LETTERS, KIND_NAMES

GAMES = int(os.environ.get("TABLIER_ORACLE_GAMES", "48"))
ON_TOP = tablier.game("on_top")


def as_oracle(position: Position) -> dict[str, object]:
    """A state in the oracle's terms."""
    s, board = position.state, BOARDS[position.state.board]
    done = {name: p for p, name in enumerate(board.point_names) if int(s.done) >> p & 1}
    return {
        "free": {name for c, name in enumerate(board.cell_names) if has(s.free, np.int64(c))},
        "black": {name for c, name in enumerate(board.cell_names) if has(s.black, np.int64(c))},
        "towers": {name: _pawns(s.below, p) + _pawns(s.top, p) for name, p in done.items()},
        "supply": int(s.triangles),
        "pawns": dict(zip(COLOUR_LETTERS, s.pawns.tolist(), strict=True)),
        "track": dict(zip(COLOUR_LETTERS, s.points.tolist(), strict=True)),
        "bag": {kind: number for kind, number in zip(KIND_NAMES, s.bag.tolist(), strict=True) if number},
        "drawn": KIND_NAMES[s.drawn - 1] if s.drawn else None,
        "parts": {name: _parts(s.parts[p]) for p, name in enumerate(board.point_names)},
    }


def _pawns(by_colour: Any, p: int) -> str:
    return "".join(c for i, c in enumerate(COLOUR_LETTERS) if int(by_colour[i]) >> p & 1)


def _parts(row: Any) -> Counter[str]:
    return Counter({c: n for c, n in zip(COLOUR_LETTERS, row.tolist(), strict=True) if n})


def check_same(position: Position, state: oracle.State) -> None:
    """Check that kernel and oracle agree about a position."""
    check_turn(position, oracle, state)
    assert as_oracle(position) == {
        "free": oracle.free(state),
        "black": set(state.black),
        "towers": state.towers,
        "supply": state.supply,
        "pawns": dict(state.pawns),
        "track": {colour: state.track[colour] for colour in COLOUR_LETTERS},
        "bag": dict(+state.bag),
        "drawn": state.drawn,
        "parts": {point: oracle.circle(state, point) for point in oracle.corners(state.board)},
    }
    if CHANCE in position.movers:
        odds = np.zeros(64, np.int64)
        n = protocol.chance_weights(position.state, odds)
        listed = [move.text for move in position.moves()]
        assert dict(zip(listed, odds[:n].tolist(), strict=True)) == dict(+state.bag)


def begin(rng: Random, seed: int) -> tuple[Position, oracle.State]:
    """Two to four seats in turn, random options, and sometimes few pawns or other triangles."""
    seats = 2 + seed % 3
    options: dict[str, Any] = {name: rng.choice(option.values) for name, option in ON_TOP.info.options.items()}
    state = oracle.setup(seats, **options)
    if rng.random() < 0.5:
        return ON_TOP.new(seats, **options), state
    cells = sorted(oracle.cells(state.board))
    state = oracle.setup(seats, rng.sample(cells, rng.randrange(1, 8)), **options)
    if rng.random() < 0.7:
        state.pawns.update({c: rng.randrange(1, 8) - n for c, n in state.pawns.items()})
    return ON_TOP.setup(oracle.text(state)), state


@pytest.mark.parametrize("seed", range(GAMES))
def test_kernel_and_oracle_agree(seed: int) -> None:
    """One game."""
    rng = Random(seed)
    position, state = begin(rng, seed)
    players = rng.choices(PLAYERS, k=4) if rng.random() < 0.5 else [rng.choice(PLAYERS)] * 4
    start, look_closely = oracle.text(state), rng.randrange(60)
    whole = position.start is None
    for ply in count():
        try:
            check_same(position, state)
            assert not whole or not list(oracle.complaints(state))
            if ply >= look_closely:
                check_reasons(position)
        except AssertionError:
            pytest.fail(f"from {start!r} by {[move.text for move in position.history]}")
        if state.reason:
            break
        choices = sorted(oracle.plies(state))
        if oracle.mover(state) == CHANCE:
            choice = rng.choice(sorted(state.bag.elements()))
        else:
            choice = players[state.players.index(state.turn)](state, choices, rng)
        position.play(choice, oracle.mover(state))
        state = oracle.apply(state, choice)


@pytest.mark.parametrize(
    "diagram", ["board: D70; triangles: 5; turn: blue", "black: d5 g5; tiles: BYWR@h3-g4; turn: yellow"]
)
def test_kernel_and_oracle_read_the_same_in_a_short_diagram(diagram: str) -> None:
    check_same(ON_TOP.setup(diagram), oracle.diagram(diagram))
