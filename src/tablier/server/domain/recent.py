"""A small cache of values that are costly to make."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The least recently used of ``size`` values is dropped first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[object, T] = OrderedDict()

    def get(self, key: object, make: Callable[[], T]) -> T:
        """The value of a key, made if it is missing."""
        if key not in self._values:
            self._values[key] = make()
        self._values.move_to_end(key)
        if len(self._values) > self._size:
            self._values.popitem(last=False)
        return self._values[key]
