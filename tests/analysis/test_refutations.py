"""Refutations: what a submission leads to, by what its seat may know."""

import pytest

import tablier
from tablier import CHANCE, Position
from tablier.analysis.analyst import answered
from tablier.analysis.refutations import Refutation, refutation
from tablier.moves import Move


def refuted(position: Position, plies: str, iterations: int = 2000) -> Refutation:
    seat = position.movers[0]
    view = position.view(seat)
    moves = view.copy().play(plies, seat).since(view.ply)
    return answered(refutation(view, moves, iterations=iterations))


def texts(moves: tuple[Move, ...]) -> list[str]:
    return [move.text for move in moves]


def test_a_mistake_is_answered_by_the_move_that_wins() -> None:
    found = refuted(tablier.game("nim").new(largest=5), "c1")  # heaps of 5 and 3 are left
    assert found.win_shares == pytest.approx((0, 1))
    assert texts(found.reply) == ["a2"]


def test_nothing_answers_the_end_of_a_game() -> None:
    assert refuted(tablier.game("nim").new(largest=5).play("a5 b3"), "c1") == Refutation((1, 0), ())


def test_an_answer_follows_the_likeliest_draw() -> None:
    position = tablier.game("on_top").new(2)
    while position.ply < 9 or CHANCE in position.movers:
        position.push(position.moves(position.movers[0])[0])
    seat, ply = position.movers[0], position.moves()[0]
    found = refuted(position, ply.text, 400)
    assert sum(found.win_shares) == pytest.approx(1)
    assert [move.seat for move in found.reply] == [CHANCE, 1 - seat]
    position.push(ply)
    odds = position.odds()
    assert texts(found.reply)[0] == position.moves(CHANCE)[odds.index(max(odds))].text
    for move in found.reply:
        position.push(move)


def test_an_answer_is_a_whole_turn() -> None:
    found = refuted(tablier.game("ponte_del_diavolo").new(board=8).play("d4 e5 swap"), "b2 b3", 300)
    assert [move.seat for move in found.reply] == [1, 1]


def test_where_something_is_hidden_no_answer_is_told() -> None:
    found = refuted(tablier.game("delta").new(2), "stone1 stone2 plank1 remove move1", 60)
    assert sum(found.win_shares) == pytest.approx(1)
    assert found.reply == ()


def test_equal_iterations_and_seeds_give_equal_refutations() -> None:
    position = tablier.game("ponte_del_diavolo").new(board=8).play("d4 e5").play("swap")
    plies = " ".join(move.text for move in position.moves()[:1])
    assert refuted(position, plies, 80) == refuted(position, plies, 80)
