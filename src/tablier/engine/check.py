"""Checks that every game must pass, for authors of games: one line each in a test, with readable errors.

The properties are those of ``docs/architecture.md``: a seat's view depends only on what the seat may know, and
simultaneous picks commute.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from tablier.engine import protocol
from tablier.engine.playout import LIMIT, play_uniform
from tablier.engine.protocol import CHANCE, SPECTATOR, Rules
from tablier.engine.rng import below, generator
from tablier.errors import GameError


def check_game(rules: Rules, seats: int, options: list[int], seed: int = 0, games: int = 2, limit: int = LIMIT) -> None:
    """Check a new game, the simplest mistakes first.

    Random games run interpreted in a separate process, so that a mistake in a kernel is a Python traceback to its line.
    The same games run compiled and must end in the same bytes. Then every position of them is checked for the
    properties. Games are truncated after ``limit`` plies.

    Raises:
        GameError: a check failed; the message names the game and the mistake.
    """
    expected = _interpreted(rules, seats, options, seed, games, limit)
    for number in range(games):
        compiled = _random_game(rules, seats, options, generator(seed, number), limit)
        if compiled.tobytes().hex() != expected[number]:
            other = np.frombuffer(bytes.fromhex(expected[number]), rules.dtype)
            fields = [f for f in rules.dtype.names or () if np.any(other[f] != compiled[f])]
            raise GameError(f"{rules.name}: the same game ends differently compiled: fields {', '.join(fields)}")
    for s, _rng in walk(rules, seats, options, seed, games, limit):
        check_legal(rules, s)
        check_hidden(rules, s, generator(seed))
        check_simultaneous(rules, s, generator(seed))


def walk(
    rules: Rules, seats: int, options: list[int], seed: int, games: int, limit: int = LIMIT
) -> Iterator[tuple[Any, Any]]:
    """Every position of some random games, as one-record arrays, each with the game's generator.

    A game is truncated after ``limit`` plies.
    """
    actions, odds = _scratch(rules)
    for number in range(games):
        rng = generator(seed, number)
        s = rules.zeros()
        protocol.setup(s[0], seats, np.array(options, np.int64))
        for _ in range(limit):
            yield s, rng
            who = movers_of(s)
            if not who:
                break
            protocol.apply(s[0], who[0], _random_action(s[0], who[0], rng, actions, odds))


def movers_of(s: Any) -> list[int]:
    """The seats that may act."""
    mask = int(protocol.movers(s[0]))
    return [seat for seat in range(CHANCE + 1) if mask >> seat & 1]


def legal_of(rules: Rules, s: Any, seat: int) -> list[int]:
    """The legal actions of a seat."""
    out = rules.action_buffer()
    return [int(a) for a in out[: int(protocol.legal(s[0], seat, out))]]


def check_legal(rules: Rules, s: Any) -> None:
    """Check that ``legal`` is ascending, empty exactly for seats that are not to move, and changes nothing."""
    before = s.tobytes()
    for seat in range(int(protocol.seats(s[0]))):
        listed = legal_of(rules, s, seat)
        if listed != sorted(set(listed)):
            raise GameError(f"{rules.name}: legal of seat {seat} is not in ascending order: {listed}")
        if bool(listed) != (seat in movers_of(s)):
            raise GameError(f"{rules.name}: seat {seat} has {len(listed)} legal actions, but movers is {movers_of(s)}")
        if listed and not 0 <= listed[0] <= listed[-1] < rules.actions:
            raise GameError(f"{rules.name}: an action of {listed} is outside 0..{rules.actions - 1}")
    if s.tobytes() != before:
        raise GameError(f"{rules.name}: legal or movers changes the record")


def check_why(rules: Rules, s: Any, why: Callable[[Any, int, int], int], actions: int) -> None:
    """Check that ``why`` is 0 exactly for legal actions, over all action ids of the chosen options."""
    state = rules.state(s.tobytes())
    for seat in [m for m in movers_of(s) if m != CHANCE]:
        listed = set(legal_of(rules, s, seat))
        for action in range(actions):
            if ((rule := why(state, seat, action)) == 0) != (action in listed):
                verb = "is" if action in listed else "is not"
                raise GameError(f"{rules.name}: action {action} of seat {seat} {verb} legal, but why returns {rule}")


def check_hidden(rules: Rules, s: Any, rng: Any) -> None:
    """Check that a seat's view reveals nothing (non-interference) and that determinizations are consistent with it."""
    for viewer in (*range(int(protocol.seats(s[0]))), SPECTATOR):
        seen = hidden(s, viewer)
        if hidden(seen, viewer).tobytes() != seen.tobytes():
            raise GameError(f"{rules.name}: hide({viewer}) twice differs from once")
        sample = seen.copy()
        protocol.determinize(sample[0], viewer, rng)
        if hidden(sample, viewer).tobytes() != seen.tobytes():
            raise GameError(f"{rules.name}: determinize({viewer}) contradicts what that seat sees")
        if viewer in movers_of(s) and legal_of(rules, seen, viewer) != legal_of(rules, s, viewer):
            raise GameError(f"{rules.name}: seat {viewer} has other legal actions in its own view")


