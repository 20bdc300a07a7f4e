from __future__ import annotations

import threading

import tablier
from tablier.search import Search
from tablier.search.clock import counting
from tablier.search.tree import ARMS, NODES, find, prune


def searched(nodes: int, iterations: int) -> Search:
    position = tablier.game("ponte_del_diavolo").new(board=8)
    return Search(position, seed=1, cutoff=0, priors=True, nodes=nodes).run(iterations=iterations)


def test_pruning_keeps_the_root_and_the_most_visited_nodes() -> None:
    search = searched(1000, 900)
    (worker, root), visits = search._roots()[0], search.visits()
    tree = worker.tree
    before = {int(tree.key[n]): (int(tree.visits[n]), tuple(tree.value[n])) for n in range(int(tree.used[NODES]))}
    prune(tree, root)
    kept = range(int(tree.used[NODES]))
    assert len(kept) <= 500
    assert all(before[int(tree.key[n])] == (int(tree.visits[n]), tuple(tree.value[n])) for n in kept)
    assert all(find(tree, tree.key[n]) == n for n in kept)
    dropped = set(before) - {int(tree.key[n]) for n in kept}
    assert max(before[key][0] for key in dropped) <= min(int(tree.visits[n]) for n in kept)
    assert int(tree.arms[list(kept)].sum()) == int(tree.used[ARMS])
    assert search.visits() == visits


def test_a_full_tree_is_pruned_and_the_search_goes_on() -> None:
    search = searched(64, 500)
    assert search.nodes < 64
    assert sum(search.visits().values()) == 499  # those of the root are never lost
    assert search.arms() == searched(64, 500).arms()


def test_pruning_happens_after_the_same_simulations_in_one_run_or_several() -> None:
    moments = iter(range(1_000_000))
    once = searched(128, 600).arms()
    with counting(lambda: next(moments) * 0.001):
        assert searched(128, 600).arms() == once


def test_a_search_keeps_its_threads() -> None:
    before = set(threading.enumerate())
    search = Search(tablier.game("ponte_del_diavolo").new(board=8), seed=1, cutoff=0, threads=2)
    for _ in range(3):
        search.run(iterations=2_000)
        assert 1 <= len(set(threading.enumerate()) - before) <= 2


def test_plain_uct_finds_a_win() -> None:
    position = tablier.game("ponte_del_diavolo").setup(
        "light: a10 b10 a9 b9; dark: a1 b1 c1 e1 f1 g1; turn: dark; last", board=10
    )
    search = Search(position, seed=2, selection="ucb1").run(iterations=4000)
    position.push(next(move for move in position.moves() if move.action == search.best()))
    search.advance(position).run(iterations=2000)
    position.push(next(move for move in position.moves() if move.action == search.best()))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
