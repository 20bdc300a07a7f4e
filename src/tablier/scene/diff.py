"""From one view to the next as a story: each line of the log with its part of the change."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.scene.model import Line, Step, View


def steps(before: View, after: View, lines: Sequence[Line]) -> list[Step]:
    """Share out what changed among the lines; applied in order, the steps turn ``before.pieces`` into ``after.pieces``.

    A changed piece belongs to the first line that names its id, else to the last line. ``put`` adds a piece or replaces
    the one of the same id, ``drop`` takes one away.

    Raises:
        ValueError: pieces changed and there is no line to tell it.
    """
    old, new = {p.id: p for p in before.pieces}, {p.id: p for p in after.pieces}
    put = [p for p in after.pieces if old.get(p.id) != p]
    drop = [id_ for id_ in old if id_ not in new]
    if not lines:
        if put or drop:
            raise ValueError("pieces changed, but no line tells it")
        return []
    first = {id_: number for number, line in reversed(list(enumerate(lines))) for id_ in line.ids}
    last = len(lines) - 1
    return [
        Step(
            say=line.say,
            ids=line.ids,
            seat=line.seat,
            put=tuple(p for p in put if first.get(p.id, last) == number),
            drop=tuple(id_ for id_ in drop if first.get(id_, last) == number),
        )
        for number, line in enumerate(lines)
    ]
