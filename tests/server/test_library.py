"""What the server offers: the games that can be played at a table."""

from __future__ import annotations

from functools import cache

import pytest
from known import AT_TABLE

from tablier import catalogue, warm
from tablier.server.problem import Problem
from tablier.server.tables.library import Library


def test_a_game_without_a_scene_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_others", cache(dict))
    name = catalogue.add("toy")
    assert name in catalogue.names()
    assert not catalogue.has_scene(name)
    library = Library()
    assert set(AT_TABLE) <= set(library.names())
    assert name not in library.names()
    with pytest.raises(Problem):
        library.info(name)


def test_no_scene_is_compiled_for_a_game_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_others", cache(dict))
    labels = [label for label, _ in warm.steps(catalogue.add("toy"))]
    assert "playouts" in labels
    assert "table" not in labels
    assert "table" in [label for label, _ in warm.steps(AT_TABLE[0])]
