"""The Bridges of Shangri-La a second time: slow and plain, written from the rules, sharing the board's data alone.

Villages, guilds and colours are their letters, a bridge is the two letters of its ends. Tiles are counted as they go
from hand to board and back, stones are laid when a bridge is taken away, and students walk one after the other.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

COLOURS = "rbyl"
NAMES = {"r": "red", "b": "blue", "y": "yellow", "l": "lilac"}
GUILDS = "HDFPRAY"
VILLAGES = "abcdefghijklm"
TILES = 6  # of each guild and colour
STONES = 11

Space = tuple[str, str]  # village, guild
Tiles = dict[Space, tuple[str, ...]]  # the tiles on a space, all of one colour: a master, and its student if it has one


@dataclass(frozen=True)
class State:
    """A position. ``queue`` are the turns of the set-up still to come, the first of them being played now."""

    players: str
    tiles: Tiles
    hands: Counter[str]  # by colour and guild: ``rH``
    bridges: frozenset[str]
    stones: frozenset[str]
    turn: str = "r"
    queue: str = ""
    second: bool = False  # the second student of the turn is due
    tie: str = "origin"
    reason: str | None = None  # why the game is over


@cache
def _data() -> Any:
    return json.loads((resources.files("tablier.games.shangri_la") / "board.json").read_text(encoding="utf-8"))


def setup(seats: int = 4, *, sheet: bool = False, tie: str = "origin") -> State:
    """The start: an empty board, or the printed starting position."""
    state = blank(seats, tie)
    turns = {colour: len(GUILDS) for colour in state.players}
    if sheet:
        for village, printed in _data()["tables"][seats - 3]["sheet"].items():
            for colour, guild in printed.split():
                state.tiles[village, guild] = (colour,)
                state.hands[colour + guild] -= 1
                turns[colour] -= 1
    rounds = (colour for number in range(len(GUILDS)) for colour in state.players if turns[colour] > number)
    return next_to_set_up(replace(state, queue="".join(rounds)))


def blank(seats: int, tie: str = "origin") -> State:
    """The board before anything lies on it but, with three players, the stone of the red village."""
    players = COLOURS[:seats]
    bridges = {a + b for a, b in _data()["bridges"]}
    if seats == 3:
        bridges = {bridge for bridge in bridges if "c" not in bridge}
    hands = Counter({colour + guild: TILES for colour in players for guild in GUILDS})
    return State(players, {}, hands, frozenset(bridges), frozenset("c" if seats == 3 else ""), tie=tie)


# ----------------------------------------------------------------------------------------------- the set-up


def settling(state: State) -> set[Space]:
    """Where the player whose turn it is in the set-up may place a tile."""
    mine = {guild for (_, guild), here in state.tiles.items() if here[0] == state.turn}
    return {
        (village, guild)
        for village in VILLAGES
        for guild in GUILDS
        if village not in state.stones and guild not in mine and (village, guild) not in state.tiles
        if within_limits(len(state.players), [*colours(state, village), state.turn])
    }


def within_limits(players: int, tiles: list[str]) -> bool:
    """May tiles of these colours lie in one village while the board is set up?"""
    most = max(Counter(tiles).values())
    return (len(tiles) <= 3 and most <= 2) if players == 4 else (len(tiles) <= 2 and most == 1)


def colours(state: State, village: str) -> list[str]:
    """The colours of the masters in a village."""
    return [here[0] for (place, _), here in state.tiles.items() if place == village]


def next_to_set_up(state: State) -> State:
    """The first turn of the queue that can be played, or the start of the game proper."""
    while state.queue:
        state = replace(state, turn=state.queue[0])
        if settling(state):
            return state
        state = replace(state, queue=state.queue[1:])
    return first_to_act(replace(state, turn=state.players[0]))


# ----------------------------------------------------------------------------------------------- actions


def places(state: State) -> set[Space]:
    """Action 1: where the player may place a master."""
    return {
        (village, guild)
        for village in VILLAGES
        for guild in GUILDS
        if village not in state.stones
        if (village, guild) not in state.tiles
        if state.hands[state.turn + guild] > 0
        if state.turn in colours(state, village)
    }


def lessons(state: State) -> set[Space]:
    """Action 2: the masters on which the player may place a student."""
    return {
        (village, guild)
        for (village, guild), here in state.tiles.items()
        if here == (state.turn,) and village not in state.stones and state.hands[state.turn + guild] > 0
    }


def journeys(state: State) -> set[str]:
    """Action 3: the bridges, written as one crosses them, over which the player may set students moving."""
    homes = {village for (village, _), here in state.tiles.items() if here == (state.turn, state.turn)}
    return {way for bridge in state.bridges for way in (bridge, bridge[::-1]) if way[0] in homes - state.stones}


def plies(state: State) -> set[str]:
    """All legal plies, in notation."""
    if state.reason:
        return set()
    if state.queue:
        return {f"+{guild}{village}" for village, guild in settling(state)}
    students = {f"*{guild}{village}" for village, guild in lessons(state)}
    if state.second:
        return students
    masters = {f"+{guild}{village}" for village, guild in places(state)}
    return masters | students | {">".join(way) for way in journeys(state)}


def apply(state: State, ply: str) -> State:
    """The position after a legal ply."""
    if ">" in ply:
        return end_of_turn(travel(state, ply[0], ply[2]))
    space = ply[2], ply[1]
    tiles = {**state.tiles, space: (*state.tiles.get(space, ()), state.turn)}
    after = replace(state, tiles=tiles, hands=state.hands - Counter([state.turn + ply[1]]))
    if state.queue:
        return next_to_set_up(replace(after, queue=state.queue[1:]))
    if ply[0] == "*" and not state.second and lessons(after):
        return replace(after, second=True)
    return end_of_turn(replace(after, second=False))


def power(state: State, village: str) -> tuple[int, int]:
    """All tiles of a village; and, where that is equal, its masters."""
    here = [tiles for (place, _), tiles in state.tiles.items() if place == village]
    return sum(map(len, here)), len(here)


def travel(state: State, home: str, goal: str) -> State:
    """All students of one village go to another, and the bridge falls."""
    mine, theirs = power(state, home), power(state, goal)
    stronger = mine > theirs or (mine == theirs and state.tie == "origin")
    tiles, hands = dict(state.tiles), Counter(state.hands)
    for guild in GUILDS:
        here = tiles.get((home, guild), ())
        if len(here) < 2:
            continue
        tiles[home, guild] = here[:1]
        student = here[1]
        there = tiles.get((goal, guild), ())
        if not there:
            tiles[goal, guild] = (student,)
        elif not stronger or there == (student, student):
            hands[student + guild] += 1
        elif there == (student,):
            tiles[goal, guild] = (student, student)
        else:
            hands[there[0] + guild] += len(there)
            tiles[goal, guild] = (student,)
    bridges = state.bridges - {home + goal, goal + home}
    calm = {village for village in (home, goal) if not any(village in bridge for bridge in bridges)}
    return replace(state, tiles=tiles, hands=hands, bridges=bridges, stones=state.stones | calm)


def end_of_turn(state: State) -> State:
    """The end of the game, or the next player's turn."""
    if len(state.stones) >= STONES:
        return replace(state, reason="stones")
    after = state.players.index(state.turn) + 1
    return first_to_act(replace(state, turn=(state.players * 2)[after]))


