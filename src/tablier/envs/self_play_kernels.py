"""The kernels of :mod:`tablier.envs.self_play_batch`, apart from it so that its changes recompile nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from numpy.typing import NDArray

from tablier.engine.batch import UNCHECKED, borrow_games, step_slice
from tablier.engine.borrow import at, borrow
from tablier.engine.kernel import kernel
from tablier.engine.observe import (
    borrow_pages,
    output_at,
    output_of,
    pages_of,
    update_slice,
    write_finals,
    write_games,
)
from tablier.engine.team import next_share, settle


class Rows(NamedTuple):
    """Arrays with a row for each seat of each game: ``[seats, games]`` in kernels, ``[rows]`` in ``SelfPlayBatch``.

    Attributes:
        viewer: the seat of the row.
        chosen: its action.
        legal: its legal actions, ``[..., actions + 1]``; the last one is to wait.
        waiting: whether it is not to move.
        reward: its reward in the last step.
        done: whether its game ended in the last step.
        cut: whether its game was truncated in the last step.
    """

    viewer: NDArray[Any]
    chosen: NDArray[Any]
    legal: NDArray[Any]
    waiting: NDArray[Any]
    reward: NDArray[Any]
    done: NDArray[Any]
    cut: NDArray[Any]


@kernel
def step_rows(
    games: Any,
    rows: Any,
    limit: Any,
    pages: Any,
    output: Any,
    addresses: Any,
    legal_at: Any,
    scratch: Any,
    wrong: Any,
    bounds: Any,
    control: Any,
    me: Any,
) -> Any:
    """The part of thread ``me`` in a step of all games, share by share (:mod:`tablier.engine.team`).

    The caller first checks the actions, unless ``wrong[0]`` is ``UNCHECKED``, and plays nothing if ``wrong[0]`` becomes
    a row whose action is not legal. Observations and legal actions are written in place, or whole at ``addresses`` and
    at ``legal_at[0]`` if the step has arrays of its own (:class:`tablier.envs.observations.Observations`).
    """
    games, rows, pages = borrow_games(games), borrow_rows(rows), borrow_pages(pages)
    control, scratch = borrow(control), borrow(scratch)[me]
    if me == 0 and wrong[0] != UNCHECKED:
        wrong[0] = first_illegal(games, rows)
        if wrong[0] >= 0:
            return True
    fresh = pages.own.shape[1] + pages.bits.shape[1] == 0
    share = next_share(control, me, -1)
    while share >= 0:
        first, last = bounds[share], bounds[share + 1]
        choose(games, rows, fresh, first, last)
        step_slice(games, limit, scratch, first, last)
        if fresh:
            rows = rows_at(rows, legal_at[0])
            write_waits(rows, first, last)
        write_rows(games, rows, first, last)
        seen, finals = output_at(output, addresses[0]), output_at(output, addresses[1])
        for seat in range(len(rows.viewer)):
            viewer = rows.viewer[seat]
            if fresh:
                write_games(games.states, viewer, output_of(seen, seat), me, first, last)
            else:
                update_slice(games.states, viewer, pages_of(pages, seat), first, last)
            write_finals(games, viewer, output_of(finals, seat), me, first, last)
        share = next_share(control, me, share)
    return me > 0 or settle(control)


@kernel
def borrow_rows(rows: Any) -> Any:
    """The same arrays without reference counts (:mod:`tablier.engine.borrow`)."""
    viewer, chosen, legal, waiting = borrow(rows.viewer), borrow(rows.chosen), borrow(rows.legal), borrow(rows.waiting)
    return Rows(viewer, chosen, legal, waiting, borrow(rows.reward), borrow(rows.done), borrow(rows.cut))


@kernel
def rows_at(rows: Any, address: Any) -> Any:
    """The same rows with their legal actions at ``address``."""
    legal = at(rows.legal, address)
    return Rows(rows.viewer, rows.chosen, legal, rows.waiting, rows.reward, rows.done, rows.cut)


@kernel
def first_illegal(games: Any, rows: Any) -> Any:
    """The first row whose action is not legal, -1 if all are."""
    wait, moves, legal = rows.legal.shape[2] - 1, 0, True
    for seat in range(len(rows.chosen)):
        chosen = rows.chosen[seat]
        for i in range(len(chosen)):
            moves += chosen[i] != wait
    for i in range(len(games.seat)):
        action = rows.chosen[games.seat[i], i]
        legal &= 0 <= action < wait and games.mask[i, action]
    if legal and moves == len(games.seat):
        return -1
    for seat in range(len(rows.chosen)):
        for i in range(len(games.seat)):
            action = rows.chosen[seat, i]
            legal = 0 <= action < wait and games.mask[i, action] if seat == games.seat[i] else action == wait
            if not legal:
                return seat * len(games.seat) + i
    return -1


@kernel
def choose(games: Any, rows: Any, fresh: Any, first: Any, last: Any) -> None:
    """Take the actions of the rows that are to move, and let these wait.

    If the step is ``fresh``, it writes legal actions into a new array later.
    """
    chosen, seats, legal = rows.chosen, games.seat, rows.legal
    wait = legal.shape[2] - 1
    for i in range(first, last):
        seat = seats[i]
        games.chosen[i] = chosen[seat, i]
        rows.waiting[seat, i] = True
        if not fresh:
            legal[seat, i, :wait] = 0
            legal[seat, i, wait] = 1


@kernel
def write_waits(rows: Any, first: Any, last: Any) -> None:
    """Let all rows wait."""
    legal, wait = rows.legal, rows.legal.shape[2] - 1
    for seat in range(len(legal)):
        for i in range(first, last):
            legal[seat, i, :wait] = 0
            legal[seat, i, wait] = 1


@kernel
def write_rows(games: Any, rows: Any, first: Any, last: Any) -> None:
    """Let the rows move whose turn it is, and write what all rows got for the last ply."""
    seats, legal, mask = games.seat, rows.legal, games.mask
    wait = legal.shape[2] - 1
    for i in range(first, last):
        seat = seats[i]
        for action in range(wait):
            legal[seat, i, action] = mask[i, action]
        legal[seat, i, wait] = 0
        rows.waiting[seat, i] = False
    for seat in range(len(rows.viewer)):
        for i in range(first, last):
            rows.reward[seat, i] = games.reward[i, seat]
            rows.done[seat, i], rows.cut[seat, i] = games.done[i], games.cut[i]
