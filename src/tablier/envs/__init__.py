"""The games as environments for learning and for game theory.

Each kind needs its package, an extra of this one:

- :mod:`tablier.envs.gymnasium`: one seat against bots, and many games at once (extra ``gym``);
- :mod:`tablier.envs.pettingzoo`: all seats, one at a time or together (extra ``pettingzoo``);
- :mod:`tablier.envs.openspiel`: the games of OpenSpiel's algorithms (extra ``openspiel``).

All of them are written over the protocol alone, so a new game is in them at once. They have in common:

- an action is an action id of the game, and a mask says which are legal; an illegal one raises
  :class:`~tablier.errors.IllegalMove` and nothing is played;
- an observation is what the observing seat may know and nothing else (:mod:`tablier.engine.observe`);
- chance is drawn inside, except in OpenSpiel, which has chance nodes of its own;
- the only reward is paid at the end: 1 for the winner, shared by joint winners, so that the rewards of all seats
  add up to 1. The rules' tie-breaks count;
- the rules of some games know no end, so a game that is not over after ``limit`` plies is broken off: truncated, and
  nobody is paid (in OpenSpiel, where utilities must add up, all alike);
- an id has a version, such as ``tablier/PonteDelDiavolo-v0``: one less than the version of the game's rules.
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
