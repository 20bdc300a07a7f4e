from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

import tablier
from tablier.catalogue.data import text
from tablier.engine import protocol
from tablier.engine.records import native
from tablier.engine.rng import below, generator
from tablier.games.shangri_la import board, evaluation, rules, survey, tables, weights
from tablier.games.shangri_la.state import SECOND, SET_UP, TURN

GAME = tablier.game("shangri_la")
SEATS = pytest.mark.parametrize("seats", [3, 4])


def value(record: Any) -> list[float]:
    out = np.zeros(int(record.seats))
    protocol.evaluate(record, out)
    return [float(x) for x in out]


def seen(record: Any) -> list[dict[str, float]]:
    out = np.zeros((int(record.seats), weights.COLUMNS))
    evaluation.measure(record, out)
    return [dict(zip(weights.DATA.value_columns, row.tolist(), strict=True)) for row in out]


def prior_weights(position: tablier.Position) -> dict[str, float]:
    moves = position.moves()
    out = np.zeros(len(moves))
    protocol.priors(position.state, moves.seat, moves.actions.copy(), len(moves), out)
    return dict(zip([move.text for move in moves], out.tolist(), strict=True))


def random_game(seats: int, seed: int, every: int = 1) -> Iterator[tablier.Position]:
    """Some positions of a random game, including the last."""
    position = GAME.new(seats)
    rng = generator(seed)
    while position.movers:
        if position.ply % every == 0:
            yield position
        moves = position.moves()
        position.push(moves[int(below(rng, len(moves)))])
    yield position


def held(record: Any, seat: int) -> set[tuple[int, int]]:
    """A seat's masters, as pairs of guild and village."""
    villages = range(board.VILLAGES)
    return {(g, v) for g in range(board.GUILDS) for v in villages if int(record.masters[seat, g]) >> v & 1}


def journeys(record: Any) -> Iterator[tuple[int, int, Any]]:
    """Each legal journey: origin, goal, and the result by the rules."""
    for bridge in range(len(board.BRIDGES)):
        for side in range(2):
            origin, goal = (int(tables.ENDS[bridge, x]) for x in (side, 1 - side))
            students = any(int(row) >> origin & 1 for row in record.students.ravel())
            if int(record.bridges) >> bridge & 1 and students:
                after = np.array([record], record.dtype)
                rules.journey(after[0], bridge, side)
                yield origin, goal, after[0]


def test_every_column_has_its_weights() -> None:
    data = weights.DATA
    knots = len(data.knots)
    assert weights.VALUE.shape == (knots, len(data.value_columns)) == (knots, weights.COLUMNS)
    assert weights.PRIOR.shape == (knots, weights.J_EXPOSED + 1)
    assert data.value_columns[weights.ON_LAST] == "on_last"
    assert data.value_columns[weights.STRUCK] == "struck"
    assert data.value_columns[weights.HALF] == "half"
    assert (data.value_columns[weights.WINS], data.value_columns[weights.WINS_LATER]) == ("wins", "wins_later")
    prior = [*data.place_columns, *data.recruit_columns, *data.journey_columns]
    assert (prior[weights.R_ANY], prior[weights.J_ANY], prior[weights.J_EXPOSED]) == ("any", "any", "exposed")
    assert prior[weights.P_ABOVE] == "above"
    assert prior[weights.R_SWORD] == "sword"


def test_errors_in_the_weights_name_the_field() -> None:
    content = json.loads(text("tablier.games.shangri_la", "evaluation.json"))
    short = [content["place"][0][1:], *content["place"][1:]]
    for key, wrong, where in (
        ("knots", content["knots"][::-1], r"\$\.knots"),
        ("value", content["value"][1:], r"\$\.value"),
        ("place", short, r"\$\.place\[0\]"),
        ("recruit", "heavy", r"\$\.recruit"),
        ("playout", {}, "playout"),
    ):
        with pytest.raises(msgspec.ValidationError, match=where):
            msgspec.convert({**content, key: wrong}, weights.Weights)


