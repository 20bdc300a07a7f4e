"""Moves as text, and positions as text.

Sites are numbers (``0`` to ``39``): ``+12`` is a house for nothing, ``f12`` a foundation, ``h12`` a house, ``v12`` a
villa; a star marks payment with scrolls (``h12*``, ``token*``, ``take:wood*``). ``wood>ore`` is an exchange with the
bank. Other plies are a word with its object after a colon: ``thief:ore4``, ``rob:blue``, ``hire:wood+wool``, ``fix:9``,
``give:wood``, ``want:scroll``, ``point:ore``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tablier.core.notation import Notation, outcome_name
from tablier.core.seats import CHANCE
from tablier.errors import InvalidMove
from tablier.games.ankh_morpork import diagram_parser, text_diagram
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.actions import ACTIONS, LOWEST_RESULT
from tablier.games.ankh_morpork.board import BOUNTIES, COLOUR_NAMES, GOOD_NAMES, KIND_NAMES, SITES, SPOT_NAMES
from tablier.games.ankh_morpork.state import State

TOKEN_NAMES = ("guard", "vetinari")


class AnkhNotation(Notation[State]):
    """The notation of The Guilds of Ankh-Morpork."""

    def name(self, s: State, seat: int, action: int) -> str:
        """The text of an action, or of an outcome of chance."""
        if seat != CHANCE:
            return names()[action]
        if s.stage == st.STEAL:
            return outcome_name(KIND_NAMES, action)
        return outcome_name(TOKEN_NAMES, action) if s.stage == st.DRAW else str(action)

    def parse(self, s: State, seat: int, text: str) -> int:
        """The action that a ply's text names.

        Raises:
            InvalidMove: the text cannot be read.
        """
        word = text.strip().lower()
        if seat == CHANCE:
            return _outcome(s, word)
        action = _numbers().get(word)
        if action is None:
            raise InvalidMove(f"{text!r} cannot be read: {_advice(word)}")
        return action

    def draw(self, s: State) -> str:
        """The position as text."""
        return text_diagram.draw(s)

    def setup(self, diagram: str, s: State) -> None:
        """Change the start of a game into the position of a diagram; see ``diagram_parser``.

        Raises:
            InvalidOption: a field is unknown or wrong, or the diagram describes no position.
        """
        diagram_parser.fill(diagram, s)


def _sites(mark: str, star: str = "") -> Callable[[int], str]:
    return lambda site: f"{mark}{site}{star}"


def _among(verb: str, known: tuple[str, ...], star: str = "") -> Callable[[int], str]:
    return lambda i: f"{verb}:{known[i]}{star}"


def _word(word: str) -> Callable[[], str]:
    return lambda: word


_TEXTS: dict[str, Callable[..., str]] = ACTIONS.table(
    {
        "settle": _sites("+"),
        "found": _sites("f"),
        "house": _sites("h"),
        "villa": _sites("v"),
        "scroll_house": _sites("h", "*"),
        "scroll_villa": _sites("v", "*"),
        "thief": _among("thief", SPOT_NAMES),
        "rob": _among("rob", COLOUR_NAMES),
        "deal": _among("deal", COLOUR_NAMES),
        "bank": lambda given, received: f"{KIND_NAMES[given]}>{KIND_NAMES[received]}",
        "give": _among("give", GOOD_NAMES),
        "want": _among("want", GOOD_NAMES),
        "take": _among("take", KIND_NAMES),
        "scroll_take": _among("take", KIND_NAMES, "*"),
        "show": _among("show", KIND_NAMES),
        "sell": _among("library", KIND_NAMES),
        "discard": _among("discard", KIND_NAMES),
        "turn_up": _among("receipts", KIND_NAMES),
        "palace": _among("palace", KIND_NAMES),
        "point": _among("point", KIND_NAMES),
        "hire": lambda pair: "hire:" + "+".join(KIND_NAMES[kind] for kind in BOUNTIES[pair]),
        "fix": lambda i: f"fix:{LOWEST_RESULT + i}",
        "roll": _word("roll"),
        "guard": _word("guard"),
        "pass": _word("pass"),
        "offer": _word("offer"),
        "propose": _word("propose"),
        "accept": _word("accept"),
        "refuse": _word("refuse"),
        "counter": _word("counter"),
        "token": _word("token"),
        "scroll_token": _word("token*"),
        "promote": _word("promote"),
        "arrest": _word("arrest"),
        "end": _word("end"),
    }
)


@cache
def names() -> tuple[str, ...]:
    """The text of every action, by its id."""
    return tuple(_TEXTS[family](*indices) for family, indices in map(ACTIONS.decode, range(ACTIONS.size)))


@cache
def _numbers() -> dict[str, int]:
    return {text: action for action, text in enumerate(names())}


def _outcome(s: State, word: str) -> int:
    known = KIND_NAMES if s.stage == st.STEAL else TOKEN_NAMES if s.stage == st.DRAW else ()
    if word in known:
        return known.index(word)
    if not known and word.isdecimal() and len(word) <= 2:
        return int(word)
    raise InvalidMove(f"{word!r} is no outcome; write {' or '.join(known) or 'the number on the dice'}")


def _advice(word: str) -> str:
    """How to write a ply like the given word."""
    verb = word.partition(":")[0]
    alike = [text for text in names() if text.partition(":")[0] == verb and ":" in text]
    if alike:
        return f"write {', '.join(alike[:20])}"
    if word[:1] in tuple("+fhv") and word[1:].rstrip("*").isdecimal():
        return f"sites are 0 to {SITES - 1}"
    return "write roll, end, a building (f12, h12, v12), wood>ore, offer, or another word of the rulebook"
