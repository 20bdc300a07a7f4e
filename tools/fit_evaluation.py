"""Fit the evaluation of a game to self-play, and write its ``evaluation.json`` anew.

    python tools/fit_evaluation.py play GAME GAMES FILE.npz [--seats 3] [--iterations 300] [--seed 1] [--seen 0.5]
        [--option board=8]
    python tools/fit_evaluation.py fit GAME FILE.npz...

``play`` lets the present evaluation play against itself with a varied opening, and keeps what it saw, what its search
preferred and who won; without iterations the game's playout policy plays instead. ``fit`` learns from that by softmax
regression: the value on the shares of the win, the priors, if the game has weights for them, on the shares of visits.
Both are repeated until strength no longer grows.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

import tablier
from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.playout import LIMIT, MAX_CHANCE, draw, rewards
from tablier.engine.protocol import CHANCE, apply, hide, legal, movers, playout
from tablier.engine.rng import below, generator, unit, weighted
from tablier.games.ankh_morpork import evaluation as ankh
from tablier.games.on_top import evaluation as on_top
from tablier.games.ponte_del_diavolo import evaluation as ponte
from tablier.games.ponte_del_diavolo.rules import seat_of, variant
from tablier.games.shangri_la import evaluation as shangri
from tablier.search import Search

UNIFORM = 2
"""Plies from the start that are drawn from all that are legal."""
VARIED = 24
"""Plies from the start that are drawn in proportion to visits."""
SURPRISE = 0.04
"""The chance that a later ply is drawn so."""
KEPT = 0.12
"""The share of positions whose visits are kept."""
PULL = 1e-4
"""Strength of the regression's pull towards zero."""
STEPS = 12
CHUNK = 50_000

Floats = NDArray[np.float64]


class Subject(NamedTuple):
    """What is fitted: what the evaluation sees of all seats, and the tables of weights of its priors."""

    module: Any
    observe: Callable[[Any, Floats], None]
    ahead: Callable[[Any], float]
    priors: tuple[str, ...]


def _observe_ponte(s: Any, out: Floats) -> None:
    for colour in range(2):
        ponte.measure(s, variant(s), colour, out[seat_of(s, colour)])


SUBJECTS = {
    "ponte_del_diavolo": Subject(
        ponte, _observe_ponte, lambda s: float(ponte.openness(s, variant(s))), ("tile", "bridge")
    ),
    "shangri_la": Subject(shangri, shangri.measure, shangri.ahead, ("place", "recruit", "journey")),
    "on_top": Subject(on_top, on_top.measure, on_top.ahead, ("prior",)),
    "ankh_morpork": Subject(ankh, ankh.measure, ankh.ahead, ()),
}
game_argument = click.argument("name", metavar="GAME", type=click.Choice(sorted(SUBJECTS)))


class Rows:
    """Alternatives in groups, as rows: what is seen of each, its share of what was at stake; by group what is ahead."""

    def __init__(self) -> None:
        self.seen: list[Floats] = []
        self.share: list[Floats] = []
        self.ahead: list[float] = []

    def add(self, seen: Floats, share: Floats, ahead: float) -> None:
        """Add a group."""
        self.seen.append(seen.astype(np.float32))
        self.share.append(share)
        self.ahead.append(ahead)

    def arrays(self, prefix: str) -> dict[str, Any]:
        """The groups one after the other."""
        return {
            f"{prefix}_seen": np.concatenate(self.seen),
            f"{prefix}_share": np.concatenate(self.share),
            f"{prefix}_size": np.array([len(share) for share in self.share]),
            f"{prefix}_ahead": np.array(self.ahead),
        }


@click.group()
def main() -> None:
    """Fit the evaluation of a game."""


@main.command()
@game_argument
@click.argument("games", type=int)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seats", type=int)
@click.option("--iterations", default=300, help="Of the search; with 0 the playout policy plays.")
@click.option("--seed", default=1)
@click.option("--seen", default=0.5, help="Share of positions whose value is learned: one is much like the next.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE")
def play(
    name: str,
    games: int,
    file: Path,
    seats: int | None,
    iterations: int,
    seed: int,
    seen: float,
    options: tuple[str, ...],
) -> None:
    """Play games and write what they show."""
    value, prior = Rows(), Rows()
    chosen = {key: json.loads(text) for key, _, text in (option.partition("=") for option in options)}
    for number in range(games):
        position = tablier.game(name).new(seats, **chosen)
        if iterations:
            _play_one(SUBJECTS[name], position, iterations, seen, generator(seed, number), value, prior)
        else:
            _play_by_policy(SUBJECTS[name], position, seen, generator(seed, number), value)
    np.savez_compressed(file, **value.arrays("value"), **(prior.arrays("prior") if prior.seen else {}))


