"""Others' programs for games of like size, for comparison: OpenSpiel in C++, Catanatron in Python."""

from __future__ import annotations

from typing import Any

from tablier.bench.meter import Meter, rate
from tablier.errors import MissingPackage

NAMES = ("amazons", "hex")
ROLLOUTS = 100
SIMULATIONS = 2000
MEGABYTES = 1000
CATAN, CATAN_SEATS = "catanatron", 4
OF_THE_SAME_FAMILY = "ankh_morpork"
"""Our game that is built on the rules of Catan."""


def meters() -> list[Meter]:
    """Random games and UCT of each neighbour.

    Raises:
        MissingPackage: OpenSpiel is not installed.
    """
    try:
        import pyspiel
    except ImportError as error:
        raise MissingPackage("OpenSpiel is not measured: pip install 'tablier[bench]'") from error
    found = []
    for name in NAMES:
        neighbour = Neighbour(pyspiel, name)
        found += [Meter(f"open_spiel/{name}", 2, read) for read in (neighbour.random_games, neighbour.uct)]
    return found


class Neighbour:
    """A game of OpenSpiel, from its start."""

    def __init__(self, pyspiel: Any, name: str) -> None:
        self._pyspiel = pyspiel
        self._game = pyspiel.load_game(name)
        self._start = self._game.new_initial_state()
        self._seed = 0

    def _step(self, rollouts: int, simulations: int) -> None:
        self._seed += 1
        evaluator = self._pyspiel.RandomRolloutEvaluator(rollouts, self._seed)
        bot = self._pyspiel.MCTSBot(self._game, evaluator, 2.0, simulations, MEGABYTES, False, self._seed, False)
        bot.step(self._start)

    def random_games(self, seconds: float) -> dict[str, float]:
        """Random games per second: one simulation evaluates the start itself, by so many rollouts in C++."""

        def work() -> int:
            self._step(ROLLOUTS, 1)
            return ROLLOUTS

        return {"random_games_per_s": rate(work, seconds)}

    def uct(self, seconds: float) -> dict[str, float]:
        """Simulations per second of its C++ UCT, each with one random rollout."""

        def work() -> int:
            self._step(1, SIMULATIONS)
            return SIMULATIONS

        return {"uct_sims_per_s": rate(work, seconds)}


def catan() -> list[Meter]:
    """Random games of Catanatron, four random players to ten points.

    Raises:
        MissingPackage: Catanatron is not installed.
    """
    try:
        import catanatron
    except ImportError as error:
        raise MissingPackage("Catanatron is not measured: pip install catanatron") from error
    colours = list(catanatron.Color)[:CATAN_SEATS]

    def work() -> int:
        catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours]).play()
        return 1

    return [Meter(CATAN, CATAN_SEATS, lambda seconds: {"random_games_per_s": rate(work, seconds)})]
