"""Paths of actions: sites, chips and districts on the board, cards of the own hand, prices, and buttons.

A card of the own hand stands for its kind. To pay with scrolls, touch the scrolls, then what they are for. For an
exchange with the bank, touch the card to give, then the card to receive.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.actions import ACTIONS, LOWEST_RESULT
from tablier.games.ankh_morpork.board import AROUND, BOUNTIES, CHIPS, GOOD_NAMES, KIND_NAMES, SPOT_NAMES
from tablier.games.ankh_morpork.board_model import buildings, members, moment, owner
from tablier.games.ankh_morpork.state import State
from tablier.scene.base import Path

if TYPE_CHECKING:
    from tablier.position import Position

Paths = tuple[Path, ...]


def paths(position: Position, seat: int, action: int) -> Paths:
    """Every way to touch an action in this position."""
    s: State = position.state
    family, indices = ACTIONS.decode(action)
    touch = _TOUCHES[family]
    return touch.paths(s, seat, *indices) if moment(s, seat) in touch.stages else ()


def card(seat: int, name: str) -> str:
    """The target for a kind of card in the own hand."""
    return f"piece:hand:{seat}:{name}"


class _Touch(NamedTuple):
    """The stages at which a family has paths, and its paths by state, seat and indices of the action."""

    stages: tuple[int, ...]
    paths: Callable[..., Paths]


def _site(_s: State, _seat: int, site: int) -> Paths:
    return ((f"spot:{site}",),)


_NEXT = {None: "foundation", "foundation": "house", "house": "villa"}
"""What a touch of an empty site, or of the own piece there, builds."""


def _building(what: str) -> Callable[[State, int, int], Paths]:
    """A price, then a site; or the site alone, if the building can come next there."""

    def ways(s: State, seat: int, site: int) -> Paths:
        direct: Paths = ((f"spot:{site}",),) if _comes_next(s, seat, site, what) else ()
        return (*direct, (f"piece:cost:{what}", f"spot:{site}"))

    return ways


def _by_scrolls(what: str) -> Callable[[State, int, int], Paths]:
    """Scrolls, then a site where the building can come next."""

    def ways(s: State, seat: int, site: int) -> Paths:
        return ((card(seat, "scroll"), f"spot:{site}"),) if _comes_next(s, seat, site, what) else ()

    return ways


def _comes_next(s: State, seat: int, site: int, what: str) -> bool:
    found = owner(s, site)
    mine = found[1] if found and found[0] == seat else None
    return _NEXT.get(mine) == what


def _thief(_s: State, _seat: int, spot: int) -> Paths:
    return ((f"spot:{SPOT_NAMES[spot]}",),)


def _rob(s: State, _seat: int, victim: int) -> Paths:
    """A victim by name, or by a building in the district."""
    near = AROUND[s.thief] & buildings(s, victim)
    return (f"button:rob-{victim}",), *((f"spot:{site}",) for site in members(near))


def _deal(_s: State, _seat: int, partner: int) -> Paths:
    return ((f"button:deal-{partner}",),)


def _bank(_s: State, seat: int, given: int, received: int) -> Paths:
    return ((card(seat, KIND_NAMES[given]), card(seat, KIND_NAMES[received])),) if given != received else ()


def _good(_s: State, seat: int, good: int) -> Paths:
    return ((card(seat, GOOD_NAMES[good]),),)


def _want(_s: State, seat: int, good: int) -> Paths:
    return ((f"piece:ask:{seat}:{GOOD_NAMES[good]}",),)


def _scroll_take(_s: State, seat: int, kind: int) -> Paths:
    return ((card(seat, "scroll"), card(seat, KIND_NAMES[kind])),)


def _turn_up(_s: State, seat: int, kind: int) -> Paths:
    return (("piece:cost:receipts", card(seat, KIND_NAMES[kind])),)


def _palace(_s: State, _seat: int, kind: int) -> Paths:
    return ((f"spot:{KIND_NAMES[kind]}",),)


def _point(_s: State, seat: int, kind: int) -> Paths:
    name = KIND_NAMES[kind]
    return (f"spot:{name}",), ("piece:cost:point", card(seat, name)), ("piece:cost:point", f"spot:{name}")


def _hire(_s: State, seat: int, pair: int) -> Paths:
    """The two cards of the bounty in either order."""
    a, b = (card(seat, KIND_NAMES[kind]) for kind in BOUNTIES[pair])
    return (a, b), (b, a)


def _fix(_s: State, seat: int, i: int) -> Paths:
    """Scrolls, then any chip with the number."""
    chips = (name for name, (_, number) in zip(SPOT_NAMES, CHIPS, strict=False) if number == LOWEST_RESULT + i)
    return tuple((card(seat, "scroll"), f"spot:{chip}") for chip in chips)


def _guard(_s: State, seat: int) -> Paths:
    return ((card(seat, "guard"),),)


def _token(_s: State, _seat: int) -> Paths:
    return (("piece:cost:token",),)


def _scroll_token(_s: State, seat: int) -> Paths:
    return ((card(seat, "scroll"), "piece:cost:token"),)


def _button(name: str) -> Callable[[State, int], Paths]:
    return lambda _s, _seat: ((f"button:{name}",),)


_MAIN = (st.MAIN,)
_TOUCHES = ACTIONS.table(
    {
        "settle": _Touch((st.SETTLE, st.ESTATE), _site),
        "found": _Touch(_MAIN, _building("foundation")),
        "house": _Touch(_MAIN, _building("house")),
        "villa": _Touch(_MAIN, _building("villa")),
        "scroll_house": _Touch(_MAIN, _by_scrolls("house")),
        "scroll_villa": _Touch(_MAIN, _by_scrolls("villa")),
        "thief": _Touch((st.ACT,), _thief),
        "rob": _Touch((st.ROB,), _rob),
        "deal": _Touch((st.PICK,), _deal),
        "bank": _Touch(_MAIN, _bank),
        "give": _Touch((st.OFFERING,), _good),
        "want": _Touch((st.OFFERING,), _want),
        "take": _Touch((st.GIFT, st.LABORATORY_STAGE), _good),
        "scroll_take": _Touch(_MAIN, _scroll_take),
        "show": _Touch((st.SHOW,), _good),
        "sell": _Touch((st.LIBRARY_STAGE,), _good),
        "discard": _Touch((st.DISCARD,), _good),
        "turn_up": _Touch(_MAIN, _turn_up),
        "palace": _Touch((st.PALACE_STAGE,), _palace),
        "point": _Touch(_MAIN, _point),
        "hire": _Touch((st.ACT,), _hire),
        "fix": _Touch((st.BEFORE,), _fix),
        "roll": _Touch((st.BEFORE,), _button("roll")),
        "guard": _Touch((st.BEFORE, st.MAIN), _guard),
        "pass": _Touch((st.ACT, st.ESTATE, st.LIBRARY_STAGE, st.ARREST_STAGE, st.PICK), _button("pass")),
        "offer": _Touch(_MAIN, _button("offer")),
        "propose": _Touch((st.OFFERING,), _button("propose")),
        "accept": _Touch((st.ANSWER,), _button("accept")),
        "refuse": _Touch((st.ANSWER,), _button("refuse")),
        "counter": _Touch((st.ANSWER,), _button("counter")),
        "token": _Touch(_MAIN, _token),
        "scroll_token": _Touch(_MAIN, _scroll_token),
        "promote": _Touch(_MAIN, _button("promote")),
        "arrest": _Touch((st.ARREST_STAGE,), _button("arrest")),
        "end": _Touch(_MAIN, _button("end")),
    }
)
