"""The games, one folder each. Only :mod:`tablier.games.catalogue` is imported before a game is used."""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    """``tablier.games`` is the package that holds the games; called, it lists them."""

    def __call__(self) -> tuple[str, ...]:
        """The names of all games, without importing Numba.

        >>> import tablier
        >>> "ponte_del_diavolo" in tablier.games()
        True
        """
        from tablier.games import catalogue

        return catalogue.names()


sys.modules[__name__].__class__ = _Games
