"""Each rule of The Bridges of Shangri-La through the Python face. Drawn examples are the rulebook's own figures."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from oracles.shangri_la import GUILDS, NAMES, VILLAGES
from positions import legal, refusal

import tablier
from tablier import InvalidMove, Position
from tablier.errors import InvalidOption
from tablier.games.shangri_la import rules
from tablier.games.shangri_la.state import SET_UP, TURN
from tablier.rulebook import rule

SHANGRI = tablier.game("shangri_la")
COLOURS = "rbyl"


def drawn(rule_id: str, number: int = 1, *, ply: str = "+", tie: str = "origin") -> tuple[Position, list[str]]:
    """The position of a rule's figure, by number, and its marks as plies (``+``, ``*`` or ``>``)."""
    figure = rule("shangri_la", rule_id, "en").figures[number - 1]
    plies = [mark.replace("-", ">") if "-" in mark else ply + mark for mark in figure.marks]
    return SHANGRI.setup(figure.diagram, tie=tie), plies


def four(diagram: str, tie: str = "origin") -> Position:
    """A position for four players."""
    return SHANGRI.setup(f"seats: 4; {diagram}", tie=tie)


def village(position: Position, letter: str) -> set[str]:
    """The tiles of a village in the notation of diagrams: ``rF+`` is red's fire keeper with a student."""
    s, v = position.state, VILLAGES.index(letter)
    return {
        COLOURS[seat] + guild + "+" * (int(s.students[seat, g]) >> v & 1)
        for seat in range(position.seats)
        for g, guild in enumerate(GUILDS)
        if int(s.masters[seat, g]) >> v & 1
    }


def held(position: Position, tile: str) -> int:
    """Tiles of a colour and guild (``rF``) in reserve."""
    return int(rules.reserve(position.state, COLOURS.index(tile[0]), GUILDS.index(tile[1])))


def stones(position: Position) -> str:
    """The villages with a stone."""
    return "".join(letter for v, letter in enumerate(VILLAGES) if int(position.state.stones) >> v & 1)


def bridges(position: Position) -> int:
    """The number of standing bridges."""
    return int(position.state.bridges).bit_count()


# ------------------------------------------------------------------------------------- 1. Components-----------


@pytest.mark.rule("SHANGRI-1.1", "SHANGRI-2.2")
def test_the_first_tile_has_ninety_one_spaces() -> None:
    assert legal(SHANGRI.new(4)) == {f"+{guild}{letter}" for guild in "HDFPRAY" for letter in "abcdefghijklm"}
    position, _ = drawn("SHANGRI-1.1")
    assert village(position, "e") == {"rH", "bD", "yF", "lP", "rR", "bA", "yY"}
    for nowhere in ("+Hn", "+Xa", "a>c", "a>n", "Ha", "+H", "a-b", ""):
        with pytest.raises(InvalidMove):
            SHANGRI.new(4).play(nowhere)


@pytest.mark.rule("SHANGRI-1.2")
def test_the_board_has_the_printed_bridges() -> None:
    ways = "a-b a-d a-e a-g b-c b-f c-f c-j d-e d-g d-k e-f e-h f-i g-k h-i h-k h-l i-j i-m j-m k-l l-m"
    assert (bridges(SHANGRI.new(4)), bridges(SHANGRI.new(3))) == (23, 20)
    assert (stones(SHANGRI.new(4)), stones(SHANGRI.new(3))) == ("", "c")
    for way in ways.split():
        ends = way.split("-")
        for origin, goal in (ends, ends[::-1]):
            position = four(f"{origin}: rH+; {goal}: bH")
            assert f"{origin}>{goal}" in legal(position)
            assert bridges(position.play(f"{origin}>{goal}")) == 22
    position, _ = drawn("SHANGRI-1.2")
    assert refusal(SHANGRI.new(3), "+Hc") == "SHANGRI-7.2"
    for way in ("b>c", "c>f", "j>c"):
        assert refusal(position, way) == "SHANGRI-6.2"
    with pytest.raises(InvalidOption, match="out of play"):
        SHANGRI.setup("c: rH")


