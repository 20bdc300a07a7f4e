"""Keys of the texts that the server says of a game, besides refusals."""

from __future__ import annotations

from enum import StrEnum


class Text(StrEnum):
    """Keys of ``texts/<lang>.ftl``."""

    SEND = "prompt-send"
    FIRST_DRAW = "status-first-draw"
    NONCE_ADDED = "event-nonce"
    RETRACTED = "event-undo-lift"
    TAKEN_BACK = "event-undo-back"
    TAKEBACK_REQUESTED = "event-undo-ask"
    TAKEBACK_ACCEPTED = "event-undo-yes"
    TAKEBACK_DECLINED = "event-undo-no"
    TAKEBACK_WITHDRAWN = "event-undo-drop"
    CLOCK_SET = "event-clock-set"
    CLOCK_STARTED = "event-clock-start"
    TIMED_OUT = "event-flag"
    TIMED_OUT_REPLACED = "event-flag-bot"
    VOTE_CAST = "event-vote"
    VOTED_OUT = "event-voted-out"
    SEAT_RETURNED = "event-return"
    RESIGNED = "event-resign"
    RESIGNED_REPLACED = "event-taken-over"
    REMATCH_OFFERED = "event-rematch"
    REMATCH_ACCEPTED = "event-rematch-accepted"
    LOST_ON_TIME = "reason-time"
    LOST_BY_RESIGNATION = "reason-resigned"
