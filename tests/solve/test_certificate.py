"""Certificates: a checker with rules of its own accepts true ones and no others."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest
from oracles import ponte_del_diavolo as oracle
from positions import late

import tablier
from tablier.solve import Solver, certificate
from tools import check_ponte as checker

SMALL = tablier.game("ponte_del_diavolo").new(board=4)


def written(text: str, folder: Path) -> str:
    """A file with a certificate."""
    (folder / "proof").write_text(text)
    return str(folder / "proof")


@pytest.fixture(scope="module")
def shared() -> str:
    """The certificate of a position with a shared result, which claims half of the win for both seats."""
    for seed in range(100):
        position = late(SMALL, seed, plies=9)
        solver = Solver(position)
        if solver.value(position) == (0.5, 0.5):
            return certificate(solver, position)
    raise AssertionError("no such position")


@pytest.mark.parametrize("seed", range(8))
def test_a_certificate_proves_the_solved_result(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = late(SMALL, seed, plies=12)
    solver = Solver(position)
    value = solver.value(position)
    assert value
    checker.main(written(certificate(solver, position), tmp_path))
    claims = re.findall(r"seat (.) gets at least (.+): true, [1-9]", capsys.readouterr().out)
    assert claims == [(str(seat), f"{reward:g}") for seat, reward in enumerate(value) if reward]


def test_a_higher_claim_is_refused(shared: str, tmp_path: Path) -> None:
    with pytest.raises(checker.NoProofError, match="gets less"):
        checker.main(written(shared.replace("at least 0.5", "at least 1"), tmp_path))


def test_a_certificate_without_its_last_move_is_refused(shared: str, tmp_path: Path) -> None:
    with pytest.raises(checker.NoProofError, match="'' is not legal"):
        checker.main(written(shared.strip().rsplit(" ", 1)[0], tmp_path))


def test_a_certificate_with_a_move_too_many_is_refused(shared: str, tmp_path: Path) -> None:
    with pytest.raises(checker.NoProofError, match="'a1' and what follows is not needed"):
        checker.main(written(shared.rstrip() + " a1", tmp_path))


@pytest.mark.parametrize(
    "text", ["", "tablier certificate 2: ponte_del_diavolo\nposition: board: 4; new\nx: y", "a\nb"]
)
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises((checker.NoProofError, ValueError)):
        checker.main(written(text, tmp_path))


@pytest.mark.parametrize("seed", range(12))
def test_the_rules_of_the_checker_are_those_of_the_oracle(seed: int) -> None:
    chance = random.Random(seed)
    board = chance.choice((4, 5, 8))
    one, other = oracle.setup(board), checker.State(board)
    while not other.over:
        moves = checker.moves(other)
        assert set(moves) == oracle.plies(one)
        move = chance.choice(moves)
        one, other = oracle.apply(one, move), checker.play(other, move)
    assert one.reason
    for colour, name in enumerate((oracle.LIGHT, oracle.DARK)):
        assert checker.tally(other, colour) == oracle.tally(one, name)
        assert (colour ^ other.swapped) == oracle.seat_of(one, name)


def test_the_checker_is_short_and_needs_no_package() -> None:
    source = Path(checker.__file__).read_text()
    assert len(source.splitlines()) <= 200
    assert set(re.findall(r"^(?:from|import) (\w+)", source, re.MULTILINE)) <= sys.stdlib_module_names
