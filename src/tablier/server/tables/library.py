"""The games of the server: listed at once, playable when interpreted or compiled."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog

from tablier import catalogue
from tablier.errors import GameError
from tablier.server.domain.games import Games
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from tablier.api import Game
    from tablier.interpreter import InterpretedBot, Interpreter

logger = structlog.get_logger()

GRACE = 10.0
"""Seconds for which interpreters outlive their last use, for calls that have begun."""


class _Stopped(Exception):
    """The server stops, and with it the compiler."""


class Library(Games):
    """Compiles every game in one background thread, so that a server listens within a second of its start.

    Numba is only imported by that thread.

    Args:
        interpret: open games at once, under rules that another process interprets until they are compiled; in a third
            process bots think, except those whose strength depends on their speed.
    """

    def __init__(self, *, interpret: bool = False) -> None:
        self._games: dict[str, Game] = {}
        self._progress: dict[str, float] = {}
        self._kernels: dict[str, Path | None] = {}
        self.failed: set[str] = set()
        """The games whose compilation failed."""
        self._interpret = interpret
        self._interpreted: set[str] = set()
        self._thinker: Interpreter | None = None
        """Interprets the rules for bots, so that tables need not wait while they think."""
        self._wanted: list[str] = []
        self._begun: set[str] = set()
        self._compilers: list[subprocess.Popen[str]] = []
        self._stopped = False
        self._thread: threading.Thread | None = None
        self._ready: dict[str, asyncio.Event] = {name: asyncio.Event() for name in self.names()}
        self._compiled: dict[str, asyncio.Event] = {name: asyncio.Event() for name in self.names()}

    def game(self, name: str) -> Game:
        """A game that can be played.

        Raises:
            Problem: the game is unknown, not ready (``busy``), or could not be compiled (``failed``).
        """
        title = self.info(name).title
        if name in self.failed:
            raise Problem(Refusal.NOT_COMPILED, **title)
        if name not in self._games:
            raise Problem(Refusal.COMPILING, **title)
        return self._games[name]

    def require_compiled(self, name: str) -> None:
        """Check that the bots of a game can think.

        Raises:
            Problem: the game is unknown, is still being compiled (``busy``), or could not be compiled (``failed``).
        """
        self.game(name)
        if not self.compiled(name):
            raise Problem(Refusal.COMPILING, **self.info(name).title)

    def ready(self, name: str) -> bool:
        """Whether a game can be played."""
        return name in self._games

    def compiled(self, name: str) -> bool:
        """Whether a game is compiled, so that bots can think and nothing is interpreted."""
        return self.ready(name) and name not in self._interpreted

    def can_think(self, name: str, level: int) -> bool:
        """Whether bots of this level need not wait for their game to be compiled."""
        return self.compiled(name) or self._can_interpret(name, level)

    def interpreted_bot(self, name: str, level: int, seed: int) -> InterpretedBot | None:
        """A bot that thinks before its game is compiled, which is then done before others.

        ``None`` if the game is compiled, or if bots of this level must wait until it is.
        """
        if self._thinker is None or not self._can_interpret(name, level):
            return None
        self._want(name)
        return self._thinker.bot(name, level, seed)

    def _want(self, name: str) -> None:
        """Let a game be compiled before others."""
        if name not in self._wanted:
            self._wanted.append(name)

    def _can_interpret(self, name: str, level: int) -> bool:
        if name not in self._interpreted:
            return False
        from tablier.interpreter import has_steady_level

        return has_steady_level(name, level)

    def progress(self, name: str) -> float:
        """How much of a game is compiled, from 0 to 1."""
        return 1.0 if self.compiled(name) else self._progress.get(name, 0.0)

    def browser_kernels(self, name: str) -> Path | None:
        """The folder with the kernels of a game for browsers, if they were built before the server started."""
        return self._kernels.get(name)

    def search_folder(self, name: str) -> str:
        """The address of the folder with the files for searches in browsers; empty where there are none."""
        kernels = self.browser_kernels(name)
        return f"/local/{kernels.name}/" if kernels else ""

    async def wait(self, name: str) -> None:
        """Wait until a game can be played, or its compilation has failed."""
        if name in self._ready:
            await self._ready[name].wait()

    async def wait_compiled(self, name: str) -> None:
        """Compile a game before others, and wait until that is done or has failed."""
        if name in self._compiled:
            self._want(name)
            await self._compiled[name].wait()

    async def wait_all_compiled(self, seconds: float) -> None:
        """Compile all games, and wait for them at most so many seconds. Loading them blocks the process for seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for name in self.names():
                    await self.wait_compiled(name)

    async def wait_to_search(self, name: str, seconds: float) -> None:
        """Wait for a game to be compiled, at most so many seconds.

        Raises:
            Problem: the game is unknown, is still being compiled (``busy``), or could not be compiled (``failed``).
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.wait_compiled(name)
        self.require_compiled(name)

    def start(self) -> None:
        """Start to compile; call it from the event loop."""
        for name in catalogue.names():
            if not catalogue.has_scene(name):
                logger.warning("game.not_offered", game=name, reason="it has no scene.py")
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
        for compiler in self._compilers:
            compiler.kill()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        interpreters = self._open(loop) if self._interpret else ()
        try:
            for name in self.names():
                self._finish(name, loop)
            until = time.monotonic() + GRACE
            while interpreters and not self._stopped and time.monotonic() < until:
                time.sleep(0.1)
        except _Stopped:
            pass
        finally:
            for interpreter in interpreters:
                interpreter.close()

    def _open(self, loop: asyncio.AbstractEventLoop) -> tuple[Interpreter, ...]:
        """Open all games under interpreted rules."""
        from tablier.api import game
        from tablier.interpreter import Interpreter

        interpreter, self._thinker = Interpreter(), Interpreter()
        try:
            for name in self.names():
                one = game(name)
                one.runtime = one.definition.state.runtime = interpreter.runtime(name)
                self._interpreted.add(name)
                self._games[name] = one
                loop.call_soon_threadsafe(self._ready[name].set)
        except Exception:  # they open when they are compiled
            logger.exception("games.not_interpreted")
        return interpreter, self._thinker

    def _finish(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        """Compile a game, unless that is done."""
        if name in self._begun:
            return
        self._begun.add(name)
        try:
            if name in self._interpreted:
                self._fill_cache(name, loop)
            self._games[name] = self._compile(name)
            self._interpreted.discard(name)
            logger.info("game.ready", game=name)
        except _Stopped:
            raise
        except Exception as error:
            self.failed.add(name)
            known = isinstance(error, GameError)
            logger.exception("game.failed", game=name, reason=str(error), exc_info=not known)
        if self._stopped:
            raise _Stopped
        loop.call_soon_threadsafe(self._ready[name].set)
        loop.call_soon_threadsafe(self._compiled[name].set)

    def _compile(self, name: str) -> Game:
        from tablier import browser_kernels, warm
        from tablier.api import game

        steps = warm.steps(name)
        one = game(name)
        one.runtime = one.definition.state.runtime  # the compiled one
        for done, (_label, step) in enumerate(steps):
            if self._stopped:
                raise _Stopped
            self._progress[name] = max(self._progress.get(name, 0.0), done / len(steps))
            step()
        self._kernels[name] = browser_kernels.built(name)
        return one

    def _fill_cache(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        """Compile a game in another process; if that fails, this process compiles it and finds the reason."""
        try:
            self._precompile(name, loop)
        except _Stopped:
            raise
        except Exception:
            logger.exception("game.not_precompiled", game=name)

    def _precompile(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        """Compile a game in another process; meanwhile, the games that bots wait for."""
        from tablier import warm

        if warm.is_warm(name):
            return
        with subprocess.Popen(
            [sys.executable, "-m", "tablier.warm", name],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what fails there fails again in this process
            text=True,
            start_new_session=True,
        ) as compiler:
            self._compilers.append(compiler)
            assert compiler.stdout is not None
            for line in compiler.stdout:
                done, total = map(int, line.split())
                self._progress[name] = done / total
                for other in self._wanted:
                    self._finish(other, loop)
        if self._stopped:
            raise _Stopped
