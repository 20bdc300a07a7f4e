"""Priors for the search: how promising a master, a student or a journey looks."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, i64, lowest, popcount, u64
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import exp_inplace, knot, sums
from tablier.games.shangri_la.actions import WAYS
from tablier.games.shangri_la.board import GUILDS, VILLAGES
from tablier.games.shangri_la.rules import JOURNEY, RECRUIT, reserve
from tablier.games.shangri_la.state import State
from tablier.games.shangri_la.survey import (
    ABOVE,
    EXPELLED,
    LOW,
    OF,
    across,
    ahead,
    bridges_of,
    facing,
    guilds,
    look,
    outcome,
    prevails,
    tiles,
)
from tablier.games.shangri_la.tables import ENDS
from tablier.games.shangri_la.weights import (
    J_ANY,
    J_EXPOSED,
    J_GAIN,
    J_KEPT,
    J_LOSS,
    J_OTHERS_GAIN,
    J_OTHERS_LOSS,
    J_OTHERS_WASTE,
    J_RELIEF,
    J_REST_GOAL,
    J_REST_ORIGIN,
    J_WASTE,
    KNOTS,
    P_ABOVE,
    P_ANY,
    P_BRIDGES,
    P_COMING,
    P_DENIES,
    P_EYED,
    P_FREE,
    P_KIN,
    P_OTHERS,
    P_OWN,
    P_RIVALS,
    P_SHIELD,
    P_STRUCK,
    PRIOR,
    R_ANY,
    R_BRIDGES,
    R_COMPANY,
    R_LANDING,
    R_LAST,
    R_SHIELD,
    R_SOON,
    R_STRANGERS,
    R_STRIKING,
    R_STRUCK,
)


@kernel
def see(s: State, actions: Any, n: int, out: Any) -> None:
    """Write the features of actions: ``out[i]`` has the columns of ``PRIOR``."""
    view = look(s)
    out[:n, :] = 0.0
    for i in range(n):
        action = i64(actions[i])
        if action < RECRUIT:
            see_master(s, view, action // VILLAGES, action % VILLAGES, out[i])
        elif action < JOURNEY:
            space = action - RECRUIT
            see_student(s, view, space // VILLAGES, space % VILLAGES, out[i])
        elif action < JOURNEY + 2 * WAYS:
            way = action - JOURNEY
            side = way // WAYS
            see_journey(s, view, ENDS[way % WAYS, side], ENDS[way % WAYS, 1 - side], out[i])


@kernel
def see_master(s: State, view: Any, g: int, v: Any, out: Any) -> None:
    """Write the features of a master in a village."""
    seat = i64(s.mover)
    masters = view.words[v] & LOW
    out[P_ANY] = 1.0
    out[P_BRIDGES] = popcount(bridges_of(s, v))
    out[P_OWN] = popcount(masters & OF[seat])
    out[P_OTHERS] = popcount(masters & ~OF[seat])
    out[P_FREE] = GUILDS - popcount(masters)
    tile = ONE << u64(seat * GUILDS + g)
    bridges = bridges_of(s, v)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        u = across(bridge, v)
        students = view.words[u] >> ABOVE
        settlers = view.words[u] & LOW
        after = tiles(view, u) - tiles(view, v) - 1  # its advantage after the master is placed
        out[P_ABOVE] += after < 0
        out[P_COMING] += students & tile != ZERO
        out[P_KIN] += settlers & tile != ZERO
        if facing(tile, students) != ZERO:
            out[P_DENIES] += 1.0
            out[P_STRUCK] += after >= 0
        elif facing(tile, settlers) != ZERO:
            out[P_RIVALS] += 1.0
            out[P_EYED] += after >= 0
        see_neighbour(view, v, u, seat, out[P_SHIELD:])


@kernel
def see_neighbour(view: Any, v: Any, u: Any, seat: int, out: Any) -> None:
    """Count the masters that one more tile in a village protects from a neighbour, and threatens there."""
    lead = tiles(view, v) - tiles(view, u)
    if lead == 0:
        out[0] += popcount(facing(view.words[v] & LOW & OF[seat], view.words[u] >> ABOVE))
    elif lead == -1:
        out[1] += popcount(facing(view.words[u] & LOW, view.words[v] >> ABOVE & OF[seat]))


@kernel
def see_student(s: State, view: Any, g: int, v: Any, out: Any) -> None:
    """Write the features of a student in a village."""
    seat = i64(s.mover)
    tile = ONE << u64(seat * GUILDS + g)
    pupils = view.words[v] >> ABOVE
    out[R_ANY] = 1.0
    out[R_COMPANY] = popcount(pupils & OF[seat])
    out[R_STRANGERS] = popcount(pupils & ~OF[seat])
    out[R_STRUCK] = view.sets[EXPELLED, v] & tile != ZERO
    out[R_BRIDGES] = popcount(bridges_of(s, v))
    out[R_LAST] = reserve(s, seat, g) == 1
    bridges = bridges_of(s, v)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        u = across(bridge, v)
        settlers = view.words[u] & LOW
        if facing(tile, settlers) != ZERO:
            lead = tiles(view, v) + 1 - tiles(view, u)
            out[R_STRIKING] += lead >= 0
            out[R_SOON] += lead == -1 or lead == -2
        elif guilds(tile) & settlers == ZERO:
            out[R_LANDING] += 1.0
        see_neighbour(view, v, u, seat, out[R_SHIELD:])


@kernel
def see_journey(s: State, view: Any, origin: int, goal: int, out: Any) -> None:
    """Write the features of a journey."""
    mine = OF[i64(s.mover)]
    students = view.words[origin] >> ABOVE
    made, expelled = outcome(s, view, origin, goal)
    stronger = prevails(s, view, origin, goal, 0)
    kept = students & view.words[goal] & ~(view.words[goal] >> ABOVE) if stronger else ZERO
    wasted = students & ~made & ~kept
    out[J_ANY] = 1.0
    out[J_GAIN] = popcount(made & mine)
    out[J_LOSS] = popcount(expelled & mine)
    out[J_OTHERS_GAIN] = popcount(made & ~mine)
    out[J_OTHERS_LOSS] = popcount(expelled & ~mine)
    out[J_WASTE] = popcount(wasted & mine)
    out[J_OTHERS_WASTE] = popcount(wasted & ~mine)
    out[J_KEPT] = popcount(kept & mine)
    out[J_REST_ORIGIN] = popcount(bridges_of(s, origin)) == 1
    out[J_REST_GOAL] = popcount(bridges_of(s, goal)) == 1
    left = tiles(view, origin) - popcount(students)
    bridges = bridges_of(s, origin)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        u = across(bridge, origin)
        if u != goal:
            if prevails(s, view, origin, u, 0):
                out[J_RELIEF] += popcount(facing(view.words[u] & LOW & mine, students))
            if left <= tiles(view, u) and not prevails(s, view, u, origin, 0):
                out[J_EXPOSED] += popcount(facing(view.words[origin] & LOW & mine, view.words[u] >> ABOVE))


@kernel
def priors(s: State, seat: int, actions: Any, n: int, out: Any) -> None:
    """See :func:`tablier.engine.protocol.priors`."""
    seen = np.empty((n, PRIOR.shape[1]))
    see(s, actions, n, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(PRIOR, k, t, seen, n, out)
    exp_inplace(out, n)
