"""The differ: all steps together turn the old pieces into the new ones, whatever the lines name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.scene.diff import steps
from tablier.scene.model import Line, Message, Piece, View

IDS = st.sampled_from("abcdefgh")
SCENES = st.dictionaries(IDS, st.integers(0, 2)).map(
    lambda made: View(
        pieces=tuple(Piece(id_, "tile", f"x{at}") for id_, at in made.items()),
        counters=(),
        status=Message("status"),
        colours=("white",),
        movers=(),
    )
)
LINES = st.lists(st.lists(IDS).map(lambda ids: Line(Message("say"), tuple(ids))), min_size=1, max_size=4)


@given(SCENES, SCENES, LINES)
def test_steps_lead_from_one_view_to_the_next(before: View, after: View, lines: list[Line]) -> None:
    pieces = {piece.id: piece for piece in before.pieces}
    told = steps(before, after, lines)
    for step in told:
        for id_ in step.drop:
            del pieces[id_]
        pieces |= {piece.id: piece for piece in step.put}
    assert pieces == {piece.id: piece for piece in after.pieces}
    assert [(step.say, step.ids, step.seat) for step in told] == [(line.say, line.ids, line.seat) for line in lines]


@given(SCENES, SCENES, LINES)
def test_each_change_is_told_once_by_the_first_line_that_names_it(before: View, after: View, lines: list[Line]) -> None:
    changes = [
        (number, id_)
        for number, step in enumerate(steps(before, after, lines))
        for id_ in (*(piece.id for piece in step.put), *step.drop)
    ]
    assert len({id_ for _, id_ in changes}) == len(changes)
    for number, id_ in changes:
        naming = [n for n, line in enumerate(lines) if id_ in line.ids]
        assert number == (naming[0] if naming else len(lines) - 1)


def scene(*ids: str) -> View:
    return View(tuple(Piece(i, "tile", "x") for i in ids), (), Message("status"), ("white",), ())


def test_unchanged_pieces_are_not_told() -> None:
    assert steps(scene("a"), scene("a", "b"), [Line(Message("say"), ("a", "b"))])[0].put == scene("b").pieces


def test_a_change_that_nobody_tells_is_an_error() -> None:
    assert steps(scene("a"), scene("a"), []) == []
    with pytest.raises(ValueError, match="no line"):
        steps(scene("a"), scene(), [])
