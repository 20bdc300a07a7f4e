"""Players who take the oracle into the corners of the game, and positions that no player would reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from oracles.ponte_del_diavolo import (
    DARK,
    LIGHT,
    POOL,
    Bridge,
    Cell,
    State,
    apply,
    around,
    cell,
    complaints,
    group,
    other,
    own,
    plies,
    setup,
    slots,
)

Player = Callable[[State, list[str], Random], str]


def anyhow(state: State, choices: list[str], rng: Random) -> str:
    """Any ply."""
    return rng.choice(choices)


def bridger(state: State, choices: list[str], rng: Random) -> str:
    """A bridge whenever there is one: the pool runs dry, cells get blocked, tiles remain in hand."""
    return rng.choice([ply for ply in choices if "-" in ply] or choices)


def hoarder(state: State, choices: list[str], rng: Random) -> str:
    """Tiles as long as there are any: the board fills, hands run empty."""
    return rng.choice([ply for ply in choices if "-" not in ply] or choices)


def islander(state: State, choices: list[str], rng: Random) -> str:
    """The tile that makes the largest group, and a bridge now and then."""
    if rng.random() < 0.3:
        return bridger(state, choices, rng)
    tiles = own(state, state.turn)
    spots = [ply for ply in choices if ply[-1].isdigit() and "-" not in ply]
    return max(spots, key=lambda ply: len(group(tiles | {cell(ply)}, cell(ply))) + rng.random(), default=choices[0])


def shadow(state: State, choices: list[str], rng: Random) -> str:
    """Always close to the opponent: beside the tiles, and across the ways of the bridges."""
    theirs = own(state, other(state.turn))

    def closeness(ply: str) -> float:
        ends = [cell(end) for end in ply.split("-")] if ply[-1].isdigit() else []
        return sum(spot in theirs for end in ends for spot in around(end)) + rng.random()

    return max(choices, key=closeness)


def moody(state: State, choices: list[str], rng: Random) -> str:
    """Each ply as another of these would."""
    return rng.choice((anyhow, bridger, hoarder, islander, shadow))(state, choices, rng)


PLAYERS: tuple[Player, ...] = (anyhow, bridger, hoarder, islander, shadow, moody)


def played(rng: Random, board: int) -> State:
    """A position of open play that two players have reached, perhaps with the first tile of a turn down."""
    state, players = setup(board), rng.choices(PLAYERS, k=2)
    for _ in range(rng.randrange(4, 80)):
        choices = sorted(plies(state) - {"swap"})
        after = apply(state, players[state.turn == DARK](state, choices, rng))
        if after.reason:
            break
        state = after
    return state


def scattered(rng: Random, board: int) -> State:
    """Tiles and bridges strewn over the board as the rules allow, with no regard for turns or equal numbers."""
    cells = [(x, y) for x in range(board) for y in range(board)]
    state = State(board=board, turn=rng.choice((LIGHT, DARK)))
    for spot in rng.sample(cells, rng.randrange(len(cells))):
        state = _if_sound(state, rng.choice((LIGHT, LIGHT, DARK)), spot)
    for slot in rng.sample(slots(board), rng.randrange(len(slots(board)))):
        state = _if_spanned(state, slot)
    half = replace(state, half=True)
    if rng.random() < 0.3 and own(state, state.turn) and plies(half):
        return half
    return replace(state, last=state.turn == DARK and rng.random() < 0.2)


def _if_sound(state: State, colour: str, spot: Cell) -> State:
    after = replace(state, tiles={**state.tiles, spot: colour})
    return state if any(complaints(after)) else after


def _if_spanned(state: State, slot: Bridge) -> State:
    if state.tiles.get(slot[0]) is None or len(state.bridges) == POOL:
        return state
    after = replace(state, bridges=state.bridges | {slot})
    return state if any(complaints(after)) else after
