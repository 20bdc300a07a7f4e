"""The oracles' checks of a position find each fault, so that they can fail in the comparisons."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from oracles import ankh_morpork, delta, on_top, ponte_del_diavolo, shangri_la

PONTE = ponte_del_diavolo.State(board=12)
TOP = on_top.setup(2)
SHANGRI = shangri_la.setup(4, sheet=True)
DELTA = delta.diagram("seats: 2; stones: 3 11; planks: W2=W-11; pawns: W=W-11; W: move2; turn: W")


def ponte(tiles: dict[str, str], *bridges: str) -> ponte_del_diavolo.State:
    """A position with these tiles, by colour, and bridges."""
    cell = ponte_del_diavolo.cell
    ends = [bridge.split("-") for bridge in bridges]
    return replace(
        PONTE,
        tiles={cell(name): colour for colour, names in tiles.items() for name in names.split()},
        bridges=frozenset((cell(a), cell(b)) for a, b in ends),
    )


def ankh(seat: int | None = None, **fields: Any) -> ankh_morpork.State:
    """The start with other values of a seat's fields, or of the position's."""
    state = ankh_morpork.setup(3)
    for name, value in fields.items():
        setattr(state if seat is None else state.players[seat], name, value)
    return state


FAULTS = [
    (ponte_del_diavolo, ponte({"light": "a1 a2 a3 a4 a5"}), "light's groups break the rules of distance"),
    (ponte_del_diavolo, replace(PONTE, tiles={(x, y): "dark" for x in range(12) for y in range(4)}), "dark has more"),
    (ponte_del_diavolo, ponte({"light": "a1 a3 c1"}, "a1-a3", "a1-c1"), "a tile bears two bridges"),
    (ponte_del_diavolo, ponte({"light": "a1 c3 a3 c1"}, "a1-c3", "a3-c1"), "bridges cross"),
    (ponte_del_diavolo, ponte({"light": "a1 a3", "dark": "a2"}, "a1-a3"), "a tile lies under a bridge"),
    (ponte_del_diavolo, ponte({"light": "a1", "dark": "a3"}, "a1-a3"), "a bridge does not join two tiles of one"),
    (ponte_del_diavolo, replace(PONTE, bridges=frozenset(ponte_del_diavolo.slots(12)[:16])), "more than 15 bridges"),
    (on_top, replace(TOP, pawns=TOP.pawns - Counter("B")), "pawns of B have come or gone"),
    (on_top, replace(TOP, towers={"A1": "BB"}), "a colour stands twice on one intersection"),
    (on_top, replace(TOP, supply=TOP.supply - 1), "black triangles have come or gone"),
    (on_top, replace(TOP, tiles={cell: {} for cell in TOP.closed}), "a tile lies on a black triangle"),
    (on_top, replace(TOP, tiles={"z99": {}}), "parts of circles have come or gone"),
    (on_top, replace(TOP, bag=Counter()), "tiles have come or gone"),
    (shangri_la, replace(SHANGRI, tiles={("a", "H"): ("r", "y")}), "('r', 'y') on one space"),
    (shangri_la, replace(SHANGRI, hands=Counter()), "tiles have come or gone"),
    (shangri_la, replace(SHANGRI, stones=frozenset("a")), "village a has a stone and bridges, or neither"),
    (shangri_la, replace(SHANGRI, stones=frozenset(shangri_la.VILLAGES)), "too many stones"),
    (delta, replace(DELTA, lost=frozenset({"W1"})), "planks have come or gone"),
    (delta, replace(DELTA, stones=frozenset({"3"})), "W2 cannot lie in W-11"),
    (delta, replace(DELTA, reserves={"W": frozenset({"W1", "K1"})}), "the reserve of W is ['K1', 'W1']"),
    (delta, replace(DELTA, reserves={"W": frozenset({"W1", "K2", "R3"})}), "the reserve of W is ['K2', 'R3', 'W1']"),
    (delta, replace(DELTA, pawns={"W": "W-11", "K": "W-11"}), "pawns stand where they cannot"),
    (delta, replace(DELTA, pawns={"W": "W-10"}), "pawns stand where they cannot"),
    (ankh_morpork, ankh(bank=ankh().bank - Counter(wood=1)), "wood cards have come or gone"),
    (ankh_morpork, ankh(0, hand=Counter(wood=-1)), "fewer than no cards of wood"),
    (ankh_morpork, ankh(0, houses={1}, villas={1}), "two pieces on one site"),
    (ankh_morpork, ankh(0, houses=set(range(6))), "too many houses"),
    (ankh_morpork, ankh(0, villas=set(range(6))), "too many villas"),
    (ankh_morpork, ankh(0, foundations=set(range(6))), "too many foundations"),
    (ankh_morpork, ankh(0, guards=1), "guards have come or gone"),
    (ankh_morpork, ankh(0, vetinari=1), "Vetinari tokens have come or gone"),
    (ankh_morpork, ankh(0, arrested=1), "assassins have come or gone"),
]


@pytest.mark.parametrize(("oracle", "state", "fault"), FAULTS, ids=[fault.replace(" ", "_") for _, _, fault in FAULTS])
def test_an_oracle_finds_a_fault(oracle: Any, state: Any, fault: str) -> None:
    assert any(complaint.startswith(fault) for complaint in oracle.complaints(state)), list(oracle.complaints(state))


@pytest.mark.parametrize(
    ("oracle", "state"),
    [(ponte_del_diavolo, PONTE), (on_top, TOP), (shangri_la, SHANGRI), (delta, DELTA), (ankh_morpork, ankh())],
    ids=lambda value: getattr(value, "__name__", "state"),
)
def test_an_oracle_finds_no_fault_in_a_sound_position(oracle: Any, state: Any) -> None:
    assert not list(oracle.complaints(state))


def test_diagrams_with_unknown_fields_are_refused() -> None:
    with pytest.raises(ValueError, match="no field 'lagoon' in a diagram"):
        ponte_del_diavolo.diagram("light: a1; lagoon: a2")
