"""Bots of one's own in a match, named by their module: ``my_bots:Hasty``."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import msgspec

from tablier import bots
from tablier.bots.players import Bot
from tablier.bots.turns import bot_errors
from tablier.errors import BotError, UnknownBot

_NAME = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")


class UserSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="user"):
    """A bot that ``factory`` of ``module`` makes; ``source`` is the hash of the module's file."""

    module: str
    factory: str
    source: str


def spec(game: str, name: str) -> bots.Spec | UserSpec:
    """The bot of a name: ``module:Class`` or ``module:factory``, or one of :func:`tablier.bots.specs.spec`.

    Raises:
        UnknownGame: there is no such game.
        UnknownBot: there is no bot of that name; its module cannot be imported, or does not define it.
        BotError: its module fails when it is imported.
    """
    found = _NAME.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        return _named(game, name)
    module, factory = found.groups()
    file = _source_file(_factory(module, factory)) or importlib.import_module(module).__file__
    source = hashlib.blake2b(Path(file).read_bytes(), digest_size=8).hexdigest() if file else ""
    return UserSpec(module, factory, source)


def _source_file(factory: Any) -> str | None:
    """The file of a class or function; ``None`` for other callables, such as those of ``functools.partial``."""
    try:
        return inspect.getsourcefile(factory)
    except TypeError:
        return None


def _named(game: str, name: str) -> bots.Spec:
    try:
        return bots.spec(game, name)
    except UnknownBot as error:
        raise UnknownBot(f"{error}; a bot of your own is module:Class") from None


def bot(spec: bots.Spec | UserSpec, seed: int) -> Bot:
    """A bot for one game. A factory with a parameter ``seed`` gets the seed.

    Raises:
        UnknownBot: a factory is missing, or makes an object without ``plays``.
        BotError: a factory fails, or needs more arguments; the message names the bot.
    """
    if not isinstance(spec, UserSpec):
        return bots.bot(spec, seed=seed)
    name, factory = f"{spec.module}:{spec.factory}", _factory(spec.module, spec.factory)
    with bot_errors(name):
        signature = inspect.signature(factory)
        arguments = {"seed": seed} if "seed" in signature.parameters else {}
    try:
        signature.bind(**arguments)
    except TypeError as error:
        raise BotError(f"bot {name}: {error}; only seed= is passed, so give other parameters defaults") from error
    with bot_errors(name):
        made = factory(**arguments)
    if not isinstance(made, Bot):
        raise UnknownBot(f"{name} makes {made!r}, which has no method plays(position, seat)")
    return made


def _factory(module: str, factory: str) -> Any:
    try:
        with bot_errors(f"{module}:{factory}"):
            found = pkgutil.resolve_name(f"{module}:{factory}")
    except BotError as failed:
        if isinstance(error := failed.__cause__, ImportError | AttributeError):
            raise UnknownBot(
                f"bot '{module}:{factory}': {error}; name a class or function of a module that can be imported here"
            ) from error
        raise
    if not callable(found):
        raise UnknownBot(f"bot '{module}:{factory}' is {found!r}; name a class or a function that makes a bot")
    return found
