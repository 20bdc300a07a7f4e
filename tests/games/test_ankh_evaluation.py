"""The evaluation of The Guilds of Ankh-Morpork, its rollout policy, and trading."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import tablier
from tablier import CHANCE, Position, bots
from tablier.engine import protocol
from tablier.engine.rng import generator
from tablier.games.ankh_morpork import board, evaluation, policy, state

ANKH = tablier.game("ankh_morpork")


def value(position: Position) -> list[float]:
    out = np.zeros(position.seats)
    protocol.evaluate(position.state, out)
    return [float(x) for x in out]


def seen(position: Position, seat: int) -> dict[str, float]:
    out = np.zeros((board.SEATS, evaluation.COLUMNS))
    evaluation.measure(position.state, out)
    return dict(zip(evaluation.FITTED.value_columns, out[seat].tolist(), strict=True))


def priors(position: Position, seat: int = 0) -> dict[str, float]:
    """The priors of a seat's legal plies, from its view."""
    view = position.view(seat)
    moves = view.moves(seat)
    out = np.zeros(max(len(moves), 1))
    protocol.priors(view.state, seat, moves.actions.copy(), len(moves), out)
    return {move.text: float(x) for move, x in zip(moves, out, strict=True)}


def favourite(position: Position, seat: int = 0) -> str:
    found = priors(position, seat)
    return max(found, key=lambda text: found[text])


def at(diagram: str, **options: Any) -> Position:
    return ANKH.setup(diagram, 3, **options)


def random_game(seed: int, seats: int) -> list[Position]:
    rng, position, positions = Random(seed), ANKH.new(seats), []
    while position.movers:
        positions.append(position.copy())
        position.push(rng.choice(position.moves(rng.choice(position.movers))))
    return [*positions, position]


def play_policy(seed: int, seats: int, **options: Any) -> Position:
    """A game in which every seat plays by the policy, from its own view."""
    rng, who, position = generator(seed), Random(seed), ANKH.new(seats, **options)
    scratch = np.zeros(ANKH.actions(), np.int16)
    while position.movers and position.ply < 5000:
        seat = who.choice(position.movers)
        moves = position.moves(seat)
        if seat == CHANCE:
            position.push(who.choices(list(moves), position.odds())[0])
            continue
        action = int(protocol.rollout_policy(position.view(seat).state, seat, rng, scratch))
        position.push(moves[int(np.flatnonzero(moves.actions == action)[0])])
    return position


def test_every_column_has_its_weights() -> None:
    data = evaluation.FITTED
    assert data.knots == sorted(data.knots)
    assert evaluation.VALUE.shape == (len(data.knots), len(data.value_columns)) == (len(data.knots), evaluation.COLUMNS)
    districts = [name.removeprefix("at_") for name in data.value_columns if name.startswith("at_")]
    assert districts == [h.id for h in board.DATA.hexes]
    assert data.value_columns[evaluation.HAND] == f"hand_{board.KIND_NAMES[0]}"
    assert data.value_columns[evaluation.SHOWN] == "shown"
    assert data.value_columns[evaluation.TEMPO] == "next"


@pytest.mark.parametrize("seats", [3, 4])
def test_values_are_shares(seats: int) -> None:
    *positions, last = random_game(seats, seats)
    for position in positions[::20]:
        shares = value(position)
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0
        scores = position.scores()
        if position.state.stage == state.MAIN:
            assert [seen(position, seat)["points"] for seat in range(seats)] == list(scores)
    won = [float(seat == last.state.active) for seat in range(seats)]
    assert value(last) == won


def test_the_evaluation_looks_ahead_over_the_dice() -> None:
    position = at("red: h0 v37; blue: h36 h9 wood:9; yellow: h24 h3; turn: red").play("roll")
    moves, odds = position.moves(), position.odds()
    values = np.array([value(position.copy().play(move.text)) for move in moves])
    assert value(position) == pytest.approx(list(np.average(values, axis=0, weights=odds)))


