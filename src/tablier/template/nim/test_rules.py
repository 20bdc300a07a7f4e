"""What every game must pass, and a test for each rule."""

import pytest

import tablier
from tablier import catalogue, rulebook
from tablier.engine.check import check_game, check_why, walk
from tablier.errors import IllegalMove

from .game import GAME, why
from .state import ACTIONS

NAME = catalogue.add(__package__)
RULES = GAME.rules()


@pytest.mark.parametrize("seats", [2, 3])
def test_random_games_find_no_mistake(seats: int) -> None:
    check_game(RULES, seats, options=[2])


def test_refusals_agree_with_the_legal_moves() -> None:
    for state, _ in walk(RULES, 3, [2], seed=1, games=2):
        check_why(RULES, state, why, ACTIONS.size)


def test_both_rulebooks_have_the_same_rules() -> None:
    assert list(rulebook.load(NAME, "en").rules) == list(rulebook.load(NAME, "fr").rules)


def test_a_heap_gives_no_more_than_it_holds() -> None:
    position = tablier.game(NAME).new(largest=5).play("a4")
    with pytest.raises(IllegalMove, match=r"NIM-1\.2"):
        position.play("a2")


def test_the_last_token_wins() -> None:
    position = tablier.game(NAME).new(largest=5).play("a5").play("b3").play("c1")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "last_token")
