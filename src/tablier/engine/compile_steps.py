"""The steps that compile a game's kernels ahead of their first use, for a progress bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tablier.engine import protocol
from tablier.engine.batch import Batch
from tablier.engine.game_rules import Rules
from tablier.engine.playout import LIMIT, play_many, play_policy
from tablier.engine.rng import generator

Step = tuple[str, Callable[[], Any]]


def engine_steps(rules: Rules, seats: int, options: list[int]) -> list[Step]:
    """Label and action of each step: the game's own kernels, then the generic ones specialised for it.

    Each step can be taken without those before it.
    """
    root, work = rules.zeros(), rules.zeros()
    chosen = np.array(options, np.int64)
    actions, odds = rules.action_buffer(), rules.weight_buffer()

    def face() -> None:
        protocol.setup(root[0], seats, chosen)
        who = int(protocol.movers(root[0]))
        seat = (who & -who).bit_length() - 1
        protocol.legal(root[0], seat, actions)
        work[0] = root[0]
        protocol.hide(work[0], 0)
        protocol.apply(work[0], seat, int(actions[0]))
        counts = np.zeros(seats, np.int64)
        protocol.scores(work[0], counts)
        protocol.ranks(work[0], counts)
        protocol.end_reason(work[0])

    def playouts() -> None:
        protocol.setup(root[0], seats, chosen)
        play_many(root, work, 1, generator(0), actions, odds, LIMIT)

    def policy() -> None:
        protocol.setup(work[0], seats, chosen)
        play_policy(work[0], generator(0), actions, odds, LIMIT)

    return [
        ("rules", face),
        ("playouts", playouts),
        ("rollout policy", policy),
        ("batches", lambda: Batch(rules, 2, seats=seats, options=chosen, seed=0)),
    ]