def _play_one(
    subject: Subject, position: Any, iterations: int, share: float, rng: Any, value: Rows, prior: Rows
) -> None:
    search: Search | None = None
    begun = []
    while position.movers:
        s = position.state
        if unit(rng) < share:
            seen = np.empty((position.seats, subject.module.VALUE.shape[1]))
            subject.observe(s, seen)
            begun.append((seen, subject.ahead(s)))
        moves = position.moves(position.movers[0])
        if moves.seat == CHANCE:
            position.push(moves[int(weighted(rng, np.array(position.odds()), len(moves)))])
            continue
        index = 0
        if len(moves) > 1:
            if search is None:
                search = Search(position, moves.seat, seed=int(rng[0]), cutoff=0, priors=True)
            else:
                search.advance(position, moves.seat)
            visits = search.run(iterations=iterations).visits()
            if subject.priors and unit(rng) < KEPT:
                _keep(subject, s, visits, prior)
            index = _choose(search, visits, position.ply, rng)
        position.push(moves[index])
    places, result = np.zeros(position.seats, np.int64), np.zeros(position.seats)
    rewards(position.state, places, result)
    for seen, ahead in begun:
        value.add(seen, result, ahead)


def _keep(subject: Subject, s: Any, visits: dict[int, int], prior: Rows) -> None:
    actions = np.array(list(visits), np.int16)
    counts = np.array(list(visits.values()), np.float64)
    seen = np.zeros((len(actions), sum(len(table[0]) for table in _tables(subject))))
    subject.module.see(s, actions, len(actions), seen)
    if counts.sum():
        prior.add(seen, counts / counts.sum(), subject.ahead(s))


def _tables(subject: Subject) -> list[list[list[float]]]:
    return [getattr(subject.module.DATA, table) for table in subject.priors]


def _choose(search: Search, visits: dict[int, int], ply: int, rng: Any) -> int:
    if ply < UNIFORM:
        return int(below(rng, len(visits)))
    counts = np.array(list(visits.values()), np.int64)
    if (ply < VARIED or unit(rng) < SURPRISE) and counts.sum():
        return int(weighted(rng, counts, len(counts)))
    return list(visits).index(search.best())


def _play_by_policy(subject: Subject, position: Any, share: float, rng: Any, value: Rows) -> None:
    rules, n = position.game.rules, position.seats
    work, view, kept = rules.zeros(), rules.zeros(), rules.zeros(LIMIT)
    work[0] = position.state
    actions, odds = np.empty(max(rules.actions, MAX_CHANCE), np.int16), np.empty(MAX_CHANCE, np.int64)
    count = int(play_and_keep(work, view, share, rng, actions, odds, kept))
    result = np.zeros(n)
    rewards(work[0], np.zeros(n, np.int64), result)
    for s in kept[:count]:
        seen = np.empty((n, subject.module.VALUE.shape[1]))
        subject.observe(s, seen)
        value.add(seen, result, subject.ahead(s))


@kernel
def play_and_keep(work: Any, view: Any, share: Any, rng: Any, actions: Any, odds: Any, kept: Any) -> Any:
    """Play ``work[0]`` to its end by the policy, with surprises, and keep a share of its positions; their number."""
    count, ply, who = 0, 0, movers(work[0])
    while who != 0 and ply < len(kept):
        if unit(rng) < share:
            kept[count] = work[0]
            count += 1
        seat = lowest(np.uint64(who))
        if seat == CHANCE:
            action = draw(work[0], rng, actions, odds)
        elif ply < UNIFORM or unit(rng) < SURPRISE:
            action = np.int64(actions[below(rng, legal(work[0], seat, actions))])
        else:
            view[0] = work[0]
            hide(view[0], seat)
            action = np.int64(playout(view[0], seat, rng, actions))
        apply(work[0], seat, action)
        ply += 1
        who = movers(work[0])
    return count


@main.command()
@game_argument
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def fit(name: str, files: tuple[Path, ...]) -> None:
    """Fit all weights to the games of FILES and write ``evaluation.json``."""
    subject = SUBJECTS[name]
    data = [np.load(file) for file in files]
    fitted = {}
    for prefix in ("value", "prior") if subject.priors else ("value",):
        parts = (np.concatenate([d[f"{prefix}_{part}"] for d in data]) for part in ("seen", "share", "size", "ahead"))
        fitted[prefix], loss = regress(subject.module.KNOTS, *parts)
        click.echo(f"{prefix}: cross entropy {loss:.4f} on the last tenth")
    file = Path(subject.module.__file__).with_name("evaluation.json")
    weights = json.loads(file.read_text(encoding="utf-8"))
    ends = np.cumsum([len(table[0]) for table in _tables(subject)])
    tables = np.split(fitted["prior"], ends[:-1], axis=1) if subject.priors else []
    for key, table in zip(("value", *subject.priors), (fitted["value"], *tables), strict=True):
        weights[key] = [[round(float(x), 4) for x in row] for row in table]
    file.write_text(text(weights), encoding="utf-8")


