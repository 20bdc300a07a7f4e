"""Fit the accuracy of a review to games between the levels of our games; see docs/analysis.md.

    python tools/fit_accuracy.py play FOLDER [--game NAME] [--minutes 5] [--seconds 0.1]
    python tools/fit_accuracy.py fit FOLDER [--write]

``play`` lets different levels play each other, reviews the games, and appends what each decision lost to
``FOLDER/GAME.jsonl``; run again it goes on. ``fit`` chooses the steepness with which the lowest level of a game has an
accuracy of 50. It prints how often the higher level of two players has the higher accuracy, beside other formulas, and
the accuracy of each level: that of half of the games with the steepness of the other half. With ``--write`` it rewrites
the games' ``accuracy.toml``.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from tablier import Record, bots, catalogue
from tablier.analysis import accuracy, review
from tablier.analysis.accuracy_formula import FILE, lost_per_open_decision
from tablier.arena.match import Match, play_game

ITERATIONS = 150
"""Simulations for each decision, as in a review at the table."""
LIMIT = 300
"""The greatest number of plies of a game."""
LOWEST = 50.0
"""The mean accuracy of the lowest level."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decisions of a seat in order: its win share ``before`` each, after the best move, and what it ``lost``."""

    level: int
    before: list[float]
    lost: list[float]

    @property
    def decisions(self) -> list[tuple[float, float]]:
        """The decisions as :func:`tablier.analysis.accuracy` takes them."""
        return list(zip(self.before, self.lost, strict=True))


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reviewed game."""

    number: int
    seats: list[Seat]


Formula = Callable[[Seat], float]
"""The accuracy of a seat."""


def fixed(seat: Seat) -> float:
    """The mean of ``100 * exp(-5 * lost)``, the formula before the fit."""
    return statistics.fmean(100 * math.exp(-5 * lost) for lost in seat.lost)


def harmonic(seat: Seat) -> float:
    """The harmonic mean of the same."""
    return statistics.harmonic_mean([100 * math.exp(-5 * lost) for lost in seat.lost])


def unweighted(seat: Seat) -> float:
    """Our formula with all decisions counted as open; for an order any steepness will do."""
    return 100 * math.exp(-statistics.fmean(seat.lost))


def ours(seat: Seat) -> float:
    """Our formula."""
    return accuracy(seat.decisions, 1.0)


FORMULAS: tuple[Formula, ...] = (fixed, harmonic, unweighted, ours)


@click.group()
def main() -> None:
    """Fit the accuracy of a review to games between our levels."""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--game", "names", multiple=True, type=click.Choice(catalogue.names()), help="By default all games.")
@click.option("--minutes", default=5.0, show_default=True, help="Time for each game.")
@click.option("--seconds", default=0.1, show_default=True, help="The longest turn of a bot.")
def play(folder: Path, names: tuple[str, ...], minutes: float, seconds: float) -> None:
    """Play and review games, and append them to FOLDER/GAME.jsonl."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or catalogue.names():
        file, until = folder / f"{name}.jsonl", time.monotonic() + 60 * minutes
        number = len(read(file))
        with file.open("ab") as out:
            while time.monotonic() < until:
                out.write(msgspec.json.encode(reviewed(name, number, seconds)) + b"\n")
                out.flush()
                number += 1
        click.echo(f"{name}: {number} games")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--write", is_flag=True, help="Rewrite the games' accuracy.toml.")
def fit(folder: Path, write: bool) -> None:
    """Fit the steepness to the games in FOLDER, and report."""
    click.echo(" | ".join(("game", "games", "steepness", *(formula.__name__ for formula in FORMULAS))))
    tables = dict[str, list[str]]()
    for file in sorted(folder.glob("*.jsonl")):
        games = read(file)
        found = steepness(games)
        orders = (f"{100 * ordered(games, formula):.0f} %" for formula in FORMULAS)
        click.echo(" | ".join((file.stem, str(len(games)), f"{found:g}", *orders)))
        tables[file.stem] = [*by_level(games)]
        if write:
            comment = "# Fitted by tools/fit_accuracy.py; see docs/analysis.md.\n"
            path = Path(str(resources.files(catalogue.package(file.stem)) / FILE))
            path.write_text(f"{comment}steepness = {found}\n", encoding="utf-8")
    for name, levels in tables.items():
        click.echo(" | ".join((name, *levels)))


