"""What Ankh-Morpork tells about each ply, event by event: everything that happened, once, in order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tablier
from tablier import Position
from tablier.core.events import Event
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import BOUNTIES, COLOUR_NAMES, GOOD_NAMES, SPOT_NAMES
from tablier.games.ankh_morpork.events import BUILDINGS, Kind, unpacked

ANKH = tablier.game("ankh_morpork")
STAGES = {st.ACT: "thief or assassin", st.LIBRARY_STAGE: "library", st.ESTATE: "estate", st.PICK: "partner"}
ANSWERS = {st.REFUSED: "no", st.ACCEPTED: "yes", st.COUNTERED: "counter"}


def goods(packed: int) -> str:
    """Packed goods: ``wood:2+ore:1``, or ``-``."""
    return "+".join(f"{name}:{n}" for name, n in zip(GOOD_NAMES, unpacked(packed), strict=True) if n) or "-"


def bounty(number: int) -> str:
    return "+".join(GOOD_NAMES[card] for card in BOUNTIES[number])


GOOD, SPOT, SEAT = GOOD_NAMES.__getitem__, SPOT_NAMES.__getitem__, COLOUR_NAMES.__getitem__
DETAILS: dict[int, tuple[Callable[[int], str], ...]] = {
    Kind.SETTLED: (str,),
    Kind.RECEIVED: (GOOD, str),
    Kind.ROLLED: (str,),
    Kind.FIXED: (str, str),
    Kind.PRODUCED: (GOOD, str),
    Kind.SHORT: (GOOD,),
    Kind.BLOCKED: (SPOT,),
    Kind.UNIVERSITY: (str,),
    Kind.MUST_DISCARD: (str,),
    Kind.CHOSEN: (),
    Kind.DISCARDED: (goods,),
    Kind.SHOWED: (GOOD,),
    Kind.BEGGED: (GOOD, str),
    Kind.SOLD: (GOOD, str),
    Kind.TOOK: (GOOD, str, str),
    Kind.ANNOUNCED: (GOOD,),
    Kind.FIRE: (str,),
    Kind.GUARD: (),
    Kind.THIEF: (SPOT,),
    Kind.ROBBED: (SEAT,),
    Kind.STOLEN: (SEAT, GOOD),
    Kind.HIRED: (bounty, str),
    Kind.STRUCK: (str, str),
    Kind.INHERITED: (str,),
    Kind.ARRESTED: (str,),
    Kind.RECEIPT: (str,),
    Kind.TURNED_UP: (GOOD,),
    Kind.BUILT: (str, BUILDINGS.__getitem__, str),
    Kind.EXCHANGED: (GOOD, str, GOOD),
    Kind.BOUGHT: (GOOD, str),
    Kind.TOKEN: (str,),
    Kind.DRAWN: (str,),
    Kind.PROMOTED: (str,),
    Kind.OFFERING: (),
    Kind.ADDED: (GOOD, str),
    Kind.PROPOSED: (goods, goods),
    Kind.ANSWERED: (),
    Kind.ANSWER: (ANSWERS.__getitem__, goods, goods),
    Kind.DEAL: (SEAT, goods, goods),
    Kind.LAPSED: (),
    Kind.PASSED: (STAGES.__getitem__,),
    Kind.ROSE: (GOOD, str, str),
    Kind.PRESIDES: (GOOD,),
    Kind.ENDED: (),
}


def text(event: Event) -> str:
    """An event as words."""
    details, given = DETAILS[event.kind], event[2:]
    assert not any(given[len(details) :])
    words = [write(number) for write, number in zip(details, given, strict=False)]
    return " ".join([COLOUR_NAMES[event.seat], event.kind.name.lower(), *words])


def told(position: Position, reader: int | None = None) -> list[str]:
    """The events of the last ply, as a spectator or a seat knows them."""
    return [text(event) for event in position.events(reader)]


def played(diagram: str, plies: str, **options: str) -> Position:
    """A position of three seats after plies; ``blue/accept`` is played by blue, others by the only mover."""
    position = ANKH.setup(diagram, 3, **options) if diagram else ANKH.new(3, **options)
    for ply in plies.split():
        colour, _, action = ply.rpartition("/")
        position.play(action, COLOUR_NAMES.index(colour) if colour else None)
    return position


RICH = "wood:5 brick:5 wool:5 grain:5 ore:5"
SEVEN = "red: h0 wood:9; blue: h36; yellow: h24 ore:8", "roll 7"
FOUR_EACH = " ".join(["red/discard:wood"] * 4), " ".join(["yellow/discard:ore"] * 4)
GUARD = "red: h17 guard:1; blue: h36 ore:1 wool:1; yellow: h24"
HIRE = "red: h17 wood:1 wool:1; blue: h36; yellow: h24"
TOKENS = f"red: h0 scroll:9 {RICH}; blue: h9; yellow: h24; dice: 8"
TRADE = "red: h0 wood:2 scroll:1; blue: h36 ore:2 wool:1 scroll:3; yellow: h24 ore:1; dice: 8"
OFFER = "offer give:wood give:scroll want:ore propose"
PUBLIC = [
    ("ANKH-2.1", "", "+0", ["red settled 0", "red rose ore 1 0"]),
    (
        "ANKH-2.3",
        "",
        "+0 +9 +24 +22 +8 +1 +37",
        ["red settled 37", "red received ore 2", "red rose ore 3 2", "red presides ore"],
    ),
    ("ANKH-2.4", "", "+0 +9 +24 +22 +8 +1 +2 take:grain", ["red took grain 1 0"]),
    (
        "ANKH-4.3",
        "red: h0 v37 scroll:5; blue: h36 ore:2; yellow: h24",
        "roll 4",
        ["red rolled 4", "red produced ore 3", "blue produced ore 1"],
    ),
    ("ANKH-10.8", "red: h0 scroll:6; blue: h36; yellow: h24", "fix:5", ["red fixed 5 5"]),
    ("ANKH-5.2", "red: h0 ore:10; blue: h36 ore:9; yellow: h24", "roll 4", ["red rolled 4", "red short ore"]),
    ("ANKH-6.5", "red: h0; blue: h36; yellow: h24; thief: ore4", "roll 4", ["red rolled 4", "red blocked ore4"]),
    (
        "ANKH-6.5",
        "red: h32; blue: h36; yellow: h24; thief: beggars3",
        "roll 3",
        ["red rolled 3", "red blocked beggars3"],
    ),
    (
        "ANKH-6.5",
        "red: h26; blue: h36; yellow: h24; thief: palace4",
        "roll 4",
        ["red rolled 4", "blue produced ore 1", "red blocked palace4"],
    ),
    (
        "ANKH-5.9",
        "red: h0 v2 scroll:9 receipts:2; blue: h3; yellow: h24",
        "roll 11",
        ["red rolled 11", "red university 2", "blue university 1", "red receipt 1"],
    ),
    (
        "ANKH-5.4",
        "red: h34 wood:2; blue: v35; yellow: h24",
        "roll 8 show:wood",
        ["red showed wood", "red begged wood 1", "blue begged wood 1"],
    ),
    ("ANKH-5.5", "red: h10 wood:1; blue: h9; yellow: h24", "roll 5 library:wood", ["red sold wood 2"]),
    ("ANKH-5.5", "red: h10 wood:1; blue: h9; yellow: h24", "roll 5 pass", ["red passed library"]),
    ("ANKH-5.6", "red: h10; blue: h11; yellow: h24", "roll 10 take:ore", ["red took ore 1 0"]),
    ("ANKH-5.6", "red: h10; blue: h36; yellow: h24", "roll 10 take:ore", ["red took ore 1 0", "red fire 1"]),
    ("ANKH-5.7", "red: h10; blue: h9; yellow: h24; fire", "roll 10", ["red rolled 10", "red fire 0"]),
    ("ANKH-5.8", "red: h26 wool=3; blue: h27; yellow: h24", "roll 4 palace:wool", ["red announced wool"]),
    (
        "ANKH-5.8",
        "red: h26 wool=2; blue: h27 wool=1; yellow: h24",
        "roll 4 palace:wool palace:wool",
        ["blue announced wool", "red rose wool 3 2", "blue rose wool 2 1", "red presides wool"],
    ),
    ("ANKH-6.1", *SEVEN, ["red rolled 7", "red must_discard 4", "yellow must_discard 4"]),
    ("ANKH-6.1", SEVEN[0], f"roll 7 {FOUR_EACH[0]}", ["red chosen"]),
    (
        "ANKH-6.1",
        SEVEN[0],
        f"roll 7 {FOUR_EACH[0]} {FOUR_EACH[1]}",
        ["red discarded wood:4", "yellow discarded ore:4"],
    ),
    ("ANKH-10.3", GUARD, "guard", ["red guard"]),
    ("ANKH-6.2", GUARD, "guard pass", ["red passed thief or assassin"]),
    ("ANKH-6.3", GUARD, "guard thief:ore4", ["red thief ore4"]),
    ("ANKH-6.6", GUARD, "guard thief:ore4 wool", ["red robbed blue"]),
    ("ANKH-7.3", HIRE, "roll 7 hire:wood+wool", ["red hired wood+wool 12"]),
    ("ANKH-7.4", HIRE, "roll 7 hire:wood+wool 6", ["red struck 6 1"]),
    ("ANKH-7.4", HIRE, "roll 7 hire:wood+wool 1", ["red struck 1 0"]),
    ("ANKH-7.5", HIRE, "roll 7 hire:wood+wool 6 +37", ["red inherited 37", "red rose ore 1 0"]),
    (
        "ANKH-7.6",
        "red: h0 shown:1; blue: h36; yellow: h24; track: 4 8",
        "roll 8",
        ["red rolled 8", "red arrested 8"],
    ),
    ("ANKH-9.7", "red: h0 wood:2; blue: h36; yellow: h24; dice: 8", "receipts:wood", ["red turned_up wood"]),
    ("ANKH-8.2", "red: h0 ore:4; blue: h36; yellow: h24; dice: 8", "ore>wood", ["red exchanged ore 4 wood"]),
    ("ANKH-10.6", TOKENS, "take:ore*", ["red took ore 1 2"]),
    ("ANKH-9.1", "red: h0 wood:1 brick:1; blue: h36; yellow: h24; dice: 8", "f1", ["red built 1 foundation 0"]),
    (
        "ANKH-9.4",
        "red: h0 f37 wood:1 brick:1 wool:1 grain:1; blue: h36; yellow: h24; dice: 8",
        "h37",
        ["red built 37 house 0", "red rose ore 1 0"],
    ),
    (
        "ANKH-9.5",
        "red: h37 ore:3 grain:2 ore=2; blue: h9; yellow: h24; dice: 8",
        "v37",
        ["red built 37 villa 0", "red rose ore 3 2", "red presides ore"],
    ),
    (
        "ANKH-10.9",
        "red: h0 f37 scroll:6; blue: h9; yellow: h24; dice: 8",
        "h37*",
        ["red built 37 house 6", "red rose ore 1 0"],
    ),
    (
        "ANKH-10.9",
        "red: h37 scroll:20; blue: h9; yellow: h24; dice: 8",
        "v37*",
        ["red built 37 villa 7", "red rose ore 1 0"],
    ),
    (
        "ANKH-3.6",
        "red: h0 ore:4 ore=3; blue: h9; yellow: h24; dice: 8; bought: ore=2",
        "point:ore",
        ["red bought ore 2", "red rose ore 4 3"],
    ),
    ("ANKH-10.1", TOKENS, "token", ["red token 0"]),
    ("ANKH-10.7", TOKENS, "token*", ["red token 4"]),
    ("ANKH-10.4", TOKENS, "token guard", []),
    ("ANKH-10.11", "red: h0 shown:3; blue: h9; yellow: h24; dice: 8", "promote", ["red promoted 2"]),
    ("ANKH-4.1", "red: h0; blue: h9; yellow: h24; dice: 8", "end", ["red ended"]),
    ("ANKH-8.4", TRADE, "offer", ["red offering"]),
    ("ANKH-8.4", TRADE, "offer give:wood", ["red added wood 0"]),
    ("ANKH-8.4", "red: h0 ore:1; blue: h36 wood:1; yellow: h24; dice: 8", "offer want:wood", ["red added wood 1"]),
    ("ANKH-8.4", TRADE, "offer give:wood give:scroll want:ore", ["red added ore 1"]),
    ("ANKH-8.4", TRADE, OFFER, ["red proposed wood:1+scroll:1 ore:1"]),
    ("ANKH-8.6", TRADE, f"{OFFER} blue/accept", ["blue answered"]),
    (
        "ANKH-8.6",
        TRADE,
        f"{OFFER} blue/accept yellow/refuse",
        ["blue answer yes - -", "yellow answer no - -", "red deal blue wood:1+scroll:1 ore:1"],
    ),
    (
        "ANKH-8.6",
        TRADE,
        f"{OFFER} blue/refuse yellow/refuse",
        ["blue answer no - -", "yellow answer no - -", "red lapsed"],
    ),
    ("ANKH-8.8", TRADE, f"{OFFER} blue/accept yellow/accept", ["blue answer yes - -", "yellow answer yes - -"]),
    (
        "ANKH-8.8",
        TRADE,
        f"{OFFER} blue/accept yellow/accept deal:yellow",
        ["red deal yellow wood:1+scroll:1 ore:1"],
    ),
]


@pytest.mark.rule(
    "ANKH-2.1",
    "ANKH-2.3",
    "ANKH-2.4",
    "ANKH-3.6",
    "ANKH-4.1",
    "ANKH-4.3",
    "ANKH-5.2",
    "ANKH-5.4",
    "ANKH-5.5",
    "ANKH-5.6",
    "ANKH-5.7",
    "ANKH-5.8",
    "ANKH-5.9",
    "ANKH-6.1",
    "ANKH-6.2",
    "ANKH-6.3",
    "ANKH-6.5",
    "ANKH-6.6",
    "ANKH-7.3",
    "ANKH-7.4",
    "ANKH-7.5",
    "ANKH-7.6",
    "ANKH-8.2",
    "ANKH-8.4",
    "ANKH-8.6",
    "ANKH-8.8",
    "ANKH-9.1",
    "ANKH-9.4",
    "ANKH-9.5",
    "ANKH-9.7",
    "ANKH-10.1",
    "ANKH-10.3",
    "ANKH-10.4",
    "ANKH-10.6",
    "ANKH-10.7",
    "ANKH-10.8",
    "ANKH-10.9",
    "ANKH-10.11",
)
@pytest.mark.parametrize(
    ("diagram", "plies", "events"),
    [
        pytest.param(diagram, plies, events, id=f"{rule}-{plies.replace(' ', '.')[-30:]}")
        for rule, diagram, plies, events in PUBLIC
    ],
)
def test_everybody_is_told_what_happened(diagram: str, plies: str, events: list[str]) -> None:
    position = played(diagram, plies)
    assert told(position) == told(position, 2) == events


@pytest.mark.rule("ANKH-6.6", "ANKH-10.4")
def test_secrets_are_told_to_those_who_know_them() -> None:
    stolen = played(GUARD, "guard thief:ore4 wool")
    assert [told(stolen, seat) for seat in (0, 1)] == [["red robbed blue", "red stolen blue wool"]] * 2
    assert told(stolen, 2) == ["red robbed blue"]
    for token, number in (("guard", 0), ("vetinari", 1)):
        assert told(played(TOKENS, f"token {token}"), 0) == [f"red drawn {number}"]


@pytest.mark.rule("ANKH-7.5")
def test_a_declined_estate_is_told() -> None:
    assert told(played(HIRE, "roll 7 hire:wood+wool 6 pass", estate="optional")) == ["red passed estate"]


@pytest.mark.rule("ANKH-8.7", "ANKH-8.8")
def test_a_counter_offer_is_told_once_all_have_answered() -> None:
    position = ANKH.setup(TRADE, 3, counter=True)
    for seat, plies in ((0, OFFER), (1, "counter give:wool")):
        position.play(plies, seat)
    assert [told(position, reader) for reader in (1, 0, 2, None)] == [["blue added wool 0"], [], [], []]
    position.play("want:wood propose", 1)
    assert told(position) == ["blue answered"]
    position.play("refuse", 2)
    assert told(position) == ["blue answer counter wool:1 wood:1", "yellow answer no - -"]
    assert told(position.copy().play("pass")) == ["red passed partner"]
    assert told(position.play("deal:blue")) == ["red deal blue wood:1 wool:1"]
