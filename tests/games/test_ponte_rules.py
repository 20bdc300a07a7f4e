"""Each rule of Ponte del Diavolo through the Python face. Drawn examples are taken from the rulebook's own figures."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from oracles import ponte_del_diavolo as oracle
from positions import legal, refusal

import tablier
from tablier import InvalidMove, Position
from tablier.engine import protocol
from tablier.errors import InvalidOption
from tablier.games.ponte_del_diavolo import geometry, tables
from tablier.games.ponte_del_diavolo.state import DARK_OPENS
from tablier.rulebook import Figure, rule

PONTE = tablier.game("ponte_del_diavolo")
NO_PAIR = rule("ponte_del_diavolo", "PONTE-6.1", "en").figures[0].diagram


def figure(rule_id: str, number: int = 1) -> Figure:
    """The figure of a rule, by number."""
    return rule("ponte_del_diavolo", rule_id, "en").figures[number - 1]


def drawn(rule_id: str, number: int = 1) -> tuple[Position, tuple[str, ...]]:
    """The position of a figure, and its marks."""
    return PONTE.setup(figure(rule_id, number).diagram), figure(rule_id, number).marks


def other_colour(diagram: str) -> str:
    """The same position with light and dark exchanged, dark to play."""
    swapped = {"light": "dark", "dark": "light"}
    fields = [field.strip().partition(":") for field in diagram.split(";")]
    return "; ".join([*(swapped.get(key, key) + colon + rest for key, colon, rest in fields), "turn: dark"])


# ------------------------------------------------------------------------------------- 1. Components-----------


@pytest.mark.rule("PONTE-1.1")
@pytest.mark.parametrize("board", [8, 10, 12])
def test_tiles_may_go_on_every_cell_of_the_empty_board(board: int) -> None:
    letters = "abcdefghijkl"[:board]
    assert legal(PONTE.new(board=board)) == {f"{letter}{row}" for letter in letters for row in range(1, board + 1)}


@pytest.mark.rule("PONTE-1.1")
def test_the_default_board_is_ten_by_ten() -> None:
    assert len(PONTE.new().moves()) == 100
    position, cells = drawn("PONTE-1.1")
    assert [refusal(position, cell) for cell in cells] == ["PONTE-3.2"] * 3
    for outside in ("k1", "a11", "a0"):
        with pytest.raises(InvalidMove):
            PONTE.new().play(outside)
    with pytest.raises(InvalidOption):
        PONTE.new(board=9)


def islands_of_light(number: int, *, linked: bool = False) -> str:
    """A diagram of up to sixteen square islands on the board of twelve, optionally linked to a chain."""
    order = [(x if y % 2 == 0 else 3 - x, y) for y in range(4) for x in range(4)][:number]
    cells = [(3 * x + i, 3 * y + j) for x, y in order for i in (0, 1) for j in (0, 1)]
    bridges = []
    for (x, y), (u, v) in pairwise(order):
        left = 3 * min(x, u)
        outer = left + (x > 0)  # where no bridge along the row ends
        ends = ((outer, 3 * y + 1), (outer, 3 * v)) if x == u else ((left + 1, 3 * y), (left + 3, 3 * y))
        bridges.append("-".join(map(oracle.name, ends)))
    laid = f"board: 12; light: {' '.join(map(oracle.name, cells))}"
    return f"{laid}; bridges: {' '.join(bridges)}" if linked and bridges else laid


@pytest.mark.rule("PONTE-1.2", "PONTE-3.4")
@pytest.mark.parametrize(
    ("islands", "rest", "enough"), [(9, "k12 l12", True), (9, "k12 l12 l11", False), (10, "", False)]
)
def test_a_colour_has_forty_tiles(islands: int, rest: str, *, enough: bool) -> None:
    lagoon = islands_of_light(islands).replace("light:", f"light: {rest}")
    for diagram in (lagoon, other_colour(lagoon)):
        position = PONTE.setup(diagram)
        tiles = {ply for ply in legal(position) if ply != "pass" and "-" not in ply}
        assert ("l9" in tiles, bool(tiles), "pass" in legal(position)) == (enough, enough, not enough)
        if not enough:
            assert refusal(position, "l9") == "PONTE-3.4"


def side_by_side(bridges: int) -> str:
    """A diagram of eighteen pairs of tiles, light and dark alternating, with bridges across the first pairs."""
    pairs = [(f"{a}{y}", f"{b}{y}") for y in (1, 3, 5, 7, 9, 11) for a, b in ("ac", "eg", "ik")]
    light, dark = (" ".join(f"{a} {b}" for a, b in pairs[colour::2]) for colour in (0, 1))
    return f"board: 12; light: {light}; dark: {dark}; bridges: " + " ".join(f"{a}-{b}" for a, b in pairs[:bridges])


@pytest.mark.rule("PONTE-1.3", "PONTE-5.7")
def test_both_players_share_fifteen_bridges() -> None:
    position = PONTE.setup(side_by_side(14))
    assert {"i9-k9", "e11-g11"} <= legal(position)
    assert "a11-c11" in legal(PONTE.setup(side_by_side(14) + "; turn: dark"))
    position.play("i9-k9")  # light's eighth, and the fifteenth of all
    assert not any("-" in ply for ply in legal(position))
    assert refusal(position, "a11-c11") == "PONTE-5.7"
    position.play("b12 l12")
    assert refusal(position, "e11-g11") == "PONTE-5.7"


# ------------------------------------------------------------------------------------- 2. The opening


@pytest.mark.rule("PONTE-2.1")
def test_seat_0_lays_two_light_tiles() -> None:
    position = PONTE.new()
    assert position.movers == (0,)
    assert refusal(position, "pass") == "PONTE-2.1"
    assert refusal(position, "a1-a3") == "PONTE-2.1"
    assert refusal(position, "swap") == "PONTE-2.2"
    position.play("d4")
    assert position.movers == (0,)
    assert legal(position) == legal(PONTE.new()) - {"d4"}
    position.play("d5")
    assert position.movers == (1,)
    assert str(PONTE.setup("light: d4 d5; turn: dark")).splitlines()[:10] == str(position).splitlines()[:10]


@pytest.mark.rule("PONTE-2.2")
def test_seat_1_swaps_or_keeps_dark() -> None:
    position = PONTE.new().play("d4 e4")
    assert position.movers == (1,)
    assert legal(position) == (legal(PONTE.new()) - {"d4", "e4"}) | {"swap"}

    swapped = position.copy().play("swap")
    assert swapped.movers == (0,)  # seat 0 is dark now and answers
    assert refusal(swapped, "swap") == "PONTE-2.2"
    swapped.play("d5 f3")
    assert swapped.movers == (1,)  # light goes on
    assert swapped.play("a1 a2").movers == (0,)

    kept = position.copy().play("d5")
    assert kept.movers == (1,)
    assert kept.state.opening == DARK_OPENS
    assert "swap" not in legal(kept)
    kept.play("f3")
    assert kept.movers == (0,)
    assert refusal(kept, "swap") == "PONTE-2.2"
    assert str(kept).splitlines()[:10] == str(PONTE.new().play("d4 e4 swap d5 f3")).splitlines()[:10]


@pytest.mark.rule("PONTE-2.2", "PONTE-7.1")
def test_points_go_to_the_seat_that_plays_the_colour() -> None:
    island = "a1 a2 j10 j9 b1 b2"  # light, dark, light
    assert PONTE.new().play(island).scores() == (1, 0)
    assert PONTE.new().play(island.replace("j10", "swap j10")).scores() == (0, 1)


@pytest.mark.rule("PONTE-2.3")
@pytest.mark.parametrize("choice", ["", " swap"])
def test_dark_answers_with_two_tiles(choice: str) -> None:
    position = PONTE.new().play("d4 f4" + choice)
    assert refusal(position, "pass") == "PONTE-2.3"
    assert refusal(position, "d4-f4") == "PONTE-2.3"
    assert not any("-" in ply for ply in legal(position))
    seat = position.movers
    assert position.play("d5").movers == seat
    assert position.play("f3").movers != seat
    assert "d4-f4" in legal(position)  # open play has begun, and light has a bridge to build


@pytest.mark.rule("PONTE-2.3")
def test_the_opening_of_the_figure() -> None:
    played = PONTE.new(board=8).play("d4 e4 d5 f3")
    assert played == PONTE.setup(figure("PONTE-2.3").diagram)


# ------------------------------------------------------------------------------------- 3. A turn


@pytest.mark.rule("PONTE-3.1")
def test_a_turn_is_two_tiles_or_one_bridge() -> None:
    start = PONTE.setup("light: d4 f4; dark: a1 c1")
    assert start.copy().play("d4-f4").movers == (1,)
    assert start.copy().play("h8").movers == (0,)
    assert start.copy().play("h8 i2").movers == (1,)
    assert refusal(start.copy(), "h8 d4-f4") == "PONTE-3.5"


@pytest.mark.rule("PONTE-3.2")
def test_a_tile_needs_a_free_cell() -> None:
    position, cells = drawn("PONTE-3.2")
    assert [refusal(position, cell) for cell in cells] == ["PONTE-3.2", "PONTE-5.5", "PONTE-3.2"]


@pytest.mark.rule("PONTE-3.3")
def test_a_first_tile_must_leave_room_for_a_second() -> None:
    position, (cell,) = drawn("PONTE-3.3")
    assert refusal(position, cell) == "PONTE-3.3"
    assert legal(position) == {"h3", "h8", "f6-h6", "f6-h7"}
    assert legal(position.copy().play("h3")) == {"h8"}
    assert position.copy().play("h3 h8") == position.copy().play("h8 h3")
    after_one = PONTE.setup(figure("PONTE-3.3").diagram + "; half")  # as a second tile, h4 is all right
    assert legal(after_one) == {"h3", "h4", "h8"}


@pytest.mark.rule("PONTE-3.4")
def test_one_tile_in_hand_is_not_enough() -> None:
    with_one_left = islands_of_light(9).replace("light:", "light: k12 l12 l11")
    position = PONTE.setup(with_one_left)
    assert refusal(position, "l9") == "PONTE-3.4"
    assert "l9" in legal(PONTE.setup(with_one_left + "; half"))


@pytest.mark.rule("PONTE-3.5")
def test_the_first_tile_must_be_followed_by_a_second() -> None:
    position = PONTE.setup("light: d4 f4; dark: a1 c1; half")
    assert position == PONTE.setup("light: d4; dark: a1 c1").play("f4")
    assert position.movers == (0,)
    assert refusal(position, "d4-f4") == "PONTE-3.5"
    assert refusal(position, "pass") == "PONTE-3.5"
    assert refusal(position, "swap") == "PONTE-3.5"
    assert not any("-" in ply or ply in ("pass", "swap") for ply in legal(position))
    assert position.play("h8").movers == (1,)


@pytest.mark.rule("PONTE-3.6")
def test_the_players_alternate() -> None:
    position = PONTE.new()
    assert refusal(position, "d4", seat=1) == "PONTE-3.6"
    movers = []
    for turn in ("d4 e4", "d6 e6", "a1 a2", "j1 j2"):
        movers.append(position.movers)
        position.play(turn)
    assert movers == [(0,), (1,), (0,), (1,)]
    assert refusal(position, "h5", seat=1) == "PONTE-3.6"


# ------------------------------------------------------------------------------------- 4. Sandbars and islands


@pytest.mark.rule("PONTE-4.1")
def test_the_five_shapes_of_four_tiles_are_islands() -> None:
    position, _ = drawn("PONTE-4.1")
    assert position.scores() == (5, 0)


@pytest.mark.rule("PONTE-4.1")
def test_every_way_to_join_four_tiles_is_an_island() -> None:
    square = [(x, y) for x in range(4) for y in range(4)]
    joined = [cells for cells in combinations(square, 4) if oracle.group(set(cells), cells[0]) == set(cells)]
    shapes = {
        frozenset((x - min(c[0] for c in cells), y - min(c[1] for c in cells)) for x, y in cells) for cells in joined
    }
    assert len(shapes) == 19  # the five shapes, turned and mirrored
    for cells in shapes:
        tiles = " ".join(map(oracle.name, cells))
        assert PONTE.setup(f"light: {tiles}").scores() == (1, 0)
        assert PONTE.setup(f"dark: {tiles}").scores() == (0, 1)


@pytest.mark.rule("PONTE-4.1")
@pytest.mark.parametrize("tiles", ["d4", "d4 d5", "d4 d5 e5", "d4 e5 f6 g7", "d4 d5 e6 f6"])
def test_fewer_than_four_joined_tiles_are_no_island(tiles: str) -> None:
    assert PONTE.setup(f"light: {tiles}").scores() == (0, 0)


@pytest.mark.rule("PONTE-4.2")
def test_a_group_has_at_most_four_tiles() -> None:
    """Example 5 of the publisher's rules, and an island complete."""
    position, (between,) = drawn("PONTE-4.2", 1)
    assert refusal(position, between) == "PONTE-4.2"
    position, sides = drawn("PONTE-4.2", 2)
    assert {refusal(position, cell) for cell in sides} == {"PONTE-4.2"}


