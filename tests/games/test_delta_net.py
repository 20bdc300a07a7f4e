"""What a net sees of a position of Delta."""

from __future__ import annotations

from typing import Any

import numpy as np

import tablier
from tablier.engine import protocol
from tablier.engine.net import Net, blank_inputs, blank_net
from tablier.engine.rng import generator
from tablier.games.delta import net, rules
from tablier.search import Mixture, Search

DELTA = tablier.game("delta")


def numbers(position: tablier.Position) -> Any:
    inputs = blank_inputs(net.SHAPE, position.seats)
    assert protocol.net_inputs(position.state, inputs) == 1
    return inputs.numbers


def due(position: tablier.Position, seat: int) -> list[float]:
    """What the cards still to be performed do: stones, planks, removals, steps, jumps, dragons."""
    return [float(x) for x in numbers(position)[seat, net.DUE :]]


def weights() -> Net:
    rng = np.random.default_rng(1)
    return Net(*(rng.normal(0, 0.3, x.shape).astype(np.float32) for x in blank_net(net.SHAPE, 8, 4)))


def test_cards_count_until_they_are_performed() -> None:
    position = DELTA.new(2).play("stone2 plank1 remove move2 dragonK", 0).play("stone1 plank2 jump move1 dragonW", 1)
    assert numbers(position)[:, net.PERFORMED].tolist() == [1, 1]
    assert due(position, 0) == [2, 1, 1, 2, 0, 1]
    assert due(position, 1) == [1, 2, 0, 1, 1, 1]
    position.play("+13 +11", 0)
    assert due(position, 0) == [0, 1, 1, 2, 0, 1]
    assert due(position, 1) == [1, 2, 0, 1, 1, 1]
    position.play("+14", 1)
    assert due(position, 1) == [0, 2, 0, 1, 1, 1]


def test_a_cancelled_card_is_not_due() -> None:
    position = DELTA.new(2).play("dragonK plank1 plank2 move1 move2", 0).play("stone1 stone2 move1 move2 jump", 1)
    assert due(position, 1) == [2, 0, 0, 3, 1, 0]


def test_programmes_are_not_seen_before_they_are_complete() -> None:
    fresh, begun = DELTA.new(3), DELTA.new(3).play("stone2 plank1", 0).play("dragonW", 2)
    assert np.array_equal(numbers(fresh), numbers(begun))


def test_inputs_of_an_earlier_position_do_not_remain() -> None:
    inputs = blank_inputs(net.SHAPE, 2)
    performed = DELTA.new(2).play("stone2 plank1 remove move2 jump", 0).play("stone1 plank2 jump move1 move2", 1)
    protocol.net_inputs(performed.state, inputs)
    protocol.net_inputs(DELTA.new(2).state, inputs)
    assert np.array_equal(inputs.numbers, numbers(DELTA.new(2)))


def test_a_search_by_a_net_does_not_depend_on_hidden_cards() -> None:
    position = DELTA.setup("stones: 11 13; W: plank1; turn: W")
    found = []
    for seed in range(3):
        twin = position.copy()
        rules.fill(twin.state, 1, generator(seed))
        search = Search(twin, 0, seed=4, cutoff=0, policy="game", priors=True, net=weights())
        found.append(search.run(iterations=100).visits())
    assert found[0] == found[1] == found[2]


def test_a_mixture_by_a_net_does_not_depend_on_hidden_cards() -> None:
    chosen = []
    for others in ("jump", "dragonW stone1 stone2 move1 move2"):
        position = DELTA.new(2).play("stone1", 0).play(others, 1)
        mixture = Mixture(position.state, 0, seed=5, proposals=16, candidates=6, net=weights())
        chosen.append(mixture.run(screening=1, rounds=2, seconds=60).strategy())
    assert chosen[0] == chosen[1]
