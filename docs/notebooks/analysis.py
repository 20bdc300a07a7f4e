# %% [markdown]
# # Analysis and review
#
# The best moves of a position, a game reviewed move by move, and both kept as variations of a record.

# %%
import tablier
from tablier import bots
from tablier.analysis import draw

game = tablier.game("ponte_del_diavolo")
position = game.setup("board: 8; light: a1 b1 a2 b2 d4; dark: c3 f6; turn: dark")
analysis = tablier.analyse(position, seconds=1)
print(f"{analysis.iterations} simulations; seat {analysis.seat} wins with probability {analysis.win_shares[1]:.2f}")
for best in analysis.best_moves[:3]:
    print(f"{best.share:.2f}", *(move.text for move in best.line[:6]))
assert abs(sum(analysis.win_shares) - 1) < 1e-6

# %% [markdown]
# The weakest level plays itself; the review says how well. Each decision is judged by what its seat could know then.

# %%
played = game.new(board=8)
weak = bots.level("ponte_del_diavolo", 1, seed=1)
while played.movers:
    for move in weak.plays(played, played.movers[0]):
        played.push(move)
record = tablier.Record.of(played, ("Ada", "Emy"))
review = tablier.review(record, iterations=64)
for name, player in zip(record.players, review.players, strict=True):
    print(f"{name}: accuracy {player.accuracy:.0f}")
for moment in review.moments:
    print(f"ply {moment.ply}: seat {moment.seat} lost {moment.lost:.0%} of the win")
assert len(review.players) == 2

# %% [markdown]
# The win shares over the game, as SVG.

# %%
picture = draw(review)
assert picture.startswith("<svg")

# %% [markdown]
# The better turns become variations of the record. The table opens such a file, too, and lists them beside the board.

# %%
tree = tablier.GameTree.of(record)
nodes = [tree.root, *tree.mainline()]
for moment in review.moments:
    node = nodes[moment.ply]
    for move in moment.better:
        node = node.add_variation(move)
    node.comment = f"better by {moment.lost:.0%}"
assert tablier.GameTree.loads(tree.dumps()) == tree
