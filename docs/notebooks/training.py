# %% [markdown]
# # Training a small policy
#
# Masked PPO on one page, in the manner of CleanRL but with NumPy alone: a linear policy over the bits of the
# observation plays all seats of many games at once and learns from who won them. It takes half a minute on a processor
# and then beats random players clearly. For larger policies take PyTorch or sb3-contrib's `MaskablePPO`, as
# `make baseline-ppo` does; the environments are the same.

# %%
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: on small matrices more threads only cost time

import gymnasium
import numpy as np

import tablier.envs.gymnasium  # registers the ids
from tablier.arena.stats import wilson
from tablier.envs.sampler import Sampler

SEATS, GAMES, STEPS, ROUNDS = 3, 64, 300, 24
rows = gymnasium.make_vec("tablier/ShangriLaSelfPlay-v0", num_envs=SEATS * GAMES, seats=SEATS)
width, actions = rows.single_observation_space.shape[0], int(rows.single_action_space.n)
wait = actions - 1
choose, sampler = np.random.default_rng(1), Sampler(seed=1)
policy = np.zeros((width, actions), np.float32)
moments = [np.zeros_like(policy), np.zeros_like(policy)]  # Adam's
steps = []


# %% [markdown]
# The policy gives every legal action a probability; masked ones have none.


# %%
def evaluate(seen):
    """The logits of all actions."""
    return seen.astype(np.float32) @ policy


def probabilities(logits, mask):
    logits = np.where(mask, logits, -np.inf)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


# %% [markdown]
# One round: play, and give every ply of a finished game what its seat was paid, less what an even game pays. A row is
# one seat of one game; rows that wait for the others have nothing to learn.


# %%
def play(observation, infos):
    """Plies of finished games: observation, mask, action, its probability, advantage."""
    plies, open_plies = [], [[] for _ in range(SEATS * GAMES)]
    for _ in range(STEPS):
        acting = np.flatnonzero(~infos["waiting"])
        mask = infos["action_mask"][acting].astype(bool)
        logits = evaluate(observation[acting])
        chances = probabilities(logits, mask)
        chosen = np.full(SEATS * GAMES, wait)
        chosen[acting] = sampler.draw(mask, logits)
        for i, row in enumerate(acting):
            open_plies[row].append((observation[row], mask[i], chosen[row], chances[i, chosen[row]]))
        observation, rewards, terminations, _, infos = rows.step(chosen)
        for row in np.flatnonzero(terminations):
            plies += [(*ply, rewards[row] - 1 / SEATS) for ply in open_plies[row]]
            open_plies[row] = []
    return observation, infos, [np.array(column) for column in zip(*plies, strict=True)]


# %% [markdown]
# PPO's clipped objective, its gradient for a linear policy, and Adam.


# %%
def learn(seen, mask, chosen, before, advantage, rate=0.01, clip=0.2):
    order = choose.permutation(len(seen))
    for part in np.array_split(order, max(1, len(order) // 1024)):
        now = probabilities(evaluate(seen[part]), mask[part])
        ratio = now[np.arange(len(part)), chosen[part]] / before[part]
        clipped = np.where(advantage[part] > 0, ratio > 1 + clip, ratio < 1 - clip)
        pull = np.where(clipped, 0, advantage[part] * ratio)[:, None]
        towards = -now
        towards[np.arange(len(part)), chosen[part]] += 1
        slope = seen[part].astype(np.float32).T @ (pull * towards).astype(np.float32) / len(part)
        steps.append(len(part))
        moments[0][:] = 0.9 * moments[0] + 0.1 * slope
        moments[1][:] = 0.999 * moments[1] + 0.001 * slope**2
        first, second = moments[0] / (1 - 0.9 ** len(steps)), moments[1] / (1 - 0.999 ** len(steps))
        policy[:] += rate * first / (np.sqrt(second) + 1e-8)


observation, infos = rows.reset(seed=1)
for _ in range(ROUNDS):
    observation, infos, plies = play(observation, infos)
    learn(*plies)

# %% [markdown]
# How often does it win against two random players? A third would be no better than they are.


# %%
def match(total):
    """The win share of the policy, at a seat drawn for each game, in at least `total` games."""
    games = gymnasium.make_vec("tablier/ShangriLa-v0", num_envs=GAMES, seats=SEATS, seat=None, opponents="random")
    observation, infos = games.reset(seed=2)
    won = played = 0.0
    while played < total:
        chosen = sampler.draw(infos["action_mask"], evaluate(observation)[:, :wait])
        observation, rewards, terminations, _, infos = games.step(chosen)
        won += rewards.sum()
        played += terminations.sum()
    return won / played, int(played)


share, played = match(300)
low, high = wilson(share, played)
print(f"{played} games against two random players: win share {share:.0%}, 95% {low:.0%} to {high:.0%}")
assert low > 1 / SEATS
