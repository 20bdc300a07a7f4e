"""Players who take The Guilds of Ankh-Morpork into its corners, and positions that no player would reach."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from oracles.ankh_morpork import COLOURS, KINDS, State, draw, judge, outcomes, pieces, points, setup, sites

Player = Callable[[State, list[str], Random], str]


def anyhow(state: State, choices: list[str], rng: Random) -> str:
    """Any ply."""
    return rng.choice(choices)


def preferring(*wishes: str) -> Player:
    """A player who does what comes first in a list of beginnings, whenever there is some of it."""

    def player(state: State, choices: list[str], rng: Random) -> str:
        for wish in wishes:
            found = [ply for ply in choices if ply.startswith(wish)]
            if found:
                return rng.choice(found)
        return rng.choice([ply for ply in choices if ply not in ("offer", "counter")] or choices)

    return player


builder = preferring("v", "h", "f", "+", "take", "fix", "roll")
"""Builds at once: sites, pieces and foundations run out."""
hoarder = preferring("end", "refuse", "pass", "+")
"""Spends nothing: hands grow, the bank runs dry, sevens hurt."""
trader = preferring("propose", "accept", "offer", "give", "want", "deal", "v", "h", "f")
"""Offers, accepts and deals as often as possible."""
haggler = preferring("propose", "counter", "give", "want", "deal")
"""Answers every offer by another one."""
criminal = preferring("hire", "rob", "thief", "guard", "token", "receipts")
"""Lives by the thieves' guild."""
constable = preferring("arrest", "promote", "guard", "token", "pass")
"""Buys tokens until there are none, and arrests."""
climber = preferring("point", "palace", "v", "h", "f")
"""Rises in the guilds: nines, ties and changes of presidents."""
scholar = preferring("library", "fix", "take", "token*", "h", "v")
"""Uses scrolls."""


def neighbour(*districts: str) -> Player:
    """Settles at some districts only, and otherwise does anything but trade."""
    home = frozenset(site for district in districts for site in sites(district))

    def player(state: State, choices: list[str], rng: Random) -> str:
        near = [ply for ply in choices if ply.strip("+fhv*").isdigit() and int(ply.strip("+fhv*")) in home]
        return rng.choice(near or [ply for ply in choices if ply not in ("offer", "counter")])

    return player


PLAYERS: tuple[Player, ...] = (
    anyhow,
    builder,
    hoarder,
    trader,
    haggler,
    criminal,
    constable,
    climber,
    scholar,
    neighbour("beggars", "palace"),
    neighbour("alchemists", "university"),
    neighbour("thieves", "alchemists"),
)


def chance(state: State, rng: Random) -> str:
    """What chance brings."""
    found = outcomes(state)
    return rng.choices(list(found), list(found.values()))[0]


def scattered(rng: Random, seats: int, **options: Any) -> State:
    """A position strewn together, as a turn begins or after the dice, that nobody has won yet."""
    data, state = pieces(), setup(seats, **options)
    state.turn = rng.randrange(seats)
    state.agenda = [(rng.choice(("before", "main")), state.turn)]
    free = rng.sample(range(40), 40)
    for seat, player in enumerate(state.players):
        player.houses = {free.pop() for _ in range(rng.randint(1, 5))}
        player.villas = {free.pop() for _ in range(rng.choice((0, 0, 1, 2)))}
        player.foundations = {free.pop() for _ in range(rng.randint(0, 2))}
        for kind in KINDS:
            draw(state, seat, kind, rng.choice((0, 0, 1, 1, 2, 3, state.bank[kind] // 2)))
            player.guild[kind] = rng.choice((0, 0, 1, 2, 2, 3, 3, 4, 8, 9))
        player.scrolls, player.receipts = rng.choice((0, 0, 2, 5, 7, 20)), rng.choice((0, 0, 1, 2))
        player.guards = min(rng.randint(0, 2), state.tokens["guard"])
        player.vetinari = min(rng.randint(0, 1), state.tokens["vetinari"])
        player.shown = min(rng.randint(0, 3), state.tokens["guard"] - player.guards)
        state.tokens.subtract({"guard": player.guards + player.shown, "vetinari": player.vetinari})
    state.track = set(rng.sample(data["track"]["cells"], rng.choice((0, 4, 4, 9, 10))))
    state.assassins = data["assassins"] - len(state.track)
    state.thief = rng.choice(("shades", "ore4", "alchemists5", "palace9", "beggars3", "wool6"))
    state.fire = rng.random() < 0.3
    for kind in KINDS:
        judge(state, kind)
    if points(state, state.turn) >= data["points"]["victory"]:
        return scattered(rng, seats, **options)
    return state


def text(state: State) -> str:
    """The diagram of a position as :func:`scattered` makes them."""
    parts = [f"seats: {len(state.players)}", *(f"{name}: {value}" for name, value in state.options.items())]
    for colour, p in zip(COLOURS, state.players, strict=False):
        words = [
            f"{mark}{site}"
            for mark, spots in zip("hvf", (p.houses, p.villas, p.foundations), strict=True)
            for site in spots
        ]
        words += [f"{kind}:{n}" for kind, n in p.hand.items()] + [f"{kind}={n}" for kind, n in p.guild.items()]
        words += [f"scroll:{p.scrolls}", f"receipts:{p.receipts}", f"guard:{p.guards}", f"vetinari:{p.vetinari}"]
        parts.append(f"{colour}: {' '.join(words)} shown:{p.shown}")
    parts += [
        f"track: {' '.join(map(str, sorted(state.track)))}",
        f"turn: {COLOURS[state.turn]}",
        f"thief: {state.thief}",
    ]
    return "; ".join(parts + ["fire"] * state.fire + ["dice: 8"] * (state.agenda[0][0] == "main"))