@pytest.mark.rule("PONTE-4.2", "PONTE-4.3", "PONTE-4.5")
def test_a_tile_may_not_extend_a_row_of_four() -> None:
    row = "light: a1 b1 c1 d1"
    position = PONTE.setup(row)
    assert refusal(position, "e1") == "PONTE-4.2"
    assert refusal(position, "c2") == "PONTE-4.2"
    assert refusal(position, "e2") == "PONTE-4.3"
    assert "f1" in legal(position)
    assert {"e1", "c2", "e2"} <= legal(PONTE.setup(row + "; turn: dark"))


@pytest.mark.rule("PONTE-4.3")
def test_islands_may_not_touch() -> None:
    """Examples 2 and 3 of the publisher's rules."""
    position, (cell,) = drawn("PONTE-4.3", 1)
    assert refusal(position, cell) == "PONTE-4.3"
    position, (cell,) = drawn("PONTE-4.3", 2)
    points = position.scores()[0]
    assert position.play(cell).scores()[0] == points + 1


@pytest.mark.rule("PONTE-4.3")
def test_the_cells_around_an_island_are_closed() -> None:
    position, ring = drawn("PONTE-4.3", 3)
    assert {refusal(position, cell) for cell in ring} == {"PONTE-4.2", "PONTE-4.3"}
    assert {refusal(position, cell) for cell in ("b3", "g3", "b5", "g5")} == {"PONTE-4.3"}
    assert len(legal(position)) == 64 - 4 - len(ring)
    dark = PONTE.setup(figure("PONTE-4.3", 3).diagram + "; turn: dark")
    assert set(ring) <= legal(dark)


