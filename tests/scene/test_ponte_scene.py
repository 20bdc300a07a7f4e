"""The scene of Ponte del Diavolo over played games and worked positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from scenes import lines_are_sound

import tablier
from tablier.games.ponte_del_diavolo.board_model import board_model, groups_of
from tablier.position import Position
from tablier.scene.check import check_position, check_steps
from tablier.scene.check_texts import CLIENT, messages, texts
from tablier.scene.model import Line
from tablier.server.domain import choices

GAME = tablier.game("ponte_del_diavolo")
SCENE = GAME.scene


def builders(rng: Random, board: int) -> Iterator[tuple[Position, int, list[int], Position]]:
    """A game of two players who like to build: submissions as ``before, seat, actions, after``."""
    position = GAME.new(board=board)
    while position.movers:
        before, seat = position.copy(), position.movers[0]
        actions: list[int] = []
        while position.movers == (seat,) and (not actions or position.state.half):
            legal = position.moves()
            move = max(rng.sample(list(legal), min(6, len(legal))), key=lambda m: (worth(position, m), rng.random()))
            position.push(move)
            actions.append(move.action)
        yield before, seat, actions, position.copy()


def worth(position: Position, move: tablier.Move) -> int:
    after = position.copy()
    after.push(move)
    colour = int(position.state.mover)
    groups = groups_of(board_model(after.state).colours[colour].tiles, int(after.state.board))
    return 100 * after.scores()[move.seat] + sum(len(group) ** 2 for group in groups)


@pytest.mark.parametrize(("board", "seed"), [(8, 1), (8, 2), (10, 3), (10, 4), (12, 5)])
def test_scene_of_played_games(board: int, seed: int) -> None:
    told = set()
    for number, (before, seat, actions, after) in enumerate(builders(Random(seed), board)):
        lines = SCENE.narrate(before, seat, actions, after, None)
        lines_are_sound(lines, after)
        told |= {line.say.k for line in lines}
        check_steps(GAME.name, SCENE.view(before, None), SCENE.view(after, None), lines)
        if number % 5 == 0 or not after.movers:
            check_position(after)
    assert {"ponte-say-tiles", "ponte-say-island", "ponte-say-bridge"} <= told


@pytest.mark.parametrize("board", [8, 10, 12])
@pytest.mark.parametrize("moves", ["", "c3", "c3 d5", "c3 d5 swap", "c3 d5 f6", "c3 d5 f6 g7", "c3 d5 f6 g7 e3"])
def test_every_stage_of_the_opening(board: int, moves: str) -> None:
    position = GAME.new(board=board)
    if moves:
        position.play(moves)
    check_position(position)


@pytest.mark.parametrize("board", [8, 10, 12])
def test_paths_over_all_actions(board: int) -> None:
    """In open play a first touch on one's own tile begins a bridge, anywhere else it lays a tile."""
    position = GAME.setup("light: c3 c5 e4 f1; dark: a1 a3", board=board)
    found = {position.name(action, 0): SCENE.paths(position, 0, action) for action in range(GAME.actions(board=board))}
    assert found["d4"] == (("spot:d4",),)
    assert found["a1"] == (("spot:a1",),)  # so that the refusal can say that the cell is taken
    assert found["c3"] == ()
    assert found["c3-c5"] == (("spot:c3", "spot:c5"), ("spot:c5", "spot:c3"))
    assert found["c5-e4"] == (("spot:c5", "spot:e4"), ("spot:e4", "spot:c5"))
    assert found["a1-c1"] == ()
    assert found["a1-b3"] == ()
    assert found["a3-c3"] == (("spot:c3", "spot:a3"),)
    assert found["pass"] == (("button:pass",),)
    assert found["swap"] == (("button:swap",),)
    assert all(len(found[f"{chr(97 + c)}{r}"]) == 1 for c in range(board) for r in range(7, board + 1))


def test_cells_lie_where_the_letters_say() -> None:
    spots = SCENE.stage(GAME.new(board=8)).spots
    assert spots["a1"].at == (50, 750)
    assert spots["h8"].at == (750, 50)
    assert len(spots) == 64


