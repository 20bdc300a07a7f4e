"""Bots in TypeScript over the modules choose what the bots of :mod:`tablier.bots` choose."""

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import tablier
from benchmarks.modules import NODE, Module
from tablier.analysis import worlds
from tablier.analysis.analyst import Analyst
from tablier.analysis.questions import Searched, Study, Worlds
from tablier.analysis.results import NODES
from tablier.bots import players
from tablier.bots.specs import GreedySpec, MixedSpec, PolicySpec, RandomSpec, SearchSpec, Spec, levels
from tablier.engine.protocol import CHANCE
from tablier.local.searches import encoded
from tablier.moves import Move
from tablier.position import Position
from tablier.search import Search, search

from .random_games import CASES

pytestmark = pytest.mark.parametrize(("name", "seats"), CASES)
Built = Callable[[str], Module]
SEED = 11
BY_POINTS = SearchSpec(iterations=100, cutoff=0, points=True)
SMALL = SearchSpec(iterations=1500, cutoff=4, nodes=256)
EXACT: list[Spec] = [
    RandomSpec(),
    GreedySpec(samples=2),
    PolicySpec(noise=0.5),
    SearchSpec(iterations=200, cutoff=0),
    SearchSpec(iterations=200, cutoff=8, policy="uniform", priors=False, selection="ucb1"),
    MixedSpec(iterations=40),
]
"""Bots whose moves do not depend on the time. Where several seats choose, ``MixedSpec`` has other random numbers."""


class Browser:
    """A folder ``local/`` of a site, and the searches of a browser with it."""

    def __init__(self, folder: Path, kernels: Path) -> None:
        self.folder = folder
        (folder / "kernels").symlink_to(kernels)

    def answers(self, game: str, specs: list[Spec], *requests: dict[str, Any]) -> list[Any]:
        """What requests are answered, where the levels of the game are these bots."""
        (self.folder / "levels.json").write_bytes(msgspec.json.encode({game: specs}))
        lines = "\n".join(json.dumps({"game": game, "seed": str(SEED), **request}) for request in requests)
        command = [NODE, str(Path(__file__).with_name("think.ts")), str(self.folder)]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
        assert not done.returncode, done.stderr
        return list(map(json.loads, done.stdout.splitlines()))


@pytest.fixture
def browser(built: Built, name: str, tmp_path: Path) -> Browser:
    return Browser(tmp_path, built(name).path.parent)


def positions(name: str, seats: int, plies: tuple[int, ...] = (0, 9, 30)) -> Iterator[tuple[Position, int]]:
    """Positions of a random game, each as a seat to move sees it."""
    random, position = Random(f"{name} {seats}"), tablier.game(name).new(seats)
    while position.movers and plies:  # random games of Delta go on for ever
        if position.ply >= plies[0] and CHANCE not in position.movers:
            seat = position.movers[-1]
            yield position.view(seat), seat
            plies = plies[1:]
        position.push(random.choice(list(position.moves(random.choice(position.movers)))))


def asked(view: Position, seat: int, **more: Any) -> dict[str, Any]:
    return {"state": bytes(view.state.data).hex(), "seat": seat, **more}


def words(seed: Any, *path: int) -> Any:
    return np.array([seed], np.uint64)


