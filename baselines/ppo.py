"""Self-play with sb3-contrib's ``MaskablePPO``: every seat of every game is a row of the same policy.

make baseline-ppo ARGS="--seed 2 --out runs/ppo-2"
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from sb3_contrib import MaskablePPO

from baselines.curve import Curve
from baselines.sb3 import MovesBuffer, SelfPlayVecEnv
from baselines.task import Task, task_options


@click.command()
@task_options("runs/ppo")
@click.option("--rounds", default=60, show_default=True, help="Rounds of play and learning.")
@click.option("--every", default=5, show_default=True, help="Rounds between two measurements.")
@click.option("--games", default=64, show_default=True, help="Games that are played at once.")
@click.option("--steps", default=128, show_default=True, help="Plies of each game in a round.")
def main(task: Task, seed: int, rounds: int, every: int, games: int, steps: int, matches: int, out: Path) -> None:
    """Train a policy by self-play, and measure it against fixed opponents."""
    torch.set_num_threads(1)
    rows = SelfPlayVecEnv(task, games, seed)
    learner = MaskablePPO(
        "MlpPolicy",
        rows,
        n_steps=steps,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=1.0,  # only the end of a game is rewarded, some twenty plies later
        ent_coef=0.01,
        rollout_buffer_class=MovesBuffer,
        policy_kwargs={"net_arch": [128]},
        seed=seed,
        device="cpu",
    )
    curve = Curve(out, "PPO", task, seed, matches)

    def choose(observation: Any, mask: Any) -> Any:
        wait = np.zeros((len(mask), 1), mask.dtype)
        return learner.predict(observation, action_masks=np.hstack([mask, wait]))[0]

    seconds = 0.0
    for number in range(rounds + 1):
        if number % every == 0 or number == rounds:
            curve.measure(choose, number * games * steps, seconds)
        if number < rounds:
            begun = time.process_time()
            learner.learn(rows.num_envs * steps, reset_num_timesteps=False)
            seconds += time.process_time() - begun
    learner.save(out / "policy.zip")


if __name__ == "__main__":
    main()
