"""Interpreted rules play the same games as compiled ones, in another process."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from known import AT_TABLE

import tablier
from tablier import bots
from tablier.core.state import Runtime
from tablier.errors import GameError
from tablier.interpreter import Interpreter, has_steady_level
from tablier.position import Position


@pytest.fixture(scope="module")
def interpreter() -> Iterator[Interpreter]:
    other = Interpreter()
    yield other
    other.close()


def walk(name: str) -> list[object]:
    """What a table shows of the first plies of a game."""
    game, choose = tablier.game(name), random.Random(4)
    position = game.new()
    shown: list[object] = []
    while position.movers and position.ply < 40:
        seat = choose.choice(position.movers)
        move = choose.choice(position.moves(seat))
        before = position.copy()
        position.push(move)
        if seat != tablier.CHANCE:
            shown.append(_told(before, seat, position))
        shown.append((str(position), position.key(), position.odds(), position.scores(), position.outcome()))
    return shown


def _told(before: Position, seat: int, after: Position) -> list[object]:
    scene, view = before.game.scene, before.view(seat)
    events = after.events(seat)
    told = scene.narrate(view, seat, [after.history[-1].action], after.view(seat), seat, events)
    return [before.why(0, seat), scene.view(view, seat), scene.prompts(view, seat), told]


@pytest.mark.parametrize("name", AT_TABLE)
def test_interpreted_rules_are_those_that_are_compiled(
    name: str, interpreter: Interpreter, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tablier.game(name)
    compiled: Runtime = game.runtime
    expected = walk(name)
    interpreted = interpreter.runtime(name)
    assert interpreted.actions == compiled.actions
    monkeypatch.setattr(game, "runtime", interpreted)
    monkeypatch.setattr(game.definition.state, "runtime", interpreted)
    assert walk(name) == expected


def test_faults_of_the_other_process_are_errors() -> None:
    other = Interpreter()
    with pytest.raises(GameError, match="there is no game 'chess'"):
        other.runtime("chess")
    runtime = other.runtime("ponte_del_diavolo")
    other.close()
    with pytest.raises(GameError, match="has ended"):
        runtime.movers(tablier.game("ponte_del_diavolo").new().state)


STEADY = [
    (name, level.level) for name in AT_TABLE for level in bots.levels(name) if has_steady_level(name, level.level)
]


def test_all_levels_but_those_limited_by_time_alone_can_be_interpreted() -> None:
    assert {name: [n for other, n in STEADY if other == name] for name in AT_TABLE} == {
        name: [1, 2, 3, 4] for name in AT_TABLE
    }


@pytest.mark.parametrize(("name", "level"), [one for one in STEADY if one[1] <= 2])
def test_interpreted_bots_play_the_moves_of_compiled_ones(name: str, level: int, interpreter: Interpreter) -> None:
    position, choose = tablier.game(name).new(), random.Random(2)
    played = 0
    while played < 3:
        seat = choose.choice(position.movers)
        if seat == tablier.CHANCE:
            position.push(choose.choice(position.moves(seat)))
            continue
        moves = bots.level(name, level, seed=7).plays(position, seat)
        assert interpreter.bot(name, level, 7).plays(position, seat) == moves
        for move in moves:
            position.push(move)
        played += 1
