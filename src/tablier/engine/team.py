"""Threads that share the work of one call after another without Python between them.

Waking a thread takes as long as hundreds of steps of a game. So the helpers of a :class:`Team` wait for the next call
in compiled code, and sleep only if none comes for a while. A call never waits for a helper to wake: the calling thread
works, too, and takes all shares that no helper takes.

The work is one kernel. Called by the caller (``me == 0``) it publishes the shares, works, and waits for the helpers;
called by a helper it works whenever there are shares, and returns when it has waited for too long::

    share = next_share(control, me, -1)
    while share >= 0:
        ...  # the games bounds[share] <= i < bounds[share + 1]
        share = next_share(control, me, share)
    return me > 0 or settle(control)

The caller claims shares from the first on, helpers from the last on, so that each processor keeps the data of its own
part in its cache. Shares are large at both ends and small where the threads meet.
"""

from __future__ import annotations

import math
import os
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.atomic import fetch_add, load, spin_hint, store
from tablier.engine.kernel import kernel, with_fixed_types
from tablier.engine.protocol import INTERPRETED
from tablier.engine.uncopyable import Uncopyable

CLAIMS, DONE, ORDER, SHARES, POLLS, LATE_POLLS, WORDS = 0, 16, 32, 48, 49, 50, 64
"""The words of ``control``: claimed shares (the caller's in the low half, the helpers' in the high half), finished
shares, and what helpers should do, each in cache lines of its own; then constants: the number of shares, and how
often a helper and the caller look at a word before they give up."""
WORK, SLEEP, LEAVE = range(3)
"""Values of ``ORDER``."""
HALF = 32
LOW = (1 << HALF) - 1
PATIENCE = 2e-3
"""Seconds for which a helper waits for the next call before it sleeps."""
LATE = 1e-4
"""Seconds for which the caller waits for helpers before it lets other threads have its processor."""
NAP = 1e-5
"""How long the caller sleeps each time, in seconds."""
WORTH_WAKING = 1e-3
"""Seconds of a call from which on it is worth while to wake a helper for it, which takes some 100 microseconds."""
LONGEST_ALONE = 32
"""After a delay by helpers the caller works alone for as long as the delay, doubled from delay to delay up to this."""
RARE = 100
"""After so many calls with help and no delay, the next delay starts the doubling anew."""
TRIAL, TRIALS = 2000, 5
"""Looks at a word by which their rate is measured, and the number of measurements."""
LEAST_SHARE, LEAST_SHARES = 16, 8
"""The least number of games in a share, and of shares for each thread; the latter has priority."""


@kernel
def next_share(control: Any, me: Any, done: Any) -> Any:
    """Take a share, after ``done``, or the first of a call if that is -1.

    Returns -1 to the caller if all are taken, and to a helper if none are offered for a while.
    """
    if done >= 0:
        fetch_add(control, DONE, 1)
    elif me == 0:
        publish(control)
    share = claim(control, me)
    while share < 0 and me > 0 and attend(control):
        share = claim(control, me)
    return share


@kernel
def publish(control: Any) -> None:
    """Offer all shares anew, after their arguments have been written."""
    store(control, DONE, 0)
    store(control, CLAIMS, 0)


@kernel
def left(claims: Any, shares: Any) -> Any:
    """The number of unclaimed shares; negative if threads have tried to claim more."""
    return shares - (claims & LOW) - (claims >> HALF)


@kernel
def claim(control: Any, me: Any) -> Any:
    """Take a share: its number, -1 if none is left."""
    shares = control[SHARES]
    claims = fetch_add(control, CLAIMS, 1 if me == 0 else 1 << HALF)
    if left(claims, shares) <= 0:
        return -1
    return claims & LOW if me == 0 else shares - 1 - (claims >> HALF)


@kernel
def attend(control: Any) -> Any:
    """Wait until there are shares to claim; false if none have come for a while."""
    for _ in range(control[POLLS]):
        if load(control, ORDER) != WORK:
            return False
        if left(load(control, CLAIMS), control[SHARES]) > 0:
            return True
        spin_hint()
    return False


@kernel
def settle(control: Any) -> Any:
    """Wait until all shares are finished; false if this takes too long."""
    for _ in range(control[LATE_POLLS]):
        if load(control, DONE) == control[SHARES]:
            return True
        spin_hint()
    return False


