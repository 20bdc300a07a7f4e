"""Exact results in the tree: how they are backed up, and what they prove.

See Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver" (2008). A draw of chance is proved when all its
outcomes are; its value is their expectation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.kernel import kernel
from tablier.engine.protocol import CHANCE

WON = 1.0 - 1e-9
SAME = 1e-9
"""Values that differ by at most this are equal."""


@kernel
def back_up(tree: Any, scratch: Any, depth: Any, proved: Any, drawn: Any) -> None:
    """Add the result to the nodes and arms of the path; an exact result may prove those from ``drawn`` on."""
    result = scratch.result
    for i in range(depth - 1, -1, -1):
        node, arm, seat = scratch.path[i, 0], scratch.path[i, 1], scratch.path[i, 2]
        proved = proved and i >= drawn
        if arm >= 0:
            tree.arm_visits[arm] += 1
            for k in range(len(result)):
                tree.arm_value[arm, k] += result[k]
            if proved:
                tree.arm_proved[arm] = 1
                for k in range(len(result)):
                    tree.arm_value[arm, k] = result[k] * tree.arm_visits[arm]
                proved = propagate_proof(tree, node, seat, result)
        tree.visits[node] += 1
        for k in range(len(result)):
            tree.value[node, k] += result[k]
        if proved:
            tree.proved[node] = 1
            for k in range(len(result)):
                tree.value[node, k] = result[k] * tree.visits[node]


@kernel
def propagate_proof(tree: Any, node: Any, seat: Any, result: Any) -> Any:
    """Does a newly proved arm prove its node? If all arms are proved, ``result`` becomes the node's value.

    A seat has the value of its best arm, a draw the expectation over its outcomes. With three or more seats arms that
    are equally good for the mover may give the win to different others; then nothing is proved.
    """
    if seat != CHANCE and result[seat] >= WON:
        return True
    first, end = tree.first[node], tree.first[node] + tree.arms[node]
    for arm in range(first, end):
        if tree.arm_proved[arm] == 0:
            return False
    if seat == CHANCE:
        expect_outcome(tree, first, end, result)
        return True
    best = -1.0
    chosen = np.int64(-1)
    for arm in range(first, end):
        value = tree.arm_value[arm, seat] / tree.arm_visits[arm]
        if value > best:
            best = value
            chosen = np.int64(arm)
    for arm in range(first, end):
        if best - tree.arm_value[arm, seat] / tree.arm_visits[arm] <= SAME and not same_value(tree, arm, chosen):
            return False
    copy_value(tree.arm_value, chosen, tree.arm_visits[chosen], result)
    return True


@kernel
def same_value(tree: Any, arm: Any, other: Any) -> Any:
    """Do two arms have the same mean value for every seat?"""
    for k in range(tree.arm_value.shape[1]):
        value = tree.arm_value[arm, k] / tree.arm_visits[arm]
        if abs(value - tree.arm_value[other, k] / tree.arm_visits[other]) > SAME:
            return False
    return True


@kernel
def expect_outcome(tree: Any, first: Any, end: Any, out: Any) -> None:
    """Write the mean of the values of a draw's outcomes, weighted by their odds."""
    for k in range(len(out)):
        total = 0.0
        odds = 0.0
        for arm in range(first, end):
            total += tree.prior[arm] * (tree.arm_value[arm, k] / tree.arm_visits[arm])
            odds += tree.prior[arm]
        out[k] = total / odds


@kernel
def outcome_known(tree: Any, node: Any, arm: Any, out: Any) -> Any:
    """Write the exact value of a draw, or of the outcome that was drawn, if it is proved."""
    if arm < 0:
        copy_value(tree.value, node, tree.visits[node], out)
        return True
    if tree.arm_proved[arm] != 0:
        copy_value(tree.arm_value, arm, tree.arm_visits[arm], out)
        return True
    return False


@kernel
def copy_value(values: Any, i: Any, visits: Any, out: Any) -> None:
    """Write the mean value of a node or an arm."""
    for seat in range(values.shape[1]):
        out[seat] = values[i, seat] / visits
