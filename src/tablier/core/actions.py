"""Action spaces: the ids of a game's actions, laid out once as consecutive families."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import NamedTuple, TypeVar

from tablier.errors import GameError

T = TypeVar("T")


class Family(NamedTuple):
    """Actions of one kind with ``prod(shape)`` ids: ``Family("house", (50,))``, ``Family("pass")``."""

    name: str
    shape: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of ids."""
        return prod(self.shape)


class Action(NamedTuple):
    """A decoded action id: its family, and one index for each dimension."""

    family: str
    indices: tuple[int, ...]


class ActionSpace:
    """Families of actions, one after the other.

    >>> space = ActionSpace(Family("tile", (64,)), Family("swap"), Family("trade", (2, 5)))
    >>> space.size, space["swap"], space.decode(69), space.encode("trade", 0, 4)
    (75, 64, Action(family='trade', indices=(0, 4)), 69)

    Kernels take the first id of each family as a constant: ``SWAP = ACTIONS["swap"]``.
    """

    def __init__(self, *families: Family) -> None:
        """Lay out the families in the given order.

        Raises:
            GameError: two families have the same name.
        """
        self.families = families
        self._starts: dict[str, int] = {}
        self._decoded: list[Action] = []
        for family in families:
            if family.name in self._starts:
                raise GameError(f"two families of actions are named {family.name!r}")
            self._starts[family.name] = len(self._decoded)
            self._decoded += [Action(family.name, index) for index in product(*map(range, family.shape))]
        self.size = len(self._decoded)

    def __getitem__(self, family: str) -> int:
        """The first id of a family."""
        return self._starts[family]

    def __iter__(self) -> Iterator[str]:
        return iter(self._starts)

    def span(self, family: str) -> range:
        """The ids of a family."""
        first = self._starts[family]
        return range(first, first + self._family(family).size)

    def decode(self, action: int) -> Action:
        """The family and indices of an id.

        Raises:
            GameError: the id is out of range.
        """
        if not 0 <= action < self.size:
            raise GameError(f"there is no action {action}; actions are numbered 0 to {self.size - 1}")
        return self._decoded[action]

    def encode(self, family: str, *index: int) -> int:
        """The id of an action.

        Raises:
            GameError: there is no such family, or an index is out of range.
        """
        found = self._family(family)
        if len(index) != len(found.shape) or not all(0 <= i < n for i, n in zip(index, found.shape, strict=True)):
            raise GameError(f"actions {family!r} have indices below {found.shape}, not {index}")
        place = 0
        for i, n in zip(index, found.shape, strict=True):
            place = place * n + i
        return self._starts[family] + place

    def table(self, entries: Mapping[str, T]) -> dict[str, T]:
        """A table with one entry for each family.

        Raises:
            GameError: a family has no entry, or an entry has no family.
        """
        if differing := set(entries) ^ set(self._starts):
            raise GameError(f"the table and the action space differ in {', '.join(sorted(differing))}")
        return dict(entries)

    def _family(self, name: str) -> Family:
        for family in self.families:
            if family.name == name:
                return family
        raise GameError(f"there is no family of actions {name!r}; choose from {', '.join(self._starts)}")
