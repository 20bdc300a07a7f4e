"""The games as environments for learning and for game theory.

Each kind needs an optional package:

- :mod:`tablier.envs.gymnasium`: one seat against bots, and many games at once (extra ``gym``);
- :mod:`tablier.envs.pettingzoo`: all seats, one at a time or together (extra ``pettingzoo``);
- :mod:`tablier.envs.openspiel`: the games of OpenSpiel's algorithms (extra ``openspiel``).

They use the protocol alone, so they work for every game. They have in common:

- An action is an action id of the game, and a mask shows the legal ones. An illegal action raises
  :class:`~tablier.errors.IllegalMove` and changes nothing.
- An observation is what the observing seat may know and nothing else (:mod:`tablier.engine.observe`).
- Chance is drawn inside, except in OpenSpiel, which has chance nodes of its own.
- The only reward comes at the end: 1 for the winner, shared by joint winners, so that the rewards of all seats add up
  to 1. The rules' tie-breaks count.
- A game is truncated after ``limit`` plies, since some games need not end. All rewards are then 0 (in OpenSpiel, where
  utilities must add up, equal).
- An id has a version, such as ``tablier/PonteDelDiavolo-v0``: the version of the game's rules minus one.
"""

from __future__ import annotations

from tablier.catalogue.info import GameInfo


def env_id(info: GameInfo) -> str:
    """The versioned id of a game's environments.

    >>> from tablier import catalogue
    >>> env_id(catalogue.info("ponte_del_diavolo"))
    'tablier/PonteDelDiavolo-v0'
    """
    return f"tablier/{info.name.title().replace('_', '')}-v{info.rules_version - 1}"
