"""Invariants of The Guilds of Ankh-Morpork: conservation, points, hidden information, notation, data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import resources
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from oracles.ankh_morpork_players import preferring

import tablier
from tablier import InvalidMove, Position
from tablier.engine import protocol
from tablier.engine.check import hidden, legal_of, movers_of, walk
from tablier.engine.playout import LIMIT
from tablier.engine.protocol import SPECTATOR
from tablier.engine.records import native
from tablier.engine.rng import generator
from tablier.errors import InvalidOption
from tablier.games.ankh_morpork import board
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.actions import ACTIONS
from tablier.games.ankh_morpork.board import KIND_NAMES, KINDS, PIECES, Board, Pieces
from tablier.games.ankh_morpork.legality import why
from tablier.games.ankh_morpork.state import State

ANKH = tablier.game("ankh_morpork")
PLIES = 900
SPECTATORS_ROW = 4
NO_OFFERS = [0, 0, 0, 0, 0, 0]
HAGGLING = [1, 1, 1, 1, 3, 1]


def positions(seats: int, options: list[int], seed: int) -> Iterator[Any]:
    """The positions of a random game, up to a limit of plies."""
    for ply, (s, _) in enumerate(walk(ANKH.rules, seats, options, seed=seed, games=1)):
        if ply == PLIES:
            return
        yield s


# ------------------------------------------------------------------------------------- things


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("seats", "options"), [(3, NO_OFFERS), (4, NO_OFFERS), (4, HAGGLING)])
def test_cards_tokens_and_pieces_are_conserved(seats: int, options: list[int], seed: int) -> None:
    """Stored sizes and sums agree with a recount, too."""
    for cell in positions(seats, options, seed):
        s = cell[0]
        assert (s.hands.sum(0) + s.bank == 19).all()
        assert min(s.hands.min(), s.bank.min(), s.scrolls.min()) >= 0
        assert (s.held == s.hands.sum(1)).all()
        assert (s.tokens == s.guards + s.vetinari).all()
        assert s.stack == s.bag.sum()
        ranked = 3 * np.count_nonzero(s.rank)
        assert s.bag[0] + s.guards.sum() + s.shown.sum() + s.arrests.sum() + ranked == 14
        assert s.bag[1] + s.vetinari.sum() == 5
        assert s.assassins + int(s.track).bit_count() + s.arrests.sum() == 12
        pieces = [int(mask) for field in (s.houses, s.villas, s.foundations) for mask in field]
        assert (
            sum(mask.bit_count() for mask in pieces)
            == int(np.bitwise_or.reduce(np.array(pieces, np.uint64))).bit_count()
        )
        assert max(int(mask).bit_count() for mask in s.houses) <= 5
        assert max(int(mask).bit_count() for mask in s.villas) <= 4
        assert max(int(mask).bit_count() for mask in s.foundations) <= 2
        assert not s.hands[seats:].any()
        assert sorted(s.rank)[-2] < 2  # one captain


@pytest.mark.parametrize("seed", range(4))
def test_guild_points_agree_with_the_moves(seed: int) -> None:
    """Points are recounted from the moves, presidents from the points."""
    position = played(Random(seed), preferring("point", "h", "v", "f"), PLIES)
    earned = Counter((move.seat, kind) for move in position.history for kind in earned_by(move.text))
    s = native(position.state)
    for (seat, k), n in np.ndenumerate(s.points + s.entered):
        assert n == min(9, earned[seat, KIND_NAMES[k]])
    for k in range(KINDS):
        leaders = np.flatnonzero(s.points[:, k] == s.points[:, k].max())
        if s.points[:, k].max() >= 3 and len(leaders) == 1:
            assert s.president[k] == leaders[0] + 1


def earned_by(text: str) -> list[str]:
    """The guilds in which a ply scores a point."""
    verb, _, noun = text.partition(":")
    if verb in ("point", "palace"):
        return [noun]
    site = text[1:].removesuffix("*")
    if text[0] not in "+hv" or not site.isdigit():
        return []
    return [h.id for h in board.DATA.hexes if int(site) in h.sites and h.work == "resource"]


def played(rng: Random, player: Callable[[Any, list[str], Random], str], plies: int) -> Position:
    """A game among players of one kind, up to a limit of plies."""
    position = ANKH.new(3 + rng.randrange(2))
    while position.movers and position.ply < plies:
        seat = rng.choice(position.movers)
        texts = [move.text for move in position.moves(seat)]
        position.play(rng.choice(texts) if seat == tablier.CHANCE else player(None, texts, rng), seat)
    return position


# ------------------------------------------------------------------------------------- secrets


@pytest.mark.parametrize(("seats", "options"), [(3, NO_OFFERS), (4, HAGGLING)])
def test_determinizations_respect_public_counts(seats: int, options: list[int]) -> None:
    rng = generator(5)
    for ply, cell in enumerate(positions(seats, options, 5)):
        for viewer in (*range(seats), SPECTATOR) if ply % 7 == 0 and not protocol_over(cell) else ():
            guessed = hidden(cell, viewer)
            protocol.determinize(guessed[0], viewer, rng)
            s, row = guessed[0], min(viewer, SPECTATORS_ROW)
            assert (s.hands.sum(0) + s.bank == 19).all()
            assert (s.hands.sum(1) == s.held).all()
            assert (s.low[row] <= s.hands).all()
            assert (s.hands <= s.high[row]).all()
            assert (s.guards + s.vetinari == s.tokens).all()
            assert s.bag.min() >= 0
            assert s.bag.sum() == s.stack
            assert 0 <= s.fresh <= min(s.drawn, s.guards[s.active])
            assert int(protocol.movers(s)) != 0
            scores = np.zeros(seats, np.int64)
            protocol.scores(s, scores)
            assert scores[s.active] < PIECES.points.victory
            for other in range(seats):
                own = np.arange(len(s.hands)) == other
                assert (s.low[other] == np.where(own[:, None], s.hands, s.low[SPECTATORS_ROW])).all() or other == viewer
                assert (
                    s.high[other] == np.where(own[:, None], s.hands, s.high[SPECTATORS_ROW])
                ).all() or other == viewer
                assert (s.low[other] <= s.hands).all()
                assert (s.hands <= s.high[other]).all()


def protocol_over(cell: Any) -> bool:
    """Is the game over?"""
    return not movers_of(cell)


def test_determinizations_vary_and_include_the_truth() -> None:
    """Two unseen cards of different kinds occur in both orders."""
    position = ANKH.setup("red: h17; blue: h36 ore:1 wood:1; yellow: h37 ore:1; dice: 8; turn: red", 3)
    position.play("end roll 2 end roll 2 end roll 7 thief:ore10 rob:blue ore")
    seen = set()
    for i in range(60):
        guessed = position.view(YELLOW_SEAT)
        protocol.determinize(guessed.state, YELLOW_SEAT, generator(i))
        seen.add(tuple(map(tuple, guessed.state.hands.tolist()[:2])))
    assert seen == {((0, 0, 0, 0, 1), (1, 0, 0, 0, 0)), ((1, 0, 0, 0, 0), (0, 0, 0, 0, 1))}


YELLOW_SEAT = 2
THIEVES_ALL = (
    "red: h17 h0 wood:2 ore:1 guard:2; blue: h18 h36 wood:1 grain:2 guard:2; "
    "yellow: h19 h37 wool:1 brick:1 guard:2; thief: wood3"
)
World = tuple[tuple[int, ...], ...]


@pytest.mark.parametrize("seed", range(6))
def test_bounds_contain_every_possible_hand(seed: int) -> None:
    """All hands consistent with what an observer has seen, enumerated, lie within the bounds of the record."""
    rng, seats = Random(seed), 3 + seed % 2
    position = ANKH.setup(THIEVES_ALL, seats, offers=1, counter=bool(seed % 2))
    thieves: Callable[[Any, list[str], Random], str] = preferring(
        "rob", "thief:ore", "thief", "guard", "token*", "token", "propose", "accept"
    )
    start = tuple(tuple(int(n) for n in row) for row in position.state.hands[:seats])
    worlds: list[set[World]] = [{start} for _ in range(SPECTATORS_ROW + 1)]
    blurred = 0
    while position.movers and position.ply < PLIES:
        seat = rng.choice(position.movers)
        texts = [move.text for move in position.moves(seat) if not move.text.startswith("receipts")]
        wild = seat == tablier.CHANCE or rng.random() < 0.25
        ply = rng.choice(texts) if wild else thieves(None, texts, rng)
        stage, victim, active = (position.state.stage, position.state.victim, position.state.active)
        before = np.array(position.state.hands.tolist())
        position.play(ply, seat)
        change = np.array(position.state.hands.tolist()) - before
        for observer in range(SPECTATORS_ROW + 1):
            unseen = stage == st.STEAL and observer not in (victim, active)
            worlds[observer] = set(after(worlds[observer], change, (victim, active) if unseen else None))
            prune(worlds, observer, position, ply, stage)
        blurred += check_bounds(position, worlds)
        if max(map(len, worlds)) > 3000:
            break
    assert blurred  # somebody was in the dark about somebody


def after(worlds: set[World], change: Any, theft: tuple[int, int] | None) -> Iterator[World]:
    """The worlds after an event: cards that move openly, or one that a thief takes unseen."""
    for world in worlds:
        if theft is None:
            moved = tuple(tuple(int(n) for n in row) for row in np.array(world) + change[: len(world)])
            if min(map(min, moved)) >= 0:
                yield moved
            continue
        victim, thief = theft
        for kind in range(KINDS):
            hands = [list(row) for row in world]
            if hands[victim][kind]:
                hands[victim][kind] -= 1
                hands[thief][kind] += 1
                yield tuple(map(tuple, hands))


def prune(worlds: list[set[World]], observer: int, position: Position, ply: str, stage: int) -> None:
    """Drop the worlds that contradict a shown or offered card, or the observer's own hand."""
    s = native(position.state)
    least = np.zeros((position.seats, KINDS), int)
    if stage == st.SHOW and ply.startswith("show"):
        shower = position.history[-1].seat
        least[shower, KIND_NAMES.index(ply.partition(":")[2])] = 1
    if s.stage in (st.OFFERING, st.ANSWER, st.PICK):
        least[s.active] = s.give[s.active, :KINDS]
    if s.stage == st.PICK:
        for seat in range(position.seats):
            if s.answer[seat] == st.ACCEPTED:
                least[seat] = s.want[s.active, :KINDS]
            elif s.answer[seat] == st.COUNTERED:
                least[seat] = s.give[seat, :KINDS]
    kept = (
        {world for world in worlds[observer] if (np.array(world) >= least).all()} if least.any() else worlds[observer]
    )
    if observer < position.seats:
        mine = tuple(int(n) for n in s.hands[observer])
        kept = {world for world in kept if world[observer] == mine}
    worlds[observer] = kept


