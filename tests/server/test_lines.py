"""Lines of an analysis as variations of a record, and positions opened from diagrams."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from known import AT_TABLE

import tablier
from tablier.core.seats import CHANCE
from tablier.game_tree import GameTree, TreeNode
from tablier.record import Entry, Record, Variation
from tablier.server.domain import imports, lines
from tablier.server.domain.analysis import PLIES, AnalysisBoard
from tablier.server.domain.events import Resigned
from tablier.server.domain.lines import Line, Lines
from tablier.server.domain.projections import record as record_of
from tablier.server.domain.state import TableState
from tablier.server.message_base import Tried
from tablier.server.problem import Problem

from .browser import Running, serving
from .logs import LocalTable
from .records import PONTE, Some, bring, played

pytestmark = pytest.mark.once

MOST = 5000
DEEP = 3000
"""More than Python's recursion limit."""


@pytest.fixture
async def real(tmp_path: Path, config: dict[str, Any]) -> AsyncIterator[Running]:
    async with serving(tmp_path / "data", Some(), **config) as running:
        yield running


def table(record: Record) -> TableState:
    """The table of a record."""
    row, events = imports.table(record, [""] * record.seats, imports.replay(record))
    state = TableState.new(row, tablier.game(record.game))
    for event in events:
        state = state.apply(event)
    return state


def grow(node: TreeNode, random: Random, plies: int) -> None:
    """Add random plies, one after the other, some with comments."""
    for _ in range(plies):
        position = node.position
        if not position.movers:
            return
        seat = random.choice(position.movers)
        node = node.add_variation(random.choice(list(position.moves(seat))))
        if random.random() < 0.2:
            node.comment = f"note {random.random()}"


def canonical(record: Record) -> object:
    """A record whose variations stand in one order: a line that a comment interrupts may be told after another."""

    def ordered(variations: object) -> object:
        if isinstance(variations, dict):
            return {name: ordered(value) for name, value in variations.items()}
        if isinstance(variations, list):
            return sorted((ordered(one) for one in variations), key=json.dumps)
        return variations

    content = json.loads(record.dumps())
    return {**content, "variations": ordered(content.get("variations", {}))}


@pytest.mark.parametrize("name", AT_TABLE)
@pytest.mark.parametrize("seed", range(3))
def test_a_tree_of_any_game_comes_back_from_its_lines_with_every_move_and_comment(name: str, seed: int) -> None:
    random, game = Random(seed), tablier.game(name)
    tree = GameTree(played(name, game.info.seats[0], 30).replay())
    nodes = [tree.root, *tree.mainline()]
    for node in random.sample(nodes, 8):
        grow(node, random, random.randrange(1, 9))
        node.comment = "a remark"
    record = tree.record(nodes[-1].ply)
    replayed = imports.replay(Record.loads(record.dumps()))
    again = lines.in_record(record_of(table(record), ()), table(record), replayed.lines, MOST)
    assert canonical(again) == canonical(record)


@pytest.mark.parametrize("name", AT_TABLE)
def test_lines_of_files_can_be_played_on_the_analysis_board(name: str) -> None:
    random, game = Random(1), tablier.game(name)
    tree = GameTree(played(name, game.info.seats[0], 25).replay())
    nodes = [tree.root, *tree.mainline()]
    for node in random.sample(nodes, 5):
        grow(node, random, 6)
    record = tree.record(nodes[-1].ply)
    found, state = imports.replay(record).lines, table(record)

    def play(event: int, path: list[Tried], line: Line) -> None:
        path = [*path, *line.moves]
        _, shown = AnalysisBoard().play(state, event, path)
        assert shown[: len(path)] == path
        assert all(move.seat == CHANCE for move in shown[len(path) :])
        for after in line.lines:
            play(event, path, after)

    assert found
    for event, leaving in found.items():
        for line in leaving:
            play(event, [], line)


def test_a_line_at_the_end_of_a_game_stays_a_line() -> None:
    record = Record.of(tablier.game(PONTE).new(board=8).play("d4 e5"))
    told: Lines = {1: [Line([Tried(1, ["swap"])], "cautious"), Line([Tried(1, ["c3", "f6"])])]}
    state = table(record)
    saved = lines.in_record(record_of(state, ()), state, told, MOST)
    assert saved.moves == record.moves
    assert imports.replay(Record.loads(saved.dumps())).lines == told
    assert [node.move.text for node in GameTree.of(saved).mainline() if node.move] == ["d4", "e5", "swap"]


