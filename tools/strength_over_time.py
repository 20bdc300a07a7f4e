"""Measure how strong the highest level of a game is with more and less time, and draw it.

    python tools/strength_over_time.py play on_top --out FOLDER [--seconds 0.1 --seconds 1] [--games 60]
    python tools/strength_over_time.py draw PICTURE.svg FOLDER

One bot with a time plays against the anchor in all other seats, with all options at their defaults. A match that is in
the folder already goes on. See docs/strength.md.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from tablier import bots, catalogue
from tablier.arena import Match, Played, run, standings
from tablier.arena.files import read
from tablier.scene.line_chart import LineChart

ANCHOR = "frozen:2026-11:5"
SECONDS = (0.1, 0.3, 1.0, 3.0, 10.0)
WIDTH, HEIGHT, GAP, TOP, LEFT, BOTTOM = 196, 150, 44, 34, 44, 52
"""Of a plot and its surroundings, in units of the picture."""


class Point(NamedTuple):
    """What a bot won with a time in seconds, with Wilson's interval."""

    game: str
    seats: int
    seconds: float
    share: float
    low: float
    high: float


@click.group()
def main() -> None:
    """Measure and draw strength over time."""


@main.command()
@click.argument("game")
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Keep the games there.")
@click.option("--seats", type=click.IntRange(2), help="Seats at the table; the fewest of the game if not given.")
@click.option("--seconds", multiple=True, type=click.FloatRange(0, min_open=True), help="A turn; may be repeated.")
@click.option("--games", default=60, show_default=True, help="Games of a match.")
@click.option("--anchor", default=ANCHOR, show_default=True, help="The bot in the other seats.")
@click.option("--seed", default=1, show_default=True, help="Of all random numbers.")
@click.option("--jobs", default=1, show_default=True, help="Processes of this machine.")
def play(
    game: str, out: Path, seats: int | None, seconds: tuple[float, ...], games: int, anchor: str, seed: int, jobs: int
) -> None:
    """Play the highest level of GAME with each time, in seconds of processor time, and print its standings."""
    count = seats or min(catalogue.info(game).seats)
    for time in seconds or SECONDS:
        names = (highest_level(game, time), *[anchor] * (count - 1))
        match = Match.of(game, names, {}, seed, clock="processor")
        played = run(match, games, jobs=jobs, file=out / f"{game}_{count}_{time:g}s.jsonl")
        found = standings(match, played)[0]
        low, high = found.wilson
        click.echo(f"| {game} | {count} | {time:g} s | {found.games} | {found.share:.1%} | {low:.0%} to {high:.0%} |")


def highest_level(game: str, seconds: float) -> str:
    """The name of the highest level of a game with this time for a turn."""
    spec = msgspec.structs.replace(bots.levels(game)[-1].bot, seconds=seconds)
    kind = spec.__struct_config__.tag
    plain = msgspec.structs.asdict(msgspec.convert({"kind": kind, "seconds": 2 * seconds}, bots.Spec))
    given = {field: value for field, value in msgspec.structs.asdict(spec).items() if value != plain[field]}
    return f"{kind}:" + ",".join(f"{field}={json.dumps(value)}" for field, value in given.items())


@main.command()
@click.argument("picture", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def draw(picture: Path, folder: Path) -> None:
    """Draw PICTURE from the matches in FOLDER: a plot for each game and number of seats."""
    points = [_point(*match) for file in folder.glob("*[0-9]s.jsonl") for match in read(file)]
    if not points:
        raise click.ClickException(f"there are no matches in {folder}: play some first")
    picture.write_text(drawn(sorted(points)), encoding="utf-8")


def _point(match: Match, played: list[Played]) -> Point:
    one, bot = standings(match, played)[0], match.bots[0]
    if not isinstance(bot, bots.SearchSpec | bots.MixedSpec) or bot.seconds is None:
        raise click.ClickException(f"{match.names[0]} has no time for a turn; name a folder of `play`")
    return Point(match.game, len(match.bots), bot.seconds, one.share, *one.wilson)


def drawn(points: list[Point]) -> str:
    """The points as SVG: shares of the wins over a logarithmic axis of time, with Wilson's intervals."""
    plots = list(dict.fromkeys((point.game, point.seats) for point in points))
    chart = LineChart("Strength over time", LEFT + len(plots) * (WIDTH + GAP), TOP + HEIGHT + BOTTOM, 1)
    ends = min(point.seconds for point in points), max(point.seconds for point in points)
    for number, (game, seats) in enumerate(plots):
        at = LEFT + number * (WIDTH + GAP)
        _axes(chart, at, f"{catalogue.info(game).title['en']}, {seats} seats", 1 / seats)
        _curve(chart, at, [point for point in points if (point.game, point.seats) == (game, seats)], ends)
    chart.text("seconds a turn; dashed: as strong as the anchor", LEFT, TOP + HEIGHT + 38, "start")
    return str(chart)


def _axes(chart: LineChart, at: float, title: str, fair: float) -> None:
    chart.add("path", "grid", d=f"M{at},{TOP}v{HEIGHT}h{WIDTH}M{at},{TOP}h{WIDTH}")
    dashed = {"stroke-dasharray": "4 4"}
    chart.add("path", "grid", d=f"M{at},{TOP + HEIGHT * (1 - fair):.1f}h{WIDTH}", **dashed)
    chart.text(title, at + WIDTH / 2, TOP - 12, "middle")
    for share in (0.0, 0.5, 1.0):
        chart.text(f"{share:.0%}", at - 5, TOP + HEIGHT * (1 - share) + 4, "end")


def _curve(chart: LineChart, at: float, points: list[Point], ends: tuple[float, float]) -> None:
    first, last = (math.log(end) for end in ends)

    def placed(seconds: float, share: float) -> tuple[float, float]:
        return at + 8 + (WIDTH - 16) * (math.log(seconds) - first) / ((last - first) or 1), TOP + HEIGHT * (1 - share)

    chart.line("l0", [placed(point.seconds, point.share) for point in points])
    for point in points:
        x, y = placed(point.seconds, point.share)
        chart.add("circle", "c0", cx=f"{x:.1f}", cy=f"{y:.1f}", r=2.5)
        chart.line("l0", [placed(point.seconds, end) for end in (point.low, point.high)])
        chart.text(f"{point.seconds:g}", x, TOP + HEIGHT + 15, "middle")


if __name__ == "__main__":
    main()