@SEATS
def test_predicted_journeys_agree_with_the_rules(seats: int) -> None:
    tried = 0
    for position in random_game(seats, 2, every=5):
        s = native(position.state)
        view = survey.look(s)
        for origin, goal, after in journeys(s):
            made, expelled = (int(x) for x in survey.outcome(s, view, origin, goal))
            for seat in range(seats):
                gained, lost = held(after, seat) - held(s, seat), held(s, seat) - held(after, seat)
                bits = seat * board.GUILDS
                assert {(g, goal) for g in range(board.GUILDS) if made >> bits + g & 1} == gained
                assert {(g, goal) for g in range(board.GUILDS) if expelled >> bits + g & 1} == lost
                tried += len(gained) + len(lost)
    assert tried > 100


@SEATS
def test_struck_masters_are_those_that_a_journey_expels(seats: int) -> None:
    total = 0
    for position in random_game(seats, 3, every=3):
        s = native(position.state)
        lost: list[set[tuple[int, int]]] = [set() for _ in range(seats)]
        for _, _, after in journeys(s):
            for seat in range(seats):
                lost[seat] |= held(s, seat) - held(after, seat)
        assert [row["struck"] for row in seen(s)] == [len(masters) for masters in lost]
        total += sum(map(len, lost))
    assert total > 50


@SEATS
def test_counts_agree_with_the_rules(seats: int) -> None:
    for position in random_game(seats, 4, every=7):
        s = native(position.state)
        for seat, row in enumerate(seen(s)):
            assert row["masters"] == rules.points(s, seat)
            assert row["held"] == bin(int(rules.settled(s, seat))).count("1")
            assert row["settled"] == bin(int(rules.settled(s, seat) & rules.lively(s)) & 0x1FFF).count("1")
            reserves = [int(rules.reserve(s, seat, g)) for g in range(board.GUILDS)]
            assert row["reserve"] == pytest.approx(sum(reserves) / 10)
            assert row["short"] == reserves.count(0)
            if position.movers and s.stage == TURN:
                out = np.zeros(GAME.rules.actions, np.int16)
                work = s.copy()
                work.mover = seat
                placing = [a for a in out[: int(rules.legal(work, seat, out))] if a < rules.RECRUIT]
                assert row["homes"] == pytest.approx(len(placing) / 10)


@SEATS
def test_values_are_shares_and_priors_positive(seats: int) -> None:
    for position in random_game(seats, 5):
        shares = value(position.state)
        assert all(0 < share < 1 for share in shares)
        assert sum(shares) == pytest.approx(1)
        if position.movers:
            odds = prior_weights(position)
            assert all(0 < weight < np.inf for weight in odds.values())


@SEATS
def test_all_seats_have_about_equal_values_at_the_start(seats: int) -> None:
    assert value(GAME.new(seats).state) == pytest.approx([1 / seats] * seats, abs=0.07)


@SEATS
def test_rotating_the_seats_rotates_the_values(seats: int) -> None:
    for position in random_game(seats, 6, every=10):
        s = native(position.state)
        turned = s.copy()
        for seat in range(seats):
            turned.masters[(seat + 1) % seats] = s.masters[seat]
            turned.students[(seat + 1) % seats] = s.students[seat]
        turned.mover = (int(s.mover) + 1) % seats
        once = value(s)
        assert value(turned) == pytest.approx(once[-1:] + once[:-1])


@SEATS
def test_exchanging_guilds_does_not_change_values(seats: int) -> None:
    order = [3, 0, 6, 1, 5, 2, 4]
    for position in random_game(seats, 7, every=10):
        s = native(position.state)
        other = s.copy()
        other.masters[:] = s.masters[:, order]
        other.students[:] = s.students[:, order]
        assert value(other) == pytest.approx(value(s))


@SEATS
def test_the_winner_has_the_highest_value_at_the_end(seats: int) -> None:
    right = games = 0
    for seed in range(40):
        *_, end = random_game(seats, seed, every=1000)
        outcome = end.outcome()
        assert outcome is not None
        games += 1
        right += outcome.ranks[int(np.argmax(value(end.state)))] == 0
    assert right >= 0.8 * games


