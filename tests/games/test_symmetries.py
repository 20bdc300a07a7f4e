"""Symmetries: rotated boards, exchanged colours, and the order of pieces in one turn do not change the rules.

Two games are played side by side, the second one with everything renamed. Who may act, what may be played, scores and
ranks must then be the renamed ones at every ply.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from oracles import ankh_morpork, delta, on_top, shangri_la
from oracles.ankh_morpork_players import scattered as scattered_city
from oracles.delta_players import scattered as scattered_delta
from oracles.shangri_la_players import scattered as scattered_villages

import tablier
from tablier import CHANCE, Position
from tablier.engine import protocol
from tablier.games.on_top.geometry import BOARDS

Renaming = Callable[[str], str]


def ranks(position: Position) -> list[int]:
    """The ranks by seat if the game ended now."""
    found = np.zeros(position.seats, np.int64)
    protocol.ranks(position.state, found)
    return [int(rank) for rank in found]


def check_side_by_side(
    one: Position, other: Position, rename: Renaming, seat_of: Callable[[int], int], rng: Random, *, plies: int
) -> None:
    """Play two games that differ only in names and seats, by ``rename`` and ``seat_of``."""
    for _ in range(plies):
        at = {seat: CHANCE if seat == CHANCE else seat_of(seat) for seat in (*range(one.seats), CHANCE)}
        assert {at[seat] for seat in one.movers} == set(other.movers)
        for mine, theirs in ((one.scores(), other.scores()), (ranks(one), ranks(other))):
            assert [theirs[at[seat]] for seat in range(one.seats)] == list(mine)
        for seat in one.movers:
            renamed = {other.parse(rename(move.text), at[seat]).action for move in one.moves(seat)}
            assert renamed == {move.action for move in other.moves(at[seat])}
        if not one.movers:
            break
        seat = rng.choice(one.movers)
        text = rng.choice(one.moves(seat)).text
        one.play(text, seat)
        other.play(rename(text), at[seat])
    ends = one.outcome(), other.outcome()
    assert (ends[0] and ends[0].reason) == (ends[1] and ends[1].reason)


def same(seat: int) -> int:
    """The identity on seats."""
    return seat


# ------------------------------------------------------------------------------------- Ponte del Diavolo

PONTE = tablier.game("ponte_del_diavolo")


def turned(board: int, turn: int) -> Renaming:
    """Cells of a square board, mirrored if ``turn`` is odd, and rotated by ``turn // 2`` right angles."""

    def cell(match: re.Match[str]) -> str:
        x, y = "abcdefghijkl".index(match[1]), int(match[2]) - 1
        if turn % 2:
            x, y = y, x
        for _ in range(turn // 2):
            x, y = y, board - 1 - x
        return f"{'abcdefghijkl'[x]}{y + 1}"

    return lambda text: text if text in ("pass", "swap") else re.sub(r"([a-l])(\d+)", cell, text)


@pytest.mark.parametrize("turn", range(1, 8))
@pytest.mark.parametrize("board", [8, 10, 12])
def test_rotating_the_board_does_not_change_the_rules(board: int, turn: int) -> None:
    one, other = PONTE.new(board=board), PONTE.new(board=board)
    check_side_by_side(one, other, turned(board, turn), same, Random(turn), plies=300)


@pytest.mark.parametrize("seed", range(4))
def test_two_tiles_may_be_laid_in_either_order(seed: int) -> None:
    rng, position = Random(seed), PONTE.new(board=8)
    while position.movers:
        first = rng.choice(position.moves()).text
        after = position.copy().play(first)
        if after.movers == position.movers and after.state.half:
            second = rng.choice(after.moves()).text
            assert position.copy().play(f"{second} {first}").key() == after.play(second).key()
        position.play(first)


# ------------------------------------------------------------------------------------- The Bridges of Shangri-La

SHANGRI = tablier.game("shangri_la")


def next_colour(seats: int) -> Renaming:
    """A diagram in which every tile and the turn belong to the next player."""
    letters, names = "rbyl"[:seats], list(shangri_la.NAMES.values())[:seats]

    def rename(diagram: str) -> str:
        moved = re.sub(r"\b([rbyl])(?=[HDFPRAY]\b)", lambda m: (letters * 2)[letters.index(m[1]) + 1], diagram)
        return re.sub(r"(?<=turn: )\w+", lambda m: (names * 2)[names.index(m[0]) + 1], moved)

    return rename


@pytest.mark.parametrize("seed", range(8))
def test_exchanging_colours_does_not_change_the_rules_of_shangri_la(seed: int) -> None:
    rng, seats = Random(seed), 3 + seed % 2
    diagram = shangri_la.text(scattered_villages(rng, seats, ("origin", "destination")[seed // 2 % 2]))
    one, other = SHANGRI.setup(diagram), SHANGRI.setup(next_colour(seats)(diagram))
    check_side_by_side(one, other, str, lambda seat: (seat + 1) % seats, rng, plies=250)


@pytest.mark.parametrize("seed", range(4))
def test_two_students_may_be_recruited_in_either_order(seed: int) -> None:
    rng, position, pairs = Random(seed), SHANGRI.new(3), 0
    while position.movers:
        first = rng.choice(position.moves()).text
        after = position.copy().play(first)
        if first.startswith("*") and all(move.text.startswith("*") for move in after.moves()):
            second = rng.choice(after.moves()).text
            if position.movers == after.movers and second in {move.text for move in position.moves()}:
                pairs += 1
                assert position.copy().play(f"{second} {first}").key() == after.play(second).key()
        position.play(first)
    assert pairs


# ------------------------------------------------------------------------------------- On Top

ON_TOP = tablier.game("on_top")


def upside_down(board: str) -> Renaming:
    """Cells and intersections of a board rotated by 180 degrees; kinds of tiles stay the same."""
    (data,) = (one for one in BOARDS if one.id == board)
    rows = {0: [0] * len(data.rows), 1: [0] * (len(data.rows) - 1)}
    for name in (*data.point_names, *data.cell_names):
        rows[name[0].islower()][ord(name[0].lower()) - ord("a")] += 1

    def spot(match: re.Match[str]) -> str:
        lengths = rows[match[1].islower()]
        row = ord(match[1].lower()) - ord("a")
        letter = "abcdefghijklmnopqrst"[len(lengths) - 1 - row]
        return f"{letter if match[1].islower() else letter.upper()}{lengths[row] + 1 - int(match[2])}"

    return lambda text: re.sub(r"([A-Za-z])(\d+)", spot, text)


@pytest.mark.parametrize("seed", range(8))
def test_rotating_a_board_of_on_top_does_not_change_the_rules(seed: int) -> None:
    rng, seats = Random(seed), 2 + seed % 3
    options: dict[str, Any] = {name: rng.choice(option.values) for name, option in ON_TOP.info.options.items()}
    options["order"] = "chosen"
    state = on_top.setup(seats, **options)
    rename = upside_down(state.board)
    assert set(map(rename, state.start)) == state.start  # start triangles lie point symmetrically
    few = "; ".join([f"seats: {seats}", *(f"{k}: {v}" for k, v in options.items()), "pawns: B5 Y6 R7 W5"])
    one = ON_TOP.setup(few) if seed % 2 else ON_TOP.new(seats, **options)
    other = one.copy()
    check_side_by_side(one, other, rename, same, rng, plies=300)


# ------------------------------------------------------------------------------------- Delta

DELTA = tablier.game("delta")


def cycles(text: str) -> dict[str, str]:
    """A permutation in cycles: ``W R B, Y K`` carries W to R, R to B, B to W, and exchanges Y and K."""
    return {
        one: other
        for words in map(str.split, text.split(","))
        for one, other in zip(words, [*words[1:], words[0]], strict=True)
    }


THIRD = cycles("W R B, Y K G, 1 24 21, 2 18 22, 3 23 17, 4 12 25, 5 26 11, 6 7 27, 8 14 19, 9 20 13, 10 16 15")
"""The rotation of the delta by 120 degrees, as cycles of villages and islands."""
MIRROR = cycles("W K, Y R, B G, 1, 10, 27, 2 3, 4 5, 6 7, 8 9, 11 12, 13 14, 15 16, 17 18, 19 20, 21 24, 22 23, 25 26")
"""The reflection of the delta."""


def carried(by: dict[str, str]) -> Renaming:
    """A ply or a word of a diagram with villages, islands and colours permuted."""

    def word(text: str) -> str:
        if text in delta.ACTIONS:
            return text
        if text.startswith("dragon"):
            return "dragon" + by[text[6:]]
        if "=" in text:
            return "=".join(word(part) for part in text.split("="))
        if text[0] in "+x>":
            return text[0] + word(text[1:])
        if text[0].isalpha() and text[1:].isdigit():
            return by[text[0]] + text[1:]
        return "-".join(sorted((by[end] for end in text.split("-")), key=list(delta.centres()).index))

    return word


def carried_diagram(diagram: str, by: dict[str, str]) -> str:
    """A whole diagram with villages, islands and colours permuted."""
    fields = []
    for field in diagram.split("; "):
        key, _, value = field.partition(": ")
        words = value.split() if key in ("seats", "eye", "phase") else [carried(by)(word) for word in value.split()]
        fields.append(f"{by.get(key, key)}: {' '.join(words)}")
    return "; ".join(fields)


def test_rotations_and_reflections_preserve_gaps_and_crossings() -> None:
    """Gaps, their sizes and their crossings are the same."""
    for by in (THIRD, MIRROR):
        assert sorted(by) == sorted(by.values()) == sorted(delta.centres())
        moved = {gap: carried(by)(gap) for gap in delta.gaps()}
        assert set(moved.values()) == set(delta.gaps())
        for gap, other in moved.items():
            assert delta.sizes(*delta.ends(gap)) == delta.sizes(*delta.ends(other))
            crossed = {moved[one] for one in delta.gaps() if delta.cross(gap, one)}
            assert crossed == {one for one in delta.gaps() if delta.cross(other, one)}


@pytest.mark.parametrize("seed", range(9))
def test_exchanging_villages_does_not_change_the_rules_of_delta(seed: int) -> None:
    rng, seats = Random(seed), (2, 3, 6)[seed % 3]
    diagram = delta.text(scattered_delta(rng, seats, ("again", "strict", "friendly")[seed // 3 % 3]))
    by, step = (MIRROR, 1) if seats == 2 else (THIRD, seats // 3)
    one, other = DELTA.setup(diagram), DELTA.setup(carried_diagram(diagram, by))
    check_side_by_side(one, other, carried(by), lambda seat: (seat + step) % seats, rng, plies=250)


# ------------------------------------------------------------------------------------- The Guilds of Ankh-Morpork

ANKH = tablier.game("ankh_morpork")


def next_guildsman(seats: int) -> Renaming:
    """A diagram or a ply with the colour of the next player in place of each."""
    colours = list(ankh_morpork.COLOURS[:seats])
    return lambda text: re.sub("|".join(colours), lambda m: (colours * 2)[colours.index(m[0]) + 1], text)


@pytest.mark.parametrize("seed", range(8))
def test_exchanging_colours_does_not_change_the_rules_of_ankh_morpork(seed: int) -> None:
    rng, seats = Random(seed), 3 + seed % 2
    options: dict[str, Any] = {name: rng.choice(option.values) for name, option in ANKH.info.options.items()}
    diagram = ankh_morpork.text(scattered_city(rng, seats, **options))
    rename = next_guildsman(seats)
    one, other = ANKH.setup(diagram), ANKH.setup(rename(diagram))
    check_side_by_side(one, other, rename, lambda seat: (seat + 1) % seats, rng, plies=400)
