# %% [markdown]
# # A bot in 30 lines, and its match
#
# A bot is an object with `plays(position, seat)`. This one looks one ply ahead: it plays each move on a copy of
# what its seat sees, and
# keeps the move after which its own points are farthest above the best of the others.

# %%
import numpy as np

import tablier
from tablier import bots
from tablier.arena.stats import bootstrap, shares, wilson


class Points:
    """Plays the ply after which it is farthest ahead by points; among equals, any."""

    def __init__(self, seed: int) -> None:
        self.choose = np.random.default_rng(seed)

    def plays(self, position: tablier.Position, seat: int) -> list[tablier.Move]:
        view, chosen = position.view(seat), []
        while seat in view.movers:
            chosen.append(max(view.moves(seat), key=lambda move: (self.lead(view, move), self.choose.random())))
            view.push(chosen[-1])
        return chosen

    def lead(self, view: tablier.Position, move: tablier.Move) -> int:
        view.push(move)
        points = list(view.scores())
        view.pop()
        mine = points.pop(move.seat)
        return mine - max(points)


# %% [markdown]
# A match: each seed is played in both rotations of the seats. The win share comes with two intervals of 95 %:
# Wilson's, as if all games were
# independent, and a bootstrap over the seeds.

# %%
SEEDS = 10
pairs = []
for seed in range(SEEDS):
    pair = []
    for rotation in range(2):
        players = {rotation: Points(seed), 1 - rotation: bots.bot(bots.RandomSpec(), seed=seed)}
        position = tablier.game("ponte_del_diavolo").new(board=8)
        while position.movers:
            for move in players[position.movers[0]].plays(position, position.movers[0]):
                position.push(move)
        pair.append(shares(position.outcome().ranks)[rotation])
    pairs.append(pair)

share = sum(map(sum, pairs)) / (2 * SEEDS)
for name, (low, high) in {"Wilson": wilson(share, 2 * SEEDS), "over seeds": bootstrap(pairs)}.items():
    print(f"{2 * SEEDS} games, win share {share:.0%}; {name}: {low:.0%} to {high:.0%}")