@pytest.mark.rule("PONTE-4.3")
def test_two_sandbars_of_three_close_the_cells_between_them() -> None:
    position, cells = drawn("PONTE-4.3", 4)
    assert {refusal(position, cell) for cell in cells} == {"PONTE-4.3"}


@pytest.mark.rule("PONTE-4.3")
def test_a_new_tile_closes_a_cell_two_away_where_an_island_would_touch_it() -> None:
    position = PONTE.setup("light: b1 a2 a3")
    assert "a1" in legal(position)
    position.play("c2")  # it touches b1, which a1 would join to a2 and a3
    assert refusal(position, "a1") == "PONTE-4.3"
    assert "a1" not in legal(position)


@pytest.mark.rule("PONTE-4.3")
def test_a_third_group_prevents_an_island() -> None:
    assert "b2" in legal(PONTE.setup("light: a1 b1 a2"))
    assert "c3" in legal(PONTE.setup("light: a1 b1 a2"))
    assert refusal(PONTE.setup("light: a1 b1 a2 c3"), "b2") == "PONTE-4.3"
    assert refusal(PONTE.setup("light: c3 b3 c2 a1"), "b2") == "PONTE-4.3"
    assert "b2" in legal(PONTE.setup("light: a1 b1 a2; dark: c3"))


