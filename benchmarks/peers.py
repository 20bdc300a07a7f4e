"""Random games and tree search of others, for games of similar size: OpenSpiel in C++, Catanatron in Python."""

from __future__ import annotations

from typing import Any

from tablier.bench import Meter, rate
from tablier.errors import MissingPackage

OPENSPIEL = ("amazons", "hex")
ROLLOUTS = 100
"""Random games between two looks at the clock."""
SIMULATIONS = 2000
"""Simulations of one search."""
MEGABYTES = 1000
"""Memory that a search may take."""
CATAN_SEATS = 4


def openspiel() -> list[Meter]:
    """Return meters of random games and UCT of OpenSpiel's games.

    Raises:
        MissingPackage: OpenSpiel is not installed.
    """
    try:
        import pyspiel
    except ImportError as error:
        raise MissingPackage("OpenSpiel is not measured: pip install --group bench") from error
    found = []
    for name in OPENSPIEL:
        peer = OpenSpiel(pyspiel, name)
        found += [Meter(f"open_spiel/{name}", 2, read) for read in (peer.random_games, peer.uct)]
    return found


class OpenSpiel:
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
        """Return random games per second: the rollouts, in C++, of a search of one simulation."""

        def work() -> int:
            self._step(ROLLOUTS, 1)
            return ROLLOUTS

        return {"random_games_per_s": rate(work, seconds)}

    def uct(self, seconds: float) -> dict[str, float]:
        """Return simulations per second of UCT in C++, each with one random rollout."""

        def work() -> int:
            self._step(1, SIMULATIONS)
            return SIMULATIONS

        return {"uct_sims_per_s": rate(work, seconds)}


def catanatron() -> list[Meter]:
    """Return a meter of Catanatron's random games: four random players, to ten points.

    Raises:
        MissingPackage: Catanatron is not installed.
    """
    try:
        import catanatron
    except ImportError as error:
        raise MissingPackage("Catanatron is not measured: pip install --group bench") from error
    colours = list(catanatron.Color)[:CATAN_SEATS]

    def work() -> int:
        catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours]).play()
        return 1

    return [Meter("catanatron", CATAN_SEATS, lambda seconds: {"random_games_per_s": rate(work, seconds)})]


LOADERS = (openspiel, catanatron)
