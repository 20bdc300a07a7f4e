"""Entry points of the package; see :mod:`tablier`."""

from __future__ import annotations

import functools

from tablier import catalogue
from tablier.position import Game


@functools.cache
def game(name: str) -> Game:
    """The game of that name.

    Raises:
        UnknownGame: there is none; the message lists the names that exist.

    >>> game("ponte_del_diavolo")
    <Game ponte_del_diavolo: 2 seats>
    """
    return Game(name)


def list_games() -> tuple[str, ...]:
    """The names of all games.

    >>> "ponte_del_diavolo" in list_games()
    True
    """
    return catalogue.names()
