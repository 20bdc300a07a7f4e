"""Files that commands read and write: nothing is written over, and what is damaged is named."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablier
from tablier.catalogue.puzzles import FILE

from .test_cli import PONTE, fails, run

GAME = '"number":0,"seats":[0,1],"scores":[1,0],"ranks":[0,1],"plies":9,"turns":[5,4]'


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """The file of a match with one pair of games."""
    file = tmp_path / "match.jsonl"
    assert run("arena", PONTE, "random", "random", "--games", "2", "--out", file).exit_code == 0
    return file


@pytest.mark.parametrize("command", [("show", "--format", "text", "-o"), ("review", "--iterations", "1", "--svg")])
def test_a_record_is_not_written_over(record: Path, command: tuple[str, ...]) -> None:
    before = record.read_bytes()
    fails(2, "is the record itself; name another file", command[0], record, *command[1:], record)
    assert record.read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [
        ("solve", PONTE, "board: 4; new", "--certificate"),
        ("arena", PONTE, "random", "random", "--out"),
        ("puzzles", "mine", PONTE, "--out"),
    ],
)
def test_a_file_in_place_of_a_folder_is_told_before_any_work(record: Path, command: tuple[str, ...]) -> None:
    fails(1, "is not a folder; name another place", *command, record / "new")


def test_a_match_without_games_is_not_merged(match: Path, tmp_path: Path) -> None:
    match.write_bytes(match.read_bytes().splitlines(keepends=True)[0])
    fails(1, "the files hold no games yet: play some with tablier arena --out", "merge", match, "-o", tmp_path / "all")
    assert not (tmp_path / "all").exists()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"ranks":[0,1]', '"ranks":[0]', "expected 2 entries in each list, got 2, 1, 2"),
        ('"seats":[0,1]', '"seats":[0,0]', "this is not a game of the match"),
        ('"number":0', '"number":-5', "this is not a game of the match"),
    ],
)
def test_a_damaged_game_of_a_match_is_named(match: Path, tmp_path: Path, old: str, new: str, says: str) -> None:
    first = match.read_text().splitlines()[0]
    match.write_text(f"{first}\n{{{GAME.replace(old, new)}}}\n")
    fails(1, f"line 2: {says}; give another file", "merge", match, "-o", tmp_path / "all")


def test_a_match_begins_anew_beside_the_times_of_one_that_was_cut_off(match: Path) -> None:
    times = match.with_suffix(".times.jsonl")
    times.write_text(times.read_text()[:-9])
    match.unlink()
    assert run("arena", PONTE, "random", "random", "--games", "2", "--out", match).exit_code == 0
    match.write_text("half a li")
    fails(1, "it has no complete line; give another file", "arena", PONTE, "random", "random", "--out", match)


def test_mining_does_not_go_on_with_puzzles_of_another_game(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    source = Path(tablier.__file__).parent / "games" / PONTE / FILE
    file.write_bytes(source.read_bytes())
    fails(1, "holds puzzles of another game", "puzzles", "mine", "delta", "--out", file, "--resume")
    assert file.read_bytes() == source.read_bytes()
    file.write_text("{")
    fails(1, "truncated; give a file of puzzles", "puzzles", "mine", "delta", "--out", file, "--resume")
