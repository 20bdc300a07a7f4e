"""What Delta tells about each ply, event by event: everything that happened, once, in order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tablier
from tablier import Position
from tablier.core.events import Event
from tablier.games.delta.events import Kind
from tablier.games.delta.names import card_name, letter, place_name, plank_name

DELTA = tablier.game("delta")
Detail = Callable[[int, int], str]
"""A detail of an event in a game of so many seats as text."""


def slot(_: int, number: int) -> str:
    return str(number + 1)


def island(_: int, number: int) -> str:
    return str(number + 1)


def place(_: int, number: int) -> str:
    return "nowhere" if number == -1 else place_name(number)


DETAILS: dict[int, tuple[Detail, ...]] = {
    Kind.CARD: (slot, card_name),
    Kind.LOCKED: (),
    Kind.REVEALED: (slot,),
    Kind.STONE: (island,),
    Kind.LIFTED: (island,),
    Kind.PLANK: (plank_name,),
    Kind.LAID: (plank_name, place),
    Kind.MISSED: (plank_name, place),
    Kind.LOST: (plank_name, place),
    Kind.TAKEN: (plank_name, place),
    Kind.WENT: (place,),
    Kind.ARRIVED: (place,),
    Kind.DRAGON: (card_name,),
    Kind.CANCELLED: (card_name, place),
    Kind.NOTHING: (card_name,),
    Kind.FELL: (card_name, place),
    Kind.STUCK: (card_name, place),
    Kind.ROUND: (),
}


def text(seats: int, event: Event) -> str:
    """An event as words."""
    details, given = DETAILS[event.kind], event[2:]
    assert not any(given[len(details) :])
    words = [write(seats, number) for write, number in zip(details, given, strict=False)]
    return " ".join([letter(seats, event.seat), event.kind.name.lower(), *words])


def told(position: Position, reader: int | None = None) -> list[str]:
    """The events of the last ply, as a spectator or a seat knows them."""
    return [text(position.seats, event) for event in position.events(reader)]


def played(diagram: str, ply: str, eye: str = "again") -> list[str]:
    """The public events of a ply in the position of a diagram."""
    return told(DELTA.setup(diagram, eye=eye).play(ply))


@pytest.mark.rule("DELTA-2.1", "DELTA-2.5")
def test_a_chosen_card_is_told_to_its_seat_alone() -> None:
    position = DELTA.new(3).play("move1", 1).play("jump", 1)
    assert [told(position, reader) for reader in (1, 0, 2, None)] == [["R card 2 jump"], [], [], []]


@pytest.mark.rule("DELTA-2.1")
def test_a_complete_programme_is_told_to_all_without_its_cards() -> None:
    position = DELTA.new(3).play("stone1 stone2 plank1 plank2 dragonW", 2)
    assert told(position, 2) == ["B card 5 dragonW", "B locked"]
    assert told(position, 0) == told(position) == ["B locked"]


@pytest.mark.rule("DELTA-2.5", "DELTA-2.6")
def test_the_first_cards_are_revealed_when_all_programmes_are_complete() -> None:
    position = DELTA.setup("seats: 3; statuette: R").play("stone1 stone2 plank1 plank2 remove", 0)
    position.play("stone2 stone1 plank1 plank2 remove", 1).play("plank1 stone1 stone2 plank2 remove", 2)
    cards = ["W card 1 stone1", "R card 1 stone2", "B card 1 plank1"]
    assert told(position) == ["B locked", *cards, "R revealed 1"]


@pytest.mark.rule("DELTA-2.6")
def test_each_phase_reveals_its_cards() -> None:
    position = DELTA.setup("statuette: K; W: stone1 plank1; K: plank1 stone2; phase: 1; turn: W").play("+11")
    assert told(position) == ["W stone 11", "W card 2 plank1", "K card 2 stone2", "K revealed 2"]


@pytest.mark.rule("DELTA-2.7")
def test_the_end_of_a_round_tells_who_gets_the_statuette() -> None:
    cards = "W: stone1 stone2 plank1 plank2 move1; K: stone1 stone2 plank1 remove move1"
    found = played(f"seats: 2; statuette: K; stones: 11; {cards}; phase: 4; turn: W", "W6 W5")
    revealed = ["W card 5 move1", "K card 5 move1", "K revealed 5"]
    assert found == ["W lost W5 nowhere", *revealed, "K stuck move1 K", "W stuck move1 W", "W round"]


@pytest.mark.rule("DELTA-3.1", "DELTA-3.3", "DELTA-3.4")
def test_dragons_and_cancelled_cards_are_told() -> None:
    found = played(
        "stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=W-11 K=11-13;"
        " W: stone1 move1 stone2; K: plank1 dragonW plank2; phase: 1; turn: K",
        "K2",
    )
    revealed = ["W card 2 move1", "K card 2 dragonW", "W revealed 2"]
    assert found[:4] == ["K lost K2 nowhere", *revealed]
    assert found[4:6] == ["W cancelled move1 W-11", "K dragon dragonW"]


@pytest.mark.rule("DELTA-4.1", "DELTA-4.5")
def test_a_stone_is_told_with_its_island() -> None:
    assert played("W: stone2; turn: W", "+13") == ["W stone 13"]


@pytest.mark.rule("DELTA-5.1", "DELTA-5.3")
def test_a_plank_is_told_when_it_is_chosen_and_when_it_is_laid() -> None:
    diagram = "seats: 3; stones: 11 13; reserve: W=R1; lost: W1; W: plank2; turn: W"
    assert played(diagram, "R1") == ["W plank R1"]
    assert played(diagram, "R1 11-13") == ["W laid R1 11-13"]


@pytest.mark.rule("DELTA-5.7")
def test_a_plank_that_fits_nowhere_is_told_as_lost() -> None:
    assert played("stones: 11 13; W: plank2; turn: W", "W6") == ["W lost W6 nowhere"]


@pytest.mark.rule("DELTA-5.8", "DELTA-5.9")
def test_a_miss_is_told_with_its_gap() -> None:
    diagram = "stones: 11 13; W: plank2; turn: W"
    assert played(diagram, "W5 W-11") == ["W missed W5 W-11"]
    assert played(diagram, "W5 W-11", "strict") == ["W lost W5 W-11"]


@pytest.mark.rule("DELTA-6.1")
def test_what_is_removed_is_told() -> None:
    diagram = "stones: 11 13; planks: K1=W-11; lost: W1; W: remove; K: stone1; turn: W"
    assert played(diagram, "xW-11") == ["W taken K1 W-11"]
    assert played(diagram, "x13") == ["W lifted 13"]


@pytest.mark.rule("DELTA-4.3", "DELTA-5.12", "DELTA-6.6")
def test_a_card_that_offers_nothing_is_told() -> None:
    full = " ".join(map(str, range(1, 28)))
    lying, cards = "planks: W2=W-11", "W: move1; R: {}; B: plank1; turn: W"
    for card, pieces in (
        ("stone1", f"stones: {full}; {lying}"),
        ("plank1", f"stones: 11; {lying}; lost: R1 R2 R3 R4 R5 R6"),
        ("remove", f"stones: 11; {lying}"),
    ):
        found = played(f"seats: 3; {pieces}; {cards.format(card)}", ">W-11")
        assert found == ["W went W-11", f"R nothing {card}"]


@pytest.mark.rule("DELTA-7.5")
def test_a_fall_is_told_with_the_place_of_the_pawn() -> None:
    diagram = "stones: 11 13; planks: W2=W-11 K1=11-13; pawns: W=W-11 K=11-13; W: jump; K: stone1; turn: K"
    assert played(f"statuette: K; {diagram}", "+1")[:2] == ["K stone 1", "W fell jump W-11"]
    assert played("statuette: K; W: jump; K: stone1; turn: K", "+1")[:2] == ["K stone 1", "W stuck jump W"]


@pytest.mark.rule("DELTA-7.3", "DELTA-7.6")
def test_each_step_is_told() -> None:
    diagram = "stones: 11 13; planks: W2=W-11 K1=11-13; W: move2; turn: W"
    assert played(diagram, ">W-11") == ["W went W-11"]
    assert played(diagram, ">W-11 >11-13")[:1] == ["W went 11-13"]


@pytest.mark.rule("DELTA-8.1")
def test_the_end_reveals_the_cards_that_are_left() -> None:
    cards = "W: move1 stone1 stone2 plank1 jump; K: stone1 stone2 plank1 remove dragonW"
    found = played(f"stones: 14; planks: K5=K-14; pawns: W=K-14; {cards}; phase: 1; turn: W", ">K")
    left = ["W card 2 stone1", "K card 2 stone2", "W card 3 stone2", "K card 3 plank1"]
    left += ["W card 4 plank1", "K card 4 remove", "W card 5 jump", "K card 5 dragonW"]
    assert found == [*left, "W arrived K"]
