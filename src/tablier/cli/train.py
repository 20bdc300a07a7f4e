"""``tablier train``: nets that correct the evaluation of a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablier import catalogue
from tablier.cli.arena import options_of
from tablier.cli.options import on, values_of
from tablier.errors import InvalidOption

if TYPE_CHECKING:
    from tablier.training import Round

OWN = {
    "game": "give the game as the argument GAME",
    "options": "give --option NAME=VALUE",
    **{name: f"give --{name}" for name in ("seats", "seed", "rounds", "games", "gate")},
    "format": "leave it out, since this version of Tablier has one format",
}
"""Fields of a plan that ``--set`` refuses, and what to write instead."""


@click.command()
@click.argument("game")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="The folder of the run.")
@click.option("--resume", is_flag=True, help="Continue the run in that folder.")
@click.option("--rounds", default=4, show_default=True, type=click.IntRange(1), help="Self-play, fit and match.")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="Games of self-play in a round.")
@click.option("--gate", default=100, show_default=True, type=click.IntRange(1), help="Games of a match.")
@click.option("--seats", help="Numbers of seats, separated by commas; by default the smallest.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game: board=8.")
@click.option("--seed", default=1, show_default=True, help="Of all random numbers.")
@click.option(
    "--jobs",
    default=os.cpu_count() or 1,
    show_default="cores",
    type=click.IntRange(1),
    help="Processes of this machine.",
)
@on
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Another setting of the plan: width=64.")
def train(
    game: str,
    out: Path,
    resume: bool,
    rounds: int,
    games: int,
    gate: int,
    seats: str | None,
    options: tuple[str, ...],
    seed: int,
    jobs: int,
    on: str,
    settings: tuple[str, ...],
) -> None:
    """Train a net that corrects the evaluation of GAME, by self-play; a net is kept if it wins its match.

    Nets are in OUT/nets, a line for each round in OUT/log.jsonl. Play with one by the bot search:seconds=1,net=FILE.
    """
    import msgspec

    from tablier.training import Plan, Training
    from tablier.work import workers

    numbers: list[Any] = seats.split(",") if seats else [catalogue.info(game).seats[0]]
    fields: dict[str, Any] = {"game": game, "seats": numbers, "options": options_of(game, options), "seed": seed}
    fields |= {"rounds": rounds, "games": games, "gate": gate}
    fields |= _settings(settings)
    try:
        plan = msgspec.convert(fields, Plan, strict=False).checked()
    except msgspec.ValidationError as error:
        raise InvalidOption(f"{error}; the settings are those of tablier.training.Plan") from error
    with workers(jobs, on) as executor, _Bar() as bar:
        best = Training(out, plan, resume=resume).run(executor, bar)
    click.echo(f"the best net is {best}" if best else "no net won its match; play more games")


def _settings(given: tuple[str, ...]) -> dict[str, str]:
    """The settings of ``--set``.

    Raises:
        InvalidOption: a text has no ``=``, a setting is given twice, or the command has an argument of its own for it.
    """
    settings = values_of(given, "--set", "write --set width=64")
    for name in settings:
        if name in OWN:
            raise InvalidOption(f"--set does not set {name!r}: {OWN[name]}")
    return settings


class _Bar:
    """A progress bar on standard error, and a line for each round."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, TextColumn, TimeRemainingColumn

        columns = (*Progress.get_default_columns()[:3], TimeRemainingColumn(), TextColumn("{task.fields[note]}"))
        self._bar = Progress(*columns, console=Console(stderr=True))
        self._task = self._bar.add_task("", total=1, note="")

    def __enter__(self) -> _Bar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def begin(self, label: str, total: int) -> None:
        """Show a new step."""
        self._bar.reset(self._task, description=label, total=total, note="")

    def advance(self, done: int, note: str = "") -> None:
        """Show how far the step is."""
        self._bar.update(self._task, completed=done, note=note)

    def end(self, line: Round) -> None:
        """Print the result of a round."""
        result = line.gate
        self._bar.console.print(
            f"round {line.round}: loss {line.loss:.4f} (fitted evaluation {line.fitted_loss:.4f}, search "
            f"{line.search_loss:.4f}); match {result.share:.1%} of {result.games} games, "
            f"{result.interval[0]:.1%} to {result.interval[1]:.1%}, fair {result.fair:.1%}: "
            + ("kept" if result.passed else "not kept")
        )
