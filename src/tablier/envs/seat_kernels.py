"""The kernels of :mod:`tablier.envs.seat_batch`, apart from it so that its changes recompile nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.batch import UNCHECKED, borrow_games, write_mask
from tablier.engine.bits import lowest
from tablier.engine.borrow import borrow
from tablier.engine.kernel import kernel
from tablier.engine.observe import borrow_pages, output_at, update_slice, write_finals, write_games
from tablier.engine.one_ply import OnePlyScratch, one_ply_values
from tablier.engine.playout import draw_outcome, rewards
from tablier.engine.protocol import CHANCE, apply, evaluate, hide, legal, movers, rollout_policy, seats
from tablier.engine.rng import below, unit
from tablier.engine.team import next_share, settle

RANDOM, POLICY, GREEDY = range(3)
NO_ACTION, RESTART = -1, -2
"""In place of an action: let the bots play, or start the game anew."""


class Compiled(NamedTuple):
    """The bots of the other seats, in order: kind, share of random plies, number of determinizations."""

    kind: NDArray[np.int64]
    noise: NDArray[np.float64]
    samples: NDArray[np.int64]


class Scratch(NamedTuple):
    """Working memory: three records, lists of actions, and what the kernels write about seats and outcomes."""

    work: Any
    actions: NDArray[np.int16]
    odds: NDArray[np.int64]
    places: NDArray[np.int64]
    shares: NDArray[np.float64]
    values: NDArray[np.float64]


@kernel
def choose(s: Any, seat: Any, bot: Any, bots: Any, rng: Any, scratch: Any) -> Any:
    """The action of a bot, from what its seat may know."""
    if bots.kind[bot] == RANDOM or unit(rng) < bots.noise[bot]:
        return np.int64(scratch.actions[below(rng, legal(s, seat, scratch.actions))])
    view = scratch.work[0:1]
    view[0] = s
    hide(view[0], seat)
    if bots.kind[bot] == POLICY:
        return np.int64(rollout_policy(view[0], seat, rng, scratch.actions))
    space = OnePlyScratch(scratch.work[1:2], scratch.work[2:3], scratch.actions, scratch.places, scratch.shares)
    n = one_ply_values(view, seat, rng, bots.samples[bot], space, scratch.values)
    return np.int64(scratch.actions[np.argmax(scratch.values[:n])])


@kernel
def play_on(s: Any, me: Any, action: Any, bots: Any, plies: Any, limit: Any, rng: Any, scratch: Any) -> Any:
    """Play ``action`` of seat ``me``, unless it is ``NO_ACTION``, and all plies until only ``me`` may act.

    Ends early when the game is over, or truncated at ``limit`` plies; returns the plies played, chance not counted.
    """
    while True:
        who = movers(s)
        if who == 0 or (plies >= limit and who != 1 << CHANCE):
            return plies
        others = who & ~(np.int64(1) << me)
        if others == 0:
            if action == NO_ACTION:
                return plies
            seat, chosen, action = np.int64(me), np.int64(action), NO_ACTION
        else:
            seat = np.int64(lowest(np.uint64(others)))
            if seat == CHANCE:
                chosen = draw_outcome(s, rng, scratch.actions, scratch.odds)
            else:
                chosen = choose(s, seat, seat - (seat > me), bots, rng, scratch)
        apply(s, seat, chosen)
        plies += seat != CHANCE


@kernel
def step_games(
    games: Any,
    paused: Any,
    played: Any,
    bots: Any,
    fixed: Any,
    limit: Any,
    judged: Any,
    pages: Any,
    output: Any,
    addresses: Any,
    scratch: Any,
    wrong: Any,
    late: Any,
    bounds: Any,
    control: Any,
    me: Any,
) -> Any:
    """The part of thread ``me`` in a step of all games, share by share (:mod:`tablier.engine.team`).

    The caller first checks the actions, unless ``wrong[0]`` is ``UNCHECKED``, and plays nothing if ``wrong[0]`` becomes
    a game whose action is illegal. Observations are written in place, or whole at ``addresses``
    (:class:`tablier.envs.observations.Observations`).
    """
    games, pages, mine = borrow_games(games), borrow_pages(pages), scratch_of(scratch, me)
    control, paused, played = borrow(control), borrow(paused), borrow(played)
    if me == 0 and wrong[0] != UNCHECKED:
        wrong[0] = first_illegal(games, paused)
        if wrong[0] >= 0:
            return True
    share = next_share(control, me, -1)
    while share >= 0:
        first, last = bounds[share], bounds[share + 1]
        step_slice(games, paused, played, bots, fixed, limit, judged, mine, late, first, last)
        write_finals(games, played, output_at(output, addresses[1]), me, first, last)
        if pages.own.shape[0] + pages.bits.shape[0] > 0:
            update_slice(games.states, games.seat, pages, first, last)
        else:
            write_games(games.states, games.seat, output_at(output, addresses[0]), me, first, last)
        share = next_share(control, me, share)
    return me > 0 or settle(control)


@kernel
def scratch_of(scratch: Any, me: Any) -> Any:
    """The working memory of a thread."""
    return Scratch(
        borrow(scratch.work)[me],
        borrow(scratch.actions)[me],
        borrow(scratch.odds)[me],
        borrow(scratch.places)[me],
        borrow(scratch.shares)[me],
        borrow(scratch.values)[me],
    )


@kernel
def first_illegal(games: Any, paused: Any) -> Any:
    """The first game that is not paused and whose action is not legal, -1 if there is none."""
    mask, chosen = games.mask, games.chosen
    for i in range(len(chosen)):
        if not (paused[i] or (0 <= chosen[i] < mask.shape[1] and mask[i, chosen[i]])):
            return i
    return -1


@kernel
def step_slice(
    games: Any,
    paused: Any,
    played: Any,
    bots: Any,
    fixed: Any,
    limit: Any,
    judged: Any,
    scratch: Any,
    late: Any,
    first: Any,
    last: Any,
) -> None:
    """Play ``chosen[i]`` in the games ``first <= i < last``, or start one anew if it is ``RESTART``.

    A paused game waits. ``played[i]`` is the agent's seat before a finished game restarts. A game that
    is truncated before the agent may move sets ``late[0]``.
    """
    for i in range(first, last):
        s, rng = games.states[i], games.rngs[i]
        games.reward[i], games.done[i], games.cut[i] = 0.0, False, False
        played[i] = games.seat[i]
        over = games.chosen[i] == RESTART
        if not over:
            action = np.int64(NO_ACTION) if paused[i] else games.chosen[i]
            plies = play_on(s, games.seat[i], action, bots, games.plies[i], limit, rng, scratch)
            games.plies[i] = plies
            games.done[i] = movers(s) == 0
            games.cut[i] = not games.done[i] and plies >= limit
            over = games.done[i] or games.cut[i]
            if games.done[i]:
                rewards(s, scratch.places, scratch.shares)
                games.reward[i] = scratch.shares[games.seat[i]]
            elif games.cut[i] and judged:
                evaluate(s, scratch.shares)
                games.reward[i] = scratch.shares[games.seat[i]]
            if over:
                games.final[i] = s
        while over:  # a game may end before the agent has ever moved
            games.states[i] = games.root[0]
            games.seat[i] = below(rng, seats(s)) if fixed < 0 else fixed
            games.plies[i] = play_on(s, games.seat[i], np.int64(NO_ACTION), bots, 0, limit, rng, scratch)
            over = movers(s) == 0
            if not over and games.plies[i] >= limit:
                late[0] = True
        write_mask(s, games.seat[i], scratch.actions, games.mask[i])
