"""Records of random games, and a server that imports them."""

from __future__ import annotations

from random import Random

import httpx

import tablier
from tablier.record import Record

from .browser import Browser, SharedLibrary

PONTE = "ponte_del_diavolo"


class Some(SharedLibrary):
    """A few of the games, that the tests need not wait for all."""

    def names(self) -> tuple[str, ...]:
        return (PONTE, "on_top", "delta", "shangri_la")


def played(name: str, seats: int, plies: int, seed: int = 1) -> Record:
    """The record of a random game, chance included."""
    random, position = Random(seed), tablier.game(name).new(seats)
    while position.movers and position.ply < plies:
        seat = random.choice(position.movers)
        position.push(random.choice(list(position.moves(seat))))
    return Record.of(position, ("Ada", "Zoé"))


async def bring(browser: Browser, record: Record | str) -> httpx.Response:
    text = record if isinstance(record, str) else record.dumps()
    return await browser.http.post("/api/records", content=text, headers={"Content-Type": "application/json"})
