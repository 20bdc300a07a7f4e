"""Fit the evaluation of a game to self-play: rewrite the weights in its ``evaluation.json``.

    python tools/fit play GAME GAMES FILE.npz [--seats 3] [--iterations 300] [--exploration 1] [--seed 1] [--seen 0.5]
                               [--option board=8] [--bots 4]
    python tools/fit samples GAME RUN FILE.npz [--outcome 0.2] [--every 3]
    python tools/fit fit GAME FILE.npz... [--only prior]

``play`` lets the present evaluation play against itself with varied openings and records what it measured, the visits
of its search and the winners; with 0 iterations the game's rollout policy plays instead, with ``--bots`` bots of that
name. ``fit`` is a softmax regression: of the value on the rewards, and of the priors, if the game has weights for them,
on the shares of visits. Repeat both until strength no longer grows. Priors are fitted only if the features of an action
follow from the state without the seat: not where several seats choose at once.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from regression import regress
from samples import of_run
from selfplay import Rows, play_by_bots, play_by_policy, play_by_search
from weights import Weights, fitted_games

import tablier
from tablier.engine.rng import generator

game_argument = click.argument("name", metavar="GAME", type=click.Choice(fitted_games()))


@click.group()
def main() -> None:
    """Fit the evaluation of a game."""


@main.command()
@game_argument
@click.argument("games", type=int)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seats", type=int)
@click.option("--iterations", default=300, help="Iterations of each search; with 0 the rollout policy plays.")
@click.option("--exploration", default=1.0, help="The constant of PUCT of each search, as in the game's levels.")
@click.option("--seed", default=1)
@click.option("--seen", default=0.5, help="Share of positions recorded for the value; consecutive ones are similar.")
@click.option("--bots", help="Bots by name, of which one plays for each seat, instead of the search.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE")
def play(
    name: str,
    games: int,
    file: Path,
    seats: int | None,
    iterations: int,
    exploration: float,
    seed: int,
    seen: float,
    bots: str | None,
    options: tuple[str, ...],
) -> None:
    """Play games and write what was recorded to FILE."""
    weights = Weights(name)
    if iterations and not bots and weights.priors and weights.fit.see is None:
        raise click.ClickException(
            f"{name}: evaluation.json has weights of priors ({', '.join(weights.priors)}), but FIT has no "
            "`see` to measure them; write see(s, actions, n, out), or, if several seats choose at once (it is not "
            "told the seat), record for the value alone with --iterations 0 or --bots, and set the priors by hand"
        )
    value, prior = Rows(), Rows()
    chosen = {key: json.loads(text) for key, _, text in (option.partition("=") for option in options)}
    for number in range(games):
        position = tablier.game(name).new(seats, **chosen)
        rng = generator(seed, number)
        if bots:
            play_by_bots(weights, position, bots, seen, rng, value)
        elif iterations:
            play_by_search(weights, position, iterations, exploration, seen, rng, value, prior)
        else:
            play_by_policy(weights, position, seen, rng, value)
    np.savez_compressed(file, **value.arrays("value"), **(prior.arrays("prior") if prior.seen else {}))


@main.command()
@game_argument
@click.argument("run", type=click.Path(path_type=Path, exists=True))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--outcome", default=0.2, help="Share of the result in the target; the rest is the value of the search.")
@click.option("--every", default=3, help="One position of so many is taken; consecutive ones are similar.")
def samples(name: str, run: Path, file: Path, outcome: float, every: int) -> None:
    """Write the samples of RUN, a folder of `tablier train`, to FILE, to fit the value to them."""
    np.savez_compressed(file, **of_run(Weights(name), name, run, outcome, every).arrays("value"))


@main.command()
@game_argument
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--only", type=click.Choice(["value", "prior"]), help="Fit these weights; the others stay as they are.")
def fit(name: str, files: tuple[Path, ...], only: str | None) -> None:
    """Fit all weights to the games in FILES and rewrite ``evaluation.json``."""
    weights = Weights(name)
    data = [np.load(file) for file in files]
    for prefix, tables in (("value", ["value"]), ("prior", weights.priors)):
        recorded = [d for d in data if f"{prefix}_seen" in d]
        if tables and recorded and only in (None, prefix):
            columns = ("seen", "share", "size", "ahead")
            found, loss = regress(
                weights.knots, *(np.concatenate([d[f"{prefix}_{column}"] for d in recorded]) for column in columns)
            )
            weights.put(tables, found)
            click.echo(f"{prefix}: cross entropy {loss:.4f} on the last tenth")
    weights.save()


if __name__ == "__main__":
    main()
