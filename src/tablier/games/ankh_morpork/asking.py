"""What a seat is asked to do, and what its answer would come to, said before it is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import (
    BOUNTIES,
    GOODS,
    KIND_NAMES,
    KINDS,
    LIBRARY_PAYS,
    MEMBER,
    SCROLLS_CARD,
    SCROLLS_DICE,
    SCROLLS_HOUSE,
    SCROLLS_TOKEN,
    SCROLLS_VILLA,
    SHADES,
    SUCCEEDS,
    THIEVES,
    VICTORY,
)
from tablier.games.ankh_morpork.guilds import rate, total
from tablier.games.ankh_morpork.layout import spot_name
from tablier.games.ankh_morpork.spending import can_scroll
from tablier.games.ankh_morpork.thief import can_hire, discarders, due, licensed
from tablier.games.ankh_morpork.touch import paths
from tablier.games.ankh_morpork.trade import has_all, silent
from tablier.games.ankh_morpork.words import (
    Arguments,
    awaited,
    good,
    goods,
    guild,
    join,
    kind,
    members,
    risk,
    said,
    seats,
    warning,
)
from tablier.scene.model import Button, Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position

Begun = dict[str, Message]


def status(position: Position) -> Message:
    """Who must do what; at the end who has won."""
    s = position.state
    if s.stage == st.OVER:
        return said("status-won", seat=seat_name(int(s.active)), points=int(total(s, int(s.active))))
    if s.stage == st.DISCARD:
        return said("status-discard", who=seats(members(discarders(s))))
    if s.stage == st.ANSWER:
        return said("status-answer", who=seats(members(silent(s))), seat=seat_name(int(s.active)))
    return said("status-turn", stage=awaited(s), seat=seat_name(int(s.mover)), active=seat_name(int(s.active)))


def prompts(position: Position, seat: int) -> tuple[Message, Begun, tuple[Button, ...]]:
    """What ``seat`` is asked to do; its status line if it is not its turn."""
    if seat not in position.movers:
        return status(position), {}, ()
    touched = [path for move in position.moves(seat) for path in paths(position, seat, move.action)]
    begun = {" ".join(path[:n]) for path in touched for n in range(1, len(path))}
    targets = dict.fromkeys(
        target.removeprefix("button:") for path in touched for target in path if "button:" in target
    )
    buttons = tuple(_button(position.state, name) for name in sorted(targets, key=_rank))
    return _asked(position.state, seat), {first: _begun(position.state, seat, first) for first in begun}, buttons


_PRIMARY = ("roll", "propose", "accept", "arrest", "rob", "deal")


def _rank(name: str) -> int:
    verb = name.partition("-")[0]
    return _PRIMARY.index(verb) if verb in _PRIMARY else len(_PRIMARY)


def _button(s: Any, name: str) -> Button:
    verb, _, number = name.partition("-")
    if number:
        return Button(name, said(f"button-{verb}", seat=seat_name(int(number))), primary=True)
    label = said("button-pass", stage=awaited(s)) if verb == "pass" else said(f"button-{verb}")
    return Button(name, label, primary=verb in _PRIMARY, sends=verb == "roll")


def _asked(s: Any, seat: int) -> Message:
    """What the prompt says before anything is touched."""
    stage = awaited(s)
    asks = _ASKS.get(int(s.stage))
    return said(f"prompt-{stage}", **(asks(s, seat) if asks else {}))


def _ask_before(s: Any, seat: int) -> Arguments:
    fix = "yes" if can_scroll(s, seat, SCROLLS_DICE) else "no"
    return {"warning": warning(s, seat), "fix": fix, "n": SCROLLS_DICE}


def _ask_discard(s: Any, seat: int) -> Arguments:
    all_ = int(due(s, seat))
    return {"n": all_ - int(s.give[seat].sum()), "all": all_}


def _ask_act(s: Any, seat: int) -> Arguments:
    """Thief, assassin, both or neither."""
    pays = any(s.hands[seat, a] > 0 and s.hands[seat, b] > 0 for a, b in BOUNTIES)
    thief = "chip" if licensed(s) else "shades" if s.thief != SHADES else "no"
    seven = "yes" if s.phase == st.ROLLED else "no"
    return {"can": f"{thief}-hire" if can_hire(s) and pays else thief, "seven": seven}


def _ask_answer(s: Any, seat: int) -> Arguments:
    if s.answer[seat] == st.COUNTERING:
        return {"countering": "yes", **_ask_offering(s, seat)}
    active = int(s.active)
    can = "yes" if has_all(s, seat, s.want[active]) else "no"
    terms = {"give": goods(s.give[active]), "want": goods(s.want[active])}
    return {"countering": "no", "seat": seat_name(active), "can": can, "began": "no", **terms}


def _ask_offering(s: Any, seat: int) -> Arguments:
    """An offer as far as it has been built."""
    began = "yes" if s.give[seat].any() or s.want[seat].any() else "no"
    terms = {"give": goods(s.give[seat]), "want": goods(s.want[seat])}
    return {"began": began, "seat": seat_name(seat), "can": "yes", **terms}


_ASKS: dict[int, Callable[[Any, int], Arguments]] = {
    st.SETTLE: lambda s, seat: {"n": int(s.houses[seat]).bit_count() + 1},
    st.BEFORE: _ask_before,
    st.DISCARD: _ask_discard,
    st.ACT: _ask_act,
    st.LIBRARY_STAGE: lambda s, _: {"n": int(s.left), "pays": good("scroll", LIBRARY_PAYS)},
    st.LABORATORY_STAGE: lambda s, _: {"n": int(s.left)},
    st.PALACE_STAGE: lambda s, _: {"n": int(s.left)},
    st.ARREST_STAGE: lambda s, _: {"n": int(s.result)},
    st.MAIN: lambda s, seat: {"warning": warning(s, seat)},
    st.OFFERING: _ask_offering,
    st.ANSWER: _ask_answer,
    st.PICK: lambda s, _: {"answers": join(_answers(s))},
}


def _answers(s: Any) -> Iterator[Message]:
    """What the others have answered to an offer, where they did not refuse it."""
    for other in range(int(s.players)):
        if s.answer[other] == st.ACCEPTED:
            yield said("accepts", seat=seat_name(other))
        elif s.answer[other] == st.COUNTERED:
            yield said("offers", seat=seat_name(other), give=goods(s.give[other]), want=goods(s.want[other]))


def _begun(s: Any, seat: int, first: str) -> Message:
    """What to touch next, once a card or a price has been touched."""
    _, _, name = first.rpartition(":")
    if "piece:cost:" in first:
        return said("begun-cost", what=name)
    if name == "scroll":
        if s.stage == st.BEFORE:
            return said("begun-fix", n=SCROLLS_DICE)
        prices = {"card": SCROLLS_CARD, "token": SCROLLS_TOKEN, "house": SCROLLS_HOUSE, "villa": SCROLLS_VILLA}
        return said("begun-scroll", **prices)
    number = KIND_NAMES.index(name)
    if s.stage == st.ACT:
        return said("begun-bounty", kind=kind(number))
    return said("begun-bank", what=goods(_one(number, int(rate(s, seat, number)))))


def _one(number: int, n: int) -> list[int]:
    """So many of one good, and none of the others."""
    return [n * (i == number) for i in range(GOODS)]


def turn_begins(position: Position) -> bool:
    """Is nothing half done: no offer, no discard, no thief on his way, no guard without his errand?"""
    s = position.state
    return s.stage not in (st.DISCARD, st.OFFERING, st.ANSWER, st.ROB) and not (
        s.stage == st.ACT and s.phase != st.ROLLED
    )


def completes_turn(before: Position, after: Position) -> bool:
    """Does the turn pass to another seat? In the set-up every building with its gift is a turn (ANKH-2.1, ANKH-4.1)."""
    s, t = before.state, after.state
    return bool(t.active != s.active or (s.stage <= st.GIFT and t.stage != st.GIFT))


def foresee(before: Position, seat: int, actions: Sequence[int], after: Position) -> Message | None:
    """What a complete submission would come to: what it costs and brings, or what it risks."""
    s, t, action = before.state, after.state, actions[-1]
    if t.stage == st.OVER:
        return said("foresee-win")
    if action == st.END:
        return said("foresee-end", warning=warning(s, seat)) if risk(s, seat) == "over" else None
    if action == st.PROPOSE:
        key = "foresee-offer" if t.stage != s.stage or seat == t.active else "foresee-counter"
        return said(key, give=goods(t.give[seat]), want=goods(t.want[seat]))
    if action in (st.ACCEPT, st.REFUSE):
        terms = {"give": goods(s.give[s.active]), "want": goods(s.want[s.active])}
        return said("foresee-answer", answer="yes" if action == st.ACCEPT else "no", **terms)
    if st.DISCARD_KIND <= action < st.TURN_UP:
        chosen = [int(s.hands[seat, k] - t.hands[seat, k]) or int(t.give[seat, k]) for k in range(KINDS)]
        return said("foresee-discard", goods=goods(chosen))
    if t.stage in (st.STEAL, st.DIE, st.DRAW):
        return _chance(t, seat)
    if st.THIEF_TO <= action < st.ROB_SEAT:
        return said("foresee-thief", place=spot_name(action - st.THIEF_TO))
    changes = list(_changes(s, t, seat))
    return said("foresee", what=join(changes, "ankh-and-then")) if changes else None


def _chance(t: Any, seat: int) -> Message:
    """What is left to chance."""
    if t.stage == st.STEAL:
        return said("foresee-steal", seat=seat_name(int(t.victim)), place=spot_name(int(t.thief)))
    if t.stage == st.DRAW:
        return said("foresee-token")
    own = min(int(st.count_at(t, seat, THIEVES)), len(SUCCEEDS) - 1)
    faces = list(members(SUCCEEDS[own]))
    return said("foresee-die", least=faces[0])


def _changes(s: Any, t: Any, seat: int) -> Iterator[Message]:
    """What a seat pays and receives, and what becomes of its guild points and its victory points."""
    moved = [int(t.hands[seat, k]) - int(s.hands[seat, k]) for k in range(KINDS)]
    moved.append(int(t.scrolls[seat]) - int(s.scrolls[seat]))
    if any(n < 0 for n in moved):
        yield said("you-pay", goods=goods([-n for n in moved]))
    if any(n > 0 for n in moved):
        yield said("you-get", goods=goods(moved))
    for number in range(KINDS):
        now, then = int(t.points[seat, number]), int(s.points[seat, number])
        if now > then:
            member = "yes" if then < MEMBER <= now else "no"
            yield said("you-rise", guild=guild(number), n=now, member=member)
    points = int(total(t, seat))
    if points > total(s, seat):
        yield said("you-have", n=points, all=VICTORY)
