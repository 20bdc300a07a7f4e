"""Rules interpreted by a process of their own, for games that are not compiled yet.

Numba compiles a module or interprets it, so the two need two processes. :class:`Interpreter` starts the other one and
gives :class:`tablier.core.state.Runtime` of its games. A ply takes some milliseconds, enough for a table. Bots whose
moves do not depend on their speed can think there, too (:meth:`Interpreter.bot`).
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from array import array
from collections.abc import Callable, Sequence
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from tablier import bots
from tablier.api import game
from tablier.catalogue.info import Value
from tablier.core.bitsets import unpack_bits
from tablier.core.events import EventLog
from tablier.core.state import Runtime, StateRecord
from tablier.errors import GameError
from tablier.moves import Move
from tablier.position import Position


class Interpreter:
    """The other process. It starts with the first request, and ends with this one or by :meth:`close`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def _started(self) -> subprocess.Popen[bytes]:
        """The process; call it under the lock.

        Raises:
            OSError: it was closed.
        """
        if self._closed:
            raise OSError("it was closed")
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tablier.interpreter"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # its answers tell what fails
                env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
                start_new_session=True,  # Ctrl+C is for the server
            )
        return self._process

    def runtime(self, name: str) -> InterpretedRuntime:
        """The rules of a game.

        Raises:
            GameError: the other process cannot load the game.
        """
        return InterpretedRuntime(self, name)

    def bot(self, name: str, level: int, seed: int) -> InterpretedBot:
        """A bot of a level for which :func:`has_steady_level` holds. It plays the same moves as compiled."""
        return InterpretedBot(self, name, level, seed)

    def ask(self, *message: Any) -> Any:
        """Send a request and wait for the answer.

        Raises:
            GameError: the request failed, or the process has ended.
        """
        with self._lock:
            try:
                process = self._started()
                assert process.stdin is not None
                assert process.stdout is not None
                _send(process.stdin, message)
                answer = _receive(process.stdout)
            except (OSError, ValueError) as error:
                raise GameError(f"the process that interprets rules has ended: {error}") from error
        if answer is None:
            raise GameError("the process that interprets rules has ended")
        if "error" in answer:
            raise GameError(f"interpreting {message[0]}: {answer['error']}")
        return answer["result"]

    def close(self) -> None:
        """End the process, and with it the request that it answers."""
        self._closed = True
        if process := self._process:
            process.kill()
        with self._lock:
            if self._process:
                self._process.kill()
                self._process.communicate()


