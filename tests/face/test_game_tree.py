"""Game trees: variations and comments are read, written and checked."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest
from known import GAMES

import tablier
from tablier import GameTree, Record, RecordError
from tablier.errors import CopyError, IllegalMove
from tablier.game_tree import TreeNode

PONTE = tablier.game("ponte_del_diavolo")


def random_tree(name: str, seed: int) -> GameTree:
    choose = random.Random(seed)
    tree = GameTree(tablier.game(name).new(), ("Ada",), "2026-11-23")
    nodes = [tree.root]
    for _ in range(60):
        node = choose.choice(nodes[-4:])
        if movers := node.position.movers:
            nodes.append(node.add_variation(choose.choice(node.position.moves(choose.choice(movers)))))
            nodes[-1].comment = choose.choice(["", "hm", "« très joli »\n!"])
    return tree


def shape(node: TreeNode) -> list[Any]:
    return [str(node.move), node.comment, [shape(child) for child in node.variations]]


@pytest.mark.parametrize("name", GAMES)
def test_a_tree_can_be_written_and_read(name: str) -> None:
    for seed in range(5):
        tree = random_tree(name, seed)
        again = GameTree.loads(tree.dumps())
        assert shape(again.root) == shape(tree.root)
        assert again == tree
        assert again.dumps() == tree.dumps()
        assert (again.players, again.date) == (("Ada",), "2026-11-23")


def test_the_main_line_is_the_game_of_the_record() -> None:
    position = PONTE.new(board=8).play("d4 e4 swap")
    tree = GameTree(position)
    assert [node.ply for node in tree.mainline()] == [1, 2, 3]
    assert list(tree.mainline())[-1].position == position
    assert tree.record() == Record.of(position)
    tree.root.add_variation("a1")
    assert tree.record().replay() == position


def test_a_move_that_is_there_already_makes_no_second_node() -> None:
    root = GameTree(PONTE.new(board=8)).root
    assert root.add_variation("d4") is root.add_variation("d4")
    assert root.add_line("d4 e4").parent is root.variations[0]


def test_an_illegal_line_adds_nothing() -> None:
    root = GameTree(PONTE.new(board=8)).root
    with pytest.raises(IllegalMove):
        root.add_line("d4 d4")
    assert root.variations == []


def test_the_first_variation_is_the_main_line() -> None:
    tree = GameTree(PONTE.new(board=8).play("d4 e4"))
    tree.root.add_line("a1 a2")
    tree.root.variations.reverse()
    assert tree.record().replay() == PONTE.new(board=8).play("a1 a2")


def test_the_result_of_a_broken_off_game_is_kept() -> None:
    source = json.loads(Record.of(PONTE.new(board=8).play("d4")).dumps())
    source["result"] = {"scores": [0, 0], "ranks": [0, 1], "reason": "resigned", "by": 1}
    tree = GameTree.loads(json.dumps(source))
    tree.root.add_line("a1 a2")
    assert tree.record().result == Record.loads(json.dumps(source)).result
    tree.root.variations.reverse()
    assert tree.record().result is None


def split_up(record: Record) -> dict[str, Any]:
    """The record as JSON, with one entry for each ply."""
    source: dict[str, Any] = json.loads(record.dumps())
    source["moves"] = [
        {"seat": entry["seat"], "play": text} for entry in source["moves"] for text in entry["play"].split()
    ]
    return source


def test_the_result_is_kept_however_the_moves_are_divided_into_entries() -> None:
    source = split_up(Record.of(PONTE.new(board=8).play("d4 e4 swap")))
    source["result"] = {"scores": [0, 0], "ranks": [0, 1], "reason": "resigned", "by": 1}
    assert GameTree.loads(json.dumps(source)).record().result == Record.loads(json.dumps(source)).result


def test_a_finished_game_has_its_result_although_the_record_that_was_read_has_none() -> None:
    choose = random.Random(1)
    position = PONTE.new(board=4)
    while position.movers:
        position.push(choose.choice(position.moves()))
    record = Record.of(position)
    source = json.loads(record.dumps())
    del source["result"]
    assert GameTree.loads(json.dumps(source)).record() == record


NESTED = {
    "0": [{"moves": [{"seat": 0, "play": "a1 a2"}], "variations": {"1": [{"moves": [{"seat": 0, "play": "%s"}]}]}}]
}


def test_variations_nested_too_deeply_are_refused() -> None:
    depth = 2000
    nested = "".join(f'{{"{ply}": [{{"moves": [{{"seat": 0, "play": "a1"}}], "variations": ' for ply in range(depth))
    text = Record.of(PONTE.new()).dumps().rstrip()[:-1] + f', "variations": {nested}{{}}{"}]}" * depth}}}'
    with pytest.raises(RecordError, match="not a valid record"):
        GameTree.loads(text)


@pytest.mark.parametrize(
    ("variations", "message"),
    [
        (
            json.loads(json.dumps(NESTED).replace("%s", "a1")),
            r"^variation 1 after ply 0: variation 1 after ply 1: ply 2",
        ),
        (json.loads(json.dumps(NESTED).replace("%s", "a2")), r"after ply 1: it begins like another line, with a2"),
        ({"1": [{"moves": []}]}, "variation 1 after ply 1: it has no moves"),
        (
            {"0": [{"moves": [{"seat": 0, "play": "b2"}], "comments": {"5": ""}}]},
            "0: ply 5 is not of this line, .* 1 to 1",
        ),
        ({"0": [{"moves": [{"seat": 4, "play": "b2"}]}]}, "there is no seat 4"),
        ({"-1": []}, "ply -1 is not of this line, which has plies 0 to 2"),
    ],
)
def test_a_wrong_variation_is_named_by_its_path(variations: dict[str, Any], message: str) -> None:
    record = json.loads(Record.of(PONTE.new(board=8).play("d4 e4")).dumps())
    with pytest.raises(RecordError, match=message):
        GameTree.loads(json.dumps({**record, "variations": variations}))


def long_tree() -> GameTree:
    choose, position = random.Random(1), tablier.game("delta").new()
    while position.ply < 300:
        position.push(choose.choice(position.moves(choose.choice(position.movers))))
    tree = GameTree(position, ("Ada",), "2026-11-28")
    tree.root.comment = "from the start"
    node = list(tree.mainline())[100]
    node.add_variation(node.position.moves(node.position.movers[0])[-1]).comment = "better"
    return tree


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda tree: pickle.loads(pickle.dumps(tree))])
def test_trees_of_long_games_can_be_copied_and_pickled(twin_of: Any) -> None:
    tree = long_tree()
    node = list(tree.mainline())[100]
    twin, its_node = twin_of((tree, node))
    assert twin == tree
    assert twin.record() == tree.record()
    assert its_node is list(twin.mainline())[100]
    its_node.comment = "changed"
    assert twin != tree


def test_a_removed_node_is_not_copied() -> None:
    tree = GameTree(PONTE.new(board=8).play("d4 e4"))
    node = tree.root.variations.pop()
    with pytest.raises(CopyError, match="removed from its tree"):
        copy.deepcopy(node)


def nested(depth: int) -> GameTree:
    """A tree of which each variation has another one in it."""
    tree = GameTree(tablier.game("delta").new())
    node = tree.root
    while depth:
        first, *others = node.position.moves(node.position.movers[0])
        only = node.add_variation(first)
        node = node.add_variation(others[0]) if others else only
        depth -= bool(others)
    return tree


def test_variations_that_nest_deeply_are_written_compared_and_copied() -> None:
    tree = nested(270)
    again = GameTree.loads(tree.dumps())
    assert again == tree == copy.deepcopy(tree)
    assert again.dumps() == tree.dumps()


def test_variations_nested_too_deeply_are_not_written() -> None:
    with pytest.raises(RecordError, match=r"cannot be written|at most"):
        nested(1000).dumps()
