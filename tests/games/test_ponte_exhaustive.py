"""What Ponte's state keeps, room and spans, against its definition in all positions of the smallest board.

``make exhaustive`` follows the games to any depth (PLIES); CI looks at the positions of the first plies.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
from oracles import ponte_del_diavolo as oracle

import tablier
from tablier.engine import check, protocol
from tablier.games.ponte_del_diavolo import rules
from tablier.games.ponte_del_diavolo.geometry import slots

PLIES = int(os.environ.get("TABLIER_PLIES", "4"))
BOARD = 4
FIRST_TILES = (0, 1, 5)
"""One cell of each kind: all others are their images under the symmetries of the square."""
DERIVED_FROM = ("tiles", "bridges", "ends", "room", "spans", "mover", "half", "opening")
"""The fields that differ between positions of which both are looked at: the same tiles with another room are."""

PONTE = tablier.game("ponte_del_diavolo")
Cell = oracle.Cell


def members(words: Any) -> list[int]:
    """The members of a bit set."""
    return [64 * w + i for w, word in enumerate(words) for i in range(64) if int(word) >> i & 1]


def cells(words: Any) -> set[Cell]:
    return {(number % BOARD, number // BOARD) for number in members(words)}


def bridges(words: Any) -> frozenset[oracle.Bridge]:
    ends = [[(end % BOARD, end // BOARD) for end in slots(BOARD)[number]] for number in members(words)]
    return frozenset((a, b) for a, b in map(sorted, ends))


def check_derived(s: Any) -> None:
    """Compare room, spans and ends with what the oracle finds from tiles and bridges alone."""
    sides = dict(zip((oracle.LIGHT, oracle.DARK), s["tiles"], strict=True))
    tiles = {spot: colour for colour, words in sides.items() for spot in cells(words)}
    built = bridges(s["bridges"])
    assert cells(s["ends"]) == {end for one in built for end in one}
    for side, colour in enumerate(sides):
        state = oracle.State(board=BOARD, tiles=tiles, bridges=built, turn=colour)
        assert cells(s["room"][side]) == oracle.seconds(state), oracle.text(state)
        assert bridges(s["spans"][side]) == oracle.spans(state), oracle.text(state)


def successors(s: Any) -> Iterator[Any]:
    for seat in check.movers_of(s):
        for action in check.legal_of(PONTE.rules, s, seat):
            after = s.copy()
            protocol.apply(after[0], seat, action)
            yield after


def first_positions() -> Iterator[Any]:
    info = PONTE.info
    start = PONTE.rules.zeros()
    protocol.setup(start[0], 2, np.array(info.indices(info.choose({"board": BOARD})), np.int64))
    for cell in FIRST_TILES:
        after = start.copy()
        protocol.apply(after[0], 0, cell)
        yield after


def test_room_and_spans_are_those_of_the_definition_in_every_position() -> None:
    seen: set[bytes] = set()
    level, total = list(first_positions()), 0
    for _ in range(PLIES):
        fresh = []
        for s in level:
            key = b"".join(s[0][name].tobytes() for name in DERIVED_FROM)
            if key not in seen:
                seen.add(key)
                check_derived(s[0])
                fresh.append(s)
        level = [after for s in fresh for after in successors(s)]
        total += len(fresh)
    assert total > PLIES


def test_rebuilding_ignores_what_the_derived_fields_hold() -> None:
    info = PONTE.info
    options = info.indices(info.choose({"board": 8}))
    for s, _ in check.walk(PONTE.rules, 2, options, seed=6, games=2, limit=120):
        again = s.copy()
        for name in ("ends", "room", "spans"):
            again[name] = ~np.uint64(0)
        rules.rebuild(again[0])
        assert again.tobytes() == s.tobytes()
