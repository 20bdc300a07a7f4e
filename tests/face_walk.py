"""Random games through all functions of the face, as digests, which do not depend on where the kernels run.

``python -m face_walk GAME SEED`` plays with NumPy and Numba blocked; the kernels are asked for over stdin and stdout.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterator, Sequence
from random import Random
from typing import IO, Any

import msgspec

PLIES = 60


def digests(name: str, seed: int) -> Iterator[str]:
    """The digest of each ply of a random game: stage, views, prompts, paths, notation, narration, refusals."""
    import tablier

    random = Random(seed)
    game = tablier.game(name)
    position = game.new(random.choice(game.info.seats))
    yield _hash(game.scene.stage(position), str(position))
    while position.movers and position.ply < PLIES:
        seat = random.choice(position.movers)
        moves = position.moves(seat)
        move = random.choice(moves)
        shown = [_shown(position, reader) for reader in (None, *range(position.seats))]
        before = position.copy()
        said = _asked(position, seat, random)
        position.push(move)
        yield _hash(shown, said, [m.text for m in moves], _told(before, seat, move.action, position), str(position))
    assert tablier.Record.of(position).replay() == position


def _shown(position: Any, reader: int | None) -> Any:
    return position.game.scene.view(position.view(reader), reader)


def _asked(position: Any, seat: int, random: Random) -> Any:
    import tablier

    if seat == tablier.CHANCE:
        return position.odds()
    scene, view = position.game.scene, position.view(seat)
    actions = range(position.game.actions(**position.options))
    return (
        scene.prompts(view, seat),
        [
            (scene.paths(view, seat, move.action), scene.reveals_hidden(view, seat, move.action))
            for move in view.moves(seat)
        ],
        [view.why(action, seat) for action in random.sample(actions, min(40, len(actions)))],
        [view.parse(move.text, seat).action for move in view.moves(seat)],
    )


def _told(before: Any, seat: int, action: int, after: Any) -> Any:
    scene = after.game.scene
    return [
        scene.narrate(before.view(reader), seat, [action], after.view(reader), reader, after.events(reader))
        for reader in (None, *range(after.seats))
    ]


def _hash(*things: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(things)).hexdigest()[:16]


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message."""
    data = msgspec.msgpack.encode(message)
    stream.write(len(data).to_bytes(4, "little") + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message."""
    return msgspec.msgpack.decode(stream.read(int.from_bytes(stream.read(4), "little")))


class RemoteRuntime:
    """Implements ``tablier.core.state.Runtime`` by asking another process."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.actions: int = self._ask("actions")

    def _ask(self, kernel: str, *args: Any) -> Any:
        send(sys.stdout.buffer, [self.game, kernel, args])
        return receive(sys.stdin.buffer)

    def _run(self, kernel: str, state: Any, *args: Any) -> Any:
        result, data = self._ask(kernel, bytes(state.data), *args)
        state.data[:] = data
        return result

    def setup(self, state: Any, seats: int, options: Sequence[int]) -> None:
        self._run("setup", state, seats, list(options))

    def movers(self, state: Any) -> int:
        return int(self._run("movers", state))

    def legal(self, state: Any, seat: int) -> array[int]:
        return array("h", self._run("legal", state, seat))

    def chance_weights(self, state: Any) -> list[int]:
        return list(self._run("chance_weights", state))

    def apply(self, state: Any, seat: int, action: int, log: array[int] | None = None) -> None:
        if log is None:
            self._run("apply", state, seat, action)
        else:
            log[:] = array("q", self._run("log", state, seat, action))

    def scores(self, state: Any, seats: int) -> tuple[int, ...]:
        return tuple(self._run("scores", state, seats))

    def ranks(self, state: Any, seats: int) -> tuple[int, ...]:
        return tuple(self._run("ranks", state, seats))

    def end_reason(self, state: Any) -> int:
        return int(self._run("end_reason", state))

    def hide(self, state: Any, seat: int) -> None:
        self._run("hide", state, seat)

    def unpack(self, data: bytes) -> bytes:
        from tablier.core.bitsets import unpack_bits

        return unpack_bits(data)

    def query(self, name: str, state: Any, *args: int | array[int]) -> int:
        given = [arg if isinstance(arg, int) else arg.tolist() for arg in args]
        (result, filled), data = self._ask("query", bytes(state.data), name, given)
        state.data[:] = data
        for arg, values in zip(args, filled, strict=True):
            if isinstance(arg, array):
                arg[:] = array("q", values)
        return int(result)


def main(game: str, seed: int) -> None:
    """Play with both packages blocked and send the digests."""
    blocked: dict[str, Any] = {"numpy": None, "numba": None}
    sys.modules.update(blocked)
    from tablier.core import runtime

    runtime.use(RemoteRuntime)
    send(sys.stdout.buffer, ["", "done", list(digests(game, seed))])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
