"""Mine puzzles from games between bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tablier import bots
from tablier.api import Game
from tablier.catalogue.puzzles import Collection, Puzzle
from tablier.core.seats import CHANCE
from tablier.position import Position
from tablier.puzzles import checks
from tablier.puzzles.rating import timeless

LEVELS = (2, 3)
"""The levels of the players: strong enough for sensible positions, weak enough to leave something to find."""
PER_GAME = 3
"""The greatest number of puzzles from one game, so that they differ."""


def mine(game: Game, collection: Collection, count: int, tell: Callable[[Collection], object]) -> Collection:
    """Play games until a collection has ``count`` puzzles; equal collections grow alike.

    Args:
        game: the game; it needs a scene.
        collection: what was found before; its seed decides all games.
        count: the number of puzzles wanted.
        tell: called with the collection after each game.
    """
    while len(collection.puzzles) < count:
        known = {puzzle.id for puzzle in collection.puzzles}
        found = {puzzle.id: puzzle for puzzle in _of_game(game, random.Random(f"{collection.seed}/{collection.games}"))}
        fresh = [puzzle for key, puzzle in found.items() if key not in known]
        collection = replace(
            collection, games=collection.games + 1, puzzles=(*collection.puzzles, *fresh[: count - len(known)])
        )
        tell(collection)
    return collection


def _of_game(game: Game, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzles of one game between bots."""
    position = _start(game, rng)
    levels = [level.bot for level in bots.levels(game.name) if level.level in LEVELS]
    players = [bots.bot(timeless(rng.choice(levels)), seed=rng.getrandbits(32)) for _ in range(position.seats)]
    found = 0
    while position.movers and position.ply < game.info.limit and found < PER_GAME:
        if CHANCE in position.movers:
            [outcome] = rng.choices(position.moves(CHANCE), position.odds())
            position.push(outcome)
            continue
        seat = rng.choice(position.movers)
        puzzle = checks.find(position, seat)
        if puzzle:
            found += 1
            yield puzzle
        for move in players[seat].plays(position, seat):
            position.push(move)


def _start(game: Game, rng: random.Random) -> Position:
    """A new game with any number of seats, under the options proposed for games against bots."""
    options = {name: option.bots for name, option in game.info.options.items() if option.bots is not None}
    return game.new(rng.choice(game.info.seats), **options)
