"""Specifications of bots: ``levels.toml`` of a game, and names such as ``search:iterations=500``. Imports no Numba."""

from __future__ import annotations

import functools
from importlib import resources
from typing import Annotated, Literal

import msgspec

from tablier import catalogue
from tablier.catalogue.data import load, require_languages
from tablier.catalogue.info import Texts
from tablier.errors import MAX_THREADS, UnknownBot, require_seconds

Positive = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]


class RandomSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="random"):
    """Plays a random legal ply."""


class GreedySpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="greedy"):
    """Plays the ply after which the mean evaluation over ``samples`` determinizations is best."""

    samples: Positive = 8


class SearchSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="search"):
    """Searches ``iterations`` for each ply, or ``seconds`` for a submission; with both, until the first limit.

    With ``seconds`` alone it answers early when the best ply cannot be overtaken in the time left. ``net`` is a file of
    weights; ``true`` stands for those of the game. With ``points`` a lost game is searched again for points. With
    ``keep`` the tree is kept between the turns of a bot, except on tables and where something is hidden. Where a game
    can be solved by turns, up to ``solve`` positions are visited first to prove a win or a shared win; without a proof
    it searches. Other fields are those of ``Search``, whose defaults are random playouts and no priors.
    """

    iterations: Positive | None = None
    seconds: Seconds | None = None
    exploration: Annotated[float, msgspec.Meta(ge=0)] = 1.0
    fpu_reduction: float = 0.0
    cutoff: Annotated[int, msgspec.Meta(ge=0)] | None = None
    policy: Literal["uniform", "game"] = "game"
    priors: bool = True
    selection: Literal["puct", "ucb1"] = "puct"
    net: bool | str = False
    nodes: Annotated[int, msgspec.Meta(ge=2)] = 1 << 17
    threads: Annotated[int, msgspec.Meta(ge=1, le=MAX_THREADS)] = 1
    points: bool = False
    keep: bool = False
    solve: Annotated[int, msgspec.Meta(ge=0)] = 0

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("give iterations, seconds or both")


class PolicySpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="policy"):
    """Plays by the game's rollout policy, or at random with probability ``noise``."""

    noise: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0


class MixedSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="mixed"):
    """Screens whole submissions where several seats choose at once, and mixes them against one opponent; else searches.

    In games of two seats it improves the mixture in ``rounds``. ``screening`` and ``rounds`` that are not given fill
    their part of ``seconds``. ``iterations`` and ``cutoff`` are those of the search, ``net`` (as in ``SearchSpec``) is
    that of both, other fields are those of ``Mixture``.
    """

    rounds: Annotated[int, msgspec.Meta(ge=0)] | None = None
    proposals: Positive = 96
    candidates: Positive = 24
    screening: Annotated[int, msgspec.Meta(ge=0)] | None = None
    seconds: Seconds = 2.5
    iterations: Positive = 300
    cutoff: Annotated[int, msgspec.Meta(ge=0)] | None = 16
    net: bool | str = False

    def search(self) -> SearchSpec:
        """The search for everything else."""
        return SearchSpec(iterations=self.iterations, seconds=self.seconds, cutoff=self.cutoff, net=self.net)


class FrozenSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="frozen"):
    """Plays as ``bot`` did in the frozen program of this name; see :mod:`tablier.bots.frozen`."""

    game: str
    program: str
    bot: str


Spec = RandomSpec | GreedySpec | SearchSpec | PolicySpec | MixedSpec | FrozenSpec


class Level(msgspec.Struct, frozen=True):
    """A level of strength: its number from 1, its label by language, and the bot."""

    level: int
    label: Texts
    bot: Spec


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: Texts
    bot: Spec

    def __post_init__(self) -> None:
        require_languages(label=self.label)


class _Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: Annotated[list[_Entry], msgspec.Meta(min_length=1)]


def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, weakest first: from its own ``levels.toml``, or that of this package.

    Raises:
        UnknownGame: there is no such game.
        GameError: ``levels.toml`` is wrong; the message names the field.
    """
    return _levels(catalogue.package(game))


@functools.cache
def _levels(package: str) -> tuple[Level, ...]:
    if not (resources.files(package) / "levels.toml").is_file():
        package = __package__
    entries = load(package, "levels.toml", _Levels).levels
    return tuple(Level(n, entry.label, entry.bot) for n, entry in enumerate(entries, 1))


def search_seconds(game: str, n: int) -> float:
    """The seconds of a search by level ``n`` in a submission; 0 for a level without such a limit.

    Raises:
        UnknownGame: there is no such game.
        UnknownBot: there is no such level.
    """
    found = spec(game, str(n))
    return found.seconds or 0.0 if isinstance(found, SearchSpec) else 0.0


def limited(spec: Spec, seconds: float) -> Spec:
    """The same bot, thinking for at most so many seconds in a submission; only searches take time.

    Raises:
        InvalidOption: ``seconds`` is not a number, or is negative.
    """
    require_seconds(seconds)
    if isinstance(spec, SearchSpec | MixedSpec):
        return msgspec.structs.replace(spec, seconds=min(seconds, spec.seconds or seconds))
    return spec


def spec(game: str, name: str) -> Spec:
    """The bot of a name: ``3`` (a level), ``random``, ``greedy:samples=4``, ``search:iterations=500,cutoff=0``.

    Values are JSON (``none`` is ``null``) or unquoted texts. ``frozen:2026-11:5`` is bot ``5`` of a frozen program;
    ``uct:500`` is plain UCT, which knows only the rules: 500 simulations a ply, with random playouts to the end.

    Raises:
        UnknownGame: there is no such game.
        UnknownBot: there is no bot of that name.
    """
    if not isinstance(name, str) or not name.isprintable():
        raise UnknownBot(f"the name of a bot must be a printable string such as '3' or 'random', got {name!r}")
    offered = {str(level.level): level.bot for level in levels(game)}
    if name in offered:
        return offered[name]
    if name.isdecimal():
        raise UnknownBot(f"{game} has no level {name[:20]}; choose 1 to {len(offered)}")
    kind, _, rest = name.partition(":")
    if kind == "frozen":
        return _frozen(game, rest)
    if kind == "uct" and rest.isdecimal():
        name = f"search:iterations={rest},policy=uniform,priors=false,selection=ucb1"
        kind, _, rest = name.partition(":")
    fields: dict[str, object] = {"kind": kind}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise UnknownBot(f"bot {name!r}: {part!r} is not a parameter with a value, as in search:iterations=500")
        if (key := key.strip()) in fields:
            raise UnknownBot(f"bot {name!r}: {key!r} is given twice; give each parameter once")
        fields[key] = _value(value.strip())
    try:
        found: Spec = msgspec.convert(fields, Spec)
    except msgspec.ValidationError as error:
        raise UnknownBot(
            f"bot {name!r}: {error}; give a level (1 to {len(offered)}), random, greedy, policy, mixed or search "
            "with parameters as in search:iterations=500, uct:500, or frozen:2026-11:5"
        ) from None
    return found


def _frozen(game: str, text: str) -> FrozenSpec:
    program, _, bot = text.partition(":")
    files = (resources.files("tablier.bots") / "frozen").iterdir()
    known = sorted(file.name.removesuffix(".zip") for file in files if file.name.endswith(".zip"))
    if program not in known or not bot:
        raise UnknownBot(
            f"'frozen:{text}' must name a program ({', '.join(known)}) and its bot, as in frozen:2026-11:5"
        )
    return FrozenSpec(game, program, bot)


def _value(text: str) -> object:
    try:
        return None if text == "none" else msgspec.json.decode(text.encode())
    except msgspec.DecodeError:
        return text
