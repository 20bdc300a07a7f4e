"""Each rule of Delta through the Python face. Drawn examples are the figures of the rulebook."""

from __future__ import annotations

from itertools import permutations

import pytest

import tablier
from tablier import IllegalMove, InvalidMove, Position
from tablier.errors import InvalidOption
from tablier.games.delta import board
from tablier.games.delta.actions import ACTIONS
from tablier.games.delta.names import card_name, letter, place_name, plank_name
from tablier.games.delta.state import LOST, RESERVE
from tablier.rulebook import rule

DELTA = tablier.game("delta")
ACTION_CARDS = {"stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump"}
COLOURS = {2: "WK", 3: "WRB", 4: "YRBG", 5: "WYRBG", 6: "WYRKBG"}


def at(diagram: str, eye: str = "again") -> Position:
    """The position of a diagram."""
    return DELTA.setup(diagram, eye=eye)


def drawn(rule_id: str, number: int = 1, eye: str = "again") -> tuple[Position, list[str]]:
    """The position of a rule's figure, by number, and its marks."""
    figure = rule("delta", rule_id, "en").figures[number - 1]
    return at(figure.diagram, eye), list(figure.marks)


def legal(position: Position, seat: int | None = None) -> set[str]:
    """The texts of the legal plies."""
    return {move.text for move in position.moves(seat)}


def refusal(position: Position, plies: str, seat: int | None = None) -> str | None:
    """Play an illegal ply and return the rule it breaks. The position must not change."""
    before, ply = position.key(), position.ply
    with pytest.raises(IllegalMove) as caught:
        position.play(plies, seat)
    assert (position.key(), position.ply) == (before, ply)
    return caught.value.rule


def pawn(position: Position, colour: str) -> str:
    """The place of a colour's pawn."""
    seats = COLOURS[position.seats]
    return place_name(position.state.pawns[seats.index(colour)])


def lying(position: Position) -> dict[str, str]:
    """The planks on the board by gap."""
    s = position.state
    planks = ((plank, gap) for plank, gap in enumerate(s.where) if gap < board.GAPS)
    return {place_name(gap): plank_name(s.seats, plank) for plank, gap in planks}


def held(position: Position, colour: str) -> set[str]:
    """The planks in a colour's reserve."""
    s, place = position.state, RESERVE + COLOURS[position.seats].index(colour)
    return {plank_name(s.seats, plank) for plank, where in enumerate(s.where) if where == place}


def lost(position: Position) -> set[str]:
    """The lost planks."""
    s = position.state
    return {plank_name(s.seats, plank) for plank, where in enumerate(s.where) if where == LOST}


def stones(position: Position) -> set[int]:
    """The islands with a stone."""
    return {island + 1 for island in range(board.ISLANDS) if position.state.stones >> island & 1}


def mover(position: Position) -> str:
    """The colour to move, while cards are performed."""
    (seat,) = position.movers
    return COLOURS[position.seats][seat]


# ------------------------------------------------------------------------------------- 1. Components-----------


@pytest.mark.rule("DELTA-1.1")
def test_islands_and_villages() -> None:
    assert (board.ISLANDS, board.VILLAGES, board.LETTERS) == (27, 6, "WYRKBG")
    assert all(pawn(DELTA.new(6), colour) == colour for colour in "WYRKBG")
    for nowhere in ("+28", "+0", "W-Y", "W-1", "4-10", "x28", ">28", ">W-1", "W7", "Q4", "W-13-14", "stone3", ""):
        with pytest.raises(InvalidMove):
            DELTA.new().play(nowhere, 0)


@pytest.mark.rule("DELTA-1.2", "DELTA-8.2")
@pytest.mark.parametrize(("colour", "goal"), [*zip("WKYBRG", "KWBYGR", strict=True)])
def test_goals_are_opposite(colour: str, goal: str) -> None:
    gap = next(place_name(g) for g, ends in enumerate(board.GAPS_ENDS) if board.LETTERS[ends[0]] == goal)
    (size, *_), stone = board.fitting(*board.GAPS_ENDS[board.GAPS_ENDS.index(_ends(gap))]), gap.split("-")[1]
    here = f"stones: {stone}; planks: {colour}{size + 1}={gap}; pawns: {colour}={gap}; {colour}: move1; turn: {colour}"
    position = at(f"seats: 6; {here}").play(f">{goal}")
    outcome = position.outcome()
    assert outcome is not None
    seat = COLOURS[6].index(colour)
    assert (outcome.winners, outcome.reason) == ((seat,), "arrival")
    assert outcome.ranks == tuple(int(other != seat) for other in range(6))
    assert outcome.scores == tuple(int(other == seat) for other in range(6))


def _ends(gap: str) -> tuple[int, int]:
    a, b = gap.split("-")
    return board.LETTERS.index(a) if a.isalpha() else board.VILLAGES + int(a) - 1, board.VILLAGES + int(b) - 1


