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
from contextlib import suppress
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
    """A bot of a frozen program; equal seed, view and seat give equal moves, also of copies."""

    def __init__(self, spec: FrozenSpec, seed: int) -> None:
        """Start the program, if it does not run yet, and compile or load what the bot needs.

        Raises:
            UnknownBot: the program has no such bot, or another version of the game's rules.
        """
        self._spec = spec
        self._seed = seed
        self._program.prepare(spec.game, spec.bot)

    @property
    def _program(self) -> _Program:
        return _program(self._spec.program, os.getpid())

    def plays(self, position: Position, seat: int) -> list[Move]:
        """A whole submission of ``seat``, as the frozen program plays it.

        Raises:
            UnknownSeat: there is no such seat.
            UnknownBot: the program has ended during the turn; the next turn starts it again.
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
    """A frozen program. Its process takes and answers one JSON object a line, and ends with its input.

    The process starts when it is needed, and again if it has ended.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._prepared: set[tuple[str, str]] = set()
        atexit.register(self._stop)

    def prepare(self, game: str, bot: str) -> None:
        """Compile or load what a bot needs.

        Raises:
            UnknownBot: the program does not know the bot, plays by other rules, or has ended.
        """
        with self._lock:
            self._prepare(game, bot)

    def ask(self, game: str, bot: str, **turn: Any) -> dict[str, Any]:
        """Send a request and wait for the answer.

        Raises:
            UnknownBot: the program refuses the request, or has ended.
        """
        with self._lock:
            return self._exchange(self._prepare(game, bot), game=game, bot=bot, **turn)

    def _prepare(self, game: str, bot: str) -> subprocess.Popen[bytes]:
        """The process, in which the bot is compiled."""
        if self._process is None or self._process.poll() is not None:
            self._process, self._prepared = _started(self._name), set()
        process = self._process
        if (game, bot) not in self._prepared:
            self._exchange(process, game=game, bot=bot, layout=layout(game))
            self._prepared.add((game, bot))
        return process

    def _exchange(self, process: subprocess.Popen[bytes], **request: Any) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        # Forget the process until its answer is read: after an interruption the next request would get this answer.
        self._process = None
        line = b""
        try:
            process.stdin.write(msgspec.json.encode(request) + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:  # it ended before
            pass
        finally:
            if not line.endswith(b"\n"):
                process.kill()
                _close(process)
        if not line.endswith(b"\n"):
            raise UnknownBot(f"frozen program {self._name}: it has ended; see its messages above")
        self._process = process
        answer: dict[str, Any] = msgspec.json.decode(line)
        if "error" in answer:
            raise UnknownBot(f"frozen program {self._name}: {answer['error']}")
        return answer

    def _stop(self) -> None:
        if self._process is not None:
            _close(self._process)


def _started(name: str) -> subprocess.Popen[bytes]:
    path = os.pathsep.join([str(_unpacked(name)), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-P", "-c", "from tablier.bots.frozen import play; play.main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,  # Ctrl-C interrupts this process alone, which may catch it and play on
    )


def _close(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes and wait for the end."""
    with suppress(BrokenPipeError), process:  # a request that a dead process has not read cannot be flushed
        pass


@functools.cache
def _program(name: str, process: int) -> _Program:
    """The program, one for each process: a fork must not share its pipes."""
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
