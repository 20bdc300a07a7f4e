"""Measure each level of a game against the one below: one bot among others, for each number of seats.

    python tools/levels.py delta --levels 2 --levels 3 --games 300 [--out FOLDER]

Prints a table in Markdown as in docs/strength.md. A match meets the target if the bot wins 75 % of games for two with
68 % as the lower end of Wilson's interval, or 1.5 times its fair share with 1.25 times as the lower end. With
``--out`` the games are kept, and the next run goes on. See docs/strength.md.
"""

from __future__ import annotations

import statistics
from pathlib import Path

import click

from tablier import bots, catalogue
from tablier.arena import Match, Standing, run, standings

HEADINGS = "match | seats | games | win share | Wilson | of fair share | points | mean turn | target"
TARGET, LOWEST = 1.5, 1.25
TARGET_OF_TWO, LOWEST_OF_TWO = 0.75, 0.68


@click.command()
@click.argument("game")
@click.option("--levels", multiple=True, type=click.IntRange(2), help="Measure this level; may be repeated.")
@click.option("--seats", multiple=True, type=click.IntRange(2), help="Seats at the table; may be repeated.")
@click.option("--games", default=300, show_default=True, help="Games of a match.")
@click.option("--seed", default=1, show_default=True, help="Of all random numbers.")
@click.option("--jobs", default=1, show_default=True, help="Processes of this machine.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Keep the games in this folder.")
def main(
    game: str, levels: tuple[int, ...], seats: tuple[int, ...], games: int, seed: int, jobs: int, out: Path | None
) -> None:
    """Print a row for each level and number of seats of GAME; bots think in processor time."""
    click.echo(f"| {HEADINGS} |\n|---|{'---:|' * HEADINGS.count('|')}")
    for level in levels or range(2, len(bots.levels(game)) + 1):
        for count in seats or catalogue.info(game).seats:
            names = (str(level), *[str(level - 1)] * (count - 1))
            match = Match.of(game, names, {}, seed, clock="processor")
            file = out / f"{game}_{count}_{level}.jsonl" if out else None
            played = run(match, games, jobs=jobs, file=file)
            click.echo(f"| {level} against {level - 1} | {count} | {len(played)} | {row(standings(match, played))} |")


def row(found: list[Standing]) -> str:
    """The columns from the share on; the first entrant is the one of the higher level."""
    one, others, seats = found[0], found[1:], len(found)
    low, high = one.wilson
    fair = f"{one.share * seats:.2f} ({low * seats:.2f} to {high * seats:.2f})"
    target, lowest = (TARGET_OF_TWO, LOWEST_OF_TWO) if seats == 2 else (TARGET / seats, LOWEST / seats)
    met = "met" if one.share >= target and low > lowest else "missed"
    points = f"{one.points:.1f} : {statistics.mean(other.points for other in others):.1f}"
    return f"{one.share:.1%} | {low:.0%} to {high:.0%} | {fair} | {points} | {one.seconds or 0:.3f} s | {met}"


if __name__ == "__main__":
    main()
