"""``tablier new-game`` writes a game that passes its checks and runs everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

import tablier
import tablier.template
from tablier import catalogue, rulebook
from tablier.catalogue.data import LANGUAGES
from tablier.catalogue.info import GameInfo
from tablier.cli import main
from tablier.errors import GameError

ROOT = Path(__file__).parents[2]
OUTSIDE = Path(__file__).with_name("outside.py")
TEMPLATE = Path(tablier.template.__file__).parent / "nim"


def new_game(name: str) -> Result:
    return CliRunner(env={"LC_ALL": "C"}).invoke(main, ["new-game", name])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def python(folder: Path, *arguments: str, **variables: str) -> str:
    """The output of Python, run in a folder."""
    path = os.pathsep.join([str(ROOT / "src"), str(folder)])
    environment = os.environ | {"PYTHONPATH": path, **variables}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_outside_the_package_runs_everywhere(folder: Path) -> None:
    new_game("nim")
    printed = python(folder, str(OUTSIDE), "nim", TABLIER_GAMES="nim")
    assert printed.split() == [
        "search",
        "levels",
        "match",
        "one_seat",
        "many_games",
        "all_seats",
        "openspiel",
        "diagrams",
        "picture",
    ]


def test_the_command_line_lists_games_of_the_variable(folder: Path) -> None:
    new_game("kuhn_2")
    assert "kuhn_2" in python(folder, "-m", "tablier", "games", TABLIER_GAMES="kuhn_2")


def test_the_new_game_has_the_given_name(folder: Path) -> None:
    assert new_game("my_game2").output.startswith(f"Wrote my_game2{os.sep}")
    written = folder / "my_game2"
    assert {file.name for file in written.iterdir()} == {file.name for file in TEMPLATE.iterdir() if file.is_file()}
    info = msgspec.toml.decode((written / "game.toml").read_bytes(), type=GameInfo)
    assert (info.name, info.rule_prefix) == ("my_game2", "MYGAME")
    assert 'register("my_game2"' in (written / "game.py").read_text()
    for lang in LANGUAGES:
        rules = rulebook.parse((written / f"rulebook.{lang}.md").read_text("utf-8"), file=lang).rules
        assert list(rules) == ["MYGAME-1.1", "MYGAME-1.2", "MYGAME-2.1"]


def test_a_new_game_called_nim_equals_the_template(folder: Path) -> None:
    new_game("nim")
    for file in (folder / "nim").iterdir():
        assert file.read_bytes() == (TEMPLATE / file.name).read_bytes()


def test_the_template_is_small() -> None:
    sources = [TEMPLATE / f"{module}.py" for module in ("state", "rules", "game")]
    assert sum(bool(line.strip()) for source in sources for line in source.read_text().splitlines()) <= 100


@pytest.mark.parametrize("name", ["Nim", "2nim", "my-game", "my game", "é", "class", "_", "../nim", "", "a.b"])
def test_invalid_names_are_refused(folder: Path, name: str) -> None:
    result = new_game(name)
    assert result.exit_code == 1
    assert "cannot name a game: " in result.output
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("name", "remedy"),
    [("delta", "there is a game 'delta' already; choose"), ("json", "a module 'json' already; choose another name")],
)
def test_taken_names_are_refused(folder: Path, name: str, remedy: str) -> None:
    result = new_game(name)
    assert result.exit_code == 1
    assert remedy in result.output
    assert not list(folder.iterdir())


def test_an_existing_folder_is_not_changed(folder: Path) -> None:
    (folder / "nim").mkdir()
    (folder / "nim" / "game.py").write_text("mine")
    result = new_game("nim")
    assert result.exit_code == 1
    assert "nim exists already; nothing was changed: choose another name, or move it away" in result.output
    assert [(file.name, file.read_text()) for file in (folder / "nim").iterdir()] == [("game.py", "mine")]


def test_a_missing_package_is_reported() -> None:
    with pytest.raises(
        GameError, match=r"no_such_game: Python finds no such package.*add the folder above it to PYTHONPATH"
    ):
        catalogue.add("no_such_game")


@pytest.fixture
def alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on Python's path, and a catalogue of this package's games alone."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "delta", raising=False)  # a generator of drawings, if its test ran before
    monkeypatch.setattr(catalogue, "_others", cache(dict))
    yield folder
    for name in list(sys.modules):
        if (folder / name.partition(".")[0]).is_dir():
            del sys.modules[name]
    catalogue._read.cache_clear()


def package(above: Path, name: str) -> None:
    """Write a package with a game of the name of its folder."""
    folder = above
    for part in name.split("."):
        folder /= part
        folder.mkdir()
        (folder / "__init__.py").touch()
    source = (TEMPLATE / "game.toml").read_text("utf-8")
    (folder / "game.toml").write_text(source.replace('name = "nim"', f'name = "{folder.name}"'), "utf-8")


def test_two_packages_with_one_game_are_refused(alone: Path) -> None:
    package(alone, "delta")
    with pytest.raises(GameError, match=r"tablier\.games\.delta and delta both have a game 'delta'; rename the folder"):
        catalogue.add("delta")
    for name in ("dinghy", "harbour.dinghy"):
        package(alone, name)
    catalogue.add("dinghy")
    with pytest.raises(GameError, match=r"the packages dinghy and harbour\.dinghy both have a game 'dinghy'"):
        catalogue.add("harbour.dinghy")


def test_a_package_may_be_added_twice(alone: Path) -> None:
    new_game("wherry")
    assert catalogue.add("wherry") == catalogue.add("wherry") == "wherry"
    assert catalogue.names().count("wherry") == 1


def test_the_variable_refuses_a_name_that_is_taken(folder: Path) -> None:
    package(folder, "delta")
    variables = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(folder)]), "TABLIER_GAMES": "delta"}
    command = [sys.executable, "-m", "tablier", "games"]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Error: TABLIER_GAMES: the packages tablier.games.delta and delta both have a game 'delta'" in done.stderr


def test_rules_that_are_registered_under_another_name_are_refused(alone: Path) -> None:
    new_game("lighter")
    game = alone / "lighter" / "game.py"
    game.write_text(game.read_text("utf-8").replace('register("lighter"', 'register("ligther"'), "utf-8")
    catalogue.add("lighter")
    message = r"lighter: game.py calls register\('ligther', ...\); give it the name 'lighter'"
    with pytest.raises(GameError, match=message):
        tablier.game("lighter").new()
    with pytest.raises(GameError, match=message):
        _ = tablier.game("lighter").rules
