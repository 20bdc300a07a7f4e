"""Pieces that are shown before the server has answered are those that its answer shows."""

from __future__ import annotations

from random import Random

import pytest
from known import AT_TABLE

import tablier
from tablier.engine.protocol import CHANCE
from tablier.scene.base import Scene
from tablier.scene.model import Piece
from tablier.server.domain import choices


def place(piece: Piece) -> tuple[object, ...]:
    return piece.id, piece.sprite, piece.at, piece.to, piece.seat, piece.turn, piece.up


WITH_GHOSTS = [name for name in AT_TABLE if type(tablier.game(name).scene).ghosts is not Scene.ghosts]


@pytest.mark.parametrize("game", WITH_GHOSTS)
def test_ghosts_are_what_a_staged_ply_puts(game: str) -> None:
    rng, shown = Random(5), 0
    position = tablier.game(game).new()
    for _ in range(60):
        if not position.movers:
            break
        seat = position.movers[0]
        if seat == CHANCE:
            position.push(rng.choices(list(position.moves(CHANCE)), position.odds())[0])
            continue
        known = position.view(seat)
        options = choices.choices(known, seat, ()).options
        for option in rng.sample(options, min(3, len(options))):
            put = {place(piece) for piece in choices.choices(known, seat, [option.ply]).put}
            assert {place(piece) for piece in option.put} <= put, option
            shown += len(option.put)
        position.push(rng.choice(list(position.moves(seat))))
    assert shown
