"""Environments as a program that learns meets them, beside those of PettingZoo, Pgx and OpenSpiel.

Choosing the actions is never counted. Many games at once are measured by the wall clock, with two threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tablier.bench.engine import BATCH, SETTLE, any_legal
from tablier.bench.meter import Meter, rate
from tablier.errors import MissingPackage
from tablier.position import Game

THREADS = 2
TURNS = 200
"""How many turns are taken between two looks at the clock."""
PETTINGZOO = ("connect_four_v3", "tictactoe_v3")
PGX = ("connect_four", "hex")
OPENSPIEL = ("connect_four", "hex")


def meters(game: Game, seats: int) -> list[Meter]:
    """Many games at once, without and with observations, and one game in PettingZoo.

    Raises:
        MissingPackage: Gymnasium or PettingZoo is not installed.
    """
    from tablier.envs.pettingzoo import GameAECEnv

    return [
        Meter(game.name, seats, Vector(game, seats, "vector_steps_per_s", observe=False).read),
        Meter(game.name, seats, Vector(game, seats, "vector_steps_with_features_per_s", observe=True).read),
        Meter(game.name, seats, Turns(GameAECEnv(game.name, seats)).read),
    ]


def neighbours() -> tuple[list[Meter], list[str]]:
    """The environments of others that are installed, and what to install for the rest."""
    found: list[Meter] = []
    notes = []
    for load in (_pettingzoo, _openspiel, _pgx):
        try:
            found += load()
        except MissingPackage as error:
            notes.append(str(error))
    return found, notes


def _pettingzoo() -> list[Meter]:
    from importlib import import_module

    try:
        makers = [import_module(f"pettingzoo.classic.{name}").env for name in PETTINGZOO]
    except ImportError as error:
        raise MissingPackage("PettingZoo's games are not measured: pip install 'tablier[bench]'") from error
    return [Meter(f"pettingzoo/{name}", 2, Turns(make()).read) for name, make in zip(PETTINGZOO, makers, strict=True)]


def _openspiel() -> list[Meter]:
    try:
        import pyspiel
    except ImportError as error:
        raise MissingPackage("OpenSpiel's states are not measured: pip install 'tablier[bench]'") from error
    return [Meter(f"open_spiel/{name}", 2, States(pyspiel.load_game(name)).read) for name in OPENSPIEL]


def _pgx() -> list[Meter]:
    try:
        import pgx
    except ImportError as error:
        raise MissingPackage("Pgx is not measured: pip install pgx (it brings JAX)") from error
    return [Meter(f"pgx/{name}", 2, Jitted(pgx.make(name)).read) for name in PGX]


def by_the_wall(step: Callable[[], float], seconds: float) -> float:
    """Steps per second of a batch; ``step`` steps it once and returns the seconds that it took."""
    steps, took = 0, 0.0
    while took < seconds:
        took += step()
        steps += BATCH
    return steps / took


class Vector:
    """Our games in a vector environment: plies, rewards and masks, and observations if asked for."""

    def __init__(self, game: Game, seats: int, measure: str, *, observe: bool) -> None:
        from tablier.envs.gymnasium import GameVectorEnv

        self._env = GameVectorEnv(game.name, BATCH, seats, threads=THREADS, observe=observe, copy=False)
        self._rng = np.random.default_rng(0)
        self._measure = measure
        self._infos = self._env.reset(seed=0)[1]
        for _ in range(SETTLE):
            self._step()

    def _step(self) -> float:
        actions = any_legal(self._infos["action_mask"], self._rng)
        begun = time.perf_counter()
        self._infos = self._env.step(actions)[4]
        return time.perf_counter() - begun

    def read(self, seconds: float) -> dict[str, float]:
        """Steps per second of all games together."""
        return {self._measure: by_the_wall(self._step, seconds)}


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
        """Steps per second."""
        turns, took = 0, 0.0
        while took < seconds:
            took += self._turn()
            turns += 1
        return {"aec_steps_per_s": turns / took}


class States:
    """One state of OpenSpiel, written in C++ and stepped from Python: the mask of legal actions, then one of them."""

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
        """Steps per second; choosing at random is too little to be taken out."""
        return {"state_steps_per_s": rate(self._plies, seconds)}


class Jitted:
    """Many games of Pgx, compiled by JAX for this processor, with as many threads as JAX likes."""

    def __init__(self, env: Any) -> None:
        import jax
        from pgx.experimental.wrappers import auto_reset

        key = jax.random.PRNGKey(0)
        self._step_all = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        self._state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
        self._keys = jax.random.split(key, BATCH)
        self._rng = np.random.default_rng(0)
        for _ in range(SETTLE):
            self._step()

    def _step(self) -> float:
        actions = any_legal(np.asarray(self._state.legal_action_mask), self._rng)
        begun = time.perf_counter()
        self._state = self._step_all(self._state, actions, self._keys)
        self._state.current_player.block_until_ready()
        return time.perf_counter() - begun

    def read(self, seconds: float) -> dict[str, float]:
        """Steps per second of all games together, with observations: Pgx always has them."""
        return {"vector_steps_with_features_per_s": by_the_wall(self._step, seconds)}
