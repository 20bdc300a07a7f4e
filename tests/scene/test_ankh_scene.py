"""The scene of The Guilds of Ankh-Morpork over played games: sound, told whole, and silent about what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from scenes import lines_are_sound, scene_is_sound, story_is_whole

import tablier
from tablier.engine.protocol import CHANCE
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.scene import tell, turn_begins, view, witness
from tablier.moves import Move
from tablier.position import Position
from tablier.scene.model import Line

GAME = tablier.game("ankh_morpork")
Submission = tuple[Position, int, list[int], Position]


def chosen(rng: Random, position: Position, seat: int) -> Move:
    """A random ply that plays on: turns end late, offers stay short."""
    moves = list(position.moves(seat))
    weights = {st.PROPOSE: 6.0, st.END: 0.3, st.OFFER: 2.0, st.ACCEPT: 4.0}
    weights |= dict.fromkeys(range(st.FOUND_AT, st.THIEF_TO), 5.0)
    return rng.choices(moves, [weights.get(move.action, 1.0) for move in moves])[0]


def games(rng: Random, seats: int, submissions: int, **options: Any) -> Iterator[Submission]:
    """The beginning of a random game, as ``before, seat, actions, after``; chance by itself."""
    position = GAME.new(seats, **options)
    for _ in range(submissions):
        if not position.movers:
            return
        before = position.copy()
        if CHANCE in position.movers:
            position.push(rng.choices(list(position.moves(CHANCE)), position.odds())[0])
            yield before, CHANCE, [position.history[-1].action], position.copy()
            continue
        seat = rng.choice(position.movers)
        actions: list[int] = []
        while seat in position.movers and (not actions or not turn_begins(position)):
            position.push(chosen(rng, position, seat))
            actions.append(position.history[-1].action)
        yield before, seat, actions, position.copy()


def told(before: Position, seat: int, actions: list[int], after: Position, reader: int | None) -> list[Line]:
    seen = () if seat == CHANCE else witness(before, seat, actions, after)
    return tell(before.view(reader), seat, actions, after.view(reader), reader, seen)


WITHOUT_WORDS = (st.ROLL, st.ROB_SEAT, st.ROB_SEAT + 1, st.ROB_SEAT + 2, st.ROB_SEAT + 3)
"""Told together with what chance makes of them."""


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {}),
        (4, {"counter": True, "offers": 4}),
        (4, {"arrest": "optional", "estate": "optional", "library": "works"}),
    ],
)
def test_scene_of_played_games(seats: int, options: dict[str, Any]) -> None:
    kinds = set()
    for number, (before, seat, actions, after) in enumerate(games(Random(seats), seats, 420, **options)):
        for reader in (None, 0, seats - 1):
            lines = told(before, seat, actions, after, reader)
            seen = view(before.view(reader), reader), view(after.view(reader), reader)
            if actions[-1] in WITHOUT_WORDS or (before.state.stage == st.DRAW and reader != before.state.active):
                assert seen[0].pieces == seen[1].pieces or lines
            else:
                lines_are_sound(lines, after)
            story_is_whole(*seen, lines)
            kinds |= {line.say.k.removeprefix("ankh-say-") for line in lines}
        if number % 11 == 0:
            scene_is_sound(after)
    assert {"settles", "rolls", "produces", "builds", "offers", "rises", "receipt", "bank", "ends"} <= kinds