def test_pieces_of_islands_sandbars_and_bridges() -> None:
    position = GAME.setup("light: a1 b1 a2 b2 d1 d2; dark: g7 h7; bridges: b2-d1", board=8)
    pieces = {piece.id: piece for piece in SCENE.view(position, None).pieces}
    assert pieces["tile:a1"].label is not None
    assert pieces["tile:a1"].label.a == {"colour": "light", "size": 4}
    assert pieces["tile:d2"].label is not None
    assert pieces["tile:d2"].label.a == {"colour": "light", "size": 2}
    assert {i for i in pieces if i.startswith("east:")} == {"east:a1", "east:a2", "east:g7"}
    assert {i for i in pieces if i.startswith("south:")} == {"south:a2", "south:b2", "south:d2"}
    assert {i for i in pieces if i.startswith("middle:")} == {"middle:a2"}
    assert {i for i in pieces if i.startswith("town:")} == {f"town:{cell}" for cell in ("a1", "b1", "a2", "b2")}
    assert len({pieces[i].sprite for i in pieces if i.startswith("town:")}) == 4
    assert (pieces["bridge:b2-d1"].at, pieces["bridge:b2-d1"].to, pieces["bridge:b2-d1"].seat) == ("b2", "d1", 0)
    assert {i for i in pieces if i.startswith("under:")} == {"under:c1", "under:c2"}
    assert pieces["under:c1"].label is not None
    assert pieces["under:c1"].label.a == {"n": 1, "bridges": "b2–d1"}


def test_two_bridges_over_one_cell_are_both_named() -> None:
    position = GAME.setup("light: a1 b3 b1 c3; bridges: a1-b3 b1-c3", board=8)
    under = {piece.id: piece.label for piece in SCENE.view(position, None).pieces if piece.sprite == "under"}
    assert under["under:b2"] is not None
    assert under["under:b2"].a == {"n": 2, "bridges": "a1–b3, b1–c3"}


@pytest.mark.rule("PONTE-7.1", "PONTE-7.2")
def test_tally_explains_the_score() -> None:
    position = GAME.setup(
        "light: a1 b1 a2 b2 d1 d2 f1 g1 f2 g2 a7 a8 b7 b8; bridges: b2-d1 d2-f1; dark: h6 h7", board=8
    )
    entries = [(e.seat, e.label.a["n"], e.label.a["cells"], e.value) for e in SCENE.view(position, None).tally]
    assert entries == [(0, 2, "a1, f1", 3), (0, 1, "a7", 1)]
    first = SCENE.view(position, None).tally[0]
    assert {"tile:d1", "bridge:b2-d1", "bridge:d2-f1", "town:g2"} <= set(first.ids)
    assert "tile:a7" not in first.ids


def said(lines: list[Line]) -> list[str]:
    return [line.say.k.removeprefix("ponte-") for line in lines]


def played(position: Position, text: str) -> tuple[list[Line], Position]:
    before, seat, n = position.copy(), position.movers[0], position.ply
    after = position.copy().play(text)
    return SCENE.narrate(before, seat, [move.action for move in after.history[n:]], after, None), after


def test_story_of_the_opening() -> None:
    lines, position = played(GAME.new(board=8), "a1 b1")
    assert said(lines) == ["say-tiles"]
    assert (lines[0].say.a["a"], lines[0].say.a["b"]) == ("a1", "b1")
    assert said(played(position, "h8 h7")[0]) == ["say-keep", "say-tiles"]
    lines, swapped = played(position, "swap")
    assert said(lines) == ["say-swap"]
    assert SCENE.view(swapped, None).colours == ("black", "white")
    assert said(played(swapped, "h8 h7")[0]) == ["say-tiles"]


def test_the_opening_warns_that_the_opponent_may_take_the_tiles() -> None:
    assert "ponte-prompt-opening" in {message.k for message in messages(SCENE.prompts(GAME.new(board=8), 0))}


def test_story_of_an_island_that_is_linked_at_once() -> None:
    position = GAME.setup("light: a1 b1 a2 d1 e1 d2 e2; dark: h8; bridges: b1-d2", board=8)
    lines, after = played(position, "b2 h1")
    assert said(lines) == ["say-tiles", "say-island", "say-linked"]
    assert lines[-1].say.a["n"] == 2
    assert lines[-1].say.a["points"] == 3
    assert after.scores()[0] == 3
    island = {"tile:a1", "tile:b1", "tile:a2", "tile:b2"}
    assert island <= set(lines[1].ids)


def test_a_bridge_from_an_island_to_a_sandbar_links_nothing_yet() -> None:
    position = GAME.setup("light: a1 b1 a2 b2 d1; dark: h8", board=8)
    assert said(played(position, "b1-d1")[0]) == ["say-bridge"]


# dark has the last turn and light leads by nothing, by bridges, by islands, by points
ENDS = {
    "say-shared": "light: a1; dark: h8",
    "say-won-bridges": "light: a1 a3; dark: h8; bridges: a1-a3",
    "say-won-islands": ("light: a1 b1 a2 b2 d1 e1 d2 e2 g1 h1 g2 h2; dark: a8 b8 a7 b7 d8 e8 d7 e7 f5; bridges: b7-d8"),
    "say-won": "light: a1 b1 a2 b2; dark: h8",
}


