"""An AlphaZero-like learner: OpenSpiel's tree search, guided by a net in PyTorch that learns from its games.

make baseline-alphazero ARGS="--seed 2 --out runs/alphazero-2"

After Silver et al., *A general reinforcement learning algorithm that masters chess, shogi and Go* (2018), with any
number of seats. The net begins with random weights and knows nothing but observations.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import pyspiel
import torch
from open_spiel.python.algorithms import mcts
from torch import nn
from torch.nn import functional

import tablier
from baselines.curve import Curve
from baselines.task import Task, task_options
from tablier.envs.openspiel import short_name

OPENING = 8
"""Plies at the start of a game that are drawn by visits; later the most visited action is played."""
NOISE = (0.25, 0.5)
"""Share and concentration of Dirichlet noise at the root."""
EXPLORATION = 1.5
SHARPNESS = 4
"""In matches the learner draws actions by this power of their probabilities."""
WINDOW = 20_000
"""The number of latest positions that are learnt from."""
BATCH = 256


class Sample(NamedTuple):
    """A position of a game: what the mover saw, its legal actions, its search's visits, and who won what share."""

    seen: Any
    legal: Any
    visits: Any
    shares: Any


class PolicyValueNet(nn.Module):  # type: ignore[misc]
    """Two hidden layers; logits of all actions, and logits of each seat's share of the win."""

    def __init__(self, width: int, actions: int, seats: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, seats)

    def forward(self, seen: Any, legal: Any) -> tuple[Any, Any]:
        """Logits ``[n, actions]``, very low for illegal actions, and ``[n, seats]``."""
        body = self.body(torch.as_tensor(seen, dtype=torch.float32))
        return self.policy(body).masked_fill(~torch.as_tensor(legal, dtype=torch.bool), -1e9), self.value(body)

    def draw(self, seen: Any, legal: Any) -> Any:
        """An action of each row, without a search."""
        with torch.inference_mode():
            return torch.distributions.Categorical(logits=SHARPNESS * self(seen, legal)[0]).sample().numpy()


class NetEvaluator(mcts.Evaluator):  # type: ignore[misc]
    """Priors and values for OpenSpiel's search; the net computes a position once."""

    def __init__(self, net: PolicyValueNet, game: Any) -> None:
        self._net, self._observer = net, game.make_py_observer()
        self._known: dict[bytes, tuple[Any, Any]] = {}

    def forget(self) -> None:
        """Compute all positions again: the net has changed."""
        self._known.clear()

    def see(self, state: Any) -> tuple[Any, Any]:
        """What the mover may know, and its legal actions."""
        self._observer.set_from(state, state.current_player())
        return self._observer.tensor, np.array(state.legal_actions_mask(), np.bool_)

    def evaluate(self, state: Any) -> Any:
        """The expected share of each seat."""
        return self._compute(state)[1]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """The probability of each legal action, or of each outcome of chance."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        policy = self._compute(state)[0]
        return [(action, policy[action]) for action in state.legal_actions()]

    def _compute(self, state: Any) -> tuple[Any, Any]:
        seen, legal = self.see(state)
        key = seen.tobytes() + legal.tobytes()
        if key not in self._known:
            with torch.inference_mode():
                policy, value = self._net(seen[None], legal[None])
                self._known[key] = policy.softmax(1)[0].numpy(), value.softmax(1)[0].numpy()
        return self._known[key]


def puct(child: mcts.SearchNode, visits: int, exploration: float, unvisited: float) -> float:
    """The value of a child for selection. OpenSpiel's own takes an unvisited child for lost, so it hardly explores."""
    value = child.total_reward / child.explore_count if child.explore_count else unvisited
    return float(value + exploration * child.prior * visits**0.5 / (1 + child.explore_count))


def play(game: Any, bot: mcts.MCTSBot, evaluator: NetEvaluator, rng: np.random.Generator) -> Iterator[Sample]:
    """The positions of one game that the search plays against itself."""
    state, found = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
            continue
        visits = np.zeros(game.num_distinct_actions(), np.float32)
        for child in bot.mcts_search(state).children:
            visits[child.action] = child.explore_count
        visits /= visits.sum()
        seen, legal = evaluator.see(state)
        found.append((seen.astype(np.float16), legal, visits))  # exact for bits and small counts
        state.apply_action(int(rng.choice(len(visits), p=visits) if len(found) <= OPENING else visits.argmax()))
    shares = np.array(state.returns(), np.float32)
    return (Sample(*position, shares) for position in found)


def learn(net: PolicyValueNet, optimizer: Any, samples: deque[Sample], steps: int, rng: np.random.Generator) -> None:
    """So many steps on random positions: cross entropy with the visits, and with the result."""
    for _ in range(steps):
        chosen = [samples[i] for i in rng.integers(len(samples), size=BATCH)]
        seen, legal, visits, shares = (np.stack(column) for column in zip(*chosen, strict=True))
        policy, value = net(seen, legal)
        loss = functional.cross_entropy(policy, torch.as_tensor(visits))
        loss = loss + functional.cross_entropy(value, torch.as_tensor(shares))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@click.command()
@task_options("runs/alphazero")
@click.option("--rounds", default=24, show_default=True, help="Rounds of play and learning.")
@click.option("--every", default=3, show_default=True, help="Rounds between two measurements.")
@click.option("--games", default=25, show_default=True, help="Games of self-play in a round.")
@click.option("--simulations", default=32, show_default=True, help="Simulations of a search.")
def main(task: Task, seed: int, rounds: int, every: int, games: int, simulations: int, matches: int, out: Path) -> None:
    """Train a net by self-play with a search, and measure its policy, without a search, against fixed opponents."""
    if tablier.game(task.game).info.hidden:
        raise click.UsageError(
            f"{task.game} has hidden information, which this search would see; try make baseline-ppo"
        )
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    game = pyspiel.load_game(short_name(task.game), task.arguments())
    net = PolicyValueNet(game.make_py_observer().tensor.size, game.num_distinct_actions(), task.seats)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
    evaluator = NetEvaluator(net, game)
    bot = mcts.MCTSBot(
        game,
        uct_c=EXPLORATION,
        max_simulations=simulations,
        evaluator=evaluator,
        solve=False,
        random_state=np.random.RandomState(seed),
        child_selection_fn=partial(puct, unvisited=1 / task.seats),
        dirichlet_noise=NOISE,
        dont_return_chance_node=True,
    )
    curve = Curve(out, "AlphaZero-like", task, seed, matches)
    samples: deque[Sample] = deque(maxlen=WINDOW)
    plies, seconds = 0, 0.0
    for number in range(rounds + 1):
        if number % every == 0 or number == rounds:
            curve.measure(net.draw, plies, seconds)
        if number == rounds:
            break
        begun = time.process_time()
        for _ in range(games):
            found = list(play(game, bot, evaluator, rng))
            samples.extend(found)
            plies += len(found)
        learn(net, optimizer, samples, 100, rng)
        evaluator.forget()
        seconds += time.process_time() - begun
    torch.save(net.state_dict(), out / "net.pt")


if __name__ == "__main__":
    main()
