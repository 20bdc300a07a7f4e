"""Frozen programs: earlier versions of Tablier as opponents that never change.

A frozen program is an archive of the package as it was: rules, evaluations, levels, search and bots, without table and
server. It plays in a process of its own, with its own modules and compiled kernels, so no later change reaches it.
``tools/freeze.py`` makes an archive of the current commit.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import io
import os
import subprocess
import sys
import threading
import zipfile
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tablier.bots.frozen.state_layout import layout
from tablier.bots.specs import FrozenSpec
from tablier.engine import cache
from tablier.errors import UnknownBot
from tablier.moves import Move

if TYPE_CHECKING:
    from tablier.position import Position


class FrozenBot:
    """A bot of a frozen program; equal seed, view and seat give equal moves."""

    def __init__(self, spec: FrozenSpec, seed: int) -> None:
        """Start the program, if it does not run yet, and compile or load what the bot needs.

        Raises:
            UnknownBot: the program has no such bot, or another version of the game's rules.
        """
        self._spec = spec
        self._seed = seed
        self._program = _program(spec.program, os.getpid())
        self._program.prepare(spec.game, spec.bot)

    def plays(self, position: Position, seat: int) -> list[Move]:
        """A whole submission of ``seat``, as the frozen program plays it.

        Raises:
            UnknownSeat: there is no such seat.
            UnknownBot: the program has ended.
        """
        view = position.view(seat)
        found = self._program.ask(
            game=self._spec.game,
            bot=self._spec.bot,
            seed=self._seed,
            seat=seat,
            seats=view.seats,
            options=view.options,
            state=view.key().hex(),
        )
        moves: list[Move] = []
        for text in found["moves"]:
            moves.append(view.parse(text, seat))
            view.push(moves[-1])
        return moves


class _Program:
    """The process of a frozen program. It takes and answers one JSON object a line, and ends with its input."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        path = os.pathsep.join([str(_unpacked(name)), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from tablier.bots.frozen import play; play.main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        atexit.register(self._stop)
        self.prepare = functools.cache(self._prepare)

    def _prepare(self, game: str, bot: str) -> None:
        self.ask(game=game, bot=bot, layout=layout(game))

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request and wait for the answer.

        Raises:
            UnknownBot: the program refuses the request, or has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            try:
                self._process.stdin.write(msgspec.json.encode(request) + b"\n")
                self._process.stdin.flush()
                line = self._process.stdout.readline()
            except OSError:  # it ended before
                line = b""
        answer: dict[str, Any] = (
            msgspec.json.decode(line) if line else {"error": "it has ended; see its messages above"}
        )
        if "error" in answer:
            raise UnknownBot(f"frozen program {self._name}: {answer['error']}")
        return answer

    def _stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@functools.cache
def _program(name: str, process: int) -> _Program:
    """The program, started once in each process: a fork must not share its pipes."""
    return _Program(name)


def _unpacked(name: str) -> Path:
    """The folder with the modules of a program, unpacked in the cache on first use."""
    data = (resources.files(__name__) / f"{name}.zip").read_bytes()
    folder = cache.root() / f"frozen-{name}-{hashlib.blake2b(data, digest_size=8).hexdigest()}"
    if not folder.exists():
        part = folder.with_name(f"{folder.name}.{os.getpid()}")
        zipfile.ZipFile(io.BytesIO(data)).extractall(part)
        try:
            part.rename(folder)
        except OSError:  # another process was faster
            if not folder.exists():
                raise
    return folder
