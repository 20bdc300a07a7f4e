"""Players who take The Bridges of Shangri-La into its corners, and positions that no player would reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

from oracles.shangri_la import (
    COLOURS,
    GUILDS,
    STONES,
    VILLAGES,
    State,
    apply,
    blank,
    first_to_act,
    lessons,
    plies,
    power,
    scores,
    setup,
    travel,
)

Player = Callable[[State, list[str], Random], str]


def anyhow(state: State, choices: list[str], rng: Random) -> str:
    """Any ply."""
    return rng.choice(choices)


def of_kind(mark: str, choices: list[str]) -> list[str]:
    """The plies that place (+), recruit (*) or travel (>)."""
    return [ply for ply in choices if mark in ply]


def traveller(state: State, choices: list[str], rng: Random) -> str:
    """Journeys as early as possible, else students."""
    return rng.choice(of_kind(">", choices) or of_kind("*", choices) or choices)


def teacher(state: State, choices: list[str], rng: Random) -> str:
    """Students wherever there is room for one: reserves run dry, whole villages set off at once."""
    return rng.choice(of_kind("*", choices) or of_kind("+", choices) or choices)


def homebody(state: State, choices: list[str], rng: Random) -> str:
    """No journey while anything else can be done: villages fill, guilds run out."""
    return rng.choice([ply for ply in choices if ">" not in ply] or choices)


def isolator(state: State, choices: list[str], rng: Random) -> str:
    """Breaks the bridges of villages that have few, so that others are shut in with their students."""

    def left(ply: str) -> float:
        return min(sum(end in bridge for bridge in state.bridges) for end in ply.split(">")) + rng.random()

    ways = of_kind(">", choices)
    return min(ways, key=left) if ways else teacher(state, choices, rng)


def hoarder(state: State, choices: list[str], rng: Random) -> str:
    """Uses up one guild after the other."""
    tiles = [ply for ply in choices if ">" not in ply]
    return min(tiles, key=lambda ply: (GUILDS.index(ply[1]), rng.random())) if tiles else rng.choice(choices)


def blocker(state: State, choices: list[str], rng: Random) -> str:
    """The journey that takes most from the others, and masters where others could come; else anything."""
    ways = of_kind(">", choices)

    def harm(way: str) -> float:
        after, me = scores(travel(state, way[0], way[2])), state.players.index(state.turn)
        before = scores(state)
        return sum(before) - before[me] - sum(after) + after[me] + rng.random()

    if ways and (rng.random() < 0.3 or not of_kind("+", choices)):
        return max(ways, key=harm)
    near = [
        p for p in of_kind("+", choices) if any((v, p[1]) in state.tiles for b in state.bridges if p[2] in b for v in b)
    ]
    return rng.choice(near or choices)


def balancer(state: State, choices: list[str], rng: Random) -> str:
    """Journeys between villages of equal strength where there are any, else students."""
    even = [ply for ply in of_kind(">", choices) if power(state, ply[0]) == power(state, ply[2])]
    return rng.choice(even or [ply for ply in choices if ">" not in ply] or choices)


def moody(state: State, choices: list[str], rng: Random) -> str:
    """Each ply as another of these would."""
    return rng.choice(PLAYERS[:-1])(state, choices, rng)


PLAYERS: tuple[Player, ...] = (
    anyhow,
    traveller,
    teacher,
    homebody,
    isolator,
    hoarder,
    blocker,
    balancer,
    moody,
)


def crammed(state: State, choices: list[str], rng: Random) -> str:
    """In the set-up the last player keeps apart from the others, who fill villages: its last tile may fit nowhere."""
    if not state.queue:
        return rng.choice(choices)
    last = state.players[-1]
    filled = Counter(village for village, _ in state.tiles)
    apart = {village for (village, _), here in state.tiles.items() if here[0] == last}
    if state.turn == last:
        return min(choices, key=lambda ply: (filled[ply[2]], rng.random()))
    return max(choices, key=lambda ply: (ply[2] not in apart, filled[ply[2]], rng.random()))


def played(rng: Random, seats: int, tie: str) -> State:
    """A position in the middle of a game."""
    state, players = setup(seats, tie=tie), rng.choices(PLAYERS, k=seats)
    for _ in range(rng.randrange(7 * seats, 130)):
        after = apply(state, players[state.players.index(state.turn)](state, sorted(plies(state)), rng))
        if after.reason:
            break
        state = after
    return replace(state, queue="") if not state.queue else played(rng, seats, tie)


def scattered(rng: Random, seats: int, tie: str) -> State:
    """Tiles strewn over the board and bridges taken away, with no regard for how it could have come about."""
    state = blank(seats, tie)
    for _ in range(rng.randrange(1, 120)):
        village, guild, colour = (
            rng.choice(sorted(set(VILLAGES) - state.stones)),
            rng.choice(GUILDS),
            rng.choice(COLOURS[:seats]),
        )
        here = state.tiles.get((village, guild), ())
        if here in ((), (colour,)) and state.hands[colour + guild] > 0:
            state.tiles[village, guild] = (*here, colour)
            state.hands[colour + guild] -= 1
    order = rng.sample(sorted(state.bridges), rng.randrange(len(state.bridges)))
    for bridge in order:
        bridges = state.bridges - {bridge}
        stones = {village for village in VILLAGES if not any(village in other for other in bridges)}
        if len(stones) < STONES:
            state = replace(state, bridges=bridges, stones=frozenset(stones))
    state = replace(state, turn=rng.choice(state.players))
    first = any(here == (state.turn,) * 2 and village not in state.stones for (village, _), here in state.tiles.items())
    if lessons(state) and rng.random() < 0.3 and first:
        return replace(state, second=True)
    return first_to_act(state)
