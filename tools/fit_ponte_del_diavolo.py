"""Fit the evaluation of Ponte del Diavolo to self-play, and write ``evaluation.json`` anew.

    python tools/fit_ponte_del_diavolo.py play GAMES FILE.npz [--iterations 300] [--seed 1] [--board 10]
    python tools/fit_ponte_del_diavolo.py fit FILE.npz...

``play`` lets the present evaluation play against itself with a varied opening, and keeps what it saw, what its search
preferred and who won. ``fit`` learns from that: the value by logistic regression on the result, the priors by softmax
regression on the visits of the search. Both are repeated until strength no longer grows.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

import tablier
from tablier.engine.playout import rewards
from tablier.engine.rng import below, generator, unit, weighted
from tablier.games.ponte_del_diavolo import evaluation
from tablier.games.ponte_del_diavolo.rules import seat_of, variant
from tablier.search import Search

VARIED = 24
"""Plies from the start that are drawn in proportion to visits."""
SURPRISE = 0.04
"""The chance that a later ply is drawn so."""
KEPT = 0.12
"""The share of positions whose visits are kept."""
PULL = 1e-3
"""Strength of the regression's pull towards zero."""

Floats = NDArray[np.float64]


@click.group()
def main() -> None:
    """Fit the evaluation of Ponte del Diavolo."""


@main.command()
@click.argument("games", type=int)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--iterations", default=300)
@click.option("--seed", default=1)
@click.option("--board", default=10)
def play(games: int, file: Path, iterations: int, seed: int, board: int) -> None:
    """Play games and write what they show."""
    rows: dict[str, list[Any]] = {"seen": [], "open": [], "won": [], "ply": [], "ply_open": [], "visits": []}
    for number in range(games):
        _play_one(generator(seed, number), iterations, board, rows)
    width = max(map(len, rows["visits"]))
    columns = evaluation.TILE.shape[1] + evaluation.BRIDGE.shape[1]
    plies = np.zeros((len(rows["ply"]), width, columns), np.float16)
    visits = np.full((len(rows["ply"]), width), -1, np.int32)  # -1: no action
    for i, (ply, counts) in enumerate(zip(rows["ply"], rows["visits"], strict=True)):
        plies[i, : len(counts)] = ply
        visits[i, : len(counts)] = counts
    np.savez_compressed(
        file,
        seen=np.array(rows["seen"], np.float32),
        open=np.array(rows["open"], np.float32),
        won=np.array(rows["won"], np.float32),
        ply=plies,
        ply_open=np.array(rows["ply_open"], np.float32),
        visits=visits,
    )


def _play_one(rng: Any, iterations: int, board: int, rows: dict[str, list[Any]]) -> None:
    position = tablier.game("ponte_del_diavolo").new(board=board)
    search: Search | None = None
    begun = len(rows["seen"])
    light, dark = (np.empty(evaluation.VALUE.shape[1]) for _ in range(2))
    lights = []
    while position.movers:
        s = position.state
        v = variant(s)
        evaluation.measure(s, v, 0, light)
        evaluation.measure(s, v, 1, dark)
        rows["seen"].append(light - dark)
        rows["open"].append(evaluation.openness(s, v))
        lights.append(int(seat_of(s, 0)))
        moves = position.moves()
        if len(moves) > 1:
            if search is None:
                search = Search(position, seed=int(rng[0]), cutoff=0, priors=True)
            else:
                search.advance(position)
            visits = search.run(iterations=iterations).visits()
            _keep(position, visits, rng, rows)
            index = _choose(search, visits, position.ply, rng)
        else:
            index = 0
        position.push(moves[index])
    places, result = np.zeros(2, np.int64), np.zeros(2)
    rewards(position.state, places, result)
    rows["won"].extend(result[seat] for seat in lights)
    assert len(rows["won"]) == len(rows["seen"]) > begun


def _keep(position: Any, visits: dict[int, int], rng: Any, rows: dict[str, list[Any]]) -> None:
    if unit(rng) < KEPT:
        actions = np.array(list(visits), np.int16)
        seen = np.zeros((len(actions), evaluation.TILE.shape[1] + evaluation.BRIDGE.shape[1]))
        evaluation.see(position.state, actions, len(actions), seen)
        rows["ply"].append(seen)
        rows["visits"].append(list(visits.values()))
        rows["ply_open"].append(evaluation.openness(position.state, variant(position.state)))


