"""Ponte del Diavolo on the table: board, pieces, what may be touched, and what happened. Nothing is hidden."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tablier.engine.bits import has
from tablier.games.ponte_del_diavolo import rules
from tablier.games.ponte_del_diavolo.chart import MANY, Chart, Group, Network, chart, groups_of
from tablier.games.ponte_del_diavolo.geometry import CELLS, ISLAND, SIZES, slots
from tablier.games.ponte_del_diavolo.notation import cell_name
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

Path = tuple[str, ...]

VAGUE = ("PONTE-5.1",)
"""Any tile has cells around it without one of its colour: that is no news where a bridge fails for another reason."""

CELL = 100
EDGE = 90
"""Width of the rim and the frame of the board's picture around the cells."""
STONES = ("light", "dark")
COLOURS = ("white", "black")
SIDES = ("east", "south", "middle")
TOWNS = 6
ICON = Sprite(24, 24)
SPRITES = {
    "under": Sprite(CELL, CELL, layer=0),
    **{stone: Sprite(CELL, CELL) for stone in STONES},
    **{f"{stone}-{side}": Sprite(CELL, CELL, layer=2) for stone in STONES for side in SIDES},
    **{f"{stone}-town-{n}": Sprite(CELL, CELL, layer=3) for stone in STONES for n in range(1, TOWNS + 1)},
    "bridge": Sprite(2 * CELL, 46, layer=4, shadow=True),
    **dict.fromkeys(("points", "islands", "tiles", "bridges"), ICON),
}


def stage(position: Position) -> Stage:
    """The lagoon, whose spots are named after its cells."""
    return _stage(int(position.state.board))


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


def view(position: Position, _seat: int | None) -> View:
    """What everybody sees."""
    s = position.state
    now = chart(s)
    return View(
        pieces=tuple(_pieces(now, int(s.light))),
        counters=_counters(position, now),
        status=_status(position),
        colours=tuple(COLOURS[_colour(position, seat)] for seat in range(2)),
        movers=position.movers,
        tally=tuple(_tally(position, now)),
        result=_result(position),
    )


def paths(position: Position, seat: int, action: int) -> tuple[Path, ...]:
    """A tile is its cell, a bridge its two ends in either order; ``pass`` and ``swap`` are buttons.

    Where ``seat`` has a tile of its own, and bridges may come, a first touch begins a bridge and no tile.
    """
    s = position.state
    board = int(s.board)
    v = SIZES.index(board)
    own = s.tiles[_colour(position, seat)] if s.opening == rules.OPEN_PLAY and not s.half else None

    def begins_bridge(cell: int) -> bool:
        return own is not None and bool(has(own, cell))

    if action < CELLS[v]:
        return () if begins_bridge(action) else ((_spot(action, board),),)
    if action < rules.pass_id(v):
        ends = slots(board)[action - int(CELLS[v])]
        return tuple((_spot(a, board), _spot(b, board)) for a, b in (ends, ends[::-1]) if begins_bridge(a))
    return (("button:pass" if action == rules.pass_id(v) else "button:swap",),)


def prompts(position: Position, seat: int) -> tuple[Message, dict[str, Message], tuple[Button, ...]]:
    """What ``seat`` is asked to do; its status line if it is not its turn."""
    if seat not in position.movers:
        return _status(position), {}, ()
    s = position.state
    situation = _situation(position)
    buttons = {
        "choice": (Button("swap", Message("ponte-button-swap")),),
        "stuck": (Button("pass", Message("ponte-button-pass")),),
        "pass": (Button("pass", Message("ponte-button-pass"), primary=True),),
    }
    begun = {
        path[0]: Message("ponte-prompt-bridge", {"from": path[0].removeprefix("spot:")})
        for move in position.moves(seat)
        for path in paths(position, seat, move.action)
        if len(path) == 2
    }
    if situation == "turn" and not begun:
        situation = "tiles"
    return Message(f"ponte-prompt-{situation}", {"last": int(s.last)}), begun, buttons.get(situation, ())


def tell(before: Position, seat: int, actions: Sequence[int], after: Position, _reader: int | None) -> list[Line]:
    """One line for what was played, then one for each island, each new link, and the end if it came."""
    new = chart(after.state)
    lines = [*_played(before, seat, actions), *_gained(before, actions, new, seat)]
    if after.state.last and not before.state.last:
        other = 1 - seat
        lines.append(Line(Message("ponte-say-last", {"seat": seat_name(other)}), seat=other))
    if after.outcome():
        lines += _ended(after, new)
    return lines


# Pieces


