"""Chance at the table: what is drawn or rolled is written with the plies that led there, in the same event.

So nobody can see a draw that is not committed, a table never waits for a draw, and a new attempt draws anew. An event's
plies are therefore those of its seat, with chance's wherever chance was to move.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator
from tablier.server.store import Event, TableRow, now

if TYPE_CHECKING:
    from tablier.position import Game, Position


def draw(position: Position) -> None:
    """Play outcomes of chance, if any are due, until a seat is to move."""
    while CHANCE in position.movers:
        position.draw(generator(secrets.randbits(64)))


def opening(game: Game, table: TableRow) -> Event | None:
    """The first event of a game that begins with chance."""
    position = game.new(seats=len(table.seats), **table.options)
    draw(position)
    plies = tuple(move.text for move in position.history)
    return Event(table.id, 1, f"{CHANCE}:opening", "submit", CHANCE, plies, now()) if plies else None


def replay(position: Position, event: Event) -> Iterator[tuple[int, list[int]]]:
    """Play an event's plies; gives, after each stretch of one mover, its seat and actions."""
    plies = list(event.plies)
    while plies:
        mover = CHANCE if CHANCE in position.movers else event.seat
        start = position.ply
        while plies and (CHANCE in position.movers) == (mover == CHANCE):
            position.push(position.parse(plies.pop(0), mover))
        yield mover, [move.action for move in position.history[start:]]
