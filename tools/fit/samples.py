"""The samples of a training run (``tablier train``), whose numbers begin with what the evaluation measures."""

from __future__ import annotations

from pathlib import Path

import msgspec
from selfplay import Rows
from weights import Weights

import tablier
from tablier.training.plan import Plan
from tablier.training.samples import read_samples


def of_run(weights: Weights, game: str, run: Path, outcome: float, every: int) -> Rows:
    """Return one position of ``every`` of a run, with a target of ``outcome`` parts result; the rest is the search's.

    The numbers of a game's nets must be the columns of its evaluation and then how much of the game lies ahead.
    """
    plan = msgspec.json.decode((run / "plan.json").read_bytes(), type=Plan)
    shape = tablier.game(game).rules.kernels.net_shape
    width = weights.width("value")
    if plan.game != game or shape is None or shape.numbers <= width:
        raise SystemExit(f"{run} holds no samples for the evaluation of {game}")
    rows = Rows()
    for file in sorted((run / "blocks").glob("*.npz")):
        samples = read_samples(file, shape, max(plan.seats))
        target = outcome * samples.result + (1 - outcome) * samples.value
        for i in range(0, len(samples.seats), every):
            seats = int(samples.seats[i])
            numbers = samples.numbers[i, :seats]
            rows.add(numbers[:, :width], target[i, :seats], float(numbers[0, width]))
    return rows
