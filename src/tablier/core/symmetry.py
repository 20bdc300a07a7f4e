"""Symmetries of boards: renamings of cells under which a game stays the same.

A symmetry carries actions, masks and observations to those of the renamed position. Training data can be multiplied by
them, and a policy can be averaged over them.

>>> import tablier
>>> game = tablier.game("ponte_del_diavolo")
>>> for symmetry in game.symmetries(board=8)[:3]:
...     print(symmetry.name, symmetry.action(game.new(board=8).parse("b1").action))
identity 1
rotation by 90 degrees 15
rotation by 180 degrees 62
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablier.core.state import StateRecord
from tablier.errors import IllegalMove, InvalidOption

OBSERVERS = 8
"""Entries of the one-hot of the observing seat, which ends an observation."""


class Symmetry:
    """A symmetry of a board under which seats keep their places. ``Game.symmetries`` returns those of a game.

    Attributes:
        name: what it does to the board, such as ``rotation by 90 degrees``.
    """

    def __init__(
        self,
        name: str,
        state: type[StateRecord],
        actions: Iterable[int],
        sets: Mapping[str, Sequence[int]],
        options: Mapping[str, tuple[int, Sequence[int]]] | None = None,
    ) -> None:
        """Describe a symmetry.

        Args:
            name: what it does to the board.
            state: the record of the game.
            actions: the image of each action id.
            sets: for each field of bit sets, the image of each member. Other fields stay the same.
            options: for fields that hold an option and have its name, the value that the symmetry is for, and all
                values. Observations with one of the other values are refused.
        """
        self.name = name
        self._actions = tuple(actions)
        self._mask = _inverse(self._actions)
        last = state.FIELDS[-1]
        images = list(range(8 * (last.offset + last.size) + OBSERVERS))
        for field in state.FIELDS:
            members = sets.get(field.name, ())
            row = 8 * field.itemsize * field.shape[-1] if members else 1
            first = 8 * field.offset
            for start in range(first, first + 8 * field.size, row) if members else ():
                for member, image in enumerate(members):
                    images[start + member] = start + image
        self._observation = _inverse(images)
        at = {field.name: (8 * field.offset, 8 * (field.offset + field.size)) for field in state.FIELDS}
        self._options = [(option, *at[option], *values) for option, values in (options or {}).items()]

    def action(self, action: int) -> int:
        """The image of an action id.

        Raises:
            IllegalMove: there is no such action on this board.
        """
        if action not in range(len(self._actions)):
            raise IllegalMove(f"there is no action {action!r}; actions are numbered 0 to {len(self._actions) - 1}")
        return self._actions[action]

    def mask(self, mask: Any) -> Any:
        """The image of a NumPy array with an entry for each action, such as a mask or a policy: ``[..., actions]``.

        Raises:
            InvalidOption: it is not a NumPy array, or its last axis has another length.
        """
        return _taken("mask", mask, self._mask)

    def observation(self, observation: Any) -> Any:
        """The image of a NumPy array of observations: ``[..., width]``.

        Raises:
            InvalidOption: it is not a NumPy array, its last axis has another length, or an observation is that of
                another board.
        """
        image = _taken("observation", observation, self._observation)
        for option, first, end, value, values in self._options:
            shown = observation[..., first:end].dot([1 << digit for digit in range(end - first)])
            for other in () if (shown == value).all() else values:
                if other != value and (shown == other).any():
                    raise InvalidOption(f"an observation has {option}={other}: take symmetries({option}={other})")
        return image

    def __repr__(self) -> str:
        return f"<Symmetry: {self.name}>"


def _taken(name: str, entries: Any, sources: Sequence[int]) -> Any:
    try:
        shape = entries.shape
    except AttributeError:
        raise InvalidOption(f"{name} must be a NumPy array, got {entries!r}; convert it with numpy.asarray") from None
    if shape[-1:] != (len(sources),):
        raise InvalidOption(f"{name} must have {len(sources)} entries in its last axis, got the shape {shape}")
    return entries.take(sources, axis=-1)


def _inverse(images: Sequence[int]) -> array[int]:
    sources = array("q", images)
    for source, image in enumerate(images):
        sources[image] = source
    return sources
