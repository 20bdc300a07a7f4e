"""Prompts: what a seat is asked to do, and a preview of what its answer would come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.action_paths import paths
from tablier.games.ankh_morpork.actions import ACTIONS
from tablier.games.ankh_morpork.board import (
    KIND_NAMES,
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
from tablier.games.ankh_morpork.board_model import buildings, has_all, members
from tablier.games.ankh_morpork.layout import spot_name
from tablier.games.ankh_morpork.phrases import (
    Arguments,
    awaited,
    good,
    goods,
    guild,
    join,
    kind,
    risk,
    said,
    seats,
    warning,
)
from tablier.games.ankh_morpork.queries import due, rate
from tablier.games.ankh_morpork.state import State
from tablier.games.ankh_morpork.trade_docks import answering, counter_terms
from tablier.scene.base import Prompts
from tablier.scene.model import Button, Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


def status(position: Position, movers: Sequence[int] = (), reader: int | None = None) -> Message:
    """The task of the seat to move, or the winner.

    ``movers`` are the seats that still have to choose where several do; by default all of them.
    """
    s: State = position.state
    movers = movers or position.movers
    if s.stage == st.OVER:
        return said("status-won", seat=seat_name(s.active), points=position.scores()[s.active])
    if s.stage == st.DISCARD:
        return said("status-discard", who=seats(movers))
    if s.stage == st.ANSWER:
        own = "yes" if reader == s.active else "no"
        return said("status-answer", who=seats(movers), seat=seat_name(s.active), own=own)
    return said("status-turn", stage=awaited(s.stage), seat=seat_name(s.mover), active=seat_name(s.active))


def prompts(position: Position, seat: int) -> Prompts:
    """What ``seat`` is asked to do; the status line if it is not to move."""
    if seat not in position.movers:
        return status(position), {}, ()
    s: State = position.state
    actions = [int(action) for action in position.moves(seat).actions]
    touched = [path for action in actions for path in paths(position, seat, action)]
    begun = dict.fromkeys(" ".join(path[:n]) for path in touched for n in range(1, len(path)))
    targets = dict.fromkeys(
        target.removeprefix("button:") for path in touched for target in path if "button:" in target
    )
    buttons = tuple(_button(s, seat, name) for name in sorted(targets, key=_rank))
    families = {ACTIONS.decode(action).family for action in actions}
    return _asked(s, seat, families), {first: _begun(s, seat, first) for first in begun}, buttons


_PRIMARY = ("roll", "propose", "accept", "arrest", "rob", "deal")


def _rank(name: str) -> int:
    verb = name.partition("-")[0]
    return _PRIMARY.index(verb) if verb in _PRIMARY else len(_PRIMARY)


_SENDS = ("roll", "propose", "accept", "refuse", "arrest", "deal", "pass", "end")
"""Buttons that say all that there is to say: they need no confirmation."""


def _button(s: State, seat: int, name: str) -> Button:
    verb, _, number = name.partition("-")
    sends, primary = verb in _SENDS, verb in _PRIMARY
    if number:
        return Button(name, said(f"button-{verb}", seat=seat_name(int(number))), primary=True, sends=sends)
    if verb == "refuse":
        forced = not has_all(s, seat, s.want[s.active])
        return Button(name, said("button-refuse"), sends=True, declines=s.active, forced=forced)
    if verb == "counter":
        return Button(name, said("button-counter"), begins=counter_terms(s, seat))
    label = said("button-pass", stage=awaited(s.stage)) if verb == "pass" else said(f"button-{verb}")
    return Button(name, label, primary=primary, sends=sends)


Families = set[str]


def _asked(s: State, seat: int, families: Families) -> Message:
    """The prompt before anything is touched; ``families`` are those of the legal actions."""
    asks = _ASKS.get(s.stage)
    return said(f"prompt-{awaited(s.stage)}", **(asks(s, seat, families) if asks else {}))


def _ask_settle(s: State, seat: int, _: Families) -> Arguments:
    return {"n": s.houses[seat].bit_count() + 1}


def _ask_before(s: State, seat: int, families: Families) -> Arguments:
    return {"warning": warning(s, seat), "fix": "yes" if "fix" in families else "no", "n": SCROLLS_DICE}


def _ask_discard(s: State, seat: int, _: Families) -> Arguments:
    number = due(s, seat)
    return {"n": number - sum(s.give[seat]), "all": number}


def _ask_act(s: State, seat: int, families: Families) -> Arguments:
    """Thief, assassin, both or neither."""
    thief = "chip" if buildings(s, seat) & THIEVES else "shades" if s.thief != SHADES else "no"
    seven = "yes" if s.phase == st.ROLLED else "no"
    return {"can": f"{thief}-hire" if "hire" in families else thief, "seven": seven}


def _ask_library(s: State, _seat: int, _: Families) -> Arguments:
    return {"n": s.left, "pays": good("scroll", LIBRARY_PAYS)}


def _ask_buildings(s: State, _seat: int, _: Families) -> Arguments:
    return {"n": s.left}


def _ask_arrest(s: State, _seat: int, _: Families) -> Arguments:
    return {"n": s.result}


def _ask_main(s: State, seat: int, _: Families) -> Arguments:
    return {"warning": warning(s, seat), "offers": "spent" if s.offers and s.offers >= s.offer_cap else "left"}


def _ask_answer(s: State, seat: int, families: Families) -> Arguments:
    if s.answer[seat] == st.COUNTERING:
        return {"countering": "yes", **_ask_offering(s, seat, families)}
    can = "yes" if has_all(s, seat, s.want[s.active]) else "no"
    terms = {"give": goods(s.give[s.active]), "want": goods(s.want[s.active])}
    return {"countering": "no", "seat": seat_name(s.active), "can": can, "began": "no", **terms}


def _ask_offering(s: State, seat: int, _: Families) -> Arguments:
    """A half-built offer."""
    give, want = s.give[seat], s.want[seat]
    began = "yes" if any(give) or any(want) else "no"
    return {"began": began, "seat": seat_name(seat), "can": "yes", "give": goods(give), "want": goods(want)}


def _ask_pick(s: State, _seat: int, _: Families) -> Arguments:
    return {"answers": join(_answers(s))}


_ASKS: dict[int, Callable[[State, int, Families], Arguments]] = {
    st.SETTLE: _ask_settle,
    st.BEFORE: _ask_before,
    st.DISCARD: _ask_discard,
    st.ACT: _ask_act,
    st.LIBRARY_STAGE: _ask_library,
    st.LABORATORY_STAGE: _ask_buildings,
    st.PALACE_STAGE: _ask_buildings,
    st.ARREST_STAGE: _ask_arrest,
    st.MAIN: _ask_main,
    st.OFFERING: _ask_offering,
    st.ANSWER: _ask_answer,
    st.PICK: _ask_pick,
}
"""The arguments of the prompt of each stage that has any."""


def _answers(s: State) -> Iterator[Message]:
    """The acceptances and counter-offers to an offer."""
    for other in answering(s):
        verb = "accepts" if s.answer[other] == st.ACCEPTED else "counters"
        yield said(verb, seat=seat_name(other))


def _begun(s: State, seat: int, first: str) -> Message:
    """What to touch after a card or a price."""
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
    return said("begun-bank", what=good(name, rate(s, seat, number)))


def ends_submission(position: Position) -> bool:
    """Is nothing half done: no offer, no discard, no theft under way, no guard just played?"""
    s: State = position.state
    return s.stage not in (st.DISCARD, st.OFFERING, st.ANSWER, st.ROB) and not (
        s.stage == st.ACT and s.phase != st.ROLLED
    )


def completes_turn(before: Position, after: Position) -> bool:
    """Does the turn pass to another seat? In the set-up every building with its gift is a turn (ANKH-2.1, ANKH-4.1)."""
    s, t = before.state, after.state
    return bool(t.active != s.active or (s.stage in st.SETUP_STAGES and t.stage != st.GIFT))


def preview(before: Position, seat: int, actions: Sequence[int], after: Position) -> Message | None:
    """What a complete submission would cost, bring or risk."""
    s: State = before.state
    t: State = after.state
    family, indices = ACTIONS.decode(actions[-1])
    if t.stage == st.OVER:
        return said("foresee-win")
    if family == "end":
        return said("foresee-end", warning=warning(s, seat)) if risk(s, seat) == "over" else None
    if family == "propose":
        key = "foresee-offer" if t.stage != s.stage or seat == t.active else "foresee-counter"
        return said(key, give=goods(t.give[seat]), want=goods(t.want[seat]))
    if family in ("accept", "refuse"):
        terms = {"give": goods(s.give[s.active]), "want": goods(s.want[s.active])}
        return said("foresee-answer", answer="yes" if family == "accept" else "no", **terms)
    if family == "discard":
        hands = zip(s.hands[seat], t.hands[seat], t.give[seat], strict=False)
        chosen = [was - now or given for was, now, given in hands]
        return said("foresee-discard", goods=goods(chosen))
    if t.stage in (st.STEAL, st.DIE, st.DRAW):
        return _chance(t, seat)
    if family == "thief":
        return said("foresee-thief", place=spot_name(*indices))
    changes = list(_changes(before, after, seat))
    return said("foresee", what=join(changes, "ankh-and-then")) if changes else None


def _chance(t: State, seat: int) -> Message:
    """What chance will decide."""
    if t.stage == st.STEAL:
        return said("foresee-steal", seat=seat_name(t.victim), place=spot_name(t.thief))
    if t.stage == st.DRAW:
        return said("foresee-token")
    own = min((buildings(t, seat) & THIEVES).bit_count(), len(SUCCEEDS) - 1)
    return said("foresee-die", least=next(members(SUCCEEDS[own])))


def _changes(before: Position, after: Position, seat: int) -> Iterator[Message]:
    """What a seat pays and receives, and its new guild points and victory points."""
    s: State = before.state
    t: State = after.state
    moved = [now - was for now, was in zip(t.hands[seat], s.hands[seat], strict=True)]
    moved.append(t.scrolls[seat] - s.scrolls[seat])
    if any(n < 0 for n in moved):
        yield said("you-pay", goods=goods([-n for n in moved]))
    if any(n > 0 for n in moved):
        yield said("you-get", goods=goods(moved))
    for number, (now, then) in enumerate(zip(t.points[seat], s.points[seat], strict=True)):
        if now > then:
            member = "yes" if then < MEMBER <= now else "no"
            yield said("you-rise", guild=guild(number), n=now, member=member)
    points = after.scores()[seat]
    if points > before.scores()[seat]:
        yield said("you-have", n=points, all=VICTORY)
