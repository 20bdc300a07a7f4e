"""The scene of On Top over played games and worked positions."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from scenes import is_self_contained, lines_are_sound

import tablier
from tablier.engine.protocol import CHANCE
from tablier.games.on_top import scene
from tablier.games.on_top.geometry import BOARDS, COLOUR_LETTERS, COLOUR_NAMES, KIND_NAMES
from tablier.games.on_top.layout import FIELDS, TRAY, layout
from tablier.position import Position
from tablier.scene import diff
from tablier.scene.check import check_position
from tablier.scene.check_texts import CLIENT, check_messages, messages, texts
from tablier.scene.model import Line, Message, Piece
from tablier.scene.svg import draw_position, pose
from tablier.server.domain import choices

GAME = tablier.game("on_top")
SCENE = GAME.scene
Submission = tuple[Position, int, list[int], Position]

# A single tile away from a circle of three colours; from several circles at once while pawns run short; from an end.
OPEN = "seats: 4; tiles: BWYR@f6-f5 RYWB@e5-e4 BWRY@f4-g3; drawn: YBWR; turn: white"
SHORT = "seats: 4; tiles: BYRW@h3-g4 YRWB@f4-g3 RBWY@h2-i1; pawns: Y1 R1; drawn: RYWB; turn: white"
LAST = "seats: 4; tiles: BWYR@f6-f5 RYWB@e5-e4 BWRY@f4-g3; pawns: R1; points: B21 Y24 R9 W23; drawn: YBWR; turn: white"


def games(rng: Random, seats: int, **options: str | bool) -> Iterator[Submission]:
    """A random game: submissions, chance's too, as ``before, seat, actions, after``."""
    position = GAME.new(seats, **options)
    while position.movers:
        before, seat = position.copy(), position.movers[0]
        actions: list[int] = []
        while position.movers == (seat,) and (not actions or position.state.pending):
            move = rng.choice(list(position.moves()))
            position.push(move)
            actions.append(move.action)
        yield before, seat, actions, position.copy()


@pytest.mark.parametrize(
    ("seats", "board", "options"),
    [
        (2, "D70", {}),
        (3, "H66", {"golden": "part"}),
        (4, "Z70", {"teams": True}),
        (4, "H78", {"start": "four", "order": "reading"}),
    ],
)
def test_scene_of_played_games(seats: int, board: str, options: dict[str, str | bool]) -> None:
    told = set()
    for number, (before, seat, actions, after) in enumerate(games(Random(seats), seats, board=board, **options)):
        lines = SCENE.narrate(before, seat, actions, after, None)
        lines_are_sound(lines, after)
        told |= {line.say.k for line in lines}
        if seat != CHANCE:
            check_messages("on_top", "preview", [SCENE.preview(before, seat, actions, after) or Message("")])
        old, new = SCENE.view(before, None), SCENE.view(after, None)
        pieces = {piece.id: piece for piece in old.pieces}
        for step in diff.steps(old, new, lines):
            pieces |= {piece.id: piece for piece in step.put}
            for dropped in step.drop:
                del pieces[dropped]
        assert pieces == {piece.id: piece for piece in new.pieces}
        if number % 13 == 0 or not after.movers:
            check_position(after)
    assert {"top-say-draw", "top-say-lay", "top-say-closed", "top-say-scores", "top-say-tied"} <= told


def pieces(position: Position) -> dict[str, Piece]:
    return {piece.id: piece for piece in SCENE.view(position, None).pieces}


def told(position: Position, *plies: str) -> list[Line]:
    """The log of a submission."""
    seat, after = position.movers[0], position.copy()
    after.play(" ".join(plies))
    actions = [move.action for move in after.history[position.ply :]]
    return SCENE.narrate(position, seat, actions, after, None)


def keys(lines: list[Line]) -> list[str]:
    return [line.say.k.removeprefix("top-say-") for line in lines]


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_pictures_of_the_boards(number: int) -> None:
    board, place = BOARDS[number], layout(number)
    spots = SCENE.stage(GAME.new(2, board=board.id)).spots
    assert len(spots) == FIELDS + len(board.cells) + 4 + len(board.point_names) + len(board.positions)
    assert len(place.track) == FIELDS
    for x, y in place.track:  # on the frame, and no field over another
        assert not (0 <= x <= place.width and 0 <= y <= place.height)
    for a, b in zip(place.track, (*place.track[1:], place.track[0]), strict=True):
        assert 44 < hypot(a[0] - b[0], a[1] - b[1]) < 110
    for tray in place.trays:
        assert min(hypot(tray[0] - x, tray[1] - y) for x, y in place.points) > TRAY + 50
    loud = {name for name, spot in spots.items() if not spot.quiet}
    assert loud == {*board.point_names, *(f"tray:{colour}" for colour in COLOUR_NAMES)}


