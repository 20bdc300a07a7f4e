"""Invariants of The Bridges of Shangri-La: conservation, length of games, notation, the board's data."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import tablier
from tablier import InvalidMove, Position
from tablier.engine.check import check_game, check_why, walk
from tablier.errors import InvalidOption
from tablier.games.shangri_la import legality
from tablier.games.shangri_la.board import DATA, VILLAGES, Board
from tablier.games.shangri_la.tables import DOWN, UP

SHANGRI = tablier.game("shangri_la")
KINDS = [(seats, [sheet, tie]) for seats in (3, 4) for sheet in (0, 1) for tie in (0, 1)]


def test_check_game() -> None:
    check_game(SHANGRI.rules, 4, [1, 1])


def test_check_why() -> None:
    for s, _ in walk(SHANGRI.rules, 4, [0, 0], seed=1, games=1):
        check_why(SHANGRI.rules, s, legality.why, SHANGRI.actions())


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_every_position_is_sound(seats: int, options: list[int], seed: int) -> None:
    """Tiles are conserved, students stand on masters, spaces have one master, and stones lie where no bridge is."""
    for s, _ in walk(SHANGRI.rules, seats, options, seed=seed, games=1):
        masters, students = s[0].masters.astype(int), s[0].students.astype(int)
        assert not (students & ~masters).any()
        assert (sum((masters >> v & 1) + (students >> v & 1) for v in range(VILLAGES)) <= 6).all()
        assert np.array_equal(np.bitwise_or.reduce(masters), masters.sum(0))
        assert not masters[seats:].any()
        bare = [v for v in range(VILLAGES) if not int(s[0].bridges) & int(UP[v] | DOWN[v])]
        assert int(s[0].stones) == sum(1 << v for v in bare)


def test_every_number_of_seats_has_its_data() -> None:
    assert tuple(table.seats for table in DATA.tables) == SHANGRI.info.seats


@pytest.mark.rule("SHANGRI-7.3")
@pytest.mark.parametrize(("seats", "journeys"), [(3, 19), (4, 22)])
def test_the_number_of_journeys_and_of_stones_at_the_end(seats: int, journeys: int) -> None:
    for seed in range(10):
        position = random_game(seed, seats)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.reason == "stones"  # a game where nobody can act is yet to be seen in random play
        assert sum(">" in move.text for move in position.history) == journeys
        assert VILLAGES - int(position.state.stones).bit_count() == 2
        assert int(position.state.bridges).bit_count() == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_notation_goes_round_and_pop_undoes_push(seats: int) -> None:
    rng, position = Random(seats), SHANGRI.new(seats)
    while position.movers:
        moves = position.moves()
        assert [position.parse(move.text).action for move in moves] == [move.action for move in moves]
        assert [move.text in moves for move in moves[:3]] == [True] * len(moves[:3])
        before, move = position.key(), rng.choice(moves)
        position.push(move)
        assert position.pop() == move
        assert position.key() == before
        position.push(move)
    assert tablier.Record.of(position).replay().key() == position.key()


def test_action_names_are_unique() -> None:
    position = SHANGRI.new(4)
    names = [position.name(action, 0) for action in range(SHANGRI.actions())]
    assert len(set(names)) == len(names) == 91 + 91 + 46 + 1
    assert [position.parse(name.upper()).action for name in names] == list(range(len(names)))


def random_game(seed: int, seats: int) -> Position:
    """A finished game of random plies."""
    rng, position = Random(seed), SHANGRI.new(seats)
    while position.movers:
        position.push(rng.choice(position.moves()))
    return position


def test_equal_positions_have_equal_bytes() -> None:
    one = SHANGRI.setup("a: rH; b: rD; d: bF yP").play("*Ha *Db")
    other = SHANGRI.setup("d: yP bF; b: rD; a: rH; turn: red", 3).play("*Db *Ha")
    assert one.key() == other.key()
    assert len(one.key()) < 300


@pytest.mark.parametrize(
    ("diagram", "message"),
    [
        ("n: rH", "no village 'n'"),
        ("a: rX", "no guild 'X'"),
        ("a: xH", "'x' is no colour"),
        ("a: lH", "'l' is no colour"),
        ("a: rHH", "'rHH' is no tile"),
        ("a: rH bH", "two masters on the space H"),
        ("a: rH+; b: rH+; d: rH+; e: rH", "too many tiles of red's guild H"),
        ("c: rH", "out of play"),
        ("bridges: a-c", "no bridge joins a and c"),
        ("bridges: b-c", "with 3 seats there is no bridge b-c"),
        ("bridges: a-b a-z", "no village 'z'"),
        ("broken: a", "'a' is no bridge"),
        ("broken: ab-d", "no village 'ab'"),
        ("turn: green", "'green' is no colour"),
        ("turn: lilac", "'lilac' is no colour"),
        ("first", "unknown field"),
        ("a: rH; second; turn: blue", "blue has placed no first student"),
        ("a: rH; second", "red has placed no first student"),
        ("a: rH+; second; placing", "the set-up has no second student"),
        ("a: rH; placing; broken: a-b", "a bridge is broken"),
        ("placing: red", "it takes no words"),
        ("turn: red blue", "it takes one word"),
        ("broken: a-b b-a", "a bridge comes twice"),
        ("bridges:", "more than 11 villages have no bridge"),
        ("a: rH+; placing", "limits of the set-up"),
        ("a: rH rD; placing", "limits of the set-up"),
        ("a: rH bD yF; placing", "limits of the set-up"),
        ("a: rH; b: rH; placing", "limits of the set-up"),
        ("seats: 5", "for 3, 4 seats, not 5"),
    ],
)
def test_errors_of_diagrams_name_the_cause(diagram: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        SHANGRI.setup(diagram)


def test_a_diagram_sets_the_number_of_seats() -> None:
    position = SHANGRI.setup("seats: 4; a: rH lD; turn: lilac")
    assert (position.seats, position.movers, position.start) == (4, (3,), "a: rH lD; turn: lilac")
    assert tablier.Record.of(position).replay().key() == position.key()


@pytest.mark.parametrize(
    ("text", "message"),
    [("+Xa", "guilds are H healer"), ("+Hz", "a to m"), ("a>k", "bridges to b d e g"), ("H", "cannot be read")],
)
def test_errors_of_unreadable_moves_list_the_choices(text: str, message: str) -> None:
    with pytest.raises(InvalidMove, match=message):
        SHANGRI.new(4).play(text)


def test_a_drawing_shows_the_position() -> None:
    text = str(SHANGRI.setup("seats: 4; a: rF+ yP; broken: a-b a-d a-e a-g; b: bH; turn: blue"))
    assert "a Arunal   .   .   rF+ yP  .   .   .   stone" in text.splitlines()
    assert "b Belung   bH  .   .   .   .   .   .   c f" in text.splitlines()
    assert "red        H6  D6  F4  P6  R6  A6  Y6  masters 1" in text.splitlines()
    assert text.splitlines()[-1] == "blue (seat 1) to move"
    assert str(SHANGRI.new(3)).splitlines()[-1] == "red (seat 0) to move, set-up"
    assert str(random_game(0, 3)).splitlines()[-1] == "game over"


def _delete(data: Any) -> None:
    del data["tiles"]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_delete, "`tiles`"),
        (lambda d: d["villages"][3].update(id="a"), r"\$.villages"),
        (lambda d: d["villages"][3].update(height=1), r"`height` - at `\$.villages\[3\]`"),
        (lambda d: d["villages"][3].update(x="left"), r"\$.villages\[3\].x"),
        (lambda d: d["bridges"][5].__setitem__(0, "z"), r"\$.bridges\[5\]"),
        (lambda d: d["bridges"][5].reverse(), r"\$.bridges\[5\]"),
        (lambda d: d["bridges"].append(["a", "b"]), r"\$.bridges"),
        (lambda d: d["layout"].pop(), r"\$.layout"),
        (lambda d: d["tables"][0].update(seats=5), r"\$.tables\[0\].seats"),
        (lambda d: d["tables"][0].update(closed=["z"]), r"\$.tables\[0\].closed"),
        (lambda d: d["tables"][0]["sheet"].update(c="rH"), r"\$.tables\[0\].sheet.c"),
        (lambda d: d["tables"][0]["sheet"].update(b="lH"), r"\$.tables\[0\].sheet.b"),
        (lambda d: d["tables"][0]["sheet"].update(b="rH rD"), r"\$.tables\[0\].sheet.b"),
        (lambda d: d["tables"][0]["sheet"].update(b="rH bD yF"), r"\$.tables\[0\].sheet.b"),
        (lambda d: d["tables"][0]["sheet"].update(b="rH bH"), r"\$.tables\[0\].sheet.b"),
        (lambda d: d["tables"][1]["sheet"].update(c="rH"), r"\$.tables\[1\].sheet"),
    ],
)
def test_errors_of_the_board_name_the_field(spoil: Callable[[Any], Any], message: str) -> None:
    text = (resources.files("tablier.games.shangri_la") / "board.json").read_text(encoding="utf-8")
    data = json.loads(text)
    msgspec.convert(data, Board)
    spoil(data)
    with pytest.raises(msgspec.ValidationError, match=message):
        msgspec.json.decode(json.dumps(data), type=Board)
