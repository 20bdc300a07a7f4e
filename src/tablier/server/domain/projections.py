"""What one reader sees of a table, made from that reader's view alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from zlib import crc32

import msgspec

from tablier.core.seats import CHANCE
from tablier.position import Position
from tablier.record import Record
from tablier.record import Result as RecordResult
from tablier.scene import diff
from tablier.scene.model import Line, Message, Result, View, seat_name
from tablier.server.domain import chance, replacement, takeback, turns
from tablier.server.domain.clocks import Charged, Clock
from tablier.server.domain.events import ChatSent, Event, TimedOut
from tablier.server.domain.state import Reader, TableState
from tablier.server.domain.texts import Text
from tablier.server.messages import ChatLine, Clocks, Request, Seat, Table, TableActions, TakebackOption, Update
from tablier.server.problem import Problem, Refusal


def table(
    state: TableState,
    stage: str,
    present: Collection[int],
    watching: int = 0,
    preparing: Collection[int] = (),
    search: str = "",
) -> Table:
    """A table without its position. ``present`` and ``preparing`` are those of :func:`seats`.

    ``stage`` and ``search`` are addresses: of the stage, and of the files for searches in the browser.
    """
    row, control = state.row, state.clock.control if state.clock else None
    return Table(
        id=row.id,
        game=row.game,
        options=row.options,
        clock=control.text if control else "",
        out=control.out if control else "",
        hidden=state.game.info.hidden,
        seats=seats(state, present, preparing),
        stage=stage,
        rematch=row.rematch or "",
        rematch_offers=sorted(state.rematch_offers),
        open=state.waiting_for_players,
        private=row.watch is not None,
        watching=watching,
        shared=row.shared,
        hints=state.hints,
        imported=row.imported,
        fair=chance.fair(state),
        search=search,
    )


def seats(state: TableState, present: Collection[int], preparing: Collection[int] = ()) -> list[Seat]:
    """The seats and their players.

    Args:
        state: the table.
        present: the seats whose browsers are connected.
        preparing: the seats of bots that cannot think yet.
    """
    return [
        Seat(
            kind="bot" if seat.level else "open" if seat.browser_id is None and not state.row.imported else "human",
            name=seat.name,
            level=seat.level,
            here=n in present,
            preparing=n in preparing,
        )
        for n, seat in enumerate(state.seats)
    ]


def view(state: TableState, reader: Reader, seq: int | None = None) -> View:
    """What a reader sees after the first ``seq`` events, by default after all."""
    seq = state.seq if seq is None else seq
    position = state.position if seq == state.seq else state.at(seq)
    known = turns.known(position, reader)
    seen: View = state.game.scene.view(known, reader)
    if turns.acts_together(position):
        everybody = turns.known_movers(position)
        ready = tuple(seat for seat in everybody if seat not in position.movers)
        waiting = state.game.scene.waiting_status(known, position.movers, reader)
        seen = msgspec.structs.replace(seen, movers=position.movers, ready=ready, status=waiting or seen.status)
    if not position.ply and CHANCE in position.movers:
        seen = msgspec.structs.replace(seen, movers=(), status=Message(Text.FIRST_DRAW))
    end = state.ended_by
    if end is None or end.seq > seq:
        seen = without_repetition(seen)
        return msgspec.structs.replace(seen, result=_with_statistics(position, seen.result)) if seen.result else seen
    # The loser is last. The game was not decided between the others: they share the first place.
    ranks = tuple(len(state.row.seats) - 1 if n == end.seat else 0 for n in range(len(state.row.seats)))
    key = Text.LOST_ON_TIME if isinstance(end.payload, TimedOut) else Text.LOST_BY_RESIGNATION
    reason = Message(key, {"seat": seat_name(end.seat)})
    result = Result(known.scores(), ranks, reason, unscored=not seen.tally)
    return msgspec.structs.replace(seen, movers=(), status=reason, result=_with_statistics(position, result))


def without_repetition(seen: View) -> View:
    """Mark the result of a race as unscored: its scores only repeat the ranks."""
    result = seen.result
    if result is None or seen.tally or result.scores != tuple(int(not rank) for rank in result.ranks):
        return seen
    return msgspec.structs.replace(seen, result=msgspec.structs.replace(result, unscored=True))


def _with_statistics(position: Position, result: Result) -> Result:
    public = position.events(None, position.ply)
    return msgspec.structs.replace(result, statistics=position.game.scene.statistics(public))


def table_actions(
    state: TableState, you: list[int], browser: int | None, seats: Sequence[Seat], *, at: int, vote_delay: int
) -> TableActions:
    """What a browser can do besides playing.

    Args:
        state: the table.
        you: the seats of the browser.
        browser: its number.
        seats: all seats, as everybody knows them.
        at: the time, in ms since 1970.
        vote_delay: how long nothing but chat must have happened before a vote, in ms.
    """
    request = state.request
    takebacks = [(*found, seat) for seat in you if (found := takeback.option(state, seat))]
    return TableActions(
        takebacks=[TakebackOption(seat, free) for _, free, seat in sorted(takebacks, reverse=True)],
        request=Request(request.seat, takeback.waits_for(state), request.asked) if request else None,
        away=replacement.away(state, seats, at, vote_delay) if you else {},
        votes={str(absent): list(voters) for absent, voters in state.votes.items()},
        lost=[] if state.over else replacement.lost(state, browser),
    )


def time_left(clock: Clock, charged: Charged, at: int) -> Clocks:
    """What the seats have left at a moment, in ms since 1970."""
    return Clocks(left=[max(0, rest) for rest in clock.left(charged, at)], running=list(clock.running))


def update(seq: int, before: View, after: View, lines: Sequence[Line]) -> Update:
    """Event ``seq`` as a message: it led from one view to the next, and the log tells it by ``lines``."""
    check = format(crc32("\n".join(sorted([piece.id for piece in after.pieces])).encode()), "x")
    bare = msgspec.structs.replace(after, pieces=())
    return Update(seq=seq, steps=diff.steps(before, after, lines), view=bare, check=check)


def chat_line(event: Event, sent: ChatSent) -> ChatLine:
    """An event of this payload as a line of chat."""
    return ChatLine(seq=event.seq, seat=event.seat, text=sent.text, at=event.at)


def chat(state: TableState, since: int = 0) -> list[ChatLine]:
    """The lines of chat after the first ``since`` events."""
    return [chat_line(event, event.payload) for event in state.events[since:] if isinstance(event.payload, ChatSent)]


def record(state: TableState, players: Sequence[str]) -> Record:
    """The record of a table's game, with the names of its players.

    Raises:
        Problem: a game with secrets that is still going on.
    """
    if state.game.info.hidden and not state.over:
        raise Problem(Refusal.RECORD_HIDDEN)
    made = Record.of(state.position, tuple(players))
    result, end = view(state, None).result, state.ended_by
    if end is not None and result is not None:
        reason = "time" if isinstance(end.payload, TimedOut) else "resigned"
        ended = RecordResult(list(result.scores), list(result.ranks), reason, end.seat)
        made = msgspec.structs.replace(made, result=ended)
    return msgspec.structs.replace(made, fair=chance.fair(state))
