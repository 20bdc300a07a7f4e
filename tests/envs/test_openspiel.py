"""OpenSpiel: its own checks, and its algorithms on games with chance, hands and simultaneous choices."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from envs.table import NAMES, TABLES, TOY
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

import tablier
from tablier.core.seats import SPECTATOR
from tablier.envs import openspiel
from tablier.errors import IllegalMove, InvalidOption

openspiel.register()


def load(name: str, **options: Any) -> Any:
    return pyspiel.load_game(openspiel.short_name(name), options)


def rolled(game: Any, seed: int, plies: int) -> Any:
    """A position after some random plies, at a seat's choice."""
    choose = np.random.RandomState(seed)
    state = game.new_initial_state()
    while state.is_chance_node() or plies > 0:
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choice(actions, p=odds))
        else:
            state.apply_action(choose.choice(state.legal_actions()))
            plies -= 1
    return state


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_openspiels_own_checks_pass(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, **options), num_sims=1, serialize=name == TOY, verbose=False)


def test_chance_outcomes_have_their_probabilities() -> None:
    state = load(TOY).new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, pytest.approx(4 / 9)), (1, pytest.approx(3 / 9)), (2, pytest.approx(2 / 9))]


def test_simultaneous_choices_are_sequential_and_hidden() -> None:
    state = rolled(load(TOY), seed=1, plies=0)
    assert state.current_player() == 0
    children = [state.child(action) for action in state.legal_actions()]
    assert len(children) > 1
    assert {child.current_player() for child in children} == {1}
    for watcher in (1, 2):
        assert {child.information_state_string(watcher) for child in children} == {
            state.information_state_string(watcher)
        }
        assert len({tuple(child.information_state_tensor(watcher)) for child in children}) == 1
    assert len({child.information_state_string(0) for child in children}) == len(children)


def test_resampling_changes_only_hidden_parts() -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for seed in range(10):
        state = rolled(load(TOY), seed, plies=seed % 3)
        player = state.current_player()
        others = [state.resample_from_infostate(player, sampler) for _ in range(12)]
        known = state.information_state_string(player)
        assert {other.information_state_string(player) for other in others} == {known}
        assert {other.current_player() for other in others} == {player}
        assert len({other.cell.tobytes() for other in others}) > 1


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_tree_search_runs(name: str, options: dict[str, Any]) -> None:
    game = load(name, **options)
    state = rolled(game, seed=1, plies=3)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 8, random_state=random)
    else:
        bot = mcts.MCTSBot(game, 1.4, 8, evaluator, random_state=random, solve=False)
    assert bot.step(state) in state.legal_actions()


def test_regret_minimisation_approaches_equilibrium() -> None:
    game = load(TOY, seats=2, rounds=1)
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert 0 <= exploitability.nash_conv(game, solver.average_policy()) < 0.25  # 0.58 for uniform play


SMALL_DELTA = (
    f"stones: {' '.join(map(str, range(1, 28)))}; planks: W3=14-18 W1=12-18 W2=K-12 K3=13-17 K1=11-17 K2=W-11; "
    "lost: W4 W5 W6 K4 K5 K6; pawns: W=14-18 K=13-17; W: move2 stone1 stone2; K: move2 stone1 stone2"
)
"""Delta shrunk to its last two cards: either pawn is one step from its goal in time, and one dragon may stop either."""


@pytest.mark.long
def test_regret_minimisation_approaches_equilibrium_in_a_shrunken_delta() -> None:
    game = load("delta", diagram=SMALL_DELTA, limit=9)
    solver = cfr.CFRSolver(game)
    distances = []
    for iterations in (1, 4):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        distances.append(exploitability.nash_conv(game, solver.average_policy()))
    uniform, reached = distances
    assert uniform == pytest.approx(0.625)
    assert 0 < reached < 0.6 * uniform
    start = game.new_initial_state()
    cards = solver.average_policy().action_probabilities(start)
    likely = {start.action_to_string(0, card) for card, share in cards.items() if share > 0.1}
    assert {"move1", "dragonK"} <= likely  # neither card is safe alone, so the strategy is mixed


