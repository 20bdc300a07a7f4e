"""``tablier bench``: the speed of engine and search on this machine."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.status import Status

    from tablier.api import Game
    from tablier.bench import Meter, Report


FILE_WIDTH = 160
"""The width of output that is not to a terminal, so that no line is wrapped."""


def _number(_context: click.Context, _option: click.Parameter, value: float) -> float:
    if math.isnan(value):
        raise click.BadParameter("nan is not a number of seconds")
    return value


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a benchmark to a command: ``names``, ``seconds`` and ``as_json``."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the results as JSON."),
        click.option(
            "--seconds",
            type=click.FloatRange(0, 3600, min_open=True),
            callback=_number,
            default=5.0,
            show_default=True,
            help="Time for each meter.",
        ),
        click.option(
            "--game", "names", multiple=True, metavar="NAME", help="Measure this game; may be repeated. Default: all."
        ),
    ):
        command = option(command)
    return command


@click.command()
@options
def bench(names: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure the speed of engine and search on this machine.

    Rates are per second of one core's processor time, for two threads per second of wall time: medians of five
    readings.
    """
    from rich.console import Console

    from tablier.bench import meters

    with Console(stderr=True).status("") as status:
        found = [meter for game in games(names, status) for seats in game.info.seats for meter in meters(game, seats)]
        report = measure(found, seconds, status)
    if as_json:
        print_json(report)
    else:
        print_report(report)


def games(names: Sequence[str], status: Status) -> list[Game]:
    """Load the games of these names, or all games if none are given.

    Raises:
        UnknownGame: there is no game of that name.
    """
    from tablier import catalogue
    from tablier.api import game

    loaded = []
    for name in names or catalogue.names():
        status.update(f"compiling {name}")
        loaded.append(game(name))
    return loaded


def measure(meters: Sequence[Meter], seconds: float, status: Status) -> Report:
    """Read all meters, for ``seconds`` each."""
    from tablier.bench import ROUNDS, Report, Result, machine, read_all

    here = machine()
    results = list[Result]()
    for turn, results in enumerate(read_all(meters, seconds), 1):  # noqa: B007 -- the last ones are reported
        status.update(f"measuring {turn}/{ROUNDS * len(meters)}")
    return Report(here, results)


def print_json(report: Report) -> None:
    """Print a report as JSON."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(report)))


def print_report(report: Report) -> Console:
    """Print a report as a table; return the console for further output."""
    from rich.console import Console
    from rich.table import Table

    here = report.machine
    console = Console() if sys.stdout.isatty() else Console(width=FILE_WIDTH)
    console.print(f"{here.cpu}, {here.cores} cores, load {here.load}; Python {here.python}, Numba {here.numba}")
    console.print(f"{here.system}, {here.date}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("Game", "Seats", "Measure"):
        table.add_column(heading)
    for heading in ("Per second", "Of random games"):
        table.add_column(heading, justify="right")
    random_games = {(r.game, r.seats): r.value for r in report.results if r.measure == "random_games_per_s"}
    for r in report.results:
        comparable = "games" in r.measure or "sims" in r.measure  # a simulation plays one game to its end
        share = f"{r.value / random_games[r.game, r.seats]:.0%}" if comparable else ""
        table.add_row(r.game, str(r.seats), label(r.measure), f"{r.value:,.0f}", share)
    console.print(table)
    return console


def label(measure: str) -> str:
    """Format a measure for printing."""
    return measure.removesuffix("_per_s").replace("_", " ")
