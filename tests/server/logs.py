"""Tables without a server: events are applied straight to a state."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import reduce
from typing import Any

import tablier
from tablier.engine.protocol import CHANCE
from tablier.errors import TablierError
from tablier.server.domain import chance, replacement, takeback
from tablier.server.domain.draws import new_seed
from tablier.server.domain.events import (
    ChatSent,
    ClockSet,
    ClockStarted,
    Drawn,
    Event,
    Payload,
    RematchOffered,
    Resigned,
    Submitted,
    TakenBack,
    TimedOut,
)
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState

LEVELS = range(1, 6)


class LocalTable:
    """A table of a game, and random things that happen there."""

    def __init__(self, name: str, seats: int, seed: int, bots: int = 0, options: dict[str, Any] | None = None) -> None:
        game = tablier.game(name)
        self.choose = random.Random(seed)
        rows = tuple(SeatRow(browser_id=n, level=int(n < bots)) for n in range(seats))
        if options is None:
            options = {key: self.choose.choice(option.values) for key, option in game.info.options.items()}
        row = TableRow("table", name, game.info.rules_version, game.info.choose(options), rows, 0, new_seed())
        self.first = self.state = TableState.new(row, game)
        self.add(CHANCE, Drawn())

    def add(self, seat: int, payload: Payload) -> None:
        number = self.state.seq + 1
        self.state = self.state.apply(Event("table", number, f"{number}", seat, payload, number * 1000))

    def submit(self) -> None:
        """A seat plays at random: its whole turn, or its beginning."""
        position = self.state.position.copy()
        seat, before = self.choose.choice(position.movers), position.ply
        whole = len(position.view(None).movers) > 1 or self.choose.random() < 0.4
        while seat in position.movers:
            position.push(self.choose.choice(list(position.moves(seat))))
            if not whole:
                break
        self.add(seat, Submitted(tuple(move.text for move in position.history[before:])))

    def play(self, times: int, *, takebacks: bool = False) -> None:
        """Submit so often, at most to the end of the game; with ``takebacks`` every fifth time take back instead."""
        for number in range(times):
            seat = number % len(self.state.seats)
            submission = takeback.last(self.state, seat)
            if takebacks and number % 5 == 4 and submission is not None:
                self.add(seat, TakenBack(submission))
            elif not self.state.over:
                self.submit()

    def happen(self) -> None:
        """One random event of any kind that is possible now; mostly a submission."""
        state, choose = self.state, self.choose
        seat = choose.randrange(len(state.seats))
        other = choose.choice(state.position.movers or (seat,))
        others: list[Callable[[], Payload]] = [
            lambda: takeback.take_back(state, seat),
            lambda: takeback.answer(state, seat, choose.random() < 0.7),
            lambda: chance.add_nonce(state, seat, f"{seat}" * 32),
            lambda: replacement.vote(state, seat, other, at=1 << 40, delay=0, present=lambda _: False, levels=LEVELS),
            lambda: replacement.come_back(state, seat),
            lambda: ChatSent("hello"),
            lambda: RematchOffered(),
            lambda: ClockSet("5+10", "bot"),
            lambda: ClockStarted(),
            lambda: Resigned(replacement.after_resignation(state, LEVELS)),
            lambda: TimedOut(replacement.after_timeout(state, LEVELS)),
        ]
        if not state.over and choose.random() < 0.5:
            return self.submit()
        try:
            payload = choose.choice(others if not state.over else others[5:7])()
        except TablierError:
            return self.happen()  # not possible now
        return self.add(seat, payload)

    def again(self) -> TableState:
        """The same log, replayed from the start."""
        return reduce(TableState.apply, self.state.events, self.first)
