"""Arguments of the wrong kind: NumPy's integers are taken, everything else is refused by name, and nothing changes."""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

import tablier
from tablier import GameTree, InvalidOption, Record, RecordError, bots
from tablier.arena import Match
from tablier.errors import BotError, IllegalMove, InvalidMove, NoSuchPly, TablierError, UnknownBot, UnknownSeat
from tablier.moves import Move
from tablier.search import Mixture, Search
from tablier.solve import Solver

PONTE = tablier.game("ponte_del_diavolo")


def opened() -> tablier.Position:
    return PONTE.new(board=8).play("d4 e4")


def test_integers_of_numpy_are_played_and_recorded() -> None:
    seat, action = np.int64(0), np.int16(3)
    position = PONTE.new(board=8).play("a1", seat)  # type: ignore[arg-type]
    position.push(Move(seat, action, ""))  # type: ignore[arg-type]
    assert position == PONTE.new(board=8).play("a1 d1")
    assert all(type(number) is int for move in position.history for number in (move.seat, move.action))
    assert Record.loads(Record.of(position).dumps()).replay() == position


def test_options_of_numpy_are_those_of_python() -> None:
    assert [PONTE.new(board=board) for board in np.array([8, 10])] == [PONTE.new(board=8), PONTE.new(board=10)]
    on_top = tablier.game("on_top")
    sweep = [on_top.new(np.int64(3), board=board) for board in np.array(["H66", "H78"])]  # type: ignore[arg-type]
    options = [position.options for position in (PONTE.new(board=np.int64(8)), *sweep)]  # type: ignore[arg-type]
    assert all(type(value) in (int, str, bool) for chosen in options for value in chosen.values())
    assert Record.loads(Record.of(sweep[0]).dumps()).replay() == sweep[0] == on_top.new(3, board="H66")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda p: p.push(Move(0, 3.0, "")), InvalidMove, "a move has a seat and the id of an action"),  # type: ignore[arg-type]
        (lambda p: p.view(1.0), UnknownSeat, "there is no seat 1.0"),
        (lambda p: p.name(3.0, 0), IllegalMove, "no action 3.0"),
        (lambda p: p.since(-1), NoSuchPly, "counted from 0, got -1"),
        (lambda p: p.since(1.5), NoSuchPly, "counted from 0, got 1.5"),
        (lambda p: p.back(-1), NoSuchPly, "counted from 0, got -1"),
        (lambda p: p.back(1.5), NoSuchPly, "counted from 0, got 1.5"),
        (lambda p: p.back(3), NoSuchPly, "2 plies have been played, not 3"),
        (lambda p: replace(Record.of(p), options={"seats": 2}).replay(), RecordError, "has no option 'seats'"),
        (lambda p: replace(Record.of(p), date="soon").replay(), RecordError, "ISO 8601"),
        (lambda _: bots.spec("delta", "search:net=\udcff"), UnknownBot, "must be a printable string"),
        (lambda p: Record.of(p).replay(-1), InvalidOption, "upto must be an integer, at least 0"),
        (lambda p: Record.of(p).replay("x"), InvalidOption, "upto must be an integer, at least 0"),  # type: ignore[arg-type]
        (lambda p: Record.of(p, date=3), RecordError, "ISO 8601"),  # type: ignore[arg-type]
        (lambda p: Record.of(p, date="yesterday"), RecordError, "ISO 8601, such as 2026-11-26, got 'yesterday'"),
        (lambda p: Record.of(p, "Al"), RecordError, "at most 2 names, got 'Al'"),
        (lambda p: Record.of(p, ["\ud800"]).dumps(), RecordError, "cannot be written"),
        (lambda p: GameTree(p, "Al").dumps(), RecordError, "at most 2 names, got 'Al'"),
        (lambda p: GameTree(p).record(-1), NoSuchPly, "plies 0 to 2, got -1"),
        (lambda p: GameTree(p).record(3), NoSuchPly, "plies 0 to 2, got 3"),
        (lambda p: GameTree(p).record("x"), NoSuchPly, "plies 0 to 2, got 'x'"),  # type: ignore[arg-type]
        (lambda p: GameTree(p.view(0)), RecordError, "a view has no history"),
        (lambda _: Record.loads(None), RecordError, "from its text or bytes, got NoneType"),  # type: ignore[arg-type]
        (lambda p: tablier.review(p, iterations=1), InvalidOption, "record must be a Record, got Position"),
        (lambda p: tablier.review(Record.of(p), seconds="a"), InvalidOption, "finite and at least 0"),  # type: ignore[arg-type]
        (lambda p: tablier.analyse(Record.of(p)), InvalidOption, "position must be a Position, got Record"),  # type: ignore[arg-type]
        (lambda p: tablier.analyse(p, seconds=-1), InvalidOption, "seconds must be finite and at least 0, got -1"),
        (lambda p: tablier.analyse(p, seconds=math.inf), InvalidOption, "finite and at least 0, got inf"),
        (lambda p: Search(p).run(seconds=math.nan), InvalidOption, "seconds must be a number of at least 0, got nan"),
        (lambda p: Search(p).run(iterations=True), InvalidOption, "iterations must be an integer, .* got True"),
        (lambda p: Search(p, net="w.npz"), InvalidOption, r"net must be a Net, got str; read .*read_net\("),  # type: ignore[arg-type]
        (lambda p: Mixture(p.state, 0, net="w.npz"), InvalidOption, "net must be a Net, got str"),  # type: ignore[arg-type]
        (lambda _: Record.of("x"), InvalidOption, "position must be a Position, got str"),  # type: ignore[arg-type]
        (lambda p: Record.of(p, None), RecordError, "players must be at most 2 names, got None"),  # type: ignore[arg-type]
        (lambda _: GameTree("x"), InvalidOption, "position must be a Position, got str"),  # type: ignore[arg-type]
        (lambda p: GameTree(p, None), RecordError, "players must be at most 2 names, got None"),  # type: ignore[arg-type]
        (lambda p: GameTree.of(p), InvalidOption, "record must be a Record, got Position"),
        (lambda _: bots.level("delta", 5, seconds="x"), InvalidOption, "seconds must be a number .* got 'x'"),  # type: ignore[arg-type]
        (lambda _: bots.level("delta", 5, seconds=-1), InvalidOption, "of at least 0, got -1"),
        (lambda _: bots.level("delta", 1, seconds=math.nan), InvalidOption, "of at least 0, got nan"),
        (lambda _: PONTE.new(2.0), InvalidOption, "is for 2 seats, not 2.0"),  # type: ignore[arg-type]
        (lambda _: PONTE.new(board=8.0), InvalidOption, "must be one of .*, got 8.0"),  # type: ignore[arg-type]
        (lambda _: PONTE.new(board=np.float64(8)), InvalidOption, r"must be one of .*, got np.float64\(8.0\)"),  # type: ignore[arg-type]
        (lambda _: PONTE.new(board=np.array([8, 10])), InvalidOption, r"must be one of .*, got array\(\[ 8, 10\]\)"),  # type: ignore[arg-type]
        (lambda _: tablier.game("on_top").new(teams=1), InvalidOption, "must be one of .*, got 1"),
        (lambda _: Match.of("delta", ("1", "1"), {}, 1, limit=True), InvalidOption, "limit must be .* got True"),
        (lambda _: Solver(None), InvalidOption, "position must be a Position, got NoneType"),  # type: ignore[arg-type]
        (lambda p: Search(p, seed=1.5), InvalidOption, "seed must be an integer or a text, got 1.5"),  # type: ignore[arg-type]
        (lambda p: Search(p, seed=None), InvalidOption, "seed must be an integer or a text, got None"),  # type: ignore[arg-type]
        (lambda _: Search(None), InvalidOption, "position must be a Position, got NoneType"),
        (lambda p: Search(p).advance("new"), InvalidOption, "position must be a Position, got str"),
        (lambda _: Mixture(None, 0), InvalidOption, "position must be a Position, got NoneType"),
        (lambda p: Search(p, threads=257), InvalidOption, "threads must be at most 256, got 257"),
        (lambda _: bots.spec("delta", "search:iterations=9,threads=257"), UnknownBot, "<= 256"),
        (lambda _: bots.level("delta", 1, seed=1.5), InvalidOption, "seed must be an integer or a text, got 1.5"),  # type: ignore[arg-type]
        (lambda _: Match.of("delta", ("1", "1"), {}, "1"), InvalidOption, "seed must be an integer, got '1'"),  # type: ignore[arg-type]
        (lambda _: PONTE.setup("board: 8; new", board=10), InvalidOption, "the text says 8, the argument 10"),
        (lambda _: PONTE.setup("seats: 2; new", 3), InvalidOption, "seats: the text says 2, the argument 3"),
    ],
)
def test_what_is_wrong_is_said(
    call: Callable[[tablier.Position], object], error: type[TablierError], message: str
) -> None:
    position = opened()
    with pytest.raises(error, match=message):
        call(position)
    assert position == opened()
    assert position.history == opened().history


