"""Narration: each ply in words for one reader, then its public consequences.

Plies are told from complete states (:func:`capture_events`), their consequences from what the reader may know of these.
Discards and answers to an offer are told when the last one has been made; before that, only that a seat has chosen. A
stolen card and a drawn token are named only to the seats that may know them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tablier.core.seats import CHANCE, SPECTATOR
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.actions import ACTIONS, LOWEST_RESULT
from tablier.games.ankh_morpork.board import (
    BOUNTIES,
    GUILD,
    HAND_LIMIT,
    KIND_CHIP,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    MEMBER,
    SCROLLS_DICE,
    WORK_CHIP,
    WORK_OF,
)
from tablier.games.ankh_morpork.board_model import buildings, members
from tablier.games.ankh_morpork.layout import site_name, spot_name
from tablier.games.ankh_morpork.notation import TOKEN_NAMES
from tablier.games.ankh_morpork.phrases import Arguments, awaited, by_seat, good, goods, guild, kind, said, seats
from tablier.games.ankh_morpork.prompts import status
from tablier.games.ankh_morpork.queries import due
from tablier.games.ankh_morpork.state import State
from tablier.scene.model import Flash, Line, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


class Ply(NamedTuple):
    """One ply with the complete states before and after it."""

    seat: int
    action: int
    before: State
    after: State


def capture_events(before: Position, seat: int, actions: Sequence[int]) -> tuple[Ply, ...]:
    """The plies of a submission with complete states, from which :func:`narrate` hides what a reader may not know."""
    plies = []
    now: State = before.state.copy()
    for action in actions:
        then = now.copy()
        now.runtime.apply(now, seat, action)
        plies.append(Ply(seat, action, then, now.copy()))
    return tuple(plies)


def narrate(
    before: Position, seat: int, actions: Sequence[int], after: Position, reader: int | None, events: Sequence[object]
) -> list[Line]:
    """What a submission did, or what chance did after it, as ``reader`` may know it."""
    if seat == CHANCE:
        lines = list(_outcome(before.state, actions[0], after.state, reader))
    else:
        lines = [line for ply in events for line in _told(cast("Ply", ply), reader)]
        if ACTIONS.decode(actions[-1]).family in ("offer", "give", "want"):  # not proposed yet
            lines.append(_line("offering", seat))
        elif not lines and CHANCE not in after.movers:
            lines.append(Line(status(after), seat=seat))
    if after.outcome():
        lines.append(Line(status(after), seat=after.state.active))
    return lines


def _hidden(s: State, reader: int | None) -> State:
    seen = s.copy()
    s.runtime.hide(seen, SPECTATOR if reader is None else reader)
    return seen


def _told(ply: Ply, reader: int | None) -> Iterator[Line]:
    s = ply.before
    if s.stage == st.DISCARD:
        yield from _discarded(ply)
    elif s.stage == st.ANSWER:
        yield from _answered(ply)
    else:
        family, indices = ACTIONS.decode(ply.action)
        for key, ids, arguments in _DEEDS[family](ply, *indices):
            yield _line(key, ply.seat, *ids, **arguments)
    yield from _consequences(_hidden(s, reader), _hidden(ply.after, reader), reader)


def _line(key: str, seat: int, *ids: str, **arguments: Any) -> Line:
    return Line(said(f"say-{key}", seat=seat_name(seat), **arguments), ids, seat)


# Plies


Deed = Iterator[tuple[str, tuple[str, ...], Arguments]]
"""Key of the text, ids of the pieces concerned, arguments."""


def _settled(ply: Ply, site: int) -> Deed:
    key = "inherits" if ply.before.stage == st.ESTATE else "settles"
    yield key, (f"site:{site}",), {"site": site_name(site)}
    if got := ply.after.held[ply.seat] - ply.before.held[ply.seat]:
        name = next(name for name, sites in zip(KIND_NAMES, GUILD, strict=True) if sites >> site & 1)
        yield "receives", (f"bank:{name}",), {"goods": good(name, got)}


def _built(what: str) -> Callable[[Ply, int], Deed]:
    def deed(ply: Ply, site: int) -> Deed:
        yield "builds", (f"site:{site}",), {"what": what, "site": site_name(site), "scrolls": _scrolls_paid(ply)}

    return deed


def _scrolls_paid(ply: Ply) -> int:
    return ply.before.scrolls[ply.seat] - ply.after.scrolls[ply.seat]


def _moved(_: Ply, spot: int) -> Deed:
    yield "thief", ("thief",), {"place": spot_name(spot)}


def _dealt(ply: Ply, other: int) -> Deed:
    """A partner is chosen: the terms are the partner's after a counter-offer."""
    s = ply.before
    if s.answer[other] == st.COUNTERED:
        give, want = s.want[other], s.give[other]
    else:
        give, want = s.give[ply.seat], s.want[ply.seat]
    yield "deal", (), {"other": seat_name(other), "give": goods(give), "want": goods(want)}