def first_to_act(state: State) -> State:
    """The turn of the first player, clockwise from the one named, who has an action; without any, the end."""
    for _ in state.players:
        if plies(state):
            return state
        state = replace(state, turn=(state.players * 2)[state.players.index(state.turn) + 1])
    return replace(state, reason="stuck")


# ----------------------------------------------------------------------------------------------- the end


def mover(state: State) -> int | None:
    """The seat to move; nobody after the end."""
    return None if state.reason else state.players.index(state.turn)


def tally(state: State, colour: str) -> tuple[int, int]:
    """A colour's masters, and the villages where it has any: the result and its tie-break."""
    mine = [village for (village, _), here in state.tiles.items() if here[0] == colour]
    return len(mine), len(set(mine))


def scores(state: State) -> tuple[int, ...]:
    """Points by seat."""
    return tuple(tally(state, colour)[0] for colour in state.players)


def ranks(state: State) -> tuple[int, ...]:
    """Placement by seat: 0 is first, shared where everything is equal."""
    tallies = [tally(state, colour) for colour in state.players]
    return tuple(sum(other > mine for other in tallies) for mine in tallies)


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many plies; a finished game counts 1."""
    if depth == 0 or state.reason:
        return 1
    found = plies(state)
    return len(found) if depth == 1 else sum(perft(apply(state, ply), depth - 1) for ply in found)


def complaints(state: State) -> Iterator[str]:
    """The faults of a position, in words; none if it keeps the rules of chapters 1 and 7."""
    counted = Counter(state.hands)
    for (_, guild), here in state.tiles.items():
        if len(set(here)) != 1 or len(here) > 2:
            yield f"{here} on one space"
        counted.update(colour + guild for colour in here)
    if counted != Counter({colour + guild: TILES for colour in state.players for guild in GUILDS}):
        yield "tiles have come or gone"
    for village in VILLAGES:
        if (village in state.stones) == any(village in bridge for bridge in state.bridges):
            yield f"village {village} has a stone and bridges, or neither"
    if len(state.stones) > STONES:
        yield "too many stones"


# ----------------------------------------------------------------------------------------------- diagrams


def diagram(text: str) -> State:
    """The position of a diagram such as ``seats: 4; a: rF+ yP; bridges: a-b b-c; turn: yellow``."""
    fields = dict[str, list[str]]()
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key, _, value = part.partition(":")
        fields[key] = value.split()
    state = blank(int("".join(fields.pop("seats", ["3"]))), "".join(fields.pop("tie", ["origin"])))
    turn = "".join(fields.pop("turn", ["red"]))[0]
    second, placing = fields.pop("second", None) is not None, fields.pop("placing", None) is not None
    standing = {word[0] + word[2] for word in fields.pop("bridges", list(map("-".join, state.bridges)))}
    standing -= {word[0] + word[2] for word in fields.pop("broken", [])}
    calm = set(VILLAGES).difference(*standing)
    for village, words in fields.items():
        for word in words:
            state.tiles[village, word[1]] = (word[0],) * (1 + word.endswith("+"))
            state.hands[word[:2]] -= 1 + word.endswith("+")
    state = replace(state, bridges=frozenset(standing), stones=frozenset(calm), turn=turn, second=second)
    if placing:
        order = state.players[state.players.index(turn) :] + state.players[: state.players.index(turn)]
        mine = Counter(here[0] for here in state.tiles.values())
        rounds = [c for n in range(len(GUILDS)) for c in order if mine[c] + n < len(GUILDS)]
        return next_to_set_up(replace(state, queue="".join(rounds)))
    return replace(state, reason="stones") if len(calm) >= STONES else first_to_act(state)


def text(state: State) -> str:
    """The diagram of a position after the set-up."""
    parts = [f"seats: {len(state.players)}", f"tie: {state.tie}"]
    for village in VILLAGES:
        here = [(guild, state.tiles[village, guild]) for guild in GUILDS if (village, guild) in state.tiles]
        words = [tiles[0] + guild + "+" * (len(tiles) - 1) for guild, tiles in here]
        parts += [f"{village}: {' '.join(words)}"] if words else []
    parts.append("bridges: " + " ".join(map("-".join, sorted(state.bridges))))
    parts.append(f"turn: {NAMES[state.turn]}")
    return "; ".join(parts + (["second"] if state.second else []))
