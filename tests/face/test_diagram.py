"""``Position.diagram`` and ``Game.setup`` are inverse; positions can be compared and hashed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from known import GAMES

import tablier
from tablier.errors import InvalidMove, InvalidOption, RecordError
from tablier.moves import Move
from tablier.position import Position

PLIES = (0, 1, 7, 40, 300)


def random_position(name: str, plies: int, seed: int) -> Position:
    choose = random.Random(seed)
    info = tablier.game(name).info
    options = {key: choose.choice(option.values) for key, option in info.options.items()}
    position = tablier.game(name).new(choose.choice(info.seats), **options)
    while position.movers and position.ply < plies:
        position.push(choose.choice(position.moves(choose.choice(position.movers))))
    return position


@pytest.mark.parametrize("name", GAMES)
def test_the_diagram_of_a_reachable_position_sets_it_up(name: str) -> None:
    for seed in range(12):
        for plies in PLIES:
            position = random_position(name, plies, seed)
            again = position.game.setup(position.diagram())
            assert again == position
            assert hash(again) == hash(position)
            assert again.history == position.history
            assert again.diagram() == position.diagram()


def test_a_diagram_keeps_the_start_from_which_the_game_began() -> None:
    position = tablier.game("ponte_del_diavolo").setup("light: a1 b1; turn: dark", board=8).play("h8 h6")
    assert position.diagram() == "board: 8; light: a1 b1; turn: dark; moves: h8 h6"
    assert tablier.game("ponte_del_diavolo").setup(position.diagram()) == position


def test_equal_positions_have_equal_hashes_however_they_were_reached() -> None:
    game = tablier.game("ponte_del_diavolo")
    one, other = game.new(board=8).play("d4 e4"), game.new(board=8).play("e4 d4")
    assert len({one, other}) == 1
    assert game.new(board=8) != game.new(board=10)
    assert game.new() != "a position"


def test_a_view_has_no_diagram() -> None:
    with pytest.raises(RecordError, match="a view has no history"):
        tablier.game("delta").new(2).view(0).diagram()


@pytest.mark.parametrize(
    ("diagram", "message"),
    [
        ("new; moves: d4 d4", "'d4' after 1 plies: d4: A tile goes on"),
        ("new; moves: d4 hello", "'hello' after 1 plies: 'hello' cannot be read"),
        ("new; moves: 3@d4", "there is no seat 3"),
        ("new; light: d4", "no other fields, got 'light: d4'"),
        ("new; new", "'new' comes twice"),
    ],
)
def test_a_wrong_start_or_move_is_named(diagram: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        tablier.game("ponte_del_diavolo").setup(diagram)


def test_a_record_refuses_moves_in_its_start() -> None:
    position = tablier.game("ponte_del_diavolo").setup("light: a1 b1; turn: dark")
    text = tablier.Record.of(position).dumps().replace("turn: dark", "turn: dark; moves: h8")
    with pytest.raises(RecordError, match="has no moves"):
        tablier.Record.loads(text).replay()


WRONG: list[Any] = [None, 1.5, b"d4", [], {}, object()]


@pytest.mark.parametrize("wrong", [*WRONG, Move(WRONG[3], 0, ""), Move(0, WRONG[3], "")])
def test_push_and_play_refuse_what_is_not_a_ply(wrong: Any) -> None:
    position = tablier.game("ponte_del_diavolo").new()
    with pytest.raises(InvalidMove):
        position.push(wrong)
    with pytest.raises(InvalidMove):
        position.play(wrong)
    assert position.ply == 0


@pytest.mark.parametrize(
    ("name", "diagram", "message"),
    [
        ("ponte_del_diavolo", "bridges: a1", "diagram: bridges: 'a1' is no bridge: write the cells of its two ends"),
        ("ponte_del_diavolo", "bridges: a1-", "bridges: 'a1-' is no bridge: write the cells of its two ends"),
        ("ponte_del_diavolo", "bridges: a1-a3-a5", "'a1-a3-a5' is no bridge"),
        ("ponte_del_diavolo", "turn:", "diagram: turn: it takes one word such as light, got none"),
        ("ponte_del_diavolo", "board:", "option 'board' must be one of 4, 5, 8, 10, 12, got ''"),
        ("ponte_del_diavolo", "seats:", "diagram: seats: it takes a number such as 2, got ''"),
        ("shangri_la", "broken: a", "diagram: broken: 'a' is no bridge: write the villages at its two ends"),
        ("shangri_la", "seats: 3; bridges: a-", "bridges: 'a-' is no bridge"),
        ("shangri_la", "turn:", "diagram: turn: it takes one word such as red, got none"),
        ("on_top", "drawn:", "diagram: drawn: it takes one word such as [A-Z]{4}, got none"),
        ("on_top", "turn:", "diagram: turn: it takes one word such as"),
        ("on_top", "tiles: RBWY", "diagram: tiles: 'rbwy' is no tile; write its colours and its cells"),
        ("on_top", "pawns: B", "diagram: pawns: .*'B' has no number"),
        ("on_top", "points: B", "diagram: points: .*'B' has no number"),
        ("delta", "phase:", "diagram: phase: it takes one word such as 1, got none"),
        ("delta", "statuette:", "diagram: statuette: it takes one word such as W, got none"),
        ("delta", "pawns: W", "diagram: pawns: 'W' cannot be read; write the colour and the place, such as W=W-11"),
        ("delta", "planks: W2", "diagram: planks: 'W2' cannot be read; write W2=W-11"),
        ("ankh_morpork", "turn:", "diagram: turn: it takes one word such as red, got none"),
        ("ankh_morpork", "dice:", "diagram: dice: it takes one word such as 7, got none"),
        ("ankh_morpork", "thief:", "diagram: thief: it takes one word such as"),
        ("ankh_morpork", "red: h", "diagram: red: 'h' cannot be read; write h0"),
    ],
)
def test_a_field_that_is_half_written_is_named_with_what_it_takes(name: str, diagram: str, message: str) -> None:
    with pytest.raises(tablier.InvalidOption, match=message):
        tablier.game(name).setup(diagram)
