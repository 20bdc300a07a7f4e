"""Players who take On Top into its corners."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from oracles.on_top import COLOURS, State, apply, lay, placing, side_by_side

Player = Callable[[State, list[str], Random], str]


def anyhow(state: State, choices: list[str], rng: Random) -> str:
    """Any ply."""
    return rng.choice(choices)


def of_the_best(choices: list[str], worth: Callable[[str], float], rng: Random) -> str:
    """The choice that is worth most, of a few looked at."""
    return max(rng.sample(choices, min(len(choices), 6)), key=worth)


def driller(state: State, choices: list[str], rng: Random) -> str:
    """Leaves as many holes as possible: the black triangles run out."""
    if state.waiting:
        return rng.choice(choices)
    return of_the_best(choices, lambda ply: len(lay(state, str(state.drawn), ply).closed), rng)


def finisher(state: State, choices: list[str], rng: Random) -> str:
    """Completes as many intersections as possible at a time."""
    if state.waiting:
        return rng.choice(choices)
    return of_the_best(choices, lambda ply: len(lay(state, str(state.drawn), ply).waiting), rng)


def spender(colour: str) -> Player:
    """A player who gets the pawns of one colour onto the board, of any owner."""

    def play(state: State, choices: list[str], rng: Random) -> str:
        def spent(ply: str) -> float:
            after = apply(state, ply)
            due = sum(colour in (winner, *others) for winner, others in (placing(after, p) for p in after.waiting))
            return due - after.pawns[colour]

        return of_the_best(choices, spent, rng)

    return play


def packer(state: State, choices: list[str], rng: Random) -> str:
    """Lays tiles close together, without holes: the bag runs empty on a large board."""
    if state.waiting:
        return rng.choice(choices)
    near = side_by_side(state.board)

    def closeness(ply: str) -> float:
        after = lay(state, str(state.drawn), ply)
        cells = ply.split("-")
        shut = len(after.closed) - len(state.closed)
        return (
            sum(c in state.tiles or c in state.closed for cell in cells for c in near[cell]) - 9 * shut + rng.random()
        )

    return max(choices, key=closeness) if rng.random() < 0.8 else of_the_best(choices, closeness, rng)


PLAYERS: tuple[Player, ...] = (anyhow, driller, finisher, packer, *map(spender, COLOURS))