@pytest.mark.rule("SHANGRI-1.3")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_colour_has_forty_two_tiles(seats: int) -> None:
    position = SHANGRI.new(seats)
    assert [held(position, colour + guild) for colour in COLOURS[:seats] for guild in GUILDS] == [6] * 7 * seats
    for seat in range(seats):
        assert np.array_equal(position.view(seat).state.masters, position.state.masters)
    with pytest.raises(InvalidOption, match="no colour"):
        SHANGRI.setup("a: lH", 3)
    with pytest.raises(InvalidOption):
        SHANGRI.new(2)


@pytest.mark.rule("SHANGRI-1.4")
def test_students_stand_on_masters() -> None:
    position, (teach,) = drawn("SHANGRI-1.4", ply="*")
    assert village(position, "d") == {"rF+", "yP", "lH"}
    assert (held(position, "rF"), position.scores()) == (4, (1, 0, 1, 1))
    assert refusal(position, teach) == "SHANGRI-5.2"


@pytest.mark.rule("SHANGRI-1.5")
def test_there_are_eleven_stones() -> None:
    for seats, laid in ((3, "cdeghijklm"), (4, "cdeghijklm")):
        position = SHANGRI.setup("bridges: a-b b-f; a: rH+; b: bD", seats)
        assert stones(position) == laid  # ten
        assert stones(position.play("a>b")) == "a" + laid
        assert position.movers == ()
        assert position.state.mover == 0  # nobody's turn begins


# ------------------------------------------------------------------------------------- 2. The set-up


@pytest.mark.rule("SHANGRI-2.1")
def test_seats_set_up_one_tile_at_a_time() -> None:
    position = SHANGRI.new(4)
    for number in range(28):
        assert position.movers == (number % 4,)
        assert refusal(position, "pass") == "SHANGRI-2.1"
        assert refusal(position, "*Ha") == "SHANGRI-2.1"
        assert refusal(position, "a>b") == "SHANGRI-2.1"
        position.push(position.moves()[0])
    assert position.movers == (0,)
    assert position.scores() == (7, 7, 7, 7)
    assert any(text.startswith("*") for text in legal(position))


@pytest.mark.rule("SHANGRI-2.2")
def test_a_space_takes_one_tile_in_the_set_up() -> None:
    position = SHANGRI.new(4).play("+Ha")
    assert refusal(position, "+Ha") == "SHANGRI-2.2"
    assert {"+Da", "+Hb"} <= legal(position)


@pytest.mark.rule("SHANGRI-2.3")
def test_each_seat_sets_up_one_tile_of_each_guild() -> None:
    position = SHANGRI.new(3).play("+Ha +Hb +Hd")
    assert refusal(position, "+He") == "SHANGRI-2.3"
    assert not any(text.startswith("+H") for text in legal(position))
    while position.state.stage == SET_UP:
        position.push(position.moves()[-1])
    assert [held(position, colour + guild) for colour in "rby" for guild in GUILDS] == [5] * 21


@pytest.mark.rule("SHANGRI-2.4")
def test_limits_of_the_set_up_for_four() -> None:
    position, (own, full, free) = drawn("SHANGRI-2.4")
    assert [refusal(position, ply) for ply in (own, full)] == ["SHANGRI-2.4"] * 2
    assert free in legal(position)
    assert "+Ya" in legal(position.play(free))  # blue may
    later = four("a: rH rD rF; turn: red")
    assert "+Pa" in legal(later)  # no limit after the set-up


@pytest.mark.rule("SHANGRI-2.5")
def test_limits_of_the_set_up_for_three() -> None:
    position, (full, own, free) = drawn("SHANGRI-2.5")
    assert [refusal(position, ply) for ply in (full, own)] == ["SHANGRI-2.5"] * 2
    assert free in legal(position)
    assert "+Pa" in legal(SHANGRI.setup("a: rH rD bF"))


@pytest.mark.rule("SHANGRI-2.6")
def test_a_tile_that_fits_nowhere_stays_in_reserve() -> None:
    """No village takes yellow's astrologer: each has two tiles, a yellow tile, or another astrologer."""
    laid = "a: rH bD; b: rD bH; d: rF bP; e: rP bF; f: yH rY; g: yD; h: yF; i: yP; j: yR; k: yY; l: bA; m: rR bY"
    position = SHANGRI.setup(f"placing; {laid}; turn: blue")
    assert legal(position) >= {"+Rg"}
    position.play("+Rg")  # yellow cannot place its last tile: red's astrologer is next
    assert position.movers == (0,)
    position.play("+Ah")
    assert position.movers == (0,)  # yellow is passed over; red has the first turn
    assert position.state.stage == TURN
    assert (position.scores(), held(position, "yA")) == ((7, 7, 6), 6)


