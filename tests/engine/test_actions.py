"""Action spaces: layout, decoding and encoding of ids."""

from __future__ import annotations

import pytest

from tablier.core.actions import Action, ActionSpace, Family
from tablier.errors import GameError

SPACE = ActionSpace(Family("tile", (64,)), Family("swap"), Family("trade", (2, 5)))


def test_decoding_and_encoding_are_inverse() -> None:
    assert [SPACE.encode(family, *index) for family, index in map(SPACE.decode, range(SPACE.size))] == list(range(75))
    assert SPACE.decode(69) == Action("trade", (0, 4))
    assert [SPACE.span(family) for family in SPACE] == [range(64), range(64, 65), range(65, 75)]


@pytest.mark.parametrize("action", [-1, 75])
def test_ids_outside_the_space_are_refused(action: int) -> None:
    with pytest.raises(GameError, match="numbered 0 to 74"):
        SPACE.decode(action)


@pytest.mark.parametrize("index", [(2, 0), (0, 5), (-1, 0), (0,), (0, 0, 0)])
def test_indices_out_of_range_are_refused(index: tuple[int, ...]) -> None:
    with pytest.raises(GameError, match="'trade' have indices below"):
        SPACE.encode("trade", *index)


def test_a_table_must_have_exactly_one_entry_for_each_family() -> None:
    assert SPACE.table({"tile": 1, "swap": 2, "trade": 3})["swap"] == 2
    with pytest.raises(GameError, match="differ in pass, trade"):
        SPACE.table({"tile": 1, "swap": 2, "pass": 3})


def test_duplicate_family_names_are_refused() -> None:
    with pytest.raises(GameError, match="two families"):
        ActionSpace(Family("tile"), Family("tile"))
