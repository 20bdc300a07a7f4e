"""The art in the package is what its generators in ``tools/art`` make, and each file is a picture by itself."""

from __future__ import annotations

import re
from importlib import import_module, resources
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from known import AT_TABLE
from scenes import is_self_contained

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/tablier/games"
TOOLS = ROOT / "tools/art"
GENERATORS = [file.stem for file in sorted(TOOLS.glob("*.py")) if "\ndef main(" in file.read_text("utf-8")]
"""The modules that are run; the others hold their parts."""


@pytest.fixture(params=GENERATORS)
def generator(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    return import_module(request.param)


def test_every_game_at_the_table_has_a_generator_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    assert {name: import_module(name).ART for name in GENERATORS} == {game: GAMES / game / "art" for game in AT_TABLE}


def test_committed_art_is_up_to_date(generator: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    committed = generator.ART
    monkeypatch.setattr(generator, "ART", tmp_path)
    generator.main()
    made, kept = (
        {file.name: file.read_text("utf-8") for file in folder.glob("*.svg")} for folder in (tmp_path, committed)
    )
    assert made == kept
    assert "sprites.svg" in made


@pytest.mark.parametrize("file", sorted(GAMES.glob("*/art/*.svg")), ids=lambda file: f"{file.parts[-3]}/{file.name}")
def test_files_are_self_contained(file: Path) -> None:
    is_self_contained(ElementTree.fromstring(file.read_text("utf-8")))


@pytest.mark.parametrize("game", AT_TABLE)
def test_ids_do_not_clash_with_those_of_the_common_sheet(game: str) -> None:
    sheets = [
        resources.files("tablier.scene").joinpath("art/common.svg").read_text("utf-8"),
        (GAMES / game / "art/sprites.svg").read_text("utf-8"),
    ]
    ids = [name for sheet in sheets for name in re.findall(r'\bid="([^"]+)"', sheet)]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith((f"{game}-", "emblem-")) for name in ids)