@pytest.mark.rule("PONTE-4.3")
def test_two_islands_of_one_turn_may_not_touch() -> None:
    position = PONTE.setup("light: b1 b2 b3 d5 d6 d7")
    assert {"b4", "c5"} <= legal(position)
    assert refusal(position, "b4 c5") == "PONTE-4.3"
    assert refusal(position, "c5 b4") == "PONTE-4.3"
    assert position.play("b4 d8").scores() == (2, 0)


@pytest.mark.rule("PONTE-4.4")
def test_sandbars_may_touch_at_a_corner() -> None:
    """Examples 1 and 4 of the publisher's rules."""
    _, tiles = figure("PONTE-4.4", 1).diagram.split("light: ")
    for number, tile in enumerate(tiles.split()):  # one after the other
        assert tile in legal(PONTE.setup(f"board: 8; light: {' '.join(tiles.split()[:number])}"))
    assert drawn("PONTE-4.4", 1)[0].scores() == (1, 0)
    position, (cell,) = drawn("PONTE-4.4", 2)
    assert cell in legal(position)
    assert position.play(cell).scores() == (0, 0)


@pytest.mark.rule("PONTE-4.5")
def test_colours_do_not_restrict_each_other() -> None:
    """Example 6 of the publisher's rules."""
    position, _ = drawn("PONTE-4.5")
    assert position.scores() == (1, 1)
    lone = "board: 8; light: b4 c4 d4 e4"
    dark = ["b5", "c5", "d5", "e3", "f3", "f4", "g4"]
    for i, cell in enumerate(dark):
        assert cell in legal(PONTE.setup(f"{lone}; dark: {' '.join(dark[:i])}; turn: dark"))