def _changed(ply: Ply, given: int, received: int) -> Deed:
    n = ply.after.bank[given] - ply.before.bank[given]
    terms: Arguments = {"give": good(KIND_NAMES[given], n), "want": good(KIND_NAMES[received], 1)}
    yield "bank", (f"bank:{KIND_NAMES[given]}", f"bank:{KIND_NAMES[received]}"), terms


def _by_kind(key: str) -> Callable[[Ply, int], Deed]:
    """A ply about cards of one kind."""

    def deed(ply: Ply, number: int) -> Deed:
        name = KIND_NAMES[number]
        paid = abs(ply.after.bank[number] - ply.before.bank[number]) or 1
        terms: Arguments = {"goods": good(name, paid), "guild": guild(number), "scrolls": abs(_scrolls_paid(ply))}
        yield key, (f"bank:{name}",), terms

    return deed


def _shown(_: Ply, number: int) -> Deed:
    yield "shows", (), {"kind": kind(number)}


def _hired(ply: Ply, pair: int) -> Deed:
    cell = next(members(ply.after.track & ~ply.before.track))
    bounty = goods(int(k in BOUNTIES[pair]) for k in range(KINDS))
    yield "hires", (f"assassin:{cell}",), {"goods": bounty, "n": cell}


def _fixed(_: Ply, i: int) -> Deed:
    yield "fixes", ("dice",), {"n": LOWEST_RESULT + i, "scrolls": SCROLLS_DICE}


def _proposed(ply: Ply) -> Deed:
    yield "offers", (), {"give": goods(ply.before.give[ply.seat]), "want": goods(ply.before.want[ply.seat])}


def _passed(ply: Ply) -> Deed:
    yield "passes", (), {"stage": awaited(ply.before)}


def _token(ply: Ply) -> Deed:
    yield "token", (), {"scrolls": _scrolls_paid(ply)}


def _promoted(ply: Ply) -> Deed:
    yield "promoted", (), {"rank": ply.after.rank[ply.seat]}


def _plain(key: str) -> Callable[[Ply], Deed]:
    return lambda _: iter([(key, (), {})])


def _untold(_: Ply, *_indices: int) -> Deed:
    """Told by chance (the dice, a theft), by the end of an offer, or when all have chosen."""
    return iter(())


_DEEDS: dict[str, Callable[..., Deed]] = ACTIONS.table(
    {
        "settle": _settled,
        "found": _built("foundation"),
        "house": _built("house"),
        "villa": _built("villa"),
        "scroll_house": _built("house"),
        "scroll_villa": _built("villa"),
        "thief": _moved,
        "rob": _untold,
        "deal": _dealt,
        "bank": _changed,
        "give": _untold,
        "want": _untold,
        "take": _by_kind("takes"),
        "scroll_take": _by_kind("takes"),
        "show": _shown,
        "sell": _by_kind("sells"),
        "discard": _untold,
        "turn_up": _by_kind("receipts"),
        "palace": _by_kind("announces"),
        "point": _by_kind("buys-point"),
        "hire": _hired,
        "fix": _fixed,
        "roll": _untold,
        "guard": _plain("guard"),
        "pass": _passed,
        "offer": _untold,
        "propose": _proposed,
        "accept": _untold,
        "refuse": _untold,
        "counter": _untold,
        "token": _token,
        "scroll_token": _token,
        "promote": _promoted,
        "arrest": _untold,
        "end": _plain("ends"),
    }
)


