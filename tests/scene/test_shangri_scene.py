"""The scene of The Bridges of Shangri-La over played games and worked positions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import hypot
from random import Random

import pytest
from scenes import lines_are_sound

import tablier
from tablier.games.shangri_la import rules
from tablier.games.shangri_la.board import BRIDGES, DATA
from tablier.games.shangri_la.board_model import journey
from tablier.games.shangri_la.scene import REACH, SPANS
from tablier.games.shangri_la.state import SECOND
from tablier.position import Position
from tablier.scene.check import check_position, check_steps
from tablier.scene.check_texts import CLIENT, messages, texts
from tablier.scene.model import Line, Message, Piece, Tally
from tablier.server.domain import choices

GAME = tablier.game("shangri_la")
SCENE = GAME.scene
Submission = tuple[Position, int, list[int], Position]


def games(rng: Random, seats: int, journeys: float = 0.35, **options: bool) -> Iterator[Submission]:
    """A random game with this part of journeys: submissions as ``before, seat, actions, after``."""
    position = GAME.new(seats, **options)
    while position.movers:
        before, seat = position.copy(), position.movers[0]
        actions: list[int] = []
        while position.movers == (seat,) and (not actions or position.state.stage == SECOND):
            legal = list(position.moves())
            wanted = [move for move in legal if (move.action >= rules.JOURNEY) == (rng.random() < journeys)]
            move = rng.choice(wanted or legal)
            position.push(move)
            actions.append(move.action)
        yield before, seat, actions, position.copy()


@pytest.mark.parametrize(("seats", "seed", "sheet"), [(3, 1, False), (3, 2, True), (4, 3, False), (4, 4, True)])
def test_scene_of_played_games(seats: int, seed: int, sheet: bool) -> None:
    told = set()
    for number, (before, seat, actions, after) in enumerate(games(Random(seed), seats, sheet=sheet)):
        lines = SCENE.narrate(before, seat, actions, after, None)
        lines_are_sound(lines, after)
        told |= {line.say.k for line in lines}
        check_steps(GAME.name, SCENE.view(before, None), SCENE.view(after, None), lines)
        if number % 9 == 0 or not after.movers:
            check_position(after)
    assert {"shangri-say-place", "shangri-say-recruit", "shangri-say-journey", "shangri-say-stone"} <= told


def test_bridges_keep_clear_of_other_villages_and_of_one_another() -> None:
    centres = [(village.x, village.y) for village in DATA.villages]
    for ends in BRIDGES:
        (x, y), (u, v) = (centres[end] for end in ends)
        assert round(hypot(u - x, v - y) / 100) in SPANS
        for k, (p, q) in enumerate(centres):
            t = ((p - x) * (u - x) + (q - y) * (v - y)) / ((u - x) ** 2 + (v - y) ** 2)
            if k not in ends:
                t = min(1.0, max(0.0, t))
                assert hypot(p - x - t * (u - x), q - y - t * (v - y)) > REACH + 30
    for one, other in itertools.combinations(BRIDGES, 2):
        assert set(one) & set(other) or not crosses(*(centres[i] for i in (*one, *other)))


def crosses(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    def side(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def test_every_bridge_space_and_village_is_a_spot() -> None:
    spots = SCENE.stage(GAME.new(4)).spots
    assert len(spots) == 23 + 91 + 13
    assert list(spots)[23:36] == [village.id for village in DATA.villages]  # below their spaces
    assert (spots["Re"].group, spots["e"].group) == ("e", "")
    assert spots["Re"].at[0] < spots["Ae"].at[0]
    assert spots["Re"].at[1] < spots["De"].at[1] < spots["Fe"].at[1]


def pieces(position: Position) -> dict[str, Piece]:
    return {piece.id: piece for piece in SCENE.view(position, None).pieces}


def test_pieces_of_a_position() -> None:
    found = pieces(GAME.setup("seats: 4; e: rH+ bY; d: lP; broken: a-e; turn: red"))
    assert (found["master:red:He"].sprite, found["master:red:He"].at, found["master:red:He"].seat) == ("red-H", "He", 0)
    assert (found["student:red:He"].sprite, found["student:red:He"].up) == ("red-H-student", 1)
    assert "student:blue:Ye" not in found
    assert (found["bridge:d-e"].at, found["bridge:d-e"].to, found["flags:d-e"].at) == ("d", "e", "d-e")
    assert "bridge:a-e" not in found
    assert "flags:a-e" not in found
    assert (found["reserve:0:H"].n, found["reserve:0:D"].n, found["reserve:0:H"].at) == (4, 6, "reserve:0")
    label = found["village:e"].label
    assert label is not None
    assert (label.a["masters"], label.a["students"]) == (2, 1)


def test_the_board_shows_how_strong_each_living_village_is() -> None:
    position = GAME.setup("seats: 4; a: rH+ bD+ lF; e: yP; j: rD bH+; broken: c-j i-j j-m; turn: red")
    shields = {piece.id: piece.sprite for piece in SCENE.view(position, None).pieces if piece.id.startswith("strength")}
    assert shields == {"strength:a": "strength-5", "strength:e": "strength-1"}, "empty: b; at peace: j"


def test_three_seats_leave_the_red_village_at_peace() -> None:
    found = pieces(GAME.new(3))
    assert {name for name in found if name.startswith("stone:")} == {"stone:c"}
    assert found["village:c"].sprite == "peace-red"
    assert len([name for name in found if name.startswith("bridge:")]) == 20
    assert pieces(GAME.new(4))["village:c"].sprite == "village-red"
    assert SCENE.view(GAME.new(3), None).counters[-1].value == 1


def village_of(line: Tally) -> object:
    village = line.label.a["village"]
    assert isinstance(village, Message)
    return village.a["id"]


@pytest.mark.rule("SHANGRI-8.1")
def test_tally_explains_the_score() -> None:
    position = GAME.setup("seats: 3; a: rH+ bF rY; e: rP; turn: red")
    lines = [(line.seat, village_of(line), line.value) for line in SCENE.view(position, None).tally]
    assert lines == [(0, "a", 2), (0, "e", 1), (1, "a", 1)]
    assert SCENE.view(position, None).tally[0].ids == ("master:red:Ha", "master:red:Ya")


def found_paths(position: Position, seat: int) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {position.name(a, seat): SCENE.paths(position, seat, a) for a in range(GAME.actions())}


def test_a_tile_goes_on_ones_own_master_as_a_student() -> None:
    touched = found_paths(GAME.setup("seats: 4; e: rH bY; a: bF; turn: red"), 0)
    assert touched["*He"] == (("piece:reserve:0:H", "spot:e"), ("spot:He",))
    assert touched["+He"] == ()
    assert touched["+De"] == (("piece:reserve:0:D", "spot:e"), ("spot:De",))
    assert touched["*De"] == ()
    assert touched["+Ye"] == (
        ("piece:reserve:0:Y", "spot:e"),
        ("spot:Ye",),
    )  # so that the refusal can say that it is taken
    assert touched["e>a"] == (("spot:e", "spot:a"),)
    assert touched["a>e"] == (("spot:a", "spot:e"),)
    assert touched["pass"] == ()


@pytest.mark.parametrize(
    ("diagram", "touched", "rule"),
    [
        ("b: rH; broken: {} {}", "spot:b", "SHANGRI-6.1"),  # most bridges are gone, but nobody could travel anyway
        ("b: rH+; e: rD; broken: {} {} {}", "spot:b", "SHANGRI-6.2"),  # somebody could, but no bridge is left
        ("a: rH+; b: rH+; e: rH+; h: rD", "piece:reserve:0:H", "SHANGRI-4.3"),  # no such tile is left
        ("a: rH+; b: rH; h: rD", "piece:reserve:0:H", None),
    ],
)
def test_what_is_said_of_a_touch_that_leads_nowhere(diagram: str, touched: str, rule: str | None) -> None:
    near = [f"{a}-{b}" for a, b in DATA.bridges if "b" in (a, b)]
    position = GAME.setup(f"seats: 4; {diagram.format(*near)}; turn: red")
    assert choices.why(position.view(0), 0, (), (touched,)) == rule


def test_why_a_touch_neither_goes_on_with_a_path_nor_begins_one() -> None:
    """Everything that could ever be touched is explained, also while a tile is in the hand."""
    position = GAME.setup("seats: 4; a: rH+; b: rH; h: rD; turn: red").view(0)
    held = "piece:reserve:0:H"
    begun = choices.choices(position, 0, ())
    legal = {option.path[0] for option in begun.options} | {o.path[1] for o in begun.options if o.path[0] == held}
    touchable = {path[0] for paths in found_paths(position, 0).values() for path in paths}
    assert touchable - legal
    assert all(choices.why(position, 0, (), (held, target)) for target in touchable - legal)


def asked(position: Position, *plies: str) -> Message:
    seat = position.movers[0]
    return choices.choices(position.view(seat), seat, plies).prompt


def test_prompts() -> None:
    assert asked(GAME.new(3)).a == {"seats": 3}
    position = GAME.setup("seats: 4; e: rH+ rD bY; a: bF; turn: red")
    message, begun, _ = SCENE.prompts(position, 0)
    assert message.a == {"can": "all"}
    assert begun["piece:reserve:0:D"].a["can"] == "students"
    assert begun["piece:reserve:0:F"].a["can"] == "masters"
    assert begun["spot:e"].a == {"from": "Eshala", "masters": 3, "students": 1}
    assert SCENE.prompts(position, 1) == (SCENE.view(position, 1).status, {}, ())
    two = GAME.setup("seats: 4; e: rH rD; f: rF; turn: red")
    assert SCENE.prompts(two, 0)[0].a == {"can": "tiles"}
    assert asked(two, "*He").k == "shangri-prompt-second"
    assert asked(two, "+Fe").k == "prompt-send"
    both = SCENE.prompts(GAME.setup("seats: 4; e: rH; f: rF; turn: red"), 0)[1]
    assert both["piece:reserve:0:H"].a["can"] == "both"


def parts(message: Message) -> list[Message]:
    """The messages that a joined one is made of."""
    if message.k not in ("shangri-and-then", "shangri-list"):
        return [message]
    return [part for side in "ab" for part in parts(message.a[side])]  # type: ignore[arg-type]


def names(message: Message) -> list[str]:
    return [f"{m.a['colour']} {m.a['guild'].a['id']}" for m in messages(message) if m.k == "shangri-tile"]  # type: ignore[union-attr]


# the two examples that the rules work out; letters are those of the diagram
FIRST = "seats: 4; d: rR+ rD+ yP bF lH+; e: yR+ bP yY bH; turn: red"
SECOND_EXAMPLE = "seats: 4; d: rR+ rD lY lF lH+; e: yR+ rA lD bP yY+ bF+; turn: red"


@pytest.mark.rule("SHANGRI-6.3", "SHANGRI-6.5", "SHANGRI-6.7", "SHANGRI-6.9", "SHANGRI-6.10")
def test_a_journey_is_foreseen() -> None:
    first = parts(asked(GAME.setup(FIRST), "d>e"))
    assert [m.k for m in first] == ["shangri-foresee", "shangri-say-settled", "shangri-say-expelled"]
    assert [first[0].a[key] for key in ("a", "am", "as", "b", "bm", "bs")] == [8, 5, 3, 5, 4, 1]
    assert [m.a for m in messages(first[1]) if m.k == "shangri-many"] == [
        {"n": 2, "colour": "red"},
        {"n": 1, "colour": "lilac"},
    ]
    assert sorted(names(first[2])) == ["blue H", "yellow R"]
    assert [m.a for m in messages(first[2]) if m.k == "shangri-with-students"] == [{"n": 1}]
    second = parts(asked(GAME.setup(SECOND_EXAMPLE), "d>e"))
    assert [m.k for m in second] == ["shangri-foresee", "shangri-say-settled", "shangri-say-returned"]
    assert (names(second[1]), names(second[2])) == (["lilac H"], ["red R"])
    assert second[0].a["verdict"].a["village"] == "Eshala"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("diagram", "tie", "cause", "stronger"),
    [
        ("e: rH+ bD+; a: yH lD bP rA", "origin", "masters", "Arunal"),
        ("e: rH+ bD; a: yH lD+", "origin", "origin", "Eshala"),
        ("e: rH+ bD; a: yH lD+", "destination", "goal", "Arunal"),
        ("e: rH+ bD+; a: yH", "origin", "tiles", "Eshala"),
    ],
)
@pytest.mark.rule("SHANGRI-6.6")
def test_what_decides_is_said(diagram: str, tie: str, cause: str, stronger: str) -> None:
    verdict = parts(asked(GAME.setup(f"seats: 4; {diagram}; turn: red; tie: {tie}"), "e>a"))[0].a["verdict"]
    assert isinstance(verdict, Message)
    assert verdict.a == {"cause": cause, "village": stronger}


@pytest.mark.rule("SHANGRI-6.8")
def test_every_traveller_is_accounted_for() -> None:
    for before, seat, actions, after in games(Random(8), 4, sheet=True):
        if actions[0] < rules.JOURNEY:
            assert SCENE.preview(before, seat, actions, after) is None
            continue
        trip = journey(before.state, actions[0], after.state)
        students = sum(int(villages) >> trip.origin & 1 for row in before.state.students for villages in row)
        assert len(trip.settled) + len(trip.joined) + len(trip.returned) == students
        reserve = [sum(int(rules.reserve(p.state, s, g)) for s in range(4) for g in range(7)) for p in (before, after)]
        driven = sum(1 + student for _, student in trip.expelled)
        assert reserve[1] - reserve[0] == len(trip.returned) + driven


def said(lines: list[Line]) -> list[str]:
    return [line.say.k.removeprefix("shangri-") for line in lines]


def played(position: Position, text: str) -> tuple[list[Line], Position]:
    before, seat, n = position.copy(), position.movers[0], position.ply
    after = position.copy().play(text)
    return SCENE.narrate(before, seat, [move.action for move in after.history[n:]], after, None), after


def test_story_of_a_journey() -> None:
    lines, _ = played(GAME.setup(FIRST), "d>e")
    assert said(lines) == ["say-journey", "say-settled", "say-expelled", "say-fallen"]
    [falling] = lines[-1].flash
    bridge = next(piece for piece in SCENE.view(GAME.setup(FIRST), 0).pieces if piece.id == lines[-1].ids[0])
    assert (falling.sprite, falling.at, falling.to) == (bridge.sprite, bridge.at, bridge.to)
    assert {"student:red:Rd", "master:red:Re", "master:yellow:Re", "student:yellow:Re"} <= set(lines[0].ids)
    assert lines[-1].ids == ("bridge:d-e", "flags:d-e")


@pytest.mark.rule("SHANGRI-3.4")
def test_a_submission_ends_with_the_turn_even_if_all_others_are_passed_over() -> None:
    position = GAME.setup("seats: 4; e: rH rD; f: rF; turn: red")
    found = choices.choices(position, 0, ["+Fe"])
    assert (found.complete, found.options) == (True, ())
    assert not choices.choices(position, 0, ["*He"]).complete
    lines, _ = played(position, "+Fe *He *De")
    assert said(lines).count("say-passed-over") == 6
    assert [key for key in said(lines) if key != "say-passed-over"] == ["say-place", "say-recruit"]


def test_story_of_a_recruitment_of_two() -> None:
    lines, _ = played(GAME.setup("seats: 4; e: rH rD; f: bF; turn: red"), "*He *De")
    assert said(lines) == ["say-recruit"]
    assert set(lines[0].ids) == {"student:red:He", "student:red:De"}


@pytest.mark.rule("SHANGRI-3.4")
def test_story_of_seats_that_can_do_nothing() -> None:
    position = GAME.setup("seats: 4; a: rH yD lP; d: bH bF; broken: a-d d-e d-g d-k; turn: red")
    lines, after = played(position, "+Fa")
    assert said(lines) == ["say-place", "say-passed-over"]
    assert lines[1].seat == 1
    assert after.movers == (2,)


@pytest.mark.rule("SHANGRI-2.6")
def test_story_of_a_tile_that_fits_nowhere() -> None:
    for seed in range(400):
        for submission in itertools.islice(games(Random(seed), 3), 21):
            if "say-no-place" in said(SCENE.narrate(*submission, None)):
                return
    raise AssertionError("no such game")


def test_story_of_the_set_up() -> None:
    *_, last = itertools.islice(games(Random(1), 4), 28)
    assert said(SCENE.narrate(*last, None)) == ["say-place", "say-ready"]


# red and blue have as many masters, in more villages or not; then red has more
ENDS = {
    "say-won-villages": "seats: 3; bridges: a-b b-f; a: rH+; b: yD; f: bP bA",
    "say-shared": "seats: 3; bridges: a-b b-f; a: rH+; f: bP; d: bF",
    "say-won": "seats: 3; bridges: a-b b-f; a: rH+; f: bP",
}


@pytest.mark.parametrize("said_last", ENDS)
@pytest.mark.rule("SHANGRI-7.3", "SHANGRI-8.2", "SHANGRI-8.3")
def test_story_of_the_end(said_last: str) -> None:
    lines, after = played(GAME.setup(f"{ENDS[said_last]}; turn: red"), "a>b")
    assert said(lines)[-3:] == ["say-stone", "over-stones", said_last]
    check_position(after)
    result = SCENE.view(after, None).result
    assert result is not None
    assert result.reason.k == "shangri-over-stones"


@pytest.mark.rule("SHANGRI-7.4")
def test_story_of_a_game_that_is_stuck() -> None:
    """Red fills the last space of the only village with bridges where anybody is; the guilds there are used up."""
    here, taught = "bD bF bP yR yA rY", "rH+ bD+ bF+ bP+ yR+ yA+ rY+"
    diagram = f"seats: 4; a: {here}; k: {taught}; l: {taught}; m: rH {here}; bridges: a-b b-f; turn: red"
    lines, after = played(GAME.setup(diagram), "+Ha")
    assert said(lines) == ["say-place", "over-stuck", "say-won"]
    assert (after.movers, lines[2].seat, lines[2].say.a["points"]) == ((), 1, 12)
    result = SCENE.view(after, None).result
    assert result is not None
    assert result.reason.k == "shangri-over-stuck"
    check_position(after)


def test_every_text_is_said_somewhere() -> None:
    """A text that nothing produces is a text that nobody proof-reads."""
    submissions = [one for seats in (3, 4) for one in games(Random(5), seats)]
    for text in ENDS.values():
        before = GAME.setup(f"{text}; turn: red")
        submissions.append((before, 0, [GAME.notation.parse(before.state, 0, "a>b")], before.copy().play("a>b")))
    seen = {"shangri-say-passed-over", "shangri-say-no-place", "shangri-over-stuck"}  # their stories have tests above
    for before, seat, actions, after in submissions:
        for position in (before, after):
            mover = position.movers[0] if position.movers else 0
            seen |= {m.k for m in messages([SCENE.view(position, None), *SCENE.prompts(position, mover)])}
        told = [
            *SCENE.narrate(before, seat, actions, after, None),
            SCENE.describe(before, seat, actions),
            SCENE.preview(before, seat, actions, after),
            SCENE.stage(after),
        ]
        seen |= {m.k for m in messages(told)}
        if len(actions) == 2:
            seen |= {m.k for m in messages([asked(before, before.name(actions[0], seat))])}
            middle = before.copy().play(before.name(actions[0], seat))
            seen.add(SCENE.view(middle, seat).status.k)
    seen.add("shangri-brief")  # said by the client
    assert seen - CLIENT == set(texts("shangri_la", "en"))
