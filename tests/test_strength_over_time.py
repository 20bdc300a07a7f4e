"""The tool that measures strength over time plays the highest level with other times, and draws its matches."""

from __future__ import annotations

import runpy
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from click.testing import CliRunner
from known import GAMES

from tablier import bots
from tablier.arena import Match, run

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "strength_over_time.py"))


@pytest.mark.parametrize("game", GAMES)
def test_the_highest_level_differs_only_in_its_time(game: str) -> None:
    longer = bots.specs.spec(game, TOOL["highest_level"](game, 3.0))
    assert longer == msgspec.structs.replace(bots.levels(game)[-1].bot, seconds=3.0)


def test_each_time_has_a_match_that_goes_on_and_a_point_in_the_picture(tmp_path: Path) -> None:
    times = ["--seconds", "0.001", "--seconds", "0.002"]
    play = ["play", "on_top", "--out", str(tmp_path), *times, "--anchor", "random", "--games"]
    CliRunner().invoke(TOOL["main"], [*play, "2"], catch_exceptions=False)
    found = CliRunner().invoke(TOOL["main"], [*play, "4"], catch_exceptions=False)
    assert [line.split(" | ")[1:4] for line in found.stdout.splitlines()] == [
        ["2", "0.001 s", "4"],
        ["2", "0.002 s", "4"],
    ]
    picture = tmp_path / "picture.svg"
    CliRunner().invoke(TOOL["main"], ["draw", str(picture), str(tmp_path)], catch_exceptions=False)
    assert len(ET.parse(picture).findall(".//{*}circle")) == 2


def test_a_folder_without_timed_matches_is_refused(tmp_path: Path) -> None:
    draw = ["draw", str(tmp_path / "picture.svg"), str(tmp_path)]
    empty = CliRunner().invoke(TOOL["main"], draw)
    run(Match.of("on_top", ("random", "random"), {}, 1), 2, file=tmp_path / "on_top_2_1s.jsonl")
    untimed = CliRunner().invoke(TOOL["main"], draw)
    assert (empty.exit_code, untimed.exit_code) == (1, 1)
    assert "there are no matches" in empty.output
    assert "random has no time for a turn" in untimed.output
    assert not (tmp_path / "picture.svg").exists()


def test_the_picture_of_the_documentation_shows_the_games_beside_it(tmp_path: Path) -> None:
    docs = Path(__file__).parents[1] / "docs"
    picture = tmp_path / "drawn.svg"
    draw = ["draw", str(picture), str(docs / "matches" / "over_time")]
    CliRunner().invoke(TOOL["main"], draw, catch_exceptions=False)
    assert picture.read_text() == (docs / "images" / "strength_over_time.svg").read_text()
