"""The tool that measures levels prints a row for each, and says whether the aim is met."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablier.arena import Standing

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "levels.py"))


def standing(share: float, low: float) -> Standing:
    return Standing("3", 300, share, (low, 1.0), (low, 1.0), 0.0, (0.0, 0.0), 1.0, 9.0, 0.1, 0.2)


@pytest.mark.parametrize(
    ("seats", "share", "low", "aim"),
    [
        (2, 0.75, 0.69, "met"),
        (2, 0.74, 0.69, "missed"),
        (2, 0.80, 0.67, "missed"),
        (4, 0.38, 0.32, "met"),
        (4, 0.37, 0.32, "missed"),
        (4, 0.38, 0.31, "missed"),
    ],
)
def test_a_level_meets_the_aim_by_its_share_and_the_lower_end(seats: int, share: float, low: float, aim: str) -> None:
    assert TOOL["row"]([standing(share, low), *[standing(0.2, 0.1)] * (seats - 1)]).endswith(f"| {aim}")


def test_a_level_has_a_row_for_each_number_of_seats(tmp_path: Path) -> None:
    arguments = ["on_top", "--levels", "2", "--seats", "2", "--seats", "3", "--games", "5", "--out", str(tmp_path)]
    first, again = (CliRunner().invoke(TOOL["main"], arguments) for _ in range(2))
    assert first.exit_code == 0, first.output
    rows = [line.strip("| ").split(" | ")[:3] for line in first.stdout.splitlines()[2:]]
    assert rows == [["2 against 1", "2", "6"], ["2 against 1", "3", "6"]]
    assert again.stdout == first.stdout
