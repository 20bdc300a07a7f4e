"""Moves as text, and positions as text.

Sites are numbers (``0`` to ``39``): ``+12`` is a house for nothing, ``f12`` a foundation, ``h12`` a house, ``v12`` a
villa; a star says that scrolls are paid (``h12*``, ``token*``, ``take:wood*``). The bank changes ``wood>ore``. Other
plies are a word, with what it is about after a colon: ``thief:ore4``, ``rob:blue``, ``hire:wood+wool``, ``fix:9``,
``give:wood``, ``want:scroll``, ``point:ore``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tablier.engine.protocol import CHANCE
from tablier.errors import InvalidMove
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import BOUNTIES, COLOUR_NAMES, GOOD_NAMES, KIND_NAMES, SITES, SPOT_NAMES

TOKEN_NAMES = ("guard", "vetinari")


@cache
def names() -> tuple[str, ...]:
    """The notation of every action, by its number."""
    sites = range(SITES)
    found = [f"{mark}{site}" for mark in "+fhv" for site in sites]
    found += [f"{mark}{site}*" for mark in "hv" for site in sites]
    found += [f"thief:{spot}" for spot in SPOT_NAMES]
    found += [f"{verb}:{colour}" for verb in ("rob", "deal") for colour in COLOUR_NAMES]
    found += [f"{given}>{received}" for given in KIND_NAMES for received in KIND_NAMES]
    found += [f"{verb}:{good}" for verb in ("give", "want") for good in GOOD_NAMES]
    found += [f"take:{kind}{star}" for star in ("", "*") for kind in KIND_NAMES]
    verbs = ("show", "library", "discard", "receipts", "palace", "point")
    found += [f"{verb}:{kind}" for verb in verbs for kind in KIND_NAMES]
    found += [f"hire:{KIND_NAMES[a]}+{KIND_NAMES[b]}" for a, b in BOUNTIES]
    found += [f"fix:{total}" for total in range(2, 13)]
    found += ["roll", "guard", "pass", "offer", "propose", "accept", "refuse", "counter"]
    found += ["token", "token*", "promote", "arrest", "end"]
    return tuple(found)


@cache
def _numbers() -> dict[str, int]:
    return {text: action for action, text in enumerate(names())}


def name(s: Any, seat: int, action: int) -> str:
    """The notation of an action, or of an outcome of chance."""
    if seat != CHANCE:
        return names()[action]
    if s.stage == st.STEAL:
        return KIND_NAMES[action]
    return TOKEN_NAMES[action] if s.stage == st.DRAW else str(action)


def parse(s: Any, seat: int, text: str) -> int:
    """The action that a ply's text names.

    Raises:
        InvalidMove: it cannot be read.
    """
    word = text.strip().lower()
    if seat == CHANCE:
        return _outcome(s, word)
    action = _numbers().get(word)
    if action is None:
        raise InvalidMove(f"{text!r} cannot be read: {_advice(word)}")
    return action


def _outcome(s: Any, word: str) -> int:
    known = KIND_NAMES if s.stage == st.STEAL else TOKEN_NAMES if s.stage == st.DRAW else ()
    if word in known:
        return known.index(word)
    if not known and word.isdecimal() and len(word) <= 2:
        return int(word)
    raise InvalidMove(f"{word!r} is no outcome; write {' or '.join(known) or 'the number on the dice'}")


def _advice(word: str) -> str:
    """What a word that cannot be read might have been."""
    verb = word.partition(":")[0]
    alike = [text for text in names() if text.partition(":")[0] == verb and ":" in text]
    if alike:
        return f"write {', '.join(alike[:20])}"
    if word[:1] in tuple("+fhv") and word[1:].rstrip("*").isdecimal():
        return f"sites are 0 to {SITES - 1}"
    return "write roll, end, a building (f12, h12, v12), wood>ore, offer, or another word of the rulebook"


def draw(s: Any) -> str:
    """A position as text."""
    from tablier.games.ankh_morpork.chart import chart

    return chart(s)


def setup(text: str, s: Any) -> None:
    """Put the position that a diagram describes into a fresh record; see :mod:`tablier.games.ankh_morpork.diagram`.

    Raises:
        InvalidOption: a field that is unknown or wrong, or no position of the game.
    """
    from tablier.games.ankh_morpork.diagram import fill

    fill(text, s)
