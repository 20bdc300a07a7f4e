"""Steps of environments, ours and those of PettingZoo, Pgx and OpenSpiel.

The time to choose the actions is not counted. Many games at once run on two threads and are measured in wall time.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import numpy as np

from tablier.api import Game
from tablier.bench import BATCH, WARM_UP, Meter, batch_rate, default_options, random_actions, rate
from tablier.engine.batch import Batch
from tablier.errors import MissingPackage

THREADS = 2
TURNS = 200
"""Turns between two looks at the clock."""
PETTINGZOO = ("connect_four_v3", "tictactoe_v3")
PGX = ("connect_four", "hex")
OPENSPIEL = ("connect_four", "hex")


def meters(game: Game, seats: int) -> list[Meter]:
    """Return meters of our environments: many games at once, without and with observations, and one game.

    Raises:
        MissingPackage: Gymnasium or PettingZoo is not installed.
    """
    from tablier.envs.pettingzoo import GameAECEnv

    return [
        Meter(game.name, seats, Vector(game, seats, "vector_steps_per_s", observe=False).read),
        Meter(game.name, seats, Vector(game, seats, "vector_steps_with_features_per_s", observe=True).read),
        Meter(game.name, seats, Turns(GameAECEnv(game.name, seats)).read),
    ]


def pettingzoo() -> list[Meter]:
    """Return meters of PettingZoo's own games.

    Raises:
        MissingPackage: PettingZoo, or what its games need, is not installed.
    """
    try:
        makers = [import_module(f"pettingzoo.classic.{name}").env for name in PETTINGZOO]
    except ImportError as error:
        raise MissingPackage("PettingZoo's games are not measured: pip install --group bench") from error
    return [Meter(f"pettingzoo/{name}", 2, Turns(make()).read) for name, make in zip(PETTINGZOO, makers, strict=True)]


def openspiel() -> list[Meter]:
    """Return meters of OpenSpiel's states, stepped from Python.

    Raises:
        MissingPackage: OpenSpiel is not installed.
    """
    try:
        import pyspiel
    except ImportError as error:
        raise MissingPackage("OpenSpiel's states are not measured: pip install --group bench") from error
    return [Meter(f"open_spiel/{name}", 2, States(pyspiel.load_game(name)).read) for name in OPENSPIEL]


def pgx() -> list[Meter]:
    """Return meters of Pgx's environments on the CPU.

    Raises:
        MissingPackage: Pgx is not installed.
    """
    try:
        import pgx
    except ImportError as error:
        raise MissingPackage("Pgx is not measured: pip install pgx (it brings JAX)") from error
    return [Meter(f"pgx/{name}", 2, Jitted(pgx.make(name)).read) for name in PGX]


class Vector:
    """Many of our games stepped at once: plies, rewards and masks, and observations on request."""

    def __init__(self, game: Game, seats: int, measure: str, *, observe: bool) -> None:
        options = default_options(game)
        self._batch = Batch(game.rules, BATCH, seats=seats, options=options, seed=0, threads=THREADS, observe=observe)
        self._rng = np.random.default_rng(0)
        self._measure = measure
        for _ in range(WARM_UP):
            self._step()

    def _step(self) -> float:
        actions = random_actions(self._batch.mask, self._rng)
        begun = time.perf_counter()
        self._batch.step(actions)
        return time.perf_counter() - begun

    def read(self, seconds: float) -> dict[str, float]:
        """Return steps of single games per second."""
        return {self._measure: batch_rate(self._step, seconds)}


class Turns:
    """One game of PettingZoo, ours or theirs: ``last`` and ``step`` of each agent in turn."""

    def __init__(self, env: Any) -> None:
        self._env = env
        self._env.reset(seed=0)
        self._rng = np.random.default_rng(0)

    def _turn(self) -> float:
        begun = time.thread_time()
        observation, _, over, cut, _ = self._env.last()
        took = time.thread_time() - begun
        if over or cut:
            self._env.reset()
            return took
        legal = np.flatnonzero(observation["action_mask"])
        action = int(legal[self._rng.integers(len(legal))])
        begun = time.thread_time()
        self._env.step(action)
        return took + time.thread_time() - begun

    def read(self, seconds: float) -> dict[str, float]:
        """Return steps per second."""
        turns, took = 0, 0.0
        while took < seconds:
            took += self._turn()
            turns += 1
        return {"aec_steps_per_s": turns / took}


class States:
    """A state of OpenSpiel, written in C++ and stepped from Python: the mask of legal actions, then one of them."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._state = game.new_initial_state()
        self._rng = np.random.default_rng(0)

    def _plies(self) -> int:
        for _ in range(TURNS):
            legal = np.flatnonzero(self._state.legal_actions_mask())
            self._state.apply_action(int(legal[self._rng.integers(len(legal))]))
            if self._state.is_terminal():
                self._state = self._game.new_initial_state()
        return TURNS

    def read(self, seconds: float) -> dict[str, float]:
        """Return steps per second, with the time to choose the actions, which is small."""
        return {"state_steps_per_s": rate(self._plies, seconds)}


class Jitted:
    """Many games of Pgx, compiled by JAX for the CPU, with JAX's own number of threads."""

    def __init__(self, env: Any) -> None:
        import jax
        from pgx.experimental.wrappers import auto_reset

        key = jax.random.PRNGKey(0)
        self._step_all = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        self._state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
        self._keys = jax.random.split(key, BATCH)
        self._rng = np.random.default_rng(0)
        for _ in range(WARM_UP):
            self._step()

    def _step(self) -> float:
        actions = random_actions(np.asarray(self._state.legal_action_mask), self._rng)
        begun = time.perf_counter()
        self._state = self._step_all(self._state, actions, self._keys)
        self._state.current_player.block_until_ready()
        return time.perf_counter() - begun

    def read(self, seconds: float) -> dict[str, float]:
        """Return steps of single games per second, with observations, which every step of Pgx makes."""
        return {"vector_steps_with_features_per_s": batch_rate(self._step, seconds)}


LOADERS = (pettingzoo, openspiel, pgx)
