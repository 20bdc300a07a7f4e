"""The evaluation of Delta, its priors and its rollout policy."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import tablier
from tablier.engine import protocol
from tablier.engine.rng import generator
from tablier.games.delta import board, survey
from tablier.games.delta.actions import ACTIONS
from tablier.games.delta.state import RESERVE

DELTA = tablier.game("delta")


def value(position: tablier.Position) -> list[float]:
    out = np.zeros(position.seats)
    protocol.evaluate(position.state, out)
    return out.tolist()


def weights(position: tablier.Position, seat: int) -> dict[str, float]:
    moves = position.moves(seat)
    out = np.zeros(max(len(moves), 1))
    protocol.priors(position.state, seat, moves.actions.copy(), np.int64(len(moves)), out)
    return {move.text: float(weight) for move, weight in zip(moves, out, strict=True)}


def reached(seed: int, seats: int) -> tablier.Position:
    rng, position = Random(seed), DELTA.new(seats)
    for _ in range(rng.randrange(400)):
        if not position.movers:
            break
        position.push(rng.choice(position.moves(rng.choice(position.movers))))
    return position


def costs(position: tablier.Position, seat: int) -> list[float]:
    """The costs of the paths by Bellman and Ford: relax every gap until nothing changes."""
    s = position.state
    lying = {gap for gap in s.where if gap < board.GAPS}
    crowded = {place for other, place in enumerate(s.pawns[: position.seats]) if other != seat}
    sizes = {plank % board.SIZES for plank, where in enumerate(s.where) if where == RESERVE + seat}
    load = [sum(end in board.GAPS_ENDS[gap] for gap in lying) for end in range(board.SUPPORTS)]
    found = [survey.FAR] * board.SUPPORTS
    found[board.GOAL[position.seats][seat] - board.GAPS] = survey.STEP_COST
    for _ in range(board.SUPPORTS):
        for gap, ends in enumerate(board.GAPS_ENDS):
            blocked = any(load[end] >= board.BEARS for end in ends) or any(board.crosses(gap, other) for other in lying)
            if gap in lying:
                cost = survey.CROWDED * (gap in crowded)
            elif not blocked and sizes & set(board.fitting(*ends)):
                cost = survey.PLANK_COST
            else:
                cost = survey.MISSING
            for here, there in (ends, ends[::-1]):
                stone = there >= board.VILLAGES and not s.stones >> there - board.VILLAGES & 1
                entry = survey.STEP_COST if there < board.VILLAGES else survey.STONE_COST * stone
                found[there] = min(found[there], found[here] + survey.STEP_COST + cost + entry)
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_at_the_start_only_the_order_of_turns_tells_seats_apart(seats: int) -> None:
    first, second = DELTA.new(seats), DELTA.new(seats)
    second.state.statuette = (first.state.statuette + 1) % seats
    assert np.roll(value(first), 1) == pytest.approx(value(second))


@pytest.mark.parametrize("seed", range(24))
def test_paths_are_the_cheapest(seed: int) -> None:
    position = reached(seed, 2 + seed % 5)
    for seat in range(position.seats):
        dist, via = np.zeros(board.SUPPORTS), np.zeros(board.SUPPORTS, np.int64)
        survey.survey(position.state, seat, dist, via, survey.ALL_SUPPORTS)
        assert dist.tolist() == pytest.approx(costs(position, seat))
        goal = board.GOAL[position.seats][seat] - board.GAPS
        assert [support for support in range(board.SUPPORTS) if via[support] < 0] == [goal]


@pytest.mark.parametrize("seed", range(12))
def test_a_survey_may_end_when_the_supports_asked_for_are_known(seed: int) -> None:
    position = reached(seed, 2 + seed % 5)
    rng = Random(seed)
    for seat in range(position.seats):
        whole, part = ((np.zeros(board.SUPPORTS), np.zeros(board.SUPPORTS, np.int64)) for _ in range(2))
        asked = rng.sample(range(board.SUPPORTS), 3)
        survey.survey(position.state, seat, *whole, survey.ALL_SUPPORTS)
        survey.survey(position.state, seat, *part, np.uint64(sum(1 << support for support in asked)))
        furthest = max(whole[0][asked])
        for support in range(board.SUPPORTS):
            if whole[0][support] < furthest or support in asked:
                assert (whole[0][support], whole[1][support]) == (part[0][support], part[1][support])
            else:
                assert part[0][support] >= whole[0][support]


@pytest.mark.parametrize("seed", range(12))
def test_evaluation_and_priors_do_not_depend_on_hidden_cards(seed: int) -> None:
    position = reached(seed, 2 + seed % 5)
    shares = value(position)
    assert sum(shares) == pytest.approx(1.0)
    assert min(shares) > 0
    for seat in position.movers:
        seen = position.view(seat)
        assert value(seen) == shares
        assert weights(seen, seat) == weights(position, seat)
        assert min(weights(position, seat).values()) > 0


def test_a_nearer_pawn_is_worth_more() -> None:
    planks = "stones: 14 16 13; planks: K5=K-14 W1=14-16"
    places = ["W", "14-16", "K-14"]
    found = [value(DELTA.setup(f"{planks}; pawns: W={place}"))[0] for place in places]
    assert found == sorted(found)
    assert found[0] < 0.9 < found[2] or found[2] > found[0] + 0.2


def test_the_policy_lays_planks_that_fit_and_advances() -> None:
    position = DELTA.setup("stones: 13 16 18; planks: K2=K-18; W: plank1 move1; turn: W")
    planks = weights(position, 0)
    assert max(planks, key=lambda text: planks[text]) == "W5"
    gaps = weights(position.play("W5"), 0)
    assert max(gaps, key=lambda text: gaps[text]) in {"W-13", "13-16", "16-18"}
    misses = {
        text for text in gaps if 4 not in board.fitting(*board.GAPS_ENDS[position.parse(text).action - ACTIONS["gap"]])
    }
    assert all(gaps[text] < 0.01 for text in misses)
    steps = weights(DELTA.setup("stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=W-11; W: move1; turn: W"), 0)
    assert steps[">11-13"] > steps[">W"]
    stones = weights(DELTA.setup("W: stone1; turn: W"), 0)
    assert max(stones.values()) > 5 * min(stones.values())
    removals = weights(DELTA.setup("stones: 14; planks: W5=K-14; lost: K5; K: remove; turn: K; pawns: W=W"), 1)
    assert set(removals) == {"xK-14"}


def test_cards_are_weighed_by_what_the_path_needs() -> None:
    cards = weights(DELTA.new(2), 0)
    assert cards["stone2"] > cards["plank2"] > 0
    assert cards["stone2"] > cards["move2"]
    near = weights(DELTA.setup("stones: 14; planks: K5=K-14; pawns: W=K-14"), 0)
    assert max(near, key=lambda card: near[card]) in {"move1", "move2"}
    after = DELTA.new(2).play("stone2", 0)
    assert weights(after, 0)["plank2"] > cards["plank2"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_games_played_by_the_policy_end(seats: int) -> None:
    position, scratch = DELTA.new(seats), np.zeros(DELTA.rules.actions, np.int16)
    rng, who = generator(seats), Random(seats)
    while position.movers and position.ply < 3000:
        seat = who.choice(position.movers)
        action = int(protocol.rollout_policy(position.state, seat, rng, scratch))
        assert action in position.moves(seat).actions
        position.push(tablier.Move(seat, action, position.name(action, seat)))
    assert position.outcome() is not None
