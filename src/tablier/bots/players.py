"""Bots that play."""

from __future__ import annotations

import functools
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from tablier import api
from tablier.bots.frozen import FrozenBot
from tablier.bots.specs import FrozenSpec, GreedySpec, MixedSpec, PolicySpec, RandomSpec, SearchSpec, Spec
from tablier.engine import protocol
from tablier.engine.compile_errors import naming_kernels
from tablier.engine.compile_steps import engine_steps
from tablier.engine.net import Net
from tablier.engine.net_file import read_net, shipped_net
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import below, generator, unit
from tablier.errors import IllegalMove, UnknownBot, require_seed
from tablier.moves import Move
from tablier.position import Position
from tablier.search import Mixture, Search, clock, greedy
from tablier.solve import Solver
from tablier.solve.proof_file import shipped_proofs
from tablier.solve.turn_search import TurnSearch

LOST = 0.01
"""A game is lost for a seat that expects at most this share of the win."""


@runtime_checkable
class Bot(Protocol):
    """A player.

    Without a limit in seconds, equal seed, view and seat give equal moves: the bots of this package keep no state
    between turns, except a search with ``keep``.
    """

    def plays(self, position: Position, seat: int) -> list[Move]:
        """A whole submission of ``seat``: its moves until it is no longer to move.

        Raises:
            UnknownSeat: there is no such seat.
            IllegalMove: ``seat`` is not to move.
        """


class _Plies(ABC):
    """A bot that chooses ply by ply, from the view of its seat alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def plays(self, position: Position, seat: int) -> list[Move]:
        view = position.view(seat)
        if seat not in view.movers:
            raise IllegalMove(f"seat {seat} is not to move; to move: {view.movers or 'none, the game is over'}")
        word = hashlib.blake2b(view.key(), digest_size=8).digest()
        choose = self.begin(generator(self.seed, seat, int.from_bytes(word, "little")))
        while seat in view.movers:
            view.push(Move(seat, choose(view, seat), ""))
        return list(view.history)

    @abstractmethod
    def begin(self, rng: Any) -> Callable[[Position, int], int]:
        """A function that chooses the plies of one turn, with its own generator."""


class RandomBot(_Plies):
    """Plays a random legal ply."""

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        def choose(view: Position, seat: int) -> int:
            actions = view.moves(seat).actions
            return int(actions[below(rng, len(actions))])

        return choose


class GreedyBot(_Plies):
    """Plays the ply after which the evaluation is best."""

    def __init__(self, spec: GreedySpec, seed: int) -> None:
        super().__init__(seed)
        self.spec = spec

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        return lambda view, seat: greedy(view.state, seat, rng, self.spec.samples)


class SearchBot(_Plies):
    """Searches; the tree of one ply of a turn is reused for the next, and the plies share the time.

    If a specification asks for points, a lost game is searched again for them. If it asks to keep the tree, the next
    turn goes on with it, so that moves depend on the earlier turns of this bot. Where something is hidden it does not:
    what an earlier turn sampled may have become impossible.
    """

    def __init__(self, spec: SearchSpec, seed: int) -> None:
        super().__init__(seed)
        self.spec = spec
        self._kept: dict[bool, Search] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}  # a search cannot be copied: a copied bot begins a new tree

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        spec, left = self.spec, self.spec.seconds
        of_turn: dict[bool, Search] = {}
        solved: list[int] | None = None

        def searched(view: Position, seat: int, *, points: bool) -> Search:
            nonlocal left
            searches = self._kept if spec.keep and not view.game.info.hidden else of_turn
            if points in searches:
                search = searches[points].advance(view, seat)
            else:
                net = net_of(view.game.info.name, spec.net)
                search = searches[points] = search_of(spec, view, seat, seed=int(rng[0]), net=net, points=points)
            begun = clock.now()
            halve = spec.points and not points
            enough = None if spec.iterations or left is None else partial(_enough, search, view, begun, left, halve)
            search.run(iterations=spec.iterations, seconds=left, enough=enough)
            if left is not None:
                left = max(0.0, left - (clock.now() - begun))
            return search

        def choose(view: Position, seat: int) -> int:
            nonlocal solved
            if solved is None:
                solved = _proved_turn(view, seat, spec.solve, int(rng[0])) if spec.solve else []
            if solved:
                return solved.pop(0)
            if len(actions := view.moves(seat).actions) == 1:
                return int(actions[0])
            search = searched(view, seat, points=False)
            return searched(view, seat, points=True).best() if spec.points and _lost(search) else search.best()

        return choose


def _proved_turn(view: Position, seat: int, limit: int, seed: int) -> list[int]:
    """The actions of a turn that secures the best reward that can be proved; none if that takes more positions."""
    turns = view.game.definition.turns
    if turns is None or turns().records(view.state) is None:
        return []
    solver = Solver(view)  # a new one for each turn, so that moves do not depend on earlier games
    solver.load(shipped_proofs(view.game.info.name))
    for reward, most in ((1.0, limit // 10), (0.5, limit)):  # most positions that are not lost are not won either
        if solver.guarantees(view, seat, reward, limit=most):
            return [move.action for move in solver.turn_for(view, seat, reward, limit=limit, seed=seed) or ()]
    return []


def _lost(search: Search) -> bool:
    """Whether the seat expects nearly nothing of its best ply."""
    return search.arms()[0].values[search.seat] <= LOST


def search_of(
    spec: SearchSpec,
    position: Position,
    seat: int | None,
    *,
    seed: int = 0,
    net: Net | None = None,
    points: bool = False,
) -> Search:
    """A search with the settings of a specification and this net, for ``points`` or not; its kernels are compiled."""
    return Search(
        position,
        seat,
        seed=seed,
        exploration=spec.exploration,
        fpu_reduction=spec.fpu_reduction,
        cutoff=spec.cutoff,
        policy=spec.policy,
        priors=spec.priors,
        selection=spec.selection,
        net=net,
        nodes=spec.nodes,
        threads=spec.threads,
        points=points,
    ).warm()  # compilation is not thinking time


def mixture_of(spec: MixedSpec, position: Position, seat: int, *, seed: int = 0, net: Net | None = None) -> Mixture:
    """A mixture with the settings of a specification and this net; its kernels are compiled."""
    return Mixture(
        position.state, seat, seed=seed, proposals=spec.proposals, candidates=spec.candidates, net=net
    ).warm()  # compilation is not thinking time


def net_of(game: str, net: bool | str) -> Net | None:
    """The net that a specification names: a file, the one in the game's folder if ``True``, none if ``False``.

    A file is read once in a process, and again when it has been changed or replaced.

    Raises:
        UnknownGame: there is no such game.
        GameError: the file is missing, damaged, or does not fit the game.
    """
    if net is False:
        return None
    return _shipped_net(game) if net is True else _net_of_file(game, Path(net))


@functools.lru_cache(64)
def _shipped_net(game: str) -> Net:
    return read_net(shipped_net(game), api.game(game).rules)


def _net_of_file(game: str, file: Path) -> Net:
    try:
        seen = file.stat()
    except (OSError, ValueError):
        return read_net(file, api.game(game).rules)  # tells what is wrong
    version = (seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
    return _net_of_version(game, file.absolute(), version)


@functools.lru_cache(64)
def _net_of_version(game: str, file: Path, _version: tuple[int, ...]) -> Net:
    """A net by its file and what tells the versions of that file apart: a loop of self-play replaces it."""
    return read_net(file, api.game(game).rules)


def _enough(search: Search, view: Position, begun: float, left: float, halve: bool = False) -> bool:
    """Whether the best ply cannot be overtaken in the time left, or half of it is spent and more plies follow.

    With ``halve`` half of it is enough for a lost game, too.
    """
    spent = max(clock.now() - begun, 1e-9)
    if search.lead > search.iterations / spent * (left - spent):
        return True
    if spent < left / 2:
        return False
    return (halve and _lost(search)) or _goes_on(view, search.seat, search.best())


def _goes_on(view: Position, seat: int, action: int) -> bool:
    """Whether the seat is to move again after an action."""
    after = view.copy()
    after.push(Move(seat, action, ""))
    return seat in after.movers


class PolicyBot(_Plies):
    """Plays by the game's rollout policy, or at random with probability ``noise``."""

    def __init__(self, spec: PolicySpec, seed: int) -> None:
        super().__init__(seed)
        self.spec = spec

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        def choose(view: Position, seat: int) -> int:
            actions = view.moves(seat).actions
            if unit(rng) < self.spec.noise:
                return int(actions[below(rng, len(actions))])
            return int(protocol.rollout_policy(view.state, seat, rng, view.game.rules.action_buffer()))

        return choose


