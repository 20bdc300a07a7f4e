"""The match that admits a net: against the incumbent, with equal processor time."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import msgspec
import numpy as np

import tablier
from tablier import arena
from tablier.arena import Match, Played, standings
from tablier.arena.match import net_hashes
from tablier.arena.stats import shares
from tablier.bots.players import net_of, search_of
from tablier.engine.rng import below, generator
from tablier.training.plan import Plan

SPEED_PLIES = 12
"""Plies after which the speeds of two nets are compared."""
SPEED_ITERATIONS = 2000
REPEATS = 5


class Gate(msgspec.Struct, frozen=True):
    """The result of a match of one candidate among incumbents.

    ``share`` is the candidate's share of the wins, ``fair`` that of equal bots. ``slowdown`` is the processor time of a
    simulation of the candidate, as a multiple of the incumbent's.
    """

    games: int
    share: float
    interval: tuple[float, float]
    fair: float
    slowdown: float
    iterations: tuple[int, int]

    @property
    def passed(self) -> bool:
        """Whether the candidate wins more than its fair share."""
        return self.share > self.fair


def slowdown(plan: Plan, candidate: Path, incumbent: Path | None) -> float:
    """The processor time of a simulation with one net, as a multiple of that with another or with none."""
    position = tablier.game(plan.game).new(plan.seats[0], **plan.options)
    rng = generator(plan.seed)
    while position.movers and (position.ply < SPEED_PLIES or tablier.CHANCE in position.movers):
        moves = position.moves(position.movers[0])
        position.push(moves[int(below(rng, len(moves)))])
    while not position.movers or tablier.CHANCE in position.movers:  # a short game ends within SPEED_PLIES
        position.pop()
    nets = [net_of(plan.game, str(file) if file else False) for file in (candidate, incumbent)]
    spec = plan.search(1)
    times: list[list[float]] = [[], []]
    for _ in range(REPEATS):
        for net, taken in zip(nets, times, strict=True):
            search = search_of(spec, position, position.movers[0], net=net)
            begun = time.thread_time()
            search.run(iterations=SPEED_ITERATIONS)
            taken.append(time.thread_time() - begun)
    return float(np.median(times[0]) / np.median(times[1]))


def score(played: list[Played]) -> str:
    """The candidate's share of the wins so far."""
    won = [shares(one.ranks)[0] for one in played]
    return f"{sum(won) / len(won):.1%}" if won else ""


def play(
    plan: Plan,
    round_number: int,
    candidate: Path,
    incumbent: Path | None,
    ratio: float,
    *,
    file: Path,
    executor: Executor | None = None,
    progress: Callable[[list[Played]], None] | None = None,
) -> Gate:
    """Play the match, or continue it from ``file``."""
    seats = plan.seats[round_number % len(plan.seats)]
    iterations = max(2, round(plan.gate_iterations / ratio)), plan.gate_iterations
    new = plan.bot(iterations[0], str(candidate))
    old = plan.bot(iterations[1], str(incumbent) if incumbent else None)
    blank = Match.of(plan.game, ("random",) * seats, plan.options, plan.seed + round_number)
    names = ("candidate", *("incumbent",) * (seats - 1))
    bots = (new, *(old,) * (seats - 1))
    match = msgspec.structs.replace(blank, names=names, bots=bots, nets=net_hashes(bots))
    played = arena.run(match, plan.gate, file=file, progress=progress, executor=executor)
    standing = standings(match, played)[0]
    return Gate(standing.games, standing.share, standing.wilson, 1 / seats, ratio, iterations)
