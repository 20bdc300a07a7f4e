"""Lessons at the table, as a pure function of the learner's submissions: nothing is stored.

With each question a browser sends all right submissions so far. So a lesson needs neither a connection nor a database.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from tablier.catalogue.lessons import ANYTHING, Lesson, Step, Texts
from tablier.core.seats import CHANCE
from tablier.errors import IllegalMove, InvalidMove
from tablier.scene.model import Choices, View
from tablier.server.domain import choices, narration, projections, turns
from tablier.server.domain.events import Event, Submitted
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import Reader, TableState
from tablier.server.messages import Entry, LessonResult, Outcome, Update, Welcome
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.api import Game
    from tablier.moves import Move
    from tablier.position import Position

LEARNER = 0
"""The number that stands for the learner's browser."""
OPPONENT_LEVEL = 1


class LessonTable:
    """A lesson after right submissions of its learner."""

    def __init__(self, game: Game, lesson: Lesson, played: Sequence[Sequence[str]] = ()) -> None:
        """Begin the lesson and play what the learner has played.

        Raises:
            Problem: a submission is not right, or there are more than the lesson has steps.
        """
        self.lesson = lesson
        self.state = _begun(game, lesson)
        self.done = 0
        """The number of steps that are done."""
        for plies in played:
            if self.submit(plies)[1].outcome == "wrong":
                raise Problem(Refusal.LATE)

    @property
    def over(self) -> bool:
        """Whether all steps are done."""
        return self.done == len(self.lesson.steps)

    def welcome(self, stage: str) -> Welcome:
        """Everything needed to draw the table. ``stage`` is the address of its stage."""
        state, reader = self.state, self._reader
        return Welcome(
            table=projections.table(state, stage, range(len(state.seats))),
            you=[self.lesson.seat],
            seq=state.seq,
            view=_view(state, reader, over=self.over),
            log=[Entry(event.seq, list(narration.lines(state, event, reader))) for event in state.events],
            reader=reader,
        )

    def choices(self, seat: int, plies: Sequence[str]) -> Choices:
        """What the learner may touch after staging plies.

        Raises:
            Problem: the staged plies are not legal, it is another seat, or the lesson is over.
        """
        return choices.choices(self._asked(seat), seat, plies)

    def why(self, seat: int, plies: Sequence[str], path: Sequence[str]) -> str | None:
        """The id of the rule that forbids touching ``path`` after staging plies; ``None`` if no rule does.

        Raises:
            Problem: the staged plies are not legal, it is another seat, or the lesson is over.
        """
        return choices.why(self._asked(seat), seat, plies, path)

    def submit(self, plies: Sequence[str]) -> tuple[list[Update], LessonResult]:
        """Play a submission and what follows it, and judge it. After a wrong one the table is of no further use.

        Raises:
            Problem: the submission is not legal, or the lesson is over.
        """
        seat, step, before = self.lesson.seat, self._step, self.state
        turns.replay(before.position.view(seat), seat, plies)  # a refusal reveals nothing
        after = turns.replay(before.position, seat, plies)
        right, say, reply = _judged(before.position, after, seat, step)
        self.state = _played(before, seat, plies, reply)
        self.done += right
        outcome: Outcome = "wrong" if not right else "done" if self.over else "right"
        result = LessonResult(outcome, {"en": say.en, "fr": say.fr})
        return self._updates(before, over=self.over or not right), result

    def show(self) -> tuple[list[Update], LessonResult]:
        """Play the right submission of the next step.

        Raises:
            Problem: the lesson is over.
        """
        plies, view = self._step.accept[0].split(), self.state.position.view(self.lesson.seat)
        actions = [move.action for move in turns.replay(view, self.lesson.seat, plies).since(view.ply)]
        words = view.game.scene.describe(view, self.lesson.seat, actions)
        updates, result = self.submit(plies)
        return updates, msgspec.structs.replace(result, shown=plies, words=words)

    def follow(self, moves: Sequence[Move]) -> list[Update]:
        """Play moves that may follow a wrong submission, draws among them, as one event."""
        if not moves:
            return []
        before, position = self.state, self.state.position.copy()
        for move in moves:
            position.push(move)
        payload = Submitted(tuple(move.text for move in moves))
        self.state = before.apply(Event("", before.seq + 1, "", moves[0].seat, payload, 0), position)
        return self._updates(before, over=True)

    @property
    def _reader(self) -> Reader:
        return self.state.reader([self.lesson.seat])

    @property
    def _step(self) -> Step:
        if self.over:
            raise Problem(Refusal.GAME_OVER)
        return self.lesson.steps[self.done]

    def _asked(self, seat: int) -> Position:
        if seat != self.lesson.seat:
            raise Problem(Refusal.NOT_YOUR_SEAT)
        if self.over:
            raise Problem(Refusal.GAME_OVER)
        return self.state.position.view(seat)

    def _updates(self, before: TableState, *, over: bool) -> list[Update]:
        """An update for each event since ``before``; nobody is to move after the last one if the attempt is over."""
        state, reader = self.state, self._reader
        views = [_view(state, reader, seq=seq) for seq in range(before.seq, state.seq)]
        views.append(_view(state, reader, over=over))
        return [
            projections.update(event.seq, views[n], views[n + 1], narration.lines(state, event, reader))
            for n, event in enumerate(state.events[before.seq :])
        ]


