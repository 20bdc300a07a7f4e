"""What views of The Guilds of Ankh-Morpork hide, and how determinizations deal it: tokens, hands, counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import tablier
from tablier import Position
from tablier.engine import protocol
from tablier.engine.protocol import SPECTATOR
from tablier.engine.records import native
from tablier.engine.rng import generator
from tablier.games.ankh_morpork.board import GUARDS, PROMOTION, VETINARI

ANKH = tablier.game("ankh_morpork")
RED, BLUE, YELLOW, GREEN = range(4)
ROW = 4
"""The spectator's row of counts."""


def at(diagram: str, seats: int = 3, **options: Any) -> Position:
    """A position."""
    return ANKH.setup(diagram, seats, **options)


def guesses(position: Position, viewer: int | None, number: int) -> Iterator[Any]:
    """Records with what the viewer does not see dealt anew."""
    for seed in range(number):
        state = position.view(viewer).state
        protocol.determinize(state, SPECTATOR if viewer is None else viewer, generator(seed))
        yield native(state)


# ------------------------------------------------------------------------------------- views


@pytest.mark.rule("ANKH-1.4", "ANKH-10.4")
def test_a_view_hides_the_hand_and_the_counts_of_every_other_seat() -> None:
    position = at("red: h0 wood:1; blue: h36 ore:1; yellow: h24 wool:1; green: h31 grain:1; turn: red", 4)
    for viewer in range(4):
        s = native(position.view(viewer).state)
        others = [seat for seat in range(4) if seat != viewer]
        assert not s.hands[others].any()
        assert not s.low[others].any()
        assert not s.high[others].any()
        assert (s.low[viewer] == s.low[ROW]).all()


@pytest.mark.rule("ANKH-10.2", "ANKH-10.4")
def test_only_the_buyer_knows_the_guards_of_this_turn() -> None:
    position = at("red: h0 wool:1 grain:1 ore:1; blue: h36; yellow: h24; dice: 8").play("token guard")
    assert [position.view(viewer).state.fresh for viewer in (RED, BLUE, None)] == [1, 0, 0]


@pytest.mark.rule("ANKH-8.4", "ANKH-8.7")
def test_offers_are_seen_by_all_and_counter_offers_once_all_have_answered() -> None:
    diagram = "red: h0 wood:1; blue: h36 ore:1 wool:1; yellow: h24 ore:1; dice: 8"
    position = at(diagram, counter=True).play("offer give:wood want:ore")
    give = [list(row) for row in position.state.give]
    for _ in range(2):  # while it is built, and while it is answered
        assert all([list(row) for row in position.view(viewer).state.give] == give for viewer in (RED, BLUE, YELLOW))
        if position.movers == (RED,):
            position.play("propose")
    position.play("counter", BLUE).play("give:wool", BLUE)
    assert [sum(position.view(viewer).state.give[BLUE]) for viewer in (RED, BLUE, YELLOW)] == [0, 1, 0]
    position.play("want:wood", BLUE).play("propose", BLUE).play("refuse", YELLOW)
    assert [sum(position.view(viewer).state.give[BLUE]) for viewer in (RED, BLUE, YELLOW)] == [1, 1, 1]


def test_a_view_of_a_finished_game_is_not_dealt_again() -> None:
    won = at("red: v0 v7 v14 v17 h9 h18 captain; blue: h36 ore:2; yellow: h24 wool:1 guard:2; turn: red")
    for s in guesses(won, BLUE, 3):
        assert s.tobytes() == native(won.state).tobytes()


# ------------------------------------------------------------------------------------- hands and counts


@pytest.mark.rule("ANKH-1.4")
@pytest.mark.parametrize(("seats", "green"), [(3, ""), (4, "green: h31 grain:2;")])
def test_after_a_deal_each_seat_counts_as_a_spectator_and_knows_its_own_hand(seats: int, green: str) -> None:
    position = at(f"red: h17; blue: h36 ore:2 wood:2; yellow: h24; {green} turn: red", seats)
    position.play("roll 7 thief:ore4 wood")
    for viewer in (RED, YELLOW, None):
        seen = native(position.view(viewer).state)
        for s in guesses(position, viewer, 5):
            for observer in range(4):  # the last one may be absent
                if observer == viewer:
                    assert (s.low[observer] == seen.low[observer]).all()
                    assert (s.high[observer] == seen.high[observer]).all()
                    continue
                for counts in (s.low, s.high):
                    assert (counts[observer, observer] == s.hands[observer]).all()
                    others = [seat for seat in range(4) if seat != observer]
                    assert (counts[observer, others] == counts[ROW, others]).all()


@pytest.mark.rule("ANKH-1.4", "ANKH-6.6")
def test_a_thief_is_dealt_what_it_knows_of_two_victims() -> None:
    position = at("red: h17; blue: h36 wood:1 ore:1; yellow: h24 wood:1 ore:1; turn: red")
    position.play("roll 7 thief:ore4 wood end roll 2 end roll 2 end roll 7 thief:wool6 ore")
    truth = native(position.state).hands
    assert all((s.hands == truth).all() for s in guesses(position, RED, 20))
    assert not all((s.hands == truth).all() for s in guesses(position, None, 20))


