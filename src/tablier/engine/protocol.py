"""The protocol between a game and generic code: functions that Python and compiled kernels both call.

Called from Python, a protocol function looks up the game of its state. In a compiled kernel it is replaced at compile
time by that game's kernel (a Numba overload on the record type), so that a playout or a tree search, written once, is
specialised for every game.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import config, types
from numba.core.errors import TypingError
from numba.extending import overload

from tablier.core import runtime
from tablier.core.seats import CHANCE as CHANCE
from tablier.core.seats import SPECTATOR as SPECTATOR
from tablier.core.state import StateRecord
from tablier.engine.game_rules import DEFAULTS, Kernel, Kernels, Rules, own_kernel
from tablier.engine.native import NativeRuntime
from tablier.engine.records import dtype_of, native
from tablier.engine.registration import require_decorator, require_flags, require_kernels
from tablier.engine.rng import below
from tablier.errors import GameError

INTERPRETED = bool(config.DISABLE_JIT)
"""Whether kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

_GAMES: dict[np.dtype[Any], Rules] = {}
_PARAMETERS: dict[str, tuple[str, ...]] = {}
"""The parameters of each protocol function."""


def register(name: str, state: type[StateRecord], actions: int, kernels: Kernels, *, module: str) -> Rules:
    """Make a game known to generic code.

    Args:
        name: the game's name.
        state: its state class; its record type must be the game's own.
        actions: the largest number of action ids under any options.
        kernels: its compiled functions.
        module: the module that holds the game's definition as ``GAME``.

    Raises:
        GameError: another game has the same record type; a kernel has no decorator, or not the parameters of its
            protocol function; only one of ``features`` and ``features_shape``, or of ``net_inputs`` and
            ``net_shape``, is given; or ``game.toml`` says otherwise of secrets or chance than the kernels.
    """
    dtype = dtype_of(state)
    known = _GAMES.get(dtype)
    if known and known.name != name:
        raise GameError(f"game {name!r}: its record type equals that of {known.name!r}; rename a field")
    if bool(kernels.features_shape) != (kernels.features is not None):
        raise GameError(f"game {name!r}: give both features and features_shape, or neither")
    if (kernels.net_shape is None) != (kernels.net_inputs is None):
        raise GameError(f"game {name!r}: give both net_inputs and net_shape, or neither")
    given = {kernel: own for kernel in _PARAMETERS if (own := own_kernel(kernels, kernel))}
    require_kernels(name, given, _PARAMETERS)
    for query, kernel in kernels.queries.items():
        require_decorator(name, query, kernel)
    require_flags(module, given)
    rules = Rules(name, state, dtype, actions, module, kernels)
    _GAMES[dtype] = rules
    if runtime.source() is None:
        state.runtime = NativeRuntime(rules)
    return rules


def rules_of(dtype: np.dtype[Any]) -> Rules:
    """The game registered for a record type.

    Raises:
        GameError: no game has registered it.
    """
    try:
        return _GAMES[dtype]
    except KeyError:
        raise GameError(f"no game is registered for the record type {dtype}") from None


def _find(dtype: np.dtype[Any], name: str) -> Kernel:
    return rules_of(dtype).kernel(name)


# Numba compiles what an overload returns; it needs real parameters, hence one line per shape. Integers are widened
# so that each rules kernel is compiled once.
_SHAPES: dict[tuple[str, ...], Callable[[Kernel], Kernel]] = {
    ("s",): lambda k: lambda s: k(s),
    ("s", "out"): lambda k: lambda s, out: k(s, out),
    ("s", "inputs"): lambda k: lambda s, inputs: k(s, inputs),
    ("s", "memory", "out"): lambda k: lambda s, memory, out: k(s, memory, out),
    ("s", "seat"): lambda k: lambda s, seat: k(s, np.int64(seat)),
    ("s", "seat", "out"): lambda k: lambda s, seat, out: k(s, np.int64(seat), out),
    ("s", "seat", "rng"): lambda k: lambda s, seat, rng: k(s, np.int64(seat), rng),
    ("s", "seat", "action"): lambda k: lambda s, seat, action: k(s, np.int64(seat), np.int64(action)),
    ("s", "seats", "options"): lambda k: lambda s, seats, options: k(s, np.int64(seats), options),
    ("s", "seat", "rng", "out"): lambda k: lambda s, seat, rng, out: k(s, np.int64(seat), rng, out),
    ("s", "seat", "actions", "n", "out"): lambda k: (
        lambda s, seat, actions, n, out: k(s, np.int64(seat), actions, np.int64(n), out)
    ),
}


def _protocol(default: Kernel | None = None) -> Callable[[Kernel], Kernel]:
    def declare(declared: Kernel) -> Kernel:
        name = declared.__name__
        parameters = _PARAMETERS[name] = tuple(inspect.signature(declared).parameters)
        shape = _SHAPES[parameters]
        if default is not None:
            DEFAULTS[name] = default if INTERPRETED else numba.njit(default)

        @functools.wraps(declared)
        def stub(s: Any, *args: Any) -> Any:
            record = native(s)
            return _find(record.dtype, name)(record, *args)

        @overload(stub, strict=False)
        def specialise(s: Any, *_args: Any) -> Kernel | None:
            if not isinstance(s, types.Record):
                return None
            try:
                return shape(_find(_dtype_of(s), name))
            except GameError as error:
                raise TypingError(str(error)) from None

        return stub

    return declare