def test_what_cannot_be_a_line_is_refused() -> None:
    state = table(Record.of(tablier.game(PONTE).new(board=8).play("d4 e5")))
    record = record_of(state, ())
    wrong: list[tuple[Lines, str]] = [
        ({2: []}, "refused-no-event"),
        ({1: [Line([Tried(1, ["z9"])])]}, "refused-unreadable"),
        ({1: [Line([Tried(1, ["d4"])])]}, "refused-illegal"),
        ({1: [Line([Tried(0, ["c3"])])]}, "refused-not-your-turn"),
        ({1: [Line([Tried(CHANCE, ["c3"])])]}, "refused-unreadable"),
        ({1: [Line([Tried(1, ["c3"] * 60)]) for _ in range(100)]}, "problem-record-long"),
    ]
    for told, key in wrong:
        with pytest.raises(Problem) as refused:
            lines.in_record(record, state, told, MOST)
        assert refused.value.say.k == key


def test_a_line_longer_than_the_analysis_board_is_refused() -> None:
    state = table(Record.of(tablier.game(PONTE).new(board=8).play("d4 e5")))
    line = Line([])
    for _ in range(PLIES + 1):
        line = Line([Tried(1, ["c3"])], lines=[line])
    with pytest.raises(Problem) as refused:
        lines.in_record(record_of(state, ()), state, {1: [line]}, MOST)
    assert refused.value.say.k == "refused-what-if-long"


def test_lines_may_nest_to_any_depth() -> None:
    state = table(Record.of(tablier.game(PONTE).new(board=8).play("d4 e5")))
    line = Line([Tried(1, ["swap"])], "cautious")
    for _ in range(DEEP):
        line = Line([], lines=[line])
    saved = lines.in_record(record_of(state, ()), state, {1: [line]}, MOST)
    assert GameTree.of(saved).root.variations[0].variations[0].variations[0].comment == "cautious"


def test_plies_are_counted_however_deep_variations_nest() -> None:
    variation = Variation([Entry(0, "d4 e4")])
    for _ in range(DEEP):
        variation = Variation([Entry(1, "swap")], {0: [variation]})
    assert lines.plies_in({0: [variation, variation]}) == 2 * (DEEP + 2)


def test_lines_stay_in_order_where_lines_follow_them() -> None:
    state = table(Record.of(tablier.game(PONTE).new(board=8).play("d4 e5")))
    told: Lines = {
        1: [
            Line([Tried(1, ["swap"])], lines=[Line([Tried(0, ["c6", "c3"])]), Line([Tried(0, ["f6", "f3"])])]),
            Line([Tried(1, ["swap"]), Tried(0, ["b2", "b3"])]),
        ]
    }
    tree = GameTree.of(lines.in_record(record_of(state, ()), state, told, MOST))
    swapped = next(node for node in tree.mainline() if node.ply == 3)
    assert [node.move.text for node in swapped.variations if node.move] == ["c6", "f6", "b2"]


def walked(state: TableState, told: Lines) -> Record:
    """The record with these lines, every history walked from the start."""
    tree = GameTree(state.position)
    for event, leaving in sorted(told.items()):
        node = tree.root
        for move in state.at(event).history:
            node = node.add_variation(move)
        lines._add(node, leaving)
    return tree.record(state.position.ply)


