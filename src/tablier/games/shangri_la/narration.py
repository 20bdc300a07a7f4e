"""What a submission in Shangri-La did, line by line, and what a journey would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tablier.games.shangri_la.actions import ACTIONS, ends_of
from tablier.games.shangri_la.board import STONES, VILLAGE_LETTERS
from tablier.games.shangri_la.board_model import Journey, journey, villages
from tablier.games.shangri_la.phrases import (
    bridge_name,
    brief_names,
    guild_name,
    join,
    pair_name,
    planks,
    short_name,
    tile_name,
)
from tablier.games.shangri_la.pieces import master_id, student_id
from tablier.games.shangri_la.state import ORIGIN, SECOND, SET_UP, TURN
from tablier.scene.model import Flash, Line, Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


def narrate(before: Position, seat: int, actions: Sequence[int], after: Position) -> list[Line]:
    """What was played turn by turn, its results, the seats passed over, and the end if it came."""
    lines: list[Line] = []
    start, now, turn = before, before.copy(), list[int]()
    for action in actions:
        now.play(now.name(action, seat), seat)
        turn.append(action)
        if now.state.stage != SECOND:
            lines += _turn(start, seat, turn, now)
            start, turn = now.copy(), []
    if turn:
        lines.append(_laid(start, seat, turn))
    if after.outcome():
        lines += _ended(after)
    return lines


def _turn(before: Position, seat: int, actions: Sequence[int], after: Position) -> Iterator[Line]:
    if ACTIONS.decode(actions[0]).family == "journey":
        yield from _travelled(before, seat, actions[0], after)
    else:
        yield _laid(before, seat, actions)
    yield from _passed_over(before, seat, after)
    if before.state.stage == SET_UP and after.state.stage == TURN and after.movers:
        first = after.movers[0]
        yield Line(Message("shangri-say-ready", {"seat": seat_name(first)}), seat=first)


def preview(before: Position, actions: Sequence[int], after: Position) -> Message | None:
    """The result of a journey, before it is confirmed."""
    if ACTIONS.decode(actions[-1]).family != "journey":
        return None
    trip = journey(before.state, actions[-1], after.state)
    homeless = [tile for tile, _ in trip.expelled]
    lists = {"settled": trip.settled, "joined": trip.joined, "expelled": homeless, "returned": trip.returned}
    students = sum(student for _, student in trip.expelled)
    said = [_said(what, brief_names(tiles, students * (what == "expelled"))) for what, tiles in lists.items() if tiles]
    return join([_travel("shangri-foresee", before, trip), *said], "shangri-and-then")


def describe(actions: Sequence[int]) -> Message:
    """The masters, the students or the journeys of a turn, as advice."""
    said = []
    for family, plies in groupby(map(ACTIONS.decode, actions), key=lambda decoded: decoded.family):
        if family == "journey":
            for side, bridge in (indices for _, indices in plies):
                origin, goal = map(short_name, ends_of(side, bridge))
                said.append(Message("shangri-do-journey", {"from": origin, "to": goal}))
        else:
            places = [_put(*indices) for _, indices in plies]
            said.append(Message(f"shangri-do-{family}", {"what": join(places, "shangri-both"), "n": len(places)}))
    return join(said)


def _put(guild: int, village: int) -> Message:
    return Message("shangri-put", {"guild": guild_name(guild), "village": short_name(village)})


def _laid(before: Position, seat: int, actions: Sequence[int]) -> Line:
    """Tiles from the reserve: a master, or one or two students."""
    what = []
    ids = []
    for action in actions:
        family, (guild, village) = ACTIONS.decode(action)
        kind = student_id if family == "student" else master_id
        what.append(_put(guild, village))
        ids.append(kind((seat, guild), village))
    kind_of = "recruit" if ACTIONS.decode(actions[0]).family == "student" else "place"
    return Line(Message(f"shangri-say-{kind_of}", {"seat": seat_name(seat), "what": join(what)}), tuple(ids), seat)


def _travel(key: str, before: Position, trip: Journey) -> Message:
    """The two villages of a journey, their strengths, and what decides."""
    (a, a_masters), (b, b_masters) = trip.strengths
    stronger = trip.origin if trip.stronger else trip.goal
    cause = trip.cause
    if cause == "tie":
        cause = "origin" if before.state.tie == ORIGIN else "goal"
    verdict = Message("shangri-verdict", {"cause": cause, "village": short_name(stronger)})
    numbers = {"a": a, "am": a_masters, "as": a - a_masters, "b": b, "bm": b_masters, "bs": b - b_masters}
    return Message(key, {"from": short_name(trip.origin), "to": short_name(trip.goal), "verdict": verdict, **numbers})


def _outcome(trip: Journey) -> Iterator[tuple[Message, tuple[str, ...]]]:
    """What becomes of those who travel, and of those they drive out, each with the pieces concerned."""
    if trip.settled:
        yield _said("settled", map(tile_name, trip.settled)), tuple(master_id(tile, trip.goal) for tile in trip.settled)
    if trip.joined:
        yield _said("joined", map(tile_name, trip.joined)), tuple(student_id(tile, trip.goal) for tile in trip.joined)
    if trip.expelled:
        yield _said("expelled", (pair_name(*pair) for pair in trip.expelled)), ()
    if trip.returned:
        yield _said("returned", map(tile_name, trip.returned)), ()


def _said(what: str, who: Iterable[Message]) -> Message:
    return Message(f"shangri-say-{what}", {"who": join(who)})


def _travelled(before: Position, seat: int, action: int, after: Position) -> Iterator[Line]:
    trip = journey(before.state, action, after.state)
    travellers = (*trip.settled, *trip.joined, *trip.returned)
    arrived = [master_id(tile, trip.goal) for tile in trip.settled]
    arrived += [student_id(tile, trip.goal) for tile in trip.joined]
    gone = [student_id(tile, trip.origin) for tile in travellers]
    driven = [kind(tile, trip.goal) for tile, _ in trip.expelled for kind in (master_id, student_id)]
    say = _travel("shangri-say-journey", before, trip)
    yield Line(Message(say.k, {**say.a, "seat": seat_name(seat)}), (*arrived, *gone, *driven), seat)
    for said, ids in _outcome(trip):
        yield Line(said, ids, seat)
    ends = min(trip.origin, trip.goal), max(trip.origin, trip.goal)
    name = bridge_name(ends)
    fallen = Message("shangri-say-fallen", {"a": short_name(ends[0]), "b": short_name(ends[1])})
    falling = Flash(planks(ends), VILLAGE_LETTERS[ends[0]], VILLAGE_LETTERS[ends[1]], falls=True)
    yield Line(fallen, (f"bridge:{name}", f"flags:{name}"), flash=(falling,))
    old, new = villages(before.state), villages(after.state)
    for number in ends:
        if new[number].stone and not old[number].stone:
            at = VILLAGE_LETTERS[number]
            laid = after.state.stones.bit_count()
            say = Message("shangri-say-stone", {"village": short_name(number), "n": laid, "all": STONES})
            yield Line(say, (f"stone:{at}", f"village:{at}"))


def _passed_over(before: Position, seat: int, after: Position) -> Iterator[Line]:
    """The seats that were skipped because they could do nothing."""
    n = before.seats
    following = [(seat + k) % n for k in range(1, n + 1)]
    s = after.state
    if before.state.stage == SET_UP:
        still = s.stage == SET_UP
        skipped = following[: following.index(after.movers[0])] if still else following
        for other in skipped:
            if any(not villages for villages in s.masters[other]):
                yield Line(Message("shangri-say-no-place", {"seat": seat_name(other)}), seat=other)
        if still:
            return
        following = list(range(n))
    if s.over:
        return
    for other in following[: following.index(after.movers[0])]:
        yield Line(Message("shangri-say-passed-over", {"seat": seat_name(other)}), seat=other)


def _ended(after: Position) -> Iterator[Line]:
    outcome = after.outcome()
    assert outcome is not None
    yield Line(Message(f"shangri-over-{outcome.reason}"))
    points = max(outcome.scores)
    winners = join(map(seat_name, outcome.winners))
    arguments: dict[str, str | int | Message] = {"who": winners, "points": points}
    if len(outcome.winners) > 1:
        yield Line(Message("shangri-say-shared", arguments))
        return
    winner = outcome.winners[0]
    homes = [sum(bool(village.owned(seat)) for village in villages(after.state)) for seat in range(after.seats)]
    tied = [seat for seat, score in enumerate(outcome.scores) if score == points and seat != winner]
    if tied:
        arguments |= {"villages": homes[winner], "others": max(homes[seat] for seat in tied)}
        yield Line(Message("shangri-say-won-villages", arguments), seat=winner)
    else:
        yield Line(Message("shangri-say-won", arguments), seat=winner)
