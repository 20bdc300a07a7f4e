"""The kernels of Delta against the oracle, ply by ply, over games of many kinds of players.

``TABLIER_ORACLE_GAMES=2000 pytest tests/games/test_delta_oracle.py`` plays that many games.
"""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from oracles import delta as oracle
from oracles.delta_players import PLAYERS, played, scattered

import tablier
from tablier import Position
from tablier.engine import protocol
from tablier.games.delta import board
from tablier.games.delta.names import card_name, letter, place_name, plank_name
from tablier.games.delta.state import (
    ABSENT,
    FIRST,
    GAP,
    JUMP,
    LOST,
    PLANK,
    PROGRAMMING,
    REMOVE,
    RESERVE,
    SECOND,
    STEP,
    STONE,
)

GAMES = int(os.environ.get("TABLIER_ORACLE_GAMES", "45"))
LONGEST = 300
DELTA = tablier.game("delta")
EYES = ("again", "strict", "friendly")


def programmes(position: Position) -> dict[str, tuple[str, ...]]:
    """The known cards, by colour."""
    s = position.state
    return {
        letter(position.seats, seat): tuple(card_name(s.seats, card - 1) for card in s.programme[seat] if card)
        for seat in range(position.seats)
    }


def as_oracle(position: Position) -> dict[str, object]:
    """A state in the oracle's terms."""
    s = position.state
    colours = [letter(position.seats, seat) for seat in range(position.seats)]
    planks = {plank_name(s.seats, p): where for p, where in enumerate(s.where) if where != ABSENT}
    return {
        "players": "".join(colours),
        "eye": EYES[s.eye],
        "stones": frozenset(str(i + 1) for i in range(board.ISLANDS) if s.stones >> i & 1),
        "planks": {place_name(gap): plank for plank, gap in planks.items() if gap < board.GAPS},
        "reserves": {
            colour: frozenset(plank for plank, where in planks.items() if where == RESERVE + seat)
            for seat, colour in enumerate(colours)
        },
        "lost": frozenset(plank for plank, where in planks.items() if where == LOST),
        "pawns": {colour: place_name(s.pawns[seat]) for seat, colour in enumerate(colours)},
        "programmes": programmes(position),
        "statuette": colours[s.statuette],
    }


def as_task(position: Position) -> oracle.Task:
    """The task of the mover, in the oracle's terms."""
    s = position.state
    missed = [place_name(g) for g in range(board.GAPS) if s.tried[g >> 6] >> (g & 63) & 1]
    here, origin = place_name(s.pawns[s.mover]), place_name(s.origin)
    tasks: dict[int, oracle.Task] = {
        PROGRAMMING: (),
        STONE: ("stone", str(s.left)),
        PLANK: ("plank", str(s.left)),
        GAP: ("gap", str(s.left), plank_name(s.seats, s.held), *sorted(missed)),
        REMOVE: ("remove",),
        STEP: ("move1",),
        FIRST: ("move2",),
        SECOND: ("second", origin, here),
        JUMP: ("jump",),
    }
    return tasks[s.stage]


def check_same(position: Position, state: oracle.State) -> None:
    """Check that kernel and oracle agree about a position."""
    colours = state.players
    assert [colours[seat] for seat in position.movers] == sorted(oracle.movers(state), key=colours.index)
    for seat, colour in enumerate(colours):
        listed = [move.text for move in position.moves(seat)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == oracle.plies(state, colour)
        assert programmes(position.view(seat)) == oracle.seen(state, colour)
    assert programmes(position.view(None)) == oracle.seen(state, "")
    assert as_oracle(position) == {key: getattr(state, key) for key in as_oracle(position)}
    if not state.winner:
        assert as_task(position) == state.task
    if state.task:
        assert (position.state.phase, colours[position.state.mover]) == state.queue[0]
    ranks = np.zeros(position.seats, np.int64)
    protocol.ranks(position.state, ranks)
    assert (position.scores(), tuple(ranks.tolist())) == (oracle.scores(state), oracle.ranks(state))
    outcome = position.outcome()
    assert (outcome.reason if outcome else "") == ("arrival" if state.winner else "")


def check_reasons(position: Position) -> None:
    """Check that ``why`` refuses exactly the actions that are not legal."""
    for seat in position.movers:
        legal = {move.action for move in position.moves(seat)}
        for action in range(DELTA.actions()):
            assert (position.why(action, seat) is None) == (action in legal), position.name(action, seat)


def check_canonical(position: Position, state: oracle.State) -> None:
    """Check that a position has the bytes that its diagram sets up; no diagram shows an action that has begun."""
    if not state.winner and (not state.queue or oracle.perform(replace(state, task=())) == state):
        assert DELTA.setup(oracle.text(state)).key() == position.key()


def begin(rng: Random, seed: int) -> tuple[Position, oracle.State]:
    """A game of each kind in turn: from the start, from a played position, from a scattered one."""
    seats, eye, kind = 2 + seed % 5, EYES[seed // 5 % 3], seed // 15 % 3
    if kind == 0:
        return DELTA.new(seats, eye=eye), oracle.setup(seats, eye=eye)
    state = (played if kind == 1 else scattered)(rng, seats, eye)
    return DELTA.setup(oracle.text(state)), state


@pytest.mark.parametrize("seed", range(GAMES))
def test_kernel_and_oracle_agree(seed: int) -> None:
    """One game, or the first plies of it."""
    rng = Random(seed)
    position, state = begin(rng, seed)
    start, look_closely = position.start, rng.randrange(60)
    players = rng.choices(PLAYERS, k=6) if rng.random() < 0.5 else [rng.choice(PLAYERS)] * 6
    for ply in range(LONGEST):
        try:
            check_same(position, state)
            if ply % 10 == 0:
                check_canonical(position, state)
            if ply == look_closely:
                check_reasons(position)
            assert not list(oracle.complaints(state))
        except AssertionError:
            pytest.fail(f"from {start!r} by {[move.text for move in position.history]} to {oracle.text(state)!r}")
        if state.winner:
            break
        colour = rng.choice(oracle.movers(state))
        seat = state.players.index(colour)
        choice = players[seat](state, colour, sorted(oracle.plies(state, colour)), rng)
        position.play(choice, seat)
        state = oracle.apply(state, colour, choice)


@pytest.mark.parametrize("seed", range(20))
def test_diagrams_go_round(seed: int) -> None:
    """The oracle reads its own diagram as the same position."""
    state = (played if seed % 2 else scattered)(Random(seed), 2 + seed % 5, "again")
    assert not list(oracle.complaints(state))
    assert oracle.diagram(oracle.text(state)) == state


def test_kernel_and_oracle_agree_on_the_geometry() -> None:
    names = [place_name(gap) for gap in range(board.GAPS)]
    assert list(oracle.gaps()) == names
    for gap, text in enumerate(names):
        assert {size + 1 for size in board.fitting(*board.GAPS_ENDS[gap])} == oracle.sizes(*oracle.ends(text))
        assert [board.crosses(gap, other) for other in range(gap)] == [oracle.cross(text, names[o]) for o in range(gap)]