@pytest.mark.rule("DELTA-1.3")
def test_colours_by_number_of_players() -> None:
    for seats, colours in COLOURS.items():
        position = DELTA.new(seats)
        assert "".join(letter(position.seats, seat) for seat in range(seats)) == colours
        clockwise = [board.LETTERS.index(colour) for colour in colours]
        assert clockwise == sorted(clockwise)
        for colour in set("WYRKBG") - set(colours):
            with pytest.raises(InvalidMove, match="no colour"):
                position.play(f"dragon{colour}", 0)
    with pytest.raises(InvalidOption, match="2, 3, 4, 5, 6 seats"):
        DELTA.new(7)
    position = at("stones: 4; planks: W2=Y-4; W: move1; turn: W; pawns: W=Y-4")  # yellow does not play
    assert ">Y" in legal(position)


@pytest.mark.rule("DELTA-1.4")
def test_stones_are_a_common_supply() -> None:
    position = at("stones: 11; W: stone1; turn: W").play("+13")
    assert stones(position) == {11, 13}
    assert "25 in the supply" in str(position)


@pytest.mark.rule("DELTA-1.5")
@pytest.mark.parametrize("seats", COLOURS)
def test_six_planks_of_a_colour(seats: int) -> None:
    position = DELTA.new(seats)
    for colour in COLOURS[seats]:
        assert held(position, colour) == {f"{colour}{size}" for size in range(1, 7)}
    for viewer in (*range(seats), None):
        assert bytes(position.view(viewer).state.where) == bytes(position.state.where)


@pytest.mark.rule("DELTA-1.6")
@pytest.mark.parametrize(("seats", "cards"), [(2, 9), (3, 10), (4, 11), (5, 12), (6, 13)])
def test_cards_by_number_of_players(seats: int, cards: int) -> None:
    position = DELTA.new(seats)
    for seat, colour in enumerate(COLOURS[seats]):
        dragons = {f"dragon{other}" for other in COLOURS[seats] if other != colour}
        assert legal(position, seat) == ACTION_CARDS | dragons
        assert len(legal(position, seat)) == cards


@pytest.mark.rule("DELTA-1.6", "DELTA-2.4")
def test_a_game_of_three_has_three_dragons() -> None:
    """The rules' example: black, green and yellow dragons leave a game of three."""
    assert {card for card in legal(DELTA.new(3), 0) if card.startswith("dragon")} == {"dragonR", "dragonB"}


# ------------------------------------------------------------------------------------- 2. A round


@pytest.mark.rule("DELTA-2.1")
def test_a_programme_has_five_cards_in_order() -> None:
    position = DELTA.new()
    cards = ["move1", "stone2", "dragonK", "plank1", "jump"]
    for number, card in enumerate(cards):
        assert position.movers == (0, 1)
        position.play(card, 0)
        assert [c > 0 for c in position.state.programme[0]] == [slot <= number for slot in range(5)]
    assert position.movers == (1,)
    assert [card_name(position.state.seats, c - 1) for c in position.state.programme[0]] == cards
    with pytest.raises(IllegalMove):
        position.play("stone1", 0)
    assert position.why(0, 0) == "DELTA-2.1"
    assert refusal(position, "+13", 1) == "DELTA-2.1"
    position.play("stone1 stone2 move1 move2 jump", 1)
    assert (position.state.phase, mover(position)) == (0, "K")  # white's move fell short, black is to act


@pytest.mark.rule("DELTA-2.2")
def test_each_card_is_programmed_once() -> None:
    position = DELTA.new().play("stone1 dragonK", 0)
    assert refusal(position, "stone1", 0) == "DELTA-2.2"
    assert refusal(position, "dragonK", 0) == "DELTA-2.2"
    assert legal(position, 0) == ACTION_CARDS - {"stone1"}


@pytest.mark.rule("DELTA-2.3")
def test_a_programme_has_at_most_one_dragon() -> None:
    position = DELTA.new(4).play("dragonR", 0)
    assert refusal(position, "dragonB", 0) == "DELTA-2.3"
    assert legal(position, 0) == ACTION_CARDS
    assert "dragonB" in legal(position, 1)
    position.play("stone1 stone2 plank1 plank2", 0)  # and none need be
    position.play("stone1 stone2 plank1 plank2 move1", 1)


@pytest.mark.rule("DELTA-2.4")
def test_seats_have_no_dragon_against_themselves() -> None:
    assert refusal(DELTA.new(3), "dragonW", 0) == "DELTA-2.4"
    assert refusal(DELTA.new(3), "dragonR", 1) == "DELTA-2.4"