@pytest.mark.rule("SHANGRI-2.7")
def test_the_printed_set_ups() -> None:
    position, marks = drawn("SHANGRI-2.7")
    assert position.key() == SHANGRI.new(4, sheet=True).key()
    assert position.movers == (3,)
    assert legal(position) == set(marks)
    assert position.play("+Ac").movers == (0,)
    three, _ = drawn("SHANGRI-2.7", 2)
    assert three.key() == SHANGRI.new(3, sheet=True).key()
    assert (three.movers, three.scores()) == ((0,), (7, 7, 7))


# ------------------------------------------------------------------------------------- 3. A turn


@pytest.mark.rule("SHANGRI-3.1")
@pytest.mark.parametrize("turn", ["+Da", "*Fa *Fb", "a>b"])
def test_a_turn_is_one_action(turn: str) -> None:
    position = four("a: rH+ rF; b: rF; d: bP")
    assert position.play(turn).movers == (1,)


@pytest.mark.rule("SHANGRI-3.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_turns_go_clockwise(seats: int) -> None:
    position = SHANGRI.setup("; ".join(f"{v}: {c}H" for v, c in zip("abde", COLOURS[:seats], strict=False)), seats)
    for number in range(2 * seats):
        assert position.movers == (number % seats,)
        assert refusal(position, "+Da", (number + 1) % seats) == "SHANGRI-3.2"
        position.push(position.moves()[0])


@pytest.mark.rule("SHANGRI-3.3")
def test_passing_is_not_an_action() -> None:
    assert refusal(four("a: rH; b: bH"), "pass") == "SHANGRI-3.3"


@pytest.mark.rule("SHANGRI-3.4")
def test_a_seat_that_cannot_act_is_skipped() -> None:
    position, _ = drawn("SHANGRI-3.4")
    for move in position.moves():
        after = position.copy()
        after.push(move)
        assert after.movers == (2,)


@pytest.mark.rule("SHANGRI-3.4")
def test_a_skipped_seat_may_act_again() -> None:
    """Blue has no healers left and no free space in its villages, until a healer comes back."""
    full = "bH yD yF yP yR yA yY"
    quiet = "k: bH+; l: bH+; broken: d-k g-k h-k k-l h-l l-m"
    position = four(f"a: {full}; e: {full}; f: rH+ rD+ rF+ rP+; {quiet}; turn: red")
    assert position.play("+Rf").movers == (2,)
    assert position.play("*Da *De").movers == (0,)
    assert position.play("f>e").movers == (1,)
    assert legal(position) == {"*Ha"}


# ------------------------------------------------------------------------------------- 4. Placing a master


@pytest.mark.rule("SHANGRI-4.1", "SHANGRI-4.2")
def test_the_publishers_example_of_placing() -> None:
    """Yellow places a dragon breeder; red no rainmaker but a yeti friend or a healer; lilac nothing there."""
    diagram = "e: yR rA; a: bH; b: lH"
    yellow = four(f"{diagram}; turn: yellow").play("+De")
    assert village(yellow, "e") == {"yR", "yD", "rA"}
    assert yellow.movers == (3,)
    red = four(f"{diagram.replace('yR', 'yR yD')}; turn: red")
    assert refusal(red, "+Re") == "SHANGRI-4.1"
    assert {"+Ye", "+He"} <= legal(red)
    assert refusal(red, "+Ye +He", 0) == "SHANGRI-3.2"  # one tile a turn
    lilac = four(f"{diagram}; turn: lilac")
    assert refusal(lilac, "+Fe") == "SHANGRI-4.2"


@pytest.mark.rule("SHANGRI-4.2")
def test_the_figure_of_a_village_without_lilac() -> None:
    position, plies = drawn("SHANGRI-4.2")
    assert [refusal(position, ply) for ply in plies] == ["SHANGRI-4.2", "SHANGRI-4.1", "SHANGRI-4.2"]
    reds = SHANGRI.setup(rule("shangri_la", "SHANGRI-4.2", "en").figures[0].diagram.replace("lilac", "red"))
    assert [ply in legal(reds) for ply in plies] == [True, False, True]


@pytest.mark.rule("SHANGRI-4.3")
def test_a_guild_without_tiles_in_reserve_cannot_be_placed() -> None:
    position, (ply,) = drawn("SHANGRI-4.3")
    assert held(position, "rH") == 0
    assert refusal(position, ply) == "SHANGRI-4.3"
    assert not any("H" in text for text in legal(position))
    one_more = four("a: rH+ rD; b: rH+; d: rH; e: rF; turn: red").play(ply)
    assert held(one_more, "rH") == 0


# ------------------------------------------------------------------------------------- 5. Recruiting students


@pytest.mark.rule("SHANGRI-5.1", "SHANGRI-5.3")
def test_the_publishers_example_of_recruiting() -> None:
    """Yellow recruits two in the same village, blue one here and one there."""
    position = four("a: yR yY bH; b: bF; d: rH; e: lH; turn: yellow").play("*Ra *Ya")
    assert village(position, "a") == {"yR+", "yY+", "bH"}
    assert (held(position, "yR"), held(position, "yY")) == (4, 4)
    blue, plies = drawn("SHANGRI-5.3", ply="*")
    assert legal(blue) >= set(plies)
    blue.play(" ".join(plies))
    assert village(blue, "a") == {"yR+", "yY+", "bH+"}
    assert village(blue, "e") == {"bF+"}
    assert blue.movers == (2,)


@pytest.mark.rule("SHANGRI-5.1")
def test_students_go_on_own_masters() -> None:
    position = four("a: rH bD; b: rF")
    assert refusal(position, "*Da") == "SHANGRI-5.1"
    assert refusal(position, "*Fa") == "SHANGRI-5.1"


@pytest.mark.rule("SHANGRI-5.2")
def test_a_master_has_one_student() -> None:
    position = four("a: rH rD rF")
    assert refusal(position, "*Ha *Ha") == "SHANGRI-5.2"
    assert refusal(four("a: rH+ rD"), "*Ha") == "SHANGRI-5.2"


@pytest.mark.rule("SHANGRI-5.3")
def test_the_second_student_is_compulsory() -> None:
    position = four("a: rH rD+; b: rF").play("*Ha")
    assert position.movers == (0,)
    assert legal(position) == {"*Fb"}
    for ply in ("pass", "+Pa", "a>b"):
        assert refusal(position, ply) == "SHANGRI-5.3"
    assert position.play("*Fb").movers == (0,)  # nobody else is on the board
    one, other = four("a: rH rD+; b: rF").play("*Ha *Fb"), four("a: rH rD+; b: rF").play("*Fb *Ha")
    assert one.key() == other.key()


@pytest.mark.rule("SHANGRI-5.4")
def test_a_single_student_where_two_are_impossible() -> None:
    position, (ply,) = drawn("SHANGRI-5.4", ply="*")
    assert {text for text in legal(position) if text.startswith("*")} == {ply}
    assert position.play(ply).movers == (1,)


@pytest.mark.rule("SHANGRI-5.5")
def test_two_students_of_a_guild_need_two_tiles() -> None:
    position, plies = drawn("SHANGRI-5.5", ply="*")
    assert held(position, "rF") == 1
    assert {text for text in legal(position) if text.startswith("*")} == set(plies)
    for ply in plies:
        after = position.copy().play(ply)
        assert after.state.stage == TURN
        assert held(after, "rF") == 0
        after.play("+Ha")
        assert refusal(after, plies[0] if ply != plies[0] else plies[1]) == "SHANGRI-5.5"
    two = four("a: rF; d: rF; e: rF; turn: red").play("*Fa")
    assert legal(two) == {"*Fd", "*Fe"}


# ------------------------------------------------------------------------------------- 6. Journeys


@pytest.mark.rule("SHANGRI-6.1", "SHANGRI-6.2")
def test_journeys_need_a_student_and_a_bridge() -> None:
    position, ways = drawn("SHANGRI-6.1")
    assert {text for text in legal(position) if ">" in text} == set(ways)
    assert refusal(position, "e>f") == "SHANGRI-6.1"
    broken = four("a: rH+ bD; e: bF; broken: a-e; turn: red")
    assert refusal(broken, "a>e") == "SHANGRI-6.2"
    with pytest.raises(InvalidMove, match="bridges to b d e g"):
        position.play("a>k")


@pytest.mark.rule("SHANGRI-6.3", "SHANGRI-6.4", "SHANGRI-6.7")
def test_all_students_travel_and_the_bridge_falls() -> None:
    position, (way,) = drawn("SHANGRI-6.3")
    after, _ = drawn("SHANGRI-6.3", 2)
    assert position.play(way).key() == after.key()
    assert bridges(position) == 22
    assert refusal(four("a: rH; e: rH+; broken: a-e"), "e>a") == "SHANGRI-6.2"


@pytest.mark.rule("SHANGRI-6.5", "SHANGRI-6.6", "SHANGRI-6.7", "SHANGRI-6.9")
def test_the_publishers_first_journey() -> None:
    position = four("a: rR+ rD+ yP bF lH+; b: yR+ bP yY bH; turn: red")
    yellow, blue = held(position, "yR"), held(position, "bH")
    position.play("a>b")
    assert village(position, "b") == {"rR", "rD", "lH", "bP", "yY"}
    assert village(position, "a") == {"rR", "rD", "yP", "bF", "lH"}
    assert (held(position, "yR"), held(position, "bH")) == (yellow + 2, blue + 1)
    assert (bridges(position), position.movers) == (22, (1,))


@pytest.mark.rule("SHANGRI-6.10")
def test_the_publishers_second_journey() -> None:
    there = "yR+ rA lD bP yY+ bF+"
    position = four(f"a: rR+ rD lY lF lH+; b: {there}; turn: lilac")
    reserve = held(position, "rR")
    position.play("a>b")
    assert village(position, "b") == {*there.split(), "lH"}
    assert held(position, "rR") == reserve + 1
    here = Counter(tile[0] for tile in village(position, "a"))
    assert (here["l"], here["r"]) == (3, 2)
    assert bridges(position) == 22


@pytest.mark.rule("SHANGRI-6.4", "SHANGRI-6.11")
def test_a_journey_without_gain_is_legal() -> None:
    """All students go back to the reserve, and the bridge falls."""
    position = four("a: rH+; b: bH bD; turn: red").play("a>b")
    assert (village(position, "a"), village(position, "b")) == ({"rH"}, {"bH", "bD"})
    assert (held(position, "rH"), bridges(position)) == (5, 22)


@pytest.mark.rule("SHANGRI-6.5")
@pytest.mark.parametrize(
    ("here", "there", "wins"),
    [
        ("rH+ bD", "yH lD", True),  # the student who leaves counts
        ("rH+", "yH lD lF", False),
        ("rH+ bD+ lF", "yH yP+ lA", True),  # everybody's tiles count
        ("rH+", "yH+ lD", False),  # students there count as well
    ],
)
def test_the_village_with_more_tiles_is_stronger(here: str, there: str, *, wins: bool) -> None:
    position = four(f"a: {here}; e: {there}").play("a>e")
    assert ("rH" in village(position, "e")) == wins


@pytest.mark.rule("SHANGRI-6.5")
def test_the_figure_of_strength() -> None:
    position, _ = drawn("SHANGRI-6.5")
    assert [rules.strength(position.state, VILLAGES.index(v)) for v in "ae"] == [(5, 3), (4, 3)]


@pytest.mark.rule("SHANGRI-6.6")
@pytest.mark.parametrize(("tie", "winner"), [("origin", "rH"), ("destination", "yH")])
def test_equal_villages_follow_the_option(tie: str, winner: str) -> None:
    more_masters, (way,) = drawn("SHANGRI-6.6", tie=tie)
    assert village(more_masters.play(way), "e") == {"yH", "lD", "bP", "rA"}
    all_equal, _ = drawn("SHANGRI-6.6", 2, tie=tie)
    assert winner in village(all_equal.play(way), "e")
    few_there = four("a: rH+ bD lF; e: yH+ yD+; turn: red", tie=tie).play(way)
    assert "rH" in village(few_there, "e")


@pytest.mark.rule("SHANGRI-6.7")
@pytest.mark.parametrize("there", ["bD", "bD lF yP yA rR"])
def test_a_free_space_makes_a_master(there: str) -> None:
    position = four(f"a: rH+; b: {there}").play("a>b")
    assert village(position, "b") == {"rH", *there.split()}


@pytest.mark.rule("SHANGRI-6.8")
def test_own_masters_in_the_weaker_village_stay() -> None:
    position, (way,) = drawn("SHANGRI-6.8")
    assert held(position, "bY") == 2
    position.play(way)
    assert village(position, "k") == {"bF+", "bY+"}
    assert village(position, "g") == {"bF", "bY", "rP"}
    assert (held(position, "bF"), held(position, "bY")) == (3, 3)


@pytest.mark.rule("SHANGRI-6.9")
def test_masters_of_others_in_the_weaker_village_are_expelled() -> None:
    position, (way,) = drawn("SHANGRI-6.9")
    after, _ = drawn("SHANGRI-6.9", 2)
    assert position.play(way).key() == after.key()
    assert (held(position, "rA"), held(position, "bH")) == (6, 6)


@pytest.mark.rule("SHANGRI-6.10")
@pytest.mark.parametrize("there", ["rH", "rH+", "yH", "yH+"])
def test_students_for_occupied_spaces_in_the_stronger_village_go_home(there: str) -> None:
    position = four(f"a: rH+; b: {there} bD bF bP")
    reserve, others = held(position, "rH"), held(position, "yH")
    position.play("a>b")
    assert village(position, "b") == {there, "bD", "bF", "bP"}
    assert (held(position, "rH"), held(position, "yH")) == (reserve + 1, others)


@pytest.mark.rule("SHANGRI-6.10", "SHANGRI-6.11")
def test_the_figure_of_a_weaker_village() -> None:
    position, (way,) = drawn("SHANGRI-6.10")
    position.play(way)
    assert village(position, "k") == {"yR+", "bP", "yY+", "lD", "bF+", "lH"}
    assert held(position, "rR") == 5


# ------------------------------------------------------------------------------------- 7. Stones and the end


@pytest.mark.rule("SHANGRI-7.1")
def test_a_village_without_bridges_gets_a_stone() -> None:
    position, (way,) = drawn("SHANGRI-7.1")
    assert stones(position) == ""
    assert stones(position.play(way)) == "j"
    arriving = four("m: rD+; j: bH; broken: c-j i-j").play("m>j")
    assert stones(arriving) == "j"
    both = four("m: rD+; j: bH; a: yH; broken: c-j i-j i-m l-m").play("m>j")
    assert stones(both) == "jm"


@pytest.mark.rule("SHANGRI-7.2")
def test_a_village_with_a_stone_is_at_peace() -> None:
    position, (master, student) = drawn("SHANGRI-7.2")
    assert stones(position) == "j"
    for ply in (master, student, "*" + student[1:]):
        assert refusal(position, ply) == "SHANGRI-7.2"
    assert not any("j" in text for text in legal(position))
    assert position.scores() == (2, 1, 1, 0)
    position.play("+Ha")
    assert position.movers == (2,)  # blue's only student is caught in j
    assert refusal(four("j: rD+; a: rH; broken: c-j i-j j-m"), "j>m") == "SHANGRI-6.2"


@pytest.mark.rule("SHANGRI-7.3")
def test_the_last_stone_ends_the_game() -> None:
    position, (way,) = drawn("SHANGRI-7.3")
    assert stones(position) == "cdeghijklm"
    position.play(way)
    outcome = position.outcome()
    assert outcome is not None
    assert (stones(position), outcome.reason, bridges(position)) == ("acdeghijklm", "stones", 1)
    assert outcome.scores == (2, 1, 1, 1)


@pytest.mark.rule("SHANGRI-7.4")
def test_the_game_ends_when_no_seat_can_act() -> None:
    """Red fills the last space of the last inhabited village with bridges, and its guilds have no tiles left."""
    here, taught = "bD bF bP yR yA rY", "rH+ bD+ bF+ bP+ yR+ yA+ rY+"
    quiet = f"k: {taught}; l: {taught}; m: rH {here}; bridges: a-b b-f"
    position = four(f"a: {here}; {quiet}; turn: red")
    assert legal(position) == {"+Ha"}
    outcome = position.play("+Ha").outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.scores, len(stones(position))) == ("stuck", (8, 12, 8, 0), 10)
    assert refusal(position, "+Hb") == "SHANGRI-7.5"


