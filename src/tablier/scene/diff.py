"""The change from one view to the next, divided among the lines of the log."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablier.scene.model import Line, Step, View


def steps(before: View, after: View, lines: Sequence[Line]) -> list[Step]:
    """Divide the changes among the lines; applied in order, the steps turn ``before.pieces`` into ``after.pieces``.

    A changed piece belongs to the first line that names its id, or to the last line. ``put`` adds a piece or replaces
    the piece with the same id; ``drop`` removes one. A piece in a line's own ``put`` changes with the last line that
    names it, or with the last line of all.

    Raises:
        ValueError: pieces changed and there are no lines.
    """
    told = {p.id: p for line in lines for p in line.put}
    gone = {p.id: p for p in before.pieces}
    gone |= told  # below, those that stay are taken out
    put = [p for p in after.pieces if gone.pop(p.id, None) != p]
    if not lines:
        if put or gone:
            raise ValueError("pieces changed, but there are no lines")
        return []
    when, last = _lines_by_id(lines, told), len(lines) - 1
    added = [{p.id: p for p in line.put} for line in lines]
    for p in put:
        added[when.get(p.id, last)][p.id] = p
    dropped: list[list[str]] = [[] for _ in lines]
    for id_ in gone:
        dropped[when.get(id_, last)].append(id_)
    return [
        Step(line.say, line.ids, line.seat, tuple(pieces.values()), tuple(ids), line.flash)
        for line, pieces, ids in zip(lines, added, dropped, strict=True)
    ]


def _lines_by_id(lines: Sequence[Line], told: Collection[str]) -> dict[str, int]:
    """The line with which each piece that a line names changes; ``told`` are those in a line's own ``put``."""
    numbered = list(enumerate(lines))
    when = {id_: number for number, line in reversed(numbered) for id_ in line.ids}
    if told:
        when |= dict.fromkeys(told, len(lines) - 1)
        when |= {id_: number for number, line in numbered for id_ in line.ids if id_ in told}
    return when
