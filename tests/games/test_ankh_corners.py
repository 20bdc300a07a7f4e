"""Rare cases of The Guilds of Ankh-Morpork: last cards and tokens, empty hands, wins in the middle of a turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tablier
from tablier import Position
from tablier.engine import protocol
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import GUARDS, VETINARI
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.state import COUNTED_OFFERS

ANKH = tablier.game("ankh_morpork")
OTHERS = "blue: h36; yellow: h24"
NEARLY = "v0 v7 v14 v17 h9"
"""Nine points."""


def at(diagram: str, seats: int = 3, **options: Any) -> Position:
    """A position."""
    return ANKH.setup(diagram, seats, **options)


def legal(position: Position, start: str = "", seat: int | None = None) -> set[str]:
    """The legal plies that begin so."""
    return {move.text for move in position.moves(seat) if move.text.startswith(start)}


def ranks(position: Position) -> list[int]:
    """Placement by seat."""
    out = np.zeros(position.seats, np.int64)
    protocol.ranks(position.state, out)
    return [int(rank) for rank in out]


def told(position: Position) -> list[str]:
    """The kinds of the events of the last ply."""
    return [Kind(event.kind).name for event in position.events(None)]


# ------------------------------------------------------------------------------------- who may act


def test_the_kernel_lists_nothing_for_seats_that_are_not_to_move() -> None:
    out = np.zeros(ANKH.actions(), np.int16)
    for position in (ANKH.new(3), at(f"red: h0 wood:1; {OTHERS}; dice: 8")):
        assert [int(protocol.legal(position.state, seat, out)) > 0 for seat in range(3)] == [True, False, False]


@pytest.mark.rule("ANKH-2.1", "ANKH-7.5")
def test_a_house_of_the_set_up_cannot_be_declined() -> None:
    assert "pass" not in legal(ANKH.new(3, estate="optional"))


@pytest.mark.rule("ANKH-3.4")
def test_the_last_of_four_seats_becomes_president() -> None:
    position = at("red: h0; blue: h36; yellow: h24; green: h6 wood=2 wood:2; turn: green; dice: 8", 4)
    position.play("point:wood")
    assert position.state.president[0] == 4


# ------------------------------------------------------------------------------------- last cards


@pytest.mark.rule("ANKH-5.2")
def test_the_bank_gives_its_last_card_to_one_seat_alone() -> None:
    position = at("red: h0 wool:19 ore:9; blue: v36 ore:9; yellow: h24; turn: red").play("roll 4")
    assert [row[4] for row in position.state.hands] == [9, 9, 0, 0]  # two seats are due, one card is left
    alone = at("red: h9 ore:9; blue: v36 ore:9; yellow: h24; turn: red").play("roll 4")
    assert [row[4] for row in alone.state.hands] == [9, 10, 0, 0]


@pytest.mark.rule("ANKH-5.2")
def test_an_empty_bank_is_short_for_one_seat() -> None:
    position = at("red: h9 ore:10; blue: v36 ore:9; yellow: h24; turn: red").play("roll 4")
    assert told(position) == ["ROLLED", "SHORT"]


@pytest.mark.rule("ANKH-5.4")
def test_who_holds_a_single_card_shows_it() -> None:
    assert legal(at("red: h0; blue: h36 ore:1; yellow: h24").play("roll 8")) == {"show:ore"}


@pytest.mark.rule("ANKH-5.6")
def test_the_laboratory_takes_the_last_card_of_the_bank() -> None:
    full = "wood:19 brick:19 wool:19 grain:19"
    last = at(f"red: v9; blue: h30; yellow: h24 {full} ore:18").play("roll 10")
    assert legal(last) == {"take:ore"}
    last.play("take:ore")  # for the second card of the villa the bank is empty
    assert (last.state.stage, last.state.left, last.state.fire) == (st.MAIN, 0, 1)
    assert at(f"red: h9; blue: h30; yellow: h24 {full} ore:19").play("roll 10").state.stage == st.MAIN


@pytest.mark.rule("ANKH-5.5")
def test_an_empty_hand_ends_the_uses_of_the_library() -> None:
    position = at("red: h9 h10 wood:1; blue: h36; yellow: h24").play("roll 5 library:wood")
    assert (position.state.stage, position.state.left) == (st.MAIN, 0)


@pytest.mark.rule("ANKH-10.1", "ANKH-10.7")
@pytest.mark.parametrize(("paid", "ply"), [("wool:1 grain:1 ore:1", "token"), ("scroll:9", "token*")])
def test_the_last_token_can_be_bought(paid: str, ply: str) -> None:
    position = at(f"red: h0 {paid}; blue: h36 guard:{GUARDS - 1} vetinari:{VETINARI}; yellow: h24; dice: 8")
    assert position.state.stack == 1
    assert ply in legal(position)


@pytest.mark.rule("ANKH-9.4", "ANKH-9.5", "ANKH-10.9")
def test_houses_on_site_0_and_villas_beyond_the_supply() -> None:
    assert "h0" in legal(at("red: f0 h9 wood:5 brick:5 wool:5 grain:5 ore:5; blue: h36; yellow: h24; dice: 8"))
    scrolls = at("red: f0 h9 scroll:20; blue: h36; yellow: h24; dice: 8").play("h0*")
    assert (scrolls.state.houses[0] & 1, scrolls.state.villas[0]) == (1, 0)
    villas = at("red: v0 v7 v14 v17 h9 scroll:40; blue: h36; yellow: h24; dice: 8")
    assert not legal(villas, "v")


# ------------------------------------------------------------------------------------- wins


@pytest.mark.rule("ANKH-11.1", "ANKH-11.4")
def test_the_winner_is_first_even_with_fewer_points() -> None:
    rich = "blue: v36 v38 v2 v5 h31 h32 h33 h26 h27; yellow: h24"
    position = at(f"red: {NEARLY} captain f18 wood:5 brick:5 wool:5 grain:5 ore:5; {rich}; turn: red; dice: 8")
    assert (position.scores(), position.outcome(), ranks(position)) == ((11, 13, 1), None, [1, 0, 2])
    position.play("h18")
    assert (position.scores(), ranks(position)) == ((12, 13, 1), [0, 1, 2])
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "points"
    assert [int(protocol.end_reason(one.state)) for one in (ANKH.new(3), position)] == [0, 1]


@pytest.mark.rule("ANKH-7.6", "ANKH-11.1")
def test_a_win_by_an_arrest_ends_the_turn_at_once() -> None:
    position = at(f"red: {NEARLY} captain shown:1 receipts:2; {OTHERS}; track: 4 10; turn: red").play("roll 4")
    assert position.outcome() is not None
    assert position.state.receipts[0] == 2


@pytest.mark.rule("ANKH-7.5", "ANKH-11.1")
def test_a_win_by_an_estate_ends_the_turn_at_once() -> None:
    position = at(f"red: {NEARLY} captain wood:1 wool:1 receipts:2; {OTHERS}; turn: red").play("roll 7")
    position.play(sorted(legal(position, "hire"))[0])
    assert position.play("6 +30").outcome() is not None
    assert position.state.receipts[0] == 2


def test_a_diagram_of_a_won_game_is_over() -> None:
    assert at(f"red: {NEARLY} h18 captain; {OTHERS}; turn: red").movers == ()


# ------------------------------------------------------------------------------------- the record


@pytest.mark.rule("ANKH-7.6")
def test_who_declines_an_arrest_goes_on() -> None:
    position = at(f"red: h0 shown:1; {OTHERS}; track: 4; turn: red", arrest="optional").play("roll 4 pass")
    assert told(position) == ["PASSED"]
    assert (position.state.stage, position.state.phase, position.state.drawn) == (st.MAIN, st.LATE, 0)


@pytest.mark.rule("ANKH-6.6")
def test_nothing_is_kept_of_a_theft() -> None:
    position = at("red: h17; blue: h36 ore:1; yellow: h24; turn: red").play("roll 7 thief:ore4 ore")
    assert (position.state.stage, position.state.victim) == (st.MAIN, 0)


@pytest.mark.rule("ANKH-10.2", "ANKH-10.3")
def test_a_guard_is_played_once_a_turn() -> None:
    assert at(f"red: h0 guard:2; {OTHERS}; turn: red").play("guard").state.guarded == 1


@pytest.mark.rule("ANKH-10.11")
def test_the_second_rank_of_four_seats_is_sergeant() -> None:
    position = at(f"red: h0 shown:3; {OTHERS}; green: h31 captain; dice: 8", 4).play("promote")
    assert list(position.state.rank) == [1, 0, 0, 2]


@pytest.mark.rule("ANKH-6.1")
def test_a_choice_of_discards_is_told_when_it_is_complete() -> None:
    position = at("red: h0 wood:9; blue: h36; yellow: h24 ore:8; turn: red").play("roll 7")
    assert [told(position.play("discard:wood", 0)) for _ in range(4)] == [[], [], [], ["CHOSEN"]]
    assert told(position.play("discard:ore", 2)) == []


@pytest.mark.rule("ANKH-7.1")
def test_the_last_assassin_can_be_hired() -> None:
    left = at(f"red: h0; {OTHERS}; track: 4; turn: red").state.assassins
    position = at(f"red: h0 wood:1 wool:1; blue: h36 arrested:{left - 1}; yellow: h24; track: 4; turn: red")
    assert position.state.assassins == 1
    assert legal(position.play("roll 7"), "hire") == {"hire:wood+wool"}


def test_offers_are_counted_up_to_a_limit() -> None:
    position = at(
        f"red: h0 wood:1; blue: h36 ore:1; yellow: h24; dice: 8; offered: {COUNTED_OFFERS}", offers="unlimited"
    )
    assert position.play("offer").state.offers == COUNTED_OFFERS


def test_a_turn_begins_without_drawn_tokens() -> None:
    position = at(f"red: h0 wool:1 grain:1 ore:1; {OTHERS}; dice: 8").play("token guard")
    assert position.state.drawn == 1
    assert position.play("end").state.drawn == 0


# ------------------------------------------------------------------------------------- offers


@pytest.mark.rule("ANKH-8.5")
def test_something_must_be_left_to_ask_for() -> None:
    position = at("red: h0 wood:1 brick:1 wool:1 grain:1 ore:1; blue: h36 ore:1; yellow: h24; dice: 8")
    position.play("offer give:brick give:wool give:grain")
    assert legal(position, "give") == {"give:wood", "give:ore"}
    position.play("give:ore")
    assert legal(position, "give") == set()  # wood is the only kind that can still be asked for
    assert legal(position, "want") == {"want:wood"}


@pytest.mark.rule("ANKH-8.5")
def test_a_scroll_buys_the_only_card_of_another() -> None:
    assert "offer" in legal(at("red: h0 scroll:1; blue: h36 ore:1; yellow: h24; dice: 8"))
    assert "offer" not in legal(at("red: h0 scroll:1; blue: h36; yellow: h24; dice: 8"))


@pytest.mark.rule("ANKH-8.7")
def test_a_counter_offer_is_to_the_seat_that_offers_and_needs_goods() -> None:
    diagram = "red: h0 wood:1; blue: h36 ore:1; yellow: h24 wool:5; green: h31; dice: 8"
    position = at(diagram, 4, counter=True).play("offer give:wood want:ore propose")
    assert "counter" not in legal(position, seat=3)
    position.play("counter", 1).play("give:ore", 1).play("want:wood", 1)
    assert legal(position, seat=1) == {"propose"}  # red has one card, whatever yellow has


@pytest.mark.rule("ANKH-8.8")
def test_after_the_choice_of_a_partner_the_turn_goes_on() -> None:
    position = at("red: h0 wood:1; blue: h36 ore:1; yellow: h24 ore:1; dice: 8").play(
        "offer give:wood want:ore propose"
    )
    assert position.view(1).state.answer == position.state.answer  # nobody has answered
    position.play("accept", 1).play("accept", 2).play("deal:yellow")
    assert (position.state.stage, position.state.hands[0][4], position.state.hands[2][0]) == (st.MAIN, 1, 1)
    assert "end" in legal(position)
