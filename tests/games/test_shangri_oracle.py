"""The kernel of The Bridges of Shangri-La against the second implementation, ply by ply, over games of many tempers.

``TABLIER_ORACLE_GAMES=2000 pytest tests/games/test_shangri_oracle.py`` plays as many games as it is told to.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import count, product
from random import Random
from typing import Any

import pytest
from oracles import shangri_la as oracle
from oracles.shangri_la_players import PLAYERS, crammed, played, scattered
from positions import check_reasons, check_turn

import tablier
from tablier import Position
from tablier.games.shangri_la import rules
from tablier.games.shangri_la.state import SECOND, SET_UP, TURN

GAMES = int(os.environ.get("TABLIER_ORACLE_GAMES", "48"))
SHANGRI = tablier.game("shangri_la")


def as_oracle(position: Position) -> dict[str, object]:
    """A state in the oracle's terms."""
    s, n = position.state, position.seats
    tiles: dict[tuple[str, str], tuple[str, ...]] = {}
    for layer, (seat, colour), (g, guild), (v, village) in product(
        (s.masters, s.students), enumerate("rbyl"), enumerate("HDFPRAY"), enumerate("abcdefghijklm")
    ):
        if int(layer[seat, g]) >> v & 1:
            tiles[village, guild] = (*tiles.get((village, guild), ()), colour)
    ways = [a + b for a, b in oracle._data()["bridges"]]
    return {
        "players": "rbyl"[:n],
        "tiles": tiles,
        "hands": Counter(
            {
                c + guild: int(rules.reserve(s, i, g))
                for i, c in enumerate("rbyl"[:n])
                for g, guild in enumerate("HDFPRAY")
            }
        ),
        "bridges": frozenset(way for i, way in enumerate(ways) if int(s.bridges) >> i & 1),
        "stones": frozenset(village for v, village in enumerate("abcdefghijklm") if int(s.stones) >> v & 1),
        "tie": ("origin", "destination")[s.tie],
    }


def check_same(position: Position, state: oracle.State) -> None:
    """Check that kernel and oracle agree about a position."""
    check_turn(position, oracle, state)
    expected = {key: getattr(state, key) for key in ("players", "tiles", "hands", "bridges", "stones", "tie")}
    assert as_oracle(position) == expected
    if position.movers:
        stage = SET_UP if state.queue else SECOND if state.second else TURN
        assert int(position.state.stage) == stage


def begin(rng: Random, seed: int) -> tuple[Position, oracle.State]:
    """Of eight games four have a free set-up, two a printed one, and two begin from a played position."""
    seats, tie = (3, 4)[seed % 2], ("origin", "destination")[seed // 2 % 2]
    kind = seed // 4 % 8
    if kind < 4:
        return SHANGRI.new(seats, tie=tie), oracle.setup(seats, tie=tie)
    if kind < 6:
        return SHANGRI.new(seats, sheet=True, tie=tie), oracle.setup(seats, sheet=True, tie=tie)
    state = (played, scattered)[kind - 6](rng, seats, tie)
    return SHANGRI.setup(oracle.text(state)), state


def choose(rng: Random, seed: int) -> tuple[Any, list[Any]]:
    """The players of set-up and game: all of one kind, or mixed."""
    tempers = rng.choices(PLAYERS, k=4) if rng.random() < 0.5 else [rng.choice(PLAYERS)] * 4
    return (crammed if seed % 3 == 0 else PLAYERS[0]), tempers


@pytest.mark.parametrize("seed", range(GAMES))
def test_kernel_and_oracle_agree(seed: int) -> None:
    """One game."""
    rng = Random(seed)
    position, state = begin(rng, seed)
    settler, players = choose(rng, seed)
    start, look_closely = position.start, rng.randrange(120)
    for ply in count():
        try:
            check_same(position, state)
            if ply == look_closely:
                check_reasons(position)
                assert not list(oracle.complaints(state))
        except AssertionError:
            pytest.fail(f"from {start!r} by {[move.text for move in position.history]} to {oracle.text(state)!r}")
        if state.reason:
            break
        player = settler if state.queue else players[state.players.index(state.turn)]
        choice = player(state, sorted(oracle.plies(state)), rng)
        position.play(choice)
        state = oracle.apply(state, choice)


@pytest.mark.parametrize("seed", range(12))
def test_diagrams_go_round(seed: int) -> None:
    """The oracle reads its own diagram as the same position."""
    state = (played if seed % 2 else scattered)(Random(seed), 3 + seed % 4 // 2, "origin")
    assert not list(oracle.complaints(state))
    assert oracle.diagram(oracle.text(state)) == state


def test_kernel_and_oracle_agree_when_no_seat_can_act() -> None:
    here, taught = "bD bF bP yR yA rY", "rH+ bD+ bF+ bP+ yR+ yA+ rY+"
    diagram = f"seats: 4; a: {here}; k: {taught}; l: {taught}; m: rH {here}; bridges: a-b b-f; turn: red"
    position, state = SHANGRI.setup(diagram), oracle.diagram(diagram)
    check_same(position, state)
    position.play("+Ha")
    state = oracle.apply(state, "+Ha")
    check_same(position, state)
    assert state.reason == "stuck"


@pytest.mark.parametrize("seats", [3, 4])
def test_diagrams_of_the_set_up_go_on_as_the_rules_say(seats: int) -> None:
    diagram = f"seats: {seats}; a: rH bD; b: yF; placing; turn: red"
    check_same(SHANGRI.setup(diagram), oracle.diagram(diagram))