@pytest.mark.parametrize("number", range(len(BOARDS)))
@pytest.mark.parametrize("turn", [0, 1])
def test_corners_of_a_drawn_tile_lie_on_the_points_of_its_colours(number: int, turn: int) -> None:
    """The picture of a tile, turned as its piece says, shows each colour at the point where the rules count it."""
    board, place = BOARDS[number], layout(number)
    start = GAME.new(2, board=board.id).play("RBWY")
    laid = [move for move in start.moves() if move.action % 2 == turn]
    assert len(laid) >= 8
    for move in laid:
        position = start.copy()
        position.push(move)
        (piece,) = [piece for piece in SCENE.view(position, None).pieces if piece.id.startswith("tile:")]
        at = pose(SCENE.stage(position), piece)
        assert at is not None
        corners = (0, -at.h / 2), (-at.w / 2, 0), (0, at.h / 2), (at.w / 2, 0)  # as drawn: top, left, bottom, right
        for letter, corner in zip("RBWY", corners, strict=True):
            x, y = turned(corner, at.turn)
            (point,) = [p for p, (u, v) in enumerate(place.points) if hypot(at.x + x - u, at.y + y - v) < 1]
            parts = [0] * 4
            parts[COLOUR_LETTERS.index(letter)] = 1 if letter in "RW" else 2
            assert position.state.parts[point].tolist() == parts


def turned(at: tuple[float, float], degrees: float) -> tuple[float, float]:
    (x, y), a = at, radians(degrees)
    return x * cos(a) - y * sin(a), x * sin(a) + y * cos(a)


def test_pieces_of_a_position() -> None:
    found = pieces(GAME.setup(OPEN))
    assert found["tile:f5-f6"].sprite == "tile-BWYR"
    assert (found["black:d5"].turn, found["black:g5"].turn) == (0.0, 180.0)
    assert found["drawn"].sprite == "tile-YBWR"
    assert (found["bag:BWRY"].n, found["bag:BWRY"].at) == (2, "bag")
    assert (found["point:G3"].sprite, found["point:F1"].sprite) == ("open", "open-gold")
    label = found["point:G3"].label
    assert label is not None
    assert label.a["free"] == 1
    assert {found[f"marker:{colour}"].at for colour in COLOUR_NAMES} == {"track:0"}
    assert [found[f"marker:{colour}"].up for colour in COLOUR_NAMES] == [0, 1, 2, 3]
    assert found["reserve:white"].n == 20


def test_neutral_colours_and_teams_are_shown_as_such() -> None:
    found = pieces(GAME.new(2))
    assert [found[f"reserve:{colour}"].n for colour in COLOUR_NAMES] == [20, 20, 21, 21]
    assert [found[f"reserve:{colour}"].seat for colour in COLOUR_NAMES] == [0, 1, None, None]
    assert {name for name in found if name.startswith("plate:")} == {"plate:red", "plate:white"}
    assert found["plate:red"].sprite == "plate-neutral"
    assert "marker:red" not in found
    counters = {counter.id: counter.value for counter in SCENE.view(GAME.new(2), None).counters if counter.seat is None}
    assert counters == {"neutral:red": 21, "neutral:white": 21, "triangles": 8, "bag": 34}
    assert not [name for name in pieces(GAME.new(4)) if name.startswith("plate:")]
    team = GAME.setup("seats: 4; teams: True; points: B5 Y3 R4 W1")
    assert [pieces(team)[f"plate:{c}"].sprite for c in COLOUR_NAMES] == ["plate-first", "plate-second"] * 2
    assert [c.value for c in SCENE.view(team, None).counters if c.icon == "team"] == [9, 4, 9, 4]


def test_golden_border_whole_or_in_part() -> None:
    whole, part = (
        {name for name in pieces(GAME.new(2, golden=golden)) if name.startswith("gilt:")}
        for golden in ("whole", "part")
    )
    assert len(whole) == 22
    assert part < whole
    assert {"gilt:A2-B3", "gilt:E6-F7"} <= part
    assert pieces(GAME.new(2, golden="part"))["point:A1"].sprite == "open"


def test_markers_run_round_the_track_and_below_it() -> None:
    position = GAME.setup("points: B61")
    position.state.points[1] = -2
    found = pieces(position)
    assert (found["marker:blue"].at, found["marker:yellow"].at) == ("track:1", "track:58")
    label = found["marker:blue"].label
    assert label is not None
    assert label.a["n"] == 61


def test_a_tower_is_read_from_the_bottom_up() -> None:
    position = GAME.setup(OPEN)
    position.play("f7-e7")
    found = pieces(position)
    tower = sorted((piece for name, piece in found.items() if name.startswith("pawn:F4:")), key=lambda piece: piece.up)
    assert [piece.up for piece in tower] == list(range(len(tower)))
    assert [piece.sprite.partition("-")[0] for piece in tower] == ["pawn", *["raised"] * (len(tower) - 1)]
    assert [piece.n for piece in tower] == [*[None] * (len(tower) - 1), len(tower)]
    assert found["point:F4"].sprite == "done"