def test_games_start_from_a_diagram_and_are_judged_at_the_limit() -> None:
    fresh = load("delta").new_initial_state()
    late = load("delta", diagram=SMALL_DELTA).new_initial_state()
    assert len(late.legal_actions()) == 6 < len(fresh.legal_actions())
    for judged in (False, True):
        ahead = SMALL_DELTA.replace("W=14-18", "W=K-12")
        state = load("delta", diagram=ahead, limit=1, judged=judged).new_initial_state()
        state.apply_action(state.legal_actions()[0])
        white, black = state.returns()
        assert white + black == pytest.approx(1)
        assert (white > black) == judged
    with pytest.raises(InvalidOption, match="cannot be read"):
        load("delta", diagram="planks: nowhere")


def test_a_game_is_truncated_at_its_limit() -> None:
    game = load(TOY, limit=9)
    state = game.new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0]
        state.apply_action(state.legal_actions()[0])
    assert (decisions(state), state.plies, state.legal_actions()) == (9, 9, [])
    assert state.move_number() > 9  # with the plies of chance
    assert state.returns() == pytest.approx([1 / 3] * 3)


def decisions(state: Any) -> int:
    """The number of plies of players in a state's history."""
    return sum(entry.player >= 0 for entry in state.full_history())


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_copies_of_a_state_are_truncated_at_the_same_ply(again: Callable[[Any], Any]) -> None:
    state = rolled(load(TOY, limit=9), seed=1, plies=5)
    for twin in (again(state), state.clone()):
        while not twin.is_terminal():
            twin.apply_action(twin.legal_actions()[0])
        assert (twin.plies, decisions(twin)) == (9, 9)
    assert state.plies == 5


def test_a_resampled_state_has_the_plies_of_the_original() -> None:
    state = rolled(load(TOY, limit=9), seed=1, plies=2)
    assert state.current_player() == 2  # two seats have chosen in this phase
    assert state.resample_from_infostate(2, pyspiel.UniformProbabilitySampler(0.0, 1.0)).plies == 2


def test_chance_that_is_due_at_the_limit_is_drawn() -> None:
    game = load("on_top", limit=1)
    state = rolled(game, seed=1, plies=0)
    while state.plies < 1:
        state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_the_plies_of_chance_have_a_bound(name: str, options: dict[str, Any]) -> None:
    game = load(name, **{**options, "limit": 40})
    choose = np.random.RandomState(1)
    for _ in range(4):
        state, run = game.new_initial_state(), 0
        while not state.is_terminal():
            run = run + 1 if state.is_chance_node() else 0
            assert run <= openspiel.CHANCE_RUN
            state.apply_action(choose.choice(state.legal_actions()))
        assert state.move_number() - state.plies <= game.max_chance_nodes_in_history() <= openspiel.CHANCE_RUN * 41
        assert decisions(state) <= game.max_game_length() == 40


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_games_without_chance_have_no_outcomes_of_chance(name: str, options: dict[str, Any]) -> None:
    game = load(name, **options)
    stochastic = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert (game.max_chance_outcomes() > 0) == (game.max_chance_nodes_in_history() > 0) == stochastic


def test_a_public_observation_is_that_of_a_spectator() -> None:
    game = load("delta")
    state = rolled(game, seed=2, plies=12)
    nobody = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    public, own = make_observation(game, nobody), make_observation(game)
    seen, known = [], []
    for player in (0, 1):
        public.set_from(state, player)
        own.set_from(state, player)
        seen.append((public.tensor.tobytes(), public.string_from(state, player)))
        known.append((own.tensor.tobytes(), own.string_from(state, player)))
    assert seen[0] == seen[1]
    assert known[0] != known[1]
    position = tablier.game("delta").new(2)
    for ply in state.full_history():
        position.play(position.name(ply.action, ply.player), ply.player)
    assert seen[0][1] == f"{SPECTATOR} {position.view(None).key().hex()}"


@pytest.mark.parametrize(
    ("asked", "parameters", "message"),
    [
        (
            {"private_info": pyspiel.PrivateInfoType.ALL_PLAYERS},
            {},
            "SINGLE_PLAYER .* got public_info=True and private_info=ALL_PLAYERS",
        ),
        (
            {"public_info": False, "private_info": pyspiel.PrivateInfoType.NONE},
            {},
            "public_info=True and private_info=NONE",
        ),
        ({}, {"nonsense": 1}, "observers take no parameters, got 'nonsense'"),
    ],
)
def test_observations_that_are_not_offered_are_refused(
    asked: dict[str, Any], parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidOption, match=message):
        make_observation(load("delta"), pyspiel.IIGObservationType(perfect_recall=False, **asked), parameters)


def test_openspiel_writes_playthroughs_of_games_with_hidden_information() -> None:
    assert "PublicObservationString()" in generate_playthrough.playthrough("tablier_delta(limit=3)", None)


