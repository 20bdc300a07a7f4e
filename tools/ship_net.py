"""Ship the net of a training run with its game: ``python tools/ship_net.py run/nets/0001.npz``.

The weights become ``net.npz`` in the game's folder, as ``float16``, with the command, seed, games and hours that made
them. ``net = true`` in a level of ``levels.toml`` lets it play by them.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import click
import msgspec
import numpy as np

import tablier
from tablier.engine.net_file import read_net, shipped_net, write_net
from tablier.files import write_whole
from tablier.training import Plan
from tablier.training.run import Times

SHOWN = {"game", "rounds", "games", "gate", "seats", "options", "seed", "format"}
"""The settings that have options of their own in the command, or none."""


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(file: Path) -> None:
    """Write the weights in FILE, a net in the folder of a run, into the folder of their game."""
    run, last = file.parents[1], int(file.stem)
    plan = msgspec.json.decode((run / "plan.json").read_bytes(), type=Plan)
    training = described(plan, run, last)
    target = Path(str(shipped_net(plan.game)))
    write_whole(target, shipped(file, plan.game, target.name, training))
    click.echo(f"{target}: {target.stat().st_size / 1000:.0f} kB; {training}")


def shipped(file: Path, game: str, name: str, training: str) -> bytes:
    """Return the content of a shipped file, after a check that it can be read.

    Raises:
        GameError: ``file`` is damaged, or its weights are too large for ``float16``; the message names the field.
    """
    rules = tablier.game(game).rules
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, name)
        with np.errstate(over="ignore"):  # numbers that are too large are refused when they are read
            write_net(made, game, read_net(file, rules), half=True, training=training)
        read_net(made, rules)
        return made.read_bytes()


def described(plan: Plan, run: Path, last: int) -> str:
    """Return how the net of round ``last`` was trained; hours are of processors as far as the run measured them."""
    lines = [msgspec.json.decode(line, type=Times) for line in (run / "times.jsonl").read_bytes().splitlines()]
    seconds = sum(line.selfplay + line.fit + line.gate for line in lines if line.round <= last)
    return f"{command(plan)}; {last * plan.games} games, {seconds / 3600:.2f} core-hours"


def command(plan: Plan) -> str:
    """Return the command of a run, but for its folder and processes."""
    usual = msgspec.structs.asdict(Plan(game=plan.game, seats=plan.seats))
    others = {name: value for name, value in msgspec.structs.asdict(plan).items() if name not in SHOWN}
    parts = [
        f"tablier train {plan.game} --rounds {plan.rounds} --games {plan.games} --gate {plan.gate}",
        f"--seats {','.join(map(str, plan.seats))} --seed {plan.seed}",
        *(f"--option {name}={value}" for name, value in plan.options.items()),
        *(f"--set {name}={value}" for name, value in others.items() if value != usual[name]),
    ]
    return " ".join(parts)


if __name__ == "__main__":
    main()