def text(weights: dict[str, Any]) -> str:
    """Weights as JSON, with a line for each row of a table."""
    lines = []
    for key, value in weights.items():
        rows = list(value.values()) if isinstance(value, dict) else value
        if rows and isinstance(rows, list) and isinstance(rows[0], list):
            names = [f"{json.dumps(name)}: " for name in value] if isinstance(value, dict) else [""] * len(rows)
            begin, end = "{}" if isinstance(value, dict) else "[]"
            shown = ",\n    ".join(name + json.dumps(row) for name, row in zip(names, rows, strict=True))
            lines.append(f"  {json.dumps(key)}: {begin}\n    {shown}\n  {end}")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


class Sample(NamedTuple):
    """Some groups: their rows ``x [rows, knots * columns]``, the shares of the rows, where the groups begin, sizes."""

    x: Floats
    share: Floats
    begin: NDArray[np.int64]
    size: NDArray[np.int64]

    def chances(self, w: Floats) -> Floats:
        """The softmax of each group under the weights ``w``."""
        z = self.x @ w
        z = np.exp(z - np.repeat(np.maximum.reduceat(z, self.begin), self.size))
        return np.asarray(z / np.repeat(np.add.reduceat(z, self.begin), self.size))

    def loss(self, w: Floats) -> float:
        """The cross entropy, summed over the groups."""
        return float(-np.sum(self.share * np.log(np.maximum(self.chances(w), 1e-9))))

    def slope(self, w: Floats) -> tuple[Floats, Floats]:
        """The first and the second derivative of the loss."""
        p = self.chances(w)
        mean = np.add.reduceat(self.x * p[:, None], self.begin)
        gap = self.x - np.repeat(mean, self.size, 0)
        return self.x.T @ (p - self.share), gap.T @ (gap * p[:, None])


def _samples(knots: Floats, seen: Floats, share: Floats, size: Any, ahead: Floats) -> list[Sample]:
    """Cut the groups into samples, with each row spread over the knots."""
    hats = np.stack([np.interp(ahead, knots, np.eye(len(knots))[k]) for k in range(len(knots))], -1)
    ends = np.concatenate([[0], np.cumsum(size)])
    cuts = np.unique(np.searchsorted(ends, np.arange(0, ends[-1] + CHUNK, CHUNK)).clip(0, len(size)))
    samples = []
    for a, b in pairwise(cuts):
        rows = slice(ends[a], ends[b])
        spread = np.repeat(hats[a:b], size[a:b], 0)
        x = (spread[:, :, None] * seen[rows, None, :]).reshape(ends[b] - ends[a], -1)
        samples.append(Sample(x.astype(np.float32), share[rows], ends[a:b] - ends[a], size[a:b]))
    return samples


def regress(knots: Floats, seen: Floats, share: Floats, size: Any, ahead: Floats) -> tuple[Floats, float]:
    """Softmax regression by Newton's method; returns the weights ``[knots, columns]`` and the held-out loss."""
    cut = len(size) * 9 // 10
    row = int(size[:cut].sum())
    samples = _samples(knots, seen[:row], share[:row], size[:cut], ahead[:cut])
    width = seen.shape[1]
    pull = np.tile(PULL * cut * np.maximum(seen.var(0), 1e-4), len(knots))
    w = np.zeros(len(pull))
    loss = _loss(samples, w, pull)
    for _ in range(STEPS):
        slopes = [sample.slope(w) for sample in samples]
        first, second = sum(s[0] for s in slopes) + pull * w, sum(s[1] for s in slopes) + np.diag(pull)
        step = np.linalg.solve(second, first)
        before = loss
        while (loss := _loss(samples, w - step, pull)) > before and np.abs(step).max() > 1e-6:
            step /= 2
        w = w - step
        if before - loss < 1e-6 * before:
            break
    held = _samples(knots, seen[row:], share[row:], size[cut:], ahead[cut:])
    return w.reshape(-1, width), sum(sample.loss(w) for sample in held) / (len(size) - cut)


def _loss(samples: list[Sample], w: Floats, pull: Floats) -> float:
    return sum(sample.loss(w) for sample in samples) + float(pull @ (w * w)) / 2


if __name__ == "__main__":
    main()