def _pieces(now: Chart, light: int) -> list[Piece]:
    pieces = [_draw_under(cell, bridges, now.board) for cell, bridges in now.under]
    for seat, stone, own in zip((light, light ^ 1), STONES, now.colours, strict=True):
        pieces += _tiles(own.tiles, now.board, stone, seat)
        for network in own.linked:
            pieces += [_draw_bridge(ends, now.board, seat) for ends in network.bridges]
    return pieces


@functools.lru_cache(maxsize=MANY)
def _tiles(tiles: int, board: int, stone: str, seat: int) -> tuple[Piece, ...]:
    return tuple(chain.from_iterable(_group_pieces(group, board, stone, seat) for group in groups_of(tiles, board)))


@functools.lru_cache(maxsize=MANY)
def _draw_under(cell: int, bridges: tuple[tuple[int, int], ...], board: int) -> Piece:
    names = ", ".join(_bridge_name(ends, board) for ends in bridges)
    at = cell_name(cell, board)
    return Piece(f"under:{at}", "under", at, label=Message("ponte-under", {"n": len(bridges), "bridges": names}))


@functools.lru_cache(maxsize=4096)  # most groups stay as they are for long
def _group_pieces(group: Group, board: int, stone: str, seat: int) -> tuple[Piece, ...]:
    return tuple(_draw_group(group, board, stone, seat))