@pytest.mark.rule("DELTA-2.5")
def test_programmes_are_hidden() -> None:
    position = DELTA.new(3)
    empty = [position.view(viewer).key() for viewer in (1, 2, None)]
    position.play("move1 stone2 dragonR plank1 jump", 0)
    assert [position.view(viewer).key() for viewer in (1, 2, None)] == empty
    assert position.view(1).movers == position.view(None).movers == (0, 1, 2)  # nor that white is ready
    assert position.view(0).movers == (1, 2)
    position.play("stone1 stone2 plank1 remove move1", 1).play("stone1 stone2 plank1 remove move1", 2)
    assert mover(position) == "R"  # white's pawn has no way
    for viewer in (0, 1, 2, None):
        shown = [[bool(card) for card in row] for row in position.view(viewer).state.programme[:3]]
        assert shown == [[True] * 5 if seat == viewer else [True] + [False] * 4 for seat in range(3)]


@pytest.mark.rule("DELTA-2.6")
def test_cards_are_performed_clockwise_from_the_statuette() -> None:
    cards = "stone1 stone2 plank1 plank2 remove"
    position = at(f"seats: 4; statuette: B; Y: {cards}; R: {cards}; B: {cards}; G: {cards}")
    order = []
    while position.state.phase < 2:
        order.append(mover(position))
        assert refusal(position, "+27", (position.movers[0] + 1) % 4) == "DELTA-2.6"
        position.push(position.moves()[0])
    assert "".join(order) == "BGYR" + "BBGGYYRR"


@pytest.mark.rule("DELTA-2.7")
def test_the_statuette_passes_and_cards_come_back() -> None:
    position = DELTA.new(3)
    for statuette in (0, 1, 2, 0):
        assert position.state.statuette == statuette
        for seat in range(3):  # nobody can move, jump or remove anything, nobody has a stone to lay planks on
            position.play("jump move1 move2 remove dragonW" if seat else "jump move1 move2 remove dragonR", seat)
        assert position.movers == (0, 1, 2)
        assert not any(map(any, position.state.programme))
        assert all(len(legal(position, seat)) == 10 for seat in range(3))


# ------------------------------------------------------------------------------------- 3. Dragons


@pytest.mark.rule("DELTA-3.1")
@pytest.mark.parametrize("statuette", "WK")
def test_a_dragon_cancels_before_and_after(statuette: str) -> None:
    position = at(f"statuette: {statuette}; W: stone1 stone2 plank1; K: dragonW stone1 plank1; turn: {statuette}")
    assert (position.state.phase, mover(position)) == (1, statuette)
    assert stones(position) == set()


@pytest.mark.rule("DELTA-3.1")
def test_the_fourth_card_of_red() -> None:
    """The rules' example: green's fourth card is the red dragon, and red's fourth card is cancelled."""
    green, red = "move1 move2 jump dragonR stone1", "jump move2 move1 stone2 stone1"
    position = at(f"seats: 4; R: {red}; G: {green}; phase: 4; turn: R; Y: jump move1 move2 remove stone1")
    assert stones(position) == set()
    assert (position.state.phase, mover(position)) == (3, "B")


@pytest.mark.rule("DELTA-3.2")
def test_several_dragons_at_once() -> None:
    position = at("seats: 4; Y: dragonR; R: stone1; B: dragonG; G: stone1; turn: Y")
    assert (position.state.phase, stones(position)) == (1, set())
    position = at("seats: 4; Y: dragonR; R: stone1; B: dragonR; G: stone1; turn: Y")
    assert (position.state.phase, mover(position)) == (0, "G")


@pytest.mark.rule("DELTA-3.3")
def test_dragons_do_not_stop_dragons() -> None:
    """The rules' example: red turns the green dragon, green the blue one; blue's card is cancelled even so."""
    position = at("seats: 4; Y: stone1; R: dragonG; B: stone1; G: dragonB; turn: Y").play("+1")
    assert (position.state.phase, stones(position)) == (1, {1})


@pytest.mark.rule("DELTA-3.4")
def test_a_cancelled_move_does_not_fall() -> None:
    diagram = "stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=W-11 K=11-13; W: jump; K: {}; turn: W"
    assert pawn(at(diagram.format("stone1")), "W") == "W"
    position = at(diagram.format("dragonW"))
    assert (pawn(position, "W"), position.state.phase) == ("W-11", 1)


# ------------------------------------------------------------------------------------- 4. Placing stones


@pytest.mark.rule("DELTA-4.1")
def test_a_stone_on_any_free_island() -> None:
    position, marks = drawn("DELTA-4.1")
    assert legal(position) == {f"+{island}" for island in range(1, 28) if island not in (11, 13)}
    assert {f"+{mark}" for mark in marks} < legal(position)
    assert len(legal(at("W: stone1; turn: W"))) == 27  # however far from everything
    for other in ("W1", "x11", ">W", "W-11", "plank1"):
        assert refusal(position, other) == "DELTA-4.1"


