"""State records as NumPy records, which compiled kernels read and write."""

from __future__ import annotations

import copyreg
import inspect
from operator import itemgetter
from typing import Any

import numba
import numpy as np
from numba.extending import typeof_impl

from tablier.core.state import StateRecord
from tablier.engine import cache
from tablier.errors import GameError


class NativeRecord(np.record):  # type: ignore[misc]
    """A NumPy record whose fields are attributes, with several times faster access from Python."""

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]
    data = property(lambda self: self)
    """The buffer that a kernel reads of its argument; NumPy's own view takes longer than most kernels."""


_DTYPES: dict[type[StateRecord], np.dtype[Any]] = {}


def dtype_of(state: type[StateRecord]) -> np.dtype[Any]:
    """The NumPy record type of a state class, padded to whole words.

    A field of length zero is named after the game's module and the hash of its kernel sources. So the cache never
    returns the compiled code of an older version of the game, or of a copy elsewhere.

    Raises:
        GameError: a field name is an attribute of NumPy scalars (``round``, ``size``, ``flags``), which would hide the
            field when kernels run interpreted.
    """
    if state not in _DTYPES:
        _DTYPES[state] = _derive(state)
    return _DTYPES[state]


def _derive(state: type[StateRecord]) -> np.dtype[Any]:
    source = inspect.getfile(state)
    for field in state.FIELDS:
        if field.name in dir(np.record):
            raise GameError(f"{source}: field {field.name!r} is an attribute of NumPy records; choose another name")
    names = [field.name for field in state.FIELDS]
    fields: list[tuple[Any, ...]] = [(f.name, np.dtype(f.kind), f.shape) for f in state.FIELDS]
    unique = f"source_{cache.source_hash(source)}_{state.__module__.replace('.', '_')}"
    fields.append((unique, np.uint8, (0,)))
    if state.USED < state.SIZE:
        fields.append(("spare", np.uint8, (state.SIZE - state.USED,)))
    own = _RecordType("Record", (NativeRecord,), {n: property(itemgetter(n), _setter(n)) for n in names})
    own.state = state
    return np.dtype((own, fields))


class _RecordType(type):
    """The type of record classes; since these are made at run time, they are pickled by their state class."""

    state: type[StateRecord]


def _record_class(state: type[StateRecord]) -> type:
    return dtype_of(state).type


copyreg.pickle(_RecordType, lambda made: (_record_class, (made.state,)))  # type: ignore[arg-type, return-value]


def _setter(name: str) -> Any:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return put


def native(state: Any) -> Any:
    """The NumPy record that shares a state's buffer; a NumPy record is returned as it is."""
    if not isinstance(state, StateRecord):
        return state
    record = state.native
    if record is None:
        record = state.native = np.frombuffer(state.data, dtype_of(type(state)))[0]
    return record


def from_bytes(data: bytes, dtype: np.dtype[Any]) -> Any:
    """A new array of the records with these bytes: several times as fast as copying an array."""
    return np.frombuffer(bytearray(data), dtype)


@typeof_impl.register(StateRecord)
def _numba_type(state: StateRecord, _context: Any) -> Any:
    # A kernel reads the buffer of a state from its attribute ``data``, like that of a NumPy record.
    return numba.from_dtype(dtype_of(type(state)))
