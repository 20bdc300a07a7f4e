"""The history of a position: a linked list of plies, shared by all copies, with a snapshot now and then."""

from __future__ import annotations

from tablier.moves import Move

RECENT, SPARSE = 8, 16
"""Snapshots are kept of the last ``RECENT`` plies, and of one ply in ``SPARSE`` before them."""


class Node:
    """One ply, or the start of the history, which has no ``parent``.

    Attributes:
        parent: the ply before.
        move: the move of this ply.
        ply: the number of plies up to this one.
        before: the bytes of the state before the move; ``None`` if they have been dropped.
    """

    __slots__ = ("before", "move", "parent", "ply")

    def __init__(self, parent: Node | None, move: Move | None, ply: int, before: bytes | None) -> None:
        self.parent, self.move, self.ply, self.before = parent, move, ply, before

    def append(self, move: Move, before: bytes) -> Node:
        """The node of a move played after this one; drops the snapshot that has become too old."""
        node = Node(self, move, self.ply + 1, before)
        old = node.ply - RECENT
        if old > 0 and (old - 1) % SPARSE:
            node.ancestor(RECENT).before = None
        return node

    def ancestor(self, plies: int) -> Node:
        """The node so many plies earlier."""
        node = self
        for _ in range(plies):
            assert node.parent is not None
            node = node.parent
        return node

    def moves(self, since: int) -> tuple[Move, ...]:
        """The moves after the first ``since`` plies, in order."""
        moves: list[Move] = []
        node = self
        while node.ply > since and node.parent is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))

    def snapshot(self) -> tuple[bytes, tuple[Move, ...]]:
        """The nearest snapshot at or before this ply's, and the moves from it to the state before this ply."""
        node = self
        while node.before is None:
            assert node.parent is not None
            node = node.parent
        assert self.parent is not None
        return node.before, self.parent.moves(node.ply - 1)