# Choices that are revealed together


def _discarded(ply: Ply) -> Iterator[Line]:
    """That a seat has chosen; when all have, the discards of each."""
    s = ply.before
    chosen = s.give.tolist()
    chosen[ply.seat][ACTIONS.decode(ply.action).indices[0]] += 1
    if ply.after.stage != st.DISCARD:
        for seat in range(s.players):
            if any(chosen[seat]):
                yield _line("discards", seat, goods=goods(chosen[seat]))
    elif sum(chosen[ply.seat]) == due(s, ply.seat):
        yield _line("chosen", ply.seat)


def _answered(ply: Ply) -> Iterator[Line]:
    """That a seat has answered; when all have, every answer and its result."""
    s, t, active = ply.before, ply.after, ply.before.active
    if t.stage == st.ANSWER:
        if t.answer[ply.seat] not in st.PENDING:
            yield _line("answered", ply.seat)
        return
    answers = s.answer.tolist()
    answers[ply.seat] = _LAST_ANSWERS[ACTIONS.decode(ply.action).family]
    for seat in range(s.players):
        if seat != active:
            terms: Arguments = {"give": goods(s.give[seat]), "want": goods(s.want[seat])}
            yield _line(f"answer-{_ANSWERS[answers[seat]]}", seat, **terms)
    takers = [seat for seat in range(s.players) if answers[seat] == st.ACCEPTED]
    if t.stage == st.MAIN and takers:
        yield _line("deal", active, other=seat_name(takers[0]), give=goods(s.give[active]), want=goods(s.want[active]))
    elif t.stage == st.MAIN:
        yield Line(said("say-lapsed"), seat=active)


_LAST_ANSWERS = {"accept": st.ACCEPTED, "refuse": st.REFUSED, "propose": st.COUNTERED}
_ANSWERS = {st.REFUSED: "no", st.ACCEPTED: "yes", st.COUNTERED: "counter"}


# Chance


def _outcome(s: State, outcome: int, t: State, reader: int | None) -> Iterator[Line]:
    """An outcome of chance, as far as the reader may know it; both states are hidden from the reader already."""
    active = s.active
    if s.stage == st.DICE:
        flash = (Flash(f"dice-{outcome}", "dice"),)
        yield Line(said("say-rolls", seat=seat_name(active), n=outcome), ("dice",), active, flash=flash)
    elif s.stage == st.STEAL:
        yield _line("steals", active, "thief", victim=seat_name(s.victim))
        if reader in (active, s.victim):
            key = "stolen-by-you" if reader == active else "stolen-from-you"
            yield Line(said(f"say-{key}", kind=kind(outcome)), seat=reader)
    elif s.stage == st.DIE:
        done = "yes" if t.stage == st.ESTATE else "no"
        flash = (Flash(f"die-{outcome}", "die"),)
        yield Line(said("say-strikes", seat=seat_name(active), n=outcome, done=done), (), active, flash=flash)
    elif reader == active:
        yield _line("drawn", active, token=TOKEN_NAMES[outcome])
    yield from _consequences(s, t, reader)


# Consequences


