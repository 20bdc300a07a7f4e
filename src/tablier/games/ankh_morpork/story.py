"""What happened, told to one reader: each ply in words, then whatever it changed for everybody to see.

Plies are told from complete records (``witness``), their consequences from what the reader may know of these. Discards
and answers to an offer are told when the last one has been made; before that, only that a seat has chosen. A stolen
card and a drawn token are named to those alone who may know them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablier.engine import protocol
from tablier.engine.bits import popcount
from tablier.engine.protocol import CHANCE, SPECTATOR
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.asking import status
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
    SITES,
    WORK_CHIP,
    WORK_OF,
)
from tablier.games.ankh_morpork.layout import site_name, spot_name
from tablier.games.ankh_morpork.notation import TOKEN_NAMES
from tablier.games.ankh_morpork.thief import discarders, due
from tablier.games.ankh_morpork.words import Arguments, awaited, by_seat, good, goods, guild, kind, members, said, seats
from tablier.scene.model import Flash, Line, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


class Ply(NamedTuple):
    """One ply with the complete records before and after it."""

    seat: int
    action: int
    before: Any
    after: Any


def witness(before: Position, seat: int, actions: Sequence[int], _after: Position) -> tuple[Ply, ...]:
    """The plies of a submission, to be hidden from whoever is told."""
    plies = []
    now = before.state.copy()
    for action in actions:
        then = now.copy()
        protocol.apply(now, seat, action)
        plies.append(Ply(seat, action, then, now.copy()))
    return tuple(plies)


def tell(
    before: Position,
    seat: int,
    actions: Sequence[int],
    after: Position,
    reader: int | None,
    witnessed: Sequence[Ply] = (),
) -> list[Line]:
    """What a submission did, or what chance did after it, as ``reader`` may know it."""
    if seat == CHANCE:
        lines = list(_befallen(before.state, actions[0], after.state, reader))
    else:
        lines = [line for ply in witnessed for line in _told(ply, reader)]
        if actions[-1] in _BUILDING:
            lines.append(_line("offering", seat))
        elif not lines and CHANCE not in after.movers:
            lines.append(Line(status(after), seat=seat))
    if after.outcome():
        lines.append(Line(status(after), seat=int(after.state.active)))
    return lines


_BUILDING = (st.OFFER, *range(st.GIVE, st.TAKE))
"""An offer that is not proposed yet."""


def _hidden(state: Any, reader: int | None) -> Any:
    seen = state.copy()
    protocol.hide(seen, SPECTATOR if reader is None else reader)
    return seen


def _told(ply: Ply, reader: int | None) -> Iterator[Line]:
    s = ply.before
    if s.stage == st.DISCARD:
        yield from _discarded(ply)
    elif s.stage == st.ANSWER:
        yield from _answered(ply)
    else:
        for words, ids in _deed(ply):
            yield Line(words, ids, ply.seat)
    yield from _consequences(_hidden(s, reader), _hidden(ply.after, reader), reader)


def _line(key: str, seat: int, *ids: str, **arguments: Any) -> Line:
    return Line(said(f"say-{key}", seat=seat_name(seat), **arguments), ids, seat)


Deed = Iterator[tuple[Any, tuple[str, ...]]]


def _deed(ply: Ply) -> Deed:
    """A ply in words, with the pieces concerned; nothing where chance or the next ply tells it."""
    seat, action, s = ply.seat, ply.action, ply.before
    for first, n, how in _DEEDS:
        if first <= action < first + n:
            for key, ids, arguments in how(ply, s, action - first):
                yield said(f"say-{key}", seat=seat_name(seat), **arguments), ids
            return


Part = tuple[str, tuple[str, ...], Arguments]


def _settled(ply: Ply, s: Any, site: int) -> Iterator[Part]:
    key = "inherits" if s.stage == st.ESTATE else "settles"
    yield key, (f"site:{site}",), {"site": site_name(site)}
    if got := int(ply.after.held[ply.seat] - s.held[ply.seat]):
        number = next(k for k in range(KINDS) if int(GUILD[k]) >> site & 1)
        yield "receives", (f"bank:{KIND_NAMES[number]}",), {"goods": good(KIND_NAMES[number], got)}


def _built(what: str, scrolls: bool = False) -> Callable[[Ply, Any, int], Iterator[Part]]:
    def how(ply: Ply, s: Any, site: int) -> Iterator[Part]:
        paid = int(s.scrolls[ply.seat] - ply.after.scrolls[ply.seat]) if scrolls else 0
        yield "builds", (f"site:{site}",), {"what": what, "site": site_name(site), "scrolls": paid}

    return how


def _moved(_: Ply, _s: Any, spot: int) -> Iterator[Part]:
    yield "thief", ("thief",), {"place": spot_name(spot)}


def _dealt(ply: Ply, s: Any, other: int) -> Iterator[Part]:
    """A partner is chosen: the terms are his if he made a counter-offer."""
    if s.answer[other] == st.COUNTERED:
        give, want = s.want[other], s.give[other]
    else:
        give, want = s.give[ply.seat], s.want[ply.seat]
    yield "deal", (), {"other": seat_name(other), "give": goods(give), "want": goods(want)}


def _changed(ply: Ply, s: Any, pair: int) -> Iterator[Part]:
    given, received = divmod(pair, KINDS)
    n = int(ply.after.bank[given] - s.bank[given])
    terms: Arguments = {"give": good(KIND_NAMES[given], n), "want": good(KIND_NAMES[received], 1)}
    yield "bank", (f"bank:{KIND_NAMES[given]}", f"bank:{KIND_NAMES[received]}"), terms


def _by_kind(key: str) -> Callable[[Ply, Any, int], Iterator[Part]]:
    """A ply about one card of a kind."""

    def how(ply: Ply, s: Any, number: int) -> Iterator[Part]:
        paid = abs(int(ply.after.bank[number] - s.bank[number])) or 1
        scrolls = abs(int(ply.after.scrolls[ply.seat] - s.scrolls[ply.seat]))
        terms: Arguments = {"goods": good(KIND_NAMES[number], paid), "guild": guild(number), "scrolls": scrolls}
        yield key, (f"bank:{KIND_NAMES[number]}",), terms

    return how


def _shown(_: Ply, _s: Any, number: int) -> Iterator[Part]:
    yield "shows", (), {"kind": kind(number)}


def _hired(ply: Ply, s: Any, pair: int) -> Iterator[Part]:
    cell = next(members(int(ply.after.track) & ~int(s.track)))
    bounty = goods([int(k in BOUNTIES[pair]) for k in range(KINDS)])
    yield "hires", (f"assassin:{cell}",), {"goods": bounty, "n": cell}


def _fixed(_: Ply, _s: Any, i: int) -> Iterator[Part]:
    yield "fixes", ("dice",), {"n": i + 2, "scrolls": SCROLLS_DICE}


def _proposed(ply: Ply, s: Any, _: int) -> Iterator[Part]:
    yield "offers", (), {"give": goods(s.give[ply.seat]), "want": goods(s.want[ply.seat])}


def _passed(_: Ply, s: Any, _i: int) -> Iterator[Part]:
    yield "passes", (), {"stage": awaited(s)}


def _plainly(key: str) -> Callable[[Ply, Any, int], Iterator[Part]]:
    def how(_: Ply, _s: Any, _i: int) -> Iterator[Part]:
        yield key, (), {}

    return how


def _token(ply: Ply, s: Any, _: int) -> Iterator[Part]:
    yield "token", (), {"scrolls": int(s.scrolls[ply.seat] - ply.after.scrolls[ply.seat])}


def _promoted(ply: Ply, _s: Any, _: int) -> Iterator[Part]:
    yield "promoted", (), {"rank": int(ply.after.rank[ply.seat])}


_DEEDS: tuple[tuple[int, int, Callable[[Ply, Any, int], Iterator[Part]]], ...] = (
    (st.SETTLE_AT, SITES, _settled),
    (st.FOUND_AT, SITES, _built("foundation")),
    (st.HOUSE_AT, SITES, _built("house")),
    (st.VILLA_AT, SITES, _built("villa")),
    (st.SCROLL_HOUSE_AT, SITES, _built("house", scrolls=True)),
    (st.SCROLL_VILLA_AT, SITES, _built("villa", scrolls=True)),
    (st.THIEF_TO, st.ROB_SEAT - st.THIEF_TO, _moved),
    (st.DEAL_WITH, st.BANK - st.DEAL_WITH, _dealt),
    (st.BANK, KINDS * KINDS, _changed),
    (st.TAKE, KINDS, _by_kind("takes")),
    (st.SCROLL_TAKE, KINDS, _by_kind("takes")),
    (st.SHOW_KIND, KINDS, _shown),
    (st.SELL, KINDS, _by_kind("sells")),
    (st.TURN_UP, KINDS, _by_kind("receipts")),
    (st.PALACE_POINT, KINDS, _by_kind("announces")),
    (st.BUY_POINT, KINDS, _by_kind("buys-point")),
    (st.HIRE, len(BOUNTIES), _hired),
    (st.FIX, 11, _fixed),
    (st.GUARD, 1, _plainly("guard")),
    (st.PASS, 1, _passed),
    (st.PROPOSE, 1, _proposed),
    (st.TOKEN, 1, _token),
    (st.SCROLL_TOKEN, 1, _token),
    (st.PROMOTE, 1, _promoted),
    (st.END, 1, _plainly("ends")),
)
"""Families of actions; what is missing is told by chance (the dice, a theft) or by the end of an offer."""


# Choices that are revealed together


def _discarded(ply: Ply) -> Iterator[Line]:
    """That a seat has chosen; when all have, what each gives back."""
    s = ply.before
    chosen = s.give.copy()
    chosen[ply.seat, ply.action - st.DISCARD_KIND] += 1
    if ply.after.stage != st.DISCARD:
        for seat in range(int(s.players)):
            if chosen[seat].any():
                yield _line("discards", seat, goods=goods(chosen[seat]))
    elif chosen[ply.seat].sum() == due(s, ply.seat):
        yield _line("chosen", ply.seat)


def _answered(ply: Ply) -> Iterator[Line]:
    """That a seat has answered; when all have, every answer and what came of it."""
    s, t, active = ply.before, ply.after, int(ply.before.active)
    if t.stage == st.ANSWER:
        if t.answer[ply.seat] > st.COUNTERING:
            yield _line("answered", ply.seat)
        return
    answers = s.answer.copy()
    given = {st.ACCEPT: st.ACCEPTED, st.REFUSE: st.REFUSED, st.PROPOSE: st.COUNTERED}
    answers[ply.seat] = given[ply.action]
    for seat in range(int(s.players)):
        if seat != active:
            terms: Arguments = {"give": goods(s.give[seat]), "want": goods(s.want[seat])}
            yield _line(f"answer-{_ANSWERS[int(answers[seat])]}", seat, **terms)
    takers = [seat for seat in range(int(s.players)) if answers[seat] == st.ACCEPTED]
    if t.stage == st.MAIN and takers:
        yield _line("deal", active, other=seat_name(takers[0]), give=goods(s.give[active]), want=goods(s.want[active]))
    elif t.stage == st.MAIN:
        yield Line(said("say-lapsed"), seat=active)


_ANSWERS = {st.REFUSED: "no", st.ACCEPTED: "yes", st.COUNTERED: "counter"}


# Chance


def _befallen(s: Any, outcome: int, t: Any, reader: int | None) -> Iterator[Line]:
    """What chance brought, as far as the reader may know; ``s`` and ``t`` are hidden from the reader already."""
    active = int(s.active)
    if s.stage == st.DICE:
        flash = (Flash(f"dice-{outcome}", "dice"),)
        yield Line(said("say-rolls", seat=seat_name(active), n=outcome), ("dice",), active, flash=flash)
    elif s.stage == st.STEAL:
        victim = int(s.victim)
        yield _line("steals", active, "thief", victim=seat_name(victim))
        if reader in (active, victim):
            key = "stolen-by-you" if reader == active else "stolen-from-you"
            yield Line(said(f"say-{key}", kind=kind(outcome)), seat=reader)
    elif s.stage == st.DIE:
        done = "yes" if t.stage == st.ESTATE else "no"
        flash = (Flash(f"die-{outcome}", "die"),)
        yield Line(said("say-strikes", seat=seat_name(active), n=outcome, done=done), (), active, flash=flash)
    elif reader == active:
        yield _line("drawn", active, token=TOKEN_NAMES[outcome])
    yield from _consequences(s, t, reader)


# What everybody sees change


def _consequences(s: Any, t: Any, reader: int | None) -> Iterator[Line]:
    """What a ply or an outcome led to, from the records before and after it."""
    if s.stage in (st.BEFORE, st.DICE) and t.phase >= st.ROLLED:
        yield from _resolved(s, t)
    if s.stage == st.SHOW:
        yield from _begged(s, t)
    yield from _risen(s, t)
    if t.fire != s.fire:
        yield Line(
            said("say-fire", on=int(t.fire)), ("fire",), flash=(Flash("fire", "alchemists10:fire"),) if t.fire else ()
        )
    for seat in range(int(t.players)):
        if t.arrests[seat] > s.arrests[seat]:
            cell = next(members(int(s.track) & ~int(t.track)))
            yield _line("arrests", seat, f"assassin:{cell}", n=cell)
        if t.receipts[seat] < s.receipts[seat]:
            yield _line("receipt", seat, n=int(t.receipts[seat]))
    if reader is not None and reader < t.players and _grown(s, t, reader):
        yield Line(said("say-warning", n=int(t.held[reader]), half=int(t.held[reader]) // 2), seat=reader)


def _grown(s: Any, t: Any, seat: int) -> bool:
    """Has a hand passed the limit, or lost the receipt that covered it?"""
    bare = t.held[seat] > HAND_LIMIT and t.receipts[seat] == 0
    return bool(bare and (s.held[seat] <= HAND_LIMIT or s.receipts[seat] > 0))


def _resolved(s: Any, t: Any) -> Iterator[Line]:
    """What a result brings, and to whom."""
    result = int(t.result)
    if result == 7:
        if who := int(discarders(t)):
            yield Line(said("say-too-many", who=seats(members(who))))
        return
    number, quiet = int(KIND_OF[result]), True
    gained = [int(n) for n in t.held - s.held]
    if any(gained):
        quiet = False
        what = by_seat((seat, good(KIND_NAMES[number], n)) for seat, n in enumerate(gained) if n > 0)
        yield Line(said("say-produces", guild=guild(number), who=what), (f"bank:{KIND_NAMES[number]}",))
    elif number >= 0 and KIND_CHIP[result] == s.thief:
        quiet = False
        yield Line(said("say-blocked", place=spot_name(int(s.thief))), ("thief",))
    elif number >= 0 and _due(s, number) > 0:
        quiet = False
        yield Line(said("say-short", kind=kind(number)), (f"bank:{KIND_NAMES[number]}",))
    written = [int(n) for n in t.scrolls - s.scrolls]
    if any(n > 0 for n in written):
        quiet = False
        yield Line(said("say-university", who=by_seat((i, good("scroll", n)) for i, n in enumerate(written) if n > 0)))
    elif WORK_OF[result] and WORK_CHIP[result] == s.thief:
        quiet = False
        yield Line(said("say-blocked", place=spot_name(int(s.thief))), ("thief",))
    if quiet and t.stage == st.MAIN and t.fire == s.fire:
        yield Line(said("say-quiet"))


def _due(s: Any, number: int) -> int:
    """The cards that a guild owes."""
    houses = sum(popcount(np.uint64(s.houses[seat]) & GUILD[number]) for seat in range(int(s.players)))
    villas = sum(popcount(np.uint64(s.villas[seat]) & GUILD[number]) for seat in range(int(s.players)))
    return int(houses + 2 * villas)


def _begged(s: Any, t: Any) -> Iterator[Line]:
    """Cards like the one that was shown."""
    found = [k for k in range(KINDS) if t.bank[k] < s.bank[k]]
    for number in found:
        who = by_seat((i, good(KIND_NAMES[number], int(n))) for i, n in enumerate(t.held - s.held) if n > 0)
        yield Line(said("say-beggars", who=who), (f"bank:{KIND_NAMES[number]}",))
    if not found:
        yield Line(said("say-beggars-none"))


def _risen(s: Any, t: Any) -> Iterator[Line]:
    """Guild points, memberships and presidents."""
    for number, name in enumerate(KIND_NAMES):
        for seat in range(int(t.players)):
            now, then = int(t.points[seat, number]), int(s.points[seat, number])
            if now > then:
                member = "yes" if then < MEMBER <= now else "no"
                yield _line("rises", seat, f"point:{name}:{seat}", guild=guild(number), n=now, member=member)
        if t.president[number] != s.president[number]:
            yield _line("presides", int(t.president[number]) - 1, f"flag:{name}", guild=guild(number))