def test_a_place_is_touched_once_and_turned_by_touching_it_again() -> None:
    position = GAME.setup(OPEN)
    offered = choices.choices(position.view(3), 3, ())
    assert [option.ply for option in offered.options if option.path == ("spot:g4-h3",)] == ["g4-h3", "h3-g4"]
    both = [choices.choices(position.view(3), 3, (ply,)) for ply in ("g4-h3", "h3-g4")]
    one, other = ({piece.id: piece for piece in choice.put}["tile:g4-h3"] for choice in both)
    assert abs(one.turn - other.turn) == 180
    assert all(choice.complete and "drawn" in choice.drop for choice in both)


def test_prompts_and_previews() -> None:
    position = GAME.setup(OPEN)
    assert SCENE.prompts(position, 3)[0].k == "top-prompt-lay"
    assert SCENE.prompts(position, 0)[0] == SCENE.view(position, 0).status

    def asked(start: Position, *plies: str) -> Message:
        seat = start.movers[0]
        return choices.choices(start.view(seat), seat, plies).prompt

    assert asked(position, "h3-g4").k == "top-see-tied"
    assert asked(position, "d6-d7").k == "top-foresee-nothing"
    assert asked(GAME.setup(SHORT), "g2-g1").k == "top-prompt-order"
    last = asked(GAME.setup(LAST), "g4-h3")
    assert [message.k for message in messages(last) if message.k.startswith("top-over")] == ["top-over-last-pawn"]


def test_the_log_of_a_draw_names_the_seat_that_lays_the_tile() -> None:
    before = GAME.new(3)
    after = before.copy().play("RBWY")
    (line,) = SCENE.narrate(before, CHANCE, [KIND_NAMES.index("RBWY")], after, None)
    assert (line.say.k, line.seat, line.ids) == ("top-say-draw", 0, ("drawn", "bag:RBWY"))


def test_several_circles_are_told_in_the_order_of_their_scoring() -> None:
    position = GAME.setup(SHORT)
    assert keys(told(position, "g2-g1")) == ["lay", "closed"]
    position.play("g2-g1")
    due = [position.name(action, 3) for action in position.moves().actions]
    assert len(due) == 3
    assert {SCENE.paths(position, 3, position.parse(ply, 3).action) for ply in due} == {
        ((f"spot:{ply[1:]}",),) for ply in due
    }
    after = position.copy()
    while after.state.pending:
        after.play(after.moves()[-1].text)
    lines = told(position, *(move.text for move in after.history[position.ply :]))
    points = [str(line.say.a["point"]) for line in lines if "point" in line.say.a]
    assert points[0] == due[-1][1:]


def test_the_end_names_who_placed_the_last_pawn() -> None:
    lines = told(GAME.setup(LAST), "g4-h3")
    assert keys(lines) == ["lay", "headless", "top-over-last-pawn", "won-pawn"]
    assert lines[-1].seat == 2
    assert lines[1].seat is None  # nobody scores
    headless = lines[1].say.a
    assert (headless["over"], headless["point"]) == ("yes", "G3")


@pytest.mark.rule("TOP-6.1")
@pytest.mark.rule("TOP-7.2")
def test_the_tally_explains_the_score_and_what_pawns_left_cost() -> None:
    for *_, after in games(Random(5), 3):
        tally = SCENE.view(after, None).tally
    assert {line.label.k for line in tally} == {"top-tally", "top-tally-pawns"}
    left = [-line.value for line in tally if line.label.k == "top-tally-pawns"]
    assert left == [int(n) for n in after.state.pawns[:3] if n]
    for line in tally:
        assert line.ids or line.label.k == "top-tally-pawns"


def test_a_drawing_is_whole_by_itself() -> None:
    position = GAME.setup("seats: 4; tiles: BYRW@e5-e6 BYRW@c3-d4 BWYR@d3-e4 YWRB@f6-f5 YBWR@d2-c1 BYRW@b1-c2")
    is_self_contained(ElementTree.fromstring(draw_position(position)))


def test_the_drawn_tile_has_a_box_until_the_game_is_over() -> None:
    position = GAME.setup(LAST)
    assert [dock.id for dock in SCENE.view(position, None).docks] == ["drawn", "bag"]
    assert [dock.id for dock in SCENE.view(position.play("g4-h3"), None).docks] == ["bag"]


def test_every_text_is_used() -> None:
    """What random games never say is said by the positions above, or named here."""
    known = {key for key in texts("on_top", "en") if key.startswith("top-")} - CLIENT
    source = "".join(file.read_text("utf-8") for file in Path(scene.__file__).parent.glob("*.py"))
    source += "".join(f"top-over-{r.replace('_', '-')}" for r in GAME.info.reasons)
    stems = {key for key in known if f'"{key}' not in source and key not in source}
    made = {
        f"top-{tense}-{kind}"
        for tense in ("say", "see")
        for kind in ("tied", "nobody", "headless", "scores", "neutral")
    }
    made |= {f"top-status-{stage}" for stage in ("draw", "order", "lay")}
    made |= {message.k for message in messages(SCENE.stage(GAME.new()))}
    assert stems <= made | {"top-brief"}  # said by the client
