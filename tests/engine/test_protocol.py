"""Registration refuses what would fail later, and says so in a sentence."""

from typing import Any

import numpy as np
import pytest

from tablier.engine import protocol
from tablier.engine.records import record_type
from tablier.errors import GameError
from tablier.games.ponte_del_diavolo import rules


@pytest.mark.parametrize("name", ["round", "size", "all", "item", "flags"])
def test_field_names_of_numpy_records_are_refused(name: str) -> None:
    with pytest.raises(GameError, match=f"field '{name}'"):
        record_type([(name, np.int8)], __file__)


def test_records_are_whole_words() -> None:
    assert record_type([("one", np.uint8)], rules.__file__).itemsize == 8
    assert rules.STATE.itemsize % 8 == 0


def test_a_game_outside_the_package_is_told_apart_by_its_sources() -> None:
    names = record_type([("one", np.uint8)], __file__).names
    assert names is not None
    assert any(name.startswith("source_") for name in names)


def test_a_second_game_with_the_same_record_is_refused() -> None:
    with pytest.raises(GameError, match=r"'twin'.*equals that of 'ponte_del_diavolo'"):
        protocol.register("twin", rules.STATE, 10, {})


def test_missing_kernels_are_named() -> None:
    dtype = record_type([("lonely", np.int8)], __file__)
    with pytest.raises(GameError, match="do not define") as error:
        protocol.register("bare", dtype, 10, {"movers": lambda s: 0})
    assert "legal" in str(error.value)
    assert "movers" not in str(error.value)


def test_an_unregistered_record_is_a_sentence_not_a_key_error() -> None:
    stranger: Any = np.zeros(1, record_type([("nobody", np.int8)], __file__))
    with pytest.raises(GameError, match="no game is registered"):
        protocol.movers(stranger[0])
