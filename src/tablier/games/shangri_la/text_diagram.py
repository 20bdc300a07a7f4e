"""The mountains as text for a terminal."""

from __future__ import annotations

from tablier.games.shangri_la.board import (
    BRIDGES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    DATA,
    GUILD_LETTERS,
    GUILDS,
    VILLAGE_LETTERS,
)
from tablier.games.shangri_la.board_model import reserve
from tablier.games.shangri_la.state import SECOND, SET_UP, State


def draw(s: State) -> str:
    """The villages with their spaces (``rF+``: red's fire keeper with a student) and bridges, then the reserves."""
    lines = ["".ljust(11) + "".join(f"{letter:4}" for letter in GUILD_LETTERS) + "bridges"]
    for v, village in enumerate(DATA.villages):
        spaces = "".join(f"{_space(s, v, g):4}" for g in range(GUILDS))
        ways = [VILLAGE_LETTERS[a + b - v] for i, (a, b) in enumerate(BRIDGES) if v in (a, b) and s.bridges >> i & 1]
        lines.append(f"{village.id} {village.name:9}{spaces}{' '.join(ways) or 'stone'}")
    for seat, points in enumerate(State.runtime.scores(s, s.seats)):
        left = "  ".join(f"{letter}{reserve(s, seat, g)}" for g, letter in enumerate(GUILD_LETTERS))
        lines.append(f"{COLOUR_NAMES[seat]:11}{left}  masters {points}")
    phase = {SET_UP: ", set-up", SECOND: ", second student"}.get(s.stage, "")
    turn = "game over" if s.over else f"{COLOUR_NAMES[s.mover]} (seat {s.mover}) to move{phase}"
    return "\n".join([*lines, turn])


def _space(s: State, village: int, guild: int) -> str:
    for seat in range(s.seats):
        if s.masters[seat, guild] >> village & 1:
            student = s.students[seat, guild] >> village & 1
            return COLOUR_LETTERS[seat] + GUILD_LETTERS[guild] + "+" * student
    return "."
