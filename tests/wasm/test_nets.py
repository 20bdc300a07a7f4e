"""Levels that play by a net search the same trees in a browser, where its weights are a file beside the module."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

import tablier
from benchmarks.modules import Module
from tablier.analysis.analyst import Analyst
from tablier.analysis.questions import Searched, Study
from tablier.analysis.results import NODES
from tablier.bots import players
from tablier.bots.specs import MixedSpec, SearchSpec, Spec
from tablier.engine import protocol
from tablier.engine.rng import generator
from tablier.games.delta.state import SLOTS
from tablier.local.searches import encoded
from tablier.search import search
from tablier.search.kernel import evaluation_by
from tablier.search.mixture import Tools, evaluate_profiles, propose

from .random_games import NET_CASES, NETS, scratch
from .test_search import SEED, Browser, asked, positions, rounded, submission, words
from .trees import check_trees

Built = Callable[[str], Module]
BY_NET = SearchSpec(iterations=300, cutoff=0, net=True)


@pytest.fixture
def browser(built: Built, name: str, tmp_path: Path) -> Browser:
    """A browser with kernels of its own, whose weights tests may damage."""
    shutil.copytree(built(name).path.parent, tmp_path / "built")
    (tmp_path / "local").mkdir()
    return Browser(tmp_path / "local", tmp_path / "built")


@pytest.fixture
def browser_of_delta(built: Built, tmp_path: Path) -> Browser:
    return Browser(tmp_path, built("delta").path.parent)


@pytest.mark.parametrize(("name", "seats"), NET_CASES)
def test_trees_by_a_net_have_the_same_visits_and_moves(built: Built, name: str, seats: int) -> None:
    check_trees(built(name), name, seats, by_net=True)


@pytest.mark.parametrize(("name", "seats"), NET_CASES)
def test_bots_with_a_net_choose_the_same_moves(
    browser: Browser, name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (players, search):
        monkeypatch.setattr(module, "generator", words)
    given = list(positions(name, seats))
    expected = [submission(BY_NET, view.copy(), seat) for view, seat in given]
    answers = browser.answers(name, [BY_NET], *(asked(view, seat, level=1) for view, seat in given))
    assert [answer["actions"] for answer in answers] == expected


@pytest.mark.parametrize(("name", "seats"), NET_CASES)
def test_analysis_judges_by_the_net_of_the_strongest_level(
    browser: Browser, name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "generator", words)
    given = list(positions(name, seats))
    questions = [{"question": encoded(Study(view, seat, None, 150, 4, SEED, NODES))} for view, seat in given]
    for (view, seat), answer in zip(given, browser.answers(name, [], *questions), strict=True):
        found = Analyst(view, seat, seed=SEED).run(iterations=150).searched(4)
        assert msgspec.convert(rounded(answer), Searched) == msgspec.convert(
            rounded(msgspec.to_builtins(found)), Searched
        )


@pytest.mark.parametrize("seats", [2, 4])
def test_profiles_of_mixtures_have_the_same_rewards_by_a_net(built: Built, seats: int) -> None:
    rules, module = tablier.game("delta").rules, built("delta")
    root, rng = rules.zeros(), generator(3)
    protocol.setup(root[0], seats, np.zeros(1, np.int64))
    net = evaluation_by(players.net_of("delta", True), rules, seats)
    tools = Tools(rules.zeros(), *scratch(rules), np.zeros(seats, np.int64))
    picks = np.full((seats, 8, 32), -1, np.int16)
    for seat in range(seats):
        propose(root, 0, seat, 0.0, rng, tools, picks[seat])
    profiles = np.repeat(np.arange(8), seats).reshape(8, seats)
    found = []
    for judge in (evaluate_profiles, lambda *given: module.call("evaluate_profiles_by_net", *given)):
        found.append(np.zeros((8, seats)))
        judge(root, 0, np.arange(8, dtype=np.uint64), tools, picks, profiles, found[-1], net)
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    assert found[0].sum(1) == pytest.approx(1)


def test_mixed_bots_play_by_the_net(browser_of_delta: Browser) -> None:
    """Their random numbers are a browser's own; equal seeds draw the same submissions with a net and without."""
    mixed = MixedSpec(rounds=0, proposals=32, candidates=8, screening=2, iterations=8)
    specs: list[Spec] = [msgspec.structs.replace(mixed, net=net) for net in (False, True, False)]
    view, actions = tablier.game("delta").new(2).view(0), []
    for level in (1, 2, 3):
        requests = [asked(view, 0, level=level, seed=str(seed)) for seed in range(6)]
        actions.append([answer["actions"] for answer in browser_of_delta.answers("delta", specs, *requests)])
    assert actions[0] == actions[2] != actions[1]
    assert {len(one) for one in actions[1]} == {SLOTS}


def test_partners_are_judged_without_the_net(built: Built, tmp_path: Path) -> None:
    """In On Top the net does not know partners."""
    browser = Browser(tmp_path, built("on_top").path.parent)
    view = tablier.game("on_top").new(4, teams=True)
    while len(view.moves(view.movers[0]).actions) < 3 or tablier.CHANCE in view.movers:
        view.push(view.moves(view.movers[0])[0])
    specs: list[Spec] = [msgspec.structs.replace(BY_NET, net=net) for net in (True, False)]
    requests = [asked(view, view.movers[0], level=level) for level in (1, 2)]
    first, second = browser.answers("on_top", specs, *requests)
    assert first["actions"] == second["actions"]


@pytest.mark.parametrize("name", NETS)
def test_weights_are_loaded_for_searches_with_a_net_alone(browser: Browser, name: str) -> None:
    view, seat = next(positions(name, tablier.game(name).info.seats[0]))
    (browser.folder / f"kernels/{name}.net").unlink()
    specs: list[Spec] = [msgspec.structs.replace(BY_NET, net=False), BY_NET]
    without, missing = browser.answers(name, specs, *(asked(view, seat, level=level) for level in (1, 2)))
    assert without["actions"]
    assert (missing["fault"], missing["message"]) == ("missing", f"cannot load /local/kernels/{name}.net")


@pytest.mark.parametrize("name", NETS)
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-2], r"has \d+ bytes of weights, not \d+"),
        (lambda data: b"", "it is damaged"),
        (lambda data: data[:-2] + np.array([np.nan], "<f2").tobytes(), "it is damaged"),
        (lambda data: data.replace(b'"game":"', b'"game":"not_'), "it is of not_"),
        (lambda data: data.replace(b'"width":', b'"width":1'), "bytes of weights"),
    ],
    ids=["short", "empty", "nan", "other game", "other width"],
)
def test_damaged_weights_are_refused_by_name(
    browser: Browser, name: str, damage: Callable[[bytes], bytes], message: str
) -> None:
    file = browser.folder / f"kernels/{name}.net"
    file.write_bytes(damage(file.read_bytes()))
    view, seat = next(positions(name, tablier.game(name).info.seats[0]))
    (answer,) = browser.answers(name, [BY_NET], asked(view, seat, level=1))
    assert answer["fault"] == "failed"
    assert f"/local/kernels/{name}.net does not hold the weights of {name}" in answer["message"]
    assert re.search(message, answer["message"])
