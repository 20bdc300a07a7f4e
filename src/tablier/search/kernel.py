"""The simulations of the search, specialised by the compiler for every game.

A node is an information set: the hash of the mover's view. Perfect information, chance, hidden hands and simultaneous
picks need no special case. Chance is drawn by its weights. Each simulation has a new determinization (Cowling, Powley
and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). A view does not contain the picks of others, so seats
that choose at once are decoupled bandits (Lanctot et al. 2013). Arms are chosen by PUCT (Rosin 2011; Silver et al.
2017).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import lowest
from tablier.engine.fingerprint import fingerprint
from tablier.engine.game_rules import Rules
from tablier.engine.kernel import kernel, part
from tablier.engine.net import Inputs, Net, blank_inputs, net_shares
from tablier.engine.playout import draw_outcome, rewards
from tablier.engine.protocol import (
    CHANCE,
    apply,
    chance_weights,
    determinize,
    evaluate,
    hide,
    legal,
    movers,
    net_inputs,
    priors,
    rollout_policy,
    scores,
)
from tablier.engine.rng import below, unit, weighted
from tablier.search.proof import back_up, copy_value, outcome_known
from tablier.search.tree import add_arms, add_node, find

MAX_DEPTH = 512
"""The largest number of plies of one simulation in the tree; the rest is a playout."""
JITTER = 0.01
"""Each prior is increased at random by up to this part, so that equal ones are not tried in the order of their ids."""
LEAD = 10.0
"""The lead in points that counts as half of an infinite one."""
FEW_OUTCOMES = 8
"""Chance gets a node where it has at most this many outcomes; with more the end is too far away to be proved."""


class Settings(NamedTuple):
    """The settings of a search.

    Attributes:
        exploration: the constant of PUCT.
        fpu_reduction: first-play urgency: an untried arm has the value of its parent minus this.
        cutoff: the number of playout plies before a position is evaluated.
        policy: playouts follow the game's policy; otherwise they are uniform.
        informed: the game gives the priors; otherwise they are equal.
        exact: results are proved; see ``prove`` of :class:`tablier.search.Search`.
        ucb1: arms are chosen by UCB1 instead of PUCT; see :func:`choose_ucb1`.
        points: half of each reward is the lead in points; see :func:`add_lead`.
    """

    exploration: float
    fpu_reduction: float
    cutoff: int
    policy: bool
    informed: bool
    exact: bool
    ucb1: bool
    points: bool


class Scratch(NamedTuple):
    """Working memory of one thread. ``words`` is the record ``seen`` as ``uint64`` words."""

    work: Any
    seen: Any
    words: NDArray[np.uint64]
    actions: NDArray[np.int16]
    odds: NDArray[np.int64]
    places: NDArray[np.int64]
    plausible: NDArray[np.float64]
    result: NDArray[np.float64]
    path: NDArray[np.int64]


class NetEvaluation(NamedTuple):
    """A net, and memory for its inputs."""

    net: Net
    inputs: Inputs


@kernel
def simulate(
    root: Any, me: Any, tree: Any, rng: Any, settings: Any, scratch: Any, iterations: Any, by_net: Any = None
) -> Any:
    """Run simulations from ``root[0]``, reduced to what seat ``me`` may know; returns how many were run.

    ``by_net`` is a :class:`NetEvaluation`, or ``None`` for the game's evaluation; each type is compiled on its own.

    Stops early when the value of the root is proved.
    """
    work = scratch.work
    start = np.int64(-1)
    for done in range(iterations):
        work[0] = root[0]
        determinize(work[0], me, rng)
        depth, proved, drawn = descend(work, me, tree, rng, settings, scratch, by_net)
        back_up(tree, scratch, depth, proved, drawn)
        start = scratch.path[0, 0]
        if settings.exact and start >= 0 and tree.proved[start] != 0:
            return done + 1
    return iterations


@part
def descend(work: Any, me: Any, tree: Any, rng: Any, settings: Any, scratch: Any, by_net: Any) -> Any:
    """Play one simulation and write its path and its result.

    Returns the length of the path, whether the result is exact, and the length of the path before the last draw that
    has no node: the result proves nothing before it.
    """
    path = scratch.path
    path[0, 0] = -1
    depth = 0
    drawn = 0
    while True:
        who = np.int64(movers(work[0]))
        if who == 0:
            rewards(work[0], scratch.places, scratch.result)
            add_lead(work[0], settings, scratch)
            return depth, settings.exact, drawn
        if who >> CHANCE & 1:
            after = draw(work, tree, settings, scratch, rng, depth)
            if after == depth:
                drawn = depth
            elif outcome_known(tree, path[depth, 0], path[depth, 1], scratch.result):
                return after, True, drawn
            depth = after
            continue
        seat = np.int64(me) if who >> me & 1 else lowest(np.uint64(who))
        node = find_or_expand(work, seat, tree, settings, scratch, rng) if depth < MAX_DEPTH else np.int64(-1)
        if node < 0:
            break
        path[depth, 0] = node
        path[depth, 1] = -1
        path[depth, 2] = seat
        depth += 1
        if tree.proved[node] != 0:
            copy_value(tree.value, node, tree.visits[node], scratch.result)
            return depth, True, drawn
        if tree.arms[node] == 0:
            break
        arm = select_arm(tree, node, seat, settings, who & (who - 1) != 0, rng)
        path[depth - 1, 1] = arm
        if tree.arm_proved[arm] != 0:
            copy_value(tree.arm_value, arm, tree.arm_visits[arm], scratch.result)
            return depth, True, drawn
        apply(work[0], seat, np.int64(tree.action[arm]))
    finish(work[0], rng, settings, scratch, by_net)
    return depth, False, drawn


@part
def draw(work: Any, tree: Any, settings: Any, scratch: Any, rng: Any, depth: Any) -> Any:
    """Draw an outcome of chance; returns the length of the path, one more than before if the draw has a node."""
    n = np.int64(legal(work[0], CHANCE, scratch.actions))
    chance_weights(work[0], scratch.odds)
    at = weighted(rng, scratch.odds, n)
    action = np.int64(scratch.actions[at])
    node = np.int64(-1)
    if settings.exact and n <= FEW_OUTCOMES and depth < MAX_DEPTH:
        node = find_or_add_draw(work, tree, scratch, n)
    apply(work[0], CHANCE, action)
    if node < 0:
        return depth
    scratch.path[depth, 0] = node
    scratch.path[depth, 1] = -1 if tree.proved[node] != 0 else tree.first[node] + at
    scratch.path[depth, 2] = CHANCE
    return depth + 1


@part
def find_or_add_draw(work: Any, tree: Any, scratch: Any, n: Any) -> Any:
    """The node of a draw with ``n`` outcomes, listed in the scratch; its priors are their odds.

    Returns -1 if the tree is full.
    """
    scratch.seen[0] = work[0]
    key = fingerprint(scratch.words, CHANCE)
    node = find(tree, key)
    if node < 0:
        node = add_node(tree, key, -1 - node)
    if node >= 0 and tree.arms[node] == 0:
        for i in range(n):
            scratch.plausible[i] = scratch.odds[i]
        if not add_arms(tree, node, scratch.actions, scratch.plausible, n):
            return np.int64(-1)
    return node


@part
def find_or_expand(work: Any, seat: Any, tree: Any, settings: Any, scratch: Any, rng: Any) -> Any:
    """The node of ``seat``'s view: added at the first visit, expanded at the second.

    Returns -1 if the tree is full.
    """
    scratch.seen[0] = work[0]
    hide(scratch.seen[0], seat)
    key = fingerprint(scratch.words, seat)
    node = find(tree, key)
    if node < 0:
        return add_node(tree, key, -1 - node)
    if tree.arms[node] == 0 and tree.proved[node] == 0:
        n = legal(scratch.seen[0], seat, scratch.actions)
        if settings.informed:
            priors(scratch.seen[0], seat, scratch.actions, n, scratch.plausible)
        for i in range(n):
            prior = scratch.plausible[i] if settings.informed else 1.0
            scratch.plausible[i] = prior * (1.0 + JITTER * unit(rng))
        add_arms(tree, node, scratch.actions, scratch.plausible, n)
    return node


@kernel
def select_arm(tree: Any, node: Any, seat: Any, settings: Any, together: Any, rng: Any) -> Any:
    """The arm to follow; several seats may choose ``together``."""
    if settings.ucb1:
        return choose_ucb1(tree, node, seat, settings.exploration)
    return choose(tree, node, seat, settings, together, rng)


@kernel
def choose(tree: Any, node: Any, seat: Any, settings: Any, together: Any, rng: Any) -> Any:
    """The arm with the highest value plus exploration bonus; proved arms have no bonus.

    Where several seats choose ``together``, the bonus is random, or the bandits cycle in lockstep.
    """
    visits = np.float64(tree.visits[node])
    pull = settings.exploration * np.sqrt(visits + 1.0)
    untried = tree.value[node, seat] / max(visits, 1.0) - settings.fpu_reduction
    best = -1e30
    chosen = np.int64(tree.first[node])
    for arm in range(tree.first[node], tree.first[node] + tree.arms[node]):
        n = tree.arm_visits[arm]
        value = tree.arm_value[arm, seat] / n if n else untried
        if tree.arm_proved[arm] == 0:
            bonus = pull * tree.prior[arm] / (1.0 + n)
            value += bonus * 2.0 * unit(rng) if together else bonus
        if value > best:
            best = value
            chosen = np.int64(arm)
    return chosen


@kernel
def choose_ucb1(tree: Any, node: Any, seat: Any, exploration: Any) -> Any:
    """An untried arm in random order, then the arm with the highest value plus ``exploration * sqrt(ln N / n)``.

    With an exploration of 1 this is UCT with the constant of Kocsis and Szepesvári (2006).
    """
    total = np.log(np.float64(tree.visits[node]) + 1.0)
    best = -1e30
    chosen = np.int64(tree.first[node])
    for arm in range(tree.first[node], tree.first[node] + tree.arms[node]):
        n = np.float64(tree.arm_visits[arm])
        if n == 0.0:
            value = 1e9 + tree.prior[arm]
        elif tree.arm_proved[arm] != 0:
            value = tree.arm_value[arm, seat] / n
        else:
            value = tree.arm_value[arm, seat] / n + exploration * np.sqrt(total / n)
        if value > best:
            best = value
            chosen = np.int64(arm)
    return chosen


@part
def finish(s: Any, rng: Any, settings: Any, scratch: Any, by_net: Any) -> None:
    """Play on in place, to the end or the cutoff, and write the rewards or the evaluation."""
    plies = 0
    who = np.int64(movers(s))
    while who != 0 and plies != settings.cutoff:
        seat = lowest(np.uint64(who))
        if seat == CHANCE:
            action = draw_outcome(s, rng, scratch.actions, scratch.odds)
        elif settings.policy:
            action = np.int64(rollout_policy(s, seat, rng, scratch.actions))
        else:
            action = np.int64(scratch.actions[below(rng, legal(s, seat, scratch.actions))])
        apply(s, seat, action)
        plies += 1
        who = np.int64(movers(s))
    if who == 0:
        rewards(s, scratch.places, scratch.result)
    else:
        expect(s, by_net, scratch.result)
    add_lead(s, settings, scratch)


@kernel
def add_lead(s: Any, settings: Any, scratch: Any) -> None:
    """If points count: make each reward the mean of the share and of the lead in points over the mean of the others.

    A lead is mapped to a number between 0 and 1, so that no reward is a certain win, and proofs include the points.
    """
    if not settings.points:
        return
    points, result = scratch.places, scratch.result
    n = len(result)
    scores(s, points)
    total = 0.0
    for i in range(n):
        total += points[i]
    for i in range(n):
        lead = (n * points[i] - total) / (n - 1)
        result[i] = 0.5 * result[i] + 0.25 * (1.0 + lead / (LEAD + abs(lead)))


@kernel
def expect(s: Any, by_net: Any, out: Any) -> None:
    """Write the rewards expected by the net, by the game's evaluation where there is none or it is not used."""
    if by_net is None:  # the compiler drops the other branch
        evaluate(s, out)
    elif net_inputs(s, by_net.inputs) != 0:
        net_shares(by_net.net, by_net.inputs, out)
    else:
        evaluate(s, out)


def new_scratch(rules: Rules, n_seats: int) -> Scratch:
    """Working memory for a game."""
    seen, actions = rules.zeros(), rules.action_buffer()
    return Scratch(
        work=rules.zeros(),
        seen=seen,
        words=seen.view(np.uint64),
        actions=actions,
        odds=rules.weight_buffer(),
        places=np.zeros(n_seats, np.int64),
        plausible=np.zeros(len(actions)),
        result=np.zeros(n_seats),
        path=np.zeros((MAX_DEPTH, 3), np.int64),
    )


def evaluation_by(net: Net | None, rules: Rules, n_seats: int) -> NetEvaluation | None:
    """A net with memory for its inputs; ``None`` stands for the game's evaluation."""
    if net is None or rules.kernels.net_shape is None:
        return None
    return NetEvaluation(net, blank_inputs(rules.kernels.net_shape, n_seats))
