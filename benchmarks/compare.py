"""Compare the speed of two checkouts: the ratio new to old of every figure, with a 95 % interval.

    python benchmarks/compare.py OLD NEW [--game NAME]... [--all-seats] [--rounds 6] [--pairs 12] [--seconds 0.03]
                                 [--meters figures|observing]

Each round starts one process for each checkout, with its ``src`` first on the path and the interpreter of its ``.venv``
if it has one. The two processes take turns in short readings, old new new old, so that a slow moment of the machine
slows both. The interval is a bootstrap of the median ratio over rounds and over the pairs of readings within them. A
figure is *slower* if its whole interval lies more than ``--allowed`` percent below 1, and *unclear* if only a part of
it does; the exit status is 1 if any figure is slower. Repeat unclear games with more rounds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import numpy as np

READER = Path(__file__).with_name("figures.py")
SAMPLES = 2000
"""Samples of the bootstrap."""


class Worker:
    """A process that measures one checkout."""

    def __init__(self, checkout: Path, meters: str, arguments: list[str]) -> None:
        own = checkout / ".venv/bin/python"
        self._process = subprocess.Popen(
            [own if own.is_file() else sys.executable, READER, meters, *arguments],
            env={**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self) -> Any:
        """Return the next answer.

        Raises:
            ClickException: the process has failed; it has printed why.
        """
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise click.ClickException("a checkout cannot be measured; see above")
        return json.loads(line)

    def read(self, meter: int, seconds: float) -> dict[str, float]:
        """Read a meter."""
        assert self._process.stdin
        print(json.dumps((meter, seconds)), file=self._process.stdin, flush=True)
        rates: dict[str, float] = self.answer()
        return rates

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait()


def interval(ratios: Any) -> tuple[float, float, float]:
    """Return the median of ratios ``[rounds, pairs]`` and the ends of its 95 % interval."""
    rng = np.random.default_rng(0)
    rounds, pairs = ratios.shape
    sample = ratios[rng.integers(rounds, size=(SAMPLES, rounds, 1)), rng.integers(pairs, size=(SAMPLES, rounds, pairs))]
    low, high = np.quantile(np.median(sample, axis=(1, 2)), [0.025, 0.975])
    return float(np.median(ratios)), float(low), float(high)


def verdict(low: float, high: float, allowed: float) -> str:
    """Judge an interval of ratios of which ``allowed`` percent may be lost."""
    least = 1 - allowed / 100
    return "slower" if high < least else "unclear" if low < least else ""


@click.command(help=__doc__.partition("\n")[0])
@click.argument("old", type=click.Path(path_type=Path, exists=True))
@click.argument("new", type=click.Path(path_type=Path, exists=True))
@click.option("--game", "names", multiple=True, help="Compare this game; may be repeated. Default: all.")
@click.option("--all-seats", is_flag=True, help="Compare every number of seats, not only the smallest.")
@click.option("--rounds", default=6, show_default=True, help="Processes of each checkout.")
@click.option("--pairs", default=12, show_default=True, help="Readings of each figure by each process.")
@click.option("--seconds", default=0.03, show_default=True, help="Time for a reading.")
@click.option(
    "--meters",
    "kind",
    type=click.Choice(["figures", "observing"]),
    default="figures",
    show_default=True,
    help="What is compared: the speed of everything, or observations.",
)
@click.option("--allowed", default=3.0, show_default=True, help="Percent that a figure may lose.")
def main(
    old: Path,
    new: Path,
    names: tuple[str, ...],
    all_seats: bool,
    rounds: int,
    pairs: int,
    seconds: float,
    kind: str,
    allowed: float,
) -> None:
    """Measure both checkouts and print the ratios."""
    games = names or sorted(file.parent.name for file in (new / "src/tablier/games").glob("*/game.toml"))
    ratios: dict[tuple[str, int, str], list[float]] = {}
    with click.progressbar(range(rounds), file=sys.stderr) as progress:
        for _ in progress:
            workers = [Worker(checkout, kind, [json.dumps(all_seats), *games]) for checkout in (old, new)]
            meters, others = (worker.answer() for worker in workers)
            if meters != others:
                raise click.ClickException("the checkouts differ in games, seats or meters")
            for pair in range(pairs):
                for meter, (game, seats) in enumerate(meters):
                    order = workers if pair % 2 == 0 else workers[::-1]
                    rates = {worker: worker.read(meter, seconds) for worker in order}
                    for measure, rate in rates[workers[0]].items():
                        ratios.setdefault((game, seats, measure), []).append(rates[workers[1]][measure] / rate)
            for worker in workers:
                worker.stop()
    verdicts = []
    for (game, seats, measure), values in ratios.items():
        middle, low, high = interval(np.array(values).reshape(rounds, pairs))
        verdicts.append(verdict(low, high, allowed))
        click.echo(f"{game:20}{seats:2}  {measure:30}{middle:6.3f}  [{low:.3f}, {high:.3f}]  {verdicts[-1]}")
    click.echo(f"{len(verdicts)} figures, {verdicts.count('slower')} slower, {verdicts.count('unclear')} unclear")
    sys.exit("slower" in verdicts)


if __name__ == "__main__":
    main()
