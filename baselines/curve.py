"""Learning curves: how often a policy wins against fixed opponents, as JSON lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec
import numpy as np

from baselines.task import Task
from tablier.arena.stats import wilson

OPPONENTS = ("random", "policy", "greedy")
"""Bots without a search tree: they are compiled into the step of the environment."""

Policy = Callable[[Any, Any], Any]
"""Takes observations ``[n, width]`` and masks ``[n, actions]``, returns actions ``[n]``."""


class Point(msgspec.Struct, frozen=True):
    """One point of a curve.

    Attributes:
        learner: its name.
        task: what it learns.
        seed: of the run.
        plies: of self-play until then.
        seconds: processor time of self-play and learning until then.
        opponent: the bot of all other seats.
        games: how many were played against it.
        share: of the wins, ties split.
        low: of Wilson's 95 % interval.
        high: of Wilson's 95 % interval.
    """

    learner: str
    task: str
    seed: int
    plies: int
    seconds: float
    opponent: str
    games: int
    share: float
    low: float
    high: float


class Curve:
    """Plays matches against fixed opponents and appends their results to ``curve.jsonl``."""

    def __init__(self, folder: Path, learner: str, task: Task, seed: int, games: int) -> None:
        """Start the file; each match has so many ``games``.

        Raises:
            click.UsageError: the file exists.
        """
        self._file = folder / "curve.jsonl"
        if self._file.exists():
            raise click.UsageError(f"{self._file} exists; give another folder with --out")
        folder.mkdir(parents=True, exist_ok=True)
        self._labels = learner, task.label, seed
        self._matches = {opponent: task.against(opponent, games) for opponent in OPPONENTS}

    def measure(self, policy: Policy, plies: int, seconds: float) -> None:
        """Play all opponents, print the shares and append them to the file."""
        told = []
        for opponent, games in self._matches.items():
            won = play(policy, games, seed=self._labels[2])
            share = float(won.mean())
            point = Point(*self._labels, plies, round(seconds, 1), opponent, len(won), share, *wilson(share, len(won)))
            with self._file.open("ab") as file:
                file.write(msgspec.json.encode(point) + b"\n")
            told.append(f"{opponent} {point.share:.0%} ({point.low:.0%} to {point.high:.0%})")
        click.echo(f"{plies:>9,} plies, {seconds:5.0f} s: wins against {', '.join(told)}")


def play(policy: Policy, games: Any, seed: int) -> Any:
    """One game in each row: the shares of the win, ``[rows]``. Later games of a row do not count."""
    observation, infos = games.reset(seed=seed)
    shares, playing = np.zeros(games.num_envs), np.ones(games.num_envs, np.bool_)
    while playing.any():
        observation, rewards, terminations, truncations, infos = games.step(policy(observation, infos["action_mask"]))
        ended = playing & (terminations | truncations)
        shares[ended] = rewards[ended]
        playing &= ~ended
    return shares


def read(file: Path) -> list[Point]:
    """The points of a file.

    Raises:
        msgspec.DecodeError: the file is damaged.
    """
    return [msgspec.json.decode(line, type=Point) for line in file.read_bytes().splitlines()]