def _dtype_of(record: Any) -> np.dtype[Any]:
    for dtype in _GAMES:
        if numba.from_dtype(dtype) == record:
            return dtype
    raise GameError(f"no game is registered for the record type {record}")


def _no_secrets(s: Any, seat: Any) -> None:
    pass


def _nothing_hidden(s: Any, seat: Any, rng: Any) -> None:
    pass


def _no_chance(s: Any, out: Any) -> int:
    return 0


def _uniform_policy(s: Any, seat: Any, rng: Any, out: Any) -> Any:
    return np.int64(out[below(rng, legal(s, seat, out))])


def _equal_shares(s: Any, out: Any) -> None:
    n = seats(s)
    for i in range(n):
        out[i] = 1.0 / n


def _no_features(s: Any, seat: Any, out: Any) -> None:
    pass


def _no_net(s: Any, inputs: Any) -> int:
    return 0


def _any_result(s: Any, memory: Any, out: Any) -> None:
    out[0], out[1] = 0.0, 1.0


def _equal_effort(s: Any, out: Any) -> None:
    out[0] = out[1] = 1


def _equal_priors(s: Any, seat: Any, actions: Any, n: Any, out: Any) -> None:
    for i in range(n):
        out[i] = 1.0


@_protocol()
def setup(s: Any, seats: int, options: Any) -> None:
    """Fill a blank record with the start of a game; ``options``: ``int64`` indices into the values in ``game.toml``."""


@_protocol()
def seats(s: Any) -> int:  # type: ignore[empty-body]
    """The number of seats."""


@_protocol()
def movers(s: Any) -> int:  # type: ignore[empty-body]
    """The seats that may act: a bit for each, ``1 << CHANCE`` at a chance node, 0 when the game is over."""


@_protocol()
def legal(s: Any, seat: int, out: Any) -> int:  # type: ignore[empty-body]
    """Write the legal actions of ``seat`` into the ``int16`` array ``out``, ascending; return their number.

    ``Rules.action_buffer`` makes such an array. Entries after the last action mean nothing.
    For ``CHANCE`` these are the outcomes, numbered as the game likes; their number may exceed that of the actions.
    """


@_protocol(_no_chance)
def chance_weights(s: Any, out: Any) -> int:  # type: ignore[empty-body]
    """Write the positive integer weights of the outcomes listed by ``legal(s, CHANCE, ...)``; return their number.

    A chance node has at most ``MAX_CHANCE`` (64) outcomes. Divide a draw of more into several plies.
    """


@_protocol()
def apply(s: Any, seat: int, action: int) -> None:
    """Play one ply in place. The action must be legal; a simultaneous pick touches only the picker's own fields.

    The kernel of a game that declares events has a fourth parameter, ``log=None``; it hands it on to
    :func:`tablier.engine.events.emit`. Playouts and search give no log.
    """


@_protocol()
def scores(s: Any, out: Any) -> None:
    """Write the points of every seat (``int64``)."""


@_protocol()
def ranks(s: Any, out: Any) -> None:
    """Write the placement of every seat (``int64``): 0 is first, equal placements are shared."""


@_protocol()
def end_reason(s: Any) -> int:  # type: ignore[empty-body]
    """Why the game ended: 0 while it goes on, else 1 + an index into the game's ``reasons``."""


@_protocol(_no_secrets)
def hide(s: Any, seat: int) -> None:
    """Wipe everything that ``seat`` may not know, including whether others have already chosen."""


@_protocol(_nothing_hidden)
def determinize(s: Any, seat: int, rng: Any) -> None:
    """Fill what ``hide`` wiped with a sample consistent with what ``seat`` knows (Long et al. 2010)."""


@_protocol(_equal_shares)
def evaluate(s: Any, out: Any) -> None:
    """Write the expected reward of every seat (``float64`` in [0, 1])."""


@_protocol(_uniform_policy)
def rollout_policy(s: Any, seat: int, rng: Any, out: Any) -> int:  # type: ignore[empty-body]
    """Choose an action for a playout; ``out`` is scratch for a list of legal actions. The default is uniform."""


@_protocol(_equal_priors)
def priors(s: Any, seat: int, actions: Any, n: int, out: Any) -> None:
    """Write a positive prior (``float64``, not normalised) for each of the ``n`` listed actions."""


@_protocol(_no_features)
def features(s: Any, seat: int, out: Any) -> None:
    """Write an observation of a record reduced by ``hide(s, seat)`` (``float32``, as ``features_shape`` says).

    Without it observations are the bits of the record; see :mod:`tablier.engine.observe`.
    """


@_protocol(_no_net)
def net_inputs(s: Any, inputs: Any) -> int:  # type: ignore[empty-body]
    """Write what a net sees of a record into :class:`tablier.engine.net.Inputs`; return 0 where nets are not used.

    The search calls it on determinizations, so it may read everything in the record.
    """


@_protocol(_any_result)
def bounds(s: Any, memory: Any, out: Any) -> None:
    """Write the least and the most (``float64``) that seat 0 is rewarded with, whatever is played.

    ``memory``: ``uint64``, zeros before the first call, for facts that the kernel keeps between calls.
    """


@_protocol(_equal_effort)
def effort(s: Any, out: Any) -> None:
    """Guess the work to prove that the mover reaches a goal, and the work to prove that it does not.

    Both are ``int64``, from 1: the first proof and disproof number of a position (Allis, van der Meulen and van den
    Herik 1994).
    """


@_protocol()
def key(s: Any) -> int:  # type: ignore[empty-body]
    """A hash (``uint64``) of the position, the same for all positions that symmetries of the board make of it."""