def share_bounds(size: int, threads: int) -> NDArray[np.int64]:
    """The first game of each share of a batch, and ``size``.

    In each round every thread can have an equal share of half of what is left (factoring: Hummel, Schonberg and Flynn
    1992). A share costs a quarter of a microsecond, so there are few; the last ones are small, so no thread waits long.
    """
    if threads == 1:
        return np.array([0, size])
    least = max(1, min(LEAST_SHARE, size // (LEAST_SHARES * threads)))
    front, back = [0], [size]
    while (rest := back[-1] - front[-1]) > 0:
        share = max(least, rest // (2 * threads))
        front.append(min(front[-1] + share, back[-1]))
        back += [max(back[-1] - k * share, front[-1]) for k in range(1, threads)]
    return np.unique([*front, *back])


@cache
def polls_per_second() -> float:
    """How often a thread looks at a word while it waits for a second; a spin hint takes 10 to 140 cycles."""
    control = np.zeros(WORDS, np.int64)
    control[POLLS] = TRIAL
    rates = []
    for _ in range(TRIALS):  # the first may compile, others may be interrupted
        begun = time.perf_counter()
        attend(control)
        rates.append(TRIAL / (time.perf_counter() - begun))
    return max(rates)


class _Helper:
    """One thread. It holds the work and its arrays, not the team, so that a team that nobody uses is collected."""

    def __init__(self, control: Any, work: Callable[[Any, int], Any], me: int) -> None:
        self.error: BaseException | None = None
        self._control, self._work, self._me = control, work, me
        self._asleep = True
        self._bed = threading.Lock()  # locked while the thread sleeps; a plain lock is sound after a fork, too
        self._bed.acquire()
        self._thread = threading.Thread(target=self._serve, name=f"tablier-batch-{me}", daemon=True)
        self._thread.start()

    def wake(self) -> bool:
        """Wake the thread if it sleeps; returns whether it did."""
        asleep = self._asleep
        if asleep:
            self._asleep = False
            self._bed.release()
        return asleep

    def join(self) -> None:
        """Wait for the thread to end."""
        self._thread.join()

    def _serve(self) -> None:
        try:
            while True:
                self._bed.acquire()
                if self._control[ORDER] == LEAVE:
                    return
                self._work(self._control, self._me)
                self._asleep = True
                if self._control[ORDER] == LEAVE:
                    return
        except BaseException as error:  # raised again in the caller's thread
            self.error = error


def _dismiss(control: Any, helpers: Sequence[_Helper]) -> None:
    control[ORDER] = LEAVE
    for helper in helpers:
        helper.wake()


class Team(Uncopyable):
    """The calling thread and its helpers, which start with the first call.

    One call at a time. In a forked process the helpers start anew. Interpreted kernels have no helpers.
    """

    copy_error = "a batch of games can be neither copied nor pickled; make a new one, and reset it with a seed"

    def __init__(self, threads: int, shares: int, work: partial[Any]) -> None:
        """Threads for ``work(control, me)``, a kernel as described above with its other arguments bound."""
        self._threads = 1 if INTERPRETED else threads
        self._shares, self._work = shares, work
        self._process, self._ended, self._took = 0, 0.0, 0.0
        self._usual, self._alone_until = math.inf, 0.0
        self._delays_alone, self._in_time = 1, RARE

    def run(self) -> None:
        """Do all shares.

        Raises:
            Exception: the kernel has raised it, in whichever thread; an unknown part of the work is done.
        """
        if self._process != os.getpid():
            self._start()
        begun = time.perf_counter()
        helped = begun > self._alone_until and (begun - self._ended < PATIENCE or self._took > WORTH_WAKING)
        try:
            woken = helped and self._wake()
            if not self._call(self._control, 0):
                self._await()
        except BaseException:
            self.close()
            raise
        self._ended = time.perf_counter()
        self._took = self._ended - begun
        if not woken:
            self._judge(helped)

    def _wake(self) -> bool:
        """Wake all helpers that sleep; returns whether one did."""
        self._control[ORDER] = WORK
        return sum(helper.wake() for helper in self._helpers) > 0

    def _await(self) -> None:
        """Wait for helpers that have lost their processors, or have failed."""
        while not settle(self._control):
            for helper in self._helpers:
                if helper.error is not None:
                    raise helper.error
            time.sleep(NAP)

    def _judge(self, helped: bool) -> None:
        """Learn from the last call: do the next ones alone if help has only delayed it, as on a busy machine."""
        if not helped:
            self._usual = min(self._took, 0.75 * self._usual + 0.25 * self._took)
        elif self._took <= self._usual + LATE:
            self._in_time += 1
        else:
            self._delays_alone = min(2 * self._delays_alone, LONGEST_ALONE) if self._in_time < RARE else 1
            self._in_time = 0
            self._control[ORDER] = SLEEP
            self._alone_until = self._ended + self._delays_alone * (self._took - self._usual)

    def close(self) -> None:
        """End the helpers; the next call starts new ones."""
        if self._process == os.getpid():
            self._dismiss()
            for helper in self._helpers:
                helper.join()
        self._process = 0

    def _start(self) -> None:
        polls = polls_per_second()
        self._control = np.zeros(WORDS, np.int64)
        self._control[[CLAIMS, SHARES]] = self._shares
        self._control[[POLLS, LATE_POLLS]] = round(PATIENCE * polls), round(LATE * polls)
        self._call = with_fixed_types(self._work, self._control, 0)
        self._helpers = [_Helper(self._control, self._call, me) for me in range(1, self._threads)]
        self._dismiss = weakref.finalize(self, _dismiss, self._control, self._helpers)
        self._process = os.getpid()
