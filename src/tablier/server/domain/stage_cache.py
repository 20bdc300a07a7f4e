"""Stages, addressed by the hash of their content: browsers may cache them for ever."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from tablier.server.domain.games import Games
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.position import Position

KEPT = 64


class StageCache:
    """Encodes stages. None is stored: a stage follows from the game, its options and the number of seats."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._addresses: dict[tuple[object, ...], str] = {}
        self._stages: OrderedDict[str, bytes] = OrderedDict()

    def address(self, position: Position) -> str:
        """The address of the stage of a position."""
        setting = _setting(position)
        if setting not in self._addresses:
            stage = msgspec.json.encode(position.game.scene.stage(position))
            address = f"/api/stages/{position.game.name}/{sha256(stage).hexdigest()[:16]}.json"
            self._addresses[setting] = address
            self._stages[address] = stage
            if len(self._stages) > KEPT:
                self._stages.popitem(last=False)
        return self._addresses[setting]

    def find(self, game: str, name: str) -> bytes:
        """The stage at an address, built again if it is not cached.

        Raises:
            Problem: the game or stage is unknown, or the game is not ready.
        """
        address = f"/api/stages/{game}/{name}"
        if address not in self._stages:
            self._remake(game, address)
        if address not in self._stages:
            raise Problem(Refusal.NOT_FOUND)
        return self._stages[address]

    def _remake(self, game: str, address: str) -> None:
        info = self._games.info(game)
        maker = self._games.game(game)
        values = [option.values for option in info.options.values()]
        for seats, chosen in itertools.product(info.seats, itertools.product(*values)):
            # All stages are encoded once: a request for an unknown one costs nothing again.
            if self._addresses.get((game, seats, *chosen), address) != address:
                continue
            position = maker.new(seats=seats, **dict(zip(info.options, chosen, strict=True)))
            self._addresses.pop(_setting(position), None)
            if self.address(position) == address:
                return


def _setting(position: Position) -> tuple[object, ...]:
    return (position.game.name, position.seats, *position.options.values())
