"""``tablier new-game`` writes a game that passes its checks and runs everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

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
    with pytest.raises(GameError, match=r"no_such_game: Python finds no such package.*PYTHONPATH"):
        catalogue.add("no_such_game")
