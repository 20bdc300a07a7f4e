"""Games with variations: a tree of moves with comments, read from and written as a record."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tablier.core.seats import CHANCE
from tablier.errors import CopyError, IllegalMove, InvalidMove, NoSuchPly, RecordError, UnknownSeat, require_instance
from tablier.moves import Move
from tablier.position import Position
from tablier.record import SHOWN, Record, Variation, entries, names_of


class TreeNode:
    """A position of a game tree.

    Attributes:
        parent: the node before; ``None`` for the root.
        move: the move that led here; ``None`` for the root.
        variations: the nodes that follow, the main line first. The list may be reordered, and nodes removed.
        comment: a text about the position.
    """

    def __init__(self, position: Position, parent: TreeNode | None = None, move: Move | None = None) -> None:
        self._position = position
        self.parent = parent
        self.move = move
        self.variations: list[TreeNode] = []
        self.comment = ""

    @property
    def ply(self) -> int:
        """The number of plies from the start of the game."""
        return self._position.ply

    @property
    def position(self) -> Position:
        """A copy of the position."""
        return self._position.copy()

    def add_variation(self, move: Move | str | int) -> TreeNode:
        """The node after a move, made if there is none; the first one is the main line.

        Raises:
            InvalidMove: it is not a ply in the game's notation.
            IllegalMove: it breaks a rule.
        """
        position = self._position.copy()
        position.push(move)
        (played,) = position.since(self.ply)
        for node in self.variations:
            if node.move == played:
                return node
        self.variations.append(TreeNode(position, self, played))
        return self.variations[-1]

    def add_line(self, text: str, seat: int | None = None) -> TreeNode:
        """The last node after plies written in notation, all or none; see :meth:`tablier.Position.play`.

        Raises:
            InvalidMove: a text is not a ply in the game's notation.
            IllegalMove: a ply breaks a rule.
            UnknownSeat: there is no such seat.
        """
        node = self
        for move in self.position.play(text, seat).since(self.ply):
            node = node.add_variation(move)
        return node

    def mainline(self) -> Iterator[TreeNode]:
        """The nodes that follow on the main line, in order."""
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def __reduce__(self) -> tuple[Any, ...]:
        # All nodes as a list in the root: links would be followed by recursion, too deep in a long game.
        if self.parent is None:
            return _rebuilt, (self._position, *_flat(self))
        root = self
        while root.parent is not None:
            root = root.parent
        if self not in (nodes := _breadth_first(root)):
            raise CopyError("a node that was removed from its tree cannot be copied; make a new tree of its position")
        return _numbered, (root, nodes.index(self))


class GameTree:
    """A game with its variations.

    >>> import tablier
    >>> tree = tablier.GameTree(tablier.game("ponte_del_diavolo").new(board=8).play("d4 e4 swap"))
    >>> choice = tree.root.variations[0].variations[0]
    >>> choice.add_line("c6 c3").comment = "dark keeps its colour"
    >>> [node.move.text for node in choice.variations]
    ['swap', 'c6']
    >>> tablier.GameTree.loads(tree.dumps()) == tree
    True

    Attributes:
        root: the start of the game.
        players: names by seat.
        date: ISO 8601.
    """

    def __init__(self, position: Position, players: Iterable[str] = (), date: str | None = None) -> None:
        """Make the tree of the moves that led to a position.

        Raises:
            InvalidOption: ``position`` is not a position.
            RecordError: the position is a view, which has no moves, or ``players`` are no names.
        """
        require_instance(Position, position=position)
        if position.viewer is not None:
            raise RecordError("a view has no history; give the whole position")
        self.root = TreeNode(position.back(position.ply))
        self.players: Sequence[str] = names_of(players, position.seats)
        self.date = date
        self._source: Record | None = None
        node = self.root
        for move in position.history:
            node = node.add_variation(move)

    @classmethod
    def of(cls, record: Record) -> GameTree:
        """The tree of a record.

        Raises:
            InvalidOption: ``record`` is not a record.
            RecordError: the record cannot be replayed, or a variation has an illegal move; the message gives its path.
        """
        require_instance(Record, record=record)
        played = record.replay()
        tree = cls(played, record.players, record.date)
        moves = entries(played.history)  # as record() joins them
        tree._source = replace(record, moves=moves, variations={}, comments={})
        _grow([tree.root, *tree.mainline()], record.variations, record.comments)
        return tree

    @classmethod
    def loads(cls, text: str | bytes) -> GameTree:
        """Parse a record.

        Raises:
            RecordError: see :meth:`tablier.Record.loads` and :meth:`of`.
        """
        return cls.of(Record.loads(text))

    def dumps(self) -> str:
        """The tree as the JSON text of a record.

        Raises:
            RecordError: the text would be longer than :meth:`loads` accepts.
        """
        return self.record().dumps()

    def mainline(self) -> Iterator[TreeNode]:
        """The nodes of the main line, without the root."""
        return self.root.mainline()

    def record(self, plies: int | None = None) -> Record:
        """The record: the main line as its moves, and the variations.

        The result of a resignation or timeout, and the inputs of chance, are kept from the record that was read, unless
        its moves have changed.

        Args:
            plies: how many plies of the main line become the moves; the rest becomes a variation. By default all.

        Raises:
            NoSuchPly: the main line has no such ply.
            RecordError: a comment, a name or the date is invalid.
        """
        if plies is not None and plies not in range(sum(1 for _ in self.mainline()) + 1):
            raise NoSuchPly(f"the main line has plies 0 to {sum(1 for _ in self.mainline())}, got {plies!r}")
        line = [self.root, *self.mainline()][: None if plies is None else plies + 1]
        main = _variation(line)
        return replace(self._played(line[-1].position), variations=main.variations, comments=main.comments)

    def _played(self, position: Position) -> Record:
        """The record of the moves that led to a position."""
        record = Record.of(position, self.players, self.date)
        if self._source and self._source.moves == record.moves:
            return replace(record, result=self._source.result or record.result, fair=self._source.fair)
        return record

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, GameTree)
            and _flat(self.root) == _flat(other.root)
            and self._played(self._end) == other._played(other._end)
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def _end(self) -> Position:
        """The last position of the main line."""
        return [self.root, *self.mainline()][-1].position


def _breadth_first(root: TreeNode) -> list[TreeNode]:
    nodes = [root]
    for node in nodes:  # the list grows meanwhile
        nodes += node.variations
    return nodes


def _flat(root: TreeNode) -> tuple[list[tuple[int, Move]], list[str]]:
    """A tree, breadth first: of each node but the root its parent's number and its move; the comments of all."""
    nodes = _breadth_first(root)
    plies = [(number, after.move) for number, node in enumerate(nodes) for after in node.variations if after.move]
    return plies, [node.comment for node in nodes]


