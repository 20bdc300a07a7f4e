"""Analysis: win shares, best moves and expected lines, judged by what the seat to move may know."""

import pytest
from known import GAMES

import tablier
from tablier import CHANCE, Position
from tablier.analysis import Analyst
from tablier.analysis.worlds import worlds
from tablier.errors import IllegalMove, InvalidOption, NotStartedError, UnknownSeat

PONTE = "ponte_del_diavolo"
NIM = "nim"


def decision(name: str) -> Position:
    """The first decision of a game; where something is hidden, one after 40 plies, or the last of a shorter game."""
    position = tablier.game(name).new()
    while CHANCE in position.movers or (position.movers and position.game.info.hidden and position.ply < 40):
        seat = position.movers[0]
        position.push(position.moves(seat)[0])
    while not position.movers or CHANCE in position.movers:
        position.pop()
    return position


@pytest.mark.parametrize("name", GAMES)
def test_win_shares_sum_to_one_and_lines_can_be_played(name: str) -> None:
    position = decision(name)
    seat = position.movers[0]
    found = tablier.analyse(position, seat=seat, iterations=200)
    assert found.seat == seat
    assert found.iterations == 200
    assert sum(found.win_shares) == pytest.approx(1)
    assert 0 < sum(best.share for best in found.best_moves) <= 1.000001
    for best in found.best_moves:
        assert len(best.win_shares) == position.seats
        assert sum(best.win_shares) == pytest.approx(1)
        assert best.turn[0] == best.move
        view = position.view(seat)
        for move in best.line:
            view.push(move)


def test_equal_iterations_and_seeds_give_equal_results() -> None:
    position = decision("on_top")
    again = tablier.analyse(position.copy(), iterations=300, seed=5)
    assert tablier.analyse(position, iterations=300, seed=5) == again
    assert tablier.analyse(position, iterations=300, seed=6) != again


def test_a_forced_win_is_found_and_proved() -> None:
    position = tablier.game(NIM).new(largest=5)
    found = tablier.analyse(position, iterations=5000)
    assert found.proved
    assert found.win_shares == (1, 0)
    assert found.best_moves[0].move.text == "a3"
    assert found.best_moves[0].proved


def test_as_many_best_moves_are_listed_as_asked_for() -> None:
    position = tablier.game(NIM).new(largest=5)
    assert len(tablier.analyse(position, iterations=50, lines=1).best_moves) == 1
    assert len(tablier.analyse(position, iterations=50, lines=99).best_moves) == len(position.moves())


def test_a_position_of_chance_has_odds_and_their_mean() -> None:
    position = tablier.game("on_top").new()
    while CHANCE not in position.movers:
        position.push(position.moves()[0])
    found = tablier.analyse(position, iterations=400)
    assert found.seat == CHANCE
    assert not found.best_moves
    assert len(found.odds) == len(position.moves(CHANCE))
    assert sum(one.probability for one in found.odds) == pytest.approx(1)
    for seat in range(position.seats):
        mean = sum(one.probability * one.win_shares[seat] for one in found.odds)
        assert found.win_shares[seat] == pytest.approx(mean)


@pytest.mark.parametrize("name", ["ankh_morpork", "delta"])
def test_what_a_seat_cannot_know_changes_nothing(name: str) -> None:
    position = decision(name)
    seat = position.movers[0]
    other = worlds(position.view(seat), seat, seed=3)[0]
    other.options = position.options
    expected = tablier.analyse(position, seat=seat, iterations=150)
    assert tablier.analyse(other, seat=seat, iterations=150) == expected
    assert tablier.analyse(position.view(seat), seat=seat, iterations=150) == expected


def test_an_analyst_deepens_its_result() -> None:
    analyst = Analyst(tablier.game(PONTE).new(board=8))
    with pytest.raises(NotStartedError):
        analyst.analysis()
    first = analyst.run(iterations=50).analysis()
    second = analyst.run(iterations=50).analysis()
    assert (first.iterations, second.iterations) == (50, 100)
    assert len(analyst.arms) == 64


def test_positions_without_a_decision_are_refused() -> None:
    over = tablier.game(PONTE).setup("light: a1 b1 a2 b2; turn: dark; last").play("h8 j10")
    with pytest.raises(IllegalMove, match="the game is over"):
        tablier.analyse(over, iterations=10)
    with pytest.raises(IllegalMove, match="not to move"):
        tablier.analyse(tablier.game(PONTE).new(), seat=1, iterations=10)
    with pytest.raises(UnknownSeat):
        tablier.analyse(tablier.game(PONTE).new(), seat=7, iterations=10)
    with pytest.raises(InvalidOption, match="lines"):
        tablier.analyse(tablier.game(PONTE).new(), lines=0, iterations=10)
    with pytest.raises(InvalidOption, match="another's view"):
        tablier.analyse(tablier.game("delta").new(2).view(0), seat=1, iterations=10)
