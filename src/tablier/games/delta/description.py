"""Plies as advice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import groupby

from tablier.games.delta.actions import decode
from tablier.games.delta.board import GAPS, GAPS_ENDS
from tablier.games.delta.phrases import card_face, plank_message, support_message
from tablier.games.delta.state import State
from tablier.scene.model import Message


def describe(s: State, actions: Sequence[int]) -> Message:
    """The cards of a programme, or what is done with the card of a phase."""
    return _join(_parts(s, actions), "delta-then")


def _parts(s: State, actions: Sequence[int]) -> Iterator[Message]:
    held = s.held
    for family, plies in groupby(map(decode, actions), key=lambda decoded: decoded[0]):
        numbers = [number for _, number in plies]
        if family == "card":
            cards = _join((card_face(s.seats, card)[1] for card in numbers), "delta-cards")
            yield Message("delta-do-programme", {"cards": cards})
            continue
        for number in numbers:
            if family == "plank":
                held = number
            elif family == "gap":
                a, b = map(support_message, GAPS_ENDS[number])
                yield Message("delta-do-lay", {"plank": plank_message(s.seats, held), "a": a, "b": b})
            else:
                yield _SIMPLE[family](number)
        if family == "plank" and decode(actions[-1])[0] == "plank":
            yield Message("delta-do-plank", {"plank": plank_message(s.seats, held)})


def _island(key: str) -> Callable[[int], Message]:
    return lambda island: Message(key, {"n": island + 1})


def _take_plank(gap: int) -> Message:
    a, b = map(support_message, GAPS_ENDS[gap])
    return Message("delta-do-take-plank", {"a": a, "b": b})


def _go(place: int) -> Message:
    if place >= GAPS:
        return Message("delta-do-enter", {"village": support_message(place - GAPS)})
    a, b = map(support_message, GAPS_ENDS[place])
    return Message("delta-do-walk", {"a": a, "b": b})


_SIMPLE: dict[str, Callable[[int], Message]] = {
    "stone": _island("delta-do-stone"),
    "take_stone": _island("delta-do-take-stone"),
    "take_plank": _take_plank,
    "go": _go,
}
"""The families whose plies need no other fact."""


def _join(parts: Iterator[Message], key: str) -> Message:
    return reduce(lambda a, b: Message(key, {"a": a, "b": b}), parts)
