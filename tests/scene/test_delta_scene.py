"""The scene of Delta over played games: sound, narrated completely, silent about what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from random import Random
from typing import Any

import msgspec
import pytest
from scenes import lines_are_sound

import tablier
from tablier.games.delta.actions import DRAGON, decode
from tablier.games.delta.board import CENTRES, CROSS, DATA, GAPS, GAPS_ENDS, SIZES
from tablier.games.delta.layout import SPRITES, middle, slope
from tablier.games.delta.names import letter
from tablier.games.delta.narration import follow
from tablier.games.delta.state import PROGRAMMING, SLOTS
from tablier.position import Position
from tablier.scene.check import check_position, check_steps
from tablier.scene.model import Line, Message
from tablier.server.domain import choices, turns
from tablier.server.problem import Problem

GAME = tablier.game("delta")
SCENE = GAME.scene
Submission = tuple[Position, int, list[int], Position]


def games(rng: Random, seats: int, submissions: int, **options: str) -> Iterator[Submission]:
    """The beginning of a random game, as ``before, seat, actions, after``; whole programmes, then ply by ply."""
    position = GAME.new(seats, **options)
    for _ in range(submissions):
        if not position.movers:
            return
        before, seat = position.copy(), rng.choice(position.movers)
        actions = []
        for _ in range(SLOTS if position.state.stage == PROGRAMMING else 1):
            position.push(rng.choice(position.moves(seat)))
            actions.append(position.history[-1].action)
        yield before, seat, actions, position.copy()


def told(before: Position, seat: int, actions: list[int], after: Position, reader: int | None) -> list[Line]:
    events = after.events(reader, len(actions))
    return SCENE.narrate(before.view(reader), seat, actions, after.view(reader), reader, events)


@pytest.mark.parametrize(("seats", "eye"), [(2, "again"), (3, "strict"), (4, "friendly"), (6, "again")])
def test_scene_of_played_games(seats: int, eye: str) -> None:
    kinds = set()
    for number, (before, seat, actions, after) in enumerate(games(Random(seats), seats, 90, eye=eye)):
        for reader in (None, 0, seats - 1):
            lines = told(before, seat, actions, after, reader)
            lines_are_sound(lines, after)
            check_steps(
                GAME.name, SCENE.view(before.view(reader), reader), SCENE.view(after.view(reader), reader), lines
            )
            kinds |= {line.say.k.removeprefix("delta-say-") for line in lines}
        if number % 15 == 0:
            check_position(after)
    assert {"locked", "revealed", "stone", "dragon", "cancelled", "stuck", "round"} <= kinds


@pytest.mark.parametrize("seats", [2, 5])
def test_events_lead_from_a_view_to_the_next(seats: int) -> None:
    for before, _, actions, after in games(Random(11), seats, 120):
        for reader in (None, *range(seats)):
            s, t = before.view(reader).state, after.view(reader).state
            for event in after.events(reader, len(actions)):
                follow(s, event)
            for field in ("stones", "where", "pawns", "over", "statuette", "phase", "programme"):
                assert _plain(getattr(s, field)) == _plain(getattr(t, field)), field


def _plain(value: Any) -> Any:
    return value if isinstance(value, int) else value.tolist()


def test_narration_shows_cards_revealed_and_returned_within_one_submission() -> None:
    """After the last choice of phase four, phase five needs none: its cards are in neither view."""
    text = (
        "W: stone1 remove jump move1 dragonK; K: stone1 remove stone2 move1 jump; phase: 4; turn: K;"
        "planks: K1=K-12; stones: 12"
    )
    before = GAME.setup(text, seats=2)
    move = before.moves()[0]
    after = before.copy()
    after.push(move)
    assert after.state.stage == PROGRAMMING
    lines = told(before, 1, [move.action], after, None)
    keys = [line.say.k.removeprefix("delta-say-") for line in lines]
    assert keys == ["went", "revealed", "dragon", "cancelled", "round"]
    shown = {piece.id: piece.sprite for piece in lines[1].put}
    assert shown["slot:0:4"] == "card-dragon-black"
    assert shown["slot:1:4"] == "card-jump"
    assert lines[3].flash
    check_steps(GAME.name, SCENE.view(before.view(None), None), SCENE.view(after.view(None), None), lines)


def test_a_fall_is_shown_as_a_splash() -> None:
    text = "stones: 11; planks: W1=W-11; pawns: W=W-11 K=W-11; W: move1"
    with pytest.raises(tablier.InvalidOption):
        GAME.setup(text, seats=2)
    text = "statuette: K; stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=W-11 K=11-13; W: jump; K: stone1; turn: K"
    before = GAME.setup(text, seats=2)
    after = before.copy().play("+1", 1)
    [fell] = [line for line in told(before, 1, [before.parse("+1", 1).action], after, None) if line.flash]
    assert (fell.say.k, fell.flash[0].sprite, fell.flash[0].at) == ("delta-say-fell", "splash", "W-11")


@pytest.mark.parametrize("seats", [2, 4])
def test_narration_and_views_do_not_depend_on_hidden_cards(seats: int) -> None:
    """Two games that differ in hidden cards of one seat look the same to all other seats."""
    programmes = ("stone1 stone2 plank1 remove move1", "stone1 dragonX jump move2 plank2")
    twins = []
    for text in programmes:
        position = GAME.new(seats)
        mine = text.replace("X", letter(position.seats, 1))
        seen: list[bytes] = []
        for seat in (0, *range(2, seats), 1):
            before = position.copy()
            plies = mine if seat == 0 else "stone2 plank1 stone1 move1 move2"
            position.play(plies, seat)
            actions = [move.action for move in position.history[-SLOTS:]]
            for reader in (None, *range(1, seats)):
                lines = told(before, seat, actions, position, reader)
                seen.append(msgspec.json.encode((lines, SCENE.view(position.view(reader), reader))))
        for seat in range(1, seats):
            known = position.view(seat)
            asked = [] if seat not in known.movers else [choices.choices(known, seat, ())]
            seen.append(msgspec.json.encode(asked))
        twins.append(seen)
    assert twins[0] == twins[1]


@pytest.mark.parametrize("seats", [2, 4])
def test_programmes_show_cards_only_once_they_are_revealed(seats: int) -> None:
    """A seat sees its own cards, the others from the phase on in which they are revealed, also when cancelled."""
    cancelled = set()
    for _, _, _, after in games(Random(3), seats, 120):
        s = after.state
        if s.stage == PROGRAMMING or s.over:
            continue
        for reader in (None, *range(seats)):
            view = SCENE.view(after.view(reader), reader)
            for piece in (piece for piece in view.pieces if piece.at.startswith("programme:")):
                hidden = piece.i > s.phase
                assert "card-back" in piece.sprite or not (hidden and piece.seat != reader)
                assert not (hidden and (piece.mark or piece.by is not None))
                assert (piece.by is not None) == (piece.mark == "off")
                if piece.by is not None and piece.seat is not None:
                    assert s.programme[piece.by, piece.i] == DRAGON + piece.seat + 1
                    cancelled.add(piece.by)
    assert cancelled


def test_planks_have_their_true_length_and_can_be_touched_apart() -> None:
    for gap, (a, b) in enumerate(GAPS_ENDS):
        x, y = middle(gap)
        assert all(hypot(x - p, y - q) > DATA.island_radius for p, q in CENTRES), (a, b)
    for colour in ("white", "black"):
        widths = [SPRITES[f"plank-{colour}-{n}"].w for n in range(1, SIZES + 1)]
        assert widths == [size.length for size in DATA.planks]
    for g, h in combinations(range(GAPS), 2):
        if not CROSS[g] >> h & 1:
            (x, y), (u, v) = middle(g), middle(h)
            assert hypot(x - u, y - v) > 50, "planks that may lie together can be touched apart"


def test_lengths_are_not_measured_before_a_plank_is_sent() -> None:
    """The answer to a staged plank differs only in its name, and no ply may follow it."""
    position = GAME.setup("stones: 11 13 6; W: plank1 stone1 stone2 move1 move2; turn: W", seats=2)
    answers = []
    for n in range(1, SIZES + 1):
        answer = choices.choices(position.view(0), 0, [f"W{n}"])
        assert answer.complete
        assert (answer.put, answer.drop, answer.options) == ((), (), ())
        answers.append(msgspec.json.encode(answer).replace(f'"n":{n}'.encode(), b'"n":0'))
        with pytest.raises(Problem) as refused:
            turns.replay(position.view(0), 0, [f"W{n}", "W-11"])
        assert refused.value.say.k == "refused-disclosed"
    assert len(set(answers)) == 1
    position.play("W2")
    fits, misses = (choices.choices(position.view(0), 0, [gap]) for gap in ("W-11", "W-13"))
    assert (fits.drop, fits.complete) == (misses.drop, misses.complete) == ((), True)
    assert [option.path for option in choices.choices(position.view(0), 0, []).options]


def test_a_plank_is_held_over_its_gap_at_its_own_length_before_it_is_sent() -> None:
    position = GAME.setup("stones: 11 13 6; W: plank1 stone1 stone2 move1 move2; turn: W", seats=2).play("W2")
    for gap, fits in (("W-11", True), ("W-13", False)):
        [held] = choices.choices(position.view(0), 0, [gap]).put
        assert (held.id, held.at, held.sprite, held.to) == ("plank:W2", gap, "plank-white-2", None), fits
        assert SPRITES[held.sprite].w == DATA.planks[1].length


@pytest.mark.rule("DELTA-5.8")
@pytest.mark.parametrize(("eye", "across"), [("again", 90), ("strict", 90), ("friendly", 0)])
def test_a_held_plank_lies_along_its_gap_only_where_the_table_shows_fits(eye: str, across: int) -> None:
    text = f"eye: {eye}; stones: 11 13 6; W: plank1 stone1 stone2 move1 move2; turn: W"
    position = GAME.setup(text, seats=2).play("W2")
    action = position.parse("W-11").action
    [held] = SCENE.ghosts(position, 0, action)
    assert held.turn - slope(decode(action)[1]) == across


@pytest.mark.parametrize("eye", ["again", "strict"])
def test_a_plank_that_misses_falls_from_its_gap_for_everybody(eye: str) -> None:
    text = f"eye: {eye}; stones: 11 13 6; W: plank1 stone1 stone2 move1 move2; turn: W"
    before = GAME.setup(text, seats=2).play("W2")
    after = before.copy().play("W-13")
    for reader in (None, 0, 1):
        line = told(before, 0, [before.parse("W-13").action], after, reader)[0]
        [fall] = line.flash
        assert (fall.sprite, fall.at, fall.falls) == ("plank-white-2", "W-13", True)


def test_planks_in_a_reserve_are_drawn_in_one_scale() -> None:
    scales = {SPRITES[f"chip-white-{n}"].w / size.length for n, size in enumerate(DATA.planks, 1)}
    assert max(scales) == pytest.approx(min(scales))


def test_a_friendly_table_shows_what_fits() -> None:
    position = GAME.setup("eye: friendly; stones: 11 13 6; W: plank1 stone1 stone2 move1 move2; turn: W", seats=2)
    answer = choices.choices(position.view(0), 0, ["W2"])
    assert {option.ply for option in answer.options} == {"W-11", "11-13"}
    laid = choices.choices(position.view(0), 0, ["W2", "W-11"])
    assert laid.complete
    assert "plank:W2" in {piece.id for piece in laid.put}
    assert not SCENE.reveals_hidden(position, 0, position.parse("W2").action)


def test_spectators_are_shown_no_empty_hand() -> None:
    position = GAME.new(2)
    for reader, hands in ((0, {"hand:0", "hand:1"}), (None, set())):
        docks = {dock.id for dock in SCENE.view(position.view(reader), reader).docks}
        assert {dock for dock in docks if dock.startswith("hand:")} == hands


def test_a_friendly_table_does_not_say_that_a_plank_is_chosen_by_eye() -> None:
    for eye, said in (("friendly", "friendly"), ("again", "own")):
        position = GAME.setup(f"eye: {eye}; stones: 11 13 6; W: plank1 stone1 stone2 move1 move2; turn: W", seats=2)
        prompt, _, _ = SCENE.prompts(position, 0)
        assert (prompt.k, prompt.a["eye"]) == ("delta-prompt-plank", said)


def test_reaching_the_goal_is_previewed() -> None:
    position = GAME.setup("stones: 12; planks: W1=K-12; pawns: W=K-12; W: move1; turn: W", seats=2)
    after = position.copy().play(">K")
    action = position.parse(">K").action
    assert SCENE.preview(position, 0, [action], after) == Message("delta-foresee-goal")
    assert [move.text for move in position.moves()] == [">K"]