def test_bots_without_a_clock_choose_the_same_moves(
    browser: Browser, name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (players, search):
        monkeypatch.setattr(module, "generator", words)
    requests, moves = [], []
    for view, seat in positions(name, seats):
        for level, spec in enumerate(EXACT, 1):
            if isinstance(spec, MixedSpec) and len(view.movers) > 1:
                continue
            requests.append(asked(view, seat, level=level))
            moves.append(submission(spec, view.copy(), seat))
    assert [answer["actions"] for answer in browser.answers(name, EXACT, *requests)] == moves


def test_lost_games_are_played_for_points_as_on_a_server(
    browser: Browser, name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (players, search):
        monkeypatch.setattr(module, "generator", words)
    views = list(late_positions(name, seats))
    requests = [asked(view, seat, level=1) for view, seat in views]
    moves, plain = (
        [submission(spec, view.copy(), seat) for view, seat in views]
        for spec in (BY_POINTS, msgspec.structs.replace(BY_POINTS, points=False))
    )
    assert [answer["actions"] for answer in browser.answers(name, [BY_POINTS], *requests)] == moves
    if name in ("on_top", "shangri_la"):
        assert moves != plain


def late_positions(name: str, seats: int) -> Iterator[tuple[Position, int]]:
    """Positions from the last plies of random games, each as its only mover sees it."""
    for game in range(4):
        random, position = Random(game), tablier.game(name).new(seats)
        while position.movers and position.ply < 2000:
            position.push(random.choice(list(position.moves(random.choice(position.movers)))))
        for _ in range(10):
            position.pop()
            if len(position.movers) == 1 and CHANCE not in position.movers:
                seat = position.movers[0]
                yield position.view(seat), seat


def submission(spec: Spec, view: Position, seat: int) -> list[int]:
    bot: Any = players.make(spec, SEED)
    choose, actions = bot.begin(words(SEED)), list[int]()
    while seat in view.movers:
        actions.append(choose(view, seat))
        view.push(Move(seat, actions[-1], view.name(actions[-1], seat)))
    return actions


def test_searches_make_the_same_visits_though_their_trees_overflow(
    browser: Browser, name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "generator", words)
    requests, visits = [], []
    for view, seat in positions(name, seats):
        if len(view.moves(seat).actions) > 1:
            requests.append(asked(view, seat, spec=msgspec.to_builtins(SMALL)))
            found: Search = players.search_of(SMALL, view, seat, seed=SEED).run(iterations=SMALL.iterations)
            visits.append(([[arm.action, arm.visits] for arm in found.arms()], found.iterations))
    answers = browser.answers(name, [], *requests)
    assert [(answer["visits"], answer["iterations"]) for answer in answers] == visits


def test_analysis_finds_the_same_figures_and_lines(
    browser: Browser, name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "generator", words)
    questions, expected = [], list[Searched]()
    for view, seat in positions(name, seats):
        study = Study(view, seat, None, 150, 4, SEED, NODES, resume=True)
        analyst = Analyst(view, seat, seed=SEED)
        for _ in range(2):
            questions.append({"question": encoded(study)})
            expected.append(analyst.run(iterations=150).searched(4))
    answers = browser.answers(name, [], *questions)
    for answer, found in zip(answers, expected, strict=True):
        assert msgspec.convert(rounded(answer), Searched) == msgspec.convert(
            rounded(msgspec.to_builtins(found)), Searched
        )


def rounded(found: dict[str, Any]) -> dict[str, Any]:
    """A result without the last bits of values, in which logarithms may differ, and which may order equal moves."""
    moves = [{**move, "values": [round(value, 9) for value in move["values"]]} for move in found["moves"]]
    runs = groupby(moves, key=lambda move: (move["visits"], move["values"]))
    return {**found, "moves": [move for _, run in runs for move in sorted(run, key=lambda move: move["action"])]}


def test_samples_of_what_is_hidden_are_the_same(
    browser: Browser, name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "generator", words)
    given = list(positions(name, seats))
    answers = browser.answers(name, [], *({"question": encoded(Worlds(view, seat, SEED))} for view, seat in given))
    for answer, (view, seat) in zip(answers, given, strict=True):
        assert answer == [bytes(world.state.data).hex() for world in worlds.worlds(view, seat, SEED)]


def test_every_level_answers_with_a_legal_submission(browser: Browser, name: str, seats: int) -> None:
    specs = [level.bot for level in levels(name)]
    given = list(positions(name, seats, (4,)))
    requests = [asked(view, seat, level=level) for view, seat in given for level in range(1, len(specs) + 1)]
    answers = iter(browser.answers(name, specs, *requests))
    for view, seat in given:
        for _ in specs:
            after = view.copy()
            for action in next(answers)["actions"]:
                after.push(Move(seat, action, after.name(action, seat)))
            assert seat not in after.movers


def test_a_stopped_search_answers_at_once(browser: Browser, name: str, seats: int) -> None:
    view, seat = next(
        position for position in positions(name, seats) if len(position[0].moves(position[1]).actions) > 1
    )
    spec = SearchSpec(iterations=10**9, cutoff=0)
    (answer,) = browser.answers(name, [spec], asked(view, seat, level=1, stop=300))
    assert answer["actions"][0] in view.moves(seat).actions
    assert answer["seconds"] < 2


def test_wrong_requests_and_missing_files_are_typed_errors(browser: Browser, name: str, seats: int) -> None:
    view, seat = next(positions(name, seats))
    idle = [other for other in range(seats) if other not in view.movers] or [seats]
    faults = [
        answer["fault"]
        for answer in browser.answers(
            name,
            [RandomSpec(), SearchSpec(iterations=10, net="mine.npz"), SearchSpec(iterations=10, nodes=1 << 30)],
            asked(view, seat, level=4),
            asked(view, idle[0], level=1),
            asked(view, seat, level=2),
            {"state": "00", "seat": seat, "level": 1},
        )
    ]
    assert faults == ["refused"] * 4
    (browser.folder / "kernels").unlink()
    (answer,) = browser.answers(name, [RandomSpec()], asked(view, seat, level=1))
    assert answer["fault"] == "missing"
    assert answer["message"] == f"cannot load /local/kernels/{name}.wasm"
