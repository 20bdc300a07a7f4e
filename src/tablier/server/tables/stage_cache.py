"""Stages by the hash of their content: fetched once, kept by browsers for ever."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from tablier.server.problem import Problem, Refusal
from tablier.server.tables.library import Library

if TYPE_CHECKING:
    from tablier.position import Position

KEPT = 64


class StageCache:
    """Nothing is stored: a stage follows from the game, its options and the number of seats."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._addresses: dict[tuple[object, ...], str] = {}
        self._stages: OrderedDict[str, bytes] = OrderedDict()

    def address(self, position: Position) -> str:
        """Where the stage of a position is found."""
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
        """The stage at an address, made anew from the game's options if it is not remembered.

        Raises:
            Problem: no such game, no such stage, or the game is not ready.
        """
        address = f"/api/stages/{game}/{name}"
        if address not in self._stages:
            self._remake(game, address)
        if address not in self._stages:
            raise Problem(Refusal.NOT_FOUND)
        return self._stages[address]

    def _remake(self, game: str, address: str) -> None:
        info = self._library.info(game)
        maker = self._library.game(game)
        values = [option.values for option in info.options.values()]
        for seats, chosen in itertools.product(info.seats, itertools.product(*values)):
            # Once made, its address is known: whoever asks for what never was makes nobody work twice.
            if self._addresses.get((game, seats, *chosen), address) != address:
                continue
            position = maker.new(seats=seats, **dict(zip(info.options, chosen, strict=True)))
            self._addresses.pop(_setting(position), None)
            if self.address(position) == address:
                return


def _setting(position: Position) -> tuple[object, ...]:
    return (position.game.name, position.seats, *position.options.values())
