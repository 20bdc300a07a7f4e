"""Moves as text: ``+Rc`` places a master, ``*Rc`` a student, ``c>f`` is a journey, ``pass``; and positions as text.

Villages are ``a`` to ``m``, guilds ``H D F P R A Y``, colours ``r b y l`` (red, blue, yellow, lilac: seats 0 to 3).
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tablier.core.diagram import fields, no_words, one
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.shangri_la import rules
from tablier.games.shangri_la.board import (
    BRIDGES,
    COLOUR_LETTERS,
    DATA,
    GUILD_LETTERS,
    GUILDS,
    IN_PLAY,
    OWN_LIMIT,
    STANDING,
    STONES,
    VILLAGE_LETTERS,
    VILLAGE_LIMIT,
    VILLAGES,
    mask,
)

_TILE = re.compile(r"([+*])([a-z])([a-z])")
_JOURNEY = re.compile(r"([a-z])>([a-z])")
_COLOURS = tuple(colour.name for colour in DATA.colours)


def name(s: Any, seat: int, action: int) -> str:
    """The notation of an action."""
    if action < rules.JOURNEY:
        guild, village = divmod(action % rules.RECRUIT, VILLAGES)
        return f"{'+*'[action // rules.RECRUIT]}{GUILD_LETTERS[guild]}{VILLAGE_LETTERS[village]}"
    if action == rules.PASS:
        return "pass"
    side, bridge = divmod(action - rules.JOURNEY, rules.WAYS)
    a, b = (VILLAGE_LETTERS[v] for v in BRIDGES[bridge])
    return f"{b}>{a}" if side else f"{a}>{b}"


def parse(s: Any, seat: int, text: str) -> int:
    """The action that a ply's text names.

    Raises:
        InvalidMove: it cannot be read, or names a guild, a village or a bridge that the board does not have.
    """
    word = text.strip().lower()
    if word == "pass":
        return rules.PASS
    if tile := _TILE.fullmatch(word):
        space = _guild(tile[2].upper()) * VILLAGES + _village(tile[3])
        return space if tile[1] == "+" else rules.RECRUIT + space
    if way := _JOURNEY.fullmatch(word):
        origin, goal = _village(way[1]), _village(way[2])
        return rules.JOURNEY + (origin > goal) * rules.WAYS + _bridge(origin, goal)
    raise InvalidMove(f"{text!r} cannot be read: write a master (+Rc), a student (*Rc), a journey (c>f) or pass")


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


def setup(text: str, s: Any) -> None:
    """Put the position that a diagram describes on the board of a fresh record.

    A diagram is a list of fields separated by semicolons: ``a: rF+ yP; d: lH; broken: a-b b-f; turn: yellow``. A
    village's field lists its tiles, colour and guild, with ``+`` for a student on the master. ``bridges: a-b`` names
    all the bridges that stand, ``broken: a-b`` those that do not; without either all stand. Stones follow. Red is to
    move unless ``turn`` says otherwise; a colour that cannot act is passed over. ``second``: the second student is due.
    ``placing``: the set-up goes on.

    Raises:
        InvalidOption: a field that is unknown or wrong, or no position of the game.
    """
    s.masters[:] = 0
    s.stage = rules.TURN
    s.mover = 0
    for key, words in fields(text).items():
        try:
            _set_field(s, key, words)
        except (InvalidMove, InvalidOption) as error:
            raise InvalidOption(f"diagram: {key}: {error}") from error
    rules.rebuild(s)
    _check(s)
    if int(s.stones).bit_count() >= STONES:
        s.over = rules.LAST_STONE
    else:
        rules.hand_over(s, int(s.mover))


def _set_field(s: Any, key: str, words: list[str]) -> None:
    match key:
        case "bridges":
            s.bridges = _bridges(s, words)
        case "broken":
            s.bridges = int(s.bridges) & ~_bridges(s, words)
        case "turn":
            s.mover = _colour(s, one(words), _COLOURS)
        case "second" | "placing":
            no_words(words)
            if s.stage != rules.TURN:
                raise InvalidOption("the set-up has no second student")
            s.stage = rules.SECOND if key == "second" else rules.SET_UP
        case _ if len(key) == 1:
            for word in words:
                _lay(s, _village(key), word)
        case _:
            raise InvalidOption("unknown field; fields are villages, bridges, broken, turn, second and placing")


def _bridges(s: Any, words: list[str]) -> int:
    """A set of bridges, each of which must stand until now."""
    ends = [word.partition("-") for word in words]
    numbers = [_bridge(_village(a), _village(b)) for a, _, b in ends]
    if len(set(numbers)) < len(numbers):
        raise InvalidOption("a bridge comes twice")
    for word, number in zip(words, numbers, strict=True):
        if not int(s.bridges) >> number & 1:
            raise InvalidOption(f"with {s.seats} seats there is no bridge {word}")
    return mask(numbers)


def _colour(s: Any, word: str, names: tuple[str, ...] | str) -> int:
    known = names[: int(s.seats)]
    if word not in known or not word:
        raise InvalidOption(f"{word!r} is no colour of this game; colours are {' '.join(known)}")
    return known.index(word)


def _lay(s: Any, village: int, word: str) -> None:
    tile = re.fullmatch(r"(.)(.)(\+?)", word)
    if not tile:
        raise InvalidOption(f"{word!r} is no tile; write colour and guild (rF), with + for a student (rF+)")
    seat, guild = _colour(s, tile[1], COLOUR_LETTERS), _guild(tile[2])
    here = np.uint16(1 << village)
    if not int(IN_PLAY[s.seats]) >> village & 1:
        raise InvalidOption(f"with {s.seats} seats village {VILLAGE_LETTERS[village]} is out of play")
    if any(row & here for row in s.masters[:, guild]):
        raise InvalidOption(f"two masters on the space {tile[2]}")
    s.masters[seat, guild] |= here
    if tile[3]:
        s.students[seat, guild] |= here
    if rules.reserve(s, seat, guild) < 0:
        raise InvalidOption(f"too many tiles of {_COLOURS[seat]}'s guild {tile[2]}")


def _check(s: Any) -> None:
    if int(s.stones).bit_count() > STONES:
        raise InvalidOption(f"diagram: more than {STONES} villages have no bridge; the game ends with {STONES}")
    seat = int(s.mover)
    if s.stage == rules.SECOND and not (rules.origins(s, seat) and rules.can_recruit(s, seat)):
        raise InvalidOption(f"diagram: {_COLOURS[seat]} has placed no first student, or cannot place a second one")
    if s.stage == rules.SET_UP and not _fresh(s):
        raise InvalidOption("diagram: the tiles break the limits of the set-up, or a bridge is broken")


def _fresh(s: Any) -> bool:
    """Whether all bridges stand, and the tiles keep SHANGRI-2.3 to SHANGRI-2.5."""
    once = all(int(villages).bit_count() <= 1 for villages in s.masters.flat)
    by_village = [s.masters >> v & 1 for v in range(VILLAGES)]
    crowds = [tiles.sum() > VILLAGE_LIMIT[s.seats] or tiles.sum(1).max() > OWN_LIMIT[s.seats] for tiles in by_village]
    return s.bridges == STANDING[s.seats] and once and not s.students.any() and not any(crowds)


def draw(s: Any) -> str:
    """The villages with their spaces (``rF+``: red's fire keeper with a student) and bridges, then the reserves."""
    lines = ["".ljust(11) + "".join(f"{letter:4}" for letter in GUILD_LETTERS) + "bridges"]
    for v, village in enumerate(DATA.villages):
        spaces = "".join(f"{_space(s, v, g):4}" for g in range(GUILDS))
        ways = [
            VILLAGE_LETTERS[a + b - v] for i, (a, b) in enumerate(BRIDGES) if v in (a, b) and int(s.bridges) >> i & 1
        ]
        lines.append(f"{village.id} {village.name:9}{spaces}{' '.join(ways) or 'stone'}")
    for seat in range(int(s.seats)):
        left = "  ".join(f"{letter}{int(rules.reserve(s, seat, g))}" for g, letter in enumerate(GUILD_LETTERS))
        lines.append(f"{_COLOURS[seat]:11}{left}  masters {int(rules.points(s, seat))}")
    phase = {rules.SET_UP: ", set-up", rules.SECOND: ", second student"}.get(int(s.stage), "")
    turn = "game over" if s.over else f"{_COLOURS[s.mover]} (seat {s.mover}) to move{phase}"
    return "\n".join([*lines, turn])


def _space(s: Any, village: int, guild: int) -> str:
    for seat in range(int(s.seats)):
        if int(s.masters[seat, guild]) >> village & 1:
            student = int(s.students[seat, guild]) >> village & 1
            return COLOUR_LETTERS[seat] + GUILD_LETTERS[guild] + "+" * student
    return "."
