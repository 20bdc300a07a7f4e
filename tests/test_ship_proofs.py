"""The tool that ships proofs with their game."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner

import tablier
from tablier.solve import Solver, proof_file

TOOL = Path(__file__).parents[1] / "tools" / "ship_proofs.py"
SMALL = tablier.game("ponte_del_diavolo").new(board=4)


def test_proofs_that_took_long_are_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_file, "shipped_proofs", lambda game: tmp_path / f"{game}.npz")
    solver = Solver(SMALL)
    value = solver.value(SMALL)
    solver.save(tmp_path / "all", lasting=1)
    said = CliRunner().invoke(runpy.run_path(str(TOOL))["main"], [str(tmp_path / "all")])
    shipped = tmp_path / "ponte_del_diavolo.npz"
    assert str(shipped) in said.output, said.output
    assert shipped.stat().st_size < (tmp_path / "all").stat().st_size / 10
    again = Solver(SMALL)
    again.load(shipped)
    assert again.value(SMALL) == value
    assert again.visited < solver.visited / 2