@pytest.mark.rule("DELTA-4.2")
def test_one_stone_on_an_island() -> None:
    assert refusal(drawn("DELTA-4.1")[0], "+13") == "DELTA-4.2"


@pytest.mark.rule("DELTA-1.4", "DELTA-4.3")
def test_the_supply_runs_out() -> None:
    most = " ".join(str(island) for island in range(1, 27))
    position = at(f"stones: {most}; W: stone2; K: stone1; turn: W")
    assert (mover(position), legal(position)) == ("W", {"+27"})
    position.play("+27")
    assert len(stones(position)) == 27
    assert (position.state.phase, mover(position)) == (2, "W")  # nobody has another stone to place
    assert at(f"stones: {most} 27; W: stone1; K: plank1; turn: W").movers == (1,)


@pytest.mark.rule("DELTA-4.4")
def test_any_seat_may_use_a_stone() -> None:
    position = at("W: stone1; K: plank1; turn: W").play("+11 K1 W-11")
    assert lying(position) == {"W-11": "K1"}


@pytest.mark.rule("DELTA-4.4")
def test_stones_stay_when_their_plank_is_taken() -> None:
    position = at("stones: 11 13; planks: K1=W-11; lost: W1; W: remove; turn: W").play("xW-11")
    assert stones(position) == {11, 13}


@pytest.mark.rule("DELTA-4.5")
def test_a_card_of_two_stones_in_any_order() -> None:
    position = at("W: stone2; K: plank1; turn: W").play("+11")
    assert mover(position) == "W"
    assert refusal(position, "+11") == "DELTA-4.2"
    assert mover(position.play("+13")) == "K"
    one, other = (at("W: stone2; K: plank1; turn: W").play(plies).key() for plies in ("+1 +2", "+2 +1"))
    assert one == other


# ------------------------------------------------------------------------------------- 5. Placing planks


@pytest.mark.rule("DELTA-5.1")
def test_any_plank_of_the_reserve() -> None:
    position = at("stones: 11 13; reserve: W=K5; lost: W5; planks: W1=W-11; W: plank1; turn: W")
    assert legal(position) == {"W2", "W3", "W4", "W6", "K5"}
    assert refusal(position, "K4") == refusal(position, "W1") == refusal(position, "W-13") == "DELTA-5.1"
    position.play("K5")
    assert refusal(position, "W2") == "DELTA-5.1"  # what is chosen is chosen
    assert lying(position.play("W-13")) == {"W-11": "W1", "W-13": "K5"}


@pytest.mark.rule("DELTA-5.2")
def test_two_supports() -> None:
    position, marks = drawn("DELTA-5.2")
    assert legal(position.play("W1")) == set(marks)
    assert refusal(position, "15-16") == refusal(position, "6-11") == "DELTA-5.2"
    assert legal(at("seats: 6; stones: 27; B: plank1; turn: B").play("B3")) == {"B-27", "G-27"}


@pytest.mark.rule("DELTA-5.3")
def test_each_drawn_gap_fits_one_size() -> None:
    position, _ = drawn("DELTA-5.3")
    for gap, plank in lying(position).items():
        sizes = board.fitting(*_ends(gap))
        assert [size + 1 for size in sizes] == [int(plank[1])]
    for pair in ("4-10", "5-10", "11-15", "12-16", "15-25", "16-26"):  # over the islands 8, 9, 13, 14, 19, 20
        with pytest.raises(InvalidMove, match="no plank spans"):
            DELTA.new().play(pair, 0)


