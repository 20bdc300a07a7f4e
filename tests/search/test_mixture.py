"""Mixed strategies over whole submissions where several seats choose at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toy import pennies

import tablier
from tablier import bots, catalogue
from tablier.engine import protocol
from tablier.engine.net import Net, blank_net
from tablier.engine.net_file import write_net
from tablier.engine.rng import generator
from tablier.errors import GameError, IllegalMove, InvalidOption, NotStartedError, UnknownSeat
from tablier.games.delta import net, rules
from tablier.games.delta.actions import LEAP
from tablier.games.delta.state import SLOTS
from tablier.search import Mixture
from tablier.search.matrix_game import equilibrium
from tablier.search.mixture import propose

catalogue.add("toy")
DELTA = tablier.game("delta")


@pytest.mark.parametrize("seed", range(4))
def test_matching_pennies_are_mixed_evenly(seed: int) -> None:
    """The only equilibrium plays each side half of the time."""
    state = pennies.RULES.zeros()
    protocol.setup(state[0], 2, np.zeros(0, np.int64))
    for seat in range(2):
        mixture = Mixture(state[0], seat, seed=seed, proposals=8, candidates=4, longest=1)
        strategy = mixture.run(screening=2, rounds=2, seconds=60).strategy()
        assert sorted(picks for picks, _ in strategy) == [(0,), (1,)]
        assert all(abs(share - 0.5) < 0.02 for _, share in strategy)


def test_rock_paper_scissors_with_a_double_stake_for_rock_has_its_known_equilibrium() -> None:
    payoffs = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    for shares in equilibrium(payoffs, 0.0005):
        assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.01)
    few = equilibrium(payoffs, 1e-12, most=10)
    assert [share.sum() for share in few] == pytest.approx([1, 1])


def programming(seats: int) -> tablier.Position:
    """A position in which some seats have chosen and others have not."""
    position = DELTA.new(seats)
    for seat in range(1, seats):
        position.play("stone1 plank2 move2 remove"[: 6 * (seat - 1)].rpartition(" ")[0] or "jump", seat)
    return position


@pytest.mark.parametrize("seats", [2, 5])
def test_programmes_are_legal_and_distinct(seats: int) -> None:
    position = programming(seats)
    mixture = Mixture(position.state, 0, seed=3, proposals=24, candidates=8).run(screening=2, rounds=3, seconds=60)
    strategy = mixture.strategy()
    assert len(strategy) > 1 if seats == 2 else len(strategy) == 1
    assert len({picks for picks, _ in strategy}) == len(strategy)
    assert sum(share for _, share in strategy) == pytest.approx(1.0)
    assert [share for _, share in strategy] == sorted((share for _, share in strategy), reverse=True)
    for picks, _ in strategy:
        assert len(picks) == SLOTS
        twin = position.copy()
        for action in picks:
            twin.push(tablier.Move(0, action, twin.name(action, 0)))
        assert 0 not in twin.movers
    drawn = {mixture.sample() for _ in range(60)}
    assert drawn <= {picks for picks, _ in strategy}
    assert len(drawn) > 1 or seats > 2


@pytest.mark.parametrize("seat", [0, 1])
def test_responses_replace_a_pure_strategy_by_a_mixed_one(seat: int) -> None:
    """One submission is left after screening; each round adds the answer to the other seat's mixture."""
    state = pennies.RULES.zeros()
    protocol.setup(state[0], 2, np.zeros(0, np.int64))

    def shares(rounds: int) -> list[float]:
        mixture = Mixture(state[0], seat, seed=4, proposals=8, candidates=1, longest=1)
        return [share for _, share in mixture.run(screening=2, rounds=rounds, seconds=60).strategy()]

    assert shares(0) == [1.0]
    assert shares(4) == pytest.approx([0.5, 0.5], abs=0.02)


def test_invalid_arguments_are_refused() -> None:
    position = programming(2)
    for seat in (-1, 2, 9):
        with pytest.raises(UnknownSeat, match=f"no seat {seat}; the seats are 0 to 1"):
            Mixture(position.state, seat)
    with pytest.raises(IllegalMove, match="seat 1 is not to move"):
        Mixture(tablier.game("ponte_del_diavolo").new().state, 1)
    wrongs: tuple[dict[str, Any], ...] = ({"proposals": 0}, {"candidates": 0}, {"longest": 0})
    for wrong in wrongs:
        with pytest.raises(InvalidOption, match=f"{next(iter(wrong))} must be an integer, at least 1, got 0"):
            Mixture(position.state, 0, **wrong)
    mixture = Mixture(position.state, 0)
    for limits in ({"screening": -1, "rounds": 0}, {"screening": 0, "rounds": 0.5}):
        with pytest.raises(InvalidOption, match=r"-1|0\.5"):
            mixture.run(seconds=1.0, **limits)
    for ask in (mixture.strategy, mixture.sample, mixture.values):
        with pytest.raises(NotStartedError, match=r"call run\(\) first"):
            ask()


@pytest.mark.parametrize(("noise", "expected"), [(0.0, 0.0), (0.5, 0.5 / 8), (1.0, 1 / 8)])
def test_noisy_proposals_have_cards_that_the_policy_seldom_plays(noise: float, expected: float) -> None:
    position = DELTA.new(2).play("dragonK", 0)  # eight action cards are left to choose from
    mixture = Mixture(position.state, 0, proposals=4000)
    propose(mixture._root, 0, 0, noise, generator(1), mixture._tools, mixture._picks[0])
    first = mixture._picks[0, :, 0]
    assert np.mean(first == LEAP) == pytest.approx(expected, abs=0.015)


