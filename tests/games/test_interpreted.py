"""Short games through the Python face; with ``NUMBA_DISABLE_JIT=1`` they measure the coverage of the rules."""

import random

import pytest
from known import GAMES

import tablier
from tablier.engine import protocol
from tablier.engine.rng import generator

RANDOM = 200
"""The number of random plies; then the policy plays, since random games may not end."""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("last_option", [False, True])
def test_a_whole_game_can_be_played(name: str, last_option: bool) -> None:
    one = tablier.game(name)
    options = {key: option.values[-1 if last_option else 0] for key, option in one.info.options.items()}
    position = one.new(one.info.seats[0], **options)
    choose = random.Random(11)
    refused, rng, scratch = 0, generator(11), one.rules.action_buffer()
    while position.movers:
        seat = choose.choice(position.movers)
        moves = position.moves(seat)
        illegal = sorted(set(range(one.actions(**options))) - {move.action for move in moves})
        if illegal and seat != tablier.CHANCE:
            assert position.why(choose.choice(illegal), seat) is not None
            refused += 1
        if position.ply < RANDOM or seat == tablier.CHANCE:
            position.push(choose.choice(moves))
        else:
            action = int(protocol.rollout_policy(position.state, seat, rng, scratch))
            position.push(next(move for move in moves if move.action == action))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason in one.info.reasons
    assert min(outcome.ranks) == 0
    assert refused
    assert tablier.Record.loads(tablier.Record.of(position).dumps()).replay() == position
