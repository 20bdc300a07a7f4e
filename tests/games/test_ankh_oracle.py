"""The kernel of The Guilds of Ankh-Morpork against the second implementation, ply by ply, over games of many tempers.

``TABLIER_ORACLE_GAMES=1000 pytest tests/games/test_ankh_oracle.py`` plays as many games as it is told to.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest
from oracles import ankh_morpork as oracle
from oracles.ankh_morpork_players import PLAYERS, chance, scattered

import tablier
from tablier import Position
from tablier.engine import protocol
from tablier.games.ankh_morpork.board import SPOT_NAMES

GAMES = int(os.environ.get("TABLIER_ORACLE_GAMES", "20"))
PLIES = 700
"""The number of plies of a game that are compared; random games may take thousands."""
ANKH = tablier.game("ankh_morpork")
RANKS = ("", "sergeant", "captain")


def members(mask: Any) -> set[int]:
    """A set of sites."""
    return {site for site in range(40) if int(mask) >> site & 1}


def counts(row: Any) -> dict[str, int]:
    """Counts by kind, without zeros."""
    return {kind: int(n) for kind, n in zip(oracle.KINDS, row, strict=True) if n}


def kernel_player(s: Any, seat: int) -> dict[str, object]:
    """The fields of a seat, in the oracle's terms."""
    return {
        "houses": members(s.houses[seat]),
        "villas": members(s.villas[seat]),
        "foundations": members(s.foundations[seat]),
        "hand": counts(s.hands[seat]),
        "cards": int(s.held[seat]),
        "scrolls": int(s.scrolls[seat]),
        "receipts": int(s.receipts[seat]),
        "guards": int(s.guards[seat]),
        "vetinari": int(s.vetinari[seat]),
        "shown": int(s.shown[seat]),
        "arrested": int(s.arrests[seat]),
        "rank": RANKS[s.rank[seat]],
        "guild": counts(s.points[seat]),
    }


def oracle_player(player: oracle.Player) -> dict[str, object]:
    """The same fields from the oracle."""
    names = (
        "houses",
        "villas",
        "foundations",
        "cards",
        "scrolls",
        "receipts",
        "guards",
        "vetinari",
        "shown",
        "arrested",
    )
    found = {name: getattr(player, name) for name in (*names, "rank")}
    return {**found, "hand": dict(+player.hand), "guild": dict(+player.guild)}


