"""Batches: an array of N records, stepped together by threads.

Chance is drawn inside a step, so every record waits for a seat. Where several seats may act, the lowest acts first; the
picks do not depend on each other, so the order does not matter.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import lowest
from tablier.engine.borrow import borrow
from tablier.engine.game_rules import Rules
from tablier.engine.kernel import kernel
from tablier.engine.observe import Observer, borrow_pages, make_pages, update_slice
from tablier.engine.playout import LIMIT, draw_outcome, rewards
from tablier.engine.protocol import CHANCE, apply, legal, movers, setup
from tablier.engine.rng import generator
from tablier.engine.setup_arguments import require_setup
from tablier.engine.team import Team, next_share, settle, share_bounds
from tablier.engine.uncopyable import Uncopyable
from tablier.errors import IllegalMove, require_int_at_least, require_seed, require_threads

MAX_SEATS = 6
RESTART = -1
"""In place of an action: start the game anew."""
UNCHECKED = -2
"""In place of the first illegal action: the actions are not those of a caller."""
_INT64 = np.dtype(np.int64)


def scratch_dtype(rules: Rules) -> np.dtype[Any]:
    """The working memory of a thread: a list of actions, weights of outcomes, places of seats."""
    fields = [
        ("actions", np.int16, rules.action_buffer().shape),
        ("odds", np.int64, rules.weight_buffer().shape),
        ("places", np.int64, (MAX_SEATS,)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


@kernel
def resolve_chance(s: Any, rng: Any, actions: Any, odds: Any) -> Any:
    """Draw chance until a seat is to move or the game is over; returns the seat, -1 at the end."""
    who = movers(s)
    while who != 0:
        seat = lowest(np.uint64(who))
        if seat != CHANCE:
            return seat
        apply(s, CHANCE, draw_outcome(s, rng, actions, odds))
        who = movers(s)
    return np.int64(-1)


class Games(NamedTuple):
    """The arrays of a batch, a row for each game; ``root`` is the start, in a single row.

    ``reward`` has an entry for each seat of a game, or one for the agent alone.
    """

    root: Any
    states: Any
    final: Any
    rngs: NDArray[np.uint64]
    chosen: NDArray[np.int64]
    seat: NDArray[np.int64]
    mask: NDArray[np.bool_]
    reward: NDArray[np.float64]
    done: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    plies: NDArray[np.int64]


def make_games(rules: Rules, size: int, seats: int, options: NDArray[np.int64], *rewards: int) -> Games:
    """The arrays of ``size`` games that have not begun, with rewards of the shape ``[size, *rewards]``."""
    root = rules.zeros()
    setup(root[0], seats, options)
    return Games(
        root=root,
        states=rules.zeros(size),
        final=rules.zeros(size),
        rngs=np.zeros((size, 1), np.uint64),
        chosen=np.zeros(size, np.int64),
        seat=np.zeros(size, np.int64),
        mask=np.zeros((size, rules.actions), np.bool_),
        reward=np.zeros((size, *rewards)),
        done=np.zeros(size, np.bool_),
        cut=np.zeros(size, np.bool_),
        plies=np.zeros(size, np.int64),
    )


@kernel
def borrow_games(games: Any) -> Any:
    """The same arrays without reference counts (:mod:`tablier.engine.borrow`)."""
    return Games(
        borrow(games.root),
        borrow(games.states),
        borrow(games.final),
        borrow(games.rngs),
        borrow(games.chosen),
        borrow(games.seat),
        borrow(games.mask),
        borrow(games.reward),
        borrow(games.done),
        borrow(games.cut),
        borrow(games.plies),
    )


@kernel
def step_games(games: Any, limit: Any, pages: Any, scratch: Any, wrong: Any, bounds: Any, control: Any, me: Any) -> Any:
    """The part of thread ``me`` in a step of all games, share by share (:mod:`tablier.engine.team`).

    The caller first checks the actions, unless ``wrong[0]`` is ``UNCHECKED``, and plays nothing if ``wrong[0]`` becomes
    a game whose action is illegal.
    """
    games, pages = borrow_games(games), borrow_pages(pages)
    control, scratch = borrow(control), borrow(scratch)[me]
    if me == 0 and wrong[0] != UNCHECKED:
        wrong[0] = first_illegal(games.mask, games.chosen)
        if wrong[0] >= 0:
            return True
    share = next_share(control, me, -1)
    while share >= 0:
        first, last = bounds[share], bounds[share + 1]
        step_slice(games, limit, scratch, first, last)
        if len(pages.own) + len(pages.bits) > 0:
            update_slice(games.states, games.seat, pages, first, last)
        share = next_share(control, me, share)
    return me > 0 or settle(control)


@kernel
def step_slice(games: Any, limit: Any, scratch: Any, first: Any, last: Any) -> None:
    """Play ``chosen[i]`` in the games ``first <= i < last``, or start one anew if it is ``RESTART``.

    A finished game writes its rewards and restarts. All arrays are borrowed.
    """
    states, seat, chosen, reward = games.states, games.seat, games.chosen, games.reward
    done, cut, plies = games.done, games.cut, games.plies
    actions, odds, places = scratch.actions, scratch.odds, scratch.places
    for i in range(first, last):
        s = states[i]
        reward[i, :] = 0.0
        done[i] = cut[i] = False
        over = chosen[i] == RESTART
        if not over:
            apply(s, seat[i], chosen[i])
            seat[i] = resolve_chance(s, games.rngs[i], actions, odds)
            plies[i] += 1
            done[i] = seat[i] < 0
            cut[i] = seat[i] >= 0 and plies[i] >= limit
            if done[i]:
                rewards(s, places, reward[i])
            over = done[i] or cut[i]
            if over:
                games.final[i] = s
        if over:
            states[i] = games.root[0]
            plies[i] = 0
            seat[i] = resolve_chance(states[i], games.rngs[i], actions, odds)
        write_mask(states[i], seat[i], actions, games.mask[i])


@kernel
def first_illegal(mask: Any, actions: Any) -> Any:
    """The first game whose action is not legal, -1 if all are."""
    for i in range(len(actions)):
        if not (0 <= actions[i] < mask.shape[1] and mask[i, actions[i]]):
            return i
    return -1


@kernel
def write_mask(s: Any, seat: Any, actions: Any, mask: Any) -> None:
    """Mark the legal actions of ``seat``."""
    mask[:] = False
    for k in range(legal(s, seat, actions)):
        mask[np.uint64(actions[k])] = True  # unsigned: no check for a negative index


def require_actions(actions: Any, size: int) -> NDArray[np.int64]:
    """The actions of a step as ``int64 [size]``; a list of integers is taken, too.

    Raises:
        IllegalMove: they are not one integer for each game.
    """
    if type(actions) is np.ndarray and actions.dtype is _INT64 and actions.shape == (size,):
        return actions
    try:
        chosen = np.asarray(actions)
    except (TypeError, ValueError) as error:  # lists of different lengths, an array of another device
        raise IllegalMove(f"expected {size} actions, got no array: {error}") from error
    if chosen.shape != (size,):
        given = f"an array of shape {chosen.shape}" if chosen.ndim else repr(actions)
        raise IllegalMove(f"expected {size} actions, got {given}")
    if chosen.dtype.kind not in "iu":
        raise IllegalMove(f"actions must be integers, got {chosen.dtype}")
    return chosen.astype(np.int64, copy=False)


class Batch(Uncopyable):
    """``size`` games of one kind, stepped together.

    >>> import tablier
    >>> game = tablier.game("ponte_del_diavolo")
    >>> options = np.array(game.info.indices(game.info.choose({"board": 8})))
    >>> Batch(game.rules, 4, seats=2, options=options, seed=1).mask.sum(axis=1)
    array([64, 64, 64, 64])

    Attributes:
        states: the records, ``[size]``.
        seat: the seat that is to act in each game, ``int64 [size]``.
        mask: its legal actions, ``bool [size, actions]``.
        reward: the reward of each seat in the last step, ``float64 [size, seats]``; zero except in games that ended.
        done: the games that ended in the last step and have restarted, ``bool [size]``.
        cut: the games that were truncated in the last step and have restarted, ``bool [size]``.
        final: the last record of each game that has ended or been truncated, ``[size]``; blank before that.
        observer: writes the observations; ``None`` unless asked for.
        observation: what ``seat`` may know, ``[size, width]``, not to be written to, since a step writes only what has
            changed; ``None`` unless asked for.
    """

    copy_error = Team.copy_error

    def __init__(
        self,
        rules: Rules,
        size: int,
        *,
        seats: int,
        options: NDArray[np.int64],
        seed: int | str,
        threads: int = 1,
        observe: bool = False,
        limit: int = LIMIT,
    ) -> None:
        """Start ``size`` games.

        Args:
            rules: the game, ``tablier.game(name).rules``.
            size: the number of games.
            seats: the number of seats.
            options: for each option of the game its value, as an index into the option's values:
                ``np.array(game.info.indices(game.info.choose({...})))``, where ``choose`` completes a dictionary of
                options by the defaults.
            seed: determines all chance.
            threads: the number of threads that work on a step, at most 256.
            observe: whether to write observations.
            limit: plies, chance not counted, after which a game is truncated.

        Raises:
            InvalidOption: ``size``, ``threads`` or ``limit`` is not an integer of at least 1, there are too many
                threads, ``seed`` is neither an integer nor a text, the game has no such number of seats, or
                ``options`` are not indices of values, one for each option.
        """
        require_int_at_least(1, size=size, limit=limit)
        require_threads(threads)
        require_seed(seed)
        options = require_setup(rules, seats, options)
        games = make_games(rules, size, seats, options, seats)
        self.states, self.final, self.seat, self.mask = games.states, games.final, games.seat, games.mask
        self.reward, self.done, self.cut = games.reward, games.done, games.cut
        self.observer = Observer(rules, size) if observe else None
        self.observation: Any = self.observer.page() if self.observer else None
        self._games, self._wrong = games, np.zeros(1, np.int64)
        pages = make_pages(rules, self.states, self.observation)
        scratch = np.zeros(threads, scratch_dtype(rules))
        bounds = share_bounds(size, threads)
        step = partial(step_games, games, limit, pages, scratch, self._wrong, bounds)
        self._team = Team(threads, len(bounds) - 1, step)
        self.reset(seed)

    def reset(self, seed: int | str) -> None:
        """Start all games anew; ``seed`` determines all chance from here on.

        Raises:
            InvalidOption: ``seed`` is neither an integer nor a text.
        """
        self._games.rngs[:] = [generator(seed, i) for i in range(len(self.states))]
        self._games.chosen[:], self._wrong[0] = RESTART, UNCHECKED
        self._team.run()

    def step(self, actions: Any) -> None:
        """Play one action in every game.

        Args:
            actions: integers ``[size]``; an array of ``int64`` is fastest.

        Raises:
            IllegalMove: they are not one integer for each game, or an action is not legal; nothing has been played.
        """
        chosen = self._games.chosen
        np.copyto(chosen, require_actions(actions, len(chosen)))
        self._wrong[0] = -1
        self._team.run()
        if (wrong := int(self._wrong[0])) >= 0:
            if chosen.min() < 0 or chosen.max() >= self.mask.shape[1]:
                raise IllegalMove(self._expected())
            raise IllegalMove(f"game {wrong}: action {chosen[wrong]} is not legal for seat {self.seat[wrong]}")

    def _expected(self) -> str:
        return f"expected {len(self.seat)} actions, each an id from 0 to {self.mask.shape[1] - 1}"
