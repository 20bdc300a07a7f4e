"""The change from one view to the next, divided among the lines of the log."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.scene.model import Line, Piece, Step, View


def steps(before: View, after: View, lines: Sequence[Line]) -> list[Step]:
    """Divide the changes among the lines; applied in order, the steps turn ``before.pieces`` into ``after.pieces``.

    A changed piece belongs to the first line that names its id, or to the last line. ``put`` adds a piece or replaces
    the piece with the same id; ``drop`` removes one. A piece in a line's own ``put`` changes with the last line that
    names it, or with the last line of all.

    Raises:
        ValueError: pieces changed and there are no lines.
    """
    told = {p.id: p for line in lines for p in line.put}
    gone = {p.id: p for p in before.pieces} | told
    put = [p for p in after.pieces if gone.pop(p.id, None) != p]
    if not lines:
        if put or gone:
            raise ValueError("pieces changed, but there are no lines")
        return []
    numbered = list(enumerate(lines))
    last = len(lines) - 1
    when = {id_: number for number, line in reversed(numbered) for id_ in line.ids}
    when |= {id_: max((n for n, line in numbered if id_ in line.ids), default=last) for id_ in told}

    def step(number: int, line: Line) -> Step:
        late = [p for p in put if when.get(p.id, last) == number]
        pieces: dict[str, Piece] = {p.id: p for p in (*line.put, *late)}
        return Step(
            say=line.say,
            ids=line.ids,
            seat=line.seat,
            put=tuple(pieces.values()),
            drop=tuple(id_ for id_ in gone if when.get(id_, last) == number),
            flash=line.flash,
        )

    return [step(number, line) for number, line in numbered]
