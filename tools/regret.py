"""Measure what the moves of bots lose against best play, as far as a long search can tell.

    python tools/regret.py on_top 5 frozen:2026-11:5 [--games 24] [--share 0.2] [--iterations 100000]

The bots play a match. In a share of their decisions the best move is sought by a search of the highest level with many
simulations, among the move played and those that the search prefers. A second search with other random numbers measures
what the move loses, so that it suffers by no accident of the first. The sum over a game bounds the match: against a bot
that loses 5 % of the win in a game, perfect play wins 55 %. The game must have two seats and no secrets.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from typing import NamedTuple

import click

from tablier import catalogue
from tablier.analysis import analyse
from tablier.analysis.analyst import answered
from tablier.analysis.results import judged
from tablier.arena import Match
from tablier.arena.match import play_game
from tablier.arena.stats import bootstrap
from tablier.core.seats import CHANCE
from tablier.moves import Move
from tablier.position import Position

HEADINGS = "bot | decisions judged | best move played | lost in a decision | decisions in a game | lost in a game"
PREFERRED = 3
"""The moves that compete with the one played."""


class Decision(NamedTuple):
    """A move of a bot where there were others; ``position`` is the one before it."""

    entrant: int
    position: Position
    move: Move


class Loss(NamedTuple):
    """What a move lost, as a share of the win, in a game with so many decisions of its bot."""

    game: int
    entrant: int
    best: bool
    lost: float
    decisions: int


@click.command(help=__doc__.partition("\n")[0])
@click.argument("game")
@click.argument("names", nargs=2, metavar="BOT BOT")
@click.option("--games", default=24, show_default=True, type=click.IntRange(1), help="Games of the match.")
@click.option("--share", default=0.2, show_default=True, type=click.FloatRange(0, 1), help="Of decisions to judge.")
@click.option("--iterations", default=100_000, show_default=True, type=click.IntRange(1), help="Of each search.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Of all random numbers.")
def main(game: str, names: tuple[str, str], games: int, share: float, iterations: int, seed: int) -> None:
    """Print a row for each bot; all bots think in processor time."""
    if catalogue.info(game).hidden:
        raise click.UsageError(f"{game} has secrets: a search for a seat cannot judge what the other one knows")
    match = Match.of(game, names, {}, seed, clock="processor")
    losses = [loss for number in range(games) for loss in judge_game(match, number, share, iterations)]
    click.echo(f"| {HEADINGS} |\n|---|{'---:|' * HEADINGS.count('|')}")
    for entrant, name in enumerate(names):
        click.echo(f"| {name} | {row([loss for loss in losses if loss.entrant == entrant])} |")


def judge_game(match: Match, number: int, share: float, iterations: int) -> Iterator[Loss]:
    """Play a game and judge about so many of its decisions."""
    rng = random.Random(f"{match.seed}/{number}")
    made = decisions(match, number)
    for decision in made:
        if rng.random() < share:
            count = sum(other.entrant == decision.entrant for other in made)
            best, lost = judge(decision, iterations, rng.getrandbits(32))
            yield Loss(number, decision.entrant, best, lost, count)


def decisions(match: Match, number: int) -> list[Decision]:
    """The decisions of all bots in a game."""
    played, end = play_game(match, number)
    found = []
    for ply, move in enumerate(end.history):
        before = end.back(end.ply - ply)
        if move.seat != CHANCE and len(before.moves(move.seat)) > 1:
            found.append(Decision(played.seats.index(move.seat), before, move))
    return found


def judge(decision: Decision, iterations: int, seed: int) -> tuple[bool, float]:
    """Whether a move is the best, and what it loses, as a share of the win."""
    position, move = decision.position, decision.move
    preferred = analyse(position, seat=move.seat, iterations=iterations, seed=seed).best_moves[:PREFERRED]
    values = {one: _value(position, one, iterations, seed) for one in (move, *(one.move for one in preferred))}
    best = max(values, key=lambda one: values[one])
    if best.action == move.action:
        return True, 0.0
    return False, _value(position, best, iterations, seed + 1) - _value(position, move, iterations, seed + 1)


def _value(position: Position, move: Move, iterations: int, seed: int) -> float:
    """The share of the win that the mover expects after a move; all draws that may follow it are weighed."""
    after = position.copy()
    after.push(move)
    return answered(judged(after, None, iterations, seed))[0][move.seat]


def row(losses: list[Loss]) -> str:
    """The columns from the number of decisions on, with 95 % intervals from resampling games."""
    if not losses:
        return "0 | | | | "
    by_game: dict[int, list[float]] = {}
    for loss in losses:
        by_game.setdefault(loss.game, []).append(loss.lost)
    mean = statistics.mean(loss.lost for loss in losses)
    low, high = bootstrap(list(by_game.values()))
    count = statistics.mean({loss.game: loss.decisions for loss in losses}.values())
    best = statistics.mean(loss.best for loss in losses)
    return (
        f"{len(losses)} | {best:.0%} | {mean:.2%} ({low:.2%} to {high:.2%}) | {count:.1f} "
        f"| {mean * count:.1%} ({low * count:.1%} to {high * count:.1%})"
    )


if __name__ == "__main__":
    main()