def check_bounds(position: Position, worlds: list[set[World]]) -> int:
    """Compare bounds and worlds; returns the number of observers with incomplete knowledge."""
    s, n = native(position.state), position.seats
    unsure = 0
    for observer in (*range(n), SPECTATORS_ROW):
        hands = np.array(sorted(worlds[observer]))
        truth = s.hands[:n].astype(int)
        assert (hands == truth).all((1, 2)).any()
        assert (s.low[observer, :n] <= hands.min(0)).all(), (position.ply, observer)
        assert (s.high[observer, :n] >= hands.max(0)).all(), (position.ply, observer)
        unsure += len(hands) > 1
    return unsure


def test_all_hands_are_known_without_thefts() -> None:
    """Public counting is exact until a card moves in secret."""
    position = ANKH.new(4, offers=1)
    rng = Random(1)
    while position.movers and position.ply < PLIES:
        seat = rng.choice(position.movers)
        texts = [move.text for move in position.moves(seat) if move.text[:5] not in ("thief", "token")]
        position.play("8" if texts[-1] == "12" else rng.choice(texts), seat)
        s = native(position.state)
        assert (s.low == s.hands).all()
        assert (s.high == s.hands).all()


@pytest.mark.rule("ANKH-1.4")
@pytest.mark.parametrize(
    ("blue", "drawn", "known"),
    [
        ("ore:2", "ore", True),  # only one kind could be drawn
        ("ore:1 wood:1", "ore", False),
        ("ore:1 wood:1", "wood", False),
    ],
)
def test_a_theft_is_public_if_the_victim_has_only_one_kind(blue: str, drawn: str, known: bool) -> None:
    position = ANKH.setup(f"red: h17; blue: h36 {blue}; yellow: h24; turn: red", 3).play(f"roll 7 thief:ore4 {drawn}")
    s = native(position.state)
    for observer in (YELLOW_SEAT, SPECTATORS_ROW):
        assert bool((s.low[observer] == s.high[observer]).all()) == known
    for observer in (0, 1):  # thief and victim
        assert (s.low[observer] == s.high[observer]).all()