def test_names_may_come_from_any_iterable() -> None:
    position = tablier.game("ponte_del_diavolo").new()
    for names in (np.array(["Ada", "Bo"]), iter(["Ada", "Bo"]), {"Ada": 1, "Bo": 2}.keys()):
        assert Record.of(position, names).players == ["Ada", "Bo"]


def test_an_analysis_without_end_needs_another_limit() -> None:
    position = tablier.game("ponte_del_diavolo").new()
    assert tablier.analyse(position, seconds=math.inf, iterations=20).iterations >= 20
    with pytest.raises(InvalidOption, match="seconds must be finite"):
        tablier.analyse(position, seconds=math.inf)


def test_a_comment_that_is_no_text_is_refused() -> None:
    tree = GameTree(opened())
    tree.root.variations[0].comment = 3  # type: ignore[assignment]
    with pytest.raises(RecordError, match="the comment after ply 1 must be a text, got 3"):
        tree.record()


def test_options_may_be_said_twice_alike() -> None:
    assert PONTE.setup("board: 8; seats: 2; new", 2, board=8) == PONTE.new(board=8)


@pytest.mark.parametrize(
    "change",
    [
        lambda options: options.update(board=10),
        lambda options: options.setdefault("board", 10),
        lambda options: options.__setitem__("board", 10),
        lambda options: options.__delitem__("board"),
        lambda options: options.__ior__({"board": 10}),
        lambda options: options.pop("board"),
        lambda options: options.popitem(),
        lambda options: options.clear(),
    ],
)
def test_the_options_of_a_position_cannot_be_changed(change: Callable[[dict[str, object]], object]) -> None:
    position = opened()
    with pytest.raises(TypeError, match=r"read-only; change a copy, dict\(position\.options\)"):
        change(position.copy().options)  # type: ignore[arg-type]
    assert position.options == {"board": 8}


def test_the_options_of_a_position_are_compared_copied_and_written_like_a_dictionary() -> None:
    options = opened().options
    for again in (copy.copy(options), copy.deepcopy(options), pickle.loads(pickle.dumps(options))):
        assert again == options == {"board": 8}
        with pytest.raises(TypeError, match="read-only"):
            again["board"] = 10
    assert json.dumps(options) == '{"board": 8}'
    assert repr(options) == "{'board': 8}"
    assert {**options, "board": 10} == options | {"board": 10} == {"board": 10}
    for position in (copy.deepcopy(opened()), pickle.loads(pickle.dumps(opened())), opened().view(0), opened().back(1)):
        with pytest.raises(TypeError, match="read-only"):
            position.options["board"] = 10


def test_the_error_of_a_bot_that_failed_is_caught_by_its_short_name() -> None:
    assert tablier.BotError is BotError
