"""Certificates: a checker with rules of its own accepts true ones and no others."""

from __future__ import annotations

import gzip
import random
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from oracles import ponte_del_diavolo as oracle

import tablier
from tablier.engine import protocol
from tablier.engine.records import native
from tablier.errors import InvalidOption
from tablier.position import Position
from tablier.solve import Solver, certificate
from tablier.solve.strategy import text_of
from tablier.solve.walk import prove_again
from tools import check_ponte as checker

PONTE = tablier.game("ponte_del_diavolo")
TEXTS = list(checker.NUMBERS)


def after(board: int, tiles: int, seed: int) -> Position:
    """A random position between turns, with so many tiles."""
    position, chance = PONTE.new(board=board), random.Random(seed)
    turns = Solver(position, entries=1)
    while len(re.findall("[a-e][1-5]", position.diagram().split("moves:")[-1])) < tiles and position.movers:
        position = chance.choice(list(turns.after_turns(position).values()))
    return position


def written(text: str, folder: Path) -> str:
    """A file with a certificate."""
    (folder / "proof").write_text(text)
    return str(folder / "proof")


@pytest.fixture(scope="module")
def shared() -> str:
    """The certificate of a position with a shared result, which claims half of the win for both seats."""
    position = PONTE.new(board=4).play("a1 c2")
    solver = Solver(position)
    assert solver.value(position) == (0.5, 0.5)
    return certificate(solver, position)


@pytest.mark.parametrize(
    ("board", "tiles", "seed"), [(4, 2, 0), (4, 2, 1), (4, 4, 2), (4, 6, 3), (5, 12, 4), (5, 14, 5)]
)
def test_a_certificate_proves_the_solved_result(
    board: int, tiles: int, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = after(board, tiles, seed)
    solver = Solver(position)
    value = solver.value(position)
    assert value
    checker.main(written(certificate(solver, position), tmp_path))
    claims = re.findall(r"seat (.) gets at least (.+): true, [1-9]", capsys.readouterr().out)
    assert claims == [(str(seat), f"{reward:g}") for seat, reward in enumerate(value) if reward]


def test_a_certificate_of_the_whole_board_can_be_compressed_and_claim_for_one_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = PONTE.new(board=4)
    (tmp_path / "proof.gz").write_bytes(gzip.compress(certificate(Solver(position), position, [1]).encode()))
    checker.main(str(tmp_path / "proof.gz"))
    assert re.fullmatch(r"seat 1 gets at least 0.5: true, [\d,]+ positions\n", capsys.readouterr().out)


@pytest.mark.parametrize("damage", [slice(20, 40), slice(40, None)])
def test_a_damaged_file_is_no_proof(shared: str, tmp_path: Path, damage: slice) -> None:
    packed = bytearray(gzip.compress(shared.encode()))
    packed[damage] = b"\xff" * 20 if damage.stop else b""
    (tmp_path / "proof.gz").write_bytes(packed)
    run = subprocess.run([sys.executable, checker.__file__, tmp_path / "proof.gz"], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.startswith("no proof: ")


def test_a_certificate_that_fills_its_memory_goes_on(monkeypatch: pytest.MonkeyPatch, shared: str) -> None:
    for limit in ("_SEEN", "_TURNS"):
        monkeypatch.setattr(f"tablier.solve.strategy.{limit}", 2048)
    position = PONTE.new(board=4).play("a1 c2")
    assert certificate(Solver(position), position) == shared


def test_a_proof_that_the_table_has_lost_is_found_again(shared: str, tmp_path: Path) -> None:
    position = PONTE.new(board=4).play("a1 c2")
    checker.main(written(certificate(Solver(position, entries=256), position), tmp_path))


def test_a_turn_is_named_that_another_thread_has_proved_meanwhile() -> None:
    """Then the proof is in the table when the search begins."""
    named = 0
    for seed in range(30):
        position = after(4, 4, seed)
        solver = Solver(position)
        seat, value = position.movers[0], solver.value(position)
        search, bounds = solver._turns, np.zeros(2)
        assert value
        assert search
        (record, exchanged), *others = search.records(position)
        protocol.bounds(native(record), search.work.memory, bounds)
        goal = round(2 * value[seat])
        light = goal if seat ^ exchanged == 0 else 3 - goal
        if value[seat] == 0 or others or (2 * bounds[0] >= light) == (2 * bounds[1] >= light):
            continue
        solver.turn_for(position, seat, value[seat])
        search.work.actions[0] = 0
        action = int(prove_again(light, native(record), search.work, search.table))
        text = search.names(position)[action]
        ends = {text_of(moves): end for moves, end in search.ends(position)}
        assert solver.guarantees(ends[text], seat, value[seat]), (position, text)
        named += 1
    assert named > 5


def test_a_higher_claim_is_refused(shared: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"seat 0 gets at least 1: turn \d+ leads to less"):
        checker.main(written(shared.replace("at least 0.5", "at least 1"), tmp_path))


@pytest.mark.parametrize(
    ("change", "turn"),
    [
        (lambda text: text.rstrip().rsplit(" ", 1)[0] + "\n", -1),  # the last turn is missing
        (lambda text: text.rstrip() + " a1b1\n", 0),  # one too many
        (lambda text: re.sub(r"(0\.5:) \w+", r"\1 a1a1", text), None),  # no turn
        (lambda text: re.sub(r"(0\.5:) \w+", r"\1 pass", text), None),  # not legal
    ],
)
def test_a_changed_certificate_is_refused(change, turn: int | None, shared: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    played = 0 if turn is None else len(shared.splitlines()[-1].split(": ")[1].split()) + turn
    with pytest.raises(
        ValueError, match=f"turn {played} leads to less, or the next one is illegal, missing or too many"
    ):
        checker.main(written(change(shared), tmp_path))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\nb",
        "tablier certificate 2: ponte_del_diavolo\nposition: board: 4; new\nx: y\n",
        "tablier certificate 1: ponte_del_diavolo\nposition: board: 4; new\nseat 0 gets at least 0.5: a1b2\n",
        "tablier certificate 2: ponte_del_diavolo\nposition: board: 8; new\nseat 0 gets at least 0.5: a1b2\n",
        "tablier certificate 2: ponte_del_diavolo\nposition: board: 4; new; moves: a1 a1\nseat 0 gets at least 1: \n",
        "tablier certificate 2: ponte_del_diavolo\nposition: board: 4; new; moves: a1\nseat 0 gets at least 1: a1b2\n",
    ],
)
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"not a certificate|not legal in the position"):
        checker.main(written(text, tmp_path))


