"""Ponte del Diavolo on the table: board, pieces, targets and prompts. Nothing is hidden."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.core.bitsets import has
from tablier.core.events import Event
from tablier.games.ponte_del_diavolo.actions import ACTIONS
from tablier.games.ponte_del_diavolo.board_model import CACHED, Colour, Network, board_model
from tablier.games.ponte_del_diavolo.geometry import slots
from tablier.games.ponte_del_diavolo.names import cell_name
from tablier.games.ponte_del_diavolo.narration import describe, end_message, narrate
from tablier.games.ponte_del_diavolo.pieces import SIDES, STONES, TOWNS, draw_bridge, network_ids, pieces
from tablier.games.ponte_del_diavolo.state import CHOICE, DARK_OPENS, LIGHT_OPENS, OPEN_PLAY
from tablier.scene.base import Path, Prompts, Scene
from tablier.scene.model import (
    Button,
    Counter,
    Line,
    Message,
    Piece,
    Result,
    Spot,
    Sprite,
    Stage,
    Tally,
    View,
    seat_name,
)

if TYPE_CHECKING:
    from tablier.position import Position

CELL = 100
EDGE = 90
"""Width of the rim and the frame of the board's picture around the cells."""
COLOURS = ("white", "black")


def _about(name: str) -> Message:
    return Message(f"ponte-about-{name}")


SPRITES = {
    "under": Sprite(CELL, CELL, layer=0, about=_about("under")),
    **{stone: Sprite(CELL, CELL, about=_about("tile")) for stone in STONES},
    **{f"{stone}-{side}": Sprite(CELL, CELL, layer=2) for stone in STONES for side in SIDES},
    **{
        f"{stone}-town-{n}": Sprite(CELL, CELL, layer=3, about=_about("island"))
        for stone in STONES
        for n in range(1, TOWNS + 1)
    },
    "bridge": Sprite(2 * CELL, 46, layer=4, shadow=True, about=_about("bridge")),
    **{name: Sprite(24, 24, about=_about(name)) for name in ("points", "islands", "tiles", "bridges")},
}


BUTTONS = {
    "choice": (Button("swap", Message("ponte-button-swap")),),
    "stuck": (Button("pass", Message("ponte-button-pass")),),
    "pass": (Button("pass", Message("ponte-button-pass"), primary=True),),
}


class PonteScene(Scene):
    """The lagoon, whose spots are named after its cells."""

    # True of most touches: named only where no other rule explains why a bridge fails.
    LOW_PRIORITY_RULES = ("PONTE-5.1",)

    def stage(self, position: Position) -> Stage:  # noqa: D102
        return _stage(position.state.board)

    def view(self, position: Position, seat: int | None) -> View:  # noqa: D102
        light: int = position.state.light
        now = board_model(position.state)
        by_seat = now.colours[::-1] if light else now.colours
        return View(
            pieces=tuple(pieces(now, light)),
            counters=(*_counters(0, by_seat[0]), *_counters(1, by_seat[1]), _counter("bridges", now.pool)),
            status=_status(position),
            colours=COLOURS[::-1] if light else COLOURS,
            movers=position.movers,
            tally=_tally(0, by_seat[0].scoring, now.board) + _tally(1, by_seat[1].scoring, now.board),
            result=_result(position),
        )

    def paths(self, position: Position, seat: int, action: int) -> tuple[Path, ...]:
        """A tile is its cell, a bridge its two ends in either order; ``pass`` and ``swap`` are buttons.

        Where ``seat`` has a tile of its own, and bridges may come, a first touch begins a bridge and no tile.
        """
        s = position.state
        own = s.tiles[_colour(position, seat)] if s.opening == OPEN_PLAY and not s.half else None

        def begins_bridge(cell: int) -> bool:
            return own is not None and has(own, cell)

        family, indices = ACTIONS[s.board].decode(action)
        if family == "tile":
            return () if begins_bridge(action) else ((_spot(action, s.board),),)
        if family == "bridge":
            ends = slots(s.board)[indices[0]]
            return tuple((_spot(a, s.board), _spot(b, s.board)) for a, b in (ends, ends[::-1]) if begins_bridge(a))
        return ((f"button:{family}",),)

    def prompts(self, position: Position, seat: int) -> Prompts:  # noqa: D102
        if seat not in position.movers:
            return _status(position), {}, ()
        situation = _situation(position)
        begun = {
            path[0]: Message("ponte-prompt-bridge", {"from": path[0].removeprefix("spot:")})
            for move in position.moves(seat)
            for path in self.paths(position, seat, move.action)
            if len(path) == 2
        }
        if situation == "turn" and not begun:
            situation = "tiles"
        say = Message(f"ponte-prompt-{situation}", {"last": position.state.last})
        return say, begun, BUTTONS.get(situation, ())

    def ghosts(self, position: Position, seat: int, action: int) -> tuple[Piece, ...]:
        """A tile, or a bridge."""
        board, colour = position.state.board, _colour(position, seat)
        family, indices = ACTIONS[board].decode(action)
        if family == "tile":
            at = cell_name(action, board)
            return (Piece(f"tile:{at}", STONES[colour], at, seat=seat),)
        return (draw_bridge(slots(board)[indices[0]], board, seat),) if family == "bridge" else ()

    def describe(self, position: Position, seat: int, actions: Sequence[int]) -> Message:  # noqa: D102
        return describe(position, actions)

    def narrate(
        self,
        before: Position,
        seat: int,
        actions: Sequence[int],
        after: Position,
        reader: int | None,
        events: Sequence[Event] = (),
    ) -> list[Line]:
        """One line for what was played, then one for each island, each new link, and the end if it came."""
        return narrate(before, seat, actions, after)