class InterpretedRuntime:
    """Implements :class:`tablier.core.state.Runtime` by the other process."""

    def __init__(self, interpreter: Interpreter, name: str) -> None:
        self._interpreter = interpreter
        self._name = name
        self.actions: int = interpreter.ask(name, "actions", b"", [])

    def _run(self, kernel: str, state: StateRecord, *args: Any) -> Any:
        result, state.data[:] = self._interpreter.ask(self._name, kernel, bytes(state.data), args)
        return result

    def setup(self, state: StateRecord, seats: int, options: Sequence[int]) -> None:
        """See the protocol."""
        self._run("setup", state, seats, list(options))

    def movers(self, state: StateRecord) -> int:
        """See the protocol."""
        return int(self._run("movers", state))

    def legal(self, state: StateRecord, seat: int) -> list[int]:
        """See the protocol."""
        return list(self._run("legal", state, seat))

    def chance_weights(self, state: StateRecord) -> list[int]:
        """See the protocol."""
        return list(self._run("chance_weights", state))

    def apply(self, state: StateRecord, seat: int, action: int, log: array[int] | None = None) -> None:
        """See the protocol."""
        if log is None:
            self._run("apply", state, seat, action)
        else:
            log[:] = array("q", self._run("log", state, seat, action))

    def scores(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """See the protocol."""
        return tuple(self._run("scores", state, seats))

    def ranks(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """See the protocol."""
        return tuple(self._run("ranks", state, seats))

    def end_reason(self, state: StateRecord) -> int:
        """See the protocol."""
        return int(self._run("end_reason", state))

    def hide(self, state: StateRecord, seat: int) -> None:
        """See the protocol."""
        self._run("hide", state, seat)

    def unpack(self, data: bytes) -> bytes:
        """See the protocol."""
        return unpack_bits(data)

    def query(self, name: str, state: StateRecord, *args: int | array[int]) -> int:
        """See the protocol."""
        given = [arg if isinstance(arg, int) else arg.tolist() for arg in args]
        result, filled = self._run("query", state, name, given)
        for arg, values in zip(args, filled, strict=True):
            if isinstance(arg, array):
                arg[:] = array("q", values)
        return int(result)


class InterpretedBot:
    """A bot that thinks in the other process."""

    def __init__(self, interpreter: Interpreter, name: str, level: int, seed: int) -> None:
        self._interpreter = interpreter
        self._name = name
        self._who = (level, seed)

    def plays(self, position: Position, seat: int) -> list[Move]:
        """The moves of a whole submission, from what ``seat`` may know.

        Raises:
            GameError: the other process failed, or has ended.
        """
        view = position.view(seat)
        given = (*self._who, seat, view.seats, view.options)
        played = self._interpreter.ask(self._name, "plays", view.key(), given)
        return [Move(seat, action, text) for action, text in played]


def has_steady_level(name: str, level: int) -> bool:
    """Whether a level plays the same moves at any speed, given the same seed.

    Raises:
        UnknownGame: there is no game of that name.
        UnknownBot: it has no such level.
    """
    return _untimed(bots.spec(name, str(level))) is not None


def _untimed(spec: bots.Spec) -> bots.Spec | None:
    """The same bot without its time limit; ``None`` if nothing else limits it, or its program is another one."""
    match spec:
        case bots.SearchSpec():
            return replace(spec, seconds=None) if spec.iterations else None
        case bots.MixedSpec():
            steady = spec.screening is not None and spec.rounds is not None
            return replace(spec, seconds=math.inf) if steady else None
        case bots.FrozenSpec():
            return None
        case _:
            return spec


def main() -> None:
    """Answer requests on the standard input until it ends."""
    while (request := _receive(sys.stdin.buffer)) is not None:
        name, kernel, data, args = request
        try:
            answer = {"result": _answer(name, kernel, data, args)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        _send(sys.stdout.buffer, answer)


def _answer(name: str, kernel: str, data: bytes, args: list[Any]) -> Any:
    runtime = game(name).runtime
    if kernel == "actions":
        return runtime.actions
    state = game(name).definition.state(data)
    if kernel == "plays":
        return _played(name, state, *args)
    return _called(runtime, kernel, state, args), bytes(state.data)


def _played(
    name: str, state: StateRecord, level: int, seed: int, seat: int, seats: int, options: dict[str, Value]
) -> list[tuple[int, str]]:
    spec = _untimed(bots.spec(name, str(level)))
    assert spec is not None
    view = Position(game(name), state, options, seats, seat)
    return [(move.action, move.text) for move in bots.bot(spec, seed=seed).plays(view, seat)]


def _called(runtime: Runtime, kernel: str, state: StateRecord, args: list[Any]) -> Any:
    match kernel:
        case "query":
            name, given = args
            filled = [arg if isinstance(arg, int) else array("q", arg) for arg in given]
            result = runtime.query(name, state, *filled)
            return result, [arg if isinstance(arg, int) else arg.tolist() for arg in filled]
        case "log":
            log = EventLog()
            seat, action = args
            runtime.apply(state, seat, action, log.cells)
            return log.cells.tolist()
        case _:
            known: dict[str, Callable[..., Any]] = {
                "setup": runtime.setup,
                "movers": runtime.movers,
                "legal": runtime.legal,
                "chance_weights": runtime.chance_weights,
                "apply": runtime.apply,
                "scores": runtime.scores,
                "ranks": runtime.ranks,
                "end_reason": runtime.end_reason,
                "hide": runtime.hide,
            }
            found = known[kernel](state, *args)
            return found if found is None or isinstance(found, int) else list(map(int, found))


def _send(stream: IO[bytes], message: Any) -> None:
    data = msgspec.msgpack.encode(message)
    stream.write(len(data).to_bytes(4, "little") + data)
    stream.flush()


def _receive(stream: IO[bytes]) -> Any:
    """The next message; ``None`` at the end of the stream."""
    size = stream.read(4)
    return msgspec.msgpack.decode(stream.read(int.from_bytes(size, "little"))) if size else None


if __name__ == "__main__":
    main()
