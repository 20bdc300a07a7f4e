"""The games of the server: listed at once, playable when compiled."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import structlog

from tablier import catalogue
from tablier.catalogue.info import GameInfo
from tablier.catalogue.lessons import Lesson, lessons
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.api import Game

logger = structlog.get_logger()


class _Stopped(Exception):
    """The server stops, and with it the compiler."""


class Library:
    """Compiles every game in one background thread, so that a server listens within a second of its start.

    Numba is only imported by that thread.
    """

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._progress: dict[str, float] = {}
        self.failed: set[str] = set()
        """The games whose compilation failed."""
        self._stopped = False
        self._thread: threading.Thread | None = None
        self._ready: dict[str, asyncio.Event] = {name: asyncio.Event() for name in self.names()}

    def names(self) -> tuple[str, ...]:
        """The games that can be played at a table, in the order of the catalogue."""
        return tuple(name for name in catalogue.names() if catalogue.has_scene(name))

    def info(self, name: str) -> GameInfo:
        """The contents of ``game.toml``, without compiling anything.

        Raises:
            Problem: the game is unknown.
        """
        if name not in self._ready:
            raise Problem(Refusal.NO_GAME)
        return catalogue.info(name)

    def lessons(self, name: str) -> tuple[Lesson, ...]:
        """The lessons of a game.

        Raises:
            Problem: the game is unknown.
        """
        self.info(name)
        return lessons(name)

    def game(self, name: str) -> Game:
        """A compiled game.

        Raises:
            Problem: the game is unknown, still being compiled (``busy``), or could not be (``failed``).
        """
        title = self.info(name).title
        if name in self.failed:
            raise Problem(Refusal.NOT_COMPILED, **title)
        if name not in self._games:
            raise Problem(Refusal.COMPILING, **title)
        return self._games[name]

    def ready(self, name: str) -> bool:
        """Whether a game is compiled."""
        return name in self._games

    def progress(self, name: str) -> float:
        """How much of a game is compiled, from 0 to 1."""
        return 1.0 if self.ready(name) else self._progress.get(name, 0.0)

    async def wait(self, name: str) -> None:
        """Wait until a game is compiled, or its compilation has failed."""
        if name in self._ready:
            await self._ready[name].wait()

    def start(self) -> None:
        """Start to compile; call it from the event loop."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, args=(loop,), name="compile", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether the compiler runs."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Stop after the current step."""
        self._stopped = True

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for name in self.names():
            try:
                self._games[name] = self._compile(name)
                logger.info("game.ready", game=name)
            except _Stopped:
                return
            except Exception:
                self.failed.add(name)
                logger.exception("game.failed", game=name)
            if self._stopped:
                return
            loop.call_soon_threadsafe(self._ready[name].set)

    def _compile(self, name: str) -> Game:
        from tablier import warm
        from tablier.api import game

        steps = warm.steps(name)
        for done, (_label, step) in enumerate(steps):
            if self._stopped:
                raise _Stopped
            self._progress[name] = done / len(steps)
            step()
        return game(name)