@pytest.mark.parametrize("name", [PONTE, "delta"])
@pytest.mark.parametrize("takebacks", [False, True])
def test_each_move_of_a_game_is_followed_once_however_many_lines_leave_it(
    name: str, takebacks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = LocalTable(name, 2, 3)
    local.play(36, takebacks=takebacks)
    local.add(0, Resigned())
    state = local.state
    assert bool(state.rewound) == takebacks
    followed, after = 0, lines._after

    def counted(node: TreeNode, move: tablier.Move) -> TreeNode:
        nonlocal followed
        followed += 1
        return after(node, move)

    monkeypatch.setattr(lines, "_after", counted)
    record = record_of(state, ())
    lines.in_record(record, state, {event: [] for event in range(state.seq + 1)}, MOST)
    assert followed == 0
    told: Lines = {event: [Line([], f"after {event}")] for event in range(state.seq + 1)}
    saved = lines.in_record(record, state, told, MOST)
    assert followed <= sum(position.ply for _, position in state.stretches)
    expected = walked(state, told)
    assert (saved.variations, saved.comments) == (expected.variations, expected.comments)


@pytest.mark.config(waiting_records=1)
async def test_lines_and_diagrams_are_written_one_at_a_time(real: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, go = real.browser(), threading.Event()
    table_id = (await bring(browser, played(PONTE, 2, 8))).json()["id"]
    written = lines.in_record

    def slow(*arguments: Any) -> Record:
        go.wait(10)
        return written(*arguments)

    monkeypatch.setattr(lines, "in_record", slow)

    async def post(path: str, body: object) -> int:
        return (await browser.http.post(f"/api/tables/{table_id}/{path}", json=body)).status_code

    first = asyncio.create_task(post("record", {"lines": {}}))
    async with asyncio.timeout(10):
        while not real.services.record_queue.waiting:
            await asyncio.sleep(0.01)
    assert await post("record", {"lines": {}}) == 503
    assert await post("diagram", {"event": 0, "moves": []}) == 503
    assert (await bring(browser, played(PONTE, 2, 8))).status_code == 503
    go.set()
    assert await first == 200
    assert await post("diagram", {"event": 0, "moves": []}) == 200


async def test_lines_are_saved_in_a_file_and_opened_again(real: Running) -> None:
    browser = real.browser()
    opened = await bring(browser, played(PONTE, 2, 8))
    told = {"1": [{"moves": [{"seat": 1, "plies": ["swap"]}], "name": "Étude", "lines": []}]}
    saved = await browser.http.post(f"/api/tables/{opened.json()['id']}/record", json={"lines": told})
    assert saved.status_code == 200, saved.text
    again = (await bring(browser, saved.text)).json()
    assert again["lines"] == told
    assert again["id"] != opened.json()["id"]


@pytest.mark.parametrize(
    ("variations", "detail"),
    [
        ({"2": [{"moves": [{"seat": 1, "play": "z9"}]}]}, "variation 1 after ply 2: ply 3 ('z9')"),
        ({"99": [{"moves": [{"seat": 1, "play": "swap"}]}]}, "ply 99 is not of this line"),
        ({"2": [{"moves": [{"seat": 1, "play": "swap"}], "comments": {"3": "x" * 2001}}]}, "2001 characters"),
    ],
)
async def test_variations_that_cannot_be_opened_are_refused_by_name(
    real: Running, variations: object, detail: str
) -> None:
    record = json.loads(played(PONTE, 2, 8).dumps()) | {"variations": variations}
    answer = await bring(real.browser(), json.dumps(record))
    assert answer.status_code == 400
    assert detail in answer.json()["say"]["a"]["detail"]


async def test_a_position_is_opened_from_a_diagram_and_played_on(real: Running) -> None:
    browser = real.browser()
    diagram = "board: 8; light: a1 b1 a2 b2 d4; dark: c3; moves: f6 g7"
    opened = (await browser.http.post("/api/diagrams", json={"game": PONTE, "diagram": diagram})).json()
    async with browser.at(opened["id"]) as line:
        shown = {piece["id"] for piece in line.welcome["view"]["pieces"]}
        assert len(shown) >= 8
    record = Record.loads((await browser.http.get(f"/api/tables/{opened['id']}/record")).text)
    assert record.replay().diagram() == tablier.game(PONTE).setup(diagram).diagram()
    wanted = {"event": 0, "seat": 1, "level": 1, "moves": []}
    made = await browser.http.post(f"/api/tables/{opened['id']}/continue", json=wanted)
    assert made.status_code == 201, made.text
    async with browser.at(made.json()["id"]) as line:
        tiles = {piece["id"] for piece in line.welcome["view"]["pieces"]}
        assert len(shown & tiles) >= 6  # what the diagram lays, without its moves


@pytest.mark.parametrize(
    ("diagram", "detail"),
    [
        ("nonsense", "nonsense"),
        ("light: a1; dark: a1", "a1"),
        ("new; moves: d4 e4 d4", "PONTE-3.2"),
        ("board: 7; new", "board"),
        ("x" * 5000, "at most"),
    ],
)
async def test_a_diagram_that_cannot_be_read_is_refused_with_the_reason(
    real: Running, diagram: str, detail: str
) -> None:
    answer = await real.browser().http.post("/api/diagrams", json={"game": PONTE, "diagram": diagram})
    assert (answer.status_code, answer.json()["say"]["k"]) == (400, "problem-diagram")
    assert detail in answer.json()["say"]["a"]["detail"]