@pytest.mark.rule("DELTA-5.3")
@pytest.mark.parametrize("size", range(6))
def test_the_limits_of_a_size(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """A plank is one unit too long, just short enough, just long enough, one unit too short."""
    plank = board.DATA.planks[size]
    low, high = plank.min_distance, plank.max_distance
    assert (low, high) == (plank.length - 15, plank.length + 30)
    for distance, fits in ((low - 1, False), (low, True), (high, True), (high + 1, False)):
        monkeypatch.setattr(board, "CENTRES", {6: (0, 0), 7: (distance, 0)})  # two islands
        assert (size in board.fitting(6, 7)) is fits


@pytest.mark.rule("DELTA-5.4")
def test_no_crossing() -> None:
    position, (gap,) = drawn("DELTA-5.4")
    assert gap not in legal(position.play("K3"))
    assert refusal(position, gap) == "DELTA-5.4"
    assert {"W-11", "11-17", "17-21"} <= legal(position)  # these meet white's plank on a support, at most


@pytest.mark.rule("DELTA-5.5")
def test_three_planks_on_a_stone() -> None:
    position, marks = drawn("DELTA-5.5")
    position.play("K4")
    assert not set(marks) & legal(position)
    assert [refusal(position, mark) for mark in marks] == ["DELTA-5.5"] * 2


@pytest.mark.rule("DELTA-5.5")
def test_three_planks_on_a_village() -> None:
    position = at("stones: 6 11 13 21; planks: W3=W-6 W2=W-11 W5=W-13; W: plank1; turn: W").play("W4")
    assert refusal(position, "W-21") == "DELTA-5.5"


@pytest.mark.rule("DELTA-5.5")
@pytest.mark.parametrize("support", range(board.SUPPORTS))
def test_three_planks_on_any_support(support: int) -> None:
    full = " ".join(str(island) for island in range(1, 28))
    around = [gap for gap, ends in enumerate(board.GAPS_ENDS) if support in ends]
    planks = [
        f"{colour}{board.fitting(*board.GAPS_ENDS[gap])[0] + 1}={place_name(gap)}"
        for colour, gap in zip("WYR", around[:3], strict=True)
    ]
    position = at(f"seats: 6; stones: {full}; planks: {' '.join(planks)}; K: plank1; turn: K").play("K3")
    assert not {place_name(gap) for gap in around} & legal(position)


@pytest.mark.rule("DELTA-5.6")
def test_one_plank_in_a_gap() -> None:
    position, (gap,) = drawn("DELTA-5.6")
    assert refusal(position.play("K1"), gap) == "DELTA-5.6"
    assert legal(position) == {"W-13", "11-13"}


@pytest.mark.rule("DELTA-5.7")
@pytest.mark.parametrize("eye", ["again", "strict", "friendly"])
@pytest.mark.parametrize("size", range(1, 7))
def test_a_plank_that_fits_nowhere_is_lost(size: int, eye: str) -> None:
    position, marks = drawn("DELTA-5.7", eye=eye)
    assert legal(position) == {f"W{n}" for n in range(1, 7)}  # nothing tells which of them fit
    position.play(f"W{size}")
    if size in (3, 4, 6):
        assert (lost(position), mover(position)) == ({f"W{size}"}, "K")
    else:
        assert (lost(position), mover(position)) == (set(), "W")
        fitting = {1: {"W-11", "11-13"}, 2: {"W-11", "11-13"}, 5: {"W-13"}}[size]
        assert legal(position) == (fitting if eye == "friendly" else set(marks))


@pytest.mark.rule("DELTA-5.7")
def test_without_stones_every_plank_is_lost() -> None:
    position = at("W: plank2; K: stone1; turn: W").play("W1 W2")
    assert (lost(position), mover(position)) == ({"W1", "W2"}, "K")


@pytest.mark.rule("DELTA-5.8")
def test_after_a_miss_another_gap_may_be_tried() -> None:
    position, _ = drawn("DELTA-5.7")
    position.play("W5 W-11")
    assert (lying(position), mover(position)) == ({}, "W")
    assert legal(position) == {"W-13", "11-13"}
    assert refusal(position, "W-11") == "DELTA-5.8"
    one = position.copy().play("11-13 W-13")
    other, _ = drawn("DELTA-5.7")
    assert one.key() == other.play("W5 11-13 W-11 W-13").key()  # misses leave no trace
    assert (lying(one), mover(one)) == ({"W-13": "W5"}, "K")


@pytest.mark.rule("DELTA-5.8")
@pytest.mark.parametrize("number", [0, 70, 134])
def test_misses_leave_no_trace(number: int) -> None:
    """Not in any part of the board; gaps are numbered all over it."""
    gap, full = place_name(number), " ".join(str(island) for island in range(1, 28))
    diagram = f"stones: {full}; W: plank2; K: plank1; turn: W"
    plank = next(f"W{size}" for size in range(1, 7) if size - 1 not in board.fitting(*board.GAPS_ENDS[number]))
    fitting = next(g for g in range(board.GAPS) if int(plank[1]) - 1 in board.fitting(*board.GAPS_ENDS[g]))
    missed = at(diagram).play(f"{plank} {gap}")
    assert gap not in legal(missed)
    assert missed.play(place_name(fitting)).key() == at(diagram).play(f"{plank} {place_name(fitting)}").key()


@pytest.mark.rule("DELTA-5.9")
def test_a_strict_miss_loses_the_plank() -> None:
    position, _ = drawn("DELTA-5.7", eye="strict")
    position.play("W5 W-11")
    assert (lying(position), lost(position), mover(position)) == ({}, {"W5"}, "K")


@pytest.mark.rule("DELTA-5.3", "DELTA-5.10")
def test_a_friendly_game_lists_gaps_that_fit() -> None:
    position, _ = drawn("DELTA-5.7", eye="friendly")
    assert legal(position.play("W5")) == {"W-13"}
    assert refusal(position, "W-11") == "DELTA-5.3"


@pytest.mark.rule("DELTA-5.11")
def test_two_planks() -> None:
    diagram = "stones: 11 13; W: plank2; K: plank1; turn: W"
    position = at(diagram).play("W2 W-11")
    assert (mover(position), legal(position)) == ("W", {"W1", "W3", "W4", "W5", "W6"})
    assert lying(position.play("W1 11-13")) == {"W-11": "W2", "11-13": "W1"}
    assert mover(position) == "K"
    position = at(diagram).play("W6")  # lost, but the second plank is due
    assert mover(position) == "W"
    assert mover(position.play("W5 W-13")) == "K"


@pytest.mark.rule("DELTA-5.12")
def test_an_empty_reserve() -> None:
    gone = "lost: W1 W2 W3 W4 W5"
    assert mover(at(f"stones: 11; {gone} W6; W: plank1; K: stone1; turn: W")) == "K"
    position = at(f"stones: 22; {gone}; W: plank2; K: stone1; turn: W").play("W6 W-22")
    assert mover(position) == "K"


@pytest.mark.rule("DELTA-4.3", "DELTA-5.12")
@pytest.mark.parametrize("card", ["stone1", "stone2", "plank1", "plank2"])
def test_a_card_that_offers_nothing_leaves_no_trace(card: str) -> None:
    full = " ".join(str(island) for island in range(1, 28))
    rest = f"planks: W2=W-11; lost: R1 R2 R3 R4 R5 R6; W: move1; R: {card}; B: remove"
    played = at(f"seats: 3; stones: {full}; {rest}; turn: W").play(">W-11")
    assert mover(played) == "B"
    assert played.key() == at(f"seats: 3; stones: {full}; pawns: W=W-11; {rest}; turn: B").key()


# ------------------------------------------------------------------------------------- 6. Removing


@pytest.mark.rule("DELTA-6.1")
def test_removing_a_plank_or_a_stone() -> None:
    diagram = "stones: 11 13; planks: K1=W-11; lost: W1; W: remove; turn: W"
    assert legal(at(diagram)) == {"xW-11", "x13"}
    plank = at(diagram).play("xW-11")
    assert (lying(plank), held(plank, "W")) == ({}, {"K1", "W2", "W3", "W4", "W5", "W6"})
    stone = at(diagram).play("x13")
    assert (stones(stone), lying(stone)) == ({11}, {"W-11": "K1"})
    for other in ("x4-11", "x15", "+13", ">W-11"):
        assert refusal(at(diagram), other) == "DELTA-6.1"


@pytest.mark.rule("DELTA-6.2")
def test_planks_under_pawns_stay() -> None:
    position, (white, black) = drawn("DELTA-6.2")
    assert legal(position) == {f"x{black}"}
    assert refusal(position, f"x{white}") == "DELTA-6.2"
    own = at("stones: 11; planks: W1=W-11; pawns: W=W-11; W: remove; turn: W")
    assert mover(own) == "K"


@pytest.mark.rule("DELTA-6.3")
def test_a_reserve_has_at_most_two_colours() -> None:
    diagram = "seats: 3; stones: 11 17; planks: B2=W-11 W2=W-17; reserve: W=R1; lost: W1; W: remove; turn: W"
    assert legal(at(diagram)) == {"xW-17"}
    assert refusal(at(diagram), "xW-11") == "DELTA-6.3"
    spent = "seats: 3; stones: 11; planks: B2=W-11; reserve: W=R1; lost: W1 W2 W3 W4 W5 W6; W: remove; turn: W"
    assert legal(at(spent)) == {"xW-11"}  # one's own colour counts like any other


@pytest.mark.rule("DELTA-6.3")
def test_a_third_colour_is_refused_in_a_size_that_is_free() -> None:
    position = at("seats: 3; stones: 13 15 27; planks: W1=13-15; reserve: R=B2; lost: R1 R2; R: remove; turn: R")
    assert legal(position) == {"x27"}


@pytest.mark.rule("DELTA-6.4")
def test_a_reserve_has_one_plank_of_a_size() -> None:
    """The rules' example: with 2, 3, 4 and 6 in red and green, red may take a red or a green 1 or 5 alone."""
    position, marks = drawn("DELTA-6.4")
    assert held(position, "R") == {"R2", "R6", "G3", "G4"}
    assert legal(position) == {f"x{mark}" for mark in marks}
    assert refusal(position, "x20-23") == "DELTA-6.4"  # a black 2
    assert refusal(position, "x12-14") == "DELTA-6.3"  # a blue 1
    other_colour = at("seats: 6; stones: 5 9; reserve: R=G3; lost: R3; planks: G2=R-5; R: remove; turn: R")
    assert legal(other_colour) == {"x9"}
    assert refusal(other_colour, "xR-5") == "DELTA-6.4"  # red has a red 2


@pytest.mark.rule("DELTA-6.5")
def test_only_bare_stones_are_removed() -> None:
    position = at("stones: 11 13 15; planks: K1=W-11; W: remove; turn: W")
    assert legal(position) == {"x13", "x15"}
    assert refusal(position, "x11") == "DELTA-6.5"


@pytest.mark.rule("DELTA-6.6")
def test_nothing_to_remove() -> None:
    assert mover(at("W: remove; K: stone1; turn: W")) == "K"
    assert mover(at("stones: 11; planks: K1=W-11; W: remove; K: stone1; turn: W")) == "K"  # white holds a 1


# ------------------------------------------------------------------------------------- 7. Moving


@pytest.mark.rule("DELTA-7.1", "DELTA-7.3")
def test_neighbours() -> None:
    position, marks = drawn("DELTA-7.1")
    assert legal(position) == {f">{mark}" for mark in marks}
    assert refusal(position, ">W-17") == refusal(position, ">11-17") == refusal(position, ">K") == "DELTA-7.1"
    for other in ("+15", "W3", "x13", "stone1"):
        assert refusal(position, other) == "DELTA-7.3"
    village = at("stones: 11 13 17; planks: W2=W-11 W1=11-13 K2=W-17; W: move1; turn: W")
    assert legal(village) == {">W-11", ">W-17"}


@pytest.mark.rule("DELTA-7.2")
def test_one_pawn_on_a_plank_any_number_in_a_village() -> None:
    diagram = "stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=11-13 K=W-11; {}; turn: W"
    position = at(diagram.format("W: move1; K: stone1"))
    assert pawn(position, "W") == "W"  # black stands on the only way
    position = at("seats: 6; stones: 4; planks: W2=Y-4; pawns: W=Y-4 R=Y K=Y; W: move1; turn: W")
    assert legal(position) == {">Y"}
    assert pawn(position.play(">Y"), "W") == "Y"
    assert position.outcome() is None
    position = at("seats: 3; stones: 11 13; planks: W2=W-11 R1=11-13; pawns: W=W-11 R=11-13; W: move1; turn: W")
    assert refusal(position, ">11-13") == "DELTA-7.2"


@pytest.mark.rule("DELTA-7.3")
def test_a_single_step_may_lead_back() -> None:
    position = at("stones: 11; planks: K2=W-11; pawns: W=W-11; W: move1; turn: W")
    assert legal(position) == {">W"}
    assert refusal(position, "stone1") == "DELTA-7.3"


@pytest.mark.rule("DELTA-7.4", "DELTA-7.5")
def test_a_pawn_that_cannot_move_falls() -> None:
    position, _ = drawn("DELTA-7.5")
    assert (pawn(position, "W"), pawn(position, "K")) == ("W", "11-13")
    assert lying(position) == {"W-11": "W2", "11-13": "K1"}  # planks stay
    for card in ("move1", "move2", "jump"):  # a pawn at home that cannot move stays there
        position = at(f"W: {card} stone1; K: remove stone1; turn: W")
        assert (pawn(position, "W"), mover(position), position.state.phase) == ("W", "W", 1)


@pytest.mark.rule("DELTA-7.5")
@pytest.mark.parametrize("card", ["move1", "move2"])
def test_a_pawn_between_stones_that_cannot_move_falls(card: str) -> None:
    """The next plank is occupied, and a plank between two stones has no village to go back to."""
    position = at(
        f"seats: 3; stones: 11 13 15; planks: W1=11-13 R1=13-15 B2=W-11; pawns: W=11-13 R=13-15 B=W-11;"
        f" W: {card}; R: stone1; turn: W"
    )
    assert (pawn(position, "W"), mover(position)) == ("W", "R")


@pytest.mark.rule("DELTA-7.6")
def test_two_steps() -> None:
    position, (gap,) = drawn("DELTA-7.6")
    assert legal(position) == {f">{gap}"}
    assert refusal(position, ">W") == "DELTA-7.6"
    position.play(f">{gap}")
    assert (mover(position), legal(position)) == ("W", {">13-15"})
    assert refusal(position, ">W-11") == "DELTA-7.6"
    assert pawn(position.play(">13-15"), "W") == "13-15"


@pytest.mark.rule("DELTA-7.6")
def test_there_and_back_is_the_last_resort() -> None:
    position = at("stones: 11; planks: W2=W-11; W: move2; turn: W")
    assert legal(position) == {">W-11"}
    assert legal(position.play(">W-11")) == {">W"}
    assert pawn(position.play(">W"), "W") == "W"
    both = at("stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=W-11; W: move2; turn: W")
    assert legal(both) == {">W", ">11-13"}  # two dead ends
    assert legal(both.copy().play(">W")) == legal(both.copy().play(">11-13")) == {">W-11"}
    assert refusal(both, "stone1") == refusal(both.copy().play(">W"), "stone1") == "DELTA-7.6"


@pytest.mark.rule("DELTA-7.6")
def test_over_a_village_is_two_steps() -> None:
    position = at("stones: 11 17; planks: W2=W-11 K2=W-17; pawns: W=W-11; W: move2; turn: W")
    assert pawn(position.play(">W >W-17"), "W") == "W-17"


@pytest.mark.rule("DELTA-7.6", "DELTA-8.1")
def test_a_step_into_the_goal_is_a_move_of_two() -> None:
    position = at("stones: 14 16; planks: K5=K-14; pawns: W=K-14; W: move2; turn: W")
    assert legal(position) == {">K"}
    assert at("stones: 14 16; planks: K5=K-14 W1=14-16; pawns: W=K-14; W: move2; turn: W").why(
        ACTIONS.encode("go", board.GAPS_ENDS.index(_ends("14-16")))
    ) == ("DELTA-7.6")


@pytest.mark.rule("DELTA-7.7")
def test_a_jump() -> None:
    position, marks = drawn("DELTA-7.7")
    assert legal(position) == {f">{mark}" for mark in marks}
    for elsewhere in (">W", ">W-11", ">11-13"):
        assert refusal(position, elsewhere) == "DELTA-7.7"
    assert refusal(position, "stone1") == "DELTA-7.7"
    assert pawn(position.play(">13-15"), "W") == "13-15"


@pytest.mark.rule("DELTA-7.7")
def test_a_jump_from_a_village_and_into_one() -> None:
    position = at("stones: 11 13; planks: W2=W-11 K1=11-13; pawns: K=W-11; W: jump; turn: W")
    assert legal(position) == {">11-13"}  # not back into the village
    landing = at("stones: 14 16; planks: K5=K-14 W1=14-16; pawns: W=14-16 K=K-14; W: jump; turn: W")
    assert legal(landing) == {">K"}
    assert landing.play(">K").outcome() is not None


@pytest.mark.rule("DELTA-7.6", "DELTA-8.1")
def test_nothing_is_kept_of_the_way_into_the_goal() -> None:
    position = at("stones: 14 16; planks: K5=K-14 W1=14-16; pawns: W=14-16; W: move2; turn: W").play(">K-14 >K")
    assert position.outcome() is not None
    assert (position.state.left, position.state.held, position.state.origin) == (0, 0, 0)


@pytest.mark.rule("DELTA-7.7")
def test_a_jump_is_over_exactly_one_pawn() -> None:
    row = "seats: 3; stones: 11 13 15; planks: W2=W-11 R1=11-13 B1=13-15; W: jump; R: stone1; turn: W; pawns: W=W-11"
    assert pawn(at(f"{row} R=11-13 B=13-15"), "W") == "W"
    assert pawn(at(row), "W") == "W"
    assert legal(at(f"{row} R=11-13")) == {">13-15"}


@pytest.mark.rule("DELTA-7.7")
def test_landings_on_the_near_side() -> None:
    """The neighbours at both ends of the jumped plank count, except the plank of the pawn itself."""
    position = at("stones: 11 13 17; planks: W2=W-11 K1=11-13 K2=11-17; pawns: W=W-11 K=11-13; W: jump; turn: W")
    assert legal(position) == {">11-17"}


# ------------------------------------------------------------------------------------- 8. The end


@pytest.mark.rule("DELTA-8.1")
def test_arrival_ends_the_game_at_once() -> None:
    position, (goal,) = drawn("DELTA-8.1")
    assert legal(position) == {f">{goal}"}
    position.play(f">{goal}")
    assert position.movers == ()
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.reason) == ((1, 0), (0, 1), "arrival")
    assert position.why(ACTIONS["go"], 0) == "DELTA-8.1"
    assert position.view(1).key() == position.key()  # the cards that were not turned may now be seen


@pytest.mark.rule("DELTA-2.1", "DELTA-2.5")
def test_every_order_of_picks_gives_the_same_position() -> None:
    white, red, blue = "stone1 move1 jump dragonR remove", "plank1 dragonW jump move2 stone2", "jump stone1 move1 move2"
    firsts = [(0, card) for card in white.split()[:2]] + [(1, card) for card in red.split()[:2]] + [(2, "jump")]
    keys = set()
    for order in permutations(range(5)):
        if order.index(0) > order.index(1) or order.index(2) > order.index(3):
            continue  # each seat picks its own cards in order
        position = DELTA.new(3)
        for i in order:
            position.play(firsts[i][1], firsts[i][0])
        for seat, cards in ((2, blue.split()[1:]), (0, white.split()[2:]), (1, red.split()[2:]), (2, ["plank2"])):
            position.play(" ".join(cards), seat)
        keys.add(position.key())
    assert position.movers != (0, 1, 2)
    assert len(keys) == 1