def _draw_group(group: Group, board: int, stone: str, seat: int) -> Iterator[Piece]:
    label = Message("ponte-tile", {"colour": stone, "size": len(group)})
    for i, cell in enumerate(sorted(group, key=lambda cell: (-(cell // board), cell))):
        at = cell_name(cell, board)
        yield Piece(f"tile:{at}", stone, at, seat=seat, label=label)
        if cell + 1 in group and (cell + 1) % board:
            yield Piece(f"east:{at}", f"{stone}-east", at, seat=seat)
        if cell - board in group:
            yield Piece(f"south:{at}", f"{stone}-south", at, seat=seat)
        if {cell + 1, cell - board, cell - board + 1} <= set(group):
            yield Piece(f"middle:{at}", f"{stone}-middle", at, seat=seat)
        if len(group) == ISLAND:  # four different quarters, the same ones whenever this island is drawn
            yield Piece(f"town:{at}", f"{stone}-town-{(sum(group) + i) % TOWNS + 1}", at, seat=seat)


@functools.cache
def _draw_bridge(ends: tuple[int, int], board: int, seat: int) -> Piece:
    a, b = (cell_name(cell, board) for cell in ends)
    return Piece(f"bridge:{a}-{b}", "bridge", a, to=b, seat=seat, label=Message("ponte-bridge", {"from": a, "to": b}))


def _spot(cell: int, board: int) -> str:
    return f"spot:{cell_name(cell, board)}"


def _bridge_name(ends: tuple[int, int], board: int) -> str:
    return "–".join(cell_name(cell, board) for cell in ends)


def _ids(group: Group, board: int) -> Iterator[str]:
    for cell in group:
        at = cell_name(cell, board)
        yield from (f"{kind}:{at}" for kind in ("tile", *SIDES, "town"))


# Numbers and status


def _colour(position: Position, seat: int) -> int:
    return int(position.state.light) ^ seat


def _counters(position: Position, now: Chart) -> tuple[Counter, ...]:
    s = position.state
    v = SIZES.index(now.board)
    seats = []
    for seat, points in enumerate(position.scores()):
        colour = _colour(position, seat)
        values = {
            "points": points,
            "islands": now.colours[colour].islands,
            "tiles": int(rules.hand(s, v, colour)),
        }
        seats += [_counter(k, value, seat) for k, value in values.items()]
    return (*seats, Counter("bridges", "bridges", Message("ponte-bridges"), int(rules.pool(s, v))))


@functools.cache
def _counter(name: str, value: int, seat: int) -> Counter:
    return Counter(f"{name}:{seat}", name, Message(f"ponte-{name}"), value, seat)


def _tally(position: Position, now: Chart) -> Iterator[Tally]:
    """PONTE-7.1, network by network, the most valuable first."""
    for seat in range(2):
        scoring = now.colours[_colour(position, seat)].scoring
        for network in sorted(scoring, key=lambda network: -network.points):
            cells = ", ".join(cell_name(island[0], now.board) for island in network.islands)
            label = Message("ponte-chain", {"n": len(network.islands), "cells": cells})
            yield Tally(seat, label, network.points, tuple(_network_ids(network, now.board)))


def _network_ids(network: Network, board: int) -> Iterator[str]:
    for group in network.groups:
        yield from (f"tile:{cell_name(cell, board)}" for cell in group)
        if len(group) == ISLAND:
            yield from (f"town:{cell_name(cell, board)}" for cell in group)
    for a, b in network.bridges:
        yield f"bridge:{cell_name(a, board)}-{cell_name(b, board)}"


def _situation(position: Position) -> str:
    """What the mover is about to do, as the last part of the keys ``ponte-status-...`` and ``ponte-prompt-...``."""
    s = position.state
    if s.opening != rules.OPEN_PLAY:
        stages = {rules.LIGHT_OPENS: "opening", rules.CHOICE: "choice", rules.DARK_OPENS: "dark"}
        return stages[int(s.opening)] + ("-half" if s.half else "")
    if s.half:
        return "half"
    moves = position.moves().actions
    cells = int(CELLS[SIZES.index(int(s.board))])
    if moves[0] < cells:
        return "turn"
    return "stuck" if len(moves) > 1 else "pass"


def _status(position: Position) -> Message:
    outcome = position.outcome()
    if outcome is None:
        seat = seat_name(position.movers[0])
        return Message(f"ponte-status-{_situation(position)}", {"seat": seat, "last": int(position.state.last)})
    if len(outcome.winners) > 1:
        return Message("ponte-status-shared")
    return Message("ponte-status-won", {"seat": seat_name(outcome.winners[0])})


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, _why_over(outcome.reason)) if outcome else None


def _why_over(reason: str) -> Message:
    return Message(f"ponte-over-{reason.replace('_', '-')}")


# The story


def _played(before: Position, seat: int, actions: Sequence[int]) -> Iterator[Line]:
    s = before.state
    board = int(s.board)
    v = SIZES.index(board)
    who = seat_name(seat)
    cells = [cell_name(action, board) for action in actions if action < CELLS[v]]
    if cells:
        if s.opening == rules.CHOICE:
            yield Line(Message("ponte-say-keep", {"seat": who}), seat=seat)
        arguments: dict[str, str | int | Message] = {"seat": who, **dict(zip("ab", cells, strict=False))}
        key = "ponte-say-tiles" if len(cells) > 1 else "ponte-say-tile"
        yield Line(Message(key, arguments), tuple(f"tile:{cell}" for cell in cells), seat)
    for action in actions[len(cells) :]:
        if action < rules.pass_id(v):
            a, b = (cell_name(cell, board) for cell in slots(board)[action - int(CELLS[v])])
            yield Line(Message("ponte-say-bridge", {"seat": who, "a": a, "b": b}), (f"bridge:{a}-{b}",), seat)
        elif action == rules.pass_id(v):
            yield Line(Message("ponte-say-pass", {"seat": who}), seat=seat)
        else:
            yield Line(Message("ponte-say-swap", {"seat": who, "other": seat_name(1 - seat)}), seat=seat)


def _gained(before: Position, actions: Sequence[int], new: Chart, seat: int) -> Iterator[Line]:
    """New islands, and islands that are newly linked with others."""
    colour, cells = int(before.state.mover), int(CELLS[SIZES.index(new.board)])
    laid = {action for action in actions if action < cells}
    built = {slots(new.board)[action - cells] for action in actions if 0 <= action - cells < len(slots(new.board))}
    scoring = new.colours[colour].scoring
    for island in sorted(island for network in scoring for island in network.islands):
        if not laid.isdisjoint(island):
            named = ", ".join(cell_name(cell, new.board) for cell in island)
            say = Message("ponte-say-island", {"seat": seat_name(seat), "cells": named})
            yield Line(say, tuple(_ids(island, new.board)), seat)
    touched = [
        network
        for network in scoring
        if not built.isdisjoint(network.bridges) or any(not laid.isdisjoint(island) for island in network.islands)
    ]
    old = chart(before.state).colours[colour].scoring if touched else ()
    for network in touched:
        n = len(network.islands)
        if n > 1 and all(network.islands != known.islands for known in old):
            say = Message("ponte-say-linked", {"seat": seat_name(seat), "n": n, "points": network.points})
            yield Line(say, tuple(_network_ids(network, new.board)), seat)


def _ended(after: Position, now: Chart) -> Iterator[Line]:
    outcome = after.outcome()
    assert outcome is not None
    yield Line(_why_over(outcome.reason))
    winner = outcome.winners[0]
    points = outcome.scores[winner]
    if len(outcome.winners) > 1:
        yield Line(Message("ponte-say-shared", {"points": points}))
        return
    arguments: dict[str, str | int | Message] = {"seat": seat_name(winner), "points": points}
    others = outcome.scores[1 - winner]
    islands = [colour.islands for colour in now.colours]
    if points != others:
        say = Message("ponte-say-won", arguments | {"others": others})
    elif islands[0] != islands[1]:
        say = Message("ponte-say-won-islands", arguments)
    else:
        say = Message("ponte-say-won-bridges", arguments)
    yield Line(say, seat=winner)
