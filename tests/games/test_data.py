"""A data file that somebody has changed for the worse is refused by file and field, before anything is played."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from tablier.bots import specs
from tablier.errors import GameError
from tablier.games import catalogue, data

Change = Callable[[Any], object]

WRONG: list[tuple[str, str, str, Change, str]] = [
    ("ponte_del_diavolo.geometry", "Boards", "boards.json", lambda d: d["boards"][0].update(size=2), r"boards\[.*size"),
    ("ponte_del_diavolo.geometry", "Boards", "boards.json", lambda d: d.update(island=0), "island"),
    ("ponte_del_diavolo.evaluation", "Weights", "evaluation.json", lambda d: d["tile"].pop(), "rows for 4 knots.*tile"),
    ("ponte_del_diavolo.evaluation", "Weights", "evaluation.json", lambda d: d["value"][1].pop(), r"value\[1\]"),
    ("ponte_del_diavolo.evaluation", "Weights", "evaluation.json", lambda d: d["playout"].pop("finish"), "finish"),
    ("ponte_del_diavolo.evaluation", "Weights", "evaluation.json", lambda d: d["playout"].update(more=1), "more"),
    ("shangri_la.evaluation", "Weights", "evaluation.json", lambda d: d["knots"].reverse(), "ascending.*knots"),
    ("shangri_la.board", "Board", "board.json", lambda d: d["bridges"].reverse(), "bridges"),
    ("on_top.evaluation", "Weights", "evaluation.json", lambda d: d["prior_columns"].append("more"), r"prior\[0\]"),
    ("on_top.evaluation", "Weights", "evaluation.json", lambda d: d["knots"].append(2.0), "knots.*value"),
    ("on_top.geometry", "Boards", "boards.json", lambda d: d["boards"][0]["golden"].append("A99"), "golden"),
    ("delta.board", "Board", "board.json", lambda d: d["tables"].reverse(), "tables"),
    ("ankh_morpork.evaluation", "Weights", "evaluation.json", lambda d: d["value_columns"].pop(), r"value\[0\]"),
    ("ankh_morpork.board", "Board", "board.json", lambda d: d["hexes"].pop(), "hexes"),
    ("ankh_morpork.board", "Board", "board.json", lambda d: d["sites"].append(d["sites"][0]), "no edge.*sites"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["costs"].pop("villa"), "villa.*costs"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["bounty"].append(d["bounty"][0]), "twice.*bounty"),
]


@pytest.mark.parametrize(("module", "shape", "file", "change", "field"), WRONG)
def test_mistakes_are_reported_by_file_and_field(
    monkeypatch: pytest.MonkeyPatch, module: str, shape: str, file: str, change: Change, field: str
) -> None:
    package = f"tablier.games.{module.split('.')[0]}"
    structure = getattr(importlib.import_module(f"tablier.games.{module}"), shape)
    content = json.loads(data.text(package, file))
    change(content)
    monkeypatch.setattr(data, "text", lambda _package, _file: json.dumps(content))
    with pytest.raises(GameError, match=rf"{package}: {file}: .*{field}"):
        data.load(package, file, structure)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('title = { en = "Ponte del Diavolo", fr = "Ponte del Diavolo" }', 'title = { en = "Ponte" }', "title"),
        ('credits = { en = "A game by Martin Ebel (2007)"', 'credits = { en = ""', "credits"),
        ("seats = [2]", "seats = []", "seats"),
        ("seats = [2]", "seats = [0, 9]", "seats"),
        ('clocks.daily = { time = "1d"', 'clocks.daily = { time = "soon"', r"clocks\[.*time"),
        ("clocks.daily", "clocks.never", r"clocks\.never"),
        ('reasons = ["dark_passed", "last_turn"]', "reasons = []", "reasons"),
        ('label = { en = "Board", fr = "Plateau" }', 'label = { en = "Board" }', "label"),
        ("default = 10", "", "default"),
        ("default = 10", "default = 99", r"options\.board\.default"),
        ("default = 10", "default = 10\nnames = { 9 = { en = 'Nine', fr = 'Neuf' } }", r"names\.9"),
        ('name = "ponte_del_diavolo"', 'name = "chess"', "name"),
        ("[options.board]", "[options.board", "line"),
    ],
)
def test_mistakes_in_what_a_game_is_are_reported(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, field: str
) -> None:
    package = "tablier.games.ponte_del_diavolo"
    content = data.text(package, "game.toml")
    assert content.count(old) == 1
    monkeypatch.setattr(data, "text", lambda _package, _file: content.replace(old, new))
    with pytest.raises(GameError, match=rf"{package}: game.toml: .*{field}"):
        catalogue._read.__wrapped__(package)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("levels = []", "levels"),
        ('[[levels]]\nlabel = { en = "Easy" }\nbot = { kind = "random" }', "label"),
        ('[[levels]]\nlabel = { en = "Easy", fr = "Facile" }\nbot = { kind = "champion" }', "bot.kind"),
        ('[[levels]]\nlabel = { en = "Easy", fr = "Facile" }\nbot = { kind = "search", iterations = 0 }', "iterations"),
    ],
)
def test_mistakes_in_levels_are_reported(monkeypatch: pytest.MonkeyPatch, text: str, field: str) -> None:
    monkeypatch.setattr(data, "text", lambda _package, _file: text)
    with pytest.raises(GameError, match=rf"levels.toml: .*{field}"):
        specs.levels("delta")


def test_boards_are_those_that_the_option_names() -> None:
    with pytest.raises(GameError, match=r"boards.json has \(8, 10\), but game.toml lets options.board choose from"):
        catalogue.need_values("tablier.games.ponte_del_diavolo", "board", (8, 10), "boards.json")


def test_files_that_cannot_be_read_are_named() -> None:
    with pytest.raises(GameError, match=r"nothing\.json cannot be read"):
        data.text("tablier.games.delta", "nothing.json")
