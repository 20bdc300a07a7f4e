"""Invariants of every game of the catalogue, under all options and numbers of seats."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from known import GAMES

from tablier import catalogue
from tablier.api import game
from tablier.core.runtime import MAX_CHANCE
from tablier.engine import check, protocol
from tablier.engine.check_texts import check_notation
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator

PLIES = 1_500
"""The limit of plies of random games, some of which would not end."""


def variants() -> Iterator[Any]:
    for name in GAMES:
        info = catalogue.info(name)
        indices = [range(len(option.values)) for option in info.options.values()]
        default = info.indices(info.choose({}))
        # every value of every option once, the others at their default
        chosen = {tuple(default)}
        for i, values in enumerate(indices):
            chosen |= {(*default[:i], v, *default[i + 1 :]) for v in values}
        for seats, options in itertools.product(info.seats, sorted(chosen)):
            label = f"{name}-{seats}-{'-'.join(map(str, options))}"
            # With --dist loadgroup one worker compiles the game, not each.
            yield pytest.param(name, seats, list(options), id=label, marks=pytest.mark.xdist_group(name))


each_variant = pytest.mark.parametrize(("name", "seats", "options"), list(variants()))


def looked_at(ply: int) -> bool:
    """All positions of a short game, and a sample of a long one with strides that include all its stages."""
    return ply < 200 or ply % 11 == 0


@each_variant
def test_legal_hide_and_simultaneous_picks_are_sound(name: str, seats: int, options: list[int]) -> None:
    rules = game(name).rules
    for ply, (s, rng) in enumerate(check.walk(rules, seats, options, seed=1, games=2, limit=PLIES)):
        if not looked_at(ply):
            continue
        check.check_legal(rules, s)
        check.check_hidden(rules, s, rng.copy())
        check.check_simultaneous(rules, s, rng.copy())


@each_variant
def test_why_agrees_with_legal(name: str, seats: int, options: list[int]) -> None:
    rules = game(name).rules
    definition = game(name).definition
    for ply, (s, _) in enumerate(check.walk(rules, seats, options, seed=2, games=1, limit=PLIES)):
        if (ply % 5 == 0 and looked_at(ply)) or check.movers_of(s) == []:
            check.check_why(rules, s, definition.why, definition.actions(options).size)


@each_variant
def test_parsing_a_name_gives_the_action(name: str, seats: int, options: list[int]) -> None:
    one = game(name)
    for ply, (s, _) in enumerate(check.walk(one.rules, seats, options, seed=3, games=1, limit=PLIES)):
        if ply % 7 == 0 and looked_at(ply):
            check_notation(one.rules, one.notation, s)


@each_variant
def test_derived_fields_can_be_recomputed(name: str, seats: int, options: list[int]) -> None:
    definition = game(name).definition
    if definition.rebuild is None:
        pytest.skip("the state has no derived fields")
    for s, _ in check.walk(game(name).rules, seats, options, seed=4, games=1, limit=PLIES):
        again = definition.state(s.tobytes())
        definition.rebuild(again)
        assert bytes(again.data) == s.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_states_know_how_many_seats_they_have(name: str) -> None:
    info = catalogue.info(name)
    for seats in info.seats:
        s, _ = next(check.walk(game(name).rules, seats, info.indices(info.choose({})), seed=1, games=1, limit=1))
        assert protocol.seats(s[0]) == seats


@pytest.mark.parametrize("name", GAMES)
def test_chance_breaks_a_rule_where_it_is_not_to_move(name: str) -> None:
    position = game(name).new()
    while CHANCE in position.movers:
        position.push(position.moves(CHANCE)[0])
    assert all(position.why(action, CHANCE) for action in range(MAX_CHANCE))


@pytest.mark.parametrize("name", GAMES)
def test_scores_and_ranks_overwrite_what_the_array_holds(name: str) -> None:
    info = catalogue.info(name)
    seats, options = info.seats[-1], info.indices(info.choose({}))
    for s, _ in check.walk(game(name).rules, seats, options, seed=5, games=1, limit=PLIES):
        for kernel in (protocol.scores, protocol.ranks):
            blank, used = np.zeros(seats, np.int64), np.full(seats, 99)
            kernel(s[0], blank)
            kernel(s[0], used)
            assert used.tolist() == blank.tolist()


@pytest.mark.parametrize("name", GAMES)
def test_check_game_finds_nothing(name: str) -> None:
    info = catalogue.info(name)
    check.check_game(game(name).rules, info.seats[0], info.indices(info.choose({})), games=1, limit=PLIES)


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_same_game(name: str) -> None:
    info = catalogue.info(name)
    options = info.indices(info.choose({}))

    def played(seed: int) -> list[bytes]:
        walk = check.walk(game(name).rules, info.seats[0], options, seed, games=1, limit=PLIES)
        return [s.tobytes() for s, _ in walk]

    assert played(8) == played(8) != played(9)


def test_games_of_a_walk_have_separate_generators() -> None:
    assert not np.array_equal(generator(1, 0), generator(1, 1))
