"""The rules by turns, against the rules by plies, in random games on the small boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.engine import check, protocol
from tablier.engine.records import native
from tablier.games.ponte_del_diavolo.turn_state import CELLS, FIRST_BRIDGE, PASS, SMALL
from tablier.games.ponte_del_diavolo.turns import turns

PONTE = tablier.game("ponte_del_diavolo")
BY_TURNS = turns()
GAMES = 40

boards = pytest.mark.parametrize("board", SMALL)


def records(position: tablier.Position) -> list[Any]:
    """The records of a position by turns."""
    found = BY_TURNS.records(position.state)
    assert found is not None
    return [native(record).copy() for record, _ in found]


def games(board: int, seed: int) -> Iterator[list[tablier.Position]]:
    """The positions of random games."""
    chance = random.Random(seed)
    for _ in range(GAMES):
        position = PONTE.new(board=board)
        played = [position.copy()]
        while position.movers:
            position.push(chance.choice(position.moves()))
            played.append(position.copy())
        yield played


def turn_of(before: tablier.Position, after: tablier.Position) -> int:
    """The action by turns that leads from one position to another."""
    actions = [move.action for move in after.history[len(before.history) :]]
    board = before.state.board
    if len(actions) == 2:
        return min(actions) * CELLS + max(actions)
    bridge = actions[0] - board * board
    return PASS if after.history[-1].text == "pass" else FIRST_BRIDGE + bridge


def legal_turns(position: tablier.Position) -> Iterator[int]:
    """The actions by turns that the rules by plies allow."""
    for move in position.moves():
        after = position.copy()
        after.push(move)
        if after.state.half:
            for second in after.moves():
                end = after.copy()
                end.push(second)
                yield turn_of(position, end)
        else:
            yield turn_of(position, after)


@boards
def test_turns_lead_to_the_same_positions_and_the_same_end(board: int) -> None:
    for played in games(board, seed=board):
        between = [one for one in played if records(one)]
        for before, after in pairwise(between):
            record = records(before)[0]
            if before.movers == after.movers or before.state.opening < 3:  # a swap, or the choice before it
                continue
            protocol.apply(record, int(record["mover"]), turn_of(before, after))
            assert record.tobytes() == records(after)[0].tobytes(), after.diagram()
        last, end = between[-1], played[-1]
        record, ranks, scores = records(last)[0], np.zeros(2, np.int64), np.zeros(2, np.int64)
        protocol.apply(record, int(record["mover"]), turn_of(last, end))
        assert protocol.movers(record) == 0
        assert protocol.end_reason(record) == end.state.over
        protocol.ranks(record, ranks)
        protocol.scores(record, scores)
        light = end.state.light
        outcome = end.outcome()
        assert outcome
        assert [colour for colour in range(2) if ranks[colour] == 0] == sorted(seat ^ light for seat in outcome.winners)
        assert tuple(scores) == tuple(outcome.scores[seat ^ light] for seat in range(2))


@boards
def test_the_same_turns_are_legal(board: int) -> None:
    for played in games(board, seed=10 + board):
        for position in played:
            if position.state.opening == 3 and (found := records(position)):
                listed = check.legal_of(BY_TURNS.rules, np.array(found), int(found[0]["mover"]))
                assert listed == sorted(set(legal_turns(position))), position.diagram()


@boards
def test_no_game_leaves_its_bounds(board: int) -> None:
    memory, found = np.zeros(300, np.uint64), np.zeros(2)
    narrow = 0
    for played in games(board, seed=20 + board):
        end = played[-1]
        outcome = end.outcome()
        assert outcome
        light = (end.state.light in outcome.winners) / len(outcome.winners)
        for position in played:
            for record in records(position)[:1]:
                protocol.bounds(record, memory, found)
                assert found[0] <= light <= found[1], position.diagram()
                narrow += found[1] - found[0] < 1
    assert narrow > GAMES, "bounds decide the last turns of most games"


def members(words: Any) -> list[int]:
    """The members of a bit set."""
    return [64 * w + i for w, word in enumerate(words) for i in range(64) if int(word) >> i & 1]


def classes(position: tablier.Position) -> Any:
    """The same for all images of a position, and for no other position between turns."""
    s, symmetries = position.state, PONTE.symmetries(board=position.state.board)
    bridges = [s.board**2 + slot for slot in members(s.bridges)]
    images = [
        [sorted(map(symmetry.action, actions)) for actions in (members(s.tiles[0]), members(s.tiles[1]), bridges)]
        for symmetry in symmetries
    ]
    return s.mover, s.last, min(images)


@boards
def test_positions_share_a_key_if_a_symmetry_makes_one_of_the_other(board: int) -> None:
    keys: dict[int, Any] = {}
    for played in games(board, seed=30 + board):
        for position in played:
            for record in records(position)[:1]:
                assert keys.setdefault(int(protocol.key(record)), classes(position)) == classes(position)
    found = list(map(repr, keys.values()))
    assert len(found) == len(set(found)) > 4 * GAMES


@pytest.mark.parametrize("board", [8, 10, 12])
def test_larger_boards_have_no_rules_by_turns(board: int) -> None:
    assert BY_TURNS.records(PONTE.new(board=board).state) is None
