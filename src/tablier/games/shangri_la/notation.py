"""Moves as text: ``+Rc`` places a master, ``*Rc`` a student, ``c>f`` is a journey, ``pass``; and positions as text.

Villages are ``a`` to ``m``, guilds ``H D F P R A Y``, colours ``r b y l`` (red, blue, yellow, lilac: seats 0 to 3).
"""

from __future__ import annotations

import re

from tablier.core.diagram import fields, no_words, one
from tablier.core.notation import Notation
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.shangri_la.actions import ACTIONS, ends_of
from tablier.games.shangri_la.board import (
    BRIDGES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    DATA,
    GUILD_LETTERS,
    IN_PLAY,
    STANDING,
    STONES,
    TABLES,
    VILLAGE_LETTERS,
    VILLAGES,
    mask,
)
from tablier.games.shangri_la.board_model import reserve
from tablier.games.shangri_la.queries import can_recruit, origins, rebuild, start_turn
from tablier.games.shangri_la.state import LAST_STONE, SECOND, SET_UP, TURN, State
from tablier.games.shangri_la.text_diagram import draw

_TILE = re.compile(r"([+*])([a-z])([a-z])")
_JOURNEY = re.compile(r"([a-z])>([a-z])")


class ShangriNotation(Notation[State]):
    """``+Rc``, ``*Rc``, ``c>f``, ``pass``."""

    def name(self, s: State, seat: int, action: int) -> str:  # noqa: D102
        family, indices = ACTIONS.decode(action)
        if family == "pass":
            return family
        if family == "journey":
            return ">".join(VILLAGE_LETTERS[village] for village in ends_of(*indices))
        guild, village = indices
        return f"{'+' if family == 'master' else '*'}{GUILD_LETTERS[guild]}{VILLAGE_LETTERS[village]}"

    def parse(self, s: State, seat: int, text: str) -> int:  # noqa: D102
        word = text.strip().lower()
        if word == "pass":
            return ACTIONS["pass"]
        if tile := _TILE.fullmatch(word):
            family = "master" if tile[1] == "+" else "student"
            return ACTIONS.encode(family, _guild(tile[2].upper()), _village(tile[3]))
        if way := _JOURNEY.fullmatch(word):
            origin, goal = _village(way[1]), _village(way[2])
            return ACTIONS.encode("journey", int(origin > goal), _bridge(origin, goal))
        raise InvalidMove(f"{text!r} cannot be read: write a master (+Rc), a student (*Rc), a journey (c>f) or pass")

    def draw(self, s: State) -> str:  # noqa: D102
        return draw(s)

    def setup(self, diagram: str, s: State) -> None:
        """Put the position that a diagram describes on the board of a fresh state.

        A diagram is a list of fields separated by semicolons: ``a: rF+ yP; d: lH; broken: a-b b-f; turn: yellow``. A
        village's field lists its tiles, colour and guild, with ``+`` for a student on the master. ``bridges: a-b``
        names all the bridges that stand, ``broken: a-b`` those that do not; without either all stand. Stones follow.
        Red is to move unless ``turn`` says otherwise; a colour that cannot act is passed over. ``second``: the second
        student is due. ``placing``: the set-up goes on.

        Raises:
            InvalidOption: a field that is unknown or wrong, or no position of the game.
        """
        for row in s.masters:
            for guild in range(len(row)):
                row[guild] = 0
        s.stage = TURN
        s.mover = 0
        for key, words in fields(diagram).items():
            try:
                _set_field(s, key, words)
            except (InvalidMove, InvalidOption) as error:
                raise InvalidOption(f"diagram: {key}: {error}") from error
        rebuild(s)
        _check(s)
        if s.stones.bit_count() >= STONES:
            s.over = LAST_STONE
        else:
            start_turn(s, s.mover)


def _guild(letter: str) -> int:
    if letter not in GUILD_LETTERS:
        known = ", ".join(f"{guild.id} {guild.name}" for guild in DATA.guilds)
        raise InvalidMove(f"there is no guild {letter!r}; guilds are {known}")
    return GUILD_LETTERS.index(letter)


def _village(letter: str) -> int:
    if len(letter) != 1 or letter not in VILLAGE_LETTERS:
        raise InvalidMove(f"there is no village {letter!r}; villages are {VILLAGE_LETTERS[0]} to {VILLAGE_LETTERS[-1]}")
    return VILLAGE_LETTERS.index(letter)


