"""Bots: named levels made of search and evaluations.

Importing this package and listing levels compiles nothing.

>>> import tablier.bots
>>> [info.level for info in tablier.bots.levels("ponte_del_diavolo")]
[1, 2, 3, 4, 5]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablier.bots.specs import (
    FrozenSpec,
    GreedySpec,
    Level,
    MixedSpec,
    PolicySpec,
    RandomSpec,
    SearchSpec,
    Spec,
    levels,
    limited,
    search_seconds,
    spec,
)

if TYPE_CHECKING:
    from tablier.bots.players import Bot

__all__ = [
    "Bot",
    "FrozenSpec",
    "GreedySpec",
    "Level",
    "MixedSpec",
    "PolicySpec",
    "RandomSpec",
    "SearchSpec",
    "Spec",
    "bot",
    "level",
    "levels",
    "limited",
    "search_seconds",
    "spec",
    "warm",
]


def level(game: str, n: int, *, seed: int = 0, seconds: float | None = None) -> Bot:
    """The bot of strength ``n`` (from 1) of a game, thinking for at most ``seconds`` in a submission.

    Raises:
        UnknownGame: there is no such game.
        UnknownBot: there is no such level.
        InvalidOption: ``seconds`` is not a number or is negative, or ``seed`` is neither an integer nor a text.
    """
    found = spec(game, str(n))
    return bot(found if seconds is None else limited(found, seconds), seed=seed)


def bot(spec: Spec, *, seed: int = 0) -> Bot:
    """The bot that a specification describes.

    Raises:
        UnknownBot: it is not a specification; :func:`spec` makes one from a name.
        InvalidOption: ``seed`` is neither an integer nor a text.
    """
    from tablier.bots.players import make

    return make(spec, seed)


def warm(game: str, net: bool | str | None = None) -> None:
    """Compile, or load from the cache, all kernels that bots of a game use; this takes seconds the first time.

    Searches with a net have kernels of their own, which serve all nets of a game; they are compiled if ``net`` names
    one, by default if a level of the game has one.

    Raises:
        UnknownGame: there is no such game.
        GameError: the file of the net is missing, damaged, or does not fit the game.
    """
    from tablier.bots.players import net_of, warm

    if net is None:
        net = any(isinstance(one.bot, SearchSpec | MixedSpec) and one.bot.net for one in levels(game))
    warm(game, net_of(game, net))


def __getattr__(name: str) -> object:
    if name == "Bot":
        from tablier.bots.players import Bot

        return Bot
    raise AttributeError(f"module 'tablier.bots' has no attribute {name!r}")