def check_same(position: Position, state: oracle.State) -> None:
    """Check that kernel and oracle agree about a position."""
    s = position.state
    assert position.movers == oracle.movers(state)
    for seat in {*range(position.seats), *position.movers}:
        listed = [move.text for move in position.moves(seat)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == (set(oracle.outcomes(state)) if seat == tablier.CHANCE else oracle.plies(state, seat))
    if position.movers == (tablier.CHANCE,):
        out = np.zeros(16, np.int64)
        odds = out[: protocol.chance_weights(s, out)].tolist()
        assert odds == [oracle.outcomes(state)[move.text] for move in position.moves()]
    for seat, player in enumerate(state.players):
        assert kernel_player(s, seat) == oracle_player(player)
    assert counts(s.bank) == dict(+state.bank)
    assert s.bag.tolist() == [state.tokens["guard"], state.tokens["vetinari"]]
    assert {n for n in range(13) if int(s.track) >> n & 1} == state.track
    presidents = {kind: int(n) - 1 if n else None for kind, n in zip(oracle.KINDS, s.president, strict=True)}
    assert presidents == state.president
    new = state.players[state.turn].new
    assert (int(s.assassins), SPOT_NAMES[s.thief], bool(s.fire), int(s.active), int(s.fresh)) == (
        state.assassins,
        state.thief,
        state.fire,
        state.turn,
        new,
    )
    ranks = np.zeros(position.seats, np.int64)
    protocol.ranks(s, ranks)
    assert (position.scores(), tuple(ranks.tolist())) == (oracle.scores(state), oracle.ranks(state))


def begin(rng: Random, seed: int) -> tuple[Position, oracle.State]:
    """A game with random options; every second one begins from a played position."""
    options = {name: rng.choice(option.values) for name, option in ANKH.info.options.items()}
    seats = 3 + seed // 2 % 2
    if seed % 2:
        state = scattered(rng, seats, **options)
        return ANKH.setup(oracle.text(state)), state
    return ANKH.new(seats, **options), oracle.setup(seats, **options)


@pytest.mark.parametrize("seed", range(GAMES))
def test_kernel_and_oracle_agree(seed: int) -> None:
    """One game, or the first plies of it."""
    rng = Random(seed)
    position, state = begin(rng, seed)
    players = rng.choices(PLAYERS, k=4) if rng.random() < 0.7 else [rng.choice(PLAYERS)] * 4
    for _ in range(PLIES):
        try:
            check_same(position, state)
            assert not list(oracle.complaints(state))
        except AssertionError:
            print(tablier.Record.of(position).dumps())  # noqa: T201
            raise
        who = oracle.movers(state)
        if not who:
            break
        seat = rng.choice(who)
        if seat == tablier.CHANCE:
            ply = chance(state, rng)
        else:
            # now and then anything, so that nobody waits for ever
            player = players[seat] if rng.random() < 0.9 else PLAYERS[0]
            ply = player(state, sorted(oracle.plies(state, seat)), rng)
        position.play(ply, seat)
        state = oracle.apply(state, seat, ply)


OTHERS = "blue: h30 receipts:0; yellow: h24 receipts:0"
CORNERS = {
    "no_token_is_left": (f"red: h0 wool:1 grain:1 ore:1 guard:14 vetinari:5 receipts:0; {OTHERS}; dice: 8", ["end"]),
    "the_bank_is_empty": (
        f"red: v9 receipts:0; {OTHERS} wood:19 brick:19 wool:19 grain:19 ore:19",
        ["roll", "10"],
    ),
    "an_estate_is_declined": (
        f"red: h0 wood:1 wool:1 receipts:0; {OTHERS}; estate: optional",
        ["roll", "7", "hire:wood+wool", "6", "pass", "end"],
    ),
    "the_game_is_won": (
        f"red: v0 v7 v14 v17 h9 h10 h26 f18 wood:5 brick:5 wool:5 grain:5 ore:5 receipts:0; {OTHERS}; dice: 8",
        ["h18"],
    ),
    "offers_of_more_scrolls_than_an_offer_may_have": (
        f"red: h0 wood:2 scroll:100 receipts:0; {OTHERS} ore:1 scroll:100; dice: 8",
        [
            *("offer", "give:wood", *["want:scroll"] * 100, "propose", "refuse", "accept"),
            *("offer", *["give:scroll"] * 127, "want:ore", "propose", "refuse", "refuse"),
            *("end", "roll", "2", "end", "roll", "2", "offer", "give:ore", *["want:scroll"] * 127),
        ],
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_kernel_and_oracle_agree_in_corners(corner: str) -> None:
    """Branches of the oracle that games hardly reach."""
    diagram, plies = CORNERS[corner]
    diagram = f"seats: 3; {diagram}; president: ; track: 4; turn: red; thief: shades"
    position, state = ANKH.setup(diagram), oracle.diagram(diagram)
    check_same(position, state)
    for ply in plies:
        seat = oracle.movers(state)[0]
        position.play(ply, seat)
        state = oracle.apply(state, seat, ply)
        check_same(position, state)
    assert oracle.perft(state, 1) == max(1, len(position.moves()))  # a finished game counts once


@pytest.mark.parametrize("seed", range(8))
def test_diagrams_go_round(seed: int) -> None:
    """The oracle reads its own diagram as the same position."""
    state = scattered(Random(seed), 3 + seed % 2, counter=bool(seed % 3))
    assert not list(oracle.complaints(state))
    again = oracle.diagram(oracle.text(state))
    assert oracle.text(again) == oracle.text(state)
    check_same(ANKH.setup(oracle.text(state)), again)
