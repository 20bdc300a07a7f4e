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
from tablier.bots.specs import SearchSpec, Spec
from tablier.local.searches import encoded
from tablier.search import search

from .random_games import NET_CASES, NETS
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
