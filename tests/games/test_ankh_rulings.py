"""Where the text of the scenario is silent or doubtful, what was decided, and which test shows it: one line a ruling.

The rulebook says the same in its last chapter and in the rule named here; the tests are in ``test_ankh_rules``.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

import pytest

from tablier import rulebook


class Ruling(NamedTuple):
    """A decision, the rule that states it, and the tests that show it, without ``test_``."""

    decided: str
    rule: str
    tests: str


RULINGS = {
    1: Ruling("the third house brings two cards of its guild", "2.3", "two_cards_for_the_third_house"),
    2: Ruling("first houses bring guild points", "2.2", "three_first_houses_at_one_guild_make_a_president"),
    3: Ruling("a villa brings a point again", "3.1", "a_house_and_a_villa_bring_a_point_each"),
    4: Ruling("so does any house", "3.1", "houses_of_scrolls_and_assassins_bring_a_point_too"),
    5: Ruling("two points at one card, then two", "3.6", "the_first_two_points_cost_one_card_the_others_two"),
    6: Ruling("points are paid in the guild's kind", "3.6", "the_first_two_points_cost_one_card_the_others_two"),
    7: Ruling("points are bought after the dice", "3.6", "points_are_bought_after_the_dice"),
    8: Ruling("membership spends nothing", "3.3", "the_third_point_makes_a_member_and_president_at_once"),
    9: Ruling("a tie leaves the office as it is", "3.4", "who_has_more_takes_over_and_a_tie_changes_nothing"),
    10: Ruling("the palace counts first, then judges", "5.8", "ties_after_the_palace"),
    11: Ruling(
        "nine points are for good; two at once", "5.8", "a_president_with_nine_points_stays two_reach_nine_together"
    ),
    12: Ruling("nine is the end", "3.2", "points_stay_and_end_at_nine"),
    13: Ruling("a lost office, a kept membership", "3.4", "who_has_more_takes_over_and_a_tie_changes_nothing"),
    14: Ruling("the rate is that of the card given", "8.2", "rates_of_the_bank"),
    15: Ruling("two palace points a guild", "5.8", "two_points_a_guild_at_most_from_the_palace"),
    16: Ruling("announced in turn, compulsory", "5.8", "the_palace_is_announced_in_turn_and_counts_at_once"),
    17: Ruling("a villa acts once", "5.3", "a_villa_acts_once_and_the_active_player_first"),
    18: Ruling("each building acts", "5.9", "the_library the_laboratory the_university"),
    19: Ruling("the richest shows a card of choice", "5.4", "the_richest_shows_a_card_for_the_beggars"),
    20: Ruling("of several the first in turn", "5.4", "ties_among_the_richest_and_a_richest_who_profits"),
    21: Ruling("no cards or no beggars: nothing", "5.4", "nobody_shows_without_cards_or_beggars"),
    22: Ruling("the library is optional", "5.5", "the_library"),
    23: Ruling("the laboratory always burns", "5.6", "the_laboratory"),
    24: Ruling(
        "the roll that puts the fire out",
        "5.7",
        "a_burning_laboratory_only_stops_burning by_an_option_the_library_works_through_the_fire",
    ),
    25: Ruling(
        "a five lights nothing", "5.7", "a_blocked_library_still_puts_out_the_fire_and_a_five_does_not_light_it"
    ),
    26: Ruling(
        "the library can be blocked", "5.7", "a_blocked_library_still_puts_out_the_fire_and_a_five_does_not_light_it"
    ),
    27: Ruling("one chip is blocked", "6.5", "only_one_chip_is_blocked"),
    28: Ruling("who can be robbed", "6.6", "robbing a_receipt_protects_and_stays"),
    29: Ruling(
        "the licence", "6.3", "a_licence a_villa_is_a_licence_a_foundation_is_none without_a_licence_only_to_the_shades"
    ),
    30: Ruling("nothing has to be done on a seven", "6.2", "thief_or_assassin_or_neither"),
    31: Ruling("a guard may be played for nothing", "10.3", "a_guard_stays_face_up"),
    32: Ruling("one guard a turn, no new one", "10.2", "one_guard_in_a_turn_and_none_bought_in_it"),
    33: Ruling("who discards on a seven", "6.1", "discards_at_the_same_time_and_hidden"),
    34: Ruling(
        "a receipt a turn", "4.5", "one_receipt_is_turned_down_in_every_own_turn the_own_receipt_covers_the_own_seven"
    ),
    35: Ruling("one card for both receipts", "9.7", "receipts"),
    36: Ruling("no theft with a full hand under a receipt", "6.8", "a_full_hand_under_a_receipt"),
    37: Ruling("who can hire, and when", "7.2", "what_hiring_takes no_free_site_no_assassin the_bounty"),
    38: Ruling("pay, place, roll; the token stays", "7.4", "the_assassin_goes_to_the_highest_free_cell_and_stays"),
    39: Ruling("arrests are automatic", "7.6", "arrests optional_arrests"),
    40: Ruling("a guard used up is a point, not a rank", "10.10", "promotion_takes_three_unused_guards_once"),
    41: Ruling("promotion takes three unused guards", "10.10", "promotion_takes_three_unused_guards_once"),
    42: Ruling("two actions with scrolls", "10.5", "two_actions_with_scrolls_in_a_turn"),
    43: Ruling("any result can be fixed", "10.8", "a_fixed_result_counts_like_a_rolled_one"),
    44: Ruling("scrolls replace cards only", "10.9", "scrolls_replace_the_cards_only"),
    45: Ruling("scrolls are traded between players", "8.4", "a_trade_of_cards_and_scrolls rates_of_the_bank"),
    46: Ruling("what cannot be traded", "8.5", "what_can_be_offered"),
    47: Ruling("the reach of foundations", "9.2", "the_reach_of_foundations one_edge_more_for_each_membership"),
    48: Ruling(
        "two foundations, from buildings", "9.3", "two_foundations_at_a_time reach_is_not_measured_from_foundations"
    ),
    49: Ruling("all in one turn", "9.5", "foundation_house_and_villa_in_one_turn"),
    50: Ruling("a house comes back", "9.6", "pieces_in_supply"),
    51: Ruling("a bank that is short", "5.2", "a_bank_that_runs_out the_laboratory_gives_what_the_bank_has"),
    52: Ruling("tokens do not come back", "10.1", "buying_tokens"),
    53: Ruling("victory waits for one's own turn", "11.3", "twelve_points_in_anothers_turn_win_in_ones_own"),
    54: Ruling(
        "no two other districts on a number",
        "1.2",
        "every_result_but_seven_wakes_one_guild_and_two_special_numbers_never_meet",
    ),
    55: Ruling("the thief begins in the Shades", "1.7", "the_thief_begins_in_the_shades"),
    56: Ruling("a foundation is in the way", "7.2", "an_optional_estate_and_a_foundation_in_the_way"),
}


def marked() -> dict[str, set[str]]:
    """The tests of the rules, and the rules that each is marked with."""
    source = (Path(__file__).parent / "test_ankh_rules.py").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            words = [one for mark in node.decorator_list for one in ast.walk(mark) if isinstance(one, ast.Constant)]
            found[node.name] = {str(word.value) for word in words}
    return found


MARKED = marked()


def test_every_ruling_has_its_line() -> None:
    assert list(RULINGS) == list(range(1, 57))


@pytest.mark.parametrize("number", RULINGS)
def test_its_tests_exist_and_are_about_a_rule_of_the_rulebook(number: int) -> None:
    ruling = RULINGS[number]
    assert f"ANKH-{ruling.rule}" in rulebook.load("ankh_morpork", "en").rules
    for name in ruling.tests.split():
        assert f"test_{name}" in MARKED, name
    assert any(f"ANKH-{ruling.rule}" in MARKED[f"test_{name}"] for name in ruling.tests.split())
