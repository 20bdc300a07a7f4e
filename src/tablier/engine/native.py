"""The compiled kernels of a game in this process, as the face calls them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.core.state import StateRecord
from tablier.engine.game_rules import Rules
from tablier.engine.records import native


class NativeRuntime:
    """Implements :class:`tablier.core.state.Runtime` by Numba.

    It calls the game's kernels directly: the protocol's lookup of the game takes longer than most kernels.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.actions = rules.actions
        self._length = len(rules.action_buffer())
        self._legal, self._movers, self._apply = map(rules.kernel, ("legal", "movers", "apply"))
        self._setup, self._hide, self._weights = map(rules.kernel, ("setup", "hide", "chance_weights"))
        self._scores, self._ranks, self._reason = map(rules.kernel, ("scores", "ranks", "end_reason"))

    def setup(self, state: StateRecord, seats: int, options: Sequence[int]) -> None:
        """See the protocol."""
        self._setup(native(state), seats, np.array(options, np.int64))

    def movers(self, state: StateRecord) -> int:
        """See the protocol."""
        return int(self._movers(native(state)))

    def legal(self, state: StateRecord, seat: int) -> Any:
        """The legal actions: read-only ``int16``, ascending."""
        out = np.empty(self._length, np.int16)
        listed = out[: self._legal(native(state), seat, out)]
        listed.setflags(write=False)
        return listed

    def chance_weights(self, state: StateRecord) -> list[int]:
        """See the protocol."""
        out = self.rules.weight_buffer()
        weights: list[int] = out[: self._weights(native(state), out)].tolist()
        return weights

    def apply(self, state: StateRecord, seat: int, action: int, log: array[int] | None = None) -> None:
        """See the protocol."""
        if log is None:
            self._apply(native(state), seat, action)
        else:
            self._apply(native(state), seat, action, np.frombuffer(log, np.int64))

    def scores(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """See the protocol."""
        out = np.zeros(seats, np.int64)
        self._scores(native(state), out)
        return tuple(out.tolist())

    def ranks(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """See the protocol."""
        out = np.zeros(seats, np.int64)
        self._ranks(native(state), out)
        return tuple(out.tolist())

    def end_reason(self, state: StateRecord) -> int:
        """See the protocol."""
        return int(self._reason(native(state)))

    def hide(self, state: StateRecord, seat: int) -> None:
        """See the protocol."""
        self._hide(native(state), seat)

    def unpack(self, data: bytes) -> bytes:
        """See the protocol."""
        return np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little").tobytes()

    def query(self, name: str, state: StateRecord, *args: int | array[int]) -> int:
        """Call a kernel of ``Kernels.queries``."""
        arguments: list[Any] = [arg if isinstance(arg, int) else np.frombuffer(arg, np.int64) for arg in args]
        return int(self.rules.kernels.queries[name](native(state), *arguments))