def _choose(search: Search, visits: dict[int, int], ply: int, rng: Any) -> int:
    if ply < 2:
        return int(below(rng, len(visits)))
    counts = np.array(list(visits.values()), np.int64)
    if (ply < VARIED or unit(rng) < SURPRISE) and counts.sum():
        return int(weighted(rng, counts, len(counts)))
    return list(visits).index(search.best())


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def fit(files: tuple[Path, ...]) -> None:
    """Fit all weights to the games of FILES and write ``evaluation.json``."""
    data = [np.load(file) for file in files]
    value, error = fit_value(*(np.concatenate([d[name] for d in data]) for name in ("seen", "open", "won")))
    click.echo(f"value: log loss {error:.4f} on the last tenth")
    width = max(d["visits"].shape[1] for d in data)
    plies = np.concatenate([np.pad(d["ply"], ((0, 0), (0, width - d["ply"].shape[1]), (0, 0))) for d in data])
    visits = np.concatenate(
        [np.pad(d["visits"], ((0, 0), (0, width - d["visits"].shape[1])), constant_values=-1) for d in data]
    )
    prior, error = fit_priors(plies, np.concatenate([d["ply_open"] for d in data]), visits)
    click.echo(f"priors: cross entropy {error:.4f} on the last tenth")
    file = Path(evaluation.__file__).with_name("evaluation.json")
    weights = json.loads(file.read_text(encoding="utf-8"))
    tiles = evaluation.TILE.shape[1]
    weights["value"], weights["tile"], weights["bridge"] = (
        [[round(float(x), 4) for x in row] for row in table] for table in (value, prior[:, :tiles], prior[:, tiles:])
    )
    file.write_text(_text(weights), encoding="utf-8")


def _text(weights: dict[str, Any]) -> str:
    lines = []
    for key, value in weights.items():
        if value and isinstance(value, list) and isinstance(value[0], list):
            shown = "[\n    " + ",\n    ".join(json.dumps(row) for row in value) + "\n  ]"
        else:
            shown = json.dumps(value)
        lines.append(f"  {json.dumps(key)}: {shown}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def hats(u: Floats) -> Floats:
    """The weight of each knot at each openness: ``[len(u), knots]``."""
    knots = evaluation.KNOTS
    return np.stack([np.interp(u, knots, np.eye(len(knots))[k]) for k in range(len(knots))], -1)


def fit_value(seen: Floats, u: Floats, won: Floats) -> tuple[Floats, float]:
    """Logistic regression by Newton's method; returns the weights ``[knots, columns]`` and the held-out log loss."""
    columns = seen.shape[1]
    x = (hats(u)[:, :, None] * seen[:, None, :]).reshape(len(seen), -1).astype(np.float64)
    scale = np.maximum(x.std(0), 1e-3)
    x /= scale
    cut = len(x) * 9 // 10
    w = np.zeros(x.shape[1])
    for _ in range(12):
        p = 1 / (1 + np.exp(-x[:cut] @ w))
        gradient = x[:cut].T @ (p - won[:cut]) / cut + PULL * w
        curve = (x[:cut] * (p * (1 - p))[:, None]).T @ x[:cut] / cut + PULL * np.eye(len(w))
        w -= np.linalg.solve(curve, gradient)
    p = np.clip(1 / (1 + np.exp(-x[cut:] @ w)), 1e-6, 1 - 1e-6)
    loss = -np.mean(won[cut:] * np.log(p) + (1 - won[cut:]) * np.log(1 - p))
    return (w / scale).reshape(-1, columns), float(loss)


def fit_priors(plies: Any, u: Floats, visits: Any) -> tuple[Floats, float]:
    """Softmax regression on the shares of visits, by Adam; returns ``[knots, columns]`` and the held-out loss."""
    cut = len(plies) * 9 // 10
    h = hats(u)
    legal = visits >= 0
    share = np.where(legal, visits, 0) / np.maximum(np.where(legal, visits, 0).sum(1, keepdims=True), 1)
    w = np.zeros((h.shape[1], plies.shape[2]))
    first, second = np.zeros_like(w), np.zeros_like(w)
    rng = np.random.default_rng(0)

    def chances(rows: Any) -> Floats:
        z = np.einsum("inf,if->in", plies[rows].astype(np.float32), h[rows] @ w)
        z = np.where(legal[rows], z, -np.inf)
        z = np.exp(z - z.max(1, keepdims=True))
        return np.asarray(z / z.sum(1, keepdims=True))

    for step in range(1, 1501):
        rows = rng.integers(cut, size=256)
        gap = chances(rows) - share[rows]
        gradient = h[rows].T @ np.einsum("in,inf->if", gap, plies[rows].astype(np.float32)) / len(rows) + 1e-4 * w
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        w -= 0.02 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    rows = np.arange(cut, len(plies))
    loss = -np.sum(share[rows] * np.log(np.maximum(chances(rows), 1e-9))) / len(rows)
    return w, float(loss)


if __name__ == "__main__":
    main()
