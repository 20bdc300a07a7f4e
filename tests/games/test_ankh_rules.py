"""Each rule and each ruling of The Guilds of Ankh-Morpork through the Python face.

Drawn examples are the rulebook's own figures.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import tablier
from tablier import IllegalMove, Position
from tablier.engine import protocol
from tablier.games.ankh_morpork import board
from tablier.games.ankh_morpork.board import GOOD_NAMES, KIND_NAMES, SPOT_NAMES
from tablier.rulebook import rule

ANKH = tablier.game("ankh_morpork")
RED, BLUE, YELLOW, GREEN = range(4)
RICH = "wood:5 brick:5 wool:5 grain:5 ore:5"


def drawn(rule_id: str, number: int = 1, **options: Any) -> tuple[Position, list[str]]:
    """The position and the marked cells of a rule's figure."""
    figure = rule("ankh_morpork", rule_id, "en").figures[number - 1]
    return ANKH.setup(figure.diagram, **options), list(figure.marks)


def at(diagram: str, seats: int = 3, **options: Any) -> Position:
    """A position."""
    return ANKH.setup(diagram, seats, **options)


def legal(position: Position, seat: int | None = None) -> set[str]:
    """What may be played."""
    return {move.text for move in position.moves(seat)}


def asked(position: Position) -> tuple[int, ...]:
    """The seats that may act."""
    return position.movers


def about(position: Position, start: str) -> set[str]:
    """What may be played of the plies that begin so."""
    return {text for text in legal(position) if text.startswith(start)}


def sites(position: Position, mark: str) -> set[int]:
    """The sites of the plies with a mark: ``f``, ``h``, ``v`` or ``+``."""
    return {int(text[1:]) for text in legal(position) if text[0] == mark and text[1:].isdigit()}


def refusal(position: Position, plies: str, seat: int | None = None) -> str | None:
    """Return the rule that refuses illegal plies, and check that nothing changes."""
    before, ply = position.key(), position.ply
    with pytest.raises(IllegalMove) as caught:
        position.play(plies, seat)
    assert (position.key(), position.ply) == (before, ply)
    return caught.value.rule and caught.value.rule.removeprefix("ANKH-")


def has(position: Position, seat: int) -> dict[str, int]:
    """The cards and scrolls of a seat."""
    s = position.state
    return {good: int(n) for good, n in zip(GOOD_NAMES, (*s.hands[seat], s.scrolls[seat]), strict=True) if n}


def points(position: Position, seat: int) -> dict[str, int]:
    """The guild points of a seat."""
    return {kind: int(n) for kind, n in zip(KIND_NAMES, position.state.points[seat], strict=True) if n}


def president(position: Position, kind: str) -> int | None:
    """Who presides over a guild."""
    entry = int(position.state.president[KIND_NAMES.index(kind)])
    return entry - 1 if entry else None


def bank(position: Position) -> dict[str, int]:
    """The cards in the bank."""
    return dict(zip(KIND_NAMES, map(int, position.state.bank), strict=True))


def pieces(mask: Any) -> set[int]:
    """A set of sites."""
    return {site for site in range(40) if int(mask) >> site & 1}


def weights(position: Position) -> list[int]:
    """How likely what chance may bring is."""
    out = np.zeros(16, np.int64)
    return out[: protocol.chance_weights(position.state, out)].tolist()  # type: ignore[no-any-return]


def track(position: Position) -> set[int]:
    """The cells with an assassin."""
    return {cell for cell in range(2, 13) if int(position.state.track) >> cell & 1}


# ------------------------------------------------------------------------------------- 1. Components-----------


@pytest.mark.rule("ANKH-1.1")
def test_ten_districts_in_a_ring_guilds_and_others_by_turns() -> None:
    ring = board.DATA.hexes
    assert len(ring) == 10
    for i, here in enumerate(ring):
        shared = [len(set(here.sites) & set(other.sites)) for other in ring if other is not here]
        assert sorted(shared) == [0] * 7 + [2, 2]
        assert len(set(here.sites) & set(ring[i - 1].sites)) == 2
        assert (here.work == "resource") != (ring[i - 1].work == "resource")
    assert {h.id for h in ring if h.work == "resource"} == set(KIND_NAMES)


