"""Sites in Chromium, with the network off and the static server stopped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest
from browser.conftest import Visitors
from browser.table import moves, send, spot
from browser.test_access import audit
from known import AT_TABLE
from playwright.sync_api import Browser, Frame, Page, Route, expect

import tablier
from benchmarks.modules import Module
from benchmarks.static_host import served
from tablier.catalogue.puzzles import puzzles
from tablier.site.build import build
from tablier.site.manifest import write_manifest

from .conftest import PYODIDE, SITE_GAME

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
READY = "navigator.serviceWorker.ready.then(() => true)"
PLIES = 6
SEARCH = 60_000
"""Milliseconds for Python to start or for a search to be answered."""
STEP = """choose => {
    const send = document.querySelector('button.send[aria-disabled=false]');
    const buttons = '.buttons button:not(.send, .icon, [aria-disabled])';
    const found = send ? [send] : [...document.querySelectorAll(`.spot.target, .card.target, ${buttons}`)];
    found[Math.floor(choose * found.length)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
}"""
"""Clicks on something that may be clicked, if there is anything."""


@contextmanager
def visiting(chromium: Browser, origin: str) -> Iterator[Visitors]:
    visitors = Visitors(chromium, origin)
    yield visitors
    visitors.close()
    assert visitors.errors == []


def play(page: Page | Frame, chance: Random, plies: int) -> None:
    """Touch whatever may be touched until so many plies are in the list."""
    for _ in range(600):
        if moves(page).count() >= plies:
            return
        page.evaluate(STEP, chance.random())
        page.wait_for_timeout(100)
    raise AssertionError(f"only {moves(page).count()} plies: {page.locator('aside').inner_text()}")


def finish(page: Page, chance: Random) -> None:
    """Touch whatever may be touched until the result is shown."""
    for _ in range(6000):
        page.evaluate(STEP, chance.random())
        if page.locator("dialog[open]").count():
            return
        page.wait_for_timeout(20)
    raise AssertionError(page.locator("aside").inner_text())


@pytest.mark.parametrize("name", AT_TABLE if os.environ.get("TABLIER_WASM") else [SITE_GAME])
@pytest.mark.long
def test_a_whole_game_against_bots_is_played_without_server_and_network(
    built: Callable[[str], Module], site: Path, chromium: Browser, tmp_path: Path, name: str
) -> None:
    if name != SITE_GAME:
        site = tmp_path / "site"
        build(site, [name], prebuilt=built(name).path.parent, pyodide=PYODIDE)
    with ExitStack() as stack:
        with served(site) as host:
            visit = stack.enter_context(visiting(chromium, host.origin))
            page = visit()
            page.goto("/")
            page.evaluate(READY)
        page.context.set_offline(True)
        page.goto("/")
        page.get_by_role("button", name="Play the computer").click()
        page.wait_for_selector(".spot")
        play(page, Random(1), PLIES)
        page.reload()
        page.wait_for_selector(".spot")
        finish(page, Random(2))
        page.goto(f"/rules/{name}/en")
        expect(page.locator("h1")).to_be_visible()


def test_the_first_page_shows_how_far_the_start_is_and_can_be_used_meanwhile(site: Path, chromium: Browser) -> None:
    held: list[Route] = []
    with served(site) as host, visiting(chromium, host.origin) as visit:
        page = visit()
        page.route("**/local/python.zip", lambda route: held.append(route))
        page.goto("/")
        start = page.get_by_role("status").filter(has=page.get_by_role("progressbar"))
        expect(start).to_have_text("Loading the games…")
        audit(page)
        page.get_by_role("button", name="Choose the players…").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        held[0].continue_()
        expect(start).to_have_count(0, timeout=SEARCH)


@pytest.mark.thorough
def test_the_benchmark_prints_a_first_and_a_later_start(site: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.site_start", str(site), "--rounds", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["first visit", "from the cache"]


def test_an_update_in_mid_game_waits_until_no_page_is_open(site: Path, chromium: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    with served(folder) as host, visiting(chromium, host.origin) as visit:
        page = visit()
        page.goto("/")
        page.evaluate(READY)
        page.get_by_role("button", name="Play the computer").click()
        page.wait_for_selector(".spot")
        play(page, Random(1), PLIES)
        index = folder / "index.html"
        index.write_text(index.read_text().replace("<body>", '<body data-version="new">'))
        write_manifest(folder)
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        page.wait_for_function("navigator.serviceWorker.getRegistration().then((one) => !!one.waiting)")
        page.reload()
        expect(page.locator("body")).not_to_have_attribute("data-version", "new")
        play(page, Random(2), PLIES + 2)
        played, table = moves(page).count(), page.url
        page.goto("about:blank")
        page.wait_for_timeout(500)
        page.goto(table)
        expect(page.locator("body")).to_have_attribute("data-version", "new")
        page.wait_for_selector(".spot.target", timeout=SEARCH)
        assert moves(page).count() >= played
        play(page, Random(3), played + 2)


def test_a_site_can_be_installed(site: Path, chromium: Browser) -> None:
    with served(site) as host, visiting(chromium, host.origin) as visit:
        page = visit()
        page.goto("/")
        page.evaluate(READY)
        line = page.context.new_cdp_session(page)
        assert line.send("Page.getAppManifest")["errors"] == []
        faults = {fault["errorId"] for fault in line.send("Page.getInstallabilityErrors")["installabilityErrors"]}
        assert faults <= {"in-incognito"}  # the windows of tests are private


def test_what_needs_a_server_is_not_offered(site: Path, chromium: Browser) -> None:
    with served(site) as host, visiting(chromium, host.origin) as visit:
        page = visit()
        page.goto("/")
        page.get_by_role("button", name="Choose the players…").click()
        kinds = page.get_by_label("Played by").first.locator("option").all()
        assert {kind.get_attribute("value") for kind in kinds} == {"me", "bot"}
        for missing in ("Time control", "Open to everyone"):
            expect(page.get_by_label(missing)).to_have_count(0)
        expect(page.get_by_role("heading", name="Open tables")).to_have_count(0)
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_selector(".spot.target", timeout=SEARCH)
        for missing in ("Chat", "Copy a link"):
            expect(page.get_by_text(missing)).to_have_count(0)
            expect(page.get_by_role("button", name=missing)).to_have_count(0)
            expect(page.get_by_role("tab", name=missing)).to_have_count(0)


def test_searches_run_without_a_server(site: Path, chromium: Browser) -> None:
    """A hint is given and played, then the finished game is reviewed and analysed."""
    with served(site) as host, visiting(chromium, host.origin) as visit:
        page = visit()
        page.goto("/")
        page.get_by_role("button", name="Play the computer").click()
        hint = page.get_by_role("button", name="Hint")
        for step in ("A good move is here", "Confirm plays it", "you win about"):
            expect(hint).to_have_attribute("aria-disabled", "false", timeout=SEARCH)
            hint.click()
            expect(page.get_by_text(step)).to_be_visible(timeout=SEARCH)
        page.get_by_role("button", name="Confirm").click()
        expect(moves(page).first).to_be_attached()
        page.get_by_role("button", name="Resign", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Review the game").click()
        review = page.get_by_role("region", name="Game review")
        expect(review.get_by_role("img")).to_be_visible(timeout=SEARCH)
        expect(review.get_by_text("accuracy ").first).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="First position").last.click()
        page.get_by_role("button", name="Analyse from here").last.click()
        page.get_by_role("button", name="Analyse", exact=True).click()
        expect(page.get_by_role("list", name="Best moves").get_by_role("button").first).to_be_visible(timeout=SEARCH)
        expect(page.get_by_role("list", name="Win shares").get_by_role("listitem")).to_have_count(3)


def test_a_wrong_try_at_a_puzzle_is_answered_without_a_server(site: Path, chromium: Browser) -> None:
    puzzle = puzzles(SITE_GAME)[0]
    begun = tablier.game(SITE_GAME).setup(puzzle.setup)
    wrong = next(move.text for move in begun.moves() if ">" in move.text and move.text != puzzle.solution)
    with served(site) as host, visiting(chromium, host.origin) as visit:
        page = visit()
        page.goto(f"/?puzzle/{SITE_GAME}/{puzzle.id}")
        page.wait_for_selector(".spot.target", timeout=SEARCH)
        for village in wrong.split(">"):
            spot(page, village).dispatch_event("click")  # the middle of a village is a space
        send(page)
        result = page.get_by_role("region", name="Result")
        expect(result).to_contain_text("the best answer: ", timeout=SEARCH)


def test_people_at_one_device_may_allow_hints(site: Path, chromium: Browser) -> None:
    with served(site) as host, visiting(chromium, host.origin) as visit:
        page = visit()
        page.goto("/")
        page.get_by_role("button", name="Choose the players…").click()
        page.get_by_label("Played by").last.select_option("me")
        page.get_by_label("Allow hints").check()
        page.get_by_role("button", name="Start the game").click()
        expect(page.get_by_role("button", name="Hint")).to_be_visible(timeout=SEARCH)
