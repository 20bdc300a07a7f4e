"""Plies as advice. The plies of an offer, and cards that leave or reach a hand one by one, are told together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tablier.games.ankh_morpork.actions import ACTIONS, LOWEST_RESULT
from tablier.games.ankh_morpork.board import BOUNTIES, GOODS, KIND_NAMES, KINDS
from tablier.games.ankh_morpork.layout import site_name, spot_name
from tablier.games.ankh_morpork.phrases import Arguments, awaited, good, goods, guild, join, kind, said
from tablier.games.ankh_morpork.state import State
from tablier.games.ankh_morpork.trade_docks import composing
from tablier.moves import Move
from tablier.scene.model import Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position

_OFFER = ("offer", "counter", "give", "want", "propose")
_CARDS = ("discard", "sell", "take", "scroll_take")


def describe(position: Position, seat: int, actions: Sequence[int]) -> Message:
    """The plies of a turn, one after the other."""
    return join(_parts(position, seat, actions))


def _parts(position: Position, seat: int, actions: Sequence[int]) -> Iterator[Message]:
    now, left = position.copy(), len(actions)
    for run, plies in groupby(actions, key=_run):
        same = list(plies)
        yield _together(now.state, seat, run, same)
        left -= len(same)
        if left:
            for action in same:
                now.push(Move(seat, action, now.name(action, seat)))


def _run(action: int) -> str | int:
    """Plies with the same value are told together."""
    family = ACTIONS.decode(action).family
    return "offer" if family in _OFFER else family if family in _CARDS else action


def _together(s: State, seat: int, run: str | int, actions: Sequence[int]) -> Message:
    if run == "offer":
        return _offer(s, seat, actions)
    if isinstance(run, str):
        return _do(run, goods=goods(_counts(run, actions)))
    family, indices = ACTIONS.decode(actions[0])
    if family == "pass":
        return _do("pass", stage=awaited(s.stage))
    return _do(family, **(_NAMED[family](*indices) if family in _NAMED else {}))


def _do(what: str, **arguments: str | int | Message) -> Message:
    return said(f"do-{what.replace('_', '-')}", **arguments)


def _counts(family: str, actions: Sequence[int]) -> list[int]:
    """How many of each good the plies of a family name."""
    named = [indices[0] for what, indices in map(ACTIONS.decode, actions) if what == family]
    return [named.count(number) for number in range(GOODS)]


def _offer(s: State, seat: int, actions: Sequence[int]) -> Message:
    """The terms of an offer; those that were named before belong to it, too."""
    give, want = _counts("give", actions), _counts("want", actions)
    if composing(s, seat) is not None:
        give = [a + b for a, b in zip(give, s.give[seat], strict=True)]
        want = [a + b for a, b in zip(want, s.want[seat], strict=True)]
    return _do("offer", give=goods(give), want=goods(want))


def _site(site: int) -> Arguments:
    return {"site": site_name(site)}


def _kind(number: int) -> Arguments:
    return {"kind": kind(number)}


def _guild(number: int) -> Arguments:
    return {"guild": guild(number)}


def _seat(seat: int) -> Arguments:
    return {"seat": seat_name(seat)}


_NAMED: dict[str, Callable[..., Arguments]] = {
    **dict.fromkeys(("settle", "found", "house", "villa", "scroll_house", "scroll_villa"), _site),
    "thief": lambda spot: {"place": spot_name(spot)},
    "rob": _seat,
    "deal": _seat,
    "bank": lambda given, received: {"give": kind(given), "want": good(KIND_NAMES[received], 1)},
    "show": _kind,
    "turn_up": lambda number: {"goods": good(KIND_NAMES[number], 1)},
    "palace": _guild,
    "point": _guild,
    "hire": lambda bounty: {"goods": goods(int(number in BOUNTIES[bounty]) for number in range(KINDS))},
    "fix": lambda result: {"n": LOWEST_RESULT + result},
}
"""What the texts of families name."""
