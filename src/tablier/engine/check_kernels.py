"""Checks of what single kernels of a game return and write in a position."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from tablier.engine.game_rules import Rules
from tablier.engine.net import blank_inputs
from tablier.engine.protocol import CHANCE
from tablier.engine.random_walk import hidden, integer, integers, legal_of, movers_of, weights_of
from tablier.engine.registration import info_of
from tablier.errors import GameError

JUNK = 99
"""What an array holds before a kernel overwrites it."""
ROUNDING = 1e-6
"""Tolerance of shares that should be within [0, 1]."""


def check_kernels(rules: Rules, s: Any, seats: int, rng: Any) -> None:
    """Check all kernels that tell something of a position, the optional ones only if the game defines them.

    Raises:
        GameError: a kernel is wrong; the message names it, what it gave, and what is expected.
    """
    before = s.tobytes()
    if CHANCE in movers_of(s):
        weights_of(rules, s)
    check_end(rules, s, seats)
    if movers_of(s):
        check_evaluate(rules, s, seats)
        check_net_inputs(rules, s, seats)
    for seat in movers_of(s):
        if seat != CHANCE:
            check_priors(rules, s, seat)
            check_rollout_policy(rules, s, seat, rng)
    for seat in range(seats):
        check_features(rules, s, seat)
    if s.tobytes() != before:
        raise GameError(f"{rules.name}: a kernel other than apply, hide and determinize changes the record")


def check_seats(rules: Rules, s: Any, seats: int) -> None:
    """Check that ``seats`` returns the number that was given to ``setup``, and that ``movers`` names no others."""
    returned = integer(rules, "seats", rules.kernel("seats")(s[0]))
    if returned != seats:
        raise GameError(f"{rules.name}: seats returned {returned}, expected {seats}, the number that setup was given")
    mask = integer(rules, "movers", rules.kernel("movers")(s[0]))
    if mask != 1 << CHANCE and not 0 <= mask < 1 << seats:
        raise GameError(
            f"{rules.name}: movers returned {mask:#b}, expected bits of seats 0 to {seats - 1}, or 1 << CHANCE alone"
        )


def check_end(rules: Rules, s: Any, seats: int) -> None:
    """Check ``scores``, ``ranks`` and ``end_reason``."""
    written(rules, "scores", s, seats, np.int64)
    ranks = written(rules, "ranks", s, seats, np.int64)
    reason = integer(rules, "end_reason", rules.kernel("end_reason")(s[0]))
    if movers_of(s):
        if reason != 0:
            raise GameError(f"{rules.name}: end_reason returned {reason}, expected 0 while the game goes on")
        return
    info = info_of(rules.module)
    reasons = len(info.reasons) if info else reason
    if not 1 <= reason <= max(reasons, 1):
        raise GameError(
            f"{rules.name}: end_reason returned {reason}, expected 1 to {max(reasons, 1)} at the end of the game, "
            "the number of one of the reasons in game.toml"
        )
    if min(ranks) != 0 or max(ranks) >= seats:
        raise GameError(f"{rules.name}: ranks wrote {ranks}, expected 0 for the first, and numbers below {seats}")


def check_evaluate(rules: Rules, s: Any, seats: int) -> None:
    """Check that ``evaluate`` writes a share of the win for each seat."""
    if rules.has("evaluate"):
        shares = written(rules, "evaluate", s, seats, np.float64)
        if not all(-ROUNDING <= share <= 1 + ROUNDING for share in shares):
            raise GameError(f"{rules.name}: evaluate wrote {shares}, expected a number from 0 to 1 for each seat")


def check_priors(rules: Rules, s: Any, seat: int) -> None:
    """Check that ``priors`` writes a positive number for each action of the seat, in the view of that seat."""
    if not rules.has("priors"):
        return
    view = hidden(s, seat)
    listed = legal_of(rules, view, seat)
    actions = rules.action_buffer()
    actions[: len(listed)] = listed
    priors = written(rules, "priors", view, len(listed), np.float64, seat, actions, len(listed))
    for action, prior in zip(listed, priors, strict=True):
        if not 0 < prior < np.inf:
            raise GameError(
                f"{rules.name}: priors wrote {prior} for action {action} of seat {seat}, expected a positive number"
            )
    if actions[: len(listed)].tolist() != listed:
        raise GameError(f"{rules.name}: priors changes the list of actions that it is given")


def check_rollout_policy(rules: Rules, s: Any, seat: int, rng: Any) -> None:
    """Check that ``rollout_policy`` chooses a legal action."""
    if rules.has("rollout_policy"):
        chosen = rules.kernel("rollout_policy")(s[0], seat, rng.copy(), rules.action_buffer())
        if integer(rules, "rollout_policy", chosen) not in legal_of(rules, s, seat):
            raise GameError(f"{rules.name}: rollout_policy returned {chosen}, expected a legal action of seat {seat}")


def check_features(rules: Rules, s: Any, seat: int) -> None:
    """Check that ``features`` writes the numbers that ``features_shape`` declares."""
    if rules.has("features"):
        size = sum(map(prod, rules.kernels.features_shape.values()))
        found = written(rules, "features", hidden(s, seat), size, np.float32, seat)
        if not np.isfinite(found).all():
            raise GameError(f"{rules.name}: features wrote {found} for seat {seat}, expected finite numbers")


def check_net_inputs(rules: Rules, s: Any, seats: int) -> None:
    """Check that ``net_inputs`` writes finite numbers and codes of the table of ``net_shape``."""
    shape = rules.kernels.net_shape
    if shape is None:
        return
    inputs = blank_inputs(shape, seats)
    used = integer(rules, "net_inputs", rules.kernel("net_inputs")(s[0], inputs))
    if used == 0:
        return
    for name in ("logits", "numbers"):
        found = inputs._asdict()[name]
        if not np.isfinite(found).all():
            raise GameError(f"{rules.name}: net_inputs wrote {name} {found.tolist()}, expected finite numbers")
    codes = inputs.codes
    if codes.size and not -1 <= codes.min() <= codes.max() < shape.table:
        raise GameError(f"{rules.name}: net_inputs wrote {codes.tolist()}, expected codes below {shape.table}, then -1")


def written(rules: Rules, kernel: str, s: Any, length: int, dtype: Any, *args: Any) -> list[Any]:
    """What a kernel writes into its last argument, an array of ``length`` entries.

    Raises:
        GameError: it leaves entries as they were, adds to them, or writes beyond the end of the array.
    """
    found = []
    for fill in (0, JUNK):
        memory = np.full(length + JUNK, fill, dtype)
        out = memory[:length] if np.dtype(dtype).kind == "f" else integers(memory[:length])
        rules.kernel(kernel)(s[0], *args, out)
        if not (memory[length:] == fill).all():
            raise GameError(f"{rules.name}: {kernel} writes more than {length} entries, expected {length}")
        found.append(memory[:length])
    blank, used = found
    same = (blank == used) | np.isnan(blank) & np.isnan(used)
    if not same.all():
        differing = np.flatnonzero(~same).tolist()
        raise GameError(
            f"{rules.name}: {kernel} does not write the entries {differing}, or adds to what they held; "
            f"expected it to overwrite all {length}"
        )
    values: list[Any] = blank.tolist()
    return values
