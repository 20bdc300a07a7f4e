# %% [markdown]
# # A tour
#
# A game, a position, moves in notation, what a seat may know, a record, and the same game as an environment.

# %%
import numpy as np

import tablier

print(tablier.list_games())
game = tablier.game("ponte_del_diavolo")
position = game.new(board=8)
position.play("d4 e5").play("swap")
print(position, len(position.moves()), "moves")

# %% [markdown]
# A refused move names the rule that it breaks, and changes nothing.

# %%
try:
    position.play("d4")
except tablier.IllegalMove as error:
    print(error)

# %% [markdown]
# In a notebook a position draws itself; elsewhere its picture is text in SVG.

# %%
position

# %%
picture = position._repr_svg_()
assert picture.startswith("<svg")

# %% [markdown]
# A bot plays the game to its end; the record can be saved, and replayed under the rules.

# %%
from tablier import bots

player = bots.level("ponte_del_diavolo", 2, seed=1)
while position.movers:
    for move in player.plays(position, position.movers[0]):
        position.push(move)
print(position.outcome())
record = tablier.Record.of(position, ("Ada", "Emy"))
assert tablier.Record.loads(record.dumps()).replay() == position

# %% [markdown]
# The same game as an environment: a thousand games at once, against bots that play by the game's rollout policy.

# %%
import gymnasium

import tablier.envs.gymnasium  # registers the ids
from tablier.envs.sampler import Sampler

games = gymnasium.make_vec("tablier/PonteDelDiavolo-v0", num_envs=1000, opponents="policy", board=8)
observations, infos = games.reset(seed=1)
sampler = Sampler(seed=1)
ended = won = 0
for _ in range(120):
    observations, rewards, terminations, truncations, infos = games.step(sampler.draw(infos["action_mask"]))
    ended += int(terminations.sum())
    won += rewards.sum()
print(f"a random player wins {won:.0f} of {ended} games;", observations.shape, observations.dtype)
assert ended > 500
