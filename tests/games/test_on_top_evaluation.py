"""The evaluation of On Top, its priors and its data."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import tablier
from tablier import CHANCE, Position
from tablier.engine import protocol
from tablier.engine.bits import i64
from tablier.engine.records import native
from tablier.games.on_top import evaluation, rules, scoring
from tablier.games.on_top.geometry import BOARDS, COLOURS

GAME = tablier.game("on_top")


def value(position: Position) -> list[float]:
    out = np.zeros(position.seats)
    protocol.evaluate(position.state, out)
    return [float(x) for x in out]


def seen(position: Position, seat: int) -> dict[str, float]:
    out = np.zeros((COLOURS, evaluation.VALUE.shape[1]))
    evaluation.measure(position.state, out)
    return dict(zip(evaluation.DATA.value_columns, out[seat].tolist(), strict=True))


def priors(position: Position) -> dict[str, float]:
    moves = position.moves()
    out = np.zeros(len(moves))
    protocol.priors(position.state, moves.seat, moves.actions.copy(), len(moves), out)
    return {move.text: float(x) for move, x in zip(moves, out, strict=True)}


def random_game(seed: int, seats: int, board: str = "D70") -> list[Position]:
    rng, position, positions = Random(seed), GAME.new(seats, board=board), []
    while position.movers:
        positions.append(position.copy())
        position.push(rng.choice(position.moves()))
    return [*positions, position]


def test_every_column_has_its_weights() -> None:
    data = evaluation.DATA
    knots = len(data.knots)
    assert data.knots == sorted(data.knots)
    assert evaluation.VALUE.shape == (knots, len(data.value_columns)) == (knots, evaluation.NEXT + 1)
    assert evaluation.PRIOR.shape == (knots, len(data.prior_columns)) == (knots, evaluation.HOLES + 1)
    assert data.value_columns[evaluation.RACE] == "race"
    assert data.prior_columns[evaluation.PAWNS_OTHERS] == "pawns_others"


def test_circles_of_the_data_are_those_that_can_occur() -> None:
    for name, (points, pawns) in evaluation.DATA.circles.items():
        own, *others, free = map(int, name.split())
        assert name == evaluation.circle_name(own, tuple(others), free)
        assert own + sum(others) + free <= evaluation.CIRCLE
        assert 0 <= pawns <= 1
        assert 0 <= points <= 4


def test_complete_circles_have_the_values_of_the_rules() -> None:
    """Every possible circle without free cells has the expected tower of the rules."""
    position = GAME.new(4, golden="part")
    point = BOARDS[0].point_names.index("D3")
    for counts in np.ndindex(7, 7, 7, 7):
        if sum(counts) > 6:
            continue
        work = position.copy()
        native(work.state).parts[point] = counts
        scoring.score(work.state, i64(point))
        case = evaluation.CASE[sum(n * 7**c for c, n in enumerate(counts))]
        expected = evaluation.EXPECTED[case, 0]
        assert native(work.state).points.tolist() == expected[:, 0].tolist()
        assert (20 - native(work.state).pawns).tolist() == expected[:, 1].tolist()


@pytest.mark.parametrize("board", [board.id for board in BOARDS])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_values_are_shares(board: str, seats: int) -> None:
    for position in random_game(seats, seats, board)[::5]:
        assert sum(value(position)) == pytest.approx(1)
        assert min(value(position)) >= 0
        for seat in range(seats):
            assert seen(position, seat)["scored"] == native(position.state).points[seat]


def test_team_mates_have_equal_values() -> None:
    position = GAME.setup("seats: 4; teams: True; points: B12 R3 Y5 W5; drawn: RBWY")
    shares = value(position)
    assert (shares[0], shares[1]) == pytest.approx((shares[2], shares[3]))
    assert shares[0] > shares[1]


def test_more_points_and_fewer_pawns_have_a_higher_value() -> None:
    equal, ahead, lighter = (
        GAME.setup(f"tiles: RBWY@d6-d7; turn: yellow; {more}")
        for more in ("points: B5 Y5", "points: B9 Y5", "pawns: B9 Y19")
    )
    assert value(ahead)[0] > value(equal)[0]
    assert value(lighter)[0] > value(equal)[0]


@pytest.mark.parametrize(("seats", "board"), [(2, "D70"), (3, "Z70"), (4, "H66")])
def test_priors_include_all_changes_of_a_tile(seats: int, board: str) -> None:
    """The examined intersections around the tile change as much as all intersections together."""
    for position in random_game(7, seats, board)[1::6]:
        if not position.movers or native(position.state).pending:
            continue
        s, moves = native(position.state), position.moves()
        found = np.zeros((len(moves), evaluation.PRIOR.shape[1]))
        evaluation.see(s, moves.actions.copy(), len(moves), found)
        before = promised(s)
        for move, row in zip(moves, found, strict=True):
            work = native(position.copy().state)
            rules.lay(work, i64(move.action >> 1), i64(s.drawn) - 1, i64(move.action & 1))
            change = (promised(work) - before)[:seats]
            others = np.delete(change, moves.seat, 0).sum(0)
            assert row[evaluation.OWN] == pytest.approx(change[moves.seat, 0], abs=1e-5)
            assert row[evaluation.PAWNS_OWN] == pytest.approx(change[moves.seat, 1], abs=1e-5)
            assert row[evaluation.OTHERS] == pytest.approx(others[0], abs=1e-5)
            assert row[evaluation.PAWNS_OTHERS] == pytest.approx(others[1], abs=1e-5)
            assert row[evaluation.HOLES] == sum(int(w).bit_count() for w in (s.free & ~work.free)) - 2


def promised(s: Any) -> Any:
    """The expected points of each colour from all intersections."""
    out = np.zeros((COLOURS, 2))
    evaluation.expect(s, evaluation.unfinished(s), 1.0, out)
    return out


def test_priors_do_not_change_the_position() -> None:
    for position in random_game(3, 3):
        if position.movers and CHANCE not in position.movers:
            before = position.key()
            assert len(priors(position)) == len(position.moves())
            assert position.key() == before


def test_choices_of_order_have_equal_priors() -> None:
    short = "seats: 4; tiles: BYRW@h3-g4 YRWB@f4-g3 RBWY@h2-i1; pawns: Y1 R1; drawn: RYWB; turn: white"
    assert set(priors(GAME.setup(short).play("h1-g2")).values()) == {1.0}
