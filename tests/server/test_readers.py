"""In games without secrets all readers receive the same messages, encoded once."""

from __future__ import annotations

import random

import msgspec
import pytest

import tablier
from tablier import catalogue
from tablier.engine.protocol import CHANCE

pytestmark = pytest.mark.once

OPEN = [name for name in catalogue.names() if catalogue.has_scene(name) and not catalogue.info(name).hidden]
encode = msgspec.json.Encoder().encode


@pytest.mark.parametrize("name", OPEN)
def test_in_a_game_without_secrets_all_readers_receive_the_same(name: str) -> None:
    game = tablier.game(name)
    scene = game.scene
    for seats in game.info.seats:
        position = game.new(seats=seats)
        for _ in range(40):
            if not position.movers:
                break
            mover = position.movers[0]
            before = position.copy()
            move = random.choice(position.moves(mover))
            position.push(move)
            told = {
                encode(
                    (
                        scene.view(position.view(reader), reader),
                        scene.narrate(before.view(reader), mover, [move.action], position.view(reader), reader)
                        if mover != CHANCE
                        else (),
                    )
                )
                for reader in (None, *range(seats))
            }
            assert len(told) == 1