# ------------------------------------------------------------------------------------- 5. Bridges


@pytest.mark.rule("PONTE-5.1")
def test_a_bridge_joins_own_tiles() -> None:
    position = PONTE.setup("light: d4 f4 h4; dark: d6 f6")
    assert {ply for ply in legal(position) if "-" in ply} == {"d4-f4", "f4-h4"}
    assert refusal(position, "d6-f6") == "PONTE-5.1"  # the opponent's
    assert refusal(position, "d4-f6") == "PONTE-5.1"  # one of each
    assert refusal(position, "b4-d4") == "PONTE-5.1"  # water
    dark = PONTE.setup("light: d4 f4 h4; dark: d6 f6; turn: dark")
    assert {ply for ply in legal(dark) if "-" in ply} == {"d6-f6"}


@pytest.mark.rule("PONTE-5.2")
def test_three_kinds_of_bridges() -> None:
    """Example 7 of the publisher's rules."""
    tiles, _, bridges = figure("PONTE-5.2", 1).diagram.partition("; bridges: ")
    assert bridges.split() == ["b2-d2", "b4-c6", "e5-g7"]
    for number, bridge in enumerate(bridges.split()):  # one after the other
        assert bridge in legal(PONTE.setup(f"{tiles}; bridges: {' '.join(bridges.split()[:number])}"))


@pytest.mark.rule("PONTE-5.2")
def test_bridges_span_the_distances_of_the_figure() -> None:
    _, ring = drawn("PONTE-5.2", 2)
    assert len(ring) == 16
    everywhere = {f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)} - {"d4"}
    for cell in everywhere:
        position = PONTE.setup(f"board: 8; light: d4 {cell}")
        if cell in ring:
            assert [ply for ply in legal(position) if "-" in ply] == ["-".join(sorted(("d4", cell)))]
            assert position.copy().play(f"d4-{cell}") == position.copy().play(f"{cell}-d4")
        else:
            with pytest.raises(InvalidMove):
                position.play(f"d4-{cell}")


