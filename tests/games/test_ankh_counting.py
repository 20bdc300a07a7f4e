"""What observers know of a hand after thefts: the least and the most cards of each kind (ANKH-1.4)."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import tablier
from tablier import Position
from tablier.engine.records import native
from tablier.games.ankh_morpork.board import KIND_NAMES

ANKH = tablier.game("ankh_morpork")
RED, BLUE, YELLOW, SPECTATOR = 0, 1, 2, 4
THREE_KINDS = "red: h17; blue: h36 wood:2 wool:2 ore:2; yellow: h24 h19; turn: red"
TWO_KINDS = "red: h17; blue: h36 wood:1 ore:2; yellow: h24 grain:2; turn: red"
IDLE = "end roll 2"
"""To the next turn; the result brings nothing."""


class Step(NamedTuple):
    """Plies, and what observers then know of the hand of ``holder``.

    A ply of one of several movers is ``seat=ply``. Kinds that cannot be in the hand are left out.
    """

    plies: str
    observers: tuple[int, ...]
    holder: int
    known: dict[str, tuple[int, int]]


STORIES: dict[str, tuple[Any, ...]] = {
    # the diagram, then the steps
    "an offer and a payment show cards": (
        THREE_KINDS,
        Step("roll 7 thief:ore4 wood", (YELLOW, SPECTATOR), BLUE, {"wood": (1, 2), "wool": (1, 2), "ore": (1, 2)}),
        Step(f"{IDLE} offer give:ore", (YELLOW, SPECTATOR), BLUE, {"wood": (1, 2), "wool": (1, 2), "ore": (1, 2)}),
        Step("give:ore", (YELLOW, SPECTATOR), BLUE, {"wood": (1, 2), "wool": (1, 2), "ore": (2, 2)}),
        Step("want:wood propose 0=refuse 2=refuse", (SPECTATOR,), RED, {"wood": (0, 1), "wool": (0, 1), "ore": (0, 1)}),
        Step("offer give:ore", (YELLOW, SPECTATOR), BLUE, {"wood": (1, 2), "wool": (1, 2), "ore": (2, 2)}),
        Step("want:wood propose 0=refuse 2=refuse", (YELLOW,), BLUE, {"wood": (1, 2), "wool": (1, 2), "ore": (2, 2)}),
        Step("receipts:ore", (YELLOW, SPECTATOR), BLUE, {"wood": (1, 2), "wool": (1, 2), "ore": (1, 1)}),
        Step("offer give:wool give:wool", (YELLOW, SPECTATOR), BLUE, {"wood": (1, 1), "wool": (2, 2), "ore": (1, 1)}),
    ),
    "a payment shows which card was stolen": (
        TWO_KINDS,
        Step(f"roll 7 thief:ore4 ore {IDLE} receipts:wood", (YELLOW, SPECTATOR), BLUE, {"ore": (1, 1)}),
    ),
    "a card shown for the beggars is known": (
        TWO_KINDS,
        Step("roll 7 thief:ore4 ore end roll 8 show:wood", (YELLOW, SPECTATOR), BLUE, {"wood": (2, 2), "ore": (1, 1)}),
    ),
    "a thief sees what it steals from an uncertain hand": (
        THREE_KINDS,
        Step(
            f"roll 7 thief:ore4 wood {IDLE} end roll 7 thief:ore10 ore",
            (YELLOW,),
            BLUE,
            {"wood": (1, 2), "wool": (1, 2), "ore": (0, 1)},
        ),
    ),
    "a victim sees what an uncertain hand steals": (
        "red: h17; blue: h36 ore:2; yellow: h24 h19 wood:1 wool:1; turn: red",
        Step(f"roll 7 thief:wool6 wood {IDLE}", (BLUE,), YELLOW, {"wood": (0, 1), "wool": (0, 1)}),
        Step("end roll 7 thief:ore4 ore", (BLUE,), YELLOW, {"wood": (0, 1), "wool": (0, 1), "ore": (1, 1)}),
    ),
    "a theft takes one of the cards that were shown": (
        THREE_KINDS,
        Step(
            f"roll 7 thief:ore4 wood {IDLE} offer give:ore give:ore want:wood propose 0=refuse 2=refuse",
            (SPECTATOR,),
            BLUE,
            {"wood": (1, 2), "wool": (1, 2), "ore": (2, 2)},
        ),
        Step("end roll 7 thief:ore10 ore", (SPECTATOR,), BLUE, {"wood": (0, 2), "wool": (0, 2), "ore": (1, 2)}),
    ),
    "nothing is known of an empty hand": (
        "red: h17; blue: h36 wood:1 ore:1; yellow: h24 h19; turn: red",
        Step("roll 7 thief:ore4 wood", (SPECTATOR,), BLUE, {"wood": (0, 1), "ore": (0, 1)}),
        Step(f"{IDLE} end roll 7 thief:ore10 ore", (SPECTATOR,), BLUE, {}),
    ),
    "a thief has at most as many cards of a kind as thefts could bring": (
        "red: h17; blue: h36 wood:2 brick:2; yellow: h24 ore:1 grain:1; turn: red",
        Step(
            f"roll 7 thief:ore4 wood {IDLE} {IDLE} end roll 7 thief:wool6 ore {IDLE} {IDLE} end roll 7 thief:ore4 wood",
            (SPECTATOR,),
            RED,
            {"wood": (0, 2), "brick": (0, 2), "grain": (0, 1), "ore": (0, 1)},
        ),
    ),
    "who accepts has what is wanted, once all have answered": (
        TWO_KINDS,
        Step(
            f"roll 7 thief:ore4 ore {IDLE} {IDLE} offer give:grain want:ore propose 0=accept",
            (YELLOW, SPECTATOR),
            RED,
            {"wood": (0, 1), "ore": (0, 1)},
        ),
        Step("1=accept", (YELLOW, SPECTATOR), RED, {"ore": (1, 1)}),
    ),
    "who makes a counter-offer has what it gives, once all have answered": (
        TWO_KINDS,
        Step(
            f"roll 7 thief:ore4 ore {IDLE} {IDLE} offer give:grain want:wood propose 0=counter 0=give:ore",
            (YELLOW, SPECTATOR),
            RED,
            {"wood": (0, 1), "ore": (0, 1)},
        ),
        Step("0=want:grain 0=propose 1=refuse", (YELLOW, SPECTATOR), RED, {"ore": (1, 1)}),
    ),
}


def play(position: Position, plies: str) -> None:
    """Play the plies of a step."""
    for ply in plies.split():
        seat, _, text = ply.rpartition("=")
        position.play(text, int(seat) if seat else None)


@pytest.mark.rule("ANKH-1.4")
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.replace(" ", "_"))
def test_observers_count_cards(story: str) -> None:
    diagram, *steps = STORIES[story]
    position = ANKH.setup(diagram, 3, counter=True, offers="unlimited")
    for step in steps:
        play(position, step.plies)
        s = native(position.state)
        for observer in step.observers:
            least, most = s.low[observer, step.holder].tolist(), s.high[observer, step.holder].tolist()
            found = dict(zip(KIND_NAMES, zip(least, most, strict=True), strict=True))
            assert {kind: pair for kind, pair in found.items() if pair != (0, 0)} == step.known, step.plies
