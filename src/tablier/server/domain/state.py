"""The state of a table: its row, and its log folded event by event. Nothing here changes what it is given."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from tablier.api import Game
from tablier.commit_reveal import Nonce
from tablier.core.seats import CHANCE
from tablier.errors import TablierError
from tablier.moves import Move
from tablier.position import Position
from tablier.server.domain import turns
from tablier.server.domain.clocks import Clock, Tick, TimeControl
from tablier.server.domain.draws import drawn
from tablier.server.domain.events import (
    ChatSent,
    ClockSet,
    ClockStarted,
    Continued,
    Drawn,
    Event,
    NonceAdded,
    RematchOffered,
    Resigned,
    Retracted,
    SeatReturned,
    Submitted,
    Takeback,
    TakebackAccepted,
    TakebackRequested,
    TakenBack,
    TimedOut,
    VoteCast,
)
from tablier.server.domain.rows import SeatRow, TableRow

Reader = int | None
"""A seat as which somebody looks, or ``None`` for a spectator."""

SUPERSEDES_REQUEST = (Submitted, Resigned, TimedOut, VoteCast, SeatReturned)
"""Events after which a request to take back is void."""
BESIDE_THE_GAME = (ChatSent, RematchOffered)
"""Events that change neither the game nor its record."""


class BrokenLog(TablierError):
    """An event does not follow those before it."""


class TakebackRequest(msgspec.Struct, frozen=True):
    """Event ``asked`` of a seat asks to take back event ``submission`` and all since; these seats have agreed."""

    seat: int
    submission: int
    asked: int
    agreed: frozenset[int] = frozenset()


class TableState(msgspec.Struct, frozen=True):
    """A table after some events of its log. :meth:`apply` makes the next state and leaves this one as it is.

    ``position`` and the other positions are shared between states and readers: copy them before playing.
    """

    row: TableRow
    game: Game
    position: Position
    events: tuple[Event, ...] = ()
    played: tuple[tuple[Move, ...], ...] = ()
    """The plies of each event, chance's included."""
    active_submissions: tuple[int, ...] = ()
    """The numbers of the submissions that have not been taken back."""
    rewound: tuple[tuple[int, Position], ...] = ()
    """Each takeback: the number of the event before it, and the position then."""
    takebacks: int = 0
    """The number of events about takebacks."""
    nonces: tuple[Nonce, ...] = ()
    plies_drawn: int = 0
    """The number of plies up to the last that chance ever played, takebacks included."""
    request: TakebackRequest | None = None
    clock: Clock | None = None
    votes: Mapping[int, tuple[int, ...]] = {}
    """The seats that have voted for a bot, by absent seat."""
    replacements: Mapping[int, int] = {}
    """The levels of the bots that play for others, by seat."""
    resigned: frozenset[int] = frozenset()
    """The replaced seats that have resigned: they are not given back."""
    ended_by: Event | None = None
    """The resignation or timeout that ended the game."""
    rematch_offers: tuple[int, ...] = ()

    @classmethod
    def new(cls, row: TableRow, game: Game) -> TableState:
        """A table before its first event."""
        begin = game.new if row.start is None else partial(game.setup, row.start)
        return cls(row, game, begin(seats=len(row.seats), **row.options))

    # Folding

    def apply(self, event: Event, position: Position | None = None) -> TableState:
        """The state after one more event.

        Args:
            event: the event that follows.
            position: the position after the plies of a submission, if it is known; else they are played.

        Raises:
            BrokenLog: it is not the next event.
            IllegalMove: its plies break a rule.
            InvalidMove: its plies cannot be read.
        """
        if event.seq != self.seq + 1:
            raise BrokenLog(f"event {event.seq} of table {self.row.id} follows event {self.seq}")
        after = self._changed(event, position)
        return replace(
            after,
            events=(*self.events, event),
            played=(*self.played, after.position.since(self.position.ply)),
            clock=after._ticked(self, event),
        )

    def _changed(self, event: Event, position: Position | None) -> TableState:
        seat, payload = event.seat, event.payload
        state = replace(self, request=None) if self.request and isinstance(payload, SUPERSEDES_REQUEST) else self
        match payload:
            case Submitted(plies):
                return state._submitted(event, plies, position)
            case Continued(plies):
                return state._moved(state._after(event.seat, plies, with_draws=True))
            case Drawn():
                return state._moved(state.position)
            case NonceAdded(nonce, ply):
                added = Nonce(seat, state.position.ply if ply is None else ply, nonce)
                return replace(state, nonces=(*state.nonces, added))
            case Takeback():
                return replace(state, takebacks=state.takebacks + 1)._takeback(event, payload)
            case Resigned() | TimedOut() | VoteCast() | SeatReturned():
                return state._reseated(event, payload)
            case RematchOffered() if seat not in state.rematch_offers:
                return replace(state, rematch_offers=(*state.rematch_offers, seat))
            case ClockSet(time, out):
                return replace(state, clock=Clock(TimeControl.read(time, out), len(state.row.seats)))
            case RematchOffered() | ClockStarted() | ChatSent():
                return state

    def _submitted(self, event: Event, plies: tuple[str, ...], position: Position | None) -> TableState:
        state = self._moved(self.position)
        if position is None:
            position = state._after(event.seat, plies, with_draws=self.row.imported)
        return replace(
            state._moved(position),
            active_submissions=(*self.active_submissions, event.seq),
            votes={absent: seats for absent, seats in self.votes.items() if absent != event.seat},
        )

    def _after(self, seat: int, plies: tuple[str, ...], *, with_draws: bool) -> Position:
        """The position after plies of a seat; draws of chance may be among them."""
        position = self.position.copy()
        for ply in plies:
            position.play(ply, seat=CHANCE if with_draws and CHANCE in position.movers else seat)
        return position

    def _moved(self, position: Position) -> TableState:
        """Take over a position, after the draws that are due there."""
        after = drawn(position, self.row.seed, self.nonces, self.row.draw_scheme)
        if after is self.position:
            return self
        return replace(self, position=after, plies_drawn=max(self.plies_drawn, 0 if after is position else after.ply))

    def _takeback(self, event: Event, payload: Takeback) -> TableState:
        request, submission = self.request, payload.submission
        match payload:
            case TakebackRequested():
                return replace(self, request=TakebackRequest(event.seat, submission, event.seq))
            case TakebackAccepted() if request is not None:
                return replace(self, request=replace(request, agreed=request.agreed | {event.seat}))
            case TakenBack():
                return self._rewound(submission, ())
            case Retracted():
                return self._rewound(submission, tuple(n for n in self.active_submissions if n > submission))
            case _:
                return replace(self, request=None)

    def _rewound(self, submission: int, restored: tuple[int, ...]) -> TableState:
        """Take back a submission and all since, then play the ``restored`` ones as they were played before."""
        position = self.before(submission)
        for number in restored:
            for move in self.played[number - 1]:
                position.push(move)
        kept = self.active_submissions[: self.active_submissions.index(submission)]
        return replace(
            self,
            position=position,
            active_submissions=kept + restored,
            rewound=(*self.rewound, (self.seq, self.position)),
            request=None,
        )

    def _reseated(self, event: Event, payload: Resigned | TimedOut | VoteCast | SeatReturned) -> TableState:
        seat = event.seat
        match payload:
            case Resigned(None) | TimedOut(None):
                return replace(self, ended_by=event)
            case Resigned(int(level)):
                return replace(self._replaced(seat, level), resigned=self.resigned | {seat})
            case TimedOut(int(level)):
                return self._replaced(seat, level)
            case VoteCast(absent, level):
                votes = {**self.votes, absent: (*self.votes.get(absent, ()), seat)}
                voted = replace(self, votes=votes)
                return voted if level is None else voted._replaced(absent, level)
            case _:
                return replace(self, replacements={n: bot for n, bot in self.replacements.items() if n != seat})

    def _replaced(self, seat: int, level: int) -> TableState:
        """Let a bot play for a seat."""
        votes = {absent: seats for absent, seats in self.votes.items() if absent != seat}
        return replace(self, replacements={**self.replacements, seat: level}, votes=votes)

    def _ticked(self, before: TableState, event: Event) -> Clock | None:
        """The clock after an event that led from ``before`` to this state."""
        clock, payload = self.clock, event.payload
        if clock is None or not (clock.started or isinstance(payload, ClockStarted)):
            return clock
        earned = isinstance(payload, Submitted) and self._earns(clock, event.seat, before.position)
        running = () if self.over else tuple(n for n in self.position.movers if not self.seats[n].level)
        tick = Tick(
            event.seq,
            event.at,
            running,
            earned=event.seat if earned else None,
            returned=event.seat if isinstance(payload, SeatReturned) else None,
        )
        # Only a seat that retracts its turn alone loses the days given for it: a takeback by consent costs no days.
        keeps = clock.control.per_turn and not isinstance(payload, Retracted)
        undone = () if keeps else [n for n in before.active_submissions if n not in self.active_submissions]
        return clock.after(tick, undone)

    def _earns(self, clock: Clock, seat: int, before: Position) -> bool:
        """Whether a submission that led here earns its seat time: a completed turn does, an answer only in days."""
        answered = clock.control.per_turn and seat not in self.position.movers
        return answered or turns.completes_turn(before, self.position)

    # The game

    @property
    def seq(self) -> int:
        """The number of the last event, 0 if there is none."""
        return len(self.events)

    @property
    def last_of_game(self) -> int:
        """The number of the last event that concerns the game: chat and offers of a rematch leave its record alone."""
        others = (event.seq for event in reversed(self.events) if not isinstance(event.payload, BESIDE_THE_GAME))
        return next(others, 0)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.row.imported or self.ended_by is not None or not self.position.movers

    @property
    def continued(self) -> bool:
        """Whether the game began at a position of a finished game."""
        return bool(self.events) and isinstance(self.events[0].payload, Continued)

    @property
    def initial_draw_pending(self) -> bool:
        """Whether the draws that begin the game have not been made."""
        return self.position.ply == 0 and CHANCE in self.position.movers

    def at(self, seq: int) -> Position:
        """A copy of the position after the first ``seq`` events."""
        end, position = next((n, then) for n, then in self.stretches if n >= seq)
        return position.back(sum(map(len, self.played[seq:end])))

    @property
    def stretches(self) -> tuple[tuple[int, Position], ...]:
        """The log between takebacks, in which plies are only added: each stretch's last event, and the position then.

        The event that takes back begins the next stretch.
        """
        return (*self.rewound, (self.seq, self.position))

    def plies(self) -> list[int]:
        """How many plies have been played after each number of events, from 0 on."""
        after: list[int] = []
        for end, position in self.stretches:
            lengths = [len(moves) for moves in self.played[len(after) : end]]
            after += accumulate(lengths, initial=position.ply - sum(lengths))
        return after

    def before(self, submission: int) -> Position:
        """A copy of the position without an active submission and all since."""
        since = self.active_submissions[self.active_submissions.index(submission) :]
        return self.position.back(sum(len(self.played[number - 1]) for number in since))

    # Seats and readers

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """The seats as they are played now: by a bot where one has taken over."""
        if not self.replacements:
            return self.row.seats
        return tuple(
            replace(seat, level=self.replacements[n], browser_id=None) if n in self.replacements else seat
            for n, seat in enumerate(self.row.seats)
        )

    @property
    def vacant(self) -> bool:
        """Whether a seat is free."""
        return any(not seat.level and seat.browser_id is None for seat in self.seats)

    @property
    def waiting_for_players(self) -> bool:
        """Whether play waits until all seats are taken, as at a table of the lobby."""
        return self.row.open and self.vacant

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints: one person plays against bots, or the table was made with hints."""
        return self.row.hints or sum(not seat.level for seat in self.row.seats) == 1

    @property
    def clock_may_start(self) -> bool:
        """Whether there is a clock that has not started though play can begin."""
        return self.clock is not None and not (self.clock.started or self.vacant or self.initial_draw_pending)

    def held_by(self, browser: int | None) -> list[int]:
        """The seats of a browser."""
        return [] if browser is None else [n for n, seat in enumerate(self.seats) if seat.browser_id == browser]

    def has_sat(self, browser: int | None) -> bool:
        """Whether a browser has a seat here, its own or one that a bot has taken over."""
        return browser is not None and any(seat.browser_id == browser for seat in self.row.seats)

    def admits(self, browser: int | None) -> bool:
        """Whether a browser may watch without an invitation."""
        return self.row.watch is None or (self.row.shared and self.over) or self.has_sat(browser)

    def reader(self, held: list[int], wanted: int | None = None) -> Reader:
        """The reader that the holder of these seats is: the seat ``wanted`` if it is one of them, else the only one.

        Players who share a browser see what a spectator sees unless they want a seat's view. Where nothing is hidden
        all readers are spectators, so that one output serves all.
        """
        if not self.game.info.hidden:
            return None
        if wanted in held:
            return wanted
        return held[0] if len(held) == 1 else None