def _consequences(s: State, t: State, reader: int | None) -> Iterator[Line]:
    """What a ply or an outcome led to, from the states before and after it."""
    if s.stage in (st.BEFORE, st.DICE) and t.phase != st.EARLY:
        yield from _resolved(s, t)
    if s.stage == st.SHOW:
        yield from _begged(s, t)
    yield from _risen(s, t)
    if t.fire != s.fire:
        flash = (Flash("fire", "alchemists10:fire"),) if t.fire else ()
        yield Line(said("say-fire", on=t.fire), ("fire",), flash=flash)
    for seat in range(t.players):
        if t.arrests[seat] > s.arrests[seat]:
            cell = next(members(s.track & ~t.track))
            yield _line("arrests", seat, f"assassin:{cell}", n=cell)
        if t.receipts[seat] < s.receipts[seat]:
            yield _line("receipt", seat, n=t.receipts[seat])
    if reader is not None and reader < t.players and _endangered(s, t, reader):
        yield Line(said("say-warning", n=t.held[reader], half=t.held[reader] // 2), seat=reader)


def _endangered(s: State, t: State, seat: int) -> bool:
    """Has a hand passed the limit, or lost the receipt that covered it?"""
    bare = t.held[seat] > HAND_LIMIT and t.receipts[seat] == 0
    return bare and (s.held[seat] <= HAND_LIMIT or s.receipts[seat] > 0)


def _resolved(s: State, t: State) -> Iterator[Line]:
    """What each seat gets from a result of the dice."""
    if t.result == 7:
        if t.stage == st.DISCARD:
            yield Line(said("say-too-many", who=seats(members(t.runtime.movers(t)))))
        return
    given = list(_produced(s, t))
    written = list(_written(s, t))
    yield from given
    yield from written
    if not given and not written and t.stage == st.MAIN and t.fire == s.fire:
        yield Line(said("say-quiet"))


def _produced(s: State, t: State) -> Iterator[Line]:
    """The cards of the guild, or why there are none."""
    number = KIND_OF[t.result]
    if gains := _gains(s.held, t.held):
        name = KIND_NAMES[number]
        what = by_seat((seat, good(name, n)) for seat, n in gains)
        yield Line(said("say-produces", guild=guild(number), who=what), (f"bank:{name}",))
    elif number >= 0 and KIND_CHIP[t.result] == s.thief:
        yield Line(said("say-blocked", place=spot_name(s.thief)), ("thief",))
    elif number >= 0 and any(buildings(s, seat) & GUILD[number] for seat in range(s.players)):
        yield Line(said("say-short", kind=kind(number)), (f"bank:{KIND_NAMES[number]}",))


def _written(s: State, t: State) -> Iterator[Line]:
    """The scrolls of the university, or that the thief blocks a district."""
    if gains := _gains(s.scrolls, t.scrolls):
        yield Line(said("say-university", who=by_seat((seat, good("scroll", n)) for seat, n in gains)))
    elif WORK_OF[t.result] and WORK_CHIP[t.result] == s.thief:
        yield Line(said("say-blocked", place=spot_name(s.thief)), ("thief",))


def _gains(before: Iterable[int], after: Iterable[int]) -> list[tuple[int, int]]:
    """The seats whose counts have grown, and by how much."""
    return [(seat, now - was) for seat, (was, now) in enumerate(zip(before, after, strict=True)) if now > was]


def _begged(s: State, t: State) -> Iterator[Line]:
    """Cards of the kind that was shown."""
    found = [number for number, (was, now) in enumerate(zip(s.bank, t.bank, strict=True)) if now < was]
    for number in found:
        who = by_seat((seat, good(KIND_NAMES[number], n)) for seat, n in _gains(s.held, t.held))
        yield Line(said("say-beggars", who=who), (f"bank:{KIND_NAMES[number]}",))
    if not found:
        yield Line(said("say-beggars-none"))


def _risen(s: State, t: State) -> Iterator[Line]:
    """Guild points, memberships and presidents."""
    before, after = s.points, t.points
    for number, name in enumerate(KIND_NAMES):
        for seat in range(t.players):
            now, then = after[seat, number], before[seat, number]
            if now > then:
                member = "yes" if then < MEMBER <= now else "no"
                yield _line("rises", seat, f"point:{name}:{seat}", guild=guild(number), n=now, member=member)
        if t.president[number] != s.president[number]:
            yield _line("presides", t.president[number] - 1, f"flag:{name}", guild=guild(number))
