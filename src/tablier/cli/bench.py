"""``tablier bench``: how fast it is, here and now, beside plain C and OpenSpiel."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

    from tablier.bench.meter import Report


FILE_WIDTH = 160
"""Columns of what is not printed on a terminal: its lines need not be folded."""


def _a_number(_context: click.Context, _option: click.Parameter, value: float) -> float:
    if math.isnan(value):
        raise click.BadParameter("nan is no number of seconds")
    return value


@click.command()
@click.option(
    "--game", "names", multiple=True, metavar="NAME", help="Measure this game; may be repeated. Default: all."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, 3600, min_open=True),
    callback=_a_number,
    default=5.0,
    show_default=True,
    help="Time for each meter.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def bench(names: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure the speed of engine and search.

    Rates are per second of one core's processor time, by the wall clock for two threads: medians of five readings.
    """
    from pathlib import Path
    from tempfile import TemporaryDirectory

    import msgspec
    from rich.console import Console

    from tablier.bench.run import run

    messages = Console(stderr=True)
    with TemporaryDirectory() as folder, messages.status("") as status:
        for doing, report in run(names, seconds, Path(folder)):
            status.update(doing)
            last = report
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(last)))
        return
    here = last.machine
    console = Console() if sys.stdout.isatty() else Console(width=FILE_WIDTH)
    console.print(f"{here.cpu}, {here.cores} cores, load {here.load}; Python {here.python}, Numba {here.numba}")
    console.print(f"{here.system}, {here.date}")
    console.print(_table(last))
    console.print(_ratios(last))
    for line in _beside_catan(last):
        console.print(line)
    for note in last.notes:
        messages.print(note)


def _table(report: Report) -> Table:
    """The results; each beside the random games of the same game, where it counts games or simulations."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("Game", "Seats", "Measure"):
        table.add_column(heading)
    for heading in ("Per second", "Of random games"):
        table.add_column(heading, justify="right")
    games = {(r.game, r.seats): r.value for r in report.results if r.measure == "random_games_per_s"}
    for r in report.results:
        share = f"{r.value / games[r.game, r.seats]:.0%}" if r.unit in ("games/s", "simulations/s") else ""
        measure = r.measure.removesuffix("_per_s").replace("_", " ")
        table.add_row(r.game, str(r.seats), measure, f"{r.value:,.0f}", share)
    return table


def _beside_catan(report: Report) -> list[str]:
    """How many times the random games of Catanatron our game of the same family plays, where both were measured."""
    from tablier.bench.neighbours import CATAN, CATAN_SEATS, OF_THE_SAME_FAMILY

    rates = {(r.game, r.seats): r.value for r in report.results if r.measure == "random_games_per_s"}
    ours, theirs = (rates.get((name, CATAN_SEATS)) for name in (OF_THE_SAME_FAMILY, CATAN))
    if not ours or not theirs:
        return []
    return [f"{OF_THE_SAME_FAMILY} plays {ours / theirs:.0f} times the random games of {CATAN}, {CATAN_SEATS} seats"]


def _ratios(report: Report) -> Table:
    """How many times as fast our environments are as those of others: many games at once, then one."""
    from rich.table import Table

    from tablier.games import catalogue

    rates = {(r.game, r.seats, r.measure): r.value for r in report.results}
    ours = sorted({(r.game, r.seats) for r in report.results if r.game in catalogue.names()})
    kinds = ("vector_steps_per_s", "vector_steps_with_features_per_s", "aec_steps_per_s")
    others = {
        (r.game, r.seats, r.measure): r.value
        for r in report.results
        if r.unit == "steps/s" and r.game not in catalogue.names()
    }
    table = Table(box=None, pad_edge=False, header_style="bold", title="Steps, times those of", title_justify="left")
    for heading in ("Game", "Seats", "Measure"):
        table.add_column(heading)
    for name, _, _ in others:
        table.add_column(name, justify="right")
    for name, seats in ours:
        for kind in kinds:
            if value := rates.get((name, seats, kind)):
                shown = kind.removesuffix("_per_s").replace("_", " ")
                table.add_row(name, str(seats), shown, *(_times(value / other) for other in others.values()))
    return table


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"
