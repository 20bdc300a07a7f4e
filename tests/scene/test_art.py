"""Art in the package is what its generator makes, and can be loaded as a picture by itself."""

from __future__ import annotations

import re
from importlib import import_module, resources
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from scenes import is_self_contained

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/tablier/games"
GENERATORS = {
    "ponte_del_diavolo": "ponte",
    "shangri_la": "shangri",
    "on_top": "on_top",
    "ankh_morpork": "ankh_morpork",
}


@pytest.fixture(params=GENERATORS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def generator(game: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools/art"))
    return import_module(GENERATORS[game])


def test_committed_art_is_up_to_date(
    game: str, generator: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "ART", tmp_path)
    generator.main()
    made = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert made == {name: (GAMES / game / "art" / name).read_text("utf-8") for name in made}
    assert "sprites.svg" in made


@pytest.mark.parametrize("file", sorted(GAMES.glob("*/art/*.svg")), ids=lambda file: f"{file.parts[-3]}/{file.name}")
def test_files_are_self_contained(file: Path) -> None:
    is_self_contained(ElementTree.fromstring(file.read_text("utf-8")))


def test_ids_do_not_clash_in_one_page(game: str) -> None:
    """The browser puts both sheets into the page."""
    sheets = [
        resources.files("tablier.scene").joinpath("art/common.svg").read_text("utf-8"),
        (GAMES / game / "art/sprites.svg").read_text("utf-8"),
    ]
    ids = [name for sheet in sheets for name in re.findall(r'\bid="([^"]+)"', sheet)]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith((f"{game}-", "emblem-")) for name in ids)