def _view(state: TableState, reader: Reader, *, seq: int | None = None, over: bool = False) -> View:
    seen = projections.view(state, reader, seq)
    return msgspec.structs.replace(seen, movers=()) if over else seen


def _begun(game: Game, lesson: Lesson) -> TableState:
    position = game.setup(lesson.setup)
    row = TableRow(
        id="",
        game=game.name,
        rules_version=game.info.rules_version,
        options=position.options,
        seats=tuple(
            SeatRow(browser_id=LEARNER) if seat == lesson.seat else SeatRow(level=OPPONENT_LEVEL)
            for seat in range(position.seats)
        ),
        at=0,
        seed=b"",  # chance draws what the lesson says
    )
    return TableState(row, game, position)


def _judged(before: Position, after: Position, seat: int, step: Step) -> tuple[bool, Texts, str]:
    """Whether a submission that led from ``before`` to ``after`` is right, what is said, and what is replied."""

    def leads_here(plies: str) -> bool:
        return turns.replay(before, seat, plies.split()) == after

    def is_right(plies: str) -> bool:
        if not plies.endswith(ANYTHING):
            return leads_here(plies)
        *first, _ = plies.split()
        return [move.text for move in after.since(before.ply)][: len(first)] == first

    if any(is_right(plies) for plies in step.accept):
        return True, step.say, step.reply
    for wrong in step.wrong:
        if wrong.say and leads_here(wrong.plies):
            return False, wrong.say, wrong.reply
    best = turns.replay(before, seat, step.accept[0].split())
    if step.as_good and after.scores()[seat] >= best.scores()[seat]:
        return True, step.say, ""
    return False, step.hint, next((reply for reply in step.punish if _can_follow(after, reply)), "")


def _can_follow(position: Position, reply: str) -> bool:
    try:
        position.copy().play(reply)
    except (InvalidMove, IllegalMove):
        return False
    return True


def _played(state: TableState, seat: int, plies: Sequence[str], reply: str) -> TableState:
    """The state after a submission and the replies: an event for each seat's plies, with the draws that follow them."""
    position, rest = turns.replay(state.position, seat, plies), reply.split()
    while True:
        while rest and CHANCE in position.movers:
            position.play(rest.pop(0), CHANCE)
        state = state.apply(Event("", state.seq + 1, "", seat, Submitted(tuple(plies)), 0), position)
        if not rest:
            return state
        position = state.position.copy()
        if not position.movers:
            raise IllegalMove(f"the game is over before {rest[0]}")
        seat, plies = position.movers[0], []
        while rest and CHANCE not in position.movers and seat in position.movers:
            plies = [*plies, rest.pop(0)]
            position.play(plies[-1], seat)
