from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tablier
from tablier.engine import protocol
from tablier.engine.rng import below, generator
from tablier.games.ponte_del_diavolo import evaluation, geometry, groups, rules, weights

GAME = tablier.game("ponte_del_diavolo")


def value(position: tablier.Position) -> tuple[float, float]:
    out = np.zeros(2)
    protocol.evaluate(position.state, out)
    return float(out[0]), float(out[1])


def seen(position: tablier.Position, colour: int) -> dict[str, float]:
    out = np.zeros(weights.VALUE.shape[1])
    evaluation.measure_colour(position.state, rules.variant(position.state), colour, out)
    return dict(zip(weights.DATA.value_columns, out.tolist(), strict=True))


def random_game(seed: int, board: int = 10, policy: bool = False) -> list[tablier.Position]:
    position = GAME.new(board=board)
    rng = generator(seed)
    out = np.zeros(GAME.rules.actions, np.int16)
    positions = []
    while position.movers:
        positions.append(position.copy())
        moves = position.moves()
        if policy:
            action = int(protocol.rollout_policy(position.state, moves.seat, rng, out))
            assert action in moves.actions
            position.push(next(move for move in moves if move.action == action))
        else:
            position.push(moves[int(below(rng, len(moves)))])
    return [*positions, position]


def test_every_column_has_its_weights() -> None:
    data = weights.DATA
    knots = len(data.knots)
    assert data.knots == sorted(data.knots)
    assert weights.VALUE.shape == (knots, len(data.value_columns)) == (knots, weights.IS_DARK + 1)
    assert weights.TILE.shape == (knots, len(data.tile_columns)) == (knots, weights.SECOND + 1)
    assert weights.BRIDGE.shape == (knots, len(data.bridge_columns)) == (knots, weights.ON_ISLANDS + 1)
    assert data.value_columns[weights.SANDBARS] == "one_0"
    assert data.value_columns[weights.ROOM] == "room"
    assert data.tile_columns[weights.CORNER] == "corner"


@pytest.mark.parametrize("board", geometry.SIZES)
def test_counted_points_and_islands_agree_with_the_rules(board: int) -> None:
    island = np.zeros(geometry.CELL_WORDS, np.uint64)
    for seed in range(3):
        for position in random_game(seed, board, policy=True)[::7]:
            v = rules.variant(position.state)
            for colour in range(2):
                found = seen(position, colour)
                assert found["points"] == rules.points(position.state, v, colour)
                assert found["islands"] == groups.islands(position.state, v, colour, island)
                assert found["bridges"] == rules.bridges_of(position.state, v, colour)


def test_features_of_known_positions() -> None:
    position = GAME.setup("light: a1 b1 c1 e1 e2 g5; dark: j1 j2 j3 j4 h4 h5 h6 g6; bridges: h4-j4; turn: light")
    light, dark = seen(position, 0), seen(position, 1)
    assert light["three_2"] + light["three_3"] == 1
    assert light["two_3"] == 1
    assert light["one_2"] == 1
    assert light["finish_now"] == 1
    assert light["links"] == 1  # c1-e1 or c1-e2: the same two groups
    assert light["turn"] == 1
    assert dark["points"] == 3
    assert dark["islands"] == 2
    assert dark["bridges"] == 1
    assert dark["turn"] == dark["links"] == 0


def turned(text: str, board: int) -> str:
    """A diagram with rows and columns exchanged."""

    def cell(name: str) -> str:
        return f"{'abcdefghijkl'[int(name[1:]) - 1]}{'abcdefghijkl'.index(name[0]) + 1}"

    fields = []
    for field in text.split("; "):
        key, _, words = field.partition(": ")
        if key in ("light", "dark", "bridges"):
            words = " ".join("-".join(map(cell, word.split("-"))) for word in words.split())
        fields.append(f"{key}: {words}")
    return "; ".join(fields)


def test_mirroring_the_board_does_not_change_values() -> None:
    text = "light: a1 b1 c1 e1 e2 g5 c8; dark: j1 j2 j3 j4 h4 h5 h6 g6 b6; bridges: h4-j4; turn: dark"
    once, other = GAME.setup(text), GAME.setup(turned(text, 10))
    assert once.key() != other.key()
    assert value(once) == pytest.approx(value(other))
    assert sorted(prior_weights(once)) == pytest.approx(sorted(prior_weights(other)))


def prior_weights(position: tablier.Position) -> Any:
    moves = position.moves()
    out = np.zeros(len(moves))
    protocol.priors(position.state, moves.seat, moves.actions.copy(), len(moves), out)
    return out


def test_values_are_shares_and_priors_positive() -> None:
    for position in random_game(5)[:-1]:
        light, dark = value(position)
        assert 0 < light < 1
        assert light + dark == pytest.approx(1)
        assert np.all(prior_weights(position) > 0)


def test_priors_prefer_good_moves() -> None:
    even = "light: a1 b1 c1 g5; dark: j1 j2 j3 e8; turn: light"
    better = "light: a1 b1 c1 c2 g5; dark: j1 j2 j3 e8; turn: light"
    assert value(GAME.setup(better))[0] > value(GAME.setup(even))[0]
    position = GAME.setup(even)
    plausible = dict(zip([move.text for move in position.moves()], prior_weights(position), strict=True))
    assert plausible["b2"] > 3 * plausible["a10"]  # finishing an island before the far corner


def test_the_rollout_policy_builds_islands() -> None:
    def islands(policy: bool) -> float:
        ends = [random_game(seed, policy=policy)[-1] for seed in range(12)]
        return sum(seen(end, colour)["islands"] for end in ends for colour in range(2)) / 24

    assert islands(policy=True) > islands(policy=False) + 1
