"""The threads of a team do all shares once, sleep and wake, and end with the team."""

from __future__ import annotations

import gc
import os
import threading
import time
from functools import partial
from typing import Any

import numpy as np
import pytest

from tablier.engine.kernel import kernel
from tablier.engine.protocol import INTERPRETED
from tablier.engine.team import LATE, LONGEST_ALONE, RARE, Team, next_share, settle, share_bounds

SHARES = 64
pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted kernels run in one thread")


@kernel
def count_up(counts: Any, workers: Any, slow: Any, control: Any, me: Any) -> Any:
    """Raise each count by one and note who has done it; ``slow`` is work for the processor."""
    share = next_share(control, me, -1)
    while share >= 0:
        total = 0.0
        for k in range(slow):
            total += np.sin(k)
        counts[share] += 1 if total < np.inf else 0
        workers[share] = me
        share = next_share(control, me, share)
    return me > 0 or settle(control)


@kernel
def fail_late(counts: Any, control: Any, me: Any) -> Any:
    """Divide by the counts, one of which may be zero."""
    share = next_share(control, me, -1)
    while share >= 0:
        counts[share] = 12 // counts[share]
        share = next_share(control, me, share)
    return me > 0 or settle(control)


def counters() -> tuple[Any, Any]:
    return np.zeros(SHARES, np.int64), np.full(SHARES, -1)


def helpers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("tablier-batch")]


def until(true: Any) -> bool:
    """Wait for a condition, for at most half a minute."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.001)
    return False


def helped(team: Team, workers: Any) -> bool:
    """Do the shares; has the first helper done some of them?"""
    team.run()
    return bool((workers == 1).any())


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_every_share_is_done_once_in_each_call(threads: int) -> None:
    counts, workers = counters()
    team = Team(threads, SHARES, partial(count_up, counts, workers, 20))
    for call in range(1, 2000):
        team.run()
        assert counts.tolist() == [call] * SHARES
    assert set(workers.tolist()) <= set(range(threads))
    team.close()


def test_a_helper_that_sleeps_is_woken_by_the_next_call() -> None:
    counts, workers = counters()
    team = Team(2, SHARES, partial(count_up, counts, workers, 20_000))
    for _ in range(3):
        time.sleep(0.05)  # longer than a helper waits before it sleeps
        assert until(lambda: helped(team, workers))
        workers[:] = -1
    assert (counts == counts[0]).all()
    team.close()


def test_the_caller_works_from_the_first_share_on_and_helpers_from_the_last() -> None:
    counts, workers = counters()
    team = Team(2, SHARES, partial(count_up, counts, workers, 20_000))
    assert until(lambda: helped(team, workers))
    assert workers.tolist() == sorted(workers.tolist())
    team.close()


def test_the_caller_works_alone_for_longer_after_each_delay_unless_delays_are_rare() -> None:
    team = Team(1, 1, partial(count_up, *counters(), 0))
    team.run()
    delay = 3 * LATE

    def alone_after(took: float) -> float:
        """For how many delays the caller works alone after a call with help that took so long."""
        team._ended, team._usual, team._took = 0.0, 1.0, took
        team._judge(helped=True)
        return team._alone_until / delay

    assert [alone_after(1 + delay) for _ in range(4)] == pytest.approx([1, 2, 4, 8])
    assert [alone_after(1 + delay) for _ in range(9)][-1] == pytest.approx(LONGEST_ALONE)
    for _ in range(RARE):
        alone_after(0.5)
    assert alone_after(1 + delay) == pytest.approx(1)


def test_threads_end_with_their_team() -> None:
    counts, workers = counters()
    before = len(helpers())
    team = Team(3, SHARES, partial(count_up, counts, workers, 1))
    assert len(helpers()) == before  # they start with the first call
    team.run()
    assert len(helpers()) == before + 2
    del team
    gc.collect()
    assert until(lambda: len(helpers()) == before)


def test_a_closed_team_starts_again() -> None:
    counts, workers = counters()
    before = len(helpers())
    team = Team(2, SHARES, partial(count_up, counts, workers, 1))
    for call in (1, 2):
        team.run()
        assert counts.tolist() == [call] * SHARES
        team.close()
        assert len(helpers()) == before


@pytest.mark.parametrize("bad", [0, SHARES - 1])
def test_an_exception_of_the_kernel_is_raised_whichever_thread_meets_it(bad: int) -> None:
    counts = np.ones(SHARES, np.int64)
    team = Team(2, SHARES, partial(fail_late, counts))
    counts[bad] = 0
    with pytest.raises(ZeroDivisionError):
        team.run()
    counts[:] = 3
    team.run()
    assert counts.tolist() == [4] * SHARES
    team.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_has_helpers_of_its_own() -> None:
    counts, workers = counters()
    team = Team(2, SHARES, partial(count_up, counts, workers, 1))
    team.run()
    child = os.fork()
    if child == 0:
        team.run()
        good = counts.tolist() == [2] * SHARES and len(helpers()) == 1
        team.close()
        os._exit(0 if good else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    team.run()
    assert counts.tolist() == [2] * SHARES
    team.close()


@pytest.mark.parametrize("threads", [2, 3, 5, 16])
@pytest.mark.parametrize("size", [1, 2, 3, 16, 40, 1000, 1024])
def test_shares_cover_all_games_and_shrink_to_where_the_threads_meet(size: int, threads: int) -> None:
    bounds = share_bounds(size, threads)
    assert (bounds[0], bounds[-1]) == (0, size)
    shares = np.diff(bounds).tolist()
    meet = shares.index(min(shares))
    assert min(shares) > 0
    assert shares == sorted(shares[:meet], reverse=True) + sorted(shares[meet:])
    assert max(shares) <= max(1, size // (2 * threads))


def test_one_thread_takes_all_games_at_once() -> None:
    assert share_bounds(1024, 1).tolist() == [0, 1024]