@pytest.mark.rule("SHANGRI-7.5")
def test_no_move_is_legal_after_the_end() -> None:
    position, (way,) = drawn("SHANGRI-7.3")
    position.play(way)
    assert (position.movers, len(position.moves())) == ((), 0)
    for ply in ("pass", "+Ha", "b>f"):
        assert refusal(position, ply) == "SHANGRI-7.5"


# ------------------------------------------------------------------------------------- 8. Scoring


def finished(**colours: list[int]) -> Position:
    """A finished game: for each colour the numbers of its masters in villages a, b, c ... that no other colour has."""
    letters, fields = iter(VILLAGES), list[str]()
    for name, numbers in colours.items():
        for number, letter in zip(numbers, letters, strict=False):
            guilds = [GUILDS[(3 * len(fields) + k) % len(GUILDS)] for k in range(number)]
            fields.append(f"{letter}: {' '.join(name[0] + guild for guild in guilds)}")
    return four(f"bridges: a-b; {'; '.join(fields)}")


@pytest.mark.rule("SHANGRI-8.1")
def test_masters_score_and_students_do_not() -> None:
    position = four("bridges: a-b; a: rH+ bD; d: rH+ rD+ bF bP; e: yA yR yY")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.scores == (3, 3, 3, 0)
    position = four("bridges: a-b; a: rH+; d: bF bP")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.ranks) == ((1, 2, 0, 0), (1,), (1, 0, 2, 2))


