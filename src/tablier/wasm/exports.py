"""The kernels that a module exports: the protocol, the game's queries, playouts and the search."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Any, NamedTuple, get_type_hints

import numba
import numpy as np
from numba import types

from tablier.bots.specs import MixedSpec, levels
from tablier.engine import playout, rng
from tablier.engine.fingerprint import fingerprint
from tablier.engine.game_rules import Rules
from tablier.engine.net import NetShape, blank_net
from tablier.engine.one_ply import one_ply_values
from tablier.search.kernel import Settings, evaluation_by, new_scratch, simulate
from tablier.search.mixture import Tools, evaluate_profiles, propose
from tablier.search.tree import find, new_tree, rehash

I64, U64 = types.int64, types.uint64
_I16S, _I64S, _U64S, _F64S, _F32S = (numba.typeof(np.zeros(1, t)) for t in ("i2", "i8", "u8", "f8", "f4"))

# The parameters of each protocol function after the state.
_PROTOCOL: dict[str, tuple[Any, ...]] = {
    "setup": (I64, _I64S),
    "seats": (),
    "movers": (),
    "legal": (I64, _I16S),
    "chance_weights": (_I64S,),
    "apply": (I64, I64),
    "scores": (_I64S,),
    "ranks": (_I64S,),
    "end_reason": (),
    "hide": (I64,),
    "determinize": (I64, _U64S),
    "evaluate": (_F64S,),
    "rollout_policy": (I64, _U64S, _I16S),
    "priors": (I64, _I16S, I64, _F64S),
    "features": (I64, _F32S),
}


class Export(NamedTuple):
    """A compiled function, its name in the module, and the types of its arguments."""

    name: str
    kernel: Any
    arguments: tuple[Any, ...]


def exports(rules: Rules, *, by_net: bool) -> Iterator[Export]:
    """Everything that the module of a game exports.

    ``by_net`` adds the search with a net, and its mixtures where a level makes some.
    """
    state = numba.from_dtype(rules.dtype)
    for name, rest in _PROTOCOL.items():
        yield _export(name, rules.kernel(name), state, *rest)
    if "log" in inspect.signature(rules.kernel("apply")).parameters:
        yield _export("apply_logged", rules.kernels.apply, state, I64, I64, _I64S)
    yield from _queries(rules, state)
    yield _export("draw_outcome", playout.draw_outcome, state, _U64S, _I16S, _I64S)
    yield _export("rewards", playout.rewards, state, _I64S, _F64S)
    for play in (playout.play_uniform, playout.play_policy):
        yield _export(play.__name__, play, state, _U64S, _I16S, _I64S, I64)
    yield _export("next64", rng.next64, _U64S)
    yield _export("below", rng.below, _U64S, I64)
    yield _export("unit", rng.unit, _U64S)
    yield _export("fingerprint", fingerprint, _U64S, I64)
    yield from _search(rules, by_net)


def _export(name: str, function: Any, *given: Any) -> Export:
    """An export with ``given`` arguments; parameters after them have their defaults."""
    parameters = list(inspect.signature(function).parameters.values())
    omitted = (types.Omitted(parameter.default) for parameter in parameters[len(given) :])
    return Export(name, function, (*given, *omitted))


def _queries(rules: Rules, state: Any) -> Iterator[Export]:
    if not rules.kernels.queries:
        return
    declared = importlib.import_module(".queries", rules.module.rpartition(".")[0])
    for name, function in rules.kernels.queries.items():
        parameters = list(inspect.signature(vars(declared)[name]).parameters.values())[1:]
        given = (I64 if parameter.annotation == "int" else _I64S for parameter in parameters)
        yield _export(f"query_{name}", function, state, *given)


def _search(rules: Rules, by_net: bool) -> Iterator[Export]:
    """The kernels of searches and mixtures. Their types do not depend on the number of seats."""
    states = numba.typeof(rules.zeros())
    tree, scratch = map(numba.typeof, (new_tree(2, 2, rules.actions), new_scratch(rules, 2)))
    settings = types.NamedTuple([numba.typeof(t()) for t in get_type_hints(Settings).values()], Settings)
    tools = numba.typeof(Tools(rules.zeros(), *(np.zeros(1, t) for t in ("i2", "i8", "i8"))))
    picks, profiles, results = (
        numba.typeof(np.zeros(s, t)) for s, t in (((1, 1, 1), "i2"), ((1, 1), "i8"), ((1, 1), "f8"))
    )
    row = numba.typeof(np.zeros((1, 1), "i2"))
    yield _export("play_many", playout.play_many, states, states, I64, _U64S, _I16S, _I64S, I64)
    searching = (states, I64, tree, _U64S, settings, scratch, I64)
    of_pairs = (states, I64, _U64S, tools, picks, profiles, results)
    yield _export("simulate", simulate, *searching)
    yield _export("evaluate_profiles", evaluate_profiles, *of_pairs)
    if by_net:
        net = numba.typeof(evaluation_by(blank_net(rules.kernels.net_shape or NetShape(0, 0, 0)), rules, 2))
        yield _export("simulate_by_net", simulate, *searching, net)
        if any(isinstance(level.bot, MixedSpec) for level in levels(rules.name)):
            yield _export("evaluate_profiles_by_net", evaluate_profiles, *of_pairs, net)
    yield _export("find", find, tree, U64)
    yield _export("rehash", rehash, tree)
    yield _export("one_ply_values", one_ply_values, states, I64, _U64S, I64, scratch, _F64S)
    yield _export("propose", propose, states, I64, I64, types.float64, _U64S, tools, row)