def test_a_position_after_the_end_is_refused(tmp_path: Path) -> None:
    position = PONTE.new(board=4)
    while position.movers:
        position.push(position.moves()[0])
    moves = " ".join(map(str, position.history))
    text = f"tablier certificate 2: ponte_del_diavolo\nposition: board: 4; new; moves: {moves}\n"
    with pytest.raises(InvalidOption, match="the game is over"):
        certificate(Solver(position), position)
    with pytest.raises(ValueError, match="ends the game"):
        checker.main(written(f"{text}seat 0 gets at least 0.5: pass\n", tmp_path))


def test_what_cannot_be_certified_is_refused() -> None:
    position = PONTE.new(board=4)
    solver = Solver(position)
    with pytest.raises(InvalidOption, match="between turns"):
        certificate(solver, position.copy().play("a1"))
    with pytest.raises(InvalidOption, match="the position is lost for seat 0"):
        certificate(solver, position.copy().play("a1 b2"), [0])
    with pytest.raises(InvalidOption, match="seat 0 cannot force a reward of 1"):
        solver.strategy(position, 0, 1)
    with pytest.raises(InvalidOption, match="a view"):
        certificate(solver, position.view(0))
    late = PONTE.setup("light: a10 b10 a9 b9; dark: a1 b1 c1 e1 f1 g1; turn: dark; last", board=10)
    with pytest.raises(InvalidOption, match="ply by ply"):
        certificate(Solver(late), late)


@pytest.mark.parametrize("seed", range(12))
def test_the_rules_of_the_checker_are_those_of_the_oracle(seed: int) -> None:
    chance = random.Random(seed)
    board = 4 + seed % 2
    one, other, over = oracle.setup(board), (0, 0, 0, 0, checker.SMALL * (board == 4)), False
    while not over:
        turns = checker.legal(other)
        ends = {}
        for first in oracle.plies(one):
            then = oracle.apply(one, first)
            for second in oracle.plies(then) if then.half else [""]:
                ends["".join(sorted((first, second)))] = oracle.apply(then, second) if second else then
        assert [TEXTS[turn] for turn in turns] == sorted(ends)
        turn = chance.choice(turns)
        one, (other, over) = ends[TEXTS[turn]], checker.play(other, turn)
    assert one.reason
    for colour, name in enumerate((oracle.LIGHT, oracle.DARK)):
        assert checker.tally(other, colour) == oracle.tally(one, name)
        assert (colour ^ (other[4] & checker.SWAPPED > 0)) == oracle.seat_of(one, name)


@pytest.mark.parametrize("board", [4, 5])
def test_the_checker_knows_the_symmetries_and_nothing_more(board: int) -> None:
    cells = [(x, y) for x in range(board) for y in range(board)]
    small = checker.SMALL * (board == 4)
    positions = {
        pair: (sum(1 << checker.CELLS[cell] for cell in pair), 0, 0, 0, small) for pair in combinations(cells, 2)
    }
    assert len({checker.key(position) for position in positions.values()}) == {4: 21, 5: 49}[board]


def test_the_checker_is_short_and_independent_of_the_package() -> None:
    source = Path(checker.__file__).read_text()
    assert len(source.splitlines()) <= 200
    imported = set(re.findall(r"^(?:from|import) (\w+)", source, re.MULTILINE))
    assert imported <= sys.stdlib_module_names | {"numpy", "numba"}