@pytest.mark.parametrize("said_last", ENDS)
@pytest.mark.rule("PONTE-6.2", "PONTE-7.3", "PONTE-7.4", "PONTE-7.5")
def test_story_of_the_end(said_last: str) -> None:
    lines, after = played(GAME.setup(f"{ENDS[said_last]}; turn: dark; last", board=8), "h6 h4")
    assert said(lines) == ["say-tiles", "over-last-turn", said_last]
    check_position(after)
    assert SCENE.view(after, None).movers == ()


def test_story_of_a_game_that_dark_ends() -> None:
    before, seat, actions, after = games_that_ended("dark_passed")
    lines = SCENE.narrate(before, seat, actions, after, None)
    assert said(lines)[:2] == ["say-pass", "over-dark-passed"]


def games_that_ended(reason: str) -> tuple[Position, int, list[int], Position]:
    for seed in range(20):
        *_, last = builders(Random(seed), 8)
        outcome = last[-1].outcome()
        assert outcome is not None
        if outcome.reason == reason:
            return last
    raise AssertionError(f"no game ended by {reason}")


def test_every_text_is_said_somewhere() -> None:
    """A text that nothing produces is a text that nobody proof-reads."""
    half = GAME.setup("light: c3; dark: h8; half", board=8)
    tiles_only = GAME.setup("light: c3; dark: h8", board=8)
    submissions = [*builders(Random(1), 8), (tiles_only, 0, [0, 2], tiles_only.copy().play("a1 c1"))]
    for text in ENDS.values():
        before = GAME.setup(f"{text}; turn: dark; last", board=8)
        submissions.append((before, 1, [], before.copy().play("h6 h4")))
    for start, text in ((half, "a1"), (GAME.new(board=8), "a1 b1"), (GAME.new(board=8).play("a1 b1"), "swap")):
        before = start.copy()
        after = before.copy().play(text)
        submissions.append((before, before.movers[0], [move.action for move in after.history[before.ply :]], after))
    for seed in range(6):
        submissions += list(builders(Random(seed), 8))[-8:]
    seen = set()
    for before, seat, actions, after in submissions:
        steps = [before.copy()]
        for action in actions:
            steps.append(steps[-1].copy())
            steps[-1].push(tablier.Move(seat, action, ""))
        for position in steps:
            mover = position.movers[0] if position.movers else 0
            seen |= {m.k for m in messages([SCENE.view(position, None), *SCENE.prompts(position, mover)])}
        seen |= {
            m.k
            for m in messages(
                [
                    *SCENE.narrate(before, seat, actions, after, None),
                    SCENE.view(after, None),
                    SCENE.stage(after),
                ]
            )
        }
        if actions:
            seen |= {m.k for m in messages([SCENE.describe(before, seat, actions)])}
    seen.add("ponte-brief")  # said by the client
    assert seen - CLIENT == set(texts("ponte_del_diavolo", "en"))


def test_prompt_once_a_bridge_is_begun() -> None:
    position = GAME.setup("light: c3 c5; dark: h8", board=8)
    _, begun, buttons = SCENE.prompts(position, 0)
    assert set(begun) == {"spot:c3", "spot:c5"}
    assert begun["spot:c3"].a == {"from": "c3"}
    assert buttons == ()


def test_only_the_mover_is_asked() -> None:
    position = GAME.setup("light: c3 c5; dark: h8", board=8)
    message, begun, buttons = SCENE.prompts(position, 1)
    assert message == SCENE.view(position, 1).status
    assert begun == {}
    assert buttons == ()


@pytest.mark.parametrize(
    ("diagram", "tile", "rule"),
    [
        ("light: d4 d6 f3; bridges: d4-d6", "d4", "PONTE-5.3"),  # it bears a bridge
        ("light: d4 d6; dark: d5", "d4", "PONTE-5.4"),  # a tile is in the way
        ("light: d4 d6 c5 e5; bridges: c5-e5", "d4", "PONTE-5.6"),  # a bridge is
        ("light: d4; dark: d6", "d4", "PONTE-5.1"),  # nothing is there to be joined
    ],
)
def test_what_is_said_of_a_tile_that_no_bridge_can_leave(diagram: str, tile: str, rule: str) -> None:
    position = GAME.setup(f"{diagram}; turn: light", board=8)
    (seat,) = position.movers
    assert choices.why(position.view(seat), seat, (), (f"spot:{tile}",)) == rule