class MixedBot(SearchBot):
    """Proposes and screens whole submissions where several seats choose at once; elsewhere it searches.

    Against one opponent it samples a mixed strategy; with more it plays the submission that was best in the screening.
    """

    def __init__(self, spec: MixedSpec, seed: int) -> None:
        self.mixed = spec
        super().__init__(spec.search(), seed)

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        search, planned = super().begin(rng), list[int]()

        def choose(view: Position, seat: int) -> int:
            if planned:
                return planned.pop(0)
            if len(view.movers) == 1:
                return search(view, seat)
            spec = self.mixed
            net = net_of(view.game.info.name, spec.net)
            mixture = mixture_of(spec, view, seat, seed=int(rng[0]), net=net)
            planned.extend(mixture.run(screening=spec.screening, rounds=spec.rounds, seconds=spec.seconds).sample())
            return planned.pop(0)

        return choose


def warm(game: str, net: Net | None = None) -> None:
    """Compile, or load from the cache, all kernels that bots of a game use, with a net also those of its search.

    Raises:
        GameError: Numba cannot compile a kernel of the game.
    """
    with naming_kernels(game):
        _warm(game, net)


def _warm(game: str, net: Net | None) -> None:
    position = api.game(game).new()
    one, rng = position.game, generator(0)
    dict(engine_steps(one.rules, position.seats, one.info.indices(one.info.choose({}))))["rules"]()
    while CHANCE in position.movers:
        position.push(position.moves(CHANCE)[0])
    seat = position.movers[0]
    Search(position, seat, nodes=2).warm()
    if net is not None:
        Search(position, seat, nodes=2, net=net).warm()
    greedy(position.state, seat, rng)
    if one.definition.turns:
        TurnSearch(one.definition.turns(), entries=1).warm()
    if len(position.movers) > 1:
        Mixture(position.state, seat).warm()
        if net is not None:
            Mixture(position.state, seat, net=net).warm()


def make(spec: Spec, seed: int) -> Bot:
    """The bot that a specification describes.

    Raises:
        UnknownBot: it is not a specification.
        InvalidOption: ``seed`` is neither an integer nor a text.
    """
    require_seed(seed)
    match spec:
        case RandomSpec():
            return RandomBot(seed)
        case GreedySpec():
            return GreedyBot(spec, seed)
        case SearchSpec():
            return SearchBot(spec, seed)
        case PolicySpec():
            return PolicyBot(spec, seed)
        case MixedSpec():
            return MixedBot(spec, seed)
        case FrozenSpec():
            return FrozenBot(spec, seed)
        case _:
            raise UnknownBot(f"{spec!r} is not a bot specification; make one with tablier.bots.spec(game, name)")
