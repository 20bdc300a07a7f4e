"""Refusals as messages of the socket, with the text of a broken rule."""

from __future__ import annotations

import logging

import msgspec

from tablier.catalogue.data import LANGUAGES, Lang
from tablier.errors import TablierError
from tablier.rule_texts import rule_texts
from tablier.server.messages import Refused, WhyAnswer
from tablier.server.problem import Problem, Refusal

logger = logging.getLogger(__name__)


def texts(game: str, rule: str) -> dict[Lang, str]:
    """The text of a rule in each language; empty, and logged, if the rulebook lacks the rule."""
    try:
        return rule_texts(game, rule)
    except TablierError as error:
        logger.warning("%s has no text of rule %s: %s", game, rule, error)
        return {}


def links(game: str, rule: str) -> dict[Lang, str]:
    """The address of a rule in each language."""
    return {lang: f"/rules/{game}/{lang}#{rule}" for lang in LANGUAGES}


def refused(problem: Problem, game: str = "", *, key: str = "", ask: int = -1) -> Refused:
    """A problem as a message, with the text of the rule that it breaks."""
    answer = Refused(code=problem.code, say=problem.say, key=key, ask=ask)
    if problem.rule and game:
        answer.rule = problem.rule
        answer.text = dict(texts(game, problem.rule).items())
        answer.link = dict(links(game, problem.rule).items())
    return answer


def because(game: str, ask: int, rule: str | None) -> WhyAnswer | Refused:
    """The answer to the question which rule forbids a touch."""
    if rule is None:
        return refused(Problem(Refusal.NOTHING_THERE), ask=ask)
    return WhyAnswer(ask=ask, rule=rule, text=texts(game, rule), link=links(game, rule))


class _Reference(msgspec.Struct):
    """Which request a message belongs to, as far as it can be read."""

    ask: int = -1
    key: str = ""


def refused_unread(refusal: Refusal, raw: str | bytes) -> Refused:
    """The refusal of a message that is not read or cannot be read."""
    try:
        reference = msgspec.json.decode(raw, type=_Reference)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        reference = _Reference()
    return refused(Problem(refusal), key=reference.key, ask=reference.ask)
