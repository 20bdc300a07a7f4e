"""Matches that end as soon as they have decided between two shares of the wins (Wald, 1945).

A game counts as a trial that the first entrant wins with its share of the win; with ties the test is conservative.
Games count in the order of their numbers, so that the decision does not depend on which of them were over first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from tablier.arena.match import Played
from tablier.arena.stats import shares
from tablier.errors import InvalidOption

BOUND = math.log(0.95 / 0.05)
"""The logarithm of the likelihood ratio that decides: each error has a probability of 5 %."""


class Decision(msgspec.Struct, frozen=True):
    """What the games show about the share of the first entrant.

    ``ratio`` is the logarithm of the likelihood of ``high`` over that of ``low`` after ``games`` games. It decides for
    ``high`` when it is at least :data:`BOUND`, and for ``low`` when it is at most minus that.
    """

    low: float
    high: float
    games: int
    ratio: float

    @property
    def share(self) -> float | None:
        """The share for which the test has decided, if it has."""
        if abs(self.ratio) < BOUND:
            return None
        return self.high if self.ratio > 0 else self.low


class Sprt(msgspec.Struct, frozen=True):
    """A sequential probability ratio test of the first entrant's share of the wins: ``low`` against ``high``."""

    low: float
    high: float

    @classmethod
    def of(cls, text: str) -> Sprt:
        """A test written as ``LOW:HIGH``.

        Raises:
            InvalidOption: these are not two shares with 0 < LOW < HIGH < 1.

        >>> Sprt.of("0.5:0.65")
        Sprt(low=0.5, high=0.65)
        """
        low, _, high = text.partition(":")
        try:
            test = cls(float(low), float(high))
        except ValueError:
            test = cls(0.0, 0.0)
        if not 0 < test.low < test.high < 1:
            raise InvalidOption(f"a test is two shares LOW:HIGH with 0 < LOW < HIGH < 1, like 0.5:0.65; got {text!r}")
        return test

    def decide(self, played: Sequence[Played]) -> Decision:
        """The decision after the first games that follow each other without a gap, or what they show so far."""
        win, loss = math.log(self.high / self.low), math.log((1 - self.high) / (1 - self.low))
        ratio, games = 0.0, 0
        for one in sorted(played, key=lambda one: one.number):
            if one.number != games or abs(ratio) >= BOUND:
                break
            share = shares(one.ranks)[0]
            ratio += share * win + (1 - share) * loss
            games += 1
        return Decision(self.low, self.high, games, ratio)