def _rebuilt(position: Position, plies: list[tuple[int, Move]], comments: list[str]) -> TreeNode:
    """The root of a tree that begins at a position; see :func:`_flat`."""
    nodes = [TreeNode(position)]
    for number, move in plies:
        parent = nodes[number]
        nodes.append(TreeNode(parent.position, parent, move))
        nodes[-1]._position.push(move)
        parent.variations.append(nodes[-1])
    for node, comment in zip(nodes, comments, strict=True):
        node.comment = comment
    return nodes[0]


def _numbered(root: TreeNode, number: int) -> TreeNode:
    return _breadth_first(root)[number]


def _variation(line: list[TreeNode]) -> Variation:
    """A line with its variations and comments."""
    lines = [line]
    for one in lines:  # the list grows meanwhile; recursion would be too deep where many variations nest
        lines += ([first, *first.mainline()] for node in one for first in _leaving(node, one))
    made: dict[TreeNode, Variation] = {}
    for one in reversed(lines):
        variations = {node.ply: [made[first] for first in _leaving(node, one)] for node in one}
        comments = {node.ply: _comment(node) for node in one if node.comment}
        moves = entries(node.move for node in one if node.move)
        made[one[0]] = Variation(moves, {ply: found for ply, found in variations.items() if found}, comments)
    return made[line[0]]


def _leaving(node: TreeNode, line: list[TreeNode]) -> list[TreeNode]:
    """The nodes that follow a node of a line outside the line."""
    return node.variations[node is not line[-1] :]


def _comment(node: TreeNode) -> str:
    if not isinstance(node.comment, str):
        raise RecordError(f"the comment after ply {node.ply} must be a text, got {node.comment!r}")
    return node.comment


def _grow(line: list[TreeNode], variations: Mapping[int, Sequence[Variation]], comments: Mapping[int, str]) -> None:
    """Add variations and comments to a line.

    Raises:
        RecordError: a variation does not fit; the message begins with its path.
    """
    pending = deque([(line, variations, comments, "")])
    while pending:
        line, variations, comments, path = pending.popleft()
        nodes = {node.ply: node for node in line}
        if unknown := [ply for ply in (*variations, *comments) if ply not in nodes]:
            raise RecordError(
                f"{path}ply {unknown[0]} is not of this line, which has plies {line[0].ply} to {line[-1].ply}"
            )
        for ply, comment in comments.items():
            nodes[ply].comment = comment
        for ply, lines in variations.items():
            for number, variation in enumerate(lines, 1):
                here = f"{path}variation {number} after ply {ply}: "
                pending.append((_added(nodes[ply], variation, here), variation.variations, variation.comments, here))


def _added(node: TreeNode, variation: Variation, path: str) -> list[TreeNode]:
    """The new nodes of a variation that leaves the line at a node."""
    line: list[TreeNode] = []
    before = len(node.variations)
    for entry in variation.moves:
        for text in entry.play.split():
            try:
                last = line[-1] if line else node
                line.append(
                    last.add_variation(last.position.parse(text, CHANCE if entry.seat == "chance" else entry.seat))
                )
            except (InvalidMove, IllegalMove, UnknownSeat) as error:
                raise RecordError(f"{path}ply {last.ply + 1} ({text[:SHOWN]!r}): {error}") from error
    if not line:
        raise RecordError(f"{path}it has no moves")
    if len(node.variations) == before:
        raise RecordError(f"{path}it begins like another line, with {line[0].move}")
    return line
