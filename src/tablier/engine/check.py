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
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from tablier.engine import protocol
from tablier.engine.check_kernels import check_end, check_kernels, check_seats
from tablier.engine.check_texts import check_notation, check_rule
from tablier.engine.game_rules import Rules
from tablier.engine.playout import LIMIT, play_uniform
from tablier.engine.protocol import CHANCE, SPECTATOR
from tablier.engine.random_walk import at_ply, walk_game
from tablier.engine.random_walk import hidden as hidden
from tablier.engine.random_walk import legal_of as legal_of
from tablier.engine.random_walk import movers_of as movers_of
from tablier.engine.random_walk import walk as walk
from tablier.engine.rng import below, generator
from tablier.engine.setup_arguments import require_setup
from tablier.errors import GameError

NOTATION_INTERVAL = 7
"""The notation is checked in every so-many-th position."""


def check_game(rules: Rules, seats: int, options: list[int], seed: int = 0, games: int = 2, limit: int = LIMIT) -> None:
    """Check a new game, the simplest mistakes first.

    Random games run interpreted in a separate process, so that a mistake in a kernel is a Python traceback to its line.
    The same games run compiled and must end in the same bytes. Then every position of them is checked for the
    properties, what each kernel returns and writes, and, in some positions, the notation.

    Args:
        rules: the game, ``GAME.rules()``.
        seats: the number of seats.
        options: an index into its values for each option, as :func:`tablier.engine.protocol.setup` takes them.
        seed: of the random games.
        games: how many are played.
        limit: a game is truncated after so many plies.

    Raises:
        GameError: a check failed; the message names the game, the mistake and the ply.
        InvalidOption: the game has not this number of seats, or not these options; the message names those it has.
    """
    require_setup(rules, seats, options)
    expected = _interpreted(rules, seats, options, seed, games, limit)
    for number in range(games):
        compiled = _random_game(rules, seats, options, generator(seed, number), limit)
        if compiled.tobytes().hex() != expected[number]:
            other = np.frombuffer(bytes.fromhex(expected[number]), rules.dtype)
            fields = [f for f in rules.dtype.names or () if np.any(other[f] != compiled[f])]
            raise GameError(f"{rules.name}: the same game ends differently compiled: fields {', '.join(fields)}")
    notation = importlib.import_module(rules.module).GAME.notation
    for number in range(games):
        for ply, s in enumerate(walk_game(rules, seats, options, generator(seed, number), limit)):
            with at_ply(ply):
                check_seats(rules, s, seats)
                check_legal(rules, s)
                check_hidden(rules, s, generator(seed))
                check_simultaneous(rules, s, generator(seed))
                check_kernels(rules, s, seats, generator(seed))
                if ply % NOTATION_INTERVAL == 0:
                    check_notation(rules, notation, s)


def check_legal(rules: Rules, s: Any) -> None:
    """Check that ``legal`` is ascending, empty exactly for seats that are not to move, and changes nothing.

    At a chance node the list of outcomes, that of seat ``CHANCE``, is checked, too.
    """
    before, who = s.tobytes(), movers_of(s)
    for seat in (*range(int(protocol.seats(s[0]))), *(seat for seat in who if seat == CHANCE)):
        listed = legal_of(rules, s, seat)
        if listed != sorted(set(listed)):
            raise GameError(f"{rules.name}: legal of seat {seat} is not in ascending order: {listed}")
        if bool(listed) != (seat in who):
            raise GameError(f"{rules.name}: seat {seat} has {len(listed)} legal actions, but movers is {who}")
        most = np.iinfo(np.int16).max if seat == CHANCE else rules.actions - 1
        if listed and not 0 <= listed[0] <= listed[-1] <= most:
            raise GameError(f"{rules.name}: an action of {listed} of seat {seat} is outside 0..{most}")
    if s.tobytes() != before:
        raise GameError(f"{rules.name}: legal or movers changes the record")


def check_why(rules: Rules, s: Any, why: Callable[[Any, int, int], int], actions: int) -> None:
    """Check ``why`` over all action ids of the chosen options.

    It must be 0 exactly for legal actions, else a rule of the rulebooks in every language.
    """
    state = rules.state(s.tobytes())
    for seat in [m for m in movers_of(s) if m != CHANCE]:
        listed = set(legal_of(rules, s, seat))
        for action in range(actions):
            if ((rule := why(state, seat, action)) == 0) != (action in listed):
                verb = "is" if action in listed else "is not"
                raise GameError(f"{rules.name}: action {action} of seat {seat} {verb} legal, but why returns {rule}")
            if rule != 0:
                check_rule(rules, rule)


def check_hidden(rules: Rules, s: Any, rng: Any) -> None:
    """Check that a seat's view reveals nothing (non-interference) and that determinizations are consistent with it."""
    for viewer in (*range(int(protocol.seats(s[0]))), SPECTATOR):
        seen = hidden(s, viewer)
        who = "the spectator (SPECTATOR, 6)" if viewer == SPECTATOR else f"seat {viewer}"
        if hidden(seen, viewer).tobytes() != seen.tobytes():
            raise GameError(f"{rules.name}: hide for {who} twice differs from once")
        sample = seen.copy()
        protocol.determinize(sample[0], viewer, rng)
        if hidden(sample, viewer).tobytes() != seen.tobytes():
            raise GameError(f"{rules.name}: determinize for {who} contradicts what that seat sees")
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


def _pick(rules: Rules, s: Any, seat: int, rng: Any) -> int:
    listed = legal_of(rules, s, seat)
    return listed[int(below(rng, len(listed)))]


def _interpreted(rules: Rules, seats: int, options: list[int], seed: int, games: int, limit: int) -> list[str]:
    """The final records (hexadecimal) of some random games, played by kernels that run as plain Python.

    What a kernel prints appears as usual.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "result.json"
        job = [rules.module, seats, options, seed, games, limit, str(file)]
        done = subprocess.run(
            [sys.executable, "-W", "error::RuntimeWarning", "-m", __name__, json.dumps(job)],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            raise GameError(f"{rules.name}: interpreted, its rules fail:\n{done.stderr}")
        result: dict[str, Any] = json.loads(file.read_bytes())
    if "error" in result:
        raise GameError(result["error"])
    finals: list[str] = result["finals"]
    return finals


def _random_game(rules: Rules, seats: int, options: list[int], rng: Any, limit: int) -> Any:
    s = rules.zeros()
    try:
        protocol.setup(s[0], seats, np.array(options, np.int64))
        play_uniform(s[0], rng, rules.action_buffer(), rules.weight_buffer(), limit)
    except NumbaError as error:
        raise GameError(f"{rules.name}: its kernels do not compile: {error}") from error
    return s


def _walked_game(rules: Rules, seats: int, options: list[int], rng: Any, limit: int) -> Any:
    """The same game, with a check of each list."""
    *_, s = walk_game(rules, seats, options, rng, limit)
    check_end(rules, s, seats)
    return s


def _main(job: str) -> None:
    module, seats, options, seed, games, limit, file = json.loads(job)
    rules: Rules = importlib.import_module(module).GAME.rules()
    try:
        finals = [_walked_game(rules, seats, options, generator(seed, number), limit) for number in range(games)]
        result: dict[str, Any] = {"finals": [final.tobytes().hex() for final in finals]}
    except GameError as error:
        result = {"error": str(error)}
    Path(file).write_text(json.dumps(result))


if __name__ == "__main__":
    _main(sys.argv[1])