@pytest.mark.parametrize(("name", "player"), [("shangri_la", 1), ("shangri_la", 9), ("delta", 1), ("delta", -1)])
def test_states_are_resampled_for_the_player_to_move_alone(name: str, player: int) -> None:
    state = load(name).new_initial_state()
    with pytest.raises(IllegalMove, match=f"the player to move, 0, not for {player}"):
        state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))


def test_states_are_not_resampled_at_chance_nodes_and_ends() -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    dealt = load(TOY).new_initial_state()
    ended = rolled(load("shangri_la", limit=1), seed=1, plies=1)
    for state in (dealt, ended):
        with pytest.raises(IllegalMove, match=f"not for {state.current_player()}"):
            state.resample_from_infostate(state.current_player(), sampler)


@pytest.mark.parametrize("action", [-5, 0, 9999])
def test_an_illegal_action_raises_and_changes_nothing(action: int) -> None:
    state = load("ponte_del_diavolo", board=8).new_initial_state()
    state.apply_action(0)
    before = state.cell.tobytes()
    with pytest.raises(IllegalMove, match=f"action {action} is not legal"):
        state.apply_action(action)
    assert (state.cell.tobytes(), state.history()) == (before, [0])


def test_only_the_player_to_move_has_legal_actions() -> None:
    state = load("ponte_del_diavolo").new_initial_state()
    assert state.legal_actions(1) == []
    assert state.legal_actions(0) == state.legal_actions() != []


def test_games_and_states_are_pickled() -> None:
    loaded = pickle.loads(pickle.dumps(load("ponte_del_diavolo", board=8, limit=50)))
    assert (loaded.get_parameters()["board"], loaded.max_game_length()) == (8, 50)
    state = loaded.new_initial_state()
    state.apply_action(3)
    twin = pickle.loads(pickle.dumps(state))
    assert (twin.history(), twin.cell.tobytes()) == (state.history(), state.cell.tobytes())


def test_states_of_games_from_diagrams_are_copied_pickled_and_serialised() -> None:
    game = load("delta", diagram=SMALL_DELTA, limit=9)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), read):
        assert (twin.history(), twin.cell.tobytes()) == (state.history(), state.cell.tobytes())
        assert twin.get_game().max_game_length() == 9
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_a_diagram_decides_seats_and_options() -> None:
    small = load("ponte_del_diavolo", board=8)
    late = load("ponte_del_diavolo", diagram="board: 8; new; moves: d4 e4")
    assert late.num_distinct_actions() == small.num_distinct_actions()
    assert (late.get_parameters()["board"], late.new_initial_state().current_player()) == (8, 1)
    assert load("shangri_la", diagram="seats: 4; new").num_players() == 4
    assert load("ponte_del_diavolo", diagram="new", board=8).num_distinct_actions() == small.num_distinct_actions()
    with pytest.raises(InvalidOption, match="the text says 8, the argument 12"):
        load("ponte_del_diavolo", diagram="board: 8; new", board=12)


def test_texts_of_an_option_with_numbers_are_negative_numbers() -> None:
    unlimited = pyspiel.load_game("tablier_ankh_morpork(offers=-1)")
    assert unlimited.start.tobytes() == load("ankh_morpork", diagram="offers: unlimited; new").start.tobytes()
    assert unlimited.start.tobytes() != load("ankh_morpork").start.tobytes()
    assert pyspiel.load_game(str(unlimited)).get_parameters()["offers"] == -1
    with pytest.raises(InvalidOption, match="must be one of 0, 1, 2, 4, 'unlimited', got -2"):
        load("ankh_morpork", offers=-2)


def test_seats_and_options_are_parameters() -> None:
    with pytest.raises(InvalidOption, match="limit must be an integer"):
        load(TOY, limit=0)
    assert load(TOY, seats=2).num_players() == 2
    assert load(TOY).num_players() == 3
    small, large = load("ponte_del_diavolo", board=8), load("ponte_del_diavolo", board=10)
    assert small.num_distinct_actions() < large.num_distinct_actions()
    assert small.new_initial_state().to_string() != large.new_initial_state().to_string()


def test_python_exits_cleanly_with_games_registered() -> None:
    code = (
        "import tablier.envs.openspiel, pyspiel; "
        "game = pyspiel.load_game('tablier_ponte_del_diavolo'); state = game.new_initial_state()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)}, timeout=120)
