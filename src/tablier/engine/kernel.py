"""The one decorator that turns a Python function into a compiled kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile ``function`` with Numba: cached on disk, releasing the GIL. Interpreted under ``NUMBA_DISABLE_JIT=1``.

    Numba reads the location of its cache from a global setting when it decorates; the setting is restored afterwards,
    so that the user's own Numba code is not affected.
    """
    if config.DISABLE_JIT:
        return function
    before = config.CACHE_LOCATOR_CLASSES
    config.CACHE_LOCATOR_CLASSES = "tablier.engine.cache.HashLocator"
    try:
        compiled: Any = numba.njit(cache=True, nogil=True)(function)
    finally:
        config.CACHE_LOCATOR_CLASSES = before
    return cast("F", compiled)


def part(function: F) -> F:
    """A piece of one kernel, merged into it before compilation.

    The compiler optimises every callee again with its caller, so a chain of kernels over a game's rules takes several
    times as long to compile as one. Split a long kernel into parts where the pieces call a game's kernels.
    """
    if config.DISABLE_JIT:
        return function
    return cast("F", numba.njit(inline="always")(function))


def wrapping_kernel(function: F) -> F:
    """A kernel whose unsigned integers wrap around on purpose (hashes, generators)."""
    if config.DISABLE_JIT:
        quiet: F = np.errstate(over="ignore")(function)
        return quiet
    return kernel(function)


def with_fixed_types(call: partial[Any], *last: Any) -> Callable[..., Any]:
    """A call of a kernel whose last arguments always have the types of ``last``; they are not checked again.

    Numba looks up the types of all arguments at each call. For a step of a batch, with two dozen arrays, that takes
    longer than reading them. The kernel is compiled here if it has not been.
    """
    if config.DISABLE_JIT:
        return call
    compiled: Any = call.func
    types = tuple(map(numba.typeof, (*call.args, *last)))
    compiled.compile(types)
    return partial(compiled.overloads[types].entry_point, *call.args)
