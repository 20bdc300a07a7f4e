"""``tablier arena`` and ``tablier selfplay``: matches between bots."""

from __future__ import annotations

import math
import re
import string
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from tablier import catalogue
from tablier.cli.options import clock, in_folder, on, values_of

if TYPE_CHECKING:
    from tablier.arena import Decision, Match, Played, Standing
    from tablier.catalogue.info import Value
    from tablier.search.clock import ClockName

LONGEST = 17
"""Characters of a name that the table has room for on at most two lines, as of ``frozen:2026-11:5``."""
BOTS = "a level (3), random, greedy, search:iterations=500,cutoff=0, or your own (module:Class)"


@click.command()
@click.argument("game")
@click.argument("bots", nargs=-1, required=True)
@click.option("--games", default=200, show_default=True, type=click.IntRange(1), help="Number of games.")
@click.option("--seed", default=1, show_default=True, help="Of all random numbers.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes of this machine.")
@on
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Keep the games here; run again to go on.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game: board=8.")
@click.option(
    "--limit",
    default=10_000,
    show_default=True,
    type=click.IntRange(1),
    help="Plies after which a game is truncated and counts as a tie.",
)
@clock
@click.option(
    "--sprt",
    "test",
    metavar="LOW:HIGH",
    help="Stop when the games have decided between two shares of the wins of the first bot: 0.5:0.65.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def arena(
    game: str,
    bots: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int,
    on: str,
    out: Path | None,
    options: tuple[str, ...],
    limit: int,
    clock: ClockName,
    test: str | None,
    as_json: bool,
) -> None:
    """Let BOTS, one a seat, play a match of GAME in every rotation of the seats.

    A bot is a level (3), random, greedy, a search with its parameters (search:iterations=500,cutoff=0), or a class or
    function of a module that can be imported here (module:Class).
    """
    from tablier.arena import Match, Sprt, run, standings
    from tablier.work import workers

    _import_from_here()
    if out:
        in_folder(out)
    match = Match.of(game, bots, options_of(game, options), seed, limit, clock)
    sprt = Sprt.of(test) if test else None
    try:
        with workers(jobs, on) as executor, _Progress(match.rounded(games), match) as progress:
            played = run(match, games, file=out, progress=progress.tell, executor=executor, test=sprt)
    except KeyboardInterrupt:
        if out and out.exists():
            click.echo(f"The games so far are in {out}; the same command goes on.", err=True)
        raise
    _report(match, standings(match, played), as_json, decision=sprt.decide(played) if sprt else None)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, dir_okay=False), help="New file for all games."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def merge(files: tuple[Path, ...], output: Path, as_json: bool) -> None:
    """Merge FILES that `tablier arena --out` has made.

    They hold games of one match, with any seeds. A game that several files hold counts once.
    """
    from tablier.arena import merge, standings
    from tablier.arena.files import times_file, write
    from tablier.arena.merge import together

    if found := next(filter(Path.exists, (output, times_file(output))), None):
        raise click.ClickException(f"{found} exists and was not changed: name another file, or delete it")
    merged = merge(files)
    match, played = merged[0][0], together(merged)
    if not played:
        raise click.ClickException("the files hold no games yet: play some with tablier arena --out")
    results = standings(match, played)
    write(merged, in_folder(output))
    _report(match, results, as_json, [match.seed for match, _ in merged])


@click.command()
@click.argument("game")
@click.option("--bots", "names", required=True, help=f"One a seat, separated by spaces or commas; a bot is {BOTS}.")
@click.option("--games", default=10, show_default=True, type=click.IntRange(1), help="Number of games.")
@click.option("--seed", default=1, show_default=True, help="Of all random numbers.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game: board=8.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes of this machine.")
@on
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), help="Keep the games' records here.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def selfplay(
    game: str,
    names: str,
    games: int,
    seed: int,
    options: tuple[str, ...],
    jobs: int,
    on: str,
    records: Path | None,
    as_json: bool,
) -> None:
    """Let bots play GAME against each other, each in every seat."""
    from tablier.arena import Match, selfplay, standings
    from tablier.work import workers

    _import_from_here()
    match = Match.of(game, split_names(names), options_of(game, options), seed)
    files = _new_files(records, [f"{game}-{seed}-{number}.json" for number in range(games)]) if records else []
    played: list[Played] = []
    with workers(jobs, on) as executor, _Progress(games, match) as progress:
        for one, record in selfplay(match, games, executor):
            played.append(one)
            progress.tell(played)
            if files:
                files[one.number].write_text(record, encoding="utf-8")
    _report(match, standings(match, sorted(played, key=lambda one: one.number)), as_json)


