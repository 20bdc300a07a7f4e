"""Compare kernels as WebAssembly, in Node, with native ones: ``python -m benchmarks.wasm [GAME]...`` from the root.

The modules are built first, which takes half a minute for each game. Random games and searches of both take turns;
times are processor time. A ratio above 1 means that WebAssembly takes longer.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

import click

import tablier
from benchmarks.modules import Module
from tablier import catalogue
from tablier.bench import default_options
from tablier.engine import protocol
from tablier.engine.game_rules import Rules
from tablier.engine.playout import LIMIT, draw_outcome, play_many
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator
from tablier.search.kernel import Settings, new_scratch, simulate
from tablier.search.tree import new_tree

ROUNDS = 5
WARM_UP = 6
"""Calls before the one that counts: Node replaces its first, quick compilation while code runs."""
SIMULATIONS = 3_000
SECONDS = 0.2
"""The least time of one call with random games."""

Call = tuple[Any, ...]


@click.command()
@click.argument("games", nargs=-1)
def main(games: tuple[str, ...]) -> None:
    """Print the time in WebAssembly relative to native code, for random games and searches with random playouts."""
    with TemporaryDirectory() as folder:
        for name in games or catalogue.names():
            subprocess.run([sys.executable, "-m", "tablier.wasm", name, "--out", folder], check=True, stdout=sys.stderr)
            module, game = Module(Path(folder, f"{name}.wasm")), tablier.game(name)
            for seats in game.info.seats:
                root = start(game.rules, seats, default_options(game))
                random_games = ratio(module, partial(games_call, game.rules, root))
                searches = ratio(module, partial(search_call, game.rules, root, seats))
                print(f"{name}, {seats} seats: random games {random_games:.2f}, searches {searches:.2f}", flush=True)


def start(rules: Rules, seats: int, options: Any) -> Any:
    """Return the start of a game, after the first draws of chance."""
    root, actions, odds = rules.zeros(), rules.action_buffer(), rules.weight_buffer()
    protocol.setup(root[0], seats, options)
    while protocol.movers(root[0]) == 1 << CHANCE:
        protocol.apply(root[0], CHANCE, draw_outcome(root[0], generator(0), actions, odds))
    return root


def games_call(rules: Rules, root: Any) -> Call:
    """Return a call that plays random games for about ``SECONDS``."""
    actions, odds = rules.action_buffer(), rules.weight_buffer()
    number = 1
    while True:
        call = play_many, root, rules.zeros(), number, generator(0), actions, odds, LIMIT
        if seconds(call) > SECONDS:
            return call
        number *= 2


def search_call(rules: Rules, root: Any, seats: int) -> Call:
    """Return a call that searches with random playouts, as ``tablier bench`` does."""
    who = int(protocol.movers(root[0]))
    tree, scratch = new_tree(1 << 13, seats, rules.actions), new_scratch(rules, seats)
    return (
        simulate,
        root,
        (who & -who).bit_length() - 1,
        tree,
        generator(0),
        settings(rules, cutoff=LIMIT),
        scratch,
        SIMULATIONS,
    )


def settings(rules: Rules, **given: Any) -> Settings:
    """Return settings of a search; those that are not given are zero, except the exploration."""
    zeros = {name: kind(0) for name, kind in get_type_hints(Settings).items()}
    return Settings(**zeros | {"exploration": 1.0, "exact": not rules.has("hide")} | given)


def ratio(module: Module, make: Callable[[], Call]) -> float:
    """Return the time of a call in WebAssembly divided by its native time: the median over the rounds."""
    seconds(make())  # compiles
    ratios = []
    for _ in range(ROUNDS):
        native = seconds(make())
        module.calls([(kernel.__name__, *args) for kernel, *args in (make() for _ in range(WARM_UP + 1))])
        ratios.append(module.seconds[-1] / native)
    return median(ratios)


def seconds(call: Call) -> float:
    """Return the processor time of a native call."""
    kernel, *args = call
    begun = time.thread_time()
    kernel(*args)
    return time.thread_time() - begun


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.wasm")