@pytest.mark.rule("ANKH-1.2")
def test_every_result_but_seven_wakes_one_guild_and_two_special_numbers_never_meet() -> None:
    chips = [(h.work, number) for h in board.DATA.hexes for number in h.numbers]
    assert sorted(n for work, n in chips if work == "resource") == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    assert sorted(n for work, n in chips if work != "resource") == [3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert ("thieves", 7) in chips
    assert {n for work, n in chips if work == "alchemists"} == {5, 10}


@pytest.mark.rule("ANKH-1.3", "ANKH-2.1")
def test_forty_sites_and_no_rule_of_distance() -> None:
    position = ANKH.new(3)
    assert legal(position) == {f"+{site}" for site in range(40)}
    position.play("+0 +1 +2")  # three neighbours
    assert legal(position) == {f"+{site}" for site in range(3, 40)}
    assert refusal(position, "+0") == "1.3"
    touching = Counter(site for h in board.DATA.hexes for site in h.sites)
    assert Counter(touching.values()) == {1: 20, 2: 20}
    guilds = Counter(site for h in board.DATA.hexes if h.work == "resource" for site in h.sites)
    assert max(guilds.values()) == 1


@pytest.mark.rule("ANKH-1.4")
def test_hands_are_secret_their_sizes_are_not() -> None:
    position = at("red: h0 wood:3; blue: h36 ore:2; yellow: h24")
    view = position.view(RED)
    assert (has(view, RED), has(view, BLUE)) == ({"wood": 3}, {})
    assert list(view.state.held) == [3, 2, 0, 0]
    assert bank(view) == {"wood": 16, "brick": 19, "wool": 19, "grain": 19, "ore": 17}
    assert "hand 2 (unseen)" in str(view)


@pytest.mark.rule("ANKH-1.5")
def test_the_pieces_of_a_player() -> None:
    position = ANKH.new(4)
    assert list(position.state.receipts) == [2] * 4
    assert (board.HOUSES, board.VILLAS, board.FOUNDATIONS, board.RECEIPTS) == (5, 4, 2, 2)


@pytest.mark.rule("ANKH-1.6", "ANKH-10.4")
def test_tokens_are_drawn_by_chance_and_face_down() -> None:
    position = at(f"red: h0 {RICH}; blue: h36; yellow: h24; dice: 8").play("token")
    assert asked(position) == (tablier.CHANCE,)
    assert legal(position) == {"guard", "vetinari"}
    assert weights(position) == [14, 5]
    position.play("vetinari")
    assert position.scores() == (2, 1, 1)
    assert position.view(BLUE).scores() == position.view(None).scores() == (1, 1, 1)
    assert position.view(BLUE).state.tokens[RED] == 1
    assert position.view(RED).scores() == (2, 1, 1)


@pytest.mark.rule("ANKH-1.7")
def test_the_thief_begins_in_the_shades() -> None:
    assert SPOT_NAMES[ANKH.new(3).state.thief] == "shades"
    position = at("red: h0; blue: h36; yellow: h24").play("roll 4")  # he blocks nothing there
    assert (has(position, RED), has(position, BLUE)) == ({"ore": 1}, {"ore": 1})


# ------------------------------------------------------------------------------------- 2. The set-up


@pytest.mark.rule("ANKH-2.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_order_of_the_set_up(seats: int) -> None:
    position = ANKH.new(seats)
    order: list[int] = []
    while len(order) < 3 * seats:
        order += position.movers
        position.play(position.moves()[-1].text)
        if "take:wood" in legal(position):
            position.play("take:wood")
    once = list(range(seats))
    assert order == [*once, *once[::-1], *once]
    assert asked(position) == (RED,)
    assert "roll" in legal(position)
    assert [int(f) for f in position.state.foundations] == [0] * 4


@pytest.mark.rule("ANKH-2.1")
def test_drawn_order_of_the_set_up() -> None:
    position, _ = drawn("ANKH-2.1")
    assert asked(position) == (BLUE,)
    assert refusal(position, "roll") == "2.1"


@pytest.mark.rule("ANKH-2.2")
def test_three_first_houses_at_one_guild_make_a_president() -> None:
    position = ANKH.new(3).play("+0 +9 +24 +22 +8 +1 +37")
    assert points(position, RED) == {"ore": 3}
    assert president(position, "ore") == RED
    assert position.scores()[RED] == 4
    assert points(position, BLUE) == {"wood": 2}


@pytest.mark.rule("ANKH-2.3")
def test_two_cards_for_the_third_house() -> None:
    position, marks = drawn("ANKH-2.3")
    assert asked(position) == (RED,)
    assert has(position.copy().play(f"+{marks[0]}"), RED) == {"ore": 2}
    after = position.copy().play(f"+{marks[1]}")
    assert has(after, RED) == {"brick": 2}
    assert bank(after)["brick"] == 17
    assert points(after, RED) == {"brick": 1}  # diagrams count only what they say


@pytest.mark.rule("ANKH-2.4")
def test_a_card_of_choice_without_a_guild() -> None:
    position, _ = drawn("ANKH-2.3")
    position.play("+2")
    assert asked(position) == (RED,)
    assert legal(position) == {f"take:{kind}" for kind in KIND_NAMES}
    assert refusal(position, "pass") == "2.4"
    position.play("take:grain")
    assert has(position, RED) == {"grain": 1}
    assert asked(position) == (BLUE,)


@pytest.mark.rule("ANKH-2.5", "ANKH-4.5")
def test_receipts_and_assassins_at_the_start() -> None:
    position = ANKH.new(3).play("+0 +9 +24 +22 +8 +1 +37 +7 +30")
    assert list(position.state.receipts[:3]) == [2, 2, 2]
    assert track(position) == {2, 3, 4, 5}
    position.play("roll 8")
    assert list(position.state.receipts[:3]) == [1, 2, 2]


# ------------------------------------------------------------------------------------- 3. The guilds


@pytest.mark.rule("ANKH-3.1")
def test_a_house_and_a_villa_bring_a_point_each() -> None:
    position, marks = drawn("ANKH-3.1")
    position.play(f"h{marks[0]}")
    assert points(position, RED) == {"ore": 2}
    position = at("red: h37 ore:3 grain:2 ore=1; blue: h9; yellow: h24; dice: 8").play("v37")
    assert points(position, RED) == {"ore": 2}


@pytest.mark.rule("ANKH-3.1", "ANKH-10.9")
def test_houses_of_scrolls_and_assassins_bring_a_point_too() -> None:
    position = at("red: h0 f37 scroll:6; blue: h9; yellow: h24; dice: 8").play("h37*")
    assert (points(position, RED), has(position, RED)) == ({"ore": 1}, {})
    position = at("red: h17 wood:1 wool:1; blue: h36; yellow: h24").play("roll 7 hire:wood+wool 6 +37")
    assert points(position, RED) == {"ore": 1}


@pytest.mark.rule("ANKH-3.2")
def test_points_stay_and_end_at_nine() -> None:
    position = at(f"red: h0 f37 {RICH} ore=8; blue: h9; yellow: h24; dice: 8").play("point:ore")
    assert points(position, RED) == {"ore": 9}
    assert refusal(position, "point:ore") == "3.2"
    position.play("h37")  # the tenth lapses
    assert points(position, RED) == {"ore": 9}


@pytest.mark.rule("ANKH-3.3", "ANKH-3.4", "ANKH-8.2")
def test_the_third_point_makes_a_member_and_president_at_once() -> None:
    position = at("red: h0 ore:5 ore=2; blue: h9; yellow: h24; dice: 8")
    assert "ore>wood" in legal(position)  # four for one
    position.play("point:ore")
    assert (president(position, "ore"), position.scores()) == (RED, (2, 1, 1))
    position.play("ore>wood ore>wood")
    assert has(position, RED) == {"wood": 2}


@pytest.mark.rule("ANKH-3.4")
def test_who_has_more_takes_over_and_a_tie_changes_nothing() -> None:
    position = at("red: h0 ore:4 ore=3; blue: h9 ore=4; yellow: h24; dice: 8")
    assert president(position, "ore") == BLUE
    position.play("point:ore")
    assert president(position, "ore") == BLUE
    assert position.scores() == (1, 2, 1)
    position.play("point:ore")
    assert president(position, "ore") == RED
    assert position.scores() == (2, 1, 1)
    position.play("end roll 3")
    assert "ore>wood" not in legal(position)
    assert points(position, BLUE) == {"ore": 4}  # still a member


@pytest.mark.rule("ANKH-3.5")
def test_a_president_with_nine_points_stays() -> None:
    position = at("red: h0 ore:4 ore=8; blue: h9 ore=9; yellow: h24; dice: 8").play("point:ore")
    assert points(position, RED) == {"ore": 9}
    assert president(position, "ore") == BLUE


@pytest.mark.rule("ANKH-3.6")
def test_the_first_two_points_cost_one_card_the_others_two() -> None:
    position = at("red: h0 f37 ore:6 wood:2 brick:1 wool:1 grain:1; blue: h9; yellow: h24; dice: 8").play("h37")
    for left in (5, 4, 2, 0):  # the point for building makes none of them dearer
        position.play("point:ore")
        assert has(position, RED).get("ore", 0) == left
    position.play("point:wood")  # each guild counts for itself
    assert refusal(position, "point:ore") == "3.6"
    position.play("end roll 3")
    assert has(position, RED) == {}
    assert bank(position)["ore"] == 19
    again = at("red: h0 ore:1 ore=2; blue: h9; yellow: h24; dice: 8; bought: ore=2")
    assert refusal(again, "point:ore") == "3.6"


@pytest.mark.rule("ANKH-3.6", "ANKH-4.2")
def test_points_are_bought_after_the_dice() -> None:
    assert refusal(at("red: h0 ore:1; blue: h9; yellow: h24"), "point:ore") == "4.2"


# ------------------------------------------------------------------------------------- 4. The turn


@pytest.mark.rule("ANKH-4.1")
def test_others_cannot_act_in_my_turn() -> None:
    position = at("red: h0; blue: h9 ore:4; yellow: h24; dice: 8")
    assert refusal(position, "end", BLUE) == "4.1"
    position.play("end")
    assert asked(position) == (BLUE,)
    position.play("roll 2 end roll 2 end")
    assert asked(position) == (RED,)


@pytest.mark.rule("ANKH-4.2", "ANKH-10.8")
def test_before_the_dice() -> None:
    position = at("red: h17 wood:2 wool:2 scroll:5 guard:1; blue: h36 ore:1; yellow: h24; thief: wood3")
    assert legal(position) == {"roll", "guard"} | {f"fix:{n}" for n in range(2, 13)}
    assert refusal(position, "wood>ore") == "4.2"
    position.play("guard")
    assert refusal(position, "hire:wood+wool") == "10.3"
    position.play("thief:ore4 ore fix:4")  # guard, theft and then the dice
    assert has(position, RED) == {"wood": 2, "wool": 2, "ore": 1}


@pytest.mark.rule("ANKH-4.3")
def test_two_dice() -> None:
    position = ANKH.setup("red: h0; blue: h9; yellow: h24").play("roll")
    assert [move.text for move in position.moves()] == [str(n) for n in range(2, 13)]
    assert weights(position) == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.rule("ANKH-4.3", "ANKH-10.8", "ANKH-7.6")
@pytest.mark.parametrize("total", range(2, 13))
def test_a_fixed_result_counts_like_a_rolled_one(total: int) -> None:
    diagram = "red: h0 v34 h28 scroll:5 shown:1 wood:1; blue: h36; yellow: h24; track: 2 3 4 5 12"
    rolled, fixed = at(diagram).play(f"roll {total}"), at(diagram).play(f"fix:{total}")
    assert fixed.state.scrolls[RED] == rolled.state.scrolls[RED] - 5
    assert rolled.movers == fixed.movers
    assert rolled.scores() == fixed.scores()
    assert rolled.state.hands.tolist() == fixed.state.hands.tolist()


@pytest.mark.rule("ANKH-4.4")
def test_cards_before_the_other_district_before_the_arrest() -> None:
    # 5: grain for red first, so that the library can take it; the arrest comes when the library is done
    position = at("red: h30 h10 shown:1; blue: h36; yellow: h24").play("roll 5")
    assert legal(position) == {"pass", "library:grain"}
    assert track(position) == {2, 3, 4, 5}
    position.play("library:grain")
    assert has(position, RED) == {"scroll": 2}
    assert track(position) == {2, 3, 4}


@pytest.mark.rule("ANKH-4.5")
def test_one_receipt_is_turned_down_in_every_own_turn() -> None:
    position = at("red: h17 receipts:2; blue: h36 receipts:1; yellow: h24").play("roll 7")
    assert list(position.state.receipts[:3]) == [2, 1, 0]  # not before the seven is dealt with
    position.play("pass")
    assert list(position.state.receipts[:3]) == [1, 1, 0]
    position.play("end roll 2")
    assert list(position.state.receipts[:3]) == [1, 0, 0]


@pytest.mark.rule("ANKH-4.6")
def test_anything_in_any_order_until_the_turn_ends() -> None:
    position = at(f"red: h0 {RICH}; blue: h9; yellow: h24; dice: 8")
    position.play("point:ore f1 h1 wool>ore receipts:ore point:grain end")
    assert asked(position) == (BLUE,)
    assert refusal(at("red: h0; blue: h9; yellow: h24; dice: 8"), "roll") == "4.6"


@pytest.mark.rule("ANKH-4.7", "ANKH-6.6")
def test_what_has_begun_is_decided_first() -> None:
    position = at("red: h17; blue: h36 ore:2; yellow: h37 wood:1").play("roll 7 thief:ore4")
    assert legal(position) == {"rob:blue", "rob:yellow"}
    assert refusal(position, "end") == "4.7"
    position = at("red: h0 ore:1; blue: h36 wood:1; yellow: h24; dice: 8").play("offer")
    assert refusal(position, "end") == "4.7"


# ------------------------------------------------------------------------------------- 5. What a result brings


@pytest.mark.rule("ANKH-5.1")
def test_houses_bring_one_card_villas_two() -> None:
    position, marks = drawn("ANKH-5.1")
    for chip in marks:
        after = position.copy().play(f"roll {chip.removeprefix('ore')}")
        assert (has(after, RED), has(after, BLUE), has(after, YELLOW)) == ({"ore": 3}, {"ore": 1}, {})


@pytest.mark.rule("ANKH-5.2")
def test_a_bank_that_runs_out() -> None:
    several = at("red: h0 v37; blue: h36; yellow: h24 ore:16; turn: red").play("roll 4")
    assert (has(several, RED), has(several, BLUE), bank(several)["ore"]) == ({}, {}, 3)
    alone = at("red: h0 v37; blue: h9; yellow: h24 ore:17; turn: red").play("roll 4")
    assert (has(alone, RED), bank(alone)["ore"]) == ({"ore": 2}, 0)
    enough = at("red: h0 v37; blue: h36; yellow: h24 ore:15; turn: red").play("roll 4")
    assert (has(enough, RED), has(enough, BLUE), bank(enough)["ore"]) == ({"ore": 3}, {"ore": 1}, 0)


@pytest.mark.rule("ANKH-5.2", "ANKH-5.4")
def test_the_beggars_get_what_the_bank_has_in_turn_order() -> None:
    position = at("red: h34; blue: h35; yellow: h24 wool:18; turn: blue").play("roll 3 show:wool")
    assert (has(position, RED), has(position, BLUE)) == ({}, {"wool": 1})
    position = at("red: h34; blue: h35; yellow: h24 wool:19; turn: blue").play("roll 3 show:wool")
    assert (has(position, RED), has(position, BLUE)) == ({}, {})


@pytest.mark.rule("ANKH-5.3")
def test_a_villa_acts_once_and_the_active_player_first() -> None:
    position = at("red: h10; blue: v12 h11; yellow: h24; turn: blue").play("roll 10")
    assert asked(position) == (BLUE,)
    position.play("take:ore take:ore")  # the villa once, the house once
    assert asked(position) == (RED,)
    position.play("take:wood")
    assert (has(position, BLUE), has(position, RED)) == ({"ore": 2}, {"wood": 1})
    assert asked(position) == (BLUE,)


@pytest.mark.rule("ANKH-5.4")
def test_the_richest_shows_a_card_for_the_beggars() -> None:
    position, marks = drawn("ANKH-5.4")
    for chip in marks:
        after = position.copy().play(f"roll {chip.removeprefix('beggars')}")
        # a 3 brings blue another card of wood first
        assert after.movers == (BLUE,)
        assert legal(after) == {"show:wood", "show:ore"}
        assert refusal(after, "show:wool") == "5.4"
        before = has(after, BLUE)
        after.play("show:ore")
        assert has(after, BLUE) == before
        assert has(after, RED) == {"wool": 1, "ore": 1}
        assert has(after, YELLOW) == {"grain": 1, "ore": 1}  # a villa once
        assert after.view(None).state.low[4, BLUE].tolist() == [before["wood"], 0, 0, 0, 1]


@pytest.mark.rule("ANKH-5.4")
def test_ties_among_the_richest_and_a_richest_who_profits() -> None:
    position = at("red: h9 ore:2; blue: h34 wood:2; yellow: h24 wool:2; turn: blue").play("roll 8")
    assert asked(position) == (BLUE,)
    position.play("show:wood")
    assert has(position, BLUE) == {"wood": 3}
    position = at("red: h9 ore:2; blue: h34 wood:1; yellow: h24 wool:2; turn: blue").play("roll 8")
    assert asked(position) == (YELLOW,)  # the first of the tied after blue


@pytest.mark.rule("ANKH-5.4")
@pytest.mark.parametrize("diagram", ["red: h34; blue: h0; yellow: h24", "red: h10 ore:3; blue: h0; yellow: h24"])
def test_nobody_shows_without_cards_or_beggars(diagram: str) -> None:
    position = at(diagram).play("roll 8")
    assert "end" in legal(position)


@pytest.mark.rule("ANKH-5.5")
def test_the_library() -> None:
    position = at("red: h10 v12 wood:1 ore:1; blue: h11; yellow: h8 wool:2; turn: red").play("roll 5")
    assert legal(position) == {"pass", "library:wood", "library:ore"}
    assert refusal(position, "library:grain") == "5.5"
    position.play("library:wood pass")  # a second building, not used
    assert has(position, RED) == {"ore": 1, "scroll": 2}
    assert asked(position) == (YELLOW,)  # blue has nothing to sell
    position.play("library:wool")  # one building, one card
    assert has(position, YELLOW) == {"wool": 1, "scroll": 2}
    assert bank(position)["wood"] == 19
    assert asked(position) == (RED,)
    assert not position.state.fire


@pytest.mark.rule("ANKH-5.6")
def test_the_laboratory() -> None:
    position, _ = drawn("ANKH-5.6")
    position.play("roll 10")
    assert legal(position) == {f"take:{kind}" for kind in KIND_NAMES}
    assert refusal(position, "pass") == "5.6"
    position.play("take:ore")
    assert (position.movers, bool(position.state.fire)) == ((BLUE,), False)
    position.play("take:ore")
    assert position.state.fire
    assert (has(position, RED), has(position, BLUE)) == ({"ore": 1}, {"ore": 1, "wood": 1})
    empty = at("red: h0; blue: h36; yellow: h24").play("roll 10")
    assert empty.state.fire  # although nobody was there


@pytest.mark.rule("ANKH-5.6", "ANKH-8.3")
def test_the_laboratory_gives_what_the_bank_has() -> None:
    position = at("red: h10; blue: h9 wood:19; yellow: h24 ore:19").play("roll 10")
    assert legal(position) == {"take:brick", "take:wool", "take:grain"}
    assert refusal(position, "take:ore") == "5.2"


@pytest.mark.rule("ANKH-5.7")
@pytest.mark.parametrize("total", [5, 10])
def test_a_burning_laboratory_only_stops_burning(total: int) -> None:
    position = at("red: h10 wood:1; blue: h9; yellow: h24; fire").play(f"roll {total}")
    assert not position.state.fire
    assert "end" in legal(position)
    again = position.play("end roll 2 end roll 2 end roll 10")
    assert legal(again) == {f"take:{kind}" for kind in KIND_NAMES}


@pytest.mark.rule("ANKH-5.7")
def test_by_an_option_the_library_works_through_the_fire() -> None:
    diagram = "red: h10 wood:1; blue: h9; yellow: h24; fire"
    position = at(diagram, library="works").play("roll 5")
    assert legal(position) == {"library:wood", "pass"}
    assert not position.state.fire
    position = at(diagram, library="works").play("roll 10")
    assert "end" in legal(position)
    assert not position.state.fire


@pytest.mark.rule("ANKH-5.7", "ANKH-6.5")
def test_a_blocked_library_still_puts_out_the_fire_and_a_five_does_not_light_it() -> None:
    position = at("red: h10 wood:1; blue: h9; yellow: h24; fire; thief: alchemists5", library="works").play("roll 5")
    assert (bool(position.state.fire), has(position, RED)) == (False, {"wood": 1})
    assert "end" in legal(position)
    assert not at("red: h0; blue: h9; yellow: h24").play("roll 5").state.fire


@pytest.mark.rule("ANKH-5.8")
def test_the_palace_is_announced_in_turn_and_counts_at_once() -> None:
    position, _ = drawn("ANKH-5.8")
    position.play("roll 4")
    assert legal(position) == {f"palace:{kind}" for kind in KIND_NAMES}
    position.play("palace:wool")
    assert points(position, RED) == {"wool": 3}  # not yet
    assert asked(position) == (BLUE,)
    position.play("palace:wool palace:ore")
    assert (points(position, RED), points(position, BLUE)) == ({"wool": 4}, {"wool": 4, "ore": 1})
    assert president(position, "wool") == RED
    position = drawn("ANKH-5.8")[0].play("roll 9 palace:ore palace:wool palace:wool")
    assert president(position, "wool") == BLUE


@pytest.mark.rule("ANKH-5.8")
def test_two_points_a_guild_at_most_from_the_palace() -> None:
    position = at("red: h26 h27 h29 wool:3; blue: h9; yellow: h24").play("roll 4 palace:wool palace:wool")
    assert legal(position) == {f"palace:{kind}" for kind in KIND_NAMES if kind != "wool"}
    assert refusal(position, "palace:wool") == "5.8"
    position.play("palace:ore")
    position.play("point:wool point:wool")  # not limited by it
    assert points(position, RED) == {"wool": 4, "ore": 1}
    assert has(position, RED) == {"wool": 1}


@pytest.mark.rule("ANKH-5.8")
def test_palace_points_that_no_guild_can_take_lapse() -> None:
    full = "wood=9 brick=9 wool=9 grain=9"
    position = at(f"red: h26 h27 {full} ore=8; blue: h9; yellow: h24").play("roll 4")
    assert legal(position) == {"palace:ore"}
    position.play("palace:ore")
    assert "end" in legal(position)


@pytest.mark.rule("ANKH-5.8", "ANKH-3.4")
def test_ties_after_the_palace() -> None:
    # vacant: two reach three together, and nobody presides until one leads alone
    position = at("red: h26 wool=2 wool:1; blue: h27 wool=2; yellow: h24").play("roll 4 palace:wool palace:wool")
    assert president(position, "wool") is None
    position.play("point:wool")
    assert president(position, "wool") == RED
    # two rivals pass the president together: he stays
    diagram = "red: h26 h29 wool=3; blue: h27 v28 wool=3; yellow: h24 wool=4 wool:1"
    position = at(diagram).play("roll 4 palace:wool palace:wool palace:wool palace:wool")
    assert president(position, "wool") == YELLOW
    position.play("end roll 2 end roll 2 point:wool")  # yellow draws level with five: still nobody leads alone
    assert president(position, "wool") == YELLOW


@pytest.mark.rule("ANKH-5.8", "ANKH-3.5")
def test_two_reach_nine_together() -> None:
    diagram = "red: h26 wool=8; blue: h27 wool=8; yellow: h24 wool=8; president: wool=yellow"
    position = at(diagram + "; turn: blue").play("roll 4 palace:wool palace:wool")
    assert president(position, "wool") == BLUE  # the first in turn order
    held = at("red: h26 wool=8; blue: h27 wool=8; yellow: h24; president: wool=red; turn: blue")
    assert president(held.play("roll 4 palace:wool palace:wool"), "wool") == RED  # the president is among them


@pytest.mark.rule("ANKH-5.9")
def test_the_university() -> None:
    position = at("red: h0 v2 scroll:99; blue: h3; yellow: h24").play("roll 11")
    assert [int(n) for n in position.state.scrolls] == [101, 1, 0, 0]


# ------------------------------------------------------------------------------------- 6. The seven and the thief


@pytest.mark.rule("ANKH-6.1")
def test_discards_at_the_same_time_and_hidden() -> None:
    position = at(
        "red: h0 wood:9; blue: h9 ore:8 scroll:20; yellow: h24 wool:7; green: h14 grain:9 receipts:1", 4
    ).play("roll 7")
    assert asked(position) == (RED, BLUE)
    assert refusal(position, "discard:wood", YELLOW) == "4.1"
    assert refusal(position, "discard:wood", BLUE) == "6.1"
    position.play("discard:ore discard:ore discard:ore discard:ore", BLUE)
    assert asked(position) == (RED,)
    assert position.view(YELLOW).movers == (RED, BLUE)  # nobody sees who is ready
    assert position.state.held[BLUE] == 8  # nothing has left the hand yet
    position.play("discard:wood discard:wood discard:wood discard:wood", RED)
    assert list(position.state.held) == [5, 4, 7, 9]
    assert asked(position) == (RED,)
    assert position.state.receipts[GREEN] == 1
    assert bank(position)["ore"] == 15


@pytest.mark.rule("ANKH-6.1", "ANKH-6.7")
def test_the_own_receipt_covers_the_own_seven() -> None:
    position = at("red: h0 wood:9 receipts:1; blue: h9; yellow: h24").play("roll 7")
    assert legal(position) == {"pass"}
    position.play("pass")
    assert position.state.receipts[RED] == 0


@pytest.mark.rule("ANKH-6.2", "ANKH-7.1", "ANKH-10.3")
def test_thief_or_assassin_or_neither() -> None:
    diagram = "red: h17 wood:1 wool:1 guard:1; blue: h36 ore:2; yellow: h24"
    seven = at(diagram).play("roll 7")
    guard = at(f"{diagram}; dice: 8").play("guard")
    early = at(diagram).play("guard")
    for position in (seven, guard):
        assert about(position, "hire") == {"hire:wood+wool"}
        assert "pass" in legal(position)
        assert len(about(position, "thief")) == 17
        assert refusal(position, "end") == "6.2"
    assert not about(early, "hire")
    assert about(early, "thief") == about(seven, "thief")
    early.play("pass roll 2")  # a guard without effect, and no second one in this turn
    assert "guard" not in legal(early)


@pytest.mark.rule("ANKH-6.3")
def test_a_licence() -> None:
    position, marks = drawn("ANKH-6.3")
    position.play("guard")
    goals = {text.removeprefix("thief:") for text in about(position, "thief")}
    assert goals == set(SPOT_NAMES) - {"shades", "thieves7", "alchemists10", "wool6"}
    assert refusal(position, "thief:alchemists10") == refusal(position, "thief:thieves7") == "6.3"
    assert refusal(position, "thief:shades") == "6.3"
    assert refusal(position, "thief:wool6") == "6.5"
    position.play(f"thief:{marks[0]}")
    assert asked(position) == (tablier.CHANCE,)
    position.play("ore")
    assert (has(position, RED), has(position, BLUE)) == ({"ore": 1}, {"ore": 1})


@pytest.mark.rule("ANKH-6.3")
def test_a_villa_is_a_licence_a_foundation_is_none() -> None:
    assert len(about(at("red: v17; blue: h36; yellow: h24").play("roll 7"), "thief")) == 17
    assert not about(at("red: h0 f17; blue: h36; yellow: h24").play("roll 7"), "thief")


@pytest.mark.rule("ANKH-6.4")
def test_without_a_licence_only_to_the_shades() -> None:
    position = at("red: h0; blue: h36 ore:2; yellow: h24; thief: wood3").play("roll 7")
    assert legal(position) == {"thief:shades", "pass"}
    assert refusal(position, "thief:ore4") == "6.4"
    position.play("thief:shades")
    assert has(position, RED) == {}
    position.play("end roll 7")
    assert refusal(position, "thief:shades") == "6.5"


@pytest.mark.rule("ANKH-6.5")
def test_only_one_chip_is_blocked() -> None:
    diagram = "red: h0 h26; blue: h36; yellow: h24; thief: "
    position = at(diagram + "ore4").play("roll 4")
    assert has(position, RED) == {}
    assert about(position, "palace")  # the same number elsewhere
    assert has(at(diagram + "ore4").play("roll 10"), RED) == {"ore": 1}  # the other number of the district
    position = at(diagram + "palace4").play("roll 4")
    assert not about(position, "palace")
    assert has(position, RED) == {"ore": 1}


@pytest.mark.rule("ANKH-6.6")
def test_robbing() -> None:
    position = at("red: h17 h38; blue: h36 ore:2 wood:1; yellow: v35 wool:1; green: h34", 4).play(
        "roll 7 thief:beggars3"
    )
    assert legal(position) == {"rob:blue", "rob:yellow"}
    assert refusal(position, "rob:green") == refusal(position, "rob:red") == "6.6"
    position.play("rob:blue")
    assert legal(position) == {"wood", "ore"}
    assert refusal(position, "wool") is None
    position.play("wood")
    assert has(position, RED) == {"wood": 1}
    assert "end" in legal(position)


@pytest.mark.rule("ANKH-6.6")
def test_only_thief_and_victim_know_the_stolen_card() -> None:
    ends = [
        at("red: h17; blue: h36 ore:1 wood:1; yellow: h24").play(f"roll 7 thief:ore4 {kind}")
        for kind in ("ore", "wood")
    ]
    assert len({p.view(YELLOW).key() for p in ends}) == len({p.view(None).key() for p in ends}) == 1
    assert len({p.view(RED).key() for p in ends}) == len({p.view(BLUE).key() for p in ends}) == 2


@pytest.mark.rule("ANKH-6.7")
def test_a_receipt_protects_and_stays() -> None:
    position = at("red: h17; blue: h36 ore:2 receipts:1; yellow: h37 wood:1").play("roll 7 thief:ore4")
    assert asked(position) == (tablier.CHANCE,)  # yellow is the only victim
    position.play("wood")
    assert position.state.receipts[BLUE] == 1
    position = at("red: h17; blue: h36 ore:2 receipts:1; yellow: h24").play("roll 7 thief:ore4")
    assert "end" in legal(position)  # moved, but nobody to rob
    three = at("red: h17; blue: h36 ore:2 receipts:1; yellow: h37 wood:1; green: h38 wool:1", 4).play(
        "roll 7 thief:ore4"
    )
    assert refusal(three, "rob:blue") == "6.7"


@pytest.mark.rule("ANKH-6.8")
@pytest.mark.parametrize(("cards", "receipts", "drawn_one"), [(7, 1, False), (6, 1, True), (7, 0, True)])
def test_a_full_hand_under_a_receipt(cards: int, receipts: int, drawn_one: bool) -> None:
    diagram = f"red: h17 wood:{cards} receipts:{receipts}; blue: h36 ore:2; yellow: h24"
    position = at(diagram).play("roll 7 thief:ore4")
    assert (asked(position) == (tablier.CHANCE,)) == drawn_one
    position = at(diagram, full_hand="may steal").play("roll 7 thief:ore4")
    assert asked(position) == (tablier.CHANCE,)


# ------------------------------------------------------------------------------------- 7. Assassins and guards


@pytest.mark.rule("ANKH-7.1", "ANKH-7.2")
def test_what_hiring_takes() -> None:
    position = at("red: h0 wood:1 wool:1; blue: h36; yellow: h24").play("roll 7")
    assert about(position, "hire") == {"hire:wood+wool"}  # no licence needed
    position = at("red: h0 h1 h2 h3 h4 wood:1 wool:1; blue: h36; yellow: h24").play("roll 7")
    assert refusal(position, "hire:wood+wool") == "7.2"  # no house left


@pytest.mark.rule("ANKH-7.2")
def test_no_free_site_no_assassin() -> None:
    crowded = (
        "red: h0 h1 h2 h3 f4 f5 v6 v7 v8 wood:1 wool:1; blue: h9 h10 h11 h12 h13 v14 v15 v16 v17 f18 f19; "
        "yellow: h20 h21 h22 h23 h24 v25 v26 v27 v28 f29 f30; green: h31 h32 h33 h34 h35 v36 v37 v38"
    )
    assert about(at(crowded, 4).play("roll 7"), "hire")  # site 39 is free
    assert refusal(at(f"{crowded} v39", 4).play("roll 7"), "hire:wood+wool") == "7.2"


@pytest.mark.rule("ANKH-7.3")
def test_the_bounty() -> None:
    position = at("red: h17 wood:2 ore:3; blue: h36; yellow: h24").play("roll 7")
    assert not about(position, "hire")
    assert refusal(position, "hire:wood+wool") == "7.3"
    position = at("red: h17 wood:1 brick:1 wool:1 grain:1; blue: h36; yellow: h24").play("roll 7")
    assert len(about(position, "hire")) == 6
    position.play("hire:brick+grain")
    assert has(position, RED) == {"wood": 1, "wool": 1}
    assert bank(position)["grain"] == 19


@pytest.mark.rule("ANKH-7.4")
def test_the_assassin_goes_to_the_highest_free_cell_and_stays() -> None:
    position = at("red: h0 wood:1 wool:1; blue: h36; yellow: h24; track: 2 3 4 5 12 10").play("roll 7 hire:wood+wool")
    assert track(position) == {2, 3, 4, 5, 10, 11, 12}
    assert legal(position) == set("123456")
    position.play("1")
    assert track(position) == {2, 3, 4, 5, 10, 11, 12}
    assert "end" in legal(position)
    assert position.scores()[RED] == 1
    full = at("red: h0 wood:1 wool:1; blue: h36; yellow: h24; track: 2 3 4 5 6 8 9 10 11 12").play("roll 7")
    assert refusal(full, "hire:wood+wool") == "7.4"
    used = at("red: h0 wood:1 wool:1; blue: h36 arrested:3; yellow: h24 arrested:5; track: 2 3 4 5").play("roll 7")
    assert refusal(used, "hire:wood+wool") == "7.4"


@pytest.mark.rule("ANKH-7.4")
@pytest.mark.parametrize(
    ("own", "succeeds"),
    [("h0", "56"), ("h17", "456"), ("h16 v17", "3456"), ("h16 v17 h18", "23456"), ("h16 v17 h18 h19", "23456")],
)
def test_the_assassins_table(own: str, succeeds: str) -> None:
    position = at(f"red: {own} wood:1 wool:1; blue: h36; yellow: h24").play("roll 7 hire:wood+wool")
    for face in "123456":
        after = position.copy().play(face)
        assert bool(about(after, "+")) == (face in succeeds)


@pytest.mark.rule("ANKH-7.5")
def test_the_estate() -> None:
    position, marks = drawn("ANKH-7.5")
    position.play("guard hire:wood+wool 4")
    assert sites(position, "+") == set(range(40)) - {17, 24, 36}
    assert refusal(position, "pass") == "7.5"
    assert refusal(position, "+24") == "1.3"
    position.play(f"+{marks[0]}")
    assert pieces(position.state.houses[RED]) == {4, 17}
    assert "end" in legal(position)


@pytest.mark.rule("ANKH-7.5", "ANKH-7.2")
def test_an_optional_estate_and_a_foundation_in_the_way() -> None:
    diagram = "red: h17 f16 wood:1 wool:1; blue: h36; yellow: h24"
    position = at(diagram, estate="optional").play("roll 7 hire:wood+wool 6")
    assert 16 not in sites(position, "+")
    position.play("pass")
    assert pieces(position.state.houses[RED]) == {17}
    assert "end" in legal(position)


@pytest.mark.rule("ANKH-7.6")
@pytest.mark.parametrize("total", [2, 3, 4, 5, 12, 6, 9])
def test_arrests(total: int) -> None:
    position, _ = drawn("ANKH-7.6")
    position.play(f"roll {total}")
    caught = total in (2, 3, 4, 5, 12)
    assert position.scores()[RED] == 1 + caught
    assert (total in track(position)) is False
    assert (int(position.state.shown[RED]), int(position.state.arrests[RED])) == (1 - caught, caught)


@pytest.mark.rule("ANKH-7.6")
def test_when_a_guard_comes_in_time() -> None:
    early = at("red: h0 guard:1; blue: h36; yellow: h24").play("guard pass roll 3")
    assert early.scores()[RED] == 2
    late = at("red: h0 guard:1; blue: h36; yellow: h24").play("roll 3 guard pass")
    assert late.scores()[RED] == 1
    others = at("red: h0; blue: h36 shown:1; yellow: h24").play("roll 3")
    assert others.scores()[BLUE] == 1
    twice = at("red: h0 shown:2; blue: h36; yellow: h24").play("roll 3")
    assert twice.scores()[RED] == 2  # one arrest


@pytest.mark.rule("ANKH-7.6")
def test_optional_arrests() -> None:
    position = at("red: h0 shown:1; blue: h36; yellow: h24", arrest="optional").play("roll 3")
    assert legal(position) == {"arrest", "pass"}
    assert refusal(position, "end") == "7.6"
    assert position.copy().play("arrest").scores()[RED] == 2
    spared = position.play("pass")
    assert (spared.scores()[RED], 3 in track(spared)) == (1, True)


# ------------------------------------------------------------------------------------- 8. Trade


@pytest.mark.rule("ANKH-8.1", "ANKH-8.2")
def test_rates_of_the_bank() -> None:
    for own, needed in (("", 4), ("ore=3", 3), ("ore=4", 2)):
        diagram = "red: h0 ore:{} {}; blue: h36 ore=3; yellow: h24; president: ore={}; dice: 8"
        boss = "red" if own == "ore=4" else "blue"
        assert not about(at(diagram.format(needed - 1, own, boss)), "ore>")
        position = at(diagram.format(needed, own, boss))
        assert about(position, "ore>") == {f"ore>{kind}" for kind in KIND_NAMES if kind != "ore"}
        assert refusal(position, "ore>ore") == "8.1"
        assert refusal(position, "wood>ore") == "8.2"
        assert has(position.play("ore>wool"), RED) == {"wool": 1}
    other_kind = at("red: h0 wood:3 ore=4; blue: h36; yellow: h24; president: ore=red; dice: 8")
    assert not about(other_kind, "wood>")


@pytest.mark.rule("ANKH-8.3", "ANKH-10.6")
def test_the_bank_gives_what_it_has() -> None:
    position = at("red: h0 ore:4 scroll:2; blue: h36 wool:19; yellow: h24; dice: 8")
    assert refusal(position, "ore>wool") == refusal(position, "take:wool*") == "8.3"
    assert "ore>wood" in legal(position)


@pytest.mark.rule("ANKH-8.4")
def test_offers_are_made_after_the_dice_and_so_many_in_a_turn() -> None:
    diagram = "red: h0 ore:2; blue: h36 wood:1; yellow: h24 wool:1"
    assert refusal(at(diagram), "offer") == "4.2"
    for cap in (0, 1, 2, 4):
        position = at(f"{diagram}; dice: 8", offers=cap)
        for _ in range(cap):
            position.play("offer give:ore want:wood propose").play("refuse", BLUE).play("refuse", YELLOW)
        assert refusal(position, "offer") == "8.4"
        position.play("end roll 2 end roll 2 end roll 2")
        assert ("offer" in legal(position)) == (cap > 0)


@pytest.mark.rule("ANKH-8.4")
def test_offers_without_a_limit() -> None:
    position = at("red: h0 ore:2; blue: h36 wood:1; yellow: h24 wool:1; offered: 99; dice: 8", offers="unlimited")
    for _ in range(40):
        position.play("offer give:ore want:wood propose").play("refuse", BLUE).play("refuse", YELLOW)
    assert "offer" in legal(position)


@pytest.mark.rule("ANKH-8.4", "ANKH-8.8")
def test_a_trade_of_cards_and_scrolls() -> None:
    position = at("red: h0 ore:2 scroll:1; blue: h36 wood:1 scroll:1; yellow: h24 scroll:2; dice: 8")
    position.play("offer give:ore give:scroll want:wood propose")
    assert asked(position) == (BLUE, YELLOW)
    assert legal(position, YELLOW) == {"refuse"}
    position.play("refuse", YELLOW).play("accept", BLUE)
    assert (has(position, RED), has(position, BLUE)) == ({"ore": 1, "wood": 1}, {"ore": 1, "scroll": 2})
    assert asked(position) == (RED,)
    assert list(position.state.held[:2]) == [2, 1]


@pytest.mark.rule("ANKH-8.5")
def test_what_can_be_offered() -> None:
    position, _ = drawn("ANKH-8.5")
    position.play("offer")
    assert about(position, "give") == {"give:ore", "give:scroll"}
    assert about(position, "want") == {f"want:{good}" for good in GOOD_NAMES}
    assert refusal(position, "propose") == refusal(position, "give:wood") == "8.5"
    position.play("give:ore")
    assert not {"want:ore", "propose"} & legal(position)
    assert position.copy().play("give:ore").state.give[RED].tolist() == [0, 0, 0, 0, 2, 0]
    assert "give:ore" not in legal(position.copy().play("give:ore"))
    assert legal(position.copy().play("want:wood")) == {"give:ore", "give:scroll", "propose"}
    scrolls = position.copy().play("want:scroll")
    assert legal(scrolls) == {"give:ore", "want:scroll", "propose"}
    assert legal(scrolls.play("want:scroll")) == {"give:ore", "propose"}
    two = position.copy().play("give:scroll")
    assert about(two, "want") == {f"want:{kind}" for kind in KIND_NAMES if kind != "ore"}


@pytest.mark.rule("ANKH-8.5")
def test_an_offer_can_always_be_completed() -> None:
    # yellow's scroll is all that could be asked for, so red cannot offer its own
    position = at("red: h0 ore:1 scroll:1; blue: h36; yellow: h24 scroll:1; dice: 8").play("offer")
    assert legal(position) == {"give:ore", "want:scroll"}
    none = at("red: h0 scroll:1; blue: h36; yellow: h24 scroll:1; dice: 8")
    assert refusal(none, "offer") == "8.5"
    assert refusal(at("red: h0; blue: h36 ore:1; yellow: h24; dice: 8"), "offer") == "8.5"


@pytest.mark.rule("ANKH-8.5")
def test_an_offer_has_at_most_127_scrolls_on_a_side() -> None:
    position = at("red: h0 wood:2 scroll:100; blue: h36 ore:2 wool:1 scroll:100; yellow: h24 ore:1; dice: 8")
    position.play("offer give:wood" + " want:scroll" * 100 + " propose").play("accept", BLUE).play("refuse", YELLOW)
    assert position.state.scrolls.tolist() == [200, 0, 0, 0]
    given = position.copy().play("offer" + " give:scroll" * 127)
    assert refusal(given, "give:scroll") == "8.5"
    given.play("want:ore propose").play("accept", BLUE).play("refuse", YELLOW)
    assert given.state.scrolls.tolist() == [73, 127, 0, 0]
    wanted = position.play("end roll 2 offer give:ore" + " want:scroll" * 127)
    assert refusal(wanted, "want:scroll") == "8.5"
    assert {"want:brick", "propose"} <= legal(wanted)


@pytest.mark.rule("ANKH-8.6", "ANKH-8.7")
def test_answers_at_the_same_time_and_hidden() -> None:
    position = at("red: h0 ore:2; blue: h36 wood:1; yellow: h24 wood:1; green: h14 wool:1; dice: 8", 4)
    position.play("offer give:ore want:wood propose")
    assert asked(position) == (BLUE, YELLOW, GREEN)
    assert legal(position, GREEN) == {"refuse"}
    assert refusal(position, "accept", GREEN) == "8.6"
    assert refusal(position, "counter", GREEN) == "8.7"
    before = position.view(RED).key(), position.view(YELLOW).key(), position.view(None).key()
    position.play("accept", BLUE)
    assert before == (position.view(RED).key(), position.view(YELLOW).key(), position.view(None).key())
    assert refusal(position, "refuse", BLUE) == "4.1"
    position.play("refuse", GREEN).play("refuse", YELLOW)
    assert has(position, RED) == {"wood": 1, "ore": 1}
    lapsed = at("red: h0 ore:2; blue: h36 wood:1; yellow: h24; dice: 8").play("offer give:ore want:wood propose")
    lapsed.play("refuse", BLUE).play("refuse", YELLOW)
    assert asked(lapsed) == (RED,)
    assert "end" in legal(lapsed)
    assert not any(map(any, lapsed.state.give))


@pytest.mark.rule("ANKH-8.7", "ANKH-8.8")
def test_counter_offers() -> None:
    diagram = "red: h0 ore:2 wool:1; blue: h36 wood:2; yellow: h24 grain:1; dice: 8"
    position = at(diagram, counter=True).play("offer give:ore want:wood propose")
    assert legal(position, YELLOW) == {"refuse", "counter"}
    hidden = position.view(RED).key()
    position.play("counter want:wool give:grain", YELLOW)
    assert position.view(RED).key() == hidden
    assert legal(position, YELLOW) == {"want:wool", "propose"} | {f"want:{k}" for k in ("wood", "brick", "ore")}
    position.play("propose", YELLOW).play("counter give:wood give:wood want:ore propose", BLUE)
    assert legal(position) == {"deal:blue", "deal:yellow", "pass"}
    assert has(position.copy().play("deal:blue"), RED) == {"ore": 1, "wool": 1, "wood": 2}
    assert has(position.copy().play("deal:yellow"), RED) == {"ore": 2, "grain": 1}
    assert has(position.copy().play("pass"), RED) == {"ore": 2, "wool": 1}
    # what red does not hold cannot be dealt for
    position = at(diagram, counter=True).play("offer give:ore want:wood propose").play("refuse", BLUE)
    position.play("counter want:brick give:grain propose", YELLOW)
    assert legal(position) == {"pass"}


@pytest.mark.rule("ANKH-8.8")
def test_choosing_among_several() -> None:
    diagram = "red: h0 ore:2; blue: h36 wood:1; yellow: h24 wood:1 wool:1; dice: 8"
    position = at(diagram, counter=True).play("offer give:ore want:wood propose")
    both = position.copy().play("accept", BLUE).play("accept", YELLOW)
    assert legal(both) == {"deal:blue", "deal:yellow"}  # the offer binds
    assert refusal(both, "pass") == "8.8"
    assert has(both.play("deal:yellow"), YELLOW) == {"wool": 1, "ore": 1}
    mixed = position.play("accept", BLUE).play("counter give:wool want:ore propose", YELLOW)
    assert legal(mixed) == {"deal:blue", "deal:yellow"}
    assert has(mixed.play("deal:yellow"), RED) == {"ore": 1, "wool": 1}


# ------------------------------------------------------------------------------------- 9. Building


@pytest.mark.rule("ANKH-9.1")
def test_a_foundation_costs_wood_and_brick() -> None:
    position = at("red: h0 wood:1 brick:1; blue: h36; yellow: h24; dice: 8").play("f1")
    assert (has(position, RED), pieces(position.state.foundations[RED])) == ({}, {1})
    assert refusal(position, "f2") == "9.1"
    assert refusal(at("red: h0 wood:1 brick:1; blue: h1; yellow: h24; dice: 8"), "f1") == "9.1"
    other = at("red: h0 wood:1 brick:1; blue: h36 f1; yellow: h24; dice: 8")
    assert refusal(other, "f1") == "9.1"


@pytest.mark.rule("ANKH-9.2")
def test_the_reach_of_foundations() -> None:
    position, marks = drawn("ANKH-9.2")
    assert sites(position, "f") == {int(mark) for mark in marks} - {21}
    assert refusal(position, "f21") == "9.2"


@pytest.mark.rule("ANKH-9.2")
@pytest.mark.parametrize(("guilds", "count"), [(0, 3), (1, 7), (2, 11), (3, 15), (4, 19), (5, 25)])
def test_one_edge_more_for_each_membership(guilds: int, count: int) -> None:
    member = " ".join(f"{kind}=3" for kind in KIND_NAMES[:guilds])
    reach = sites(at(f"red: v0 wood:1 brick:1 {member}; blue: h19; yellow: h17; dice: 8"), "f")
    assert len(reach - {17, 19}) + len({17, 19} & reach) == count
    passed = sites(at(f"red: v0 wood:1 brick:1 {member}; blue: h1; yellow: h2 h39; dice: 8"), "f")
    assert passed == reach - {1, 2, 39}  # taken sites on the way do not matter


@pytest.mark.rule("ANKH-9.2")
def test_reach_is_not_measured_from_foundations() -> None:
    position = at("red: h0 f2 wood:1 brick:1; blue: h36; yellow: h24; dice: 8")
    assert sites(position, "f") == {1, 39}


@pytest.mark.rule("ANKH-9.3")
def test_two_foundations_at_a_time() -> None:
    position = at(f"red: h0 f1 f2 {RICH}; blue: h36; yellow: h24; dice: 8")
    assert refusal(position, "f39") == "9.3"
    position.play("h1")
    assert 39 in sites(position, "f")
    assert refusal(at(f"red: h0 {RICH}; blue: h36 f1; yellow: h24; dice: 8"), "h1") == "9.4"


@pytest.mark.rule("ANKH-9.4", "ANKH-9.5")
def test_foundation_house_and_villa_in_one_turn() -> None:
    position = at(f"red: h0 {RICH}; blue: h36; yellow: h24; dice: 8").play("f1 h1 v1")
    assert has(position, RED) == {"wood": 3, "brick": 3, "wool": 4, "grain": 2, "ore": 2}
    s = position.state
    assert [pieces(field[RED]) for field in (s.foundations, s.houses, s.villas)] == [set(), {0}, {1}]
    assert position.scores()[RED] == 3
    assert refusal(position, "h2") == "9.4"
    assert refusal(position, "v1") == "9.5"
    assert refusal(at("red: h0 f1; blue: h36; yellow: h24; dice: 8"), "h1") == "9.4"
    assert refusal(at("red: h0 f1; blue: h36; yellow: h24; dice: 8"), "v0") == "9.5"


@pytest.mark.rule("ANKH-9.6", "ANKH-9.5")
def test_pieces_in_supply() -> None:
    position = at(f"red: h0 h2 h3 h4 h5 f1 {RICH}; blue: h36; yellow: h24; dice: 8")
    assert refusal(position, "h1") == "9.6"
    assert "h1" in legal(position.play("v0"))  # the house has come back
    position = at(f"red: h0 v2 v3 v4 v5 {RICH}; blue: h36; yellow: h24; dice: 8")
    assert refusal(position, "v0") == "9.6"
    assert refusal(at("red: h0 h2 h3 h4 h5 f1 scroll:9; blue: h36; yellow: h24; dice: 8"), "h1*") == "9.6"


@pytest.mark.rule("ANKH-9.7")
@pytest.mark.parametrize("receipts", [0, 1])
def test_receipts(receipts: int) -> None:
    position = at(f"red: h0 wood:1 ore:1 receipts:{receipts}; blue: h36; yellow: h24; dice: 8")
    assert about(position, "receipts") == {"receipts:wood", "receipts:ore"}
    position.play("receipts:ore")
    assert (int(position.state.receipts[RED]), has(position, RED)) == (2, {"wood": 1})
    assert refusal(position, "receipts:wood") == "9.7"


# ------------------------------------------------------------------------------------- 10. Tokens and scrolls


@pytest.mark.rule("ANKH-10.1")
def test_buying_tokens() -> None:
    position = at("red: h0 ore:1 wool:1 grain:1; blue: h36; yellow: h24; dice: 8").play("token guard")
    assert (has(position, RED), int(position.state.tokens[RED])) == ({}, 1)
    assert refusal(position, "token") == "10.1"
    out = at(f"red: h0 {RICH} scroll:4 guard:4 shown:3; blue: h36 guard:7 vetinari:3; yellow: h24 vetinari:2; dice: 8")
    assert refusal(out, "token") == refusal(out, "token*") == "10.1"


@pytest.mark.rule("ANKH-10.2")
def test_one_guard_in_a_turn_and_none_bought_in_it() -> None:
    bought = at("red: h0 ore:1 wool:1 grain:1; blue: h36; yellow: h24; dice: 8").play("token guard")
    assert refusal(bought, "guard") == "10.2"
    bought.play("end roll 3 end roll 3 end")
    assert "guard" in legal(bought)
    assert "guard" not in legal(at("red: h0 guard:2 new:2; blue: h36; yellow: h24; dice: 8"))
    assert "guard" in legal(at("red: h0 guard:2 new:1; blue: h36; yellow: h24; dice: 8"))
    early = at("red: h0 guard:2; blue: h36; yellow: h24").play("guard pass roll 12")
    assert refusal(early, "guard") == "10.2"
    assert refusal(at("red: h0 vetinari:1; blue: h36; yellow: h24"), "guard") == "10.2"


@pytest.mark.rule("ANKH-10.3")
def test_a_guard_stays_face_up() -> None:
    position = at("red: h17 guard:1; blue: h36 ore:1; yellow: h24").play("guard thief:ore4 ore")
    assert "roll" in legal(position)
    assert (int(position.state.shown[RED]), int(position.state.tokens[RED])) == (1, 0)


@pytest.mark.rule("ANKH-10.5", "ANKH-10.6", "ANKH-10.7", "ANKH-10.8", "ANKH-10.9")
def test_two_actions_with_scrolls_in_a_turn() -> None:
    position = at("red: h0 f1 scroll:40; blue: h36; yellow: h24").play("fix:2 take:ore*")
    assert (has(position, RED), int(position.state.scroll_actions)) == ({"ore": 1, "scroll": 33}, 2)
    for ply in ("take:ore*", "token*", "h1*", "v0*"):
        assert refusal(position, ply) == "10.5"
    twice = at("red: h0 scroll:4; blue: h36; yellow: h24; dice: 8").play("take:ore* take:ore*")
    assert has(twice, RED) == {"ore": 2}
    used = at("red: h0 scroll:40; blue: h36; yellow: h24")
    used.state.scroll_actions = 2
    assert refusal(used, "fix:2") == "10.5"


@pytest.mark.rule("ANKH-10.6", "ANKH-10.7", "ANKH-10.8", "ANKH-10.9")
@pytest.mark.parametrize(
    ("ply", "price", "rule_id"),
    [("take:ore*", 2, "10.6"), ("token*", 4, "10.7"), ("fix:7", 5, "10.8"), ("h1*", 6, "10.9"), ("v0*", 7, "10.9")],
)
def test_prices_in_scrolls(ply: str, price: int, rule_id: str) -> None:
    dice = "" if ply == "fix:7" else "; dice: 8"
    diagram = "red: h0 f1 scroll:{}; blue: h36; yellow: h24" + dice
    assert refusal(at(diagram.format(price - 1)), ply) == rule_id
    assert at(diagram.format(price)).play(ply).state.scrolls[RED] == 0


@pytest.mark.rule("ANKH-10.9")
def test_scrolls_replace_the_cards_only() -> None:
    position = at("red: h0 scroll:20; blue: h36; yellow: h24; dice: 8")
    assert refusal(position, "h1*") == "9.4"
    assert refusal(position, "v1*") == "9.5"


@pytest.mark.rule("ANKH-10.10")
def test_promotion_takes_three_unused_guards_once() -> None:
    position = at("red: h0 shown:6; blue: h36; yellow: h24; dice: 8").play("promote")
    assert (int(position.state.shown[RED]), position.scores()[RED]) == (3, 3)
    assert refusal(position, "promote") == "10.10"
    assert refusal(at("red: h0 shown:2 arrested:2; blue: h36; yellow: h24; dice: 8"), "promote") == "10.10"
    seven = at("red: h0 shown:2 guard:1; blue: h36; yellow: h24").play("roll 7 pass guard pass promote")
    assert seven.scores()[RED] == 3  # on a seven, and with a guard just played
    assert refusal(at("red: h0 shown:3; blue: h36; yellow: h24"), "promote") == "4.2"
    arrest_first = at("red: h0 shown:3; blue: h36; yellow: h24").play("roll 3")
    assert refusal(arrest_first, "promote") == "10.10"


@pytest.mark.rule("ANKH-10.11")
def test_captain_and_sergeants() -> None:
    position = at("red: h0 shown:3; blue: h36 shown:3; yellow: h24 shown:3; dice: 8; track: 12").play(
        "promote end roll 8 promote"
    )
    position.play("end roll 8 promote")
    assert position.scores() == (3, 2, 2)
    assert "captain" in str(position)


# ------------------------------------------------------------------------------------- 11. The end

ELEVEN = "h0 h1 h2 h3 h4 v5 v6 v7"


@pytest.mark.rule("ANKH-11.1", "ANKH-11.2")
def test_twelve_points_win() -> None:
    position = at(f"red: {ELEVEN} ore:1 ore=2; blue: h36; yellow: h24; dice: 8").play("point:ore")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.reason) == ((12, 1, 1), (0,), "points")
    assert position.why(position.parse("end", RED).action, RED) == "ANKH-11.3"


@pytest.mark.rule("ANKH-11.2")
def test_what_counts() -> None:
    position = at(
        "red: h0 v1 f2 arrested:2 vetinari:1 captain ore=3 scroll:9; blue: h36 sergeant; yellow: h24; dice: 8"
    )
    assert position.scores() == (1 + 2 + 2 + 1 + 2 + 1, 2, 1)


@pytest.mark.rule("ANKH-11.3", "ANKH-10.4")
def test_a_hidden_vetinari_wins_even_when_just_bought() -> None:
    position = at(f"red: {ELEVEN} ore:1 wool:1 grain:1; blue: h36; yellow: h24; dice: 8").play("token vetinari")
    assert position.outcome() is not None


@pytest.mark.rule("ANKH-11.3")
def test_what_would_follow_does_not_happen() -> None:
    # the palace brings the presidency and the twelfth point: no arrest, and the receipt stays up
    position = at(f"red: {ELEVEN} h26 receipts:1 shown:1 ore=2; blue: h36; yellow: h24".replace("h4 ", ""))
    position.play("roll 4 palace:ore")
    assert position.outcome() is not None
    assert position.scores()[RED] == 12
    assert (int(position.state.receipts[RED]), 4 in track(position)) == (1, True)


@pytest.mark.rule("ANKH-11.3")
def test_twelve_points_in_anothers_turn_win_in_ones_own() -> None:
    diagram = "red: h0; blue: h1 h2 h3 h26 v5 v6 v7 vetinari:1 ore=2; yellow: h24"
    position = at(diagram).play("roll 4 palace:ore")
    assert position.scores()[BLUE] == 12
    assert position.outcome() is None
    position.play("end")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winners == (BLUE,)
    assert position.state.result == 0  # before the dice
    lost = at(diagram.replace("h0;", "h0 ore:4;")).play("roll 4 palace:ore")
    lost.play("point:ore point:ore point:ore end")
    assert lost.scores()[BLUE] == 12  # three each: a tie changes nothing
    assert lost.outcome() is not None


@pytest.mark.rule("ANKH-11.3")
def test_points_lost_again_before_ones_turn_do_not_win() -> None:
    diagram = "red: h0 ore:6; blue: h1 h2 h3 h26 v5 v6 v7 vetinari:1 ore=2; yellow: h24"
    position = at(diagram).play("roll 4 palace:ore point:ore point:ore point:ore point:ore end")
    assert president(position, "ore") == RED
    assert position.outcome() is None


@pytest.mark.rule("ANKH-11.4")
def test_the_other_places() -> None:
    position = at(f"red: {ELEVEN} ore:1 ore=2; blue: h36 h37; yellow: h24 v25; green: h26 h28; dice: 8", 4).play(
        "point:ore"
    )
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.ranks == (0, 2, 1, 2)
    assert position.view(None).key() == position.key()
