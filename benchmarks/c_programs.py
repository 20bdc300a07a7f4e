"""Random games in plain C, for games that have a program ``c/<game>.c``.

A program takes the number of seats and the values of the game's options, then ``perft DEPTH``, ``finals SEED GAMES``
or ``play SEED GAMES``; ``c/random_games.h`` implements these three. Before a program is measured, it must play the same
games as the kernels.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from tablier.api import Game
from tablier.bench import Meter
from tablier.engine import protocol
from tablier.engine.game_rules import Rules
from tablier.engine.perft import perft
from tablier.engine.playout import LIMIT, play_many
from tablier.errors import GameError, MissingPackage

SOURCES = Path(__file__).with_name("c")
FLAGS = ("-std=c11", "-O3", "-march=native", "-fno-tree-vectorize")
"""The fastest with GCC 12: vectorizing such short loops costs a tenth."""
CHECKED_GAMES = 1000
DEPTH = 3
FIRST_RUN = 200


def meters(game: Game, folder: Path) -> list[Meter]:
    """Return a meter for each number of seats; none if the game has no C program.

    Args:
        game: the game.
        folder: where the compiled program is written.

    Raises:
        MissingPackage: there is no C compiler, or it refuses the source.
        GameError: the program does not play the same games as the kernels.
    """
    if not (SOURCES / f"{game.name}.c").is_file():
        return []
    built = build(game, folder)
    programs = [Program(game, built, seats) for seats in game.info.seats]
    for program in programs:
        program.check()
    return [Meter(game.name, program.seats, program.read) for program in programs]


def build(game: Game, folder: Path) -> Path:
    """Compile a game's C program into ``folder``.

    Raises:
        MissingPackage: there is no C compiler, or it refuses the source.
    """
    built = folder / game.name
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        raise MissingPackage(f"{game.name} in C is not measured: install a C compiler, or name it in CC")
    source = SOURCES / f"{game.name}.c"
    made = subprocess.run([compiler, *FLAGS, "-o", built, source], capture_output=True, text=True, check=False)
    if made.returncode:
        raise MissingPackage(f"{game.name} in C is not measured: {compiler} refuses it: {made.stderr.strip()}")
    return built


class Program:
    """A game's compiled C program, for a number of seats and for options, by default the game's defaults."""

    def __init__(self, game: Game, built: Path, seats: int, **options: Any) -> None:
        self.seats = seats
        self._game = game
        self._chosen = game.info.choose(options)
        self._command = [str(built), str(seats), *(str(value).lower() for value in self._chosen.values())]
        self._seed = 0
        self._games = FIRST_RUN

    def run(self, *arguments: object) -> bytes:
        """Return the output of the program."""
        return subprocess.run([*self._command, *map(str, arguments)], capture_output=True, check=True).stdout

    def check(self) -> None:
        """Compare with the kernels: perft, and the final bytes of random games from the same seed.

        Raises:
            GameError: they differ.
        """
        rules = self._game.rules
        root = rules.zeros()
        protocol.setup(root[0], self.seats, np.array(self._game.info.indices(self._chosen), np.int64))
        stack, actions = rules.zeros(DEPTH + 1), rules.action_buffer(DEPTH + 1)
        stack[0] = root[0]
        if int(self.run("perft", DEPTH)) != perft(stack, actions, DEPTH, 0):
            raise GameError(f"{self._game.name}: perft {DEPTH} of the C program differs from the kernel's")
        if self.run("finals", 1, CHECKED_GAMES) != _finals(rules, root, 1):
            raise GameError(f"{self._game.name}: the C program plays other games than the kernel")

    def read(self, seconds: float) -> dict[str, float]:
        """Return games per second."""
        while True:
            self._seed += 1
            took = float(self.run("play", self._seed, self._games).split()[1])
            if took >= seconds / 2:
                return {"c_games_per_s": self._games / took}
            self._games *= 2


def _finals(rules: Rules, root: Any, seed: int) -> bytes:
    """Return the final records of ``CHECKED_GAMES`` random games from one generator."""
    work = rules.zeros()
    rng = np.array([seed], np.uint64)
    actions, odds = rules.action_buffer(), rules.weight_buffer()
    finals = []
    for _ in range(CHECKED_GAMES):
        play_many(root, work, 1, rng, actions, odds, LIMIT)
        finals.append(work.tobytes())
    return b"".join(finals)
