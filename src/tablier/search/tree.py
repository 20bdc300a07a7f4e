"""The tree as preallocated arrays: nodes in a hash table, each with consecutive arms.

A node gets its arms at the second visit, so that leaves cost few bytes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.kernel import kernel

ARMS_PER_NODE = 32
"""Capacity for arms per node; most nodes are leaves without arms."""

NODES, ARMS = 0, 1


class Tree(NamedTuple):
    """``used`` counts nodes and arms; ``slots`` is an open-addressing hash table of node numbers, -1 where empty.

    ``value`` and ``arm_value`` are sums of rewards by seat over the visits. The value of a ``proved`` node or arm is
    exact: its sum is always visits times that value.
    """

    used: NDArray[np.int64]
    slots: NDArray[np.int32]
    key: NDArray[np.uint64]
    first: NDArray[np.int32]
    arms: NDArray[np.int16]
    visits: NDArray[np.int32]
    proved: NDArray[np.uint8]
    value: NDArray[np.float64]
    action: NDArray[np.int16]
    prior: NDArray[np.float32]
    arm_visits: NDArray[np.int32]
    arm_proved: NDArray[np.uint8]
    arm_value: NDArray[np.float64]


def new_tree(nodes: int, seats: int, actions: int) -> Tree:
    """An empty tree for ``nodes`` nodes with up to ``actions`` arms each.

    The operating system commits the memory only as it is used.
    """
    arms = nodes * ARMS_PER_NODE + 2 * actions
    return Tree(
        used=np.zeros(2, np.int64),
        slots=np.full(1 << (2 * nodes - 1).bit_length(), -1, np.int32),
        key=np.zeros(nodes, np.uint64),
        first=np.zeros(nodes, np.int32),
        arms=np.zeros(nodes, np.int16),
        visits=np.zeros(nodes, np.int32),
        proved=np.zeros(nodes, np.uint8),
        value=np.zeros((nodes, seats)),
        action=np.zeros(arms, np.int16),
        prior=np.zeros(arms, np.float32),
        arm_visits=np.zeros(arms, np.int32),
        arm_proved=np.zeros(arms, np.uint8),
        arm_value=np.zeros((arms, seats)),
    )


def prune(tree: Tree, root: int) -> None:
    """Keep ``root`` and the most visited other nodes, with up to half of the capacity for nodes and arms."""
    n = int(tree.used[NODES])
    priority = tree.visits[:n].astype(np.int64)
    if root >= 0:
        priority[root] = np.iinfo(np.int64).max
    order = np.argsort(-priority, kind="stable")
    fits = np.cumsum(tree.arms[order], dtype=np.int64) <= len(tree.action) // 2
    fits[max(1, len(tree.key) // 2) :] = False
    fits[0] = True
    _keep(tree, np.sort(order[fits]))


def _keep(tree: Tree, nodes: NDArray[np.int64]) -> None:
    """Keep these nodes, in ascending order, and their arms."""
    sizes = tree.arms[nodes].astype(np.int64)
    ends = np.cumsum(sizes)
    arms = np.repeat(tree.first[nodes] - (ends - sizes), sizes) + np.arange(ends[-1])
    by_node: tuple[NDArray[Any], ...] = (tree.key, tree.arms, tree.visits, tree.proved, tree.value)
    by_arm: tuple[NDArray[Any], ...] = (tree.action, tree.prior, tree.arm_visits, tree.arm_proved, tree.arm_value)
    for columns, kept in ((by_node, nodes), (by_arm, arms)):
        for column in columns:
            column[: len(kept)] = column[kept]
    tree.first[: len(nodes)] = ends - sizes
    tree.used[NODES], tree.used[ARMS] = len(nodes), len(arms)
    tree.slots[:] = -1
    rehash(tree)


def room(tree: Tree, actions: int) -> int:
    """The number of simulations that the tree holds: each adds at most two nodes, and about ``actions`` arms."""
    nodes = (len(tree.key) - tree.used[NODES] + 1) // 2
    return int(min(nodes, (len(tree.action) - tree.used[ARMS]) // actions))


@kernel
def find(tree: Any, key: Any) -> Any:
    """The node with this key, or ``-1 - slot`` with the slot where it belongs."""
    at = np.int64(key & np.uint64(len(tree.slots) - 1))
    while True:
        node = np.int64(tree.slots[at])
        if node < 0:
            return -1 - at
        if tree.key[node] == key:
            return node
        at = (at + 1) & (len(tree.slots) - 1)


@kernel
def rehash(tree: Any) -> None:
    """Enter all nodes in an empty hash table."""
    for node in range(tree.used[NODES]):
        tree.slots[-1 - find(tree, tree.key[node])] = node


@kernel
def add_node(tree: Any, key: Any, slot: Any) -> Any:
    """Add a node without arms in a free slot; returns its number, -1 if the tree is full."""
    node = tree.used[NODES]
    if node == len(tree.key):
        return np.int64(-1)
    tree.used[NODES] = node + 1
    tree.slots[slot] = node
    tree.key[node] = key
    tree.arms[node] = 0
    tree.visits[node] = 0
    tree.proved[node] = 0
    tree.value[node, :] = 0.0
    return node


@kernel
def add_arms(tree: Any, node: Any, actions: Any, plausible: Any, n: Any) -> Any:
    """Add the arms of a node, with priors that sum to 1; returns False if the tree is full."""
    first = tree.used[ARMS]
    if first + n > len(tree.action):
        return False
    tree.used[ARMS] = first + n
    total = 0.0
    for i in range(n):
        total += plausible[i]
    for i in range(n):
        arm = first + i
        tree.action[arm] = actions[i]
        tree.prior[arm] = plausible[i] / total
        tree.arm_visits[arm] = 0
        tree.arm_proved[arm] = 0
        tree.arm_value[arm, :] = 0.0
    tree.first[node] = first
    tree.arms[node] = n
    return True
