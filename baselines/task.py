"""What is learnt: the small variant of a game, for self-play, against bots and in OpenSpiel; and the common options."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
import gymnasium

import tablier
import tablier.envs.gymnasium  # registers the ids
from tablier.cli.arena import options_of
from tablier.envs import env_id


class Task(NamedTuple):
    """A game with its number of seats and those options that differ from its small variant."""

    game: str
    seats: int
    options: dict[str, Any]

    @property
    def label(self) -> str:
        """The task in one line."""
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"{env_id(tablier.game(self.game).info, small=True)}, seats={self.seats}{options}"

    def rows(self, games: int) -> Any:
        """Self-play: a row for each seat of each game."""
        return self._vector(True, games * self.seats)

    def against(self, opponents: str, games: int) -> Any:
        """A row for each game, at a seat that is drawn for each, against bots."""
        return self._vector(False, games, seat=None, opponents=opponents)

    def arguments(self) -> dict[str, Any]:
        """The parameters of the game in OpenSpiel."""
        info = tablier.game(self.game).info
        small = info.small.arguments if info.small else {}
        return {**small, **self.options, "seats": self.seats, "judged": True}

    def _vector(self, self_play: bool, rows: int, **more: Any) -> Any:
        env = env_id(tablier.game(self.game).info, self_play=self_play, small=True)
        return gymnasium.make_vec(env, num_envs=rows, seats=self.seats, **more, **self.options)


DEFAULT = Task("ponte_del_diavolo", 2, {"board": 5})


def task_options(out: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options that all baselines have; the command gets ``task``, ``seed``, ``matches`` and ``out``."""
    options = (
        click.option("--game", default=DEFAULT.game, show_default=True, help="Its small variant is learnt."),
        click.option("--seats", default=DEFAULT.seats, show_default=True),
        click.option(
            "--option", "options", multiple=True, metavar="NAME=VALUE", help="Of the game; by default board=5."
        ),
        click.option("--seed", default=1, show_default=True),
        click.option("--matches", default=400, show_default=True, help="Games against each opponent."),
        click.option("--out", type=click.Path(path_type=Path), default=Path(out), show_default=True, help="A folder."),
    )

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(game: str, seats: int, options: tuple[str, ...], **others: Any) -> None:
            chosen = options_of(game, options) or (DEFAULT.options if game == DEFAULT.game else {})
            command(task=Task(game, seats, chosen), **others)

        for option in options:
            run = option(run)
        return run

    return decorate