def _bridge(a: int, b: int) -> int:
    ends = (min(a, b), max(a, b))
    if ends not in BRIDGES:
        near = " ".join(VILLAGE_LETTERS[x + y - a] for x, y in BRIDGES if a in (x, y))
        raise InvalidMove(f"no bridge joins {VILLAGE_LETTERS[a]} and {VILLAGE_LETTERS[b]}; it has bridges to {near}")
    return BRIDGES.index(ends)


def _set_field(s: State, key: str, words: list[str]) -> None:
    match key:
        case "bridges":
            s.bridges = _bridges(s, words)
        case "broken":
            s.bridges = s.bridges & ~_bridges(s, words)
        case "turn":
            s.mover = _colour(s, one(words, COLOUR_NAMES[0]), COLOUR_NAMES)
        case "second" | "placing":
            no_words(words)
            if s.stage != TURN:
                raise InvalidOption("the set-up has no second student")
            s.stage = SECOND if key == "second" else SET_UP
        case _ if len(key) == 1:
            for word in words:
                _lay(s, _village(key), word)
        case _:
            raise InvalidOption("unknown field; fields are villages, bridges, broken, turn, second and placing")


def _bridges(s: State, words: list[str]) -> int:
    """A set of bridges, each of which must stand until now."""
    ends = [word.partition("-") for word in words]
    if half := next((word for word, (a, _, b) in zip(words, ends, strict=True) if not (a and b)), None):
        raise InvalidOption(f"{half!r} is no bridge: write the villages at its two ends, such as a-b")
    numbers = [_bridge(_village(a), _village(b)) for a, _, b in ends]
    if len(set(numbers)) < len(numbers):
        raise InvalidOption("a bridge comes twice")
    for word, number in zip(words, numbers, strict=True):
        if not s.bridges >> number & 1:
            raise InvalidOption(f"with {s.seats} seats there is no bridge {word}")
    return mask(numbers)


def _colour(s: State, word: str, names: tuple[str, ...] | str) -> int:
    known = names[: s.seats]
    if word not in known or not word:
        raise InvalidOption(f"{word!r} is no colour of this game; colours are {' '.join(known)}")
    return known.index(word)


def _lay(s: State, village: int, word: str) -> None:
    tile = re.fullmatch(r"(.)(.)(\+?)", word)
    if not tile:
        raise InvalidOption(f"{word!r} is no tile; write colour and guild (rF), with + for a student (rF+)")
    seat, guild = _colour(s, tile[1], COLOUR_LETTERS), _guild(tile[2])
    here = 1 << village
    if not IN_PLAY[s.seats] >> village & 1:
        raise InvalidOption(f"with {s.seats} seats village {VILLAGE_LETTERS[village]} is out of play")
    if any(row[guild] & here for row in s.masters):
        raise InvalidOption(f"two masters on the space {tile[2]}")
    s.masters[seat, guild] |= here
    if tile[3]:
        s.students[seat, guild] |= here
    if reserve(s, seat, guild) < 0:
        raise InvalidOption(f"too many tiles of {COLOUR_NAMES[seat]}'s guild {tile[2]}")


def _check(s: State) -> None:
    if s.stones.bit_count() > STONES:
        raise InvalidOption(f"diagram: more than {STONES} villages have no bridge; the game ends with {STONES}")
    seat = s.mover
    if s.stage == SECOND and not (origins(s, seat) and can_recruit(s, seat)):
        raise InvalidOption(f"diagram: {COLOUR_NAMES[seat]} has placed no first student, or cannot place a second one")
    if s.stage == SET_UP and not _fresh(s):
        raise InvalidOption("diagram: the tiles break the limits of the set-up, or a bridge is broken")


def _fresh(s: State) -> bool:
    """Whether all bridges stand, and the tiles keep SHANGRI-2.3 to SHANGRI-2.5."""
    table = TABLES[s.seats]
    if s.bridges != STANDING[s.seats] or any(map(any, s.students)):
        return False
    if any(villages.bit_count() > 1 for row in s.masters for villages in row):
        return False
    crowds = [[sum(villages >> v & 1 for villages in row) for row in s.masters] for v in range(VILLAGES)]
    return all(sum(crowd) <= table.village_limit and max(crowd) <= table.own_limit for crowd in crowds)
