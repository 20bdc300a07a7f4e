"""Exact results of positions, by proof."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from tablier.engine import protocol
from tablier.engine.records import native
from tablier.engine.uncopyable import Uncopyable
from tablier.errors import IllegalMove, InvalidOption, require_instance, require_int_at_least
from tablier.files import write_whole
from tablier.moves import Move
from tablier.position import Position
from tablier.solve.depth_first import LOST, NO, SHARED, UNKNOWN, WON, YES
from tablier.solve.ply_search import PlySearch
from tablier.solve.proof_file import packed, read_proofs, unpack
from tablier.solve.strategy import Strategy
from tablier.solve.turn_search import UNLIMITED, TurnSearch


class Solver(Uncopyable):
    """Solves positions of one game for two seats without chance and secrets; what it has learnt serves later positions.

    Where the game has kernels for whole turns, it searches by proof numbers, else depth first. Threads may share a
    solver of the first kind.

    >>> import tablier
    >>> from tablier.solve import Solver
    >>> position = tablier.game("ponte_del_diavolo").setup(
    ...     "light: a10 b10 a9 b9; dark: a1 b1 c1 e1 f1 g1; turn: dark; last", board=10
    ... )
    >>> solver = Solver(position)
    >>> solver.value(position)
    (0.0, 1.0)
    """

    copy_error = "a solver can be neither copied nor pickled; make a new one for the game"

    def __init__(self, position: Position, *, entries: int = 1 << 20) -> None:
        """Prepare a table of positions.

        Args:
            position: any position of the game, on the board that is to be solved.
            entries: capacity of the table, of 12 or 16 bytes each, rounded up to a power of two.

        Raises:
            InvalidOption: the game is not for two, or has chance, secrets or simultaneous choices; or there is not
                enough memory for the table.
        """
        require_instance(Position, position=position)
        require_int_at_least(1, entries=entries)
        rules = protocol.rules_of(native(position.state).dtype)
        info = position.game.info
        if position.seats != 2 or info.chance or info.hidden or rules.has("chance_weights") or rules.has("hide"):
            raise InvalidOption(f"{info.name} cannot be solved: it is not for two seats without chance and secrets")
        self._rules = rules
        size = 1 << (entries - 1).bit_length()
        turns = position.game.definition.turns and position.game.definition.turns()
        self._turns = TurnSearch(turns, size) if turns and turns.records(position.state) is not None else None
        self._search: TurnSearch | PlySearch = self._turns or PlySearch(rules, size)
        self._lock = threading.Lock()
        self.visited = 0
        """Positions visited so far."""

    @property
    def by_turns(self) -> bool:
        """Whether it searches by turns: then threads may share it, and proofs can be kept in files."""
        return self._turns is not None

    def value(self, position: Position, *, limit: int | None = None) -> tuple[float, float] | None:
        """The reward of each seat under perfect play.

        Args:
            position: a position of the solver's game.
            limit: the largest number of positions to visit.

        Returns:
            The rewards, or ``None`` if the limit ended the search. A repeated call goes on.

        Raises:
            InvalidOption: the position is of another game, or the limit is negative.
        """
        require_int_at_least(0, limit=limit or 0)
        half_wins = self._half_wins(position, limit)
        return None if half_wins is None else (half_wins / 2, 1 - half_wins / 2)

    def moves(self, position: Position, *, limit: int | None = None) -> dict[int, float] | None:
        """The mover's reward after each legal action, under perfect play; ``None`` if the limit ended the search."""
        found: dict[int, float] = {}
        before = self.visited
        for move in position.moves():
            after = position.copy()
            after.push(move)
            value = self.value(after, limit=None if limit is None else max(0, limit - (self.visited - before)))
            if value is None:
                return None
            found[move.action] = value[move.seat]
        return found

    def guarantees(self, position: Position, seat: int, reward: float, *, limit: int | None = None) -> bool | None:
        """Can a seat force a reward of at least so much? ``None`` if the limit ended the search.

        Args:
            position: a position of the solver's game.
            seat: 0 or 1.
            reward: 1/2 for a shared win, 1 for a win.
            limit: the largest number of positions to visit.

        Raises:
            InvalidOption: the position is of another game, or the limit is negative.
        """
        require_int_at_least(0, limit=limit or 0)
        goal = round(2 * reward)
        proof = self._proof(position, goal if seat == 0 else WON + 1 - goal, limit)
        return None if proof == UNKNOWN else (proof == YES) == (seat == 0)

    def turn(self, position: Position, *, limit: int | None = None, seed: int | None = None) -> tuple[Move, ...] | None:
        """A turn of perfect play: the moves by which the mover keeps its reward; any turn of a lost position.

        Args:
            position: a position of the solver's game.
            limit: the largest number of positions to visit.
            seed: chooses among turns that are known to be good; without it, the first.

        Returns:
            The moves, or ``None`` if the limit ended the search.

        Raises:
            InvalidOption: the position is of another game or over, or the limit is negative.
        """
        if not position.movers:
            raise InvalidOption("the game is over: there is no turn to play")
        before = self.visited
        half_wins = self._half_wins(position, limit)
        if half_wins is None:
            return None
        goal = half_wins if position.movers == (0,) else half_wins + 1
        if not LOST < goal <= WON:
            return next(moves for moves, _ in self._search.ends(position))
        left = None if limit is None else max(0, limit - (self.visited - before))
        return self._turn(position, goal, left, seed)

    def turn_for(
        self, position: Position, seat: int, reward: float, *, limit: int | None = None, seed: int | None = None
    ) -> tuple[Move, ...] | None:
        """A turn by which the seat that is to move secures a reward of at least so much.

        Args:
            position: a position of the solver's game.
            seat: the seat to move.
            reward: 1/2 for a shared win, 1 for a win.
            limit: the largest number of positions to visit.
            seed: chooses among turns that are known to be good; without it, the first.

        Returns:
            The moves, or ``None`` if there are none or the limit ended the search.

        Raises:
            IllegalMove: the seat is not to move.
            InvalidOption: the position is of another game, or the limit is negative.
        """
        if position.movers != (seat,):
            raise IllegalMove(f"seat {seat} is not to move; to move: {position.movers or 'none, the game is over'}")
        goal = round(2 * reward)
        return self._turn(position, goal if seat == 0 else WON + 1 - goal, limit, seed)

    def _turn(self, position: Position, goal: int, limit: int | None, seed: int | None) -> tuple[Move, ...] | None:
        require_int_at_least(0, limit=limit or 0)
        self._check(position)
        ends = list(self._search.ends(position))
        if seed is not None:
            random.Random(seed).shuffle(ends)
        found, visited = self._search.good_turn(position, ends, goal, UNLIMITED if limit is None else limit)
        self.count(visited)
        return found

    def strategy(self, position: Position, seat: int, reward: float) -> Iterator[str]:
        """All turns by which a seat secures a reward of at least so much, in the order of :mod:`.strategy`.

        Args:
            position: a position of the solver's game, between turns.
            seat: 0 or 1.
            reward: 1/2 for a shared win, 1 for a win; the seat must be able to force it.

        Raises:
            InvalidOption: the seat cannot force so much; or the position is within a turn (at the first turn asked
                for), or of another game; or this game or board is solved ply by ply.
        """
        search, goal = self._by_turns(), round(2 * reward)
        if not self.guarantees(position, seat, reward):
            raise InvalidOption(f"seat {seat} cannot force a reward of {reward:g}")
        return Strategy(search, position, seat, goal if seat == 0 else WON + 1 - goal).turns()

    def after_turns(self, position: Position) -> dict[str, Position]:
        """The positions after each turn, by its moves: one of each class under the symmetries of the board.

        Raises:
            InvalidOption: the position is of another game.
        """
        self._check(position)
        found: dict[int, tuple[str, Position]] = {}
        for moves, after in self._search.ends(position):
            key = self._search.key(after)
            found.setdefault(-1 - len(found) if key is None else key, (" ".join(map(str, moves)), after))
        return dict(found.values())

    def pin(self, position: Position) -> None:
        """Let :meth:`save` write the proofs of a position, however short they were.

        Raises:
            InvalidOption: this game or board is solved ply by ply.
        """
        self._by_turns().pin(position)

    def save(self, file: Path, *, lasting: int = 10) -> None:
        """Write the proofs that took long into a file, from which :meth:`load` goes on.

        Args:
            file: its name; it appears whole or not at all.
            lasting: a proof took long if at least ``1 << (lasting - 1)`` positions were visited for it.

        Raises:
            InvalidOption: this game has no kernels for whole turns, so proofs are not kept.
            OSError: the file cannot be written.
        """
        write_whole(file, self.proofs(lasting=lasting))

    def proofs(self, *, lasting: int = 10) -> bytes:
        """The proofs that took long, as :meth:`save` writes them.

        Raises:
            InvalidOption: this game has no kernels for whole turns, so proofs are not kept.
        """
        search = self._by_turns()
        return packed(search.table, search.stamp(), lasting)

    def learn(self, proofs: bytes) -> None:
        """Add the proofs that :meth:`proofs` of another solver returned.

        Raises:
            InvalidOption: these are no proofs, or those of another game or version; or proofs are not kept here.
        """
        search = self._by_turns()
        unpack(proofs, search.table, search.stamp())

    def load(self, file: Path | Traversable) -> None:
        """Read proofs that :meth:`save` wrote.

        Raises:
            InvalidOption: there is no such file, it is damaged, or it belongs to another game or version; or this game
                has no kernels for whole turns.
        """
        search = self._by_turns()
        read_proofs(file, search.table, search.stamp())

    def _by_turns(self) -> TurnSearch:
        if self._turns is None:
            raise InvalidOption("this game or board is solved ply by ply, so its proofs are not kept")
        return self._turns

    def _check(self, position: Position) -> None:
        if native(position.state).dtype != self._rules.dtype:
            raise InvalidOption("the position is of another game: make a new Solver")
        if self._turns and not self._turns.knows(position):
            raise InvalidOption("the position is of another board: make a new Solver")

    def _half_wins(self, position: Position, limit: int | None) -> int | None:
        """Half wins of seat 0, ``None`` if the limit ended the search."""
        before, answer = self.visited, 0
        for goal in (SHARED, WON):
            proof = self._proof(position, goal, None if limit is None else limit - (self.visited - before))
            if proof == UNKNOWN:
                return None
            if proof != YES:
                break
            answer += 1
        return answer

    def _proof(self, position: Position, goal: int, limit: int | None) -> int:
        """Does seat 0 get at least so many half wins?"""
        self._check(position)
        if not LOST < goal <= WON:
            return YES if goal == LOST else NO
        answer, visited = self._search.proof(position, goal, UNLIMITED if limit is None else limit)
        self.count(visited)
        return answer

    def count(self, visited: int) -> None:
        """Add to :attr:`visited`."""
        with self._lock:
            self.visited += visited