def reviewed(name: str, number: int, seconds: float) -> Game:
    """Play game ``number`` between different levels, drawn with their seats by this number, and review it."""
    seats = min(catalogue.info(name).seats)
    chosen = random.Random(f"{name} {number}").sample(bots.levels(name), seats)
    match = Match.of(name, tuple(str(level.level) for level in chosen), {}, number, LIMIT)
    match = replace(match, bots=tuple(bots.limited(level.bot, seconds) for level in chosen))
    _, end = play_game(match, 0)
    points = review(Record.of(end), iterations=ITERATIONS, seed=number).points
    decided = [[point for point in points if point.seat == seat] for seat in range(seats)]
    return Game(
        number,
        [
            Seat(
                level.level,
                [round(point.win_shares[seat], 5) for point in decided[seat]],
                [round(point.lost, 5) for point in decided[seat]],
            )
            for seat, level in enumerate(chosen)
        ],
    )


def read(file: Path) -> list[Game]:
    """The games in a file; none if it is missing.

    Raises:
        click.ClickException: a line is not a game; the message names file and line.
    """
    games = list[Game]()
    for number, line in enumerate(file.read_bytes().splitlines() if file.is_file() else (), 1):
        try:
            games.append(msgspec.json.decode(line, type=Game))
        except msgspec.DecodeError as error:
            raise click.ClickException(f"{file}: line {number}: {error}; delete the line") from error
    return games


def steepness(games: Iterable[Game]) -> float:
    """The steepness with which the lowest level has a mean accuracy of :data:`LOWEST`, to three digits.

    Raises:
        click.ClickException: the lowest level lost nothing, or did not play.
    """
    losses = [lost_per_open_decision(seat.decisions) for seat in seats(games) if seat.level == 1]
    if not any(losses):
        raise click.ClickException("the lowest level lost nothing; play more games")
    low, high = 1e-3, 1e3
    for _ in range(60):
        middle = math.sqrt(low * high)
        mean = statistics.fmean(100 * math.exp(-middle * lost) for lost in losses)
        low, high = (middle, high) if mean > LOWEST else (low, middle)
    return float(f"{low:.3g}")


def ordered(games: Iterable[Game], formula: Formula) -> float:
    """How often the higher level of two players of a game has the higher accuracy; equal ones count a half."""
    right = list[float]()
    for game in games:
        players = sorted((seat for seat in game.seats if seat.lost), key=lambda seat: seat.level)
        for lower, higher in itertools.combinations(players, 2):
            below, above = formula(lower), formula(higher)
            right.append(0.5 if below == above else float(above > below))
    return statistics.fmean(right)


def by_level(games: Sequence[Game]) -> Iterable[str]:
    """The mean accuracy of each level with its quartiles; the steepness of a half is fitted to the other one."""
    found = defaultdict[int, list[float]](list)
    for half, other in ((games[0::2], games[1::2]), (games[1::2], games[0::2])):
        fitted = steepness(other)
        for seat in seats(half):
            found[seat.level].append(accuracy(seat.decisions, fitted))
    for _, of_level in sorted(found.items()):
        low, _, high = statistics.quantiles(of_level, method="inclusive")
        yield f"{statistics.fmean(of_level):.0f} ({low:.0f} to {high:.0f})"


def seats(games: Iterable[Game]) -> list[Seat]:
    """All seats that had a choice."""
    return [seat for game in games for seat in game.seats if seat.lost]


if __name__ == "__main__":
    main()
