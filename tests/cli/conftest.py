"""What the tests of commands share."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablier


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a game of Ponte del Diavolo."""
    position = tablier.game("ponte_del_diavolo").new(board=12).play("d4 e4 d5 f3")
    file = tmp_path / "game.json"
    file.write_text(tablier.Record.of(position, ("Ann", "")).dumps())
    return file