@functools.cache
def _stage(board: int) -> Stage:
    side = board * CELL + 2 * EDGE
    spots = {}
    for cell in range(board * board):
        row, column = divmod(cell, board)
        at = (column * CELL + CELL / 2, (board - 1 - row) * CELL + CELL / 2)
        name = cell_name(cell, board)
        spots[name] = Spot(at, Message("ponte-cell", {"name": name}), hit=46, shape="square")
    return Stage("ponte_del_diavolo", (-EDGE, -EDGE, side, side), f"board-{board}.svg", spots, SPRITES)


def _spot(cell: int, board: int) -> str:
    return f"spot:{cell_name(cell, board)}"


def _colour(position: Position, seat: int) -> int:
    light: int = position.state.light
    return light ^ seat


def _counters(seat: int, own: Colour) -> tuple[Counter, ...]:
    return (
        _counter("points", own.points, seat),
        _counter("islands", own.islands, seat),
        _counter("tiles", own.hand, seat),
    )


@functools.cache
def _counter(name: str, value: int, seat: int | None = None) -> Counter:
    id_ = name if seat is None else f"{name}:{seat}"
    return Counter(id_, name, Message(f"ponte-{name}"), value, seat)


@functools.lru_cache(maxsize=CACHED)
def _tally(seat: int, scoring: tuple[Network, ...], board: int) -> tuple[Tally, ...]:
    """PONTE-7.1, network by network, the most valuable first."""
    found = []
    for network in sorted(scoring, key=lambda network: -network.points):
        cells = ", ".join(cell_name(island[0], board) for island in network.islands)
        label = Message("ponte-chain", {"n": len(network.islands), "cells": cells})
        found.append(Tally(seat, label, network.points, tuple(network_ids(network, board))))
    return tuple(found)


def _situation(position: Position) -> str:
    """What the mover is about to do, as the last part of the keys ``ponte-status-...`` and ``ponte-prompt-...``."""
    s = position.state
    if s.opening != OPEN_PLAY:
        stages = {LIGHT_OPENS: "opening", CHOICE: "choice", DARK_OPENS: "dark"}
        return stages[s.opening] + ("-half" if s.half else "")
    if s.half:
        return "half"
    moves = position.moves().actions
    if moves[0] < ACTIONS[s.board]["bridge"]:
        return "turn"
    return "stuck" if len(moves) > 1 else "pass"


def _status(position: Position) -> Message:
    outcome = position.outcome()
    if outcome is None:
        return _asked(_situation(position), position.movers[0], position.state.last)
    if len(outcome.winners) > 1:
        return Message("ponte-status-shared")
    return Message("ponte-status-won", {"seat": seat_name(outcome.winners[0])})


@functools.cache
def _asked(situation: str, seat: int, last: int) -> Message:
    return Message(f"ponte-status-{situation}", {"seat": seat_name(seat), "last": last})


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, end_message(outcome.reason)) if outcome else None
