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
    """A record whose fields are its attributes, as NumPy's own, but found several times as fast from Python."""

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]
    data = property(lambda self: self)
    """Its own buffer. A kernel that is given a record asks for this; NumPy's view takes longer than most kernels."""


_DTYPES: dict[type[StateRecord], np.dtype[Any]] = {}


def dtype_of(state: type[StateRecord]) -> np.dtype[Any]:
    """The NumPy record type of a state class, padded to whole words.

    A field of length zero, named after the hash of the game's kernel sources and after its module, makes the type
    unique to both: compiled code of an older version of the game, or of a copy elsewhere, is never found in the cache.

    Raises:
        GameError: a field name is an attribute of NumPy scalars (``round``, ``size``, ``flags``): it would compile, but
            mean something else when interpreted.
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
    used = sum(field.size for field in state.FIELDS)
    if used < state.SIZE:
        fields.append(("spare", np.uint8, (state.SIZE - used,)))
    own = _RecordType("Record", (NativeRecord,), {n: property(itemgetter(n), _setter(n)) for n in names})
    own.state = state
    return np.dtype((own, fields))


class _RecordType(type):
    """The type of record classes, which are made at run time: they are pickled by the state that they belong to."""

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
    """An array of its own with the records whose bytes these are: several times as fast as to copy an array of them."""
    return np.frombuffer(bytearray(data), dtype)


@typeof_impl.register(StateRecord)
def _numba_type(state: StateRecord, _context: Any) -> Any:
    # A kernel that is given a state takes its buffer from the attribute ``data``, as of a NumPy record.
    return numba.from_dtype(dtype_of(type(state)))
