"""A batch of self-play gives each seat what it may know and do, and what it won."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from known import GAMES
from toy import seen
from toy.game import GAME as TOY

from tablier.api import game
from tablier.bench import default_options
from tablier.engine import protocol
from tablier.engine.check import legal_of
from tablier.engine.game_rules import Rules
from tablier.engine.observe import Observer
from tablier.envs.self_play_batch import SelfPlayBatch
from tablier.template.nim.game import GAME as NIM

SMALL: list[tuple[Rules, int, list[int]]] = [(TOY.rules(), 3, [2]), (NIM.rules(), 2, [0]), (seen.RULES, 2, [0])]
REAL = [(game(name).rules, game(name).info.seats[-1], default_options(game(name)).tolist()) for name in GAMES]
SIZE, STEPS = 21, 90


def started(rules: Rules, seats: int, options: list[int], threads: int = 1, **settings: Any) -> SelfPlayBatch:
    settings = {"limit": 40, "judged": False, **settings}
    indices = np.array(options, np.int64)
    batch = SelfPlayBatch(rules, SIZE, seats=seats, options=indices, actions=rules.actions, threads=threads, **settings)
    batch.reset(1)
    return batch


def seen_by(rules: Rules, states: Any, seat: int) -> Any:
    """What a seat may know of some records."""
    observer = Observer(rules, len(states))
    out = observer.blank()
    observer.write(states, np.full(len(states), seat), out)
    return out


def random_actions(batch: SelfPlayBatch, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(row)) for row in batch.rows.legal])


@pytest.mark.parametrize(("threads", "copy"), [(1, False), (3, False), (3, True)])
@pytest.mark.parametrize(("rules", "seats", "options"), SMALL + REAL, ids=lambda value: getattr(value, "name", None))
def test_rows_are_up_to_date_after_every_step(
    rules: Rules, seats: int, options: list[int], threads: int, copy: bool
) -> None:
    batch = started(rules, seats, options, threads, copy=copy)
    rng, ended = np.random.default_rng(1), np.zeros(SIZE, np.int64)
    for _ in range(STEPS):
        for seat in range(seats):
            rows = slice(seat * SIZE, (seat + 1) * SIZE)
            assert np.array_equal(batch.observation[rows], seen_by(rules, batch.states, seat))
            assert np.array_equal(batch.rows.waiting[rows], batch.seat != seat)
            assert np.array_equal(batch.rows.reward[rows], batch.reward[:, seat])
            over = batch.done | batch.cut
            final = batch.final_observation[rows][over]
            assert np.array_equal(final, seen_by(rules, batch.final[over], seat)) or not over.any()
            for i, row in enumerate(batch.rows.legal[rows]):
                own = legal_of(rules, batch.states[i : i + 1], seat) if batch.seat[i] == seat else [rules.actions]
                assert np.flatnonzero(row).tolist() == own
        assert np.array_equal(batch.rows.done, np.tile(batch.done, seats))
        assert np.array_equal(batch.rows.cut, np.tile(batch.cut, seats))
        ended += over
        batch.step(random_actions(batch, rng))
    assert (ended > 0).all()


def test_threads_do_not_change_the_games() -> None:
    one, many = (started(*SMALL[0], threads) for threads in (1, 4))
    rng = np.random.default_rng(2)
    for _ in range(STEPS):
        actions = random_actions(one, rng)
        one.step(actions)
        many.step(actions)
        assert one.states.tobytes() == many.states.tobytes()


def test_a_truncated_game_is_judged_if_asked_for() -> None:
    (rules, seats, options), rng = REAL[0], np.random.default_rng(3)
    judged, plain = (started(rules, seats, options, judged=judged, limit=5) for judged in (True, False))
    for _ in range(5):
        actions = random_actions(plain, rng)
        judged.step(actions)
        plain.step(actions)
    assert plain.cut.all()
    assert not plain.rows.reward.any()
    value = np.zeros(seats)
    for i, final in enumerate(judged.final):
        protocol.evaluate(final, value)
        assert judged.rows.reward[i::SIZE].tolist() == judged.reward[i].tolist() == value.tolist()
