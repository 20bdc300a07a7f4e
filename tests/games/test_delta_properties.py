"""Invariants of Delta: conservation, no crossings, hidden cards stay hidden, notation, the board's data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from importlib import resources
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import tablier
from tablier import IllegalMove, InvalidMove, Position
from tablier.engine import protocol
from tablier.engine.check import check_game, check_why, walk
from tablier.engine.rng import generator
from tablier.errors import InvalidOption
from tablier.games.delta import board, rules
from tablier.games.delta.actions import DRAGON
from tablier.games.delta.names import card_name
from tablier.games.delta.queries import perform
from tablier.games.delta.state import ABSENT, PROGRAMMING, RESERVE, SLOTS

DELTA = tablier.game("delta")
KINDS = [(seats, eye) for seats in range(2, 7) for eye in range(3)]


def test_check_game() -> None:
    check_game(DELTA.rules, 6, [1], games=1, limit=500)


@pytest.mark.parametrize(("seats", "eye"), [(3, 0), (5, 2)])
def test_check_why(seats: int, eye: int) -> None:
    for s, _ in walk(DELTA.rules, seats, [eye], seed=1, games=1, limit=200):
        check_why(DELTA.rules, s, DELTA.definition.why, DELTA.runtime.actions)


@pytest.mark.rule("DELTA-1.4", "DELTA-1.5", "DELTA-5.4", "DELTA-5.5", "DELTA-5.6", "DELTA-7.2")
@pytest.mark.parametrize(("seats", "eye"), KINDS)
def test_every_position_is_sound(seats: int, eye: int) -> None:
    """Planks are conserved and do not cross; supports, reserves and planks keep their limits."""
    for s, _ in walk(DELTA.rules, seats, [eye], seed=seats, games=1, limit=800):
        where = s[0].where.astype(int)
        assert (where[: seats * board.SIZES] < ABSENT).all()
        assert (where[seats * board.SIZES :] == ABSENT).all()
        gaps = sorted(where[where < board.GAPS])
        assert len(set(gaps)) == len(gaps)
        ends = Counter(end for gap in gaps for end in board.GAPS_ENDS[gap])
        assert max(ends.values(), default=0) <= board.BEARS
        assert not any(board.crosses(one, other) for one in gaps for other in gaps)
        stones = int(s[0].stones)
        assert all(end < board.VILLAGES or stones >> end - board.VILLAGES & 1 for end in ends)
        for seat in range(seats):
            held = np.flatnonzero(where == RESERVE + seat)
            assert len(set(held // board.SIZES)) <= 2
            assert len(set(held % board.SIZES)) == len(held)
        taken = [place for place in s[0].pawns[:seats] if place < board.GAPS]
        assert len(set(taken)) == len(taken)
        assert set(taken) <= set(gaps)


def shuffled(position: Position, viewer: int | None, rng: Random) -> Position:
    """A position with other hidden cards that ``viewer`` cannot tell from this one."""
    twin = position.view(viewer)
    s, words = twin.state, generator(rng.randrange(1 << 60))
    for seat in range(position.seats):
        if seat == viewer or s.programme[seat, SLOTS - 1]:
            continue
        rules.fill(s, seat, words)
        if s.stage == PROGRAMMING:
            for slot in range(rng.randrange(SLOTS), SLOTS):
                s.programme[seat, slot] = 0
    twin.viewer = None
    return twin


def reached(rng: Random, seats: int, eye: str, *, plies: int = 150) -> Position:
    """A position of a random game."""
    position = DELTA.new(seats, eye=eye)
    for _ in range(rng.randrange(plies)):
        seat = rng.choice(position.movers)
        position.push(rng.choice(position.moves(seat)))
    return position


@pytest.mark.rule("DELTA-2.5")
@pytest.mark.parametrize("seed", range(40))
def test_nothing_depends_on_hidden_cards(seed: int) -> None:
    """Views, legal moves, refusals, names and texts are the same for all hidden cards."""
    rng = Random(seed)
    position = reached(rng, 2 + seed % 5, ("again", "strict", "friendly")[seed % 3])
    for viewer in (*range(position.seats), None):
        other = shuffled(position, viewer, rng)
        one, two = position.view(viewer), other.view(viewer)
        assert one.key() == two.key()
        assert str(one) == str(two)
        assert repr(one) == repr(two)
        if viewer is None or viewer not in position.movers:
            continue
        assert list(position.moves(viewer)) == list(other.moves(viewer)) == list(one.moves(viewer))
        for action in range(DELTA.actions()):
            assert position.name(action, viewer) == other.name(action, viewer)
            assert position.why(action, viewer) == other.why(action, viewer)
        wrong = next(a for a in range(DELTA.actions()) if position.why(a, viewer))
        refusals = set()
        for at in (position, other):
            with pytest.raises(IllegalMove) as caught:
                at.push(at.parse(at.name(wrong, viewer), viewer))
            refusals.add(str(caught.value))
        assert len(refusals) == 1


def test_play_in_a_view_stops_at_hidden_cards() -> None:
    """A ply in a view has the same result for all hidden cards."""
    rng, stopped = Random(5), 0
    for seed in range(200):
        position = reached(rng, 2 + seed % 3, "friendly")
        if position.state.stage == PROGRAMMING:
            continue
        (seat,) = position.movers
        move = rng.choice(position.moves(seat))
        one, two = (at.view(seat) for at in (position, shuffled(position, seat, rng)))
        for view in (one, two):
            view.push(move)
        assert one.key() == two.key()
        if one.movers == (tablier.CHANCE,):
            stopped += 1
            assert len(one.moves()) == 0
            assert not any(one.moves(other) for other in range(one.seats))
            assert one.outcome() is None
            assert "hidden" in str(one)
        else:
            position.push(move)
            assert one.key() == position.view(seat).key()
    assert stopped > 10


@pytest.mark.rule("DELTA-2.2", "DELTA-2.3")
@pytest.mark.parametrize(("seats", "dragons", "phase"), [(2, "W", 3), (3, "WB", 3), (3, "WB", 1)])
def test_determinization_is_uniform_over_programmes(seats: int, dragons: str, phase: int) -> None:
    """All programmes of at most one dragon that begin with the known cards are counted by their next two cards."""
    cards = ["jump", "stone1", "stone2", "move1", "plank1", "plank2", "remove", "move2"]
    known = "; ".join(f"{colour}: {' '.join(cards[:phase])}" for colour in ("K" if seats == 2 else "RB"))
    position = DELTA.setup(f"seats: {seats}; W: stone1 plank1 plank2 stone2 remove; {known}; phase: {phase}; turn: W")
    seen, rng = position.view(0), generator(7)
    left = [*cards[phase:], *(f"dragon{colour}" for colour in dragons)]
    programmes = [
        one for one in permutations(left, SLOTS - phase) if sum(card.startswith("dragon") for card in one) < 2
    ]
    possible = Counter(one[:2] for one in programmes)
    counts: Counter[tuple[str, ...]] = Counter()
    for _ in range(6000):
        guessed = seen.copy().state
        protocol.determinize(guessed, 0, rng)
        assert list(guessed.programme[0]) == list(position.state.programme[0])
        counts[tuple(card_name(guessed.seats, c - 1) for c in guessed.programme[1][phase : phase + 2])] += 1
    assert set(counts) == set(possible)
    expected = {pair: 6000 * n / len(programmes) for pair, n in possible.items()}
    chi_square = sum((counts[pair] - mean) ** 2 / mean for pair, mean in expected.items())
    assert chi_square < 1.6 * len(possible)  # one per degree of freedom on average; the generator is fixed


def test_determinization_fills_the_last_slot() -> None:
    seen = DELTA.setup("W: stone1 plank1 plank2 stone2 remove; K: jump; phase: 4; turn: W").view(0)
    assert [card > 0 for card in seen.state.programme[1]] == [True] * 4 + [False]
    protocol.determinize(seen.state, 0, generator(1))
    assert all(seen.state.programme[1])


def test_determinization_adds_no_second_dragon() -> None:
    position = DELTA.setup("seats: 3; W: stone1 stone2 remove; R: dragonW; phase: 2; turn: W")
    for n in range(50):
        guessed = position.view(0)
        protocol.determinize(guessed.state, 0, generator(n))
        assert sum(card > DRAGON for card in guessed.state.programme[1]) == 1


def test_play_in_a_view_stops_before_hidden_cards_without_naming_chance() -> None:
    seen = DELTA.setup("W: jump stone1; K: jump stone1; turn: W").view(0).play("+11 +13")
    assert "next hidden" in repr(seen)
    with pytest.raises(IllegalMove, match="this view hides the next mover") as caught:
        seen.play("+14", 0)
    assert "chance" not in str(caught.value)


def listed(position: Position, seat: int) -> int:
    """The number of actions that the kernel lists for a seat, whoever may act."""
    return int(protocol.legal(position.state, seat, np.zeros(DELTA.actions(), np.int16)))


def test_the_kernel_lists_nothing_for_absent_seats_after_the_end_and_before_hidden_cards() -> None:
    assert [listed(DELTA.new(3), seat) for seat in range(4)] == [10, 10, 10, 0]
    won = DELTA.setup("stones: 14 16; planks: K5=K-14; pawns: W=K-14; W: move2; turn: W").play(">K")
    assert [listed(won, seat) for seat in range(2)] == [0, 0]
    jumps = "stones: 11 13 15; planks: W2=W-11 K1=11-13 W1=13-15; pawns: W=W-11 K=11-13"
    veiled = DELTA.setup(f"{jumps}; W: stone1 jump; K: stone1 jump; turn: W").view(0).play("+1 +2")
    assert veiled.movers == (tablier.CHANCE,)
    assert [listed(veiled, seat) for seat in range(2)] == [0, 0]


def test_all_planks_of_six_reserves_can_be_chosen() -> None:
    for colour in "WYRKBG":
        position = DELTA.setup(f"seats: 6; {colour}: plank1; turn: {colour}")
        assert {move.text for move in position.moves()} == {f"{colour}{size}" for size in range(1, 7)}


def test_determinization_leaves_unfinished_programmes_empty() -> None:
    position = DELTA.new(3).play("move1 jump", 1)
    seen = position.view(0)
    protocol.determinize(seen.state, 0, generator(1))
    assert not any(map(any, seen.state.programme))


@pytest.mark.parametrize("seats", range(2, 7))
def test_notation_goes_round_and_pop_undoes_push(seats: int) -> None:
    rng, position = Random(seats), DELTA.new(seats)
    for _ in range(250):
        if not position.movers:
            break
        seat = rng.choice(position.movers)
        moves = position.moves(seat)
        assert [position.parse(move.text, seat).action for move in moves] == [move.action for move in moves]
        before, move = position.key(), rng.choice(moves)
        position.push(move)
        assert position.pop() == move
        assert position.key() == before
        position.push(move)
    assert tablier.Record.of(position).replay().key() == position.key()
    assert len(position.key()) < 200


def test_action_names_are_unique_and_can_be_read() -> None:
    position = DELTA.new(6)
    names = [position.name(action, 0) for action in range(DELTA.actions())]
    assert len(set(names)) == len(names) == 14 + 27 + 36 + 135 + 135 + 27 + 141
    assert [position.parse(name.lower(), 0).action for name in names] == list(range(len(names)))
    for seats in (2, 3):
        assert len({DELTA.new(seats).name(action, 0) for action in range(DELTA.actions())}) == len(names)


@pytest.mark.parametrize(
    ("diagram", "message"),
    [
        ("stones: 28", "islands are 1 to 27"),
        ("stones: x", "no island 'X'|no island 'x'"),
        ("planks: W2", "'W2' cannot be read"),
        ("planks: W2=W-1", "W has gaps to 6 11 13 17 21 22"),
        ("stones: 11; planks: W7=W-11", "no plank 'W7'"),
        ("stones: 11; planks: Y2=W-11", "no colour 'Y'"),
        ("stones: 11; planks: W3=W-11", "W3 cannot lie in W-11"),
        ("planks: W2=W-11", "W2 cannot lie in W-11"),
        ("stones: 11 17 21; planks: W2=W-17 K3=11-21", "cannot lie"),
        ("stones: 11; planks: W2=W-11 K2=W-11", "two planks in the gap W-11"),
        ("stones: 11; planks: W2=W-11 W2=W-17", "W2 is in two places"),
        ("lost: W2; reserve: K=W2", "W2 is in two places"),
        ("pawns: W=W-11", "no plank for one pawn alone"),
        ("stones: 11; planks: W2=W-11; pawns: W=W-11 K=W-11", "no plank for one pawn alone"),
        ("W: stone1 stone1", "'stone1' comes twice"),
        ("W: dragonK dragonK", "'dragonK' comes twice"),
        ("W: stone1 stone2 plank1 plank2 move1 move2", "'move2' cannot be put"),
        ("W: W2", "'W2' cannot be put"),
        ("stones: 11 12 11", "'11' comes twice"),
        ("stones: 011", "no island '011'"),
        ("pawns: W=K", "the pawn W is in its goal"),
        ("pawns: W=W W=K", "the pawn W is in two places"),
        ("pawns: W", "'W' cannot be read"),
        ("reserve: W=K2", "the reserve of W breaks"),
        ("seats: 6; lost: W1 W2; reserve: W=K1 W=R2", "the reserve of W breaks"),
        ("statuette: W K", "it takes one word"),
        ("phase: 02; turn: W", "not a number from 1 to 5"),
        ("turn: G", "no colour 'G'"),
        ("phase: 6; turn: W", "not a number from 1 to 5"),
        ("phase: 2", "a phase needs a turn"),
        ("statuette: 1", "no colour '1'"),
        ("island: 3", "unknown field"),
        ("seats: 7", "for 2, 3, 4, 5, 6 seats"),
        ("eye: blind", "eye"),
    ],
)
def test_errors_of_diagrams_name_the_cause(diagram: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        DELTA.setup(diagram)


def test_a_diagram_of_whole_programmes_begins_with_the_first_card() -> None:
    cards = "move1 stone1 stone2 plank1 plank2"
    position = DELTA.setup(f"W: {cards}; K: {cards}")
    assert (position.movers, position.state.phase) == ((0,), 1)
    assert DELTA.setup(f"W: {cards}").movers == (1,)


@pytest.mark.rule("DELTA-2.6", "DELTA-2.7")
def test_performing_tells_whether_a_card_needs_a_choice() -> None:
    assert perform(DELTA.setup("W: stone1; turn: W").state.copy()) == 1
    idle = DELTA.setup("W: remove move1 move2 jump; K: remove move1 move2 jump").play("dragonK", 0).state.copy()
    idle.programme[1][SLOTS - 1] = DRAGON + 1  # white's
    assert perform(idle) == 0
    assert (idle.stage, idle.statuette) == (PROGRAMMING, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stone3", "cannot be read: write a card"),
        ("+99", "islands are 1 to 27"),
        ("dragonX", "colours are W K"),
        ("W9", "no plank 'W9'"),
        ("11-12", "11 has gaps to"),
        (">Q", "cannot be read"),
    ],
)
def test_errors_of_unreadable_moves_list_the_choices(text: str, message: str) -> None:
    with pytest.raises(InvalidMove, match=message):
        DELTA.new().play(text, 0)


def test_a_drawing_lists_stones_planks_and_programmes() -> None:
    text = str(DELTA.setup("stones: 11 13; planks: W2=W-11; pawns: W=W-11; W: plank1; turn: W").play("W5"))
    assert text.splitlines() == [
        "stones  11 13 (25 in the supply)",
        "planks  W2=W-11",
        "W* pawn W-11   reserve W1 W3 W4 W5 W6; plank1 stone1 stone2 plank2 remove",
        "K  pawn K      reserve K1 K2 K3 K4 K5 K6; stone1 stone2 plank1 plank2 remove",
        "phase 1: W (seat 0), a gap for W5",
    ]
    assert str(DELTA.new()).splitlines()[-1] == "programming"
    assert "; ? ? ? ? ?" in str(DELTA.new())
    assert str(DELTA.setup("stones: 14; planks: K5=K-14; pawns: W=K-14; W: move1; turn: W").play(">K")).endswith("over")


# ------------------------------------------------------------------------------------- the board


def test_numbers_of_gaps_and_crossings() -> None:
    """The author's figures: gaps, crossings, and the number of gaps that each size spans."""
    sizes = [board.fitting(*ends) for ends in board.GAPS_ENDS]
    crossings = sum(board.crosses(gap, other) for gap in range(board.GAPS) for other in range(gap))
    assert (board.GAPS, crossings) == (135, 117)
    assert [sum(size in fitting for fitting in sizes) for size in range(6)] == [24, 39, 48, 36, 30, 30]
    assert [sum(fitting == (size,) for fitting in sizes) for size in range(6)] == [6, 6, 12, 3, 12, 24]
    assert all(len(fitting) <= 2 for fitting in sizes)


