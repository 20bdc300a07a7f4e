"""Errors in data files are reported by file and field when a game is loaded."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from known import GAMES

from tablier import catalogue, warm
from tablier.bots import specs
from tablier.catalogue import data
from tablier.errors import GameError
from tablier.scene import svg, validate_assets

Change = Callable[[Any], object]


def narrow(weights: Any, table: str) -> None:
    """Remove a column with its weights: the table is consistent, but too narrow for the evaluation."""
    weights[f"{table}_columns"].pop()
    for row in weights[table]:
        row.pop()


def district(board: Any, work: str) -> Any:
    return next(h for h in board["hexes"] if h["work"] == work)


WRONG: list[tuple[str, str, str, Change, str]] = [
    ("ponte_del_diavolo.geometry", "Boards", "boards.json", lambda d: d["boards"][0].update(size=2), r"boards\[.*size"),
    ("ponte_del_diavolo.geometry", "Boards", "boards.json", lambda d: d.update(island=0), "island"),
    ("ponte_del_diavolo.weights", "Weights", "evaluation.json", lambda d: d["tile"].pop(), "rows for 4 knots.*tile"),
    ("ponte_del_diavolo.weights", "Weights", "evaluation.json", lambda d: d["value"][1].pop(), r"value\[1\]"),
    ("ponte_del_diavolo.weights", "Weights", "evaluation.json", lambda d: d["playout"].pop("finish"), "finish"),
    ("ponte_del_diavolo.weights", "Weights", "evaluation.json", lambda d: d["playout"].update(more=1), "more"),
    ("shangri_la.weights", "Weights", "evaluation.json", lambda d: d["knots"].reverse(), "ascending.*knots"),
    ("shangri_la.board", "Board", "board.json", lambda d: d["bridges"].reverse(), "bridges"),
    ("on_top.evaluation", "Weights", "evaluation.json", lambda d: d["prior_columns"].append("more"), "7.*prior_"),
    ("on_top.evaluation", "Weights", "evaluation.json", lambda d: d["circles"].popitem(), r"missing.*circles\."),
    ("on_top.evaluation", "Weights", "evaluation.json", lambda d: d["circles"].update(x=[1, 1]), "no such.*circles"),
    ("on_top.evaluation", "Weights", "evaluation.json", lambda d: d["knots"].append(2.0), "knots.*value"),
    ("on_top.geometry", "Boards", "boards.json", lambda d: d["boards"][0]["golden"].append("A99"), "golden"),
    ("delta.board", "Board", "board.json", lambda d: d["tables"].reverse(), "tables"),
    ("delta.evaluation", "Weights", "evaluation.json", lambda d: narrow(d, "value"), "9.*value_columns"),
    ("ankh_morpork.evaluation", "Weights", "evaluation.json", lambda d: narrow(d, "value"), "46.*value_columns"),
    ("shangri_la.weights", "Weights", "evaluation.json", lambda d: narrow(d, "journey"), "11.*journey_columns"),
    ("ponte_del_diavolo.weights", "Weights", "evaluation.json", lambda d: narrow(d, "tile"), "15.*tile_columns"),
    ("ponte_del_diavolo.weights", "Weights", "evaluation.json", lambda d: d["promise"].pop(), "3 rows.*promise"),
    ("ponte_del_diavolo.weights", "Weights", "evaluation.json", lambda d: d["promise"][1].pop(), "of 4.*promise"),
    ("ponte_del_diavolo.weights", "Weights", "evaluation.json", lambda d: d["playout"].update(finish=2), "finish"),
    ("ponte_del_diavolo.geometry", "Boards", "boards.json", lambda d: d["boards"][0].update(tiles=10**20), "tiles"),
    ("shangri_la.board", "Board", "board.json", lambda d: d["villages"][1].update(x=9999), r"villages\[1\]"),
    ("shangri_la.board", "Board", "board.json", lambda d: d["tables"][0]["closed"].append("c"), r"closed"),
    ("shangri_la.board", "Board", "board.json", lambda d: d.update(stones=10**6), "stones"),
    ("on_top.geometry", "Boards", "boards.json", lambda d: d["boards"][0]["golden"].append("A2"), "twice.*golden"),
    ("on_top.geometry", "Boards", "boards.json", lambda d: d["boards"][0].update(rows=[9, 10] * 9), "64 points.*rows"),
    ("on_top.geometry", "Material", "material.json", lambda d: d["tiles"][0].update(copies=1000), "copies"),
    ("delta.board", "Board", "board.json", lambda d: d["islands"][2].append(-1), "islands"),
    ("delta.board", "Board", "board.json", lambda d: d["islands"].append([-5, 5]), r"islands\[27\]"),
    ("delta.board", "Board", "board.json", lambda d: d["villages"][0].update(y=1001), r"villages\[0\]"),
    ("ankh_morpork.board", "Board", "board.json", lambda d: district(d, "palace").update(id="x"), r"hexes.*id"),
    ("ankh_morpork.board", "Board", "board.json", lambda d: district(d, "alchemists")["numbers"].pop(), "numbers"),
    ("ankh_morpork.board", "Board", "board.json", lambda d: d["sites"][0].update(x=1e20), "sites"),
    ("ankh_morpork.board", "Board", "board.json", lambda d: d["colours"][0].update(name=""), "colours"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["costs"].update(villa={}), "costs"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["costs"]["villa"].update(ore=200), "costs"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["rates"].update(anybody=10**6), "rates.anybody"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d.update(cards_of_a_kind=26), "cards_of_a_kind"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d.update(houses=2), "houses"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d.update(guards=118), "120 tokens.*guards"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d.update(assassins=3), "track.occupied"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["guild"].update(member=10), "guild.member"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["assassin_succeeds"][0].clear(), "assassin_succeeds"),
    ("ankh_morpork.board", "Board", "board.json", lambda d: d["hexes"].pop(), "hexes"),
    ("ankh_morpork.board", "Board", "board.json", lambda d: d["sites"].append(d["sites"][0]), "no edge.*sites"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["costs"].pop("villa"), "villa.*costs"),
    ("ankh_morpork.board", "Pieces", "pieces.json", lambda d: d["bounty"].append(d["bounty"][0]), "twice.*bounty"),
]


@pytest.mark.parametrize(("module", "shape", "file", "change", "field"), WRONG)
def test_errors_are_reported_by_file_and_field(
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
    ("module", "file", "change", "field"),
    [
        ("ankh_morpork.board", "pieces.json", lambda d: d["costs"]["villa"].update(gold=1), r"'gold'.*costs\.villa"),
        ("ankh_morpork.board", "pieces.json", lambda d: d["bounty"].append("gold"), "'gold'.*bounty"),
        ("shangri_la.board", "board.json", lambda d: d["tables"].pop(), r"\(3,\) seats, but game.toml.*tables"),
        ("delta.board", "board.json", lambda d: d.update(village_radius=10_000), r"span \d+ gaps, not.*planks"),
    ],
)
def test_contradictions_between_files_are_reported(
    monkeypatch: pytest.MonkeyPatch, module: str, file: str, change: Change, field: str
) -> None:
    package, name = f"tablier.games.{module.split('.')[0]}", f"tablier.games.{module}"
    monkeypatch.setitem(sys.modules, name, importlib.import_module(name))  # removed again after the test
    plain = data.text
    content = json.loads(plain(package, file))
    change(content)
    monkeypatch.setattr(data, "text", lambda p, f: json.dumps(content) if f == file else plain(p, f))
    monkeypatch.delitem(sys.modules, name)
    with pytest.raises(GameError, match=rf"{package}: {file}: .*{field}"):
        importlib.import_module(name)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('title = { en = "Ponte del Diavolo", fr = "Ponte del Diavolo" }', 'title = { en = "Ponte" }', "title"),
        ('credits = { en = "A game by Martin Ebel (2007)"', 'credits = { en = ""', "credits"),
        ("seats = [2]", "seats = []", "seats"),
        ("seats = [2]", "seats = [0, 9]", "seats"),
        ("seats = [2]", "seats = [2, 2]", "twice.*seats"),
        ("minutes = 25", "minutes = 0", "minutes"),
        ("weight = 2.4", "weight = 24", "weight"),
        ('rule_prefix = "PONTE"', 'rule_prefix = ""', "rule_prefix`; write capital letters"),
        ('reasons = ["dark_passed",', 'reasons = ["last_turn",', "twice.*reasons"),
        ('clocks.daily = { time = "1d"', 'clocks.daily = { time = "soon"', r"clocks\.daily\.time`; write minutes and"),
        ('clocks.daily = { time = "1d"', 'clocks.daily = { time = "١d"', r"clocks\.daily\.time"),
        (
            '"15+15", out = "loss"',
            '"15+15", out = "draw"',
            r"'draw' - at `\$\.clocks\.calm\.out`; choose from bot, loss",
        ),
        ("clocks.daily", "clocks.never", r"clocks\.never"),
        ('reasons = ["dark_passed", "last_turn"]', "reasons = []", "reasons"),
        ('label = { en = "Board", fr = "Plateau" }', 'label = { en = "Board" }', "label"),
        ("default = 10", "", r"`default` - at `\$\.options\.board`"),
        (
            "default = 10",
            "default = 10\nfriendly = 1",
            r"field `friendly` - at `\$\.options\.board`; .* label, default",
        ),
        ("minutes = 25", "minutes = 25\nhours = 1", "unknown field `hours`; the fields are name, title"),
        ("small = { seats = 2,", "small = { seat = 2,", r"unknown field `seat` - at `\$\.small`; the fields are seats"),
        ("[options.board]", "[options.Board-Size]", r"lower-case .* - at `\$\.options\.Board-Size`"),
        ('"last_turn"]', '"last turn"]', r"lower-case .* - at `\$\.reasons\[1\]`"),
        ("default = 10", "default = 1.5", r"options\.board\.default"),
        ('label = { en = "Board",', "label = { en = 3,", r"options\.board\.label\.en"),
        ("default = 10", "default = 99", r"options\.board\.default"),
        ("default = 10", "default = 10\ntable = 11", r"options\.board\.table"),
        ("values = [4, 5, 8, 10, 12]", "values = [4, 5, 8, 10, 12, 8]", r"twice.*options\.board\.values"),
        ("values = [4, 5, 8, 10, 12]", "values = [8, 10, 'big']", r"no name.*options\.board\.names\.big"),
        ("default = 10", "default = 10\nnames = { 9 = { en = 'Nine', fr = 'Neuf' } }", r"names\.9"),
        ('name = "ponte_del_diavolo"', 'name = "chess"', "name"),
        ("small = { seats = 2,", "small = { seats = 3,", r"small\.seats"),
        ("options = { board = 8 }", "options = { board = 9 }", "'board' must be one of 4, 5, 8, 10, 12, got 9"),
        ("[options.board]", "[options.board", "line"),
    ],
)
def test_errors_in_game_toml_are_reported(monkeypatch: pytest.MonkeyPatch, old: str, new: str, field: str) -> None:
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
def test_errors_in_levels_are_reported(monkeypatch: pytest.MonkeyPatch, text: str, field: str) -> None:
    monkeypatch.setattr(data, "text", lambda _package, _file: text)
    with pytest.raises(GameError, match=rf"levels.toml: .*{field}"):
        specs._levels.__wrapped__("tablier.games.delta")


def test_boards_and_options_agree() -> None:
    with pytest.raises(GameError, match=r"boards.json has \(8, 10\), but game.toml lets options.board choose from"):
        catalogue.require_values("tablier.games.ponte_del_diavolo", "board", (8, 10), "boards.json")


def test_errors_name_unreadable_files() -> None:
    with pytest.raises(GameError, match=r"tablier\.errors: .*not a package"):
        data.text("tablier.errors", "game.toml")
    with pytest.raises(GameError, match=r"nothing\.json cannot be read: there is no .*; docs/adding\.md says what"):
        data.text("tablier.games.delta", "nothing.json")


def test_booleans_are_not_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    package = "tablier.games.ankh_morpork"
    content = data.text(package, "game.toml").replace("default = false", "default = 0")
    monkeypatch.setattr(data, "text", lambda _package, _file: content)
    with pytest.raises(GameError, match=r"game.toml: 0 is not one of its values - at `\$\.options\.counter\.default`"):
        catalogue._read.__wrapped__(package)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of a game's folder, added to the catalogue as ``lagoon``."""
    source = resources.files("tablier.games.ponte_del_diavolo")
    with resources.as_file(source) as files:
        shutil.copytree(files, tmp_path / "lagoon")
    toml = tmp_path / "lagoon" / "game.toml"
    toml.write_text(toml.read_text("utf-8").replace('name = "ponte_del_diavolo"', 'name = "lagoon"'), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(catalogue, "_others", cache(dict))
    catalogue._read.cache_clear()
    catalogue.add("lagoon")
    svg.read.cache_clear()
    yield tmp_path / "lagoon"
    sys.modules.pop("lagoon", None)


@pytest.mark.parametrize(
    ("file", "content", "complaint"),
    [
        ("texts.fr.ftl", None, r"texts\.fr\.ftl cannot be read"),
        ("texts.en.ftl", "ponte-brief = Build.\n", r"texts\.en\.ftl lacks the text ponte-"),
        ("rulebook.fr.md", None, r"rulebook\.fr\.md cannot be read"),
        ("art/sprites.svg", None, r"art/sprites\.svg cannot be read"),
        ("art/cover.svg", "<svg", r"art/cover\.svg is not SVG: unclosed token: line 1"),
        ("art/board-8.svg", "<svg><g></svg>", r"art/board-8\.svg is not SVG: mismatched tag"),
        ("art/board-8.svg", "<html/>", r"art/board-8\.svg is not SVG: its root is 'html'"),
    ],
)
def test_missing_and_unreadable_files_of_a_scene_are_reported(
    copied: Path, file: str, content: str | None, complaint: str
) -> None:
    validate_assets.check("lagoon")
    svg.read.cache_clear()
    if content is None:
        (copied / file).unlink()
    else:
        (copied / file).write_text(content, "utf-8")
    with pytest.raises(GameError, match=f"lagoon: {complaint}"):
        validate_assets.check("lagoon")
    with pytest.raises(GameError, match=complaint):
        warm.steps("lagoon")  # before anything is compiled, at the table and at the command line


@pytest.mark.parametrize("game", GAMES)
def test_all_files_of_the_games_are_complete(game: str) -> None:
    validate_assets.check(game)
