"""Each rule of On Top through the Python face. Drawn examples are the rulebook's own figures."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest
from oracles import on_top as oracle
from positions import legal, refusal

import tablier
from tablier import CHANCE, InvalidMove, Position
from tablier.catalogue.info import Value
from tablier.engine import protocol
from tablier.engine.bits import has, i64
from tablier.engine.records import native
from tablier.errors import InvalidOption
from tablier.games.on_top.geometry import BOARDS, COLOUR_LETTERS, KIND_NAMES, Board
from tablier.games.on_top.queries import begin_from
from tablier.rulebook import rule

ON_TOP = tablier.game("on_top")
MOMENTS = ("placing", "point", "tile")


def drawn(rule_id: str, number: int = 1, more: str = "", **options: Value) -> Position:
    """The position of a rule's figure, by number, with further fields."""
    diagram = rule("on_top", rule_id, "en").figures[number - 1].diagram
    return ON_TOP.setup(f"{diagram}; {more}", None, **options)


def marks(rule_id: str, number: int = 1) -> tuple[str, ...]:
    """The marks of a figure."""
    return rule("on_top", rule_id, "en").figures[number - 1].marks


def board_of(position: Position) -> Board:
    return BOARDS[int(native(position.state).board)]


def tower(position: Position, point: str) -> str | None:
    """The pawns on an intersection, the top last; ``None`` if it is not complete."""
    s, p = native(position.state), board_of(position).point_names.index(point)
    if not int(s.done) >> p & 1:
        return None
    return "".join(c for sets in (s.below, s.top) for i, c in enumerate(COLOUR_LETTERS) if int(sets[i]) >> p & 1)


def sixths(position: Position, point: str) -> dict[str, int]:
    """The colours at an intersection."""
    row = native(position.state).parts[board_of(position).point_names.index(point)].tolist()
    return {c: n for c, n in zip(COLOUR_LETTERS, row, strict=True) if n}


def cells(position: Position, which: str) -> set[str]:
    """The ``free`` or the ``black`` cells."""
    names = enumerate(board_of(position).cell_names)
    return {name for c, name in names if has(native(position.state)[which], np.int64(c))}


def pawns(position: Position) -> dict[str, int]:
    """The pawns left to each colour."""
    return dict(zip(COLOUR_LETTERS, native(position.state).pawns.tolist(), strict=True))


def track(position: Position) -> dict[str, int]:
    """The score track."""
    return dict(zip(COLOUR_LETTERS, native(position.state).points.tolist(), strict=True))


def ending(position: Position) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """The reason for the end, the scores and the ranks."""
    outcome = position.outcome()
    assert outcome is not None
    return outcome.reason, outcome.scores, outcome.ranks


def random_game(seed: int, seats: int, **options: Value) -> Position:
    """A finished game of random plies."""
    rng, position = Random(seed), ON_TOP.new(seats, **options)
    while position.movers:
        position.push(rng.choice(position.moves()))
    return position


# ------------------------------------------------------------------------------------- 1. Components-----------


@pytest.mark.rule("TOP-1.1")
@pytest.mark.parametrize(
    ("name", "counts"),
    [("D70", (70, 47, 22, 94)), ("H66", (66, 44, 20, 89)), ("Z70", (70, 49, 26, 92)), ("H78", (78, 51, 22, 106))],
)
def test_the_boards_have_their_cells_and_points(name: str, counts: tuple[int, ...]) -> None:
    board = board_of(ON_TOP.new(board=name))
    assert (len(board.cells), len(board.point_names), len(board.rim), len(board.positions)) == counts
    around = Counter(len(cells) for cells in board.around)
    assert around[6] == counts[1] - counts[2]
    assert set(around) <= {2, 3, 4, 6}
    assert len(cells(ON_TOP.new(board=name), "free")) == counts[0] - 2


@pytest.mark.rule("TOP-1.1")
def test_cells_and_points_have_their_names() -> None:
    position = ON_TOP.new(4)
    assert repr(position).startswith("<Position of on_top, 4 seats, board='D70'")
    assert [len(board_of(position).around[board_of(position).point_names.index(p)]) for p in marks("TOP-1.1")] == [
        6,
        6,
        2,
    ]
    position.play("RBWY", CHANCE)
    for nowhere in ("d6-d70", "k1-k2", "d6", "d6-e9", "d6-d6", "=A3", "=L1", "D6 D7", "x", ""):
        with pytest.raises(InvalidMove):
            position.play(nowhere)
    with pytest.raises(InvalidOption):
        ON_TOP.new(board="D71")
    with pytest.raises(InvalidOption):
        ON_TOP.new(5)


@pytest.mark.rule("TOP-1.2")
def test_four_colours_on_the_corners_of_a_tile() -> None:
    position = drawn("TOP-1.2")
    assert [sixths(position, p) for p in marks("TOP-1.2")] == [{"R": 1}, {"B": 2}, {"W": 1}, {"Y": 2}]
    assert sum(native(position.state).parts.flat) == 6
    for kind in KIND_NAMES:
        laid = ON_TOP.setup(f"tiles: {kind}@d6-d7")
        assert [sixths(laid, p) for p in marks("TOP-1.2")] == [
            {colour: parts} for colour, parts in zip(kind, (1, 2, 1, 2), strict=True)
        ]