@pytest.mark.rule("ANKH-1.4")
def test_a_later_payment_reveals_a_theft_to_determinizations() -> None:
    position = ANKH.setup("red: h17; blue: h36 ore:1 wood:1; yellow: h24; turn: red", 3)
    position.play("roll 7 thief:ore4 wood end roll 2 receipts:ore")  # blue still had the ore
    for i in range(20):
        guessed = position.view(YELLOW_SEAT)
        protocol.determinize(guessed.state, YELLOW_SEAT, generator(i))
        assert guessed.state.hands.tolist() == position.state.hands.tolist()


@pytest.mark.parametrize(("seats", "options"), [(3, NO_OFFERS), (4, HAGGLING)])
def test_legal_actions_and_refusals_do_not_depend_on_hidden_parts(seats: int, options: list[int]) -> None:
    """Legal actions, refusals and the effects of public plies are the same in every world possible for a seat."""
    rng, chooser = generator(6), Random(6)
    for ply, cell in enumerate(positions(seats, options, 6)):
        if ply % 5 or not movers_of(cell):
            continue
        for viewer in range(seats):
            twin = hidden(cell, viewer)
            protocol.determinize(twin[0], viewer, rng)
            truth, guess = State(cell.tobytes()), State(twin.tobytes())
            for action in chooser.sample(range(ACTIONS.size), 25):
                assert why(truth, viewer, action) == why(guess, viewer, action)
            if viewer not in movers_of(cell) or cell[0].stage in (st.ANSWER, st.DISCARD):
                continue
            listed = legal_of(ANKH.rules, cell, viewer)
            assert listed == legal_of(ANKH.rules, twin, viewer)
            action = chooser.choice([a for a in listed if a != ACTIONS["end"]] or [ACTIONS["end"]])
            if action == ACTIONS["end"]:
                continue  # the next player may win by what was hidden
            one = cell.copy()
            for game in (one, twin):
                protocol.apply(game[0], viewer, action)
            if tablier.CHANCE not in movers_of(one):
                assert hidden(one, viewer).tobytes() == hidden(twin, viewer).tobytes()


