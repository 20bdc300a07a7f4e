"""Emit events from kernels."""

from __future__ import annotations

from typing import Any

from tablier.core.events import EVERYONE, FIELDS
from tablier.engine.kernel import part


@part
def emit(log: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, visible_to: int = EVERYONE) -> None:
    """Write an event to ``log``. Where ``log`` is ``None``, as in playouts and search, this compiles to nothing.

    Args:
        log: the cells of an :class:`tablier.core.events.EventLog`, or ``None``. A full log only counts further events.
        kind: a member of the game's ``GameDefinition.events``.
        seat: the seat that the event is about.
        a: detail, as the kind says.
        b: detail.
        c: detail.
        visible_to: a bit for each seat that may know of the event, and ``1 << SPECTATOR``.
    """
    if log is not None:
        at = 1 + FIELDS * log[0]
        if at + FIELDS <= len(log):
            log[at] = kind
            log[at + 1] = seat
            log[at + 2] = a
            log[at + 3] = b
            log[at + 4] = c
            log[at + 5] = visible_to
        log[0] += 1