def split_names(names: str) -> tuple[str, ...]:
    """Names of bots; a comma before ``parameter=value`` belongs to a name."""
    return tuple(filter(None, re.split(r"[\s,]+(?![\s,]*\w+=)", names)))


def _new_files(folder: Path, names: Sequence[str]) -> list[Path]:
    """Paths in a folder, made if it is missing.

    Raises:
        click.ClickException: one of the files exists; it is not overwritten.
    """
    files = [folder / name for name in names]
    if found := next(filter(Path.exists, files), None):
        raise click.ClickException(f"{found} exists and was not changed: name another folder, or another --seed")
    folder.mkdir(parents=True, exist_ok=True)
    return files


def _import_from_here() -> None:
    """Let bots come from modules of the current folder, as under ``python -m``."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)


def _report(
    match: Match, results: list[Standing], as_json: bool, seeds: Sequence[int] = (), decision: Decision | None = None
) -> None:
    seeds = seeds or [match.seed]
    if as_json:
        report: dict[str, object] = {"match": match, "seeds": seeds, "standings": results}
        if decision:
            report["sprt"] = decision
        click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
        return
    _table(match, results, seeds)
    if decision:
        click.echo(_decided(decision, results[0].name))


def _decided(decision: Decision, name: str) -> str:
    tested = f"SPRT of {decision.low:.1%} against {decision.high:.1%} of the wins of {name}"
    games = f"log likelihood ratio {decision.ratio:+.2f} after {decision.games} games"
    return f"{tested}: {games}, {'undecided' if decision.share is None else f'decided for {decision.share:.1%}'}"


def options_of(game: str, given: tuple[str, ...]) -> dict[str, Value]:
    """Options written as ``name=value``, with the values of ``game.toml``.

    Raises:
        UnknownGame: there is no such game.
        InvalidOption: a text has no ``=``, or an option is given twice.
    """
    known = catalogue.info(game).options
    options: dict[str, Value] = {}
    for name, value in values_of(given, "option", f"options of {game}: {', '.join(known) or 'none'}").items():
        allowed = {str(v).lower(): v for v in known[name].values} if name in known else {}
        options[name] = allowed.get(value.lower(), value)
    return options


class _Progress:
    """A progress bar on standard error with the share of each entrant so far."""

    def __init__(self, games: int, match: Match) -> None:
        from rich.console import Console
        from rich.progress import Progress, TextColumn, TimeRemainingColumn

        columns = (*Progress.get_default_columns()[:3], TimeRemainingColumn(), TextColumn("{task.fields[shares]}"))
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(match.game, total=games, shares="")

    def __enter__(self) -> _Progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def tell(self, played: list[Played]) -> None:
        """Show the games played so far."""
        from tablier.arena.stats import shares

        totals = [sum(column) for column in zip(*(shares(one.ranks) for one in played), strict=True)]
        self._bar.update(self._task, completed=len(played), shares=" - ".join(f"{total:g}" for total in totals))


def _table(match: Match, results: list[Standing], seeds: Sequence[int]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    named = f"seed{'s' if len(seeds) > 1 else ''} {', '.join(map(str, seeds))}"
    console.print(f"{match.game}: {results[0].games} games, {named}; intervals of 95%")
    labels = _labels([one.name for one in results])
    for name, label in labels.items():
        if label != name:
            console.print(f"{label} = {name}", soft_wrap=True, markup=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("bot", overflow="fold")
    for heading in ("wins", "Wilson", "seeds", "Elo", "95%", "rank", "points", "s a turn", "most"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in results:
        table.add_row(
            labels[one.name],
            f"{one.share:.1%}",
            _percent(one.wilson),
            _percent(one.bootstrap),
            f"{one.elo:+.0f}",
            _points(one.elo_interval),
            f"{one.rank:.2f}",
            f"{one.points:.1f}",
            _number(one.seconds, 3),
            _number(one.slowest, 2),
        )
    console.print(table)
    if cut := results[0].cut:
        console.print(f"{cut} of {results[0].games} games were not over after {match.limit} plies: they count as drawn")


def _labels(names: Sequence[str]) -> dict[str, str]:
    """What the table calls each bot: letters if a name is too long for its column."""
    different = dict.fromkeys(names)
    if max(map(len, different)) <= LONGEST:
        return {name: name for name in different}
    return dict(zip(different, string.ascii_uppercase, strict=False))


def _percent(bounds: tuple[float, float]) -> str:
    return f"{100 * bounds[0]:.0f}-{bounds[1]:.0%}"


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _points(bounds: tuple[float, float]) -> str:
    return f"{bounds[0]:+.0f} {bounds[1]:+.0f}" if math.isfinite(bounds[0]) else "-"