@pytest.mark.rule("ANKH-1.4")
def test_large_unknown_hands_are_dealt_within_the_counts() -> None:
    position = at("red: h17; blue: h36 ore:18 wood:6; yellow: h24 wool:15 grain:9; green: h31 brick:4; turn: red", 4)
    for seed in range(10):
        state = position.view(RED).state
        s = native(state)
        s.low[RED, 1:] = 0
        s.low[RED, BLUE, 4] = 14
        s.high[RED, 1:] = 19
        s.high[RED, YELLOW, 4] = 2
        protocol.determinize(state, RED, generator(seed))
        s = native(state)
        assert s.hands.sum(1).tolist() == [0, 24, 24, 4]
        assert s.hands.sum(0).tolist() == [6, 4, 15, 9, 18]
        assert s.hands[BLUE, 4] >= 14
        assert s.hands[YELLOW, 4] <= 2


@pytest.mark.rule("ANKH-1.4")
@pytest.mark.parametrize(
    ("blue", "yellow", "green"),
    [
        # what each holds; and wood, brick, wool, grain and ore at least and at most by the counts, which leave one deal
        (("ore:1", "00000", "10001"), ("wood:1 wool:1", "10000", "10101"), ("brick:1", "00000", "01100")),
        (("ore:1", "00000", "10001"), ("wood:1", "00000", "11000"), ("brick:1", "00000", "01010")),
        (("wool:1", "00000", "11100"), ("wood:1 brick:1", "00000", "11001"), ("ore:1", "00000", "00001")),
    ],
)
def test_hands_make_room_for_cards_that_fit_nowhere_else(
    blue: tuple[str, str, str], yellow: tuple[str, str, str], green: tuple[str, str, str]
) -> None:
    position = at(f"red: h17; blue: h36 {blue[0]}; yellow: h24 {yellow[0]}; green: h31 {green[0]}; turn: red", 4)
    truth = native(position.state).hands.tolist()
    for seed in range(60):
        state = position.view(RED).state
        s = native(state)
        for seat, (_, least, most) in ((BLUE, blue), (YELLOW, yellow), (GREEN, green)):
            s.low[RED, seat], s.high[RED, seat] = list(map(int, least)), list(map(int, most))
        protocol.determinize(state, RED, generator(seed))
        assert native(state).hands.tolist() == truth


# ------------------------------------------------------------------------------------- tokens


@pytest.mark.rule("ANKH-10.4", "ANKH-10.11")
def test_tokens_are_dealt_from_those_that_are_not_seen() -> None:
    position = at(
        "red: h17 captain shown:1 guard:1 vetinari:1 arrested:1; blue: h36 sergeant guard:1; yellow: h24 vetinari:1; "
        "green: h31 guard:1 vetinari:1 shown:1; track: 4; turn: yellow",
        4,
    )
    for viewer in (*range(4), None):
        for s in guesses(position, viewer, 10):
            assert s.guards.sum() + s.shown.sum() + s.arrests.sum() + 2 * PROMOTION + s.bag[0] == GUARDS
            assert s.vetinari.sum() + s.bag[1] == VETINARI
            assert (s.guards + s.vetinari).tolist() == [2, 1, 1, 2]
            assert s.bag.min() >= 0


@pytest.mark.rule("ANKH-10.4")
def test_each_unseen_token_is_equally_likely() -> None:
    position = at(f"red: h0 guard:{GUARDS - 3} vetinari:{VETINARI - 1}; blue: h36 guard:1; yellow: h24; turn: red")
    assert list(position.state.bag) == [2, 1]
    dealt = Counter(int(s.vetinari[BLUE]) for s in guesses(position, RED, 800))
    assert 160 < dealt[1] < 240  # 200 is the mean: one of four unseen tokens; the generators are fixed


@pytest.mark.rule("ANKH-11.1", "ANKH-11.3")
@pytest.mark.parametrize(("houses", "most"), [("h9 h10", 0), ("h9", 1), ("", 2)])
def test_the_active_seat_is_not_dealt_what_would_win(houses: str, most: int) -> None:
    """It has 9 to 11 points and 2 tokens; who is not on turn may have any."""
    strong = f"v0 v7 v14 v17 {houses} arrested:1"
    position = at(
        f"red: h31 guard:8; blue: {strong} guard:2; yellow: v2 v5 v12 v26 h30 h33 h39 guard:2; track: 4; turn: blue"
    )
    assert position.scores()[BLUE] == 11 - most
    dealt = {(int(s.vetinari[BLUE]), int(s.vetinari[YELLOW])) for s in guesses(position, RED, 200)}
    assert dealt == {(mine, theirs) for mine in range(most + 1) for theirs in range(3)}


@pytest.mark.rule("ANKH-10.2", "ANKH-10.4")
def test_which_guards_are_new_is_dealt_for_the_active_seat_alone() -> None:
    """Red holds three tokens, two of which it has drawn in this turn."""
    diagram = "red: h0 wool:2 grain:2 ore:2 guard:1; blue: h36; yellow: h24; dice: 8"
    position = at(diagram).play("token guard token vetinari")
    assert {int(s.fresh) for s in guesses(position, RED, 20)} == {1}
    dealt = Counter((int(s.guards[RED]), int(s.fresh)) for s in guesses(position, BLUE, 1200))
    assert set(dealt) == {(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)}
    one, two = dealt[1, 0] + dealt[1, 1], dealt[2, 1] + dealt[2, 2]
    assert abs(dealt[1, 1] / one - 2 / 3) < 0.1
    assert abs(dealt[2, 1] / two - 2 / 3) < 0.1
