"""The words of the pages that the server renders, in each language: ``html/words.toml``."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from functools import cache
from typing import Annotated

import msgspec

from tablier.catalogue.data import Lang, load

VOWEL = re.compile(r"[aeiouhæœ]|y(?![aeiou])", re.IGNORECASE)


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language, whose own name is ``language``; ``{}`` stands for a name or a number.

    ``first`` is the first day of a month; other days are written as numbers.
    """

    language: str
    title: str
    point: str
    points: str
    zero_is_singular: bool
    player: str
    wins: str
    wins_elided: str
    shared: str
    unfinished: str
    final: str
    replay: str
    record: str
    rules: str
    day: str
    first: str
    months: Annotated[tuple[str, ...], msgspec.Meta(min_length=12, max_length=12)]
    contents: str
    summary: str
    lesson: str
    goal: str
    turn: str
    end: str
    tips: str
    home: str
    invited: str
    invited_to: str
    table: str
    missing: str
    missing_text: str

    def score(self, points: int) -> str:
        """A score in words."""
        singular = abs(points) == 1 or (points == 0 and self.zero_is_singular)
        return (self.point if singular else self.points).format(points)

    def victory(self, name: str) -> str:
        """Who won. French elides before vowels: victoire d’Alice."""
        return (self.wins_elided if VOWEL.match(unicodedata.normalize("NFD", name)) else self.wins).format(name)

    def on(self, date: date) -> str:
        """A date in words."""
        number = self.first if date.day == 1 else str(date.day)
        return self.day.format(day=number, month=self.months[date.month - 1], year=date.year)


class AllWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of every language."""

    en: Words
    fr: Words


@cache
def words(lang: str) -> Words:
    """The words of ``en`` or ``fr``.

    Raises:
        GameError: the file is invalid; the message names file and field.
    """
    every = load("tablier.server.api", "html/words.toml", AllWords)
    return every.fr if lang == "fr" else every.en


def other(lang: str) -> Lang:
    """The language to which a page links."""
    return "en" if lang == "fr" else "fr"