def test_a_drawn_token_and_a_stolen_card_are_secret() -> None:
    diagram = "red: h0 ore:1 wool:1 grain:1; blue: h36; yellow: h24; dice: 8"
    ends = [ANKH.setup(diagram, 3).play(f"token {token}") for token in ("guard", "vetinari")]
    for viewer in (1, 2, None):
        assert ends[0].view(viewer).key() == ends[1].view(viewer).key()
    assert ends[0].view(0).key() != ends[1].view(0).key()


# ------------------------------------------------------------------------------------- texts and data


def test_action_names_are_unique() -> None:
    position = ANKH.new(4)
    names = [position.name(action, 0) for action in range(ANKH.actions())]
    assert len(set(names)) == len(names) == ACTIONS.size < 500
    assert [position.parse(name.upper(), 0).action for name in names] == list(range(len(names)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("h40", "sites are 0 to 39"),
        ("thief:7", "thief:ore4"),
        ("give:gold", "give:wood"),
        ("pray", "another word of the rulebook"),
    ],
)
def test_errors_of_unreadable_moves_list_the_choices(text: str, message: str) -> None:
    with pytest.raises(InvalidMove, match=message):
        ANKH.new(3).play(text)
    with pytest.raises(InvalidMove, match="is no outcome"):
        ANKH.setup("red: h0; blue: h36; yellow: h24", 3).play("roll").play(text)


def test_random_games_end() -> None:
    rng = Random(3)
    for seats in (3, 4):
        position = ANKH.new(seats, offers=0)
        while position.movers:
            seat = rng.choice(position.movers)
            moves = position.moves(seat)
            position.push(moves[rng.randrange(len(moves))])
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.reason == "points"
        assert max(outcome.scores) >= 12
        assert position.ply < LIMIT