def check_simultaneous(rules: Rules, s: Any, rng: Any) -> None:
    """Check that simultaneous picks give the same bytes in every order and reveal nothing to the other seats."""
    who = movers_of(s)
    if len(who) < 2:
        return
    picks = {seat: _pick(rules, s, seat, rng) for seat in who}
    results = set()
    for order in (who, who[::-1], who[1:] + who[:1]):
        work = s.copy()
        for i, seat in enumerate(order):
            before = {other: hidden(work, other).tobytes() for other in order[i + 1 :]}
            protocol.apply(work[0], seat, picks[seat])
            informed = [other for other in order[i + 1 :] if hidden(work, other).tobytes() != before[other]]
            if informed:
                raise GameError(f"{rules.name}: seats {informed} learn of a pending pick of seat {seat}")
        results.add(work.tobytes())
    if len(results) > 1:
        raise GameError(f"{rules.name}: the order of simultaneous picks of seats {who} changes the result")


def hidden(s: Any, viewer: int) -> Any:
    """A copy reduced to what ``viewer`` may know."""
    seen = s.copy()
    protocol.hide(seen[0], viewer)
    return seen


def _pick(rules: Rules, s: Any, seat: int, rng: Any) -> int:
    listed = legal_of(rules, s, seat)
    return listed[int(below(rng, len(listed)))]


def _scratch(rules: Rules) -> tuple[Any, Any]:
    return rules.action_buffer(), rules.weight_buffer()


def _random_action(s: Any, seat: int, rng: Any, actions: Any, odds: Any) -> int:
    n = int(protocol.legal(s, seat, actions))
    if seat != CHANCE:
        return int(actions[int(below(rng, n))])
    total = odds[: int(protocol.chance_weights(s, odds))].cumsum()
    return int(actions[int(np.searchsorted(total, below(rng, total[-1]), side="right"))])


def _interpreted(rules: Rules, seats: int, options: list[int], seed: int, games: int, limit: int) -> list[str]:
    """The final records (hexadecimal) of some random games, played by kernels that run as plain Python."""
    job = [rules.module, seats, options, seed, games, limit]
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", __name__, json.dumps(job)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise GameError(f"{rules.name}: interpreted, its rules fail:\n{done.stderr}")
    return done.stdout.split()


def _random_game(rules: Rules, seats: int, options: list[int], rng: Any, limit: int) -> Any:
    actions, odds = _scratch(rules)
    s = rules.zeros()
    try:
        protocol.setup(s[0], seats, np.array(options, np.int64))
        play_uniform(s[0], rng, actions, odds, limit)
    except NumbaError as error:
        raise GameError(f"{rules.name}: its kernels do not compile: {error}") from error
    return s


def _main(job: str) -> None:
    module, seats, options, seed, games, limit = json.loads(job)
    rules: Rules = importlib.import_module(module).GAME.rules()
    finals = [_random_game(rules, seats, options, generator(seed, n), limit).tobytes().hex() for n in range(games)]
    sys.stdout.write("\n".join(finals))


if __name__ == "__main__":
    _main(sys.argv[1])
