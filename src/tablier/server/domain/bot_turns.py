"""Turns of bots: which is due, and what of it may be submitted."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.catalogue.info import GameInfo
from tablier.server.domain import turns
from tablier.server.domain.state import TableState

if TYPE_CHECKING:
    from tablier.position import Position

OVERRUN = 0.2
"""Seconds by which a search may exceed its time."""


def next_bot(state: TableState) -> int | None:
    """The first seat of a bot that is to move."""
    movers = () if state.over or state.waiting_for_players else state.position.movers
    return next((n for n in movers if n < len(state.seats) and state.seats[n].level), None)


def least_seconds(info: GameInfo, searching: float) -> float:
    """The least duration of a bot's submission, in seconds, whose search may take ``searching`` seconds.

    A search answers at once if one ply is legal, and early if one is clearly best. Where a hand is secret, an early
    answer would tell others about it.
    """
    return searching + OVERRUN if info.hidden and searching else 0.0


def submission(view: Position, seat: int, plies: Sequence[str]) -> list[str]:
    """The beginning of a bot's turn that one submission may contain; empty if the bot played nothing.

    Raises:
        IllegalMove: a ply breaks a rule.
        InvalidMove: a ply cannot be read.
        Problem: the turn does not end where its seat's does.
    """
    plies = turns.submittable(view, seat, plies)
    return plies if turns.replay(view, seat, plies).ply > view.ply else []


def random_submission(view: Position, seat: int) -> list[str]:
    """A random legal turn, played when a bot has failed."""
    position = view.copy()
    plies: list[str] = []
    while seat in position.movers:
        move = random.choice(list(position.moves(seat)))
        position.push(move)
        plies.append(move.text)
    return turns.submittable(view, seat, plies)
