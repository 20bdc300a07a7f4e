"""The games as environments for learning and for game theory.

Each kind needs an optional package:

- :mod:`tablier.envs.gymnasium`: one seat against bots (extra ``gym``);
- :mod:`tablier.envs.vector`: many games at once, one seat against bots or all seats (extra ``gym``);
- :mod:`tablier.envs.pettingzoo`: all seats, one at a time or together (extra ``pettingzoo``);
- :mod:`tablier.envs.openspiel`: the games of OpenSpiel's algorithms (extra ``openspiel``).

They use the protocol alone, so they work for every game. They have in common:

- An action is an action id of the game, and a mask shows the legal ones. An illegal action raises
  :class:`~tablier.errors.IllegalMove` and changes nothing.
- An observation is what the observing seat may know and nothing else (:mod:`tablier.engine.observe`).
- Chance is drawn inside, except in OpenSpiel, which has chance nodes of its own.
- The only reward comes at the end: 1 for the winner, shared by joint winners, so that the rewards of all seats add up
  to 1. The rules' tie-breaks count.
- A game is truncated after ``limit`` plies, by default the ``limit`` in ``game.toml``, since some games need not end.
  All rewards are then 0 (in OpenSpiel, where utilities must add up, equal); in a ``judged`` game they are those of the
  game's evaluation.
- Each game has a small variant, ``small`` in ``game.toml``; its ids contain ``Small``, and it is judged.
- An id has a version, such as ``tablier/PonteDelDiavolo-v0``: the version of the game's rules minus one.
"""

from __future__ import annotations

from typing import Any

from tablier.catalogue.info import GameInfo


def env_id(info: GameInfo, *, self_play: bool = False, small: bool = False) -> str:
    """The versioned id of a game's environments: one seat against bots or all seats, the game or its small variant.

    >>> from tablier import catalogue
    >>> env_id(catalogue.info("ponte_del_diavolo"))
    'tablier/PonteDelDiavolo-v0'
    >>> env_id(catalogue.info("ponte_del_diavolo"), self_play=True)
    'tablier/PonteDelDiavoloSelfPlay-v0'
    >>> env_id(catalogue.info("ponte_del_diavolo"), small=True)
    'tablier/PonteDelDiavoloSmall-v0'
    """
    task = f"{'Small' if small else ''}{'SelfPlay' if self_play else ''}"
    return f"tablier/{info.name.title().replace('_', '')}{task}-v{info.rules_version - 1}"


def variants(info: GameInfo) -> dict[bool, dict[str, Any]]:
    """The arguments of the environments of a game and, under ``True``, of its small variant, if it has one."""
    found: dict[bool, dict[str, Any]] = {False: {"name": info.name}}
    if info.small:
        found[True] = {"name": info.name, "judged": True, **info.small.arguments}
    return found
