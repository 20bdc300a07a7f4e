"""The same random games in plain C, where ``c/<game>.c`` exists: compiled here, and held to play the very same games.

The program is called with the number of seats and the values of the game's options, then ``perft DEPTH``,
``finals SEED GAMES`` or ``play SEED GAMES``; see ``c/ponte_del_diavolo.c``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from tablier.bench.meter import Meter
from tablier.engine import protocol
from tablier.engine.perft import perft
from tablier.engine.playout import LIMIT, MAX_CHANCE, play_many
from tablier.engine.protocol import Rules
from tablier.errors import GameError, MissingPackage
from tablier.position import Game

FLAGS = ("-std=c11", "-O3", "-march=native", "-fno-tree-vectorize")
"""As fast as GCC 12 gets it: vectorizing such short loops costs a tenth."""
CHECKED_GAMES = 1000
DEPTH = 3
FIRST_RUN = 200


def build(game: Game, folder: Path) -> Path:
    """Compile a game's C program into ``folder``.

    Raises:
        MissingPackage: there is no C compiler, or it refuses the source.
    """
    program = folder / game.name
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        raise MissingPackage(f"{game.name} in C is not measured: install a C compiler, or name it in CC")
    with resources.as_file(source(game.name)) as file:
        made = subprocess.run(
            [compiler, *FLAGS, "-o", str(program), str(file)], capture_output=True, text=True, check=False
        )
    if made.returncode:
        raise MissingPackage(f"{game.name} in C is not measured: {compiler} refuses it: {made.stderr.strip()}")
    return program


class Yardstick:
    """A game's C program, for a number of seats and options (the default ones where none are given)."""

    def __init__(self, game: Game, program: Path, seats: int, **options: Any) -> None:
        self._game = game
        self._seats = seats
        self._chosen = game.info.choose(options)
        self._command = [str(program), str(seats), *(str(value).lower() for value in self._chosen.values())]
        self._seed = 0
        self._games = FIRST_RUN

    def run(self, *arguments: object) -> bytes:
        """The output of the program."""
        return subprocess.run([*self._command, *map(str, arguments)], capture_output=True, check=True).stdout

    def check(self) -> None:
        """Compare with the kernels: perft, and the bytes in which the same random games end.

        Raises:
            GameError: they differ.
        """
        rules = self._game.rules
        root = rules.zeros()
        protocol.setup(root[0], self._seats, np.array(self._game.info.indices(self._chosen), np.int64))
        stack, actions = rules.zeros(DEPTH + 1), np.empty((DEPTH + 1, rules.actions), np.int16)
        stack[0] = root[0]
        if int(self.run("perft", DEPTH)) != perft(stack, actions, DEPTH, 0):
            raise GameError(f"{self._game.name}: perft {DEPTH} of the C program differs from the kernel's")
        if self.run("finals", 1, CHECKED_GAMES) != _finals(rules, root, 1):
            raise GameError(f"{self._game.name}: the C program plays other games than the kernel")

    def read(self, seconds: float) -> dict[str, float]:
        """Games per second."""
        while True:
            self._seed += 1
            took = float(self.run("play", self._seed, self._games).split()[1])
            if took >= seconds / 2:
                return {"c_games_per_s": self._games / took}
            self._games *= 2

    def meter(self) -> Meter:
        """The meter of this program."""
        return Meter(self._game.name, self._seats, self.read)


def source(name: str) -> Any:
    """Where the C program of a game is, or would be."""
    return resources.files(__package__) / "c" / f"{name}.c"


def _finals(rules: Rules, root: Any, seed: int) -> bytes:
    """The final records of ``CHECKED_GAMES`` games from one generator."""
    work = rules.zeros()
    rng = np.array([seed], np.uint64)
    actions, odds = np.empty(rules.actions, np.int16), np.empty(MAX_CHANCE, np.int64)
    finals = []
    for _ in range(CHECKED_GAMES):
        play_many(root, work, 1, rng, actions, odds, LIMIT)
        finals.append(work.tobytes())
    return b"".join(finals)