@pytest.mark.rule("PONTE-5.2")
@pytest.mark.parametrize("board", [8, 10, 12])
def test_a_bridge_at_the_first_corner_is_built(board: int) -> None:
    built = PONTE.setup(f"board: {board}; light: a1 a3").play("a1-a3")
    assert built == PONTE.setup(f"board: {board}; light: a1 a3; bridges: a1-a3; turn: dark")


@pytest.mark.rule("PONTE-5.2")
@pytest.mark.parametrize(("board", "number"), [(8, 336), (10, 576), (12, 880)])
def test_the_number_of_bridge_slots(board: int, number: int) -> None:
    slots = {tuple((i % board, i // board) for i in slot) for slot in geometry.slots(board)}
    assert len(geometry.slots(board)) == len(slots) == number
    assert slots == set(oracle.slots(board))


@pytest.mark.rule("PONTE-5.3")
def test_a_tile_carries_one_bridge() -> None:
    """Example 8 of the publisher's rules, on the left."""
    position, ends = drawn("PONTE-5.3")
    assert refusal(position, "-".join(ends)) == "PONTE-5.3"
    assert "c4-c6" in legal(PONTE.setup("board: 8; light: c4 e4 c6"))


@pytest.mark.rule("PONTE-5.4")
@pytest.mark.parametrize("colour", ["light", "dark"])
def test_no_bridge_over_a_tile(colour: str) -> None:
    """Example 8 of the publisher's rules, on the right."""
    position, ends = drawn("PONTE-5.4")
    assert refusal(position, "-".join(ends)) == "PONTE-5.4"
    tiles = {"light": "light: c3 e4", "dark": "light: c3 e4; dark: h8"}[colour]
    for below in ("d3", "d4"):  # one tile under a knight's bridge is enough
        position = PONTE.setup(f"board: 8; {tiles.replace(f'{colour}:', f'{colour}: {below}')}")
        assert refusal(position, "c3-e4") == "PONTE-5.4"
    assert "c3-e4" in legal(PONTE.setup("board: 8; light: c3 e4; dark: c4 e3"))


@pytest.mark.rule("PONTE-5.5")
@pytest.mark.parametrize("turn", ["light", "dark"])
def test_no_tile_goes_under_a_bridge(turn: str) -> None:
    """Example 9 of the publisher's rules."""
    _, blocked = drawn("PONTE-5.5")
    position = PONTE.setup(f"{figure('PONTE-5.5').diagram}; turn: {turn}")
    assert [refusal(position, cell) for cell in blocked] == ["PONTE-5.5"] * 4
    everything = {f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)}
    tiles = {"b2", "d2", "b4", "c6", "e5", "g7"}
    assert legal(position) == everything - tiles - set(blocked)


@pytest.mark.rule("PONTE-5.5")
@pytest.mark.parametrize(
    ("bridge", "below"),
    [
        ("a1-c1", "b1"),
        ("a1-a3", "a2"),
        ("a1-c3", "b2"),
        ("a3-c1", "b2"),
        ("a1-b3", "a2 b2"),
        ("a3-b1", "a2 b2"),
        ("a1-c2", "b1 b2"),
        ("a2-c1", "b1 b2"),
    ],
)
def test_the_eight_directions_block_their_cells(bridge: str, below: str) -> None:
    position = PONTE.setup(f"light: {bridge.replace('-', ' ')}; bridges: {bridge}; turn: dark")
    open_cells = 100 - 2 - len(below.split())
    assert len(position.moves()) == open_cells
    assert {refusal(position, cell) for cell in below.split()} == {"PONTE-5.5"}


@pytest.mark.rule("PONTE-5.6")
@pytest.mark.parametrize("number", [1, 2])
def test_bridges_never_cross(number: int) -> None:
    position, ends = drawn("PONTE-5.6", number)
    dark = PONTE.setup(figure("PONTE-5.6", number).diagram + "; turn: dark")
    bridge = "-".join(sorted(ends))
    assert refusal(dark, bridge) == "PONTE-5.6"
    assert bridge in legal(PONTE.setup(f"board: 8; dark: {' '.join(ends)}; turn: dark"))
    assert not any("-" in ply for ply in legal(position))


@pytest.mark.rule("PONTE-5.6")
def test_bridges_of_one_colour_do_not_cross_either() -> None:
    position = PONTE.setup("light: c3 e5 d5 f3; bridges: c3-e5")
    assert refusal(position, "d5-f3") == "PONTE-5.6"


@pytest.mark.rule("PONTE-5.6")
def test_parallel_bridges_may_pass_over_the_same_cell() -> None:
    position = PONTE.setup("board: 8; light: c3 d5; dark: d3 e5; bridges: c3-d5; turn: dark")
    assert "d3-e5" in legal(position)
    position.play("d3-e5")
    assert position == PONTE.setup(figure("PONTE-5.6", 3).diagram)
    assert refusal(position, "d4") == "PONTE-5.5"


@pytest.mark.rule("PONTE-5.6")
def test_the_number_of_crossing_slots() -> None:
    """On the board of ten, and compared with the oracle's geometry."""
    slots = [tuple((i % 10, i // 10) for i in slot) for slot in geometry.slots(10)]
    crossing = tables.crossing(10)
    below = [oracle.under(slot) for slot in slots]
    counts = dict.fromkeys(("crossing", "between cells", "side by side"), 0)
    for i, j in combinations(range(len(slots)), 2):
        assert bool(crossing[i, j]) == bool(crossing[j, i]) == oracle.meet(slots[i], slots[j])
        if {*slots[i]} & {*slots[j]} or {*slots[i]} & below[j] or {*slots[j]} & below[i]:
            continue  # excluded by other rules
        counts["crossing"] += crossing[i, j]
        counts["between cells"] += crossing[i, j] and not below[i] & below[j]
        counts["side by side"] += not crossing[i, j] and bool(below[i] & below[j])
    assert counts == {"crossing": 1264, "between cells": 224, "side by side": 256}


@pytest.mark.rule("PONTE-5.8")
def test_a_bridge_may_join_any_two_groups() -> None:
    diagram = figure("PONTE-5.8").diagram
    position = PONTE.setup(diagram.replace(" c5-e5", ""))
    assert position.scores() == (3, 0)
    assert "c5-e5" in legal(position)
    assert position.play("c5-e5").scores() == (3, 0)
    assert "d4-f4" in legal(PONTE.setup("light: d4 f4"))  # sandbars of one tile


# ------------------------------------------------------------------------------------- 6. The end of the game


@pytest.mark.rule("PONTE-6.1")
def test_a_pass_is_legal_only_if_no_pair_of_tiles_is() -> None:
    position = PONTE.setup(NO_PAIR)
    assert legal(position) == {"h2-h4", "pass"}
    assert refusal(position, figure("PONTE-6.1").marks[0]) == "PONTE-3.3"
    with_a_pair, _ = drawn("PONTE-3.3")
    assert refusal(with_a_pair, "pass") == "PONTE-6.1"
    assert refusal(PONTE.new().play("a1 a2 b1 b2"), "pass") == "PONTE-6.1"


@pytest.mark.rule("PONTE-6.2")
def test_light_passes_and_dark_has_one_turn() -> None:
    position = PONTE.setup(NO_PAIR).play("pass")
    assert position == PONTE.setup(figure("PONTE-6.2").diagram)
    assert legal(position) == {"a7", "a8"}
    assert refusal(position, "pass") == "PONTE-6.1"
    position.play("a7")
    assert position.movers == (1,)
    position.play("a8")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.winners) == ("last_turn", (11, 7), (0,))


@pytest.mark.rule("PONTE-6.2")
def test_light_may_build_a_bridge_in_place_of_passing() -> None:
    position = PONTE.setup(NO_PAIR).play("h2-h4")
    assert position.movers == (1,)
    position.play("a7 a8")
    assert legal(position) == {"pass"}
    assert position.play("pass").movers == (1,)


@pytest.mark.rule("PONTE-6.2")
@pytest.mark.parametrize("last_turn", ["h2-h4", "pass"])
def test_darks_last_turn_may_be_a_bridge_or_a_pass(last_turn: str) -> None:
    position = PONTE.setup(other_colour(NO_PAIR) + "; last")
    assert legal(position) == {"h2-h4", "pass"}
    assert position.play(last_turn).movers == ()
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "last_turn"


@pytest.mark.rule("PONTE-6.3")
def test_darks_pass_ends_the_game() -> None:
    position = PONTE.setup(other_colour(NO_PAIR))
    assert legal(position) == {"h2-h4", "pass"}
    position.play("pass")
    assert position.movers == ()
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("dark_passed", (7, 11))


@pytest.mark.rule("PONTE-6.4")
def test_no_move_is_legal_after_the_end() -> None:
    position = PONTE.setup(other_colour(NO_PAIR)).play("pass")
    assert (position.movers, len(position.moves())) == ((), 0)
    assert {refusal(position, ply, seat) for ply in ("a7", "h2-h4", "pass", "swap") for seat in (0, 1)} == {"PONTE-6.4"}


# ------------------------------------------------------------------------------------- 7. Scoring


def standings(diagram: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Scores and ranks if the game ended in this position."""
    position = PONTE.setup(diagram)
    ranks = np.zeros(2, np.int64)
    protocol.ranks(position.state, ranks)
    return position.scores(), tuple(map(int, ranks))


@pytest.mark.rule("PONTE-7.1", "PONTE-7.2")
def test_the_publishers_example_of_scoring() -> None:
    assert standings(figure("PONTE-7.1").diagram) == ((10, 5), (0, 1))


@pytest.mark.rule("PONTE-7.1")
@pytest.mark.parametrize(("islands", "points"), list(enumerate([1, 3, 6, 10, 15, 21, 28, 36, 45, 55], 1)))
def test_points_of_linked_islands(islands: int, points: int) -> None:
    assert PONTE.setup(islands_of_light(islands, linked=True)).scores() == (points, 0)
    assert PONTE.setup(islands_of_light(islands)).scores() == (islands, 0)


@pytest.mark.rule("PONTE-7.2")
def test_sandbars_carry_a_link() -> None:
    diagram = figure("PONTE-7.2").diagram
    assert standings(diagram)[0] == (4, 0)
    for bridge in ("b7-d7", "d6-f5", "f4-h3"):  # without any of the bridges the link is broken
        assert standings(diagram.replace(bridge, ""))[0] == (3, 0)


@pytest.mark.rule("PONTE-7.2")
def test_corners_carry_no_link() -> None:
    corner = "light: a1 b1 a2 b2 d2 e3 g3 h3 g4 h4; bridges: b2-d2 e3-g3"  # d2 and e3 touch at a corner only
    assert standings(corner)[0] == (2, 0)
    assert standings(corner.replace("e3 g3", "d3 e3 g3"))[0] == (3, 0)


@pytest.mark.rule("PONTE-7.3")
def test_a_tie_goes_to_more_islands() -> None:
    diagram = figure("PONTE-7.3").diagram
    assert standings(diagram) == ((3, 3), (1, 0))
    assert standings(other_colour(diagram)) == ((3, 3), (0, 1))


@pytest.mark.rule("PONTE-7.4")
def test_a_second_tie_goes_to_more_bridges() -> None:
    diagram = figure("PONTE-7.4").diagram
    assert standings(diagram) == ((1, 1), (1, 0))
    assert standings(other_colour(diagram)) == ((1, 1), (0, 1))


@pytest.mark.rule("PONTE-7.5")
def test_a_third_tie_is_shared() -> None:
    assert standings(figure("PONTE-7.5").diagram) == ((1, 1), (0, 0))
