"""Kernels as side modules in the memory of Pyodide's Python, as the face calls them; without NumPy and Numba."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from ctypes import CDLL, addressof, c_char, c_double, c_int32, c_int64, c_uint8, c_uint64, c_void_p
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from tablier.core import runtime
from tablier.core.bitsets import unpack_bits
from tablier.core.runtime import MAX_CHANCE, list_length
from tablier.core.state import StateRecord
from tablier.errors import GameError

_DONE = (0, -2)
_RESULTS: dict[str, Any] = {"i8": c_int64, "u8": c_uint64, "f8": c_double, "b1": c_uint8}


def install(folder: str) -> None:
    """Use the side modules of a folder, as :mod:`tablier.wasm` writes them, for all games of this process."""
    runtime.use(partial(WasmRuntime, Path(folder)))


class Description(msgspec.Struct, frozen=True):
    """``GAME.json``, written by :mod:`tablier.wasm.build`."""

    record: int
    actions: int
    results: dict[str, str]


class WasmRuntime:
    """Implements :class:`tablier.core.state.Runtime` by the side module ``GAME.so`` of a folder."""

    def __init__(self, folder: Path, game: str) -> None:
        self._library = CDLL(str(folder / f"{game}.so"))
        self._description = msgspec.json.decode((folder / f"{game}.json").read_bytes(), type=Description)
        self._result, self._error = (c_int64 * 2)(), (c_int64 * 2)()
        self.actions = self._description.actions

    def setup(self, state: StateRecord, seats: int, options: Sequence[int]) -> None:
        """See the protocol."""
        self._call("setup", state, seats, array("q", options))

    def movers(self, state: StateRecord) -> int:
        """See the protocol."""
        return self._call("movers", state)

    def legal(self, state: StateRecord, seat: int) -> Sequence[int]:
        """The legal actions, ascending."""
        out = array("h", bytes(2 * list_length(self.actions)))
        n = self._call("legal", state, seat, out)
        return memoryview(out)[:n].toreadonly()

    def chance_weights(self, state: StateRecord) -> list[int]:
        """See the protocol."""
        out = array("q", bytes(8 * MAX_CHANCE))
        n = self._call("chance_weights", state, out)
        return out[:n].tolist()

    def apply(self, state: StateRecord, seat: int, action: int, log: array[int] | None = None) -> None:
        """See the protocol."""
        if log is None:
            self._call("apply", state, seat, action)
        else:
            self._call("apply_logged", state, seat, action, log)

    def scores(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """See the protocol."""
        return self._numbers("scores", state, seats)

    def ranks(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """See the protocol."""
        return self._numbers("ranks", state, seats)

    def end_reason(self, state: StateRecord) -> int:
        """See the protocol."""
        return self._call("end_reason", state)

    def hide(self, state: StateRecord, seat: int) -> None:
        """See the protocol."""
        self._call("hide", state, seat)

    def unpack(self, data: bytes) -> bytes:
        """See the protocol."""
        return unpack_bits(data)

    def query(self, name: str, state: StateRecord, *args: int | array[int]) -> int:
        """Call a kernel of ``Kernels.queries``."""
        return self._call(f"query_{name}", state, *args)

    def _numbers(self, name: str, state: StateRecord, seats: int) -> tuple[int, ...]:
        out = array("q", bytes(8 * seats))
        self._call(name, state, out)
        return tuple(out)

    def _call(self, name: str, state: StateRecord, *args: int | array[int]) -> int:
        """Call a kernel by Numba's convention (``docs/webassembly.md``); 0 without a result.

        Raises:
            GameError: the kernel raised an exception.
        """
        record = (c_char * len(state.data)).from_buffer(state.data)
        words: list[Any] = [c_void_p(addressof(place)) for place in (self._result, self._error, record)]
        for arg in args:
            words += [c_int64(arg)] if isinstance(arg, int) else _words(arg)
        kernel = self._library[name]
        kernel.restype = c_int32
        status = kernel(*words)
        if status not in _DONE:
            raise GameError(f"the kernel {name} failed with status {status}")
        kind = self._description.results[name]
        return int(_RESULTS[kind].from_buffer(self._result).value) if kind else 0


def _words(values: array[int]) -> list[Any]:
    """What a kernel gets for an array of one dimension."""
    address, length = values.buffer_info()
    null = c_void_p(0)
    sizes = length, values.itemsize
    return [null, null, *map(c_int64, sizes), c_void_p(address), *map(c_int64, sizes)]