@pytest.mark.rule("TOP-1.3")
def test_there_are_twelve_kinds_of_tiles() -> None:
    position = ON_TOP.new()
    assert legal(position) == set(KIND_NAMES)
    turned = [{kind, kind[2:] + kind[:2]} for kind in KIND_NAMES]
    assert {"".join(p) for p in permutations("BYRW")} == set().union(*turned)
    assert sum(map(len, turned)) == 24
    number = dict(zip(KIND_NAMES, native(position.state).bag.tolist(), strict=True))
    assert sum(number.values()) == 34
    assert {kind for kind, n in number.items() if n == 2} == {"RBWY", "BRYW"}
    for colour in "BYRW":
        assert sum(n for kind, n in number.items() if colour in kind[::2]) == 17
        assert sum(n for kind, n in number.items() if colour in kind[1::2]) == 17
    assert position.parse("WYRB", CHANCE) == position.parse("RBWY", CHANCE)
    with pytest.raises(InvalidMove, match="there is no tile"):
        position.parse("RRWY", CHANCE)


@pytest.mark.rule("TOP-1.4", "TOP-2.1")
@pytest.mark.parametrize(("board", "start"), [("D70", "d5 g5"), ("H66", "b6 e6"), ("Z70", "d4 g4"), ("H78", "b7 e7")])
def test_two_black_triangles_are_laid_and_eight_are_left(board: str, start: str) -> None:
    position = ON_TOP.new(board=board)
    assert cells(position, "black") == set(start.split())
    assert native(position.state).triangles == 8
    assert not native(position.state).parts.any()
    geometry = board_of(position)
    assert not any(p in geometry.rim for c in start.split() for p in geometry.cells[geometry.cell_names.index(c)])


@pytest.mark.rule("TOP-1.5", "TOP-2.2")
@pytest.mark.parametrize(
    ("seats", "left"),
    [
        (2, {"B": 20, "Y": 20, "R": 21, "W": 21}),
        (3, {"B": 20, "Y": 20, "R": 20, "W": 21}),
        (4, {"B": 20, "Y": 20, "R": 20, "W": 20}),
    ],
)
def test_players_have_twenty_pawns_and_neutral_colours_twenty_one(seats: int, left: dict[str, int]) -> None:
    assert pawns(ON_TOP.new(seats)) == left


@pytest.mark.rule("TOP-1.6")
@pytest.mark.parametrize("board", [board.id for board in BOARDS])
def test_golden_points_are_the_rim_or_a_part_of_it(board: str) -> None:
    """A pawn alone on each point of the rim in turn."""
    names = board_of(ON_TOP.new(board=board)).point_names
    whole, part = (
        {names[p] for p in range(len(names)) if _golden(ON_TOP.new(board=board, golden=golden), p)}
        for golden in ("whole", "part")
    )
    assert whole == {names[p] for p in board_of(ON_TOP.new(board=board)).rim}
    assert part < whole
    if board == "D70":
        assert part == set(marks("TOP-1.6"))


def _golden(position: Position, point: int) -> bool:
    """Does a point on which only blue has a part give two points?"""
    from tablier.games.on_top import scoring

    work = position.copy()
    native(work.state).parts[point, 0] = 1
    scoring.score(work.state, i64(point))
    return track(work)["B"] == 2


# ------------------------------------------------------------------------------------- 2. The set-up, 3. A turn


