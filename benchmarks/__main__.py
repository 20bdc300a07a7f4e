"""``python -m benchmarks``: what ``tablier bench`` measures, beside plain C and the programs of others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console
from rich.table import Table

from benchmarks import c_programs, environments, peers
from tablier import bench
from tablier.api import Game
from tablier.bench import Meter, Report
from tablier.cli.bench import games, label, measure, options, print_json, print_report
from tablier.errors import MissingPackage, TablierError

STEPS = ("vector_steps_with_features_per_s", "aec_steps_per_s", "state_steps_per_s")
COMPARED = {
    "random_games_per_s": ("random_games_per_s",),
    "vector_steps_per_s": STEPS,
    "vector_steps_with_features_per_s": STEPS,
    "aec_steps_per_s": STEPS,
}
"""For each measure of our games, the measures of others' that it is divided by."""


@click.command()
@options
def main(names: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure engine, search and environments beside plain C, OpenSpiel, PettingZoo, Pgx and Catanatron.

    Rates are per second of one core's processor time, for two threads per second of wall time: medians of five
    readings. Programs that are not installed are left out, with a note.
    """
    notes: list[str] = []
    messages = Console(stderr=True)
    with TemporaryDirectory() as folder, messages.status("") as status:
        loaded = games(names, status)
        meters = [meter for game in loaded for meter in _meters(game, Path(folder), notes)]
        for load in (*peers.LOADERS, *environments.LOADERS):
            try:
                meters += load()
            except MissingPackage as error:
                notes.append(str(error))
        report = measure(meters, seconds, status)
    if as_json:
        print_json(report)
    else:
        print_report(report).print(ratios(report, {game.name for game in loaded}))
    for note in dict.fromkeys(notes):
        messages.print(note)


def _meters(game: Game, folder: Path, notes: list[str]) -> Iterator[Meter]:
    """Yield all meters of one of our games; add missing ones to ``notes``."""
    for seats in game.info.seats:
        yield from bench.meters(game, seats)
        try:
            yield from environments.meters(game, seats)
        except MissingPackage as error:
            notes.append(str(error))
    try:
        yield from c_programs.meters(game, folder)
    except MissingPackage as error:
        notes.append(str(error))


def ratios(report: Report, ours: set[str]) -> Table:
    """Return a table of our rates divided by the rates of others."""
    rates = {(r.game, r.seats, r.measure): r.value for r in report.results}
    others = {key: value for key, value in rates.items() if key[0] not in ours and "uct" not in key[2]}
    table = Table(box=None, pad_edge=False, header_style="bold", title="Times the rate of", title_justify="left")
    for heading in ("Game", "Seats", "Measure"):
        table.add_column(heading)
    for name, _, theirs in others:
        table.add_column(f"{name.replace('/', ' ')}\n{label(theirs)}", justify="right")
    for (name, seats, mine), value in rates.items():
        if name in ours and mine in COMPARED:
            cells = (_times(value / rate) if key[2] in COMPARED[mine] else "" for key, rate in others.items())
            table.add_row(name, str(seats), label(mine), *cells)
    return table


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


if __name__ == "__main__":
    try:
        main()
    except TablierError as error:
        sys.exit(f"Error: {error}")