@pytest.mark.parametrize(
    ("diagram", "message"),
    [
        ("green: h0", "'green' is no colour of this game"),
        ("red: h40", "there is no site 40"),
        ("red: h0; blue: v0", "two pieces on site 0"),
        ("red: f0 f1 f2", "more than 2 foundations"),
        ("red: gold:3", "'gold' is nothing that a seat has"),
        ("red: h", "'h' cannot be read"),
        ("red: wood=10", "a guild has 9 points"),
        ("red: wood:200", "'200' is not a number from 0 to 100"),
        ("red: wood:10; blue: wood:10", "more cards of a kind"),
        ("red: vetinari:6", "more tokens of a sort"),
        ("red: receipts:3", "nobody has more than 2 receipts"),
        ("red: new:1", "new guards are among the guards"),
        ("thief: mars", "'mars' is no place"),
        ("track: 7", "the track has no cell 7"),
        ("turn: green", "'green' is no colour of this game"),
        ("used: 3", "'3' is not a number from 0 to 2"),
        ("moon: full", "unknown field"),
        ("red: wood:1 wood:2", "'wood:' comes twice"),
        ("red: wood:100; blue: wood:100", "more cards of a kind"),
        ("red: guard:8; blue: shown:7", "more tokens of a sort"),
        ("red: guard:12; blue: captain", "more tokens of a sort"),
        ("red: guard:100; blue: guard:100", "more tokens of a sort"),
        ("red: arrested:9; track: 2 3 4 5", "more assassins"),
        ("red: captain sergeant", "a player has one rank"),
        ("red: captain; blue: captain", "the only captain"),
        ("red: sergeant", "the only captain"),
        ("red: h0; blue: h01", "'h01' cannot be read"),
        ("red: wood=3 ; president: ore=red", "in the guild ore tell otherwise"),
        ("red: wood=4; blue: wood=3; president: wood=blue", "in the guild wood tell otherwise"),
        ("red: wood=4; blue: wood=4; yellow: wood=2; president: wood=yellow", "in the guild wood tell otherwise"),
        ("president: wood=red wood=blue", "a guild comes twice"),
        ("turn: red blue", "it takes one word"),
        ("dice: 1", "'1' is not a number from 2 to 12"),
        ("dice: 08", "'08' is not a number from 2 to 12"),
        ("blue: guard:1 new:1; red: guard:1; turn: red; dice: 8", "new guards are guards of the colour"),
        ("red: guard:1 new:1; turn: red", "before the dice"),
        ("used: 1", "before the dice"),
        ("offered: 1", "before the dice"),
        ("bought: ore=1; dice: 8", "fewer points"),
        ("guarded: yes", "it takes no words"),
        ("red: h0 h1; placing", "once round, once back"),
        ("red: h0 h1 h2 h3; blue: h4 h5 h6; yellow: h7 h8 h9; placing", "once round, once back"),
        ("red: h0 f1; placing", "nothing but houses"),
    ],
)
def test_errors_of_diagrams_name_the_cause(diagram: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        ANKH.setup(diagram, 3)


def data(file: str) -> Any:
    """A data file of the game."""
    return json.loads((resources.files("tablier.games.ankh_morpork") / file).read_text("utf-8"))


@pytest.mark.parametrize(
    ("file", "shape", "path", "value", "field"),
    [
        ("board.json", Board, ("hexes", 0, "numbers"), [4, 13], r"hexes\[0\].numbers"),
        ("board.json", Board, ("hexes", 0, "numbers"), [4, 7], r"hexes\[0\].numbers"),
        ("board.json", Board, ("hexes", 0, "numbers"), [4, 9], "hexes"),
        ("board.json", Board, ("hexes", 9, "numbers"), [3, 9], "hexes"),  # two special districts on one number
        ("board.json", Board, ("hexes", 0, "sites"), [0, 1, 36, 37, 38, 38], r"hexes\[0\].sites"),
        ("board.json", Board, ("hexes", 1, "id"), "ore", "hexes"),
        ("board.json", Board, ("edges", 0), [1, 0], r"edges\[0\]"),
        ("board.json", Board, ("edges", 0), [0, 2], "edges"),
        ("pieces.json", Pieces, ("track", "cells"), [2, 2], "track.cells"),
        ("pieces.json", Pieces, ("track", "cells"), [2, 7], "track.cells"),
        ("pieces.json", Pieces, ("track", "occupied"), 11, "track.occupied"),
        ("pieces.json", Pieces, ("costs", "villa", "ore"), 0, "costs"),
        ("pieces.json", Pieces, ("assassin_succeeds", 0), [7], "assassin_succeeds"),
        ("pieces.json", Pieces, ("points", "victory"), -1, "points.victory"),
    ],
)
def test_errors_of_the_data_name_the_field(file: str, shape: Any, path: Any, value: Any, field: str) -> None:
    wrong = data(file)
    msgspec.convert(wrong, shape)
    spot = wrong
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.json.decode(json.dumps(wrong), type=shape)