def test_better_positions_have_higher_values() -> None:
    others = "blue: h36 h9 h1 v5; yellow: h24 h3 h22 v20; turn: red; dice: 8"
    plain = value(at(f"red: h0 h12 h14 h33; {others}"))[0]
    for more in ("v33", "h33 h6", "h33 arrested:1", "h33 vetinari:1", "h33 guard:1", "h33 scroll:2"):
        assert value(at(f"red: h0 h12 h14 {more}; {others}"))[0] > plain


def test_the_policy_plays_a_winning_ply() -> None:
    position = at(
        "red: v0 v12 v20 v28 h3 h9 f10 arrested:1 wood:1 brick:1 wool:1 grain:1; blue: h36; yellow: h24;"
        "turn: red; dice: 8"
    )
    found = priors(position)
    assert favourite(position) == "h10"
    assert sorted(found.values())[-2] == policy.LEAST


def offered(give: str, want: str, more: str = "", blue: str = "", **options: Any) -> Position:
    """Red has made an offer that blue and yellow must answer."""
    return at(
        f"red: h0 h12 {more} {give}:1; blue: h36 h9 {blue} {want}:1; yellow: h24 h3; turn: red; dice: 8", **options
    ).play(f"offer give:{give} want:{want} propose")


def test_an_offer_is_accepted_if_it_helps() -> None:
    house = offered("wool", "ore", blue="f10 wood:1 brick:1 grain:1")
    assert favourite(house, 1) == "accept"
    villa = at("red: h0 h12 wood:1; blue: h36 h9 ore:3 grain:2; yellow: h24 h3; turn: red; dice: 8")
    villa.play("offer give:wood want:ore propose")
    assert favourite(villa, 1) == "refuse"


def test_offers_of_a_player_about_to_win_are_refused() -> None:
    more = "v20 v28 v33 h31 arrested:1"
    position = offered("wool", "ore", more=more, blue="f10 wood:1 brick:1 grain:1")
    assert position.scores()[0] >= 10
    assert favourite(position, 1) == "refuse"


def test_an_offer_is_completed() -> None:
    """Red lacks one wool for a house; blue has some and makes no ore."""
    position = at(
        "red: h0 h37 f2 wood:1 brick:1 grain:1 ore:1; blue: h21 h23 h20 wool:4; yellow: h24 h3; turn: red; dice: 8"
    )
    give, want, added = policy.best_deal(
        position.view(0).state, 0, ANKH.rules.zeros(), np.empty((board.SEATS, evaluation.COLUMNS))
    )
    assert (give, want) == (board.KIND_NAMES.index("ore"), board.KIND_NAMES.index("wool"))
    assert added > 0
    position = position.play("offer")
    plies = []
    while position.state.stage == state.OFFERING:
        plies.append(favourite(position))
        position = position.play(plies[-1])
    assert plies == ["give:ore", "want:wool", "propose"]


@pytest.mark.parametrize("seats", [3, 4])
def test_games_by_the_policy_end_and_offers_are_few(seats: int) -> None:
    game = play_policy(seats, seats, offers=4, counter=True)
    assert game.outcome() is not None
    plies = [move.text for move in game.history]
    turns = plies.count("end")
    assert turns < 200
    assert plies.count("offer") <= turns + 1


@pytest.mark.parametrize("name", ["2", "search:iterations=500,cutoff=0,exploration=0.15"])
def test_bots_do_not_depend_on_hidden_cards(name: str) -> None:
    """The bot plays the same for all cards hidden from its seat."""
    rng, found = generator(5), 0
    for position in random_game(5, 4)[200:]:
        if position.movers and CHANCE not in position.movers and position.state.stage not in state.SETUP_STAGES:
            seat = position.movers[0]
            other = position.copy()
            protocol.determinize(other.state, seat, rng)
            bot = bots.bot(bots.spec("ankh_morpork", name), seed=3)
            assert bot.plays(position, seat) == bot.plays(other, seat)
            found += 1
            if found == 8:
                break
    assert found == 8