@pytest.mark.rule("SHANGRI-8.2")
def test_the_publishers_example_of_a_tie() -> None:
    """Seventeen masters each: seven villages beat six."""
    outcome = finished(red=[3, 3, 3, 2, 2, 2, 2], blue=[3, 3, 3, 3, 3, 2]).outcome()
    assert outcome is not None
    assert outcome.scores == (17, 17, 0, 0)
    assert (outcome.winners, outcome.ranks[:2]) == ((0,), (0, 1))
    position, _ = drawn("SHANGRI-8.2")
    assert position.scores()[:2] == (4, 4)
    places = np.zeros(4, np.int64)
    rules.ranks(position.state, places)
    assert places.tolist() == [0, 1, 2, 3]


@pytest.mark.rule("SHANGRI-8.3")
def test_a_full_tie_is_shared() -> None:
    outcome = finished(red=[2, 2, 1], yellow=[3, 1, 1], blue=[5], lilac=[4]).outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.winners) == ((5, 5, 5, 4), (0, 2, 0, 3), (0, 2))
    outcome = finished(red=[3], blue=[2], yellow=[2], lilac=[2]).outcome()
    assert outcome is not None
    assert outcome.ranks == (0, 1, 1, 1)


@pytest.mark.rule("SHANGRI-1.3")
def test_seats_have_the_colours_in_order() -> None:
    for seat, name in enumerate(NAMES.values()):
        assert f"{name} (seat {seat}) to move" in str(four(f"a: rH bD yF lP; turn: {name}"))


@pytest.mark.rule("SHANGRI-3.4")
@pytest.mark.parametrize("free", "HFPRAY")
@pytest.mark.parametrize("left", [0, 1])
def test_a_seat_that_can_only_place_a_master_plays_if_it_has_the_tile(free: str, left: int) -> None:
    """All of red's other tiles are under stones, but for a master that can neither teach nor travel."""
    taken = " ".join("b" + guild for guild in "HFPRAY" if guild != free)
    buried = f"c: rD+ r{free}+; d: rD+ r{free}+; e: rD r{free}{'' if left else '+'}"
    diagram = f"bridges: a-b b-f; a: rD {taken}; b: lF; {buried}"
    for position in (four(f"{diagram}; turn: lilac").play("*Fb"), four(f"{diagram}; turn: red")):
        assert position.movers == ((0,) if left else (1,))
        assert not left or legal(position) == {f"+{free}a"}
