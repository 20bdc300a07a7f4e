"""The arrays into which a batch of environments writes its observations."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from tablier.engine.game_rules import Rules
from tablier.engine.observe import Observer, Output, Pages, make_output, make_pages


class Observations:
    """Observations of all rows of a batch, and of the last records of its finished games.

    With ``copy`` each step gets arrays of its own: it writes all rows of the first, and those of games that have just
    finished in the second. Otherwise all steps share two arrays, and one writes only what has changed.

    Attributes:
        observer: tells their width and type.
        pages: what kernels bring the shared observations up to date with; without rows if there is ``copy``.
        output: what kernels write whole rows with.
        addresses: where a step writes both arrays, ``int64 [2]``.
    """

    def __init__(self, rules: Rules, states: Any, *axes: int, threads: int, copy: bool) -> None:
        """Arrays for the games ``states``; with a number of seats as ``axes``, each has a row for each seat."""
        shape = (*axes, len(states))
        self.observer = Observer(rules, int(np.prod(shape)))
        self._copy, self._spare = copy, list[bytearray]()
        # With copy these give only the shape: memory that nobody touches takes no space.
        self._shared = self.observer.page(), self.observer.page()
        self.addresses = np.array([array.ctypes.data for array in self._shared])
        seen, final = (array.reshape(*shape, self.observer.width) for array in self._shared)
        self.pages: Pages = make_pages(rules, states, seen[..., :0, :] if copy else seen)
        self.output: Output = make_output(rules, threads, final)

    def next_arrays(self) -> tuple[Any, Any]:
        """Return the arrays of the next step, of the shape ``[rows, width]``."""
        if not self._copy:
            return self._shared
        arrays = self.observer.blank(), self._recycled()
        self.addresses[:] = [array.ctypes.data for array in arrays]
        return arrays

    def _recycled(self) -> Any:
        """An array in memory that no other array uses any more; a new one would be zeroed, which takes longer."""
        seen = self._shared[1]
        memory = self._spare.pop() if self._spare else bytearray(seen.nbytes)
        array = np.frombuffer(memory, seen.dtype)  # every view of it holds it, so it is dropped after them
        weakref.finalize(array, self._spare.append, memory).atexit = False
        return array.reshape(seen.shape)