def winning_seats(s: Any) -> Iterator[int]:
    """By the rules the seats that can end the game as its only winner, in the order of their next whole turns."""
    seats = int(s.seats)
    first = (int(s.mover) + (s.stage == SECOND)) % seats
    ranks = np.zeros(seats, np.int64)
    for seat in [(first + wait) % seats for wait in range(seats)]:
        for origin, _, after in journeys(s):
            rules.ranks(after, ranks)
            alone = ranks.tolist().count(0) == 1 and ranks[seat] == 0
            if alone and any(int(row) >> origin & 1 for row in s.students[seat]):
                yield seat
                break


@SEATS
def test_the_first_seat_that_can_end_the_game_and_win_is_marked(seats: int) -> None:
    marked = {"wins": 0, "wins_later": 0, "none": 0}
    for seed in range(60):
        for position in random_game(seats, seed):
            s = native(position.state)
            if int(s.bridges).bit_count() == survey.FINAL:
                first = (int(s.mover) + (s.stage == SECOND)) % seats
                winner = next(winning_seats(s), None)
                column = "none" if winner is None else "wins" if winner == first else "wins_later"
                marked[column] += 1
                for seat, row in enumerate(seen(s)):
                    assert row["wins"] == (seat == winner and column == "wins")
                    assert row["wins_later"] == (seat == winner and column == "wins_later")
    assert min(marked.values()) > 5


@SEATS
def test_the_scale_of_the_weights_falls_with_the_bridges_to_0_before_the_last_journey(seats: int) -> None:
    for position in random_game(seats, 8):
        s = native(position.state)
        bridges, left = int(s.bridges).bit_count(), float(survey.ahead(s))
        if bridges > 1 and s.stage != SET_UP:
            assert left == pytest.approx((bridges - 2) * 0.05) if bridges <= survey.FEW else left > 0.1


LATE = "seats: 3; broken: a-b a-d a-e a-g b-f d-e d-g d-k e-f e-h f-i g-k h-i h-k h-l k-l l-m"


def test_one_more_master_has_a_higher_value_at_the_end() -> None:
    even = GAME.setup(f"{LATE}; a: rH bD yF; i: rP bR yA; turn: red")
    better = GAME.setup(f"{LATE}; a: rH bD yF rR; i: rP bR yA; turn: red")
    assert value(better.state)[0] > value(even.state)[0] + 0.03
    for seat in (1, 2):
        assert value(better.state)[seat] < value(even.state)[seat]


def test_features_of_known_positions() -> None:
    position = GAME.setup("seats: 4; a: rH+ rD+ bF; d: bH yD; b: lP; e: yH rA; turn: blue")
    red, blue, yellow, lilac = seen(position.state)
    # a has five tiles, d and e two, b one: it strikes blue's healer, yellow's breeder in d and yellow's healer in e
    assert [row["struck"] for row in (red, blue, yellow, lilac)] == [0, 1, 2, 0]
    assert red["striking"] == 2
    assert red["landing"] == 2  # both, in b
    assert red["students"] == 2
    assert red["dominant"] == 2
    assert [row["turn"] for row in (red, blue, yellow, lilac)] == [0, 1, 0, 0]
    assert [row["next"] for row in (red, blue, yellow, lilac)] == [0, 0, 1, 0]
    # to d red gains two masters, blue and yellow lose one each: two, less the mean of the others
    assert red["best_later"] == pytest.approx(2 + 2 / 3)
    assert (blue["harm_later"], yellow["harm_later"], lilac["harm_later"]) == (1, 1, 0)


def test_priors_prefer_good_moves() -> None:
    position = GAME.setup("seats: 4; a: rH+ rD+ bF; d: bH+ bD+; e: yH yD lP; turn: red")
    odds = prior_weights(position)
    assert odds["a>e"] > 1.5 * odds["a>g"]  # expelling two masters rather than settling two free spaces
    striking = prior_weights(GAME.setup("seats: 4; a: rH rD bF; d: bH; e: yA; turn: red"))
    assert striking["*Ha"] > striking["*Da"]  # the healer will face blue's
