"""Players who take Delta into its corners, and positions that no player would reach."""

from __future__ import annotations

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
    """Any ply."""
    return rng.choice(choices)


def cards_first(*wanted: str) -> Player:
    """Whoever likes some cards; everything else as the pilgrim, or anyhow."""

    def player(state: State, colour: str, choices: list[str], rng: Random) -> str:
        if not state.task:
            found = [card for card in choices if card.startswith(wanted)]
            return rng.choice(found if found and rng.random() < 0.8 else choices)
        return (pilgrim if rng.random() < 0.6 else anyhow)(state, colour, choices, rng)

    return player


def pilgrim(state: State, colour: str, choices: list[str], rng: Random) -> str:
    """Builds where it stands, with planks that fit, and walks to its goal."""
    if not state.task:
        return rng.choice(choices)

    def distance(support: str, other: str) -> float:
        (ax, ay), (bx, by) = centres()[support], centres()[other]
        return ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5

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
    """Each ply as another of these would."""
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
    """A position in the middle of a game, between two actions or while programmes are made."""
    state, players = setup(seats, eye=eye), dict(zip(COLOURS[seats], rng.choices(PLAYERS, k=seats), strict=True))
    for _ in range(rng.randrange(400)):
        colour = rng.choice(movers(state))
        after = apply(state, colour, players[colour](state, colour, sorted(plies(state, colour)), rng))
        if after.winner:
            break
        state = after
    return between(state)


def between(state: State) -> State:
    """The position with its present action begun anew."""
    return perform(replace(state, task=())) if state.queue else state


def scattered(rng: Random, seats: int, eye: str) -> State:
    """Stones, planks and pawns strewn over the board as the rules allow, and any programmes, half performed."""
    state = setup(seats, eye=eye)
    islands = [name for name in centres() if not is_village(name)]
    state = replace(state, stones=frozenset(rng.sample(islands, rng.choice((5, 12, 20, 26, STONES)))))
    for gap in rng.sample(gaps(), rng.randrange(len(gaps()))):
        fitting = [(one, plank) for one in state.players for plank in state.reserves[one] if spans(plank, gap)]
        if fitting and is_open(state, gap):
            state = lay(state, *rng.choice(fitting), gap)
    for _ in range(rng.randrange(12)):
        loser, gainer = rng.choices(state.players, k=2)
        if not state.reserves[loser]:
            continue
        plank = rng.choice(sorted(state.reserves[loser]))
        lost = lose(state, loser, plank)
        if acceptable(lost.reserves[gainer], plank):
            state = take(lay(state, loser, plank, "-"), gainer, "-")
        elif rng.random() < 0.3:
            state = lost
    for colour in state.players:
        places = [gap for gap in state.planks if gap not in state.pawns.values()]
        places += [village for village in GOALS if village != GOALS[colour]]
        state = moved(state, colour, rng.choice(places))
    state = replace(state, statuette=rng.choice(state.players))
    for colour in state.players:
        while len(state.programmes[colour]) < CARDS:
            cards = (*state.programmes[colour], rng.choice(sorted(hand(state, colour))))
            state = replace(state, programmes={**state.programmes, colour: cards})
    order = turns(state, state.statuette)
    queue = [(slot, one) for slot in range(CARDS) for one in order]
    start = rng.randrange(len(queue))
    slot, colour = queue[start]
    if rng.random() < 0.7:  # otherwise the card may be cancelled or a dragon
        cards = [card for card in ACTIONS if card not in state.programmes[colour]]
        programme = list(state.programmes[colour])
        programme[slot] = rng.choice([card for card in cards if card[:-1] in ("plank", "move")] or cards)
        state = replace(state, programmes={**state.programmes, colour: tuple(programme)})
    return perform(replace(state, queue=tuple(queue[start:])))
