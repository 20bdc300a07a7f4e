"""The lines of an analysis as variations of a record, and back. The browser keeps lines; a file holds a record.

A line's moves are submissions, a variation's are plies. So a line ends where a submission ends, where a position has a
comment, and where a variation ends; a line without moves is a comment on a position of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

import msgspec
from msgspec.structs import replace

from tablier.core.seats import CHANCE
from tablier.errors import IllegalMove, InvalidMove, RecordError
from tablier.game_tree import GameTree, TreeNode
from tablier.moves import Move
from tablier.position import Position
from tablier.record import Record, Variation
from tablier.scene.submissions import submission_ends
from tablier.server.domain import turns
from tablier.server.domain.analysis import PLIES
from tablier.server.domain.state import TableState
from tablier.server.message_base import Tried
from tablier.server.problem import Problem, Refusal

NAME = 2000
"""The greatest number of characters in the name of a line."""


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A submission, with the draws of chance around it, its name, and the lines that follow it."""

    moves: list[Tried]
    name: Annotated[str, msgspec.Meta(max_length=NAME)] = ""
    lines: list[Line] = []


Lines = dict[Annotated[int, msgspec.Meta(ge=0)], list[Line]]
"""The lines of a game, by the number of the event at which they leave it."""


class GameLines(msgspec.Struct, forbid_unknown_fields=True):
    """The lines of an analysis of a game."""

    lines: Lines


def plies_in(variations: dict[int, list[Variation]]) -> int:
    """The number of plies in variations."""
    found = [variation for lines in variations.values() for variation in lines]
    for variation in found:  # the list grows meanwhile; recursion would be too deep where many variations nest
        found += (inner for lines in variation.variations.values() for inner in lines)
    return sum(len(entry.play.split()) for variation in found for entry in variation.moves)


def in_record(record: Record, state: TableState, lines: Lines, most_plies: int) -> Record:
    """The record of a table's game, with lines as its variations.

    Raises:
        Problem: there is no such event, a move is not legal, the lines have more plies than ``most_plies``, or one of
            them more than the analysis board can show.
    """
    _check_plies(lines, most_plies)
    if lines and max(lines) > state.seq:
        raise Problem(Refusal.NO_EVENT, event=max(lines))
    tree, plies = GameTree(state.position), state.plies()
    leaving, first = sorted(event for event in lines if lines[event]), 0
    for end, position in state.stretches:
        # One walk from the start for all events between two takebacks: their games are beginnings of the last one's.
        nodes, history = [tree.root], position.history
        for event in (event for event in leaving if first <= event <= end):
            for move in history[len(nodes) - 1 : plies[event]]:
                nodes.append(_after(nodes[-1], move))
            _add(nodes[plies[event]], lines[event])
        first = end + 1
    added = tree.record(state.position.ply)
    return replace(record, variations=added.variations, comments=added.comments)


def of_tree(tree: GameTree, submitted: Sequence[Sequence[Move]]) -> Lines:
    """The lines of a tree, as they leave a game of these submissions, which is its main line.

    Raises:
        RecordError: a line or a comment is too long for the analysis board.
    """
    found: Lines = {}
    node = tree.root
    for event, moves in enumerate([*submitted, ()]):
        begun = node
        for move in moves:
            node = _after(node, move)
        comment = [Line([], _name(begun))] if begun.comment else []
        leaving = comment + _leaving(begun, begun.position, [], node if moves else None, begun.ply + PLIES)
        if leaving:
            found[event] = leaving
    return found


def _check_plies(lines: Lines, most: int) -> None:
    """Check the length of each line, and that all lines have at most ``most`` plies.

    Raises:
        Problem: they have more, or a line has more than the analysis board can show.
    """
    total = 0
    pending = [(line, 0) for leaving in lines.values() for line in leaving]
    for line, before in pending:  # the list grows meanwhile; recursion would be too deep where many lines nest
        plies = sum(len(move.plies) for move in line.moves)
        total += plies
        if before + plies > PLIES:
            raise Problem(Refusal.ANALYSIS_TOO_LONG, max=PLIES)
        pending += ((after, before + plies) for after in line.lines)
    if total > most:
        raise Problem(Refusal.RECORD_TOO_LONG, max=most)


def _after(node: TreeNode, move: Move) -> TreeNode:
    """The node after a move, which is added if there is none."""
    return next((next_ for next_ in node.variations if next_.move == move), None) or node.add_variation(move)


def _add(node: TreeNode, lines: Sequence[Line]) -> None:
    """Add lines after a node, each before those that follow it."""
    pending = [(node, line) for line in reversed(lines)]
    while pending:
        last, line = pending.pop()
        for move in line.moves:
            for ply in move.plies:
                last = _after(last, _read(last.position, move.seat, ply))
        last.comment = last.comment or line.name
        pending += ((last, after) for after in reversed(line.lines))


def _read(position: Position, seat: int, ply: str) -> Move:
    """A legal ply of a seat.

    Raises:
        Problem: it cannot be read, is not legal, or is another seat's to play.
    """
    if seat != CHANCE:
        (move,) = turns.replay(position, seat, [ply]).since(position.ply)
        return move
    try:
        (move,) = position.copy().play(ply, CHANCE).since(position.ply)
    except (InvalidMove, IllegalMove) as error:
        raise Problem(Refusal.UNREADABLE_PLY, ply=ply) from error
    return move


def _leaving(node: TreeNode, begun: Position, turn: list[Move], game: TreeNode | None, most: int) -> list[Line]:
    """The lines after a node that was reached by ``turn`` from the position ``begun``.

    Calls nest no deeper than the analysis board's longest line: ``most`` ends them.

    Args:
        node: the node.
        begun: where the submission begins.
        turn: its plies so far.
        game: where the game goes on, which is no line.
        most: the last ply that the analysis board can show.
    """
    found: list[Line] = []
    for after in node.variations:
        if after is game or after.move is None:
            continue
        if after.ply > most:
            raise RecordError(f"a line has more than {PLIES} plies, the most that the analysis board can show")
        moves = [*turn, after.move]
        if _ends(node, after, begun):
            found.append(Line(_tried(moves), _name(after), _leaving(after, after.position, [], game, most)))
        else:
            found += _leaving(after, begun, moves, game, most)
    return found


def _ends(node: TreeNode, after: TreeNode, begun: Position) -> bool:
    """Whether a line that began at a position ends after a ply."""
    move, then = after.move, after.variations
    assert move is not None
    if after.comment or not then:
        return True
    position = after.position
    if CHANCE in position.movers:
        return False
    if any(one.move is not None and one.move.seat != move.seat for one in then):
        return True
    disclosed = move.seat != CHANCE and turns.reveals_hidden(node.position, move)
    return disclosed or submission_ends(begun, position, move.seat)


def _name(node: TreeNode) -> str:
    if len(node.comment) > NAME:
        raise RecordError(
            f"the comment after ply {node.ply} has {len(node.comment)} characters; at most {NAME} are read"
        )
    return node.comment


def _tried(moves: Sequence[Move]) -> list[Tried]:
    """Moves as the analysis board has them: the plies of a seat together, each draw by itself."""
    tried: list[Tried] = []
    for seat, plies in groupby(moves, key=lambda move: move.seat):
        texts = [move.text for move in plies]
        tried += [Tried(seat, [text]) for text in texts] if seat == CHANCE else [Tried(seat, texts)]
    return tried
