# %% [markdown]
# # Training a small policy
#
# Masked PPO on one page, in the manner of CleanRL but with NumPy alone: a linear policy over the bits of the
# observation plays all seats of many
# games at once and learns from who won them. It takes half a minute on a processor and then beats random players
# clearly. For larger policies take
# PyTorch or sb3-contrib's `MaskablePPO`; the environments are the same.

# %%
import gymnasium
import numpy as np

import tablier.envs.gymnasium  # registers the ids
from tablier.arena.stats import wilson

SEATS, GAMES, STEPS, ROUNDS = 3, 64, 300, 24
games = gymnasium.make_vec("tablier/ShangriLa-v0", num_envs=GAMES, seats=SEATS)
width, actions = games.single_observation_space.shape[0], int(games.single_action_space.n)
choose = np.random.default_rng(1)
policy = np.zeros((width, actions), np.float32)
moments = [np.zeros_like(policy), np.zeros_like(policy)]  # Adam's
steps = []


# %% [markdown]
# The policy gives every legal action a probability; masked ones have none.


# %%
def probabilities(seen, mask):
    logits = np.where(mask, seen.astype(np.float32) @ policy, -np.inf)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def draw(chances):
    """An action for each row."""
    return np.minimum((chances.cumsum(1) < choose.random((len(chances), 1))).sum(1), chances.shape[1] - 1)


def legal_draw(chances, mask):
    """The same, and legal even where rounding strikes."""
    drawn = draw(chances)
    wrong = ~mask[np.arange(len(mask)), drawn]
    drawn[wrong] = chances[wrong].argmax(1)
    return drawn


# %% [markdown]
# One round: play, and give every ply of a finished game what its seat was paid, less what an even game pays.


# %%
def play(observation, infos):
    """Plies of finished games: observation, mask, action, its probability, advantage."""
    rows, open_plies = [], [[] for _ in range(GAMES)]
    for _ in range(STEPS):
        mask = infos["action_mask"].astype(bool)
        chances = probabilities(observation, mask)
        chosen = legal_draw(chances, mask)
        for game in range(GAMES):
            ply = observation[game], mask[game], chosen[game], chances[game, chosen[game]]
            open_plies[game].append((infos["seat"][game], ply))
        observation, _, terminations, _, infos = games.step(chosen)
        for game in np.flatnonzero(terminations):
            paid = infos["rewards"][game] - 1 / SEATS
            rows += [(*ply, paid[seat]) for seat, ply in open_plies[game]]
            open_plies[game] = []
    return observation, infos, [np.array(column) for column in zip(*rows, strict=True)]


# %% [markdown]
# PPO's clipped objective, its gradient for a linear policy, and Adam.


# %%
def learn(seen, mask, chosen, before, advantage, rate=0.01, clip=0.2):
    order = choose.permutation(len(seen))
    for part in np.array_split(order, max(1, len(order) // 1024)):
        now = probabilities(seen[part], mask[part])
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


observation, infos = games.reset(seed=1)
for _ in range(ROUNDS):
    observation, infos, plies = play(observation, infos)
    learn(*plies)

# %% [markdown]
# How often does it win against two random players? A third would be no better than they are.


# %%
def match(total):
    """The win share of the policy, which sits at seat `game % SEATS`, in at least `total` games."""
    observation, infos = games.reset(seed=2)
    ours = np.arange(GAMES) % SEATS
    won = played = 0.0
    while played < total:
        mask = infos["action_mask"].astype(bool)
        uniform = mask / mask.sum(1, keepdims=True)
        mine = (infos["seat"] == ours)[:, None]
        chosen = legal_draw(np.where(mine, probabilities(observation, mask), uniform), mask)
        observation, _, terminations, _, infos = games.step(chosen)
        won += infos["rewards"][terminations, ours[terminations]].sum()
        played += terminations.sum()
    return won / played, int(played)


share, played = match(300)
low, high = wilson(share, played)
print(f"{played} games against two random players: win share {share:.0%}, 95% {low:.0%} to {high:.0%}")
assert low > 1 / SEATS
