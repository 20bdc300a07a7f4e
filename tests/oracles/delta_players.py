"""Players that reach rare positions of Delta, and positions that play does not reach."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from oracles.delta import (
    ACTIONS,
    CARDS,
    COLOURS,
    GOALS,
    STONES,
    State,
    acceptable,
    apply,
    centres,
    ends,
    gaps,
    hand,
    is_open,
    is_village,
    lay,
    lose,
    moved,
    movers,
    perform,
    plies,
    setup,
    somewhere,
    spans,
    take,
    turns,
)

Player = Callable[[State, str, list[str], Random], str]


def anyhow(state: State, colour: str, choices: list[str], rng: Random) -> str:
    """A uniformly random ply."""
    return rng.choice(choices)


def cards_first(*wanted: str) -> Player:
    """Prefers some cards; plays all else like the pilgrim, or at random."""

    def player(state: State, colour: str, choices: list[str], rng: Random) -> str:
        if not state.task:
            found = [card for card in choices if card.startswith(wanted)]
            return rng.choice(found if found and rng.random() < 0.8 else choices)
        return (pilgrim if rng.random() < 0.6 else anyhow)(state, colour, choices, rng)

    return player


def pilgrim(state: State, colour: str, choices: list[str], rng: Random) -> str:
    """Builds where its pawn stands, with planks that fit, and walks to its goal."""
    if not state.task:
        return rng.choice(choices)

    def distance(support: str, other: str) -> float:
        (ax, ay), (bx, by) = centres()[support], centres()[other]
        return math.hypot(ax - bx, ay - by)

    def far(place: str) -> float:
        here = place.strip("+x>")
        supports = ends(here) if "-" in here else (here,)
        at = state.pawns[colour]
        stand = ends(at) if "-" in at else (at,)
        return min(
            distance(end, GOALS[colour]) + 0.7 * distance(end, own) for end in supports for own in stand
        ) * rng.uniform(0.8, 1.2)

    if state.task[0] == "plank":
        return rng.choice([plank for plank in choices if somewhere(state, plank)] or choices)
    if state.task[0] == "gap":
        choices = [gap for gap in choices if spans(state.task[2], gap)] or choices
    if state.task[0] == "remove":
        return rng.choice(choices)
    return min(choices, key=far)


def moody(state: State, colour: str, choices: list[str], rng: Random) -> str:
    """Plays each ply like another of these players."""
    return rng.choice(PLAYERS[:-1])(state, colour, choices, rng)


PLAYERS: tuple[Player, ...] = (
    anyhow,
    pilgrim,
    cards_first("stone", "plank"),  # the board fills, supports carry three planks
    cards_first("plank"),  # reserves run dry, planks are lost
    cards_first("remove", "stone"),  # reserves of two colours
    cards_first("move", "jump"),  # pawns meet, fall, go to and fro
    cards_first("dragon", "move"),
    moody,
)


def played(rng: Random, seats: int, eye: str) -> State:
    """A position in the middle of a game, between two actions or while programming."""
    state, players = setup(seats, eye=eye), dict(zip(COLOURS[seats], rng.choices(PLAYERS, k=seats), strict=True))
    for _ in range(rng.randrange(400)):
        colour = rng.choice(movers(state))
        after = apply(state, colour, players[colour](state, colour, sorted(plies(state, colour)), rng))
        if after.winner:
            break
        state = after
    return between(state)


def between(state: State) -> State:
    """The position at the beginning of its present action."""
    return perform(replace(state, task=())) if state.queue else state


def scattered(rng: Random, seats: int, eye: str) -> State:
    """Stones, planks and pawns at random as the rules allow, and random programmes, partly performed."""
    state = setup(seats, eye=eye)
    islands = [name for name in centres() if not is_village(name)]
    state = replace(state, stones=frozenset(rng.sample(islands, rng.choice((5, 12, 20, 26, STONES)))))
    for gap in rng.sample(gaps(), rng.randrange(len(gaps()))):
        fitting = [(one, plank) for one in state.players for plank in state.reserves[one] if spans(plank, gap)]
        if fitting and is_open(state, gap):
            state = lay(state, *rng.choice(fitting), gap)
    for _ in range(rng.randrange(12)):
        state = _swept_away(state, rng)
    for colour in state.players:
        places = [gap for gap in state.planks if gap not in state.pawns.values()]
        places += [village for village in GOALS if village != GOALS[colour]]
        state = moved(state, colour, rng.choice(places))
    return _half_performed(replace(state, statuette=rng.choice(state.players)), rng)


def _swept_away(state: State, rng: Random) -> State:
    """Move a plank from one reserve to another, or lose it."""
    loser, gainer = rng.choices(state.players, k=2)
    if not state.reserves[loser]:
        return state
    plank = rng.choice(sorted(state.reserves[loser]))
    lost = lose(state, loser, plank)
    if acceptable(lost.reserves[gainer], plank):
        return take(lay(state, loser, plank, "-"), gainer, "-")
    return lost if rng.random() < 0.3 else state


def _half_performed(state: State, rng: Random) -> State:
    """Random programmes, performed from a random card on; mostly a card that lays planks or moves."""
    programmes = dict(state.programmes)
    for colour in state.players:
        while len(programmes[colour]) < CARDS:
            cards = hand(replace(state, programmes=programmes), colour)
            programmes[colour] = (*programmes[colour], rng.choice(sorted(cards)))
    order = turns(state, state.statuette)
    queue = [(slot, one) for slot in range(CARDS) for one in order]
    start = rng.randrange(len(queue))
    slot, colour = queue[start]
    if rng.random() < 0.7:
        left = [card for card in ACTIONS if card not in programmes[colour]]
        card = rng.choice([card for card in left if card[:-1] in ("plank", "move")] or left)
        programmes[colour] = (*programmes[colour][:slot], card, *programmes[colour][slot + 1 :])
    return perform(replace(state, programmes=programmes, queue=tuple(queue[start:])))
