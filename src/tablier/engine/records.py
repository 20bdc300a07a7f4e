"""Record types: the whole state of a game as one fixed-size NumPy record."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from tablier.engine import cache
from tablier.errors import GameError

_PACKAGE = Path(__file__).parents[1]


class Record(np.record):  # type: ignore[misc]
    """A record whose fields are its attributes, as NumPy's own, but found several times as fast from Python."""

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]
    data = property(lambda self: self)
    """Its own buffer. A kernel that is given a record asks for this; NumPy's view takes longer than most kernels."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"record has no field {name!r}") from None


def thaw(data: bytes, dtype: np.dtype[Any]) -> Any:
    """An array of its own with the records whose bytes these are: several times as fast as to copy an array of them."""
    return np.frombuffer(bytearray(data), dtype)


def record_type(fields: Sequence[tuple[Any, ...]], source: str) -> np.dtype[Any]:
    """The dtype of a game's record, padded to whole 8-byte words so that it can be hashed by words.

    ``source`` is the ``__file__`` of the rules. For a game outside this package a field of length zero named after the
    hash of its folder enters the type, so that compiled code of older rules is never found in the cache.

    Raises:
        GameError: a field name is an attribute of NumPy scalars (``round``, ``size``, ``flags``): it would compile,
            but mean something else when interpreted.
    """
    for name, *_ in fields:
        if name in dir(np.record):
            raise GameError(f"{source}: field {name!r} is an attribute of NumPy records; choose another name")
    folder = Path(source).parent
    if _PACKAGE not in folder.parents:
        fields = [*fields, (f"source_{cache.digest([folder])}", np.uint8, (0,))]
    for name, *_ in fields:
        if name not in vars(Record):  # found at once, where __getattr__ is asked last
            setattr(Record, name, property(itemgetter(name)))
    bare = np.dtype(list(fields))
    spare = -bare.itemsize % 8
    if spare:
        fields = [*fields, ("spare", np.uint8, (spare,))]
    return np.dtype((Record, list(fields)))
