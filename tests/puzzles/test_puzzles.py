"""Puzzles: judgements are those of proofs, mining goes on where it stopped, and a share of the puzzles is searched."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from known import AT_TABLE

import tablier
from tablier.catalogue.puzzles import Collection, Puzzle, puzzles, read
from tablier.cli import main
from tablier.errors import GameError
from tablier.puzzles import checks
from tablier.puzzles.judge import Judge
from tablier.puzzles.miner import mine
from tablier.puzzles.submissions import played
from tablier.solve import Solver

PONTE, ON_TOP = tablier.game("ponte_del_diavolo"), tablier.game("on_top")
WITH_PUZZLES = [game for game in AT_TABLE if puzzles(game)]
SEARCHED = 2
"""Puzzles of each game that are searched again; ``make puzzles`` searches all."""


def late(seed: int) -> tablier.Position:
    """A random game on the smallest board, without its last turns."""
    chance = random.Random(seed)
    position = PONTE.new(board=4)
    while position.movers:
        position.push(chance.choice(position.moves()))
    return position.back(4)


def submissions(begun: tablier.Position, position: tablier.Position) -> Iterator[tablier.Position]:
    """The positions after every whole submission."""
    for move in position.moves():
        after, over = played(begun, position, move)
        if over:
            yield after
        else:
            yield from submissions(begun, after)


@pytest.mark.parametrize("seed", range(8))
def test_judgements_are_those_of_proofs(seed: int) -> None:
    position = late(seed)
    [seat] = position.movers
    solver = Solver(position)
    shares = {}
    for after in submissions(position, position):
        value = solver.value(after)
        assert value
        shares[after] = value[seat]
    judge = Judge(position, seat, iterations=20_000, seed=1)
    found = judge.judgement()
    best = shares.pop(judge.target)
    assert found.proved
    assert found.best == best == max([best, *shares.values()])
    assert found.other == max(shares.values(), default=0.0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that take little time and find many bad puzzles."""
    monkeypatch.setattr(checks, "SCAN", 30)
    monkeypatch.setattr(checks, "CHECK", 100)
    monkeypatch.setattr(checks, "MARGIN", 0.01)


@pytest.mark.usefixtures("quick")
def test_mining_goes_on_where_it_stopped() -> None:
    game, told = ON_TOP, list[Collection]()
    whole = mine(game, Collection(seed=5), 4, told.append)
    assert len(whole.puzzles) == 4
    assert whole == told[-1]
    assert mine(game, told[0], 4, lambda _: None) == whole
    for puzzle in whole.puzzles:
        checks.verify(game, puzzle, seeds=())


@pytest.mark.usefixtures("quick")
def test_the_command_writes_a_file_and_resumes_it(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    command = ["puzzles", "mine", "on_top", "--out", str(file), "--count"]
    run = CliRunner()
    assert run.invoke(main, [*command, "1"]).exit_code == 0
    first = read(file)
    assert "--resume" in run.invoke(main, [*command, "2"]).output
    assert run.invoke(main, [*command, "4", "--resume"]).exit_code == 0
    assert read(file).puzzles[: len(first.puzzles)] == first.puzzles
    assert len(read(file).puzzles) == 4


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_puzzles_can_be_played(game: str) -> None:
    for puzzle in puzzles(game)[::5]:
        checks.verify(tablier.game(game), puzzle, seeds=())


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_solutions_are_still_the_best(game: str) -> None:
    found = puzzles(game)
    for puzzle in found[:: -(-len(found) // SEARCHED)]:
        checks.verify(tablier.game(game), puzzle, seeds=checks.SEEDS[:1])


def changed(**fields: object) -> Puzzle:
    return msgspec.structs.replace(puzzles("on_top")[0], **fields)


@pytest.mark.parametrize(
    ("puzzle", "field"),
    [
        (changed(id="0123456789"), "id"),
        (changed(level=6), "level"),
        (changed(seat=1 - changed().seat), "TOP-3.2"),
        (changed(solution=changed().solution + " a1"), "a1"),
        (changed(solution="a1 a1"), "a1"),
    ],
)
def test_wrong_puzzles_are_refused(puzzle: Puzzle, field: str) -> None:
    with pytest.raises(GameError, match=field) as error:
        checks.verify(ON_TOP, puzzle, seeds=())
    assert puzzle.id in str(error.value)


def test_a_submission_that_is_not_the_best_is_refused() -> None:
    position = ON_TOP.setup(changed().setup)
    begun = position.view(changed().seat)
    other = next(move for move in position.moves() if move.text != changed().solution and played(begun, begun, move)[1])
    wrong = changed(solution=other.text)
    with pytest.raises(GameError, match="not the best"):
        checks.verify(ON_TOP, wrong)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('"kind":"stable"', '"kind":"likely"', "puzzles[0].kind"),
        ('"best"', '"bust"', "puzzles[0]"),
        ('"other":0.', '"other":1', "puzzles[0]"),
        ('"games":', '"played":', "played"),
    ],
)
def test_errors_name_file_and_field(
    old: str, new: str, field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Collection(puzzles=(changed(kind="stable"),)).dumps().replace(old, new)
    file = tmp_path / "puzzles.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(GameError, match=re.escape(field)) as error:
        read(file)
    assert "puzzles.json" in str(error.value)
