"""``tablier solve``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

import tablier
from tablier.solve import Solver, many
from tools import check_ponte

from .test_cli import PONTE, fails, run


def test_positions_are_solved() -> None:
    said = run("solve", PONTE, "board: 4; light: a1 b1 c1 d1; dark: a4 b4 c4; turn: dark; last", "--moves").output
    assert said.startswith("perfect play: seat 0 0.5, seat 1 0.5\n")
    assert "\nd3: seat 0 1, seat 1 0\n" in said
    assert re.search(r"\n[\d,]+ positions visited\n$", said)
    fails(1, "not solved after 10 positions: give a larger --limit", "solve", PONTE, "board: 4; new", "--limit", "10")
    fails(1, "on_top cannot be solved", "solve", "on_top")


def test_all_first_turns_are_solved_and_solving_goes_on_from_a_file(tmp_path: Path) -> None:
    command = "solve", PONTE, "board: 4; new", "--turns", "--proofs", tmp_path / "new" / "proofs"
    said = run(*command, "--threads", "2").output
    assert len(re.findall(": seat 0 0.5, seat 1 0.5\n", said)) == 20
    assert "a1 b2: seat 0 0, seat 1 1\n" in said
    again = run(*command).output
    assert sorted(again.splitlines()[:-1]) == sorted(said.splitlines()[:-1])
    visited = [int(one.splitlines()[-1].split()[0].replace(",", "")) for one in (said, again)]
    assert visited[1] < visited[0] / 2
    (tmp_path / "new" / "proofs").write_text("wrong")
    fails(1, "proofs is not a file of proofs", *command)
    fails(2, "--turns does not go with --moves", *command, "--moves")
    fails(2, "--threads share a table; they go with neither --jobs nor --on", *command, "--threads", "2", "--jobs", "2")
    fails(1, "by one thread: ply by ply; give --jobs instead", "solve", PONTE, "--threads", "2")
    fails(1, "proofs are not kept", "solve", PONTE, "--proofs", tmp_path / "other")


def test_processes_that_reach_the_end_of_a_slice_give_their_proofs_and_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "SLICE_APART", 100)
    start = tablier.game(PONTE).setup("board: 4; new; moves: a1 c2")
    solver, learnt = Solver(start), list[int]()

    def compute(
        function: Callable[[many.Named], many.Answer], blocks: Iterable[many.Named]
    ) -> Iterator[tuple[many.Named, many.Answer]]:
        for block in blocks:
            many._own.cache_clear()  # a process of its own for each slice
            yield block, function(block)
            learnt.append(len(solver.proofs(lasting=1)))

    found = list(many.values_apart(solver, {"one": start}, compute, entries=1 << 16, limit=None))
    assert found[-1] == ("one", (0.5, 0.5))
    assert found[:-1] == [None] * (len(found) - 1) != []
    assert learnt == sorted(learnt)
    some = list(many.values_apart(Solver(start), {"one": start}, compute, entries=1 << 16, limit=250))
    assert some == [None, None, ("one", None)]


def test_processes_solve_apart_and_give_their_proofs(tmp_path: Path) -> None:
    late = "board: 4; new; moves: a1 c2 b4 d1 a4 c4"
    command = "solve", PONTE, late, "--turns", "--proofs", tmp_path / "proofs"
    apart = run(*command, "--jobs", "2").output
    together = run(*command).output
    assert sorted(apart.splitlines()[:-1]) == sorted(together.splitlines()[:-1]) != []
    visited = [int(one.splitlines()[-1].split()[0].replace(",", "")) for one in (apart, together)]
    assert visited[1] < visited[0]
    fails(1, "not solved after 1 positions", "solve", PONTE, "board: 4; new", "--turns", "--limit", "1", "--jobs", "2")
    plies = "light: a10 b10 a9 b9; dark: a1 b1 c1 e1 f1 g1; turn: dark; last"
    assert "perfect play: seat 0 0, seat 1 1" in run("solve", PONTE, plies, "--jobs", "2").output


def test_a_folder_of_certificates_is_completed(tmp_path: Path) -> None:
    late = "board: 4; new; moves: a1 b2 c4 d1 a4 c3"
    command = "solve", PONTE, late, "--turns", "--certificate", tmp_path / "proofs", "--seat", "0"
    lines = run(*command).output.splitlines()[:-1]
    written = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "proofs").iterdir()}
    won = [line.split(":")[0] for line in lines if ": seat 0 0.5," in line or ": seat 0 1," in line]
    assert sorted(written) == sorted(f"{name.replace(' ', '_')}_seat_0.txt.gz" for name in won) != []
    first = min((tmp_path / "proofs").iterdir())
    first.unlink()
    run(*command)
    again = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "proofs").iterdir()}
    assert {name for name in written if again[name] != written[name]} == {first.name}
    check_ponte.main(str(first))
    run(*command[:-1], "1")
    assert len(list((tmp_path / "proofs").glob("*_seat_1.txt.gz"))) > 0
    fails(1, "is not a folder", *command[:4], "--certificate", first)
    fails(1, "there are no certificates", "solve", PONTE, "--certificate", tmp_path / "large")
    fails(2, "--seat goes with --certificate", "solve", PONTE, "board: 4; new", "--seat", "1")


def test_a_proof_is_written_once(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    late = "board: 4; light: a1 b1 c1 d1; dark: a4 b4 c4; turn: dark; last"
    run("solve", PONTE, late, "--certificate", proof)
    assert proof.read_text().startswith(f"tablier certificate 2: {PONTE}\nposition: {late}\nseat ")
    fails(1, "proof exists and was not changed", "solve", PONTE, late, "--certificate", proof)
