# %% [markdown]
# # A game drawn move by move
#
# Every position is a picture, `position._repr_svg_()`; a record can be replayed up to any ply. Here a short game
# is drawn after each turn.

# %%
from pathlib import Path
from tempfile import mkdtemp

import tablier
from tablier import bots
from tablier.scene import svg

position = tablier.game("shangri_la").new(seats=3)
player = bots.level("shangri_la", 1, seed=1)
while position.movers:
    for move in player.plays(position, position.movers[0]):
        position.push(move)
record = tablier.Record.of(position, ("Ada", "Emy", "Ida"))
print(len(record.moves), "turns;", position.outcome())

# %%
folder = Path(mkdtemp())
ply = 0
for number, turn in enumerate(record.moves[:12]):
    ply += len(turn.play.split())
    picture = svg.draw_position(record.replay(upto=ply), names=record.players, plain=True)
    (folder / f"{number:03}.svg").write_text(picture, encoding="utf-8")
print(len(list(folder.iterdir())), "pictures in", folder)
assert len(list(folder.iterdir())) == 12

# %% [markdown]
# In a notebook the last one shows itself:

# %%
record.replay(upto=ply)
