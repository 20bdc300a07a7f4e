"""What a turn in Ponte del Diavolo did, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tablier.games.ponte_del_diavolo.actions import ACTIONS
from tablier.games.ponte_del_diavolo.board_model import BoardModel, board_model
from tablier.games.ponte_del_diavolo.geometry import slots
from tablier.games.ponte_del_diavolo.names import cell_name
from tablier.games.ponte_del_diavolo.pieces import group_ids, network_ids
from tablier.games.ponte_del_diavolo.state import CHOICE
from tablier.scene.model import Line, Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


def narrate(before: Position, seat: int, actions: Sequence[int], after: Position) -> list[Line]:
    """One line for what was played, then one for each island, each new link, and the end if it came."""
    new = board_model(after.state)
    lines = [*_played(before, seat, actions), *_gained(before, actions, new, seat)]
    if after.state.last and not before.state.last:
        other = 1 - seat
        lines.append(Line(Message("ponte-say-last", {"seat": seat_name(other)}), seat=other))
    if after.outcome():
        lines += _ended(after, new)
    return lines


def describe(before: Position, actions: Sequence[int]) -> Message:
    """The tiles, the bridge, or the word that stands for a turn, as advice."""
    board = before.state.board
    decoded = [ACTIONS[board].decode(action) for action in actions]
    family, indices = decoded[0]
    if family == "tile":
        cells = (cell_name(indices[0], board) for _, indices in decoded)
        kept = "yes" if before.state.opening == CHOICE else "no"
        return Message("ponte-do-tiles", {"n": len(decoded), "a": next(cells), "b": next(cells, ""), "dark": kept})
    if family == "bridge":
        a, b = (cell_name(cell, board) for cell in slots(board)[indices[0]])
        return Message("ponte-do-bridge", {"a": a, "b": b})
    return Message(f"ponte-do-{family}")


def end_message(reason: str) -> Message:
    """Why the game is over."""
    return Message(f"ponte-over-{reason.replace('_', '-')}")


def _played(before: Position, seat: int, actions: Sequence[int]) -> Iterator[Line]:
    board = before.state.board
    who = seat_name(seat)
    decoded = [ACTIONS[board].decode(action) for action in actions]
    cells = [cell_name(indices[0], board) for family, indices in decoded if family == "tile"]
    if cells:
        if before.state.opening == CHOICE:
            yield Line(Message("ponte-say-keep", {"seat": who}), seat=seat)
        arguments: dict[str, str | int | Message] = {"seat": who, **dict(zip("ab", cells, strict=False))}
        key = "ponte-say-tiles" if len(cells) > 1 else "ponte-say-tile"
        yield Line(Message(key, arguments), tuple(f"tile:{cell}" for cell in cells), seat)
    for family, indices in decoded[len(cells) :]:
        if family == "bridge":
            a, b = (cell_name(cell, board) for cell in slots(board)[indices[0]])
            yield Line(Message("ponte-say-bridge", {"seat": who, "a": a, "b": b}), (f"bridge:{a}-{b}",), seat)
        elif family == "pass":
            yield Line(Message("ponte-say-pass", {"seat": who}), seat=seat)
        else:
            yield Line(Message("ponte-say-swap", {"seat": who, "other": seat_name(1 - seat)}), seat=seat)


def _gained(before: Position, actions: Sequence[int], new: BoardModel, seat: int) -> Iterator[Line]:
    """New islands, and islands that are newly linked with others."""
    colour = before.state.mover
    scoring = new.colours[colour].scoring
    if not scoring:
        return
    decoded = [ACTIONS[new.board].decode(action) for action in actions]
    laid = {indices[0] for family, indices in decoded if family == "tile"}
    built = {slots(new.board)[indices[0]] for family, indices in decoded if family == "bridge"}
    touched = [
        network
        for network in scoring
        if not (laid.isdisjoint(chain.from_iterable(network.islands)) and built.isdisjoint(network.bridges))
    ]
    if not touched:
        return
    for island in sorted(island for network in touched for island in network.islands):
        if not laid.isdisjoint(island):
            named = ", ".join(cell_name(cell, new.board) for cell in island)
            say = Message("ponte-say-island", {"seat": seat_name(seat), "cells": named})
            yield Line(say, tuple(group_ids(island, new.board)), seat)
    old = board_model(before.state).colours[colour].scoring
    for network in touched:
        n = len(network.islands)
        if n > 1 and all(network.islands != known.islands for known in old):
            say = Message("ponte-say-linked", {"seat": seat_name(seat), "n": n, "points": network.points})
            yield Line(say, tuple(network_ids(network, new.board)), seat)


def _ended(after: Position, now: BoardModel) -> Iterator[Line]:
    outcome = after.outcome()
    assert outcome is not None
    yield Line(end_message(outcome.reason))
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