def test_all_villages_are_equivalent() -> None:
    """The gaps of every village have the same sizes and crossings."""
    profiles = set()
    for village in range(board.VILLAGES):
        around = [g for g, ends in enumerate(board.GAPS_ENDS) if village in ends]
        shapes = []
        for gap in around:
            crossed = [other for other in range(board.GAPS) if board.crosses(gap, other)]
            ways = Counter(board.fitting(*board.GAPS_ENDS[other]) for other in crossed)
            shapes.append((board.fitting(*board.GAPS_ENDS[gap]), tuple(sorted(ways.items()))))
        profiles.add(tuple(sorted(shapes)))
    assert len(profiles) == 1


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: d.pop("bears"), "`bears`"),
        (lambda d: d["villages"][1].update(id="W"), r"\$.villages"),
        (lambda d: d["villages"][1].update(goal="W"), r"\$.villages\[0\].goal|\$.villages\[1\].goal"),
        (lambda d: d["villages"][1].update(goal="Q"), r"\$.villages\[1\].goal"),
        (lambda d: d["villages"][1].update(x="left"), r"\$.villages\[1\].x"),
        (lambda d: d["villages"].pop(), r"\$.villages"),
        (lambda d: d["planks"][2].update(min_distance=500), r"\$.planks\[2\]"),
        (lambda d: d["planks"][2].update(width=5), r"`width` - at `\$.planks\[2\]`"),
        (lambda d: d["planks"].pop(), r"\$.planks"),
        (lambda d: d["islands"].append([70, 500]), r"\$.islands"),
        (lambda d: d["tables"].__setitem__(0, "WKB"), r"\$.tables\[0\]"),
        (lambda d: d["tables"].__setitem__(0, "WQ"), r"\$.tables\[0\]"),
        (lambda d: d["tables"].__setitem__(0, "WW"), r"\$.tables\[0\]"),
    ],
)
def test_errors_of_the_board_name_the_field(spoil: Callable[[Any], Any], message: str) -> None:
    data = json.loads((resources.files("tablier.games.delta") / "board.json").read_text(encoding="utf-8"))
    msgspec.convert(data, board.Board)
    spoil(data)
    with pytest.raises(msgspec.ValidationError, match=message):
        msgspec.json.decode(json.dumps(data), type=board.Board)
