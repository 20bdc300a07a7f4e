"""Turns as advice: every turn has words in both languages, which tell apart what the notation tells apart."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest
from known import AT_TABLE

import tablier
from tablier import CHANCE, Position
from tablier.scene.base import Scene
from tablier.scene.check_texts import check_messages


def played(game: str, seed: int) -> Position:
    """A random game of at most 400 plies."""
    random, position = Random(seed), tablier.game(game).new()
    while position.movers and position.ply < 400:
        position.push(random.choice(list(position.moves(position.movers[0]))))
    return position


@pytest.mark.parametrize("game", AT_TABLE)
def test_whole_turns_have_words(game: str) -> None:
    """A seat is advised from what it sees, and no draw or secret that follows is needed for the words."""
    end = played(game, 7)
    ply = 0
    for seat, turn in groupby(end.history, key=lambda move: move.seat):
        moves = list(turn)
        if seat != CHANCE:
            before = end.back(end.ply - ply).view(seat)
            words = before.game.scene.describe(before, seat, [move.action for move in moves])
            check_messages(game, "describe", [words])
        ply += len(moves)


@pytest.mark.parametrize("game", AT_TABLE)
def test_the_choices_of_a_seat_have_different_words(game: str) -> None:
    """As far as a single ply goes: the words of a half-built offer do not say whether it is made."""
    end = played(game, 8)
    for ply in range(0, end.ply, 7):
        position = end.back(end.ply - ply)
        seat = position.movers[0]
        if seat == CHANCE:
            continue
        view = position.view(seat)
        moves = [move for move in view.moves(seat) if move.text not in ("offer", "counter", "propose")]
        words = [view.game.scene.describe(view, seat, [move.action]) for move in moves]
        check_messages(game, "describe", words)
        assert all(one not in words[:i] for i, one in enumerate(words)), [move.text for move in moves]


def test_an_offer_is_told_as_one() -> None:
    game = tablier.game("ankh_morpork")
    position = played("ankh_morpork", 9)
    offers = ["offer", "give:wood", "give:wood", "want:ore", "propose"]
    for ply in range(position.ply):
        begun = position.back(position.ply - ply)
        seat = begun.movers[0]
        if seat != CHANCE and begun.state.hands[seat][0] > 1 and "offer" in begun.moves(seat):
            break
    else:
        raise AssertionError("nobody could offer two wood")
    words = game.scene.describe(begun, seat, [begun.parse(text, seat).action for text in offers])
    assert words.k == "ankh-do-offer"
    give, want = (words.a[side] for side in ("give", "want"))
    assert [side.a for side in (give, want)] == [{"good": "wood", "n": 2}, {"good": "ore", "n": 1}]  # type: ignore[union-attr]


def test_without_words_of_its_own_a_game_has_its_notation() -> None:
    position = tablier.game("ponte_del_diavolo").new()
    actions = [position.parse(cell).action for cell in ("d4", "e4")]
    assert Scene.describe(position.game.scene, position, 0, actions).a == {"plies": "d4 e4"}
