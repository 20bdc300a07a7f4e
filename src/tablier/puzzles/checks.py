"""What a position must pass to become a puzzle, and to remain one."""

from __future__ import annotations

import hashlib

from tablier import bots
from tablier.api import Game
from tablier.catalogue.puzzles import Puzzle
from tablier.errors import GameError, IllegalMove, InvalidMove, InvalidOption, UnknownSeat
from tablier.position import Position
from tablier.puzzles import rating
from tablier.puzzles.judge import Judge, Judgement
from tablier.puzzles.submissions import played

SCAN = 400
"""Simulations with which positions are looked for."""
CHECK = 8_000
"""Simulations of each search that checks one."""
FIRST_SEED, SEEDS = 1, (2, 3)
"""The seed with which positions are looked for, and those of the searches that check one."""
MARGIN = 0.1
"""How much better than every other the best submission must be, as a share of the win."""
CHOICES = 5
"""The least number of legal plies."""


def fingerprint(position: Position, seat: int) -> str:
    """The id of a puzzle: equal for positions in which the seat knows the same."""
    seen = position.view(seat)
    known = repr((sorted(seen.options.items()), seat)).encode() + seen.key()
    return hashlib.blake2b(known, digest_size=5).hexdigest()


def find(position: Position, seat: int) -> Puzzle | None:
    """The puzzle in a position; ``None`` if no submission is better than all others by ``MARGIN``."""
    if len(position.moves(seat)) < CHOICES:
        return None
    seen = Judge(position, seat, iterations=SCAN, seed=FIRST_SEED)
    if not seen.stands_out(MARGIN):
        return None
    found: list[Judgement] = []
    for seed in SEEDS:
        judgement = judge(position, seat, seen.target, seed=seed)
        if judgement is None:
            return None
        found.append(judgement)
    least = min(found, key=lambda one: one.gap)
    return Puzzle(
        id=fingerprint(position, seat),
        seat=seat,
        solution=" ".join(move.text for move in seen.plies),
        kind="proved" if all(one.proved for one in found) else "stable",
        best=round(least.best, 3),
        other=round(least.other, 3),
        level=rating.level(position, seat, seen.target),
        setup=position.diagram(),
    )


def judge(position: Position, seat: int, target: Position, *, seed: int) -> Judgement | None:
    """The judgement of the submission that leads to ``target``; ``None`` if it is not best by ``MARGIN``."""
    info = position.game.info
    checked = Judge(position, seat, iterations=CHECK, seed=seed, wide=info.hidden or info.chance)
    if checked.target != target:
        return None
    judgement = checked.judgement(MARGIN)
    return judgement if judgement.gap >= MARGIN else None


def verify(game: Game, puzzle: Puzzle, *, seeds: tuple[int, ...] = SEEDS) -> None:
    """Check that a puzzle's solution is one legal submission and still the best by ``MARGIN``, and its other fields.

    Args:
        game: the game.
        puzzle: one of its puzzles.
        seeds: of the searches; without any, only what needs no search is checked.

    Raises:
        GameError: the puzzle fails a check; the message names it.
    """
    position, target = _solved(game, puzzle)
    levels = len(bots.levels(game.name))
    if puzzle.level > levels:
        raise GameError(f"puzzle {puzzle.id}: level: must be at most {levels}, got {puzzle.level}")
    if puzzle.id != (known := fingerprint(position, puzzle.seat)):
        raise GameError(f"puzzle {puzzle.id}: id: the position has the fingerprint {known}")
    for seed in seeds:
        if judge(position, puzzle.seat, target, seed=seed) is None:
            raise GameError(
                f"puzzle {puzzle.id}: solution: {puzzle.solution} is not the best by {MARGIN} with seed {seed}"
            )


def _solved(game: Game, puzzle: Puzzle) -> tuple[Position, Position]:
    """The position of a puzzle, and what its seat knows after the solution.

    Raises:
        GameError: the solution is not one legal submission.
    """
    try:
        position = game.setup(puzzle.setup)
        begun = position.view(puzzle.seat)
        after, over = begun.copy(), False
        for ply in puzzle.solution.split():
            if over:
                raise GameError(f"puzzle {puzzle.id}: solution: {ply} follows the end of the submission")
            after, over = played(begun, after, after.parse(ply, puzzle.seat))
    except (IllegalMove, InvalidMove, InvalidOption, UnknownSeat) as error:
        raise GameError(f"puzzle {puzzle.id}: {error}") from error
    if not over:
        raise GameError(f"puzzle {puzzle.id}: solution: the submission goes on")
    return position, after
