"""``summary.toml`` of a game: its rules in two minutes, for the rules panel and for invitations."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from tablier import catalogue
from tablier.catalogue import data

Sentences = Annotated[str, msgspec.Meta(min_length=10, max_length=400)]
Lines = Annotated[tuple[Sentences, ...], msgspec.Meta(min_length=1, max_length=6)]


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins, what a turn consists of, what ends the game, and hints for a first game."""

    goal: Sentences
    turn: Lines
    end: Sentences
    tips: Lines


class Summaries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The summary in every language."""

    en: Summary
    fr: Summary


@cache
def summary(game: str, lang: str) -> Summary:
    """The summary of a game's rules in ``en`` or ``fr``.

    Raises:
        UnknownGame: there is no such game.
        GameError: the game has no summary, or a malformed one; the message names file and field.
    """
    both = data.load(catalogue.package(game), "summary.toml", Summaries)
    return both.fr if lang == "fr" else both.en