def test_a_mixture_does_not_depend_on_hidden_parts() -> None:
    chosen = []
    for others in ("", "jump", "dragonW stone1 stone2 move1 move2"):
        position = DELTA.new(3).play("stone1", 0)
        if others:
            position.play(others, 1)
        mixture = Mixture(position.state, 0, seed=5, proposals=16, candidates=6).run(screening=1, rounds=2, seconds=60)
        chosen.append(mixture.strategy())
    assert chosen[0] == chosen[1] == chosen[2]


def large_net(seed: int) -> Net:
    rng = np.random.default_rng(seed)
    return Net(*(rng.normal(0, 1, x.shape).astype(np.float32) for x in blank_net(net.SHAPE, 8, 8)))


def test_a_net_judges_the_profiles_of_a_mixture() -> None:
    position = DELTA.new(2)

    def found(weights: Net | None) -> list[tuple[tuple[int, ...], float]]:
        mixture = Mixture(position.state, 0, seed=2, proposals=16, candidates=4, net=weights)
        return mixture.run(screening=2, rounds=1, seconds=60).strategy()

    assert found(blank_net(net.SHAPE, 8, 8)) == found(None)
    assert found(large_net(1)) != found(None)


def test_a_net_of_another_game_does_not_judge_a_mixture() -> None:
    with pytest.raises(GameError, match="field 'table'"):
        Mixture(DELTA.new(2).state, 0, net=blank_net(net.SHAPE._replace(table=3), 8, 8))


@pytest.mark.parametrize("seats", [2, 5])
def test_the_values_of_a_mixture_are_expected_rewards(seats: int) -> None:
    position = DELTA.setup("stones: 14; planks: K5=K-14; pawns: W=K-14") if seats == 2 else DELTA.new(seats)
    mixture = Mixture(position.state, 0, seed=3, proposals=16, candidates=4).run(screening=2, rounds=0, seconds=60)
    values = mixture.values()
    assert len(values) == seats
    assert sum(values) == pytest.approx(1)
    assert seats > 2 or values[0] > 0.6, "a pawn beside its goal"


def test_a_mixed_bot_plays_by_a_file_of_weights(tmp_path: Path) -> None:
    position, plays = DELTA.new(2), set()
    for seed in range(4):
        write_net(tmp_path / f"{seed}.npz", "delta", large_net(seed))
        name = f"mixed:rounds=0,proposals=16,candidates=4,screening=2,iterations=8,net={tmp_path}/{seed}.npz"
        plays.add(str(bots.bot(bots.spec("delta", name), seed=1).plays(position, 0)))
    assert len(plays) > 1


def test_a_pawn_one_step_from_its_goal_takes_the_step() -> None:
    """A seat that can win with its first card does, unless an opponent has a dragon: then the strategy is mixed."""
    position = DELTA.setup("stones: 14; planks: K5=K-14; pawns: W=K-14")
    strategy = Mixture(position.state, 0, seed=1).run(screening=4, rounds=4, seconds=60).strategy()
    taken = sum(share for picks, share in strategy if position.name(picks[0], 0) in ("move1", "move2"))
    assert taken > 0.6


def test_mixed_bots_do_not_depend_on_hidden_parts() -> None:
    spec = bots.MixedSpec(rounds=2, proposals=12, candidates=4, screening=1, iterations=20)
    bot = bots.bot(spec, seed=3)
    position = programming(3)
    other = position.copy().play("stone2", 2)
    turns = [[move.text for move in bot.plays(at, 0)] for at in (position, other, position.view(0))]
    assert turns[0] == turns[1] == turns[2]
    assert len(turns[0]) == SLOTS
    laying = DELTA.setup("stones: 11 13; W: plank1; turn: W")
    twin = laying.copy()
    rules.fill(twin.state, 1, generator(1))
    assert [move.text for move in bot.plays(laying, 0)] == [move.text for move in bot.plays(twin, 0)]


@pytest.mark.parametrize("screening", [1, 10**6])
def test_seconds_limit_the_time_of_a_programme(screening: int) -> None:
    bots.warm("delta")
    position = DELTA.new(2)
    bot = bots.bot(bots.MixedSpec(rounds=10**9, screening=screening, seconds=0.3), seed=1)
    assert len(bot.plays(position, 0)) == SLOTS  # so many rounds would take days


def test_policy_bots_vary_with_their_seed() -> None:
    position = DELTA.new(2)
    for noise in (0.0, 1.0):
        turns = {str(bots.bot(bots.PolicySpec(noise=noise), seed=seed).plays(position, 0)) for seed in range(12)}
        assert len(turns) > 6
    toy = tablier.game("toy").new(3)
    while tablier.CHANCE in toy.movers:
        toy.push(toy.moves()[0])
    assert bots.bot(bots.PolicySpec(), seed=1).plays(toy, toy.movers[0])


def test_the_higher_levels_of_delta_are_mixed_bots() -> None:
    offered = bots.levels("delta")
    assert [level.level for level in offered] == [1, 2, 3, 4, 5]
    assert all(set(level.label) == {"en", "fr"} for level in offered)
    assert all(isinstance(level.bot, bots.MixedSpec) for level in offered[2:])


def test_screening_beats_a_noisy_policy() -> None:
    from tablier.arena import Match, run, standings

    match = Match.of("delta", ("4", "1"), {}, 1)
    assert standings(match, run(match, 10))[0].share >= 0.8
