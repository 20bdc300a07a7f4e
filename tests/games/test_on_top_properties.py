"""Invariants of On Top: conservation, derived fields, notation, data."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from itertools import product
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from oracles import on_top as oracle

import tablier
from tablier import CHANCE, InvalidMove, Position
from tablier.engine import protocol
from tablier.engine.check import check_game, check_why, walk
from tablier.errors import InvalidOption
from tablier.games.on_top import legality, rules
from tablier.games.on_top.geometry import BOARDS, COLOURS, KIND_NAMES, MATERIAL, PAWNS, TRIANGLES, Boards, Material
from tablier.games.on_top.tables import AROUND, COPIES, GOLDEN

ON_TOP = tablier.game("on_top")
ALL_BITS = 2**64 - 1
KINDS = [(2, [0, 0, 0, 0, 0, 0]), (3, [1, 1, 1, 1, 0, 0]), (4, [2, 2, 0, 2, 1, 1]), (4, [3, 0, 1, 0, 0, 0])]


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_check_game(seats: int, options: list[int]) -> None:
    check_game(ON_TOP.rules, seats, options)


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_check_why(seats: int, options: list[int]) -> None:
    for s, _ in walk(ON_TOP.rules, seats, options, seed=1, games=1):
        check_why(ON_TOP.rules, s, legality.why, ON_TOP.actions())


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_every_position_is_sound(seats: int, options: list[int], seed: int) -> None:
    """Pawns, triangles, tiles and sixths are conserved, and derived fields equal a recount."""
    done, again = 0, ON_TOP.rules.zeros()
    for cell, _ in walk(ON_TOP.rules, seats, options, seed=seed, games=1):
        s = cell[0]
        assert not done & ~int(s.done)  # an intersection is scored once
        assert not int(s.done) & int(s.pending)
        done = int(s.done)
        placed = [int(s.top[c]).bit_count() + int(s.below[c]).bit_count() for c in range(COLOURS)]
        assert [p + n for p, n in zip(s.pawns.tolist(), placed, strict=True)] == [PAWNS - (c < seats) for c in range(4)]
        assert int(np.bitwise_or.reduce(s.top | s.below)) & ~done == 0
        assert sum(int(s.top[c]).bit_count() for c in range(COLOURS)) == int(np.bitwise_or.reduce(s.top)).bit_count()
        laid = np.bincount((s.tiles[s.tiles > 0] - 1) // 2, minlength=len(KIND_NAMES))
        hand = np.eye(len(KIND_NAMES), dtype=int)[s.drawn - 1] if s.drawn else 0
        assert np.array_equal(laid + s.bag + hand, COPIES)
        assert int(s.parts.sum()) == 6 * int(laid.sum())
        assert s.triangles + sum(int(w).bit_count() for w in s.black) == TRIANGLES
        assert s.points.tolist() == recount(s)
        again[0] = s
        again["room"], again["reach"] = ALL_BITS, ALL_BITS
        rules.rebuild(again[0])
        assert again.tobytes() == cell.tobytes()


def recount(s: Any) -> list[int]:
    """The score track, computed from the towers."""
    found = [0] * COLOURS
    golden = int(GOLDEN[s.board, s.golden])
    for c, p in product(range(int(s.seats)), range(len(BOARDS[s.board].point_names))):
        if int(s.top[c]) >> p & 1:
            height = 1 + sum(int(s.below[other]) >> p & 1 for other in range(COLOURS))
            found[c] += height * (1 + (golden >> p & 1))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_towers_follow_the_majorities(seed: int) -> None:
    """At the end all completed intersections have the towers of their tiles."""
    position = random_game(seed, 2 + seed % 3, board=BOARDS[seed % 4].id)
    s = position.state
    outcome = position.outcome()
    assert outcome is not None
    if outcome.reason != "full":
        return
    assert int(s.done) == (1 << len(BOARDS[s.board].point_names)) - 1
    for p in range(len(BOARDS[s.board].point_names)):
        counts = s.parts[p].tolist()
        levels = sorted({n for n in counts if n}, reverse=True)
        first = [c for c in range(COLOURS) if levels and counts[c] == levels[0]]
        second = [c for c in range(COLOURS) if len(levels) > 1 and counts[c] == levels[1]]
        if len(first) != 1:
            first, second = [], []
        assert [c for c in range(COLOURS) if int(s.top[c]) >> p & 1] == first
        assert [c for c in range(COLOURS) if int(s.below[c]) >> p & 1] == second


def random_game(seed: int, seats: int, **options: Any) -> Position:
    """A finished game of random plies."""
    rng, position = Random(seed), ON_TOP.new(seats, **options)
    while position.movers:
        position.push(rng.choice(position.moves()))
    return position


@pytest.mark.parametrize("board", [board.id for board in BOARDS])
def test_notation_goes_round_and_pop_undoes_push(board: str) -> None:
    rng, position = Random(5), ON_TOP.new(3, board=board)
    while position.movers:
        moves = position.moves()
        assert [position.parse(move.text, move.seat).action for move in moves] == [move.action for move in moves]
        before, move = position.key(), rng.choice(moves)
        position.push(move)
        assert position.pop() == move
        assert position.key() == before
        position.push(move)
    assert tablier.Record.of(position).replay().key() == position.key()


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_action_names_are_unique(board: Any) -> None:
    position = ON_TOP.new(board=board.id)
    names = [position.name(action, 0) for action in range(ON_TOP.actions())]
    assert len(set(names)) == len(names) == 2 * 106 + 51
    real = [*range(2 * len(board.positions)), *range(2 * 106, 2 * 106 + len(board.point_names))]
    assert [position.parse(names[action].upper(), 0).action for action in real] == real
    assert [position.parse(kind.lower(), CHANCE).action for kind in KIND_NAMES] == list(range(12))


def test_equal_positions_have_equal_bytes() -> None:
    tiles = ["RBWY@d6-d7", "BYRW@e7-e8", "YBWR@f5-f6", "BWRY@e5-e6"]
    keys = {ON_TOP.setup(f"tiles: {' '.join(order)}").key() for order in (tiles, tiles[::-1], tiles[2:] + tiles[:2])}
    assert len(keys) == 1
    assert len(keys.pop()) < 520


def test_boards_agree_with_the_oracle() -> None:
    for board in BOARDS:
        names = board.cell_names
        assert set(oracle.cells(board.id)) == set(names)
        for a, b in board.positions:
            assert names[b] in oracle.side_by_side(board.id)[names[a]]
        for (a, b), corners in zip(board.positions, board.corners, strict=True):
            assert oracle.outline(board.id, names[a], names[b]) == tuple(board.point_names[p] for p in corners)
        for p, point in enumerate(board.point_names):
            assert {names[c] for c in board.around[p]} == oracle.round_about(board.id)[point]
        assert not AROUND[BOARDS.index(board), len(board.point_names) :].any()


def test_a_drawing_shows_the_position() -> None:
    text = str(ON_TOP.setup("seats: 3; tiles: BWYR@f6-f5 RYWB@e5-e4 BWRY@f4-g3 YBWR@e3-f3; drawn: RBWY; turn: red"))
    assert text.splitlines() == [
        "black      d5 g5 (+8)",
        "tiles      YBWR@e3-f3 RYWB@e5-e4 BWRY@f4-g3 BWYR@f6-f5",
        "towers     F3:rB",
        "blue       points 2  pawns 19",
        "yellow     points 0  pawns 20",
        "red        points 0  pawns 19",
        "white      neutral  pawns 21",
        "bag        RBWY:1 RYWB:2 YBWR:2 YRWB:3 YBRW:3 YWRB:3 BYWR:3 BRWY:3 BYRW:3 BWRY:2 BRYW:2 BWYR:2",
        "red (seat 2) to move, tile RBWY",
    ]
    assert str(ON_TOP.new()).splitlines()[-1] == "blue (seat 0) to move, a tile is drawn"
    assert str(random_game(0, 2)).splitlines()[-1] == "game over"
    short = "seats: 4; tiles: BYRW@h3-g4 YRWB@f4-g3 RBWY@h2-i1; pawns: Y1 R1; drawn: RYWB; turn: white"
    asked = ON_TOP.setup(short).play("h1-g2")
    assert str(asked).splitlines()[-1] == "white (seat 3) to move, next intersection"


@pytest.mark.parametrize(
    ("diagram", "message"),
    [
        ("tile: RBWY@d6-d7", "unknown field 'tile'"),
        ("tiles: RBWY", "'rbwy' is no tile"),
        ("tiles: RBWY@d6", "is no tile"),
        ("tiles: RRWY@d6-d7", "no tile 'RRWY'"),
        ("tiles: RBWY@d6-d8", "share no side"),
        ("tiles: RBWY@d6-z8", "no cell 'z8' on D70; cells go from a1 to j3"),
        ("tiles: RBWY@d5-d6", "not both free"),
        ("tiles: RBWY@d6-d7 RBWY@d8-d9 RBWY@e8-e7", "only 2 tiles RBWY"),
        ("tiles: RBWY@d6-d7 RBWY@d8-d9; drawn: RBWY", "only 2 tiles RBWY"),
        ("black: d5 d5x", "no cell 'd5x'"),
        ("black: a1 a2 a3 b1 b2 b3 b4 b5 c1 c2 c3", "only 10 black triangles"),
        ("triangles: 11", "not a number from 0 to 8"),
        ("triangles: two", "not a number"),
        ("triangles: 1 2", "one word"),
        ("pawns: B0", "not a number from 1 to 20"),
        ("pawns: G3", "is no colour and number"),
        ("pawns: B21", "'21' is not a number from 1 to 20"),
        ("pawns: R22", "'22' is not a number from 1 to 21"),
        ("tiles: BWYR@f6-f5 RYWB@e5-e4 BWRY@f4-g3 YBWR@e3-f3; pawns: B20", "'20' is not a number from 1 to 19"),
        ("pawns: B3 B4", "its colour comes twice"),
        ("points: B", "'B' has no number"),
        ("points: R5", "red is neutral and has no points"),
        ("points: B-1", "not a number from 0 to 160"),
        ("points: B161", "not a number from 0 to 160"),
        ("black: a1 a2 a3 b1; triangles: 7", "not a number from 0 to 6"),
        ("black:", "no tile can be laid"),
        ("triangles: 07", "not a number"),
        ("turn: red", "the players are blue yellow"),
        ("seats: 5", "for 2, 3, 4 seats, not 5"),
        ("board: D71", "got 'D71'"),
    ],
)
def test_errors_of_diagrams_name_the_cause(diagram: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        ON_TOP.setup(diagram)


def test_a_diagram_that_is_the_end_of_the_game_is_refused() -> None:
    end = random_game(1, 2)
    tiles = next(line for line in str(end).splitlines() if line.startswith("tiles")).split()[1:]
    with pytest.raises(InvalidOption, match="ends the game"):
        ON_TOP.setup("tiles: " + " ".join(tiles))


@pytest.mark.parametrize(
    ("text", "message"),
    [("d6", "cannot be read"), ("d6-d8", "share no side"), ("=Z1", "go from A1 to K2"), ("k1-k2", "from a1 to j3")],
)
def test_errors_of_unreadable_moves_list_the_choices(text: str, message: str) -> None:
    with pytest.raises(InvalidMove, match=message):
        ON_TOP.new().play("RBWY", CHANCE).play(text)


def spoilt(file: str, shape: Any, spoil: Callable[[Any], Any], message: str) -> None:
    """A data file with a mistake is refused, and the message names the field."""
    data = json.loads((resources.files("tablier.games.on_top") / file).read_text(encoding="utf-8"))
    msgspec.convert(data, shape)
    spoil(data)
    with pytest.raises(msgspec.ValidationError, match=message):
        msgspec.json.decode(json.dumps(data), type=shape)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda b: b[0].pop("rows"), "`rows`"),
        (lambda b: b[0].update(colour="gold"), r"`colour` - at `\$.boards\[0\]`"),
        (lambda b: b[0]["rows"].__setitem__(3, 6), r"\$.rows"),
        (lambda b: b[0]["rows"].__setitem__(3, 1), r"\$.boards\[0\].rows\[3\]"),
        (lambda b: b[1]["starts"].update(four=["a1", "z9"]), r"\$.starts.four"),
        (lambda b: b[1]["starts"].update(four=["a1", "a1"]), r"\$.starts.four"),
        (lambda b: b[1]["starts"].pop("four"), r"boards\[1\].starts"),
        (lambda b: b[2]["golden"].append("B2"), r"\$.golden"),
        (lambda b: b[2]["golden"].append("Q1"), r"\$.golden"),
        (lambda b: b.clear(), r"\$.boards"),
    ],
)
def test_errors_of_the_board_name_the_field(spoil: Callable[[Any], Any], message: str) -> None:
    spoilt("boards.json", Boards, lambda data: spoil(data["boards"]), message)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda m: m["colours"].pop(), r"\$.colours"),
        (lambda m: m["colours"][1].update(id="B"), r"\$.colours"),
        (lambda m: m["tiles"][2].update(id="YBWW"), r"\$.tiles\[2\].id"),
        (lambda m: m["tiles"][2].update(id="WYRB"), r"\$.tiles\[2\].id"),
        (lambda m: m["tiles"][2].update(copies=0), r"\$.tiles\[2\].copies"),
        (lambda m: m.update(pawns=1), r"\$.pawns"),
        (lambda m: m.update(triangles="ten"), r"\$.triangles"),
    ],
)
def test_errors_of_the_material_name_the_field(spoil: Callable[[Any], Any], message: str) -> None:
    spoilt("material.json", Material, spoil, message)


def test_boards_and_options_agree() -> None:
    options = ON_TOP.info.options
    assert options["board"].values == tuple(board.id for board in BOARDS)
    assert all(options["start"].values == tuple(board.starts) for board in BOARDS)
    assert (MATERIAL.pawns, MATERIAL.triangles, sum(kind.copies for kind in MATERIAL.tiles)) == (21, 10, 34)


def test_nothing_is_hidden_from_seats() -> None:
    position = random_game(2, 3)
    for _ in range(20):
        position.pop()
    for viewer in (0, 1, 2, None):
        assert position.view(viewer).key() == position.key()
    ranks = np.zeros(3, np.int64)
    protocol.ranks(position.state, ranks)
    assert min(ranks) == 0