@pytest.mark.rule("TOP-2.3", "TOP-3.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_blue_begins_and_turns_go_round(seats: int) -> None:
    position = ON_TOP.new(seats)
    assert position.scores() == (0,) * seats
    for turn in range(9):
        assert position.movers == (CHANCE,)
        position.push(position.moves()[0])
        assert position.movers == (turn % seats,)
        somebody_else = (turn + 1) % seats
        move = position.moves()[0]
        assert refusal(position, move.text, somebody_else) == "TOP-3.2"
        position.push(move)


@pytest.mark.rule("TOP-3.1")
def test_a_tile_is_drawn_from_the_bag() -> None:
    position = ON_TOP.new()
    assert position.why(position.parse("d6-d7", 0).action, 0) == "TOP-3.1"
    assert refusal(position, "d6-d7", 0) is None  # it is chance's turn
    for _ in range(2):
        position.play("RBWY", CHANCE)
        position.push(position.moves()[0])
    assert "RBWY" not in legal(position)
    assert len(position.moves()) == 11
    odds = np.zeros(64, np.int64)
    n = protocol.chance_weights(position.state, odds)
    assert odds[:n].tolist() == [n for n in native(position.state).bag.tolist() if n]
    assert (
        native(position.view(1).state).bag.tolist()
        == native(position.view(None).state).bag.tolist()
        == native(position.state).bag.tolist()
    )


@pytest.mark.rule("TOP-3.3")
def test_the_drawn_tile_must_be_laid() -> None:
    position = ON_TOP.new().play("RBWY", CHANCE)
    assert all("-" in move.text for move in position.moves())
    assert refusal(position, "=D3") == "TOP-3.3"


@pytest.mark.rule("TOP-3.3")
@pytest.mark.parametrize("seed", range(20))
def test_a_drawn_tile_always_has_a_place(seed: int) -> None:
    position = random_game(seed, 2, board=BOARDS[seed % 4].id)
    while position.ply:
        position.pop()
        assert bool(position.moves()) is bool(position.movers)


@pytest.mark.rule("TOP-3.4")
def test_a_tile_needs_two_free_cells_side_by_side() -> None:
    position = drawn("TOP-3.4")
    for taken in ("d7-d8", "d6-d5", "d7-d6", "d5-d4"):
        assert refusal(position, taken) == "TOP-3.4"
    assert {ply for ply in legal(position) if "d8" in ply} == {"d8-d9", "d9-d8", "c7-d8", "d8-c7"}
    assert {"e6-e5", "e6-e7"} <= legal(position)
    with pytest.raises(InvalidMove, match=r"e7 and d4 share no side; beside e7 lie e6 e8 f7"):
        position.play("e7-d4")


@pytest.mark.rule("TOP-3.5")
def test_a_tile_may_go_beside_a_start_triangle() -> None:
    position = drawn("TOP-3.5")
    beside, at_a_corner = marks("TOP-3.5")
    assert beside in legal(position)
    assert refusal(position, at_a_corner) == "TOP-3.5"
    first = {ply for ply in legal(position) if {"d4", "d6", "e6"} & set(ply.split("-"))}
    second = {ply for ply in legal(position) if {"g4", "g6", "f6"} & set(ply.split("-"))}
    assert first | second == legal(position)
    assert len(first) == len(second) == 12


@pytest.mark.rule("TOP-3.5")
def test_a_tile_may_go_beside_a_tile() -> None:
    assert marks("TOP-3.5", 2)[0] in legal(drawn("TOP-3.5", 2))
    assert refusal(ON_TOP.new().play("RBWY", CHANCE), "d8-d9") == "TOP-3.5"


@pytest.mark.rule("TOP-3.6")
def test_a_tile_may_be_laid_either_way_round() -> None:
    position = ON_TOP.new().play("RBWY", CHANCE)
    assert {"-".join(reversed(ply.split("-"))) for ply in legal(position)} == legal(position)
    one, other = (position.copy().play(ply) for ply in ("d6-d7", "d7-d6"))
    assert (sixths(one, "D3"), sixths(one, "E5")) == ({"R": 1}, {"W": 1})
    assert (sixths(other, "D3"), sixths(other, "E5")) == ({"W": 1}, {"R": 1})
    assert (sixths(one, "E4"), sixths(other, "E4")) == ({"B": 2}, {"Y": 2})


# ------------------------------------------------------------------------------------- 4. Holes


@pytest.mark.rule("TOP-4.1")
def test_a_hole_is_closed_before_counting() -> None:
    where, hole = marks("TOP-4.1")
    position = drawn("TOP-4.1")
    assert hole in cells(position, "free")
    position.play(where)
    assert hole in cells(position, "black")
    assert hole not in cells(position, "free")
    assert native(position.state).triangles == 7
    assert (sixths(position, "F4"), tower(position, "F4")) == ({"B": 4, "W": 1}, "WB")  # five sixths and the hole


@pytest.mark.rule("TOP-4.2")
def test_several_holes_are_closed_at_once() -> None:
    where, *holes = marks("TOP-4.2")
    position = drawn("TOP-4.2").play(where)
    assert set(holes) <= cells(position, "black")
    assert native(position.state).triangles == 6
    done = {point for point in board_of(position).point_names if tower(position, point) is not None}
    assert done == {"A1", "A2", "B2", "B3", "C3"}


@pytest.mark.rule("TOP-4.3")
def test_without_triangles_a_hole_stays_empty_and_counts_as_black() -> None:
    where, hole = marks("TOP-4.3")
    position = drawn("TOP-4.3").play(where)
    assert hole not in cells(position, "black") | cells(position, "free")
    assert native(position.state).triangles == 0
    full = drawn("TOP-4.1").play(where)
    assert (tower(position, "F4"), track(position)) == (tower(full, "F4"), track(full))
    position.push(position.moves()[0])
    assert not any(hole in ply.split("-") for ply in legal(position))


@pytest.mark.rule("TOP-4.3")
def test_the_last_triangle_goes_to_the_first_hole() -> None:
    where, first, second = marks("TOP-4.2")
    position = drawn("TOP-4.2", more="triangles: 1").play(where)
    assert first in cells(position, "black")
    assert second not in cells(position, "black") | cells(position, "free")
    assert tower(position, "B3") == "Y"


# ------------------------------------------------------------------------------------- 5. Circles


@pytest.mark.rule("TOP-5.1")
def test_an_inner_circle_of_six_cells_is_scored() -> None:
    where, point = marks("TOP-5.1")
    position = drawn("TOP-5.1")
    assert tower(position, point) is None
    assert tower(position.play(where), point) == "RB"
    for _ in range(6):
        assert tower(position, point) == "RB"
        position.push(position.moves()[0])


@pytest.mark.rule("TOP-5.2")
def test_a_circle_at_the_rim_is_scored() -> None:
    where, point = marks("TOP-5.2")
    position = drawn("TOP-5.2").play(where)
    assert sixths(position, point) == {"Y": 3}
    assert (tower(position, point), track(position)["Y"]) == ("Y", 2)


@pytest.mark.rule("TOP-5.1", "TOP-5.3", "TOP-5.4", "TOP-5.11")
def test_the_publishers_example_of_two_circles() -> None:
    """Three red, two yellow, one black; at the rim one blue and one black."""
    where, rim, inner = marks("TOP-5.4")
    before = drawn("TOP-5.4")
    position = before.copy().play(where)
    assert (sixths(position, inner), tower(position, inner)) == ({"Y": 2, "R": 3}, "YR")
    assert (sixths(position, rim), tower(position, rim)) == ({"B": 1}, "B")
    assert {c: pawns(before)[c] - n for c, n in pawns(position).items()} == {"B": 1, "Y": 1, "R": 1, "W": 0}
    assert {c: n - track(before)[c] for c, n in track(position).items()} == {"B": 2, "Y": 0, "R": 2, "W": 0}


@pytest.mark.rule("TOP-5.5")
@pytest.mark.parametrize("turn", [1, -1])
def test_a_tie_for_the_most_leaves_the_point_empty(turn: int) -> None:
    where, point = marks("TOP-5.5")
    position = drawn("TOP-5.5").play("-".join(where.split("-")[::turn]))
    assert sixths(position, point) == {"B": 2, "W": 2, "YR"[turn > 0]: 1}
    assert tower(position, point) == ""
    assert pawns(position) == dict.fromkeys("BYRW", 20)


@pytest.mark.rule("TOP-5.5", "TOP-8.3")
def test_a_point_without_colours_stays_empty() -> None:
    position = drawn("TOP-8.3")
    hole, *points = marks("TOP-8.3")
    assert cells(position, "black") == {"a1", "a3", "g5", hole}
    assert [tower(position, point) for point in points] == ["", ""]
    assert native(position.state).triangles == 6
    assert pawns(position) == dict.fromkeys("BYRW", 20)


@pytest.mark.rule("TOP-5.6", "TOP-5.8")
def test_two_colours_in_second_place_both_place_a_pawn() -> None:
    where, point = marks("TOP-5.6")
    position = drawn("TOP-5.6").play(where)
    assert sixths(position, point) == {"B": 1, "Y": 2, "R": 1}
    assert tower(position, point) == "BRY"
    assert track(position) == {"B": 0, "Y": 3, "R": 0, "W": 0}
    assert pawns(position) == {"B": 19, "Y": 19, "R": 19, "W": 20}


@pytest.mark.rule("TOP-5.6", "TOP-5.7", "TOP-5.8")
def test_the_second_colour_stands_below_the_majority() -> None:
    position = ON_TOP.setup("seats: 4; tiles: BYRW@c5-d6 YBRW@c3-d4 YBRW@c6-b5 BWRY@d8-c7; drawn: YWRB", seats=4).play(
        "e8-d7"
    )
    assert sixths(position, "D4") == {"Y": 3, "W": 2, "R": 1}
    assert tower(position, "D4") == "WY"


@pytest.mark.rule("TOP-5.7")
def test_the_third_colour_places_nothing() -> None:
    where, point = marks("TOP-5.7")
    position = drawn("TOP-5.7").play(where)
    assert (sixths(position, point), tower(position, point)) == ({"B": 3, "R": 2, "Y": 1}, "RB")
    assert pawns(position) == {"B": 19, "Y": 20, "R": 19, "W": 20}


@pytest.mark.rule("TOP-5.9")
def test_a_colour_alone_on_a_circle_places_one_pawn() -> None:
    where, point = marks("TOP-5.9")
    position = drawn("TOP-5.9").play(where)
    assert (sixths(position, point), tower(position, point)) == ({"Y": 2}, "Y")


@pytest.mark.rule("TOP-5.10", "TOP-6.4")
def test_neutral_colours_place_pawns_without_scoring() -> None:
    where, point = marks("TOP-5.10")
    position = drawn("TOP-5.10").play(where)
    assert tower(position, point) == "RB"
    assert pawns(position) == {"B": 19, "Y": 20, "R": 20, "W": 21}
    neutral = ON_TOP.setup("black: d5 b2; tiles: BYWR@d7-d6; drawn: BRWY").play("a2-a1")
    assert (tower(neutral, "A1"), neutral.scores()) == ("R", (0, 0))
    assert not any(track(neutral).values())


@pytest.mark.rule("TOP-5.11")
def test_all_intersections_that_a_tile_completes_are_scored() -> None:
    where, *points = marks("TOP-5.11")
    position = drawn("TOP-5.11").play(where)
    assert [tower(position, point) for point in points] == ["BW", "WB"]
    assert track(position) == {"B": 4, "Y": 0, "R": 0, "W": 2}
    assert position.movers == (CHANCE,)


@pytest.mark.rule("TOP-4.2", "TOP-5.11")
def test_intersections_that_a_hole_completes_are_scored() -> None:
    """A1 is no corner of the tile, but of the hole that it makes."""
    where, *_ = marks("TOP-4.2")
    position = drawn("TOP-4.2")
    assert tower(position, "A1") is None
    assert tower(position.play(where), "A1") == "Y"


@pytest.mark.rule("TOP-5.12")
def test_the_order_is_a_choice_only_when_pawns_are_scarce() -> None:
    position = drawn("TOP-5.12").play("h1-g2")
    assert position.movers == (3,)
    assert legal(position) == {"=H2", "=I1"}
    assert refusal(position, "=A1") == "TOP-5.12"
    assert refusal(position, "d6-d7") == "TOP-5.12"
    yellow, red = position.copy().play("=H2"), position.copy().play("=I1")
    assert (ending(yellow)[2].index(0), ending(red)[2].index(0)) == (1, 2)
    assert (tower(yellow, "H2"), tower(yellow, "I1")) == ("Y", None)
    for enough in ("pawns: Y2 R2", "pawns: B3 W2 R2 Y2"):
        assert drawn("TOP-5.11", more=enough).play("h1-g2").movers == (CHANCE,)
    assert drawn("TOP-5.11", more="pawns: Y1").play("g2-h1").movers == (CHANCE,)  # yellow would place nothing
    assert drawn("TOP-5.11", more="pawns: B2").play("g2-h1").movers == (3,)  # blue both times, and just enough
    assert drawn("TOP-5.11", more="pawns: B3").play("g2-h1").movers == (CHANCE,)


@pytest.mark.rule("TOP-5.12")
def test_by_option_the_order_is_that_of_reading() -> None:
    position = drawn("TOP-5.12", order="reading").play("h1-g2")
    assert (ending(position)[0], ending(position)[2].index(0)) == ("last_pawn", 1)
    assert (tower(position, "H2"), tower(position, "I1")) == ("Y", None)


# ------------------------------------------------------------------------------------- 6. Points


@pytest.mark.rule("TOP-6.1", "TOP-6.3")
@pytest.mark.parametrize(("golden", "points"), [("whole", 4), ("part", 4)])
def test_a_tower_of_two_on_gold_scores_double(golden: str, points: int) -> None:
    position = drawn("TOP-6.1", golden=golden).play("e10-d9")
    assert (tower(position, "D5"), track(position)) == ("WB", {"B": points, "Y": 0, "R": 0, "W": 0})


@pytest.mark.rule("TOP-6.1", "TOP-6.3")
def test_a_tower_of_two_scores_two() -> None:
    position = drawn("TOP-5.7").play("e3-f3")
    assert track(position) == {"B": 2, "Y": 0, "R": 0, "W": 0}
    assert position.scores() == (2, 0, 0, 0)


@pytest.mark.rule("TOP-6.2")
def test_a_single_pawn_scores_two_on_gold_and_one_elsewhere() -> None:
    """Yellow is alone on the golden border, red alone elsewhere."""
    assert track(drawn("TOP-5.9").play("a3-b4"))["Y"] == 2
    assert track(drawn("TOP-5.9", golden="part").play("a3-b4"))["Y"] == 2
    assert track(drawn("TOP-6.2").play("a2-a1"))["R"] == 1
    assert track(ON_TOP.setup("seats: 4; black: d5 b2; tiles: BYWR@d7-d6; drawn: BRWY").play("a2-a1"))["R"] == 2


# ------------------------------------------------------------------------------------- 7. The end


@pytest.mark.rule("TOP-7.1", "TOP-7.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_when_no_tile_fits_and_remaining_pawns_are_deducted(seats: int) -> None:
    ends = Counter[str]()
    for seed in range(30):
        position = random_game(seed, seats)
        reason, scores, _ = ending(position)
        ends[reason] += 1
        left, shown = pawns(position), track(position)
        if reason == "full":
            free = cells(position, "free")
            near = oracle.side_by_side("D70")
            assert not free & set().union(*(near[cell] for cell in free))
            assert scores == tuple(shown[c] - left[c] for c in "BYRW"[:seats])
        position.pop()
        assert position.scores() == tuple(track(position)[c] for c in "BYRW"[:seats])
    assert ends["full"] > 10


def final(points: str, left: str, seats: int = 2, **options: Value) -> Position:
    """A position with one place left, which ends with white's or yellow's tile."""
    last = random_game(3, seats)
    while last.outcome():
        last.pop()
    work = ON_TOP.new(seats, **options)
    ours, theirs = native(work.state), native(last.state)
    for name in ("free", "black", "room", "reach", "done", "parts", "tiles", "bag", "triangles", "drawn"):
        ours[name] = theirs[name]
    for word in points.split():
        ours["points"][COLOUR_LETTERS.index(word[0])] = int(word[1:])
    for word in left.split():
        ours["pawns"][COLOUR_LETTERS.index(word[0])] = int(word[1:])
    ours["mover"] = seats - 1
    return work


@pytest.mark.rule("TOP-7.3")
@pytest.mark.parametrize(
    ("points", "left", "ranks"),
    [
        ("B20 Y10", "B9 Y9", (0, 1)),
        ("B10 Y20", "B9 Y9", (1, 0)),
        ("B15 Y10", "B10 Y5", (1, 0)),  # five each: yellow has fewer pawns left
        ("B10 Y15", "B5 Y10", (0, 1)),
        ("B15 Y15", "B9 Y9", (0, 0)),
        ("B1 Y2", "B9 Y9", (1, 0)),
    ],
)
def test_ties_go_to_fewer_pawns_and_are_then_shared(points: str, left: str, ranks: tuple[int, ...]) -> None:
    """Points and pawns are set after the last tile, whose circles change them."""
    position = final(points, left)
    position.push(position.moves()[0])
    for word in points.split():
        native(position.state).points[COLOUR_LETTERS.index(word[0])] = int(word[1:])
    for word in left.split():
        native(position.state).pawns[COLOUR_LETTERS.index(word[0])] = int(word[1:])
    assert ending(position)[::2] == ("full", ranks)


@pytest.mark.rule("TOP-7.2")
def test_a_score_may_fall_below_nought() -> None:
    position = final("", "")
    position.push(position.moves()[0])
    native(position.state).points[:2], native(position.state).pawns[:2] = (5, 5), (9, 2)
    assert ending(position) == ("full", (-4, 3), (1, 0))


@pytest.mark.rule("TOP-7.4")
def test_the_last_pawn_wins_at_once() -> None:
    position = drawn("TOP-7.4").play("e3-f3")
    assert ending(position) == ("last_pawn", (21, 24, 9, 23), (3, 1, 0, 2))
    assert pawns(position)["R"] == 0
    assert tower(position, "F3") == "R"  # blue has not placed any more


@pytest.mark.rule("TOP-7.4")
def test_the_last_pawn_of_the_majority_wins_too() -> None:
    position = drawn("TOP-5.7", more="pawns: B1; points: R30").play("e3-f3")
    assert ending(position) == ("last_pawn", (2, 0, 30, 0), (0, 2, 1, 2))
    assert tower(position, "F3") == "RB"


@pytest.mark.rule("TOP-7.4", "TOP-7.5")
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_last_pawn_wins_on_a_full_board(moment: str) -> None:
    """The last tile leaves no room, and places the last pawn of a player who is behind."""
    for seed in range(60):
        position = random_game(seed, 2, last_pawn=moment)
        if ending(position)[0] != "full":
            continue
        after = pawns(position)
        position.pop()
        placed = {c: pawns(position)[c] - after[c] for c in "BY"}
        for seat, colour in enumerate("BY"):
            if placed[colour] == 1:
                work = position.copy()
                native(work.state).pawns[seat] = 1
                native(work.state).points[1 - seat] = 99
                work.push(position_last(position))
                while work.movers:  # the order is asked for
                    work.push(work.moves()[0])
                assert ending(work)[0] == "last_pawn"
                assert work.outcome().winners == (seat,)  # type: ignore[union-attr]
                return
    pytest.fail("no such game")


def position_last(position: Position) -> tablier.Move:
    """The only remaining place, one way round."""
    return position.moves()[0]


@pytest.mark.rule("TOP-7.5")
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_option_sets_when_last_pawns_are_checked(moment: str) -> None:
    """Red is second with its last pawn, blue has the majority with its last pawn, and is ahead."""
    position = drawn("TOP-5.7", more="pawns: R1 B1; points: B5", last_pawn=moment).play("e3-f3")
    reason, _, ranks = ending(position)
    assert reason == "last_pawn"
    if moment == "placing":
        assert (tower(position, "F3"), ranks[2]) == ("R", 0)
    else:
        assert (tower(position, "F3"), ranks[0], track(position)["B"]) == ("RB", 0, 7)


@pytest.mark.rule("TOP-7.5")
def test_colours_without_pawns_place_nothing_when_checked_after_the_tile() -> None:
    position = drawn("TOP-5.11", more="pawns: B1 W3", last_pawn="tile", order="reading").play("g2-h1")
    assert ending(position)[::2] == ("last_pawn", (0, 2, 2, 1))
    assert (tower(position, "H2"), tower(position, "I1")) == ("BW", "W")  # blue has no pawn left for the top of I1
    assert track(position) == {"B": 0, "Y": 0, "R": 0, "W": 2}
    early = drawn("TOP-5.11", more="pawns: B1 W3", last_pawn="point", order="reading").play("g2-h1")
    assert (tower(early, "H2"), tower(early, "I1")) == ("BW", None)


@pytest.mark.rule("TOP-7.4", "TOP-7.6")
def test_of_several_last_pawns_the_player_ahead_wins() -> None:
    """Blue and red place their last pawns together; red is ahead of blue, and yellow ahead of both."""
    position = drawn("TOP-7.6").play("f3-f4")
    assert ending(position) == ("last_pawn", (12, 20, 14, 0), (2, 1, 0, 3))


@pytest.mark.rule("TOP-7.6")
def test_last_pawns_with_equal_points_share_the_victory() -> None:
    equal = ON_TOP.setup(
        "seats: 4; board: Z70; tiles: BYWR@g5-h5 RBWY@g6-f6 RYWB@e5-e4; pawns: B1 R1; drawn: BYRW; turn: white"
    ).play("f3-f4")
    assert ending(equal)[2] == (0, 2, 0, 2)


@pytest.mark.rule("TOP-7.6")
@pytest.mark.parametrize(("ahead", "behind"), list(permutations(range(4), 2)))
def test_any_two_seats_compare_their_points_if_both_have_placed_their_last_pawn(ahead: int, behind: int) -> None:
    position = drawn("TOP-7.6").play("f3-f4")
    s = native(position.state)
    s.pawns[:], s.points[:] = 5, 40
    s.pawns[[ahead, behind]], s.points[ahead], s.points[behind] = 0, 12, 10
    assert [seat for seat, rank in enumerate(ending(position)[2]) if rank == 0] == [ahead]


@pytest.mark.rule("TOP-7.5")
def test_the_last_pawn_wins_nothing_before_it_is_checked() -> None:
    """Between two intersections of a tile yellow has no pawn left; blue has more points."""
    position = ON_TOP.setup("seats: 2; points: B5", last_pawn="tile")
    native(position.state).pawns[1] = 0
    ranks = np.zeros(2, np.int64)
    protocol.ranks(position.state, ranks)
    assert ranks.tolist() == [0, 1]


@pytest.mark.rule("TOP-7.7")
@pytest.mark.parametrize(("moment", "placed"), [("placing", "R"), ("point", "RB"), ("tile", "RB")])
def test_the_last_neutral_pawn_ends_the_game(moment: str, placed: str) -> None:
    position = drawn("TOP-5.10", more="pawns: R1 B7 Y9; points: B10 Y20", last_pawn=moment).play("e3-f3")
    blue = 10 - 7 if placed == "R" else 12 - 6
    assert ending(position) == ("neutral", (blue, 11), (1, 0))
    assert tower(position, "F3") == placed


@pytest.mark.rule("TOP-7.7")
@pytest.mark.parametrize("moment", ["point", "tile"])
def test_a_players_last_pawn_has_precedence_over_a_neutral_one(moment: str) -> None:
    position = drawn("TOP-5.10", more="pawns: R1 B1; points: Y40", last_pawn=moment).play("e3-f3")
    assert ending(position) == ("last_pawn", (2, 40), (0, 1))


@pytest.mark.rule("TOP-7.8")
def test_the_bag_can_be_empty_on_the_large_board_only() -> None:
    for board in BOARDS:
        assert (len(board.cells) - 2) // 2 > 34 or board.id != "H78"
        assert (len(board.cells) - 2) // 2 <= 34 or board.id == "H78"
    position = ON_TOP.setup("board: H78; drawn: RBWY")
    native(position.state).bag[:] = 0
    position.play("b8-b9")
    assert ending(position) == ("bag", (-20, -20), (0, 0))
    assert position.state.mover == 0  # nobody's turn begins


@pytest.mark.rule("TOP-7.8")
@pytest.mark.parametrize("kind", KIND_NAMES)
def test_a_last_tile_of_any_kind_is_still_laid(kind: str) -> None:
    position = ON_TOP.setup("board: H78; drawn: RBWY")
    native(position.state).bag[:] = 0
    native(position.state).bag[KIND_NAMES.index(kind)] = 1
    position.play("b8-b9")
    assert (position.movers, legal(position)) == ((CHANCE,), {kind})


@pytest.mark.rule("TOP-7.9")
def test_no_move_is_legal_after_the_end() -> None:
    position = drawn("TOP-7.4").play("e3-f3")
    assert (position.movers, len(position.moves())) == ((), 0)
    assert refusal(position, "d6-d7", 0) == "TOP-7.9"


# ------------------------------------------------------------------------------------- 8. Variants


@pytest.mark.rule("TOP-8.1")
def test_team_mates_add_their_points_and_share_first_or_second_place() -> None:
    full = final("", "", 4, teams=True)
    full.push(full.moves()[0])
    for points, left, ranks in (
        ([12, 14, 15, 11], [5, 5, 5, 5], (0, 1, 0, 1)),
        ([12, 14, 10, 11], [5, 5, 5, 5], (1, 0, 1, 0)),
        ([20, 15, 1, 15], [5, 5, 5, 5], (1, 0, 1, 0)),
        ([10, 10, 10, 10], [5, 4, 4, 5], (0, 0, 0, 0)),
        ([10, 10, 12, 10], [5, 4, 6, 5], (1, 0, 1, 0)),  # equal, and more pawns left
    ):
        native(full.state).points[:], native(full.state).pawns[:] = points, left
        assert ending(full) == ("full", tuple(p - n for p, n in zip(points, left, strict=True)), ranks)
    alone = final("", "", 4)
    alone.push(alone.moves()[0])
    native(alone.state).points[:], native(alone.state).pawns[:] = [12, 14, 15, 11], [5, 5, 5, 5]
    assert ending(alone)[2] == (2, 1, 0, 3)


@pytest.mark.rule("TOP-8.1")
def test_the_last_pawn_wins_for_both_team_mates() -> None:
    position = drawn("TOP-7.4", teams=True).play("e3-f3")
    assert ending(position)[::2] == ("last_pawn", (0, 1, 0, 1))


@pytest.mark.rule("TOP-7.6", "TOP-8.1")
@pytest.mark.parametrize(
    ("yellow", "ranks"), [("Y14", (1, 0, 1, 0)), ("Y12", (0, 0, 0, 0)), ("Y11", (0, 1, 0, 1)), ("Y8", (0, 1, 0, 1))]
)
def test_with_last_pawns_in_both_teams_the_players_points_decide(yellow: str, ranks: tuple[int, ...]) -> None:
    """Blue and yellow place their last pawns together. Red's 20 points for its team do not count."""
    position = ON_TOP.setup(
        f"tiles: BRWY@g5-h5 YBWR@g6-f6 YRWB@e5-e4; pawns: B1 Y1; points: B12 {yellow} R20 W0; drawn: BRYW; turn: white",
        4,
        board="Z70",
        teams=True,
    ).play("f3-f4")
    assert ending(position)[::2] == ("last_pawn", ranks)


@pytest.mark.rule("TOP-8.1")
def test_teams_are_for_four_players_only() -> None:
    for seats in (2, 3):
        assert ON_TOP.new(seats, teams=True).key() == ON_TOP.new(seats).key()


@pytest.mark.rule("TOP-8.2")
@pytest.mark.parametrize("board", [board.id for board in BOARDS])
def test_an_option_sets_the_start_triangles(board: str) -> None:
    seen = set()
    for start, number in (("centre", 2), ("apart", 2), ("four", 4)):
        position = ON_TOP.new(board=board, start=start)
        assert len(cells(position, "black")) == number
        assert native(position.state).triangles == 10 - number
        seen.add(frozenset(cells(position, "black")))
        position.play("RBWY", CHANCE)
        near = {cell for black in cells(position, "black") for cell in oracle.side_by_side(board)[black]}
        assert all(near & set(ply.split("-")) for ply in legal(position))
        assert {cell for ply in legal(position) for cell in ply.split("-")} >= near
    assert len(seen) == 3
    assert cells(drawn("TOP-8.2"), "black") == set(marks("TOP-8.2"))


@pytest.mark.rule("TOP-8.3")
def test_a_diagram_sets_the_start_triangles() -> None:
    position = ON_TOP.setup("black: a1 a3 d5; drawn: RBWY")
    assert "b2-b3" in legal(position)  # beside a1 and beside a3
    assert refusal(position, "a2-a1") == "TOP-3.4"


@pytest.mark.rule("TOP-4.1", "TOP-8.3")
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
@pytest.mark.parametrize("last", [False, True])
def test_start_triangles_close_holes_at_the_first_and_the_last_cell(board: Board, last: bool) -> None:
    """The corner of the board is complete, and without a colour."""
    corner, point = board.cell_names[-last], board.point_names[-last]
    round_about = oracle.round_about(board.id)[point]
    around = (oracle.side_by_side(board.id)[corner] | round_about) - {corner}
    position = ON_TOP.setup(f"board: {board.id}; black: {' '.join(sorted(around))}; drawn: RBWY")
    assert cells(position, "black") == around | {corner}
    assert tower(position, point) == ""
    alone = ON_TOP.setup(f"board: {board.id}; black: {corner}; drawn: RBWY")
    assert cells(alone, "black") == {corner}
    assert cells(alone, "free") == set(board.cell_names) - {corner}


@pytest.mark.rule("TOP-8.3")
def test_start_triangles_replace_those_of_an_earlier_start() -> None:
    corner, middle = (array("q", [BOARDS[0].cell_names.index(c) for c in names]) for names in (("a1", "a2"), ("d5",)))
    once, again = ON_TOP.new().state, ON_TOP.new().state
    begin_from(once, middle)
    begin_from(again, corner)
    assert again.done
    begin_from(again, middle)
    assert bytes(again.data) == bytes(once.data)
