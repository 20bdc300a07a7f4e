"""The messages of hints, analysis and review.

Where a question says ``here``, the browser runs its searches: the server orders studies of it before it answers.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablier.analysis.questions import Searched
from tablier.bots.specs import SearchSpec
from tablier.scene.model import Message
from tablier.server.message_base import FromClient, FromServer, NumberedQuestion, Tried, WhatIf


class AskHint(NumberedQuestion, tag="hint"):
    """A good turn for ``seat``, which is to move at a table with hints."""

    seat: int
    here: bool = False


class AskAnalysis(NumberedQuestion, tag="analysis"):
    """The best moves of ``seat`` on the analysis board of a finished game. Asked again, the search goes deeper."""

    seat: int
    what_if: WhatIf
    here: bool = False


class AskReview(NumberedQuestion, tag="review"):
    """The review of a finished game. Asked again, it goes on, until it is complete."""

    here: bool = False


class StudyOrder(FromServer, tag="study"):
    """A search for the workers of a browser; a server gives each a ``number``, with which :class:`Studied` answers.

    ``state`` is the record of the view of ``seat`` in hexadecimal, ``seed`` is below 2^53, and ``lines`` is the number
    of best moves whose expected lines are wanted. To ``resume`` is to continue the last search, if its view was the
    same.
    """

    game: str
    state: str
    seat: int
    seed: int
    spec: SearchSpec
    resume: bool
    seconds: float | None
    iterations: int | None
    lines: int
    number: int = 0


class Studied(FromClient, tag="studied"):
    """The result of a :class:`StudyOrder`; ``found`` is ``None`` if the browser cannot search."""

    number: Annotated[int, msgspec.Meta(ge=0)]
    found: Searched | None = None


class BestMove(msgspec.Struct, omit_defaults=True):
    """One of the best moves: plies to send together, those expected after them, and win shares by seat, from 0 to 1.

    ``share`` is the part of the search that it got, from 0 to 1; ``proved`` means that the win shares are exact.
    ``words`` say the plies as advice. ``spots`` are the ids of the spots that each ply touches.
    """

    plies: list[str]
    words: Message
    share: float
    win_shares: list[float]
    reply: list[Tried] = []
    proved: bool = False
    spots: list[list[str]] = []


class AnalysisAnswer(FromServer, tag="analysis"):
    """Answer to :class:`AskAnalysis`; ``done`` if the search does not go deeper."""

    ask: int
    win_shares: list[float]
    best: list[BestMove]
    iterations: int
    done: bool = False


class HintAnswer(FromServer, tag="hint"):
    """Answer to :class:`AskHint`.

    ``points`` are what the turn changes at once for ``seat``. ``worse`` is a turn that one might play instead, and
    ``threat`` says what another seat is expected to answer to that.
    """

    ask: int
    best: BestMove
    points: int = 0
    worse: BestMove | None = None
    threat: Message | None = None


class ReviewPoint(msgspec.Struct):
    """The win share of every seat before a decision, after so many plies of the game; the last point is the result.

    ``event`` is the last event before the turn of the decision.
    """

    ply: int
    event: int
    win_shares: list[float]


class PlayerReview(msgspec.Struct, omit_defaults=True):
    """The accuracy of a player, from 0 to 100 (``None`` without a decision), and the win share that chance gave.

    ``luck`` is a sum over all draws, so it may lie outside -1 to 1.
    """

    accuracy: float | None = None
    luck: float = 0.0


class Advice(msgspec.Struct, omit_defaults=True):
    """The plies of a turn, what they say as advice, and the ids of the spots that each ply touches."""

    plies: list[str]
    words: Message
    spots: list[list[str]] = []


class Moment(msgspec.Struct):
    """A turn that cost ``seat`` the win share ``lost``; it was played after ``event`` events."""

    event: int
    seat: int
    lost: float
    played: Advice
    better: Advice


class Stroke(msgspec.Struct):
    """Draws that changed the win share of ``seat`` by ``gained``, as ``event`` shows them, in words for a spectator."""

    event: int
    seat: int
    gained: float
    words: list[Message]


class GameReview(msgspec.Struct):
    """The review of a whole game; players by seat."""

    points: list[ReviewPoint]
    players: list[PlayerReview]
    moments: list[Moment]
    strokes: list[Stroke]


class ReviewAnswer(FromServer, tag="review"):
    """Answer to :class:`AskReview`: how many of the decisions are judged, and the review once all are."""

    ask: int
    judged: int
    decisions: int
    review: GameReview | None = None


SearchQuestion = AskHint | AskAnalysis | AskReview
SearchAnswer = HintAnswer | AnalysisAnswer | ReviewAnswer
