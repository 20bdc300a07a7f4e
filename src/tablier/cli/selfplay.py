"""``tablier selfplay``: bots against each other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablier.cli.engine import language

if TYPE_CHECKING:
    from tablier.arena import Match, Played
    from tablier.games.catalogue import Value

HEADINGS = {
    "en": ("Bot", "Games", "Share of wins (95%)", "Mean rank", "Points", "s/turn", "slowest"),
    "fr": ("Robot", "Parties", "Part des victoires (95 %)", "Rang moyen", "Points", "s/tour", "le plus long"),
}


@click.command()
@click.argument("game")
@click.option("--bots", required=True, help="One bot a seat, separated by commas: 3,2 or greedy,search:iterations=500.")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True, help="Rounded up to whole rotations.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed plays the same games."
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game, such as board=8."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to play in.")
@click.option(
    "--records", type=click.Path(file_okay=False, path_type=Path), help="Folder to write each game's record to."
)
@click.option("--json", "as_json", is_flag=True, help="Write everything as JSON.")
@language
def selfplay(
    game: str,
    bots: str,
    games: int,
    seed: int,
    options: tuple[str, ...],
    jobs: int,
    records: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Let bots play GAME against each other, each in every seat as often."""
    if records and jobs > 1:
        raise click.UsageError("--records needs --jobs 1")
    from rich.console import Console
    from rich.progress import Progress

    from tablier.arena import Match

    match = Match.of(game, _names(bots), dict(_option(game, text) for text in options), seed)
    total = -(-games // len(match.bots)) * len(match.bots)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{game}: {' – '.join(match.names)}", total=total)
        played = _play(match, total, jobs, records, lambda so_far: progress.update(task, completed=len(so_far)))
    if as_json:
        _print_json(match, played)
    else:
        _print_table(match, played, lang)


def _names(text: str) -> tuple[str, ...]:
    """Bots by name. A part such as ``cutoff=0`` goes on with the bot before it."""
    names: list[str] = []
    for part in text.split(","):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        else:
            names.append(part.strip())
    return tuple(names)


def _option(game: str, text: str) -> tuple[str, Value]:
    """An option and its value, which must read like one of those that the game offers."""
    from tablier.errors import InvalidOption
    from tablier.games import catalogue

    name, _, value = text.partition("=")
    known = catalogue.info(game).options
    if name not in known:
        raise InvalidOption(f"{game} has no option {name!r}; its options: {', '.join(known) or 'none'}")
    for offered in known[name].values:
        if str(offered).lower() == value.lower():
            return name, offered
    offers = ", ".join(map(str, known[name].values))
    raise InvalidOption(f"{game}: option {name} cannot be {value!r}; choose from {offers}")


def _play(
    match: Match, games: int, jobs: int, records: Path | None, tell: Callable[[list[Played]], None]
) -> list[Played]:
    from tablier.arena import play_game, run

    if records is None:
        return run(match, games, jobs=jobs, tell=tell)
    _make(records)
    played: list[Played] = []
    for number in range(games):
        one, position = play_game(match, number)
        players = tuple(match.names[one.seats.index(seat)] for seat in range(len(match.bots)))
        file = records / f"{match.game}-{match.seed}-{number:05}.json"
        file.write_text(position.record(players).dumps(), encoding="utf-8")
        played.append(one)
        tell(played)
    return played


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.FileError(str(folder), hint=error.strerror or str(error)) from error


def _print_json(match: Match, played: list[Played]) -> None:
    import msgspec

    from tablier.arena import standings

    content = {"match": match, "standings": standings(match, played), "games": played}
    click.echo(msgspec.json.format(msgspec.json.encode(content)).decode())


def _print_table(match: Match, played: list[Played], lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from tablier.arena import standings

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in HEADINGS[lang]:
        table.add_column(heading, justify="left" if heading == HEADINGS[lang][0] else "right")
    for one in standings(match, played):
        low, high = one.wilson
        share = f"{one.share:.1%} ({low:.1%} – {high:.1%})"
        times = f"{one.seconds:.2f}", f"{one.slowest:.2f}"
        table.add_row(one.name, str(one.games), share, f"{one.rank:.2f}", f"{one.points:.1f}", *times)
    Console().print(table)
