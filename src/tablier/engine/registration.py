"""Checks of a game's kernels when it is registered: their parameters, their decorator, and the flags of ``game.toml``.

A mistake of these kinds would show only much later, if at all: a game with a kernel ``hide`` that ``game.toml``
calls open would be shown whole to everyone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from numba.core import config
from numba.core.dispatcher import Dispatcher

from tablier import catalogue
from tablier.catalogue.info import GameInfo
from tablier.errors import GameError

Kernel = Callable[..., Any]

OPTIONAL = {"apply": "log"}
"""A last parameter that a kernel may have besides those of its protocol function."""


def require_kernels(game: str, kernels: Mapping[str, Kernel], expected: Mapping[str, tuple[str, ...]]) -> None:
    """Check that kernels are compiled and have the parameters of their protocol functions.

    Args:
        game: the name of the game.
        kernels: its kernels by name.
        expected: the parameters by kernel.

    Raises:
        GameError: a kernel has no decorator, or other parameters; the message names both.
    """
    for name, kernel in kernels.items():
        require_decorator(game, name, kernel)
        given, wanted = tuple(inspect.signature(kernel).parameters), expected[name]
        if given not in (wanted, (*wanted, OPTIONAL.get(name))):
            raise GameError(
                f"game {game!r}: the kernel {name} has the parameters ({', '.join(given)}); "
                f"the protocol wants {name}({', '.join(wanted)})"
            )


def require_decorator(game: str, name: str, kernel: Kernel) -> None:
    """Check that a kernel has its decorator. Interpreted kernels do not show whether they have one.

    Raises:
        GameError: it is a plain function.
    """
    if not config.DISABLE_JIT and not isinstance(kernel, Dispatcher):
        raise GameError(
            f"game {game!r}: the kernel {name} is not compiled; write @kernel of tablier.engine.kernel above its def"
        )


def info_of(module: str) -> GameInfo | None:
    """The ``game.toml`` beside a game's module ``game``; ``None`` for other modules, such as those of tests."""
    package, _, last = module.rpartition(".")
    return catalogue.info_of(package) if package and last == "game" else None


def require_flags(module: str, kernels: Mapping[str, Kernel]) -> None:
    """Check that ``hidden`` and ``chance`` of ``game.toml`` say which kernels the game has.

    Args:
        module: the module that holds the game's definition.
        kernels: its kernels by name.

    Raises:
        GameError: a flag and the kernels differ; the message names the file, the field and the kernel.
    """
    info = info_of(module)
    if info is None:
        return
    package = module.rpartition(".")[0]
    for field, flag, name in (("hidden", info.hidden, "hide"), ("chance", info.chance, "chance_weights")):
        if flag != (name in kernels):
            has, remedy = ("no", "write") if flag else ("a", "drop")
            raise GameError(
                f"{package}: game.toml: {field} is {str(flag).lower()}, but the game has {has} kernel {name}; "
                f"set {field} = {str(not flag).lower()}, or {remedy} the kernel"
            )
