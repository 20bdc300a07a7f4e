"""A server's pages in Chromium, which search for hints, analysis and puzzles themselves where they have the files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from browser.conftest import COMPILING, Visitors
from browser.table import make, moves, send, spot
from playwright.sync_api import Browser, Page, WebSocket, expect
from server.browser import serving

import tablier
from benchmarks.modules import Module
from tablier.catalogue.puzzles import puzzles
from tablier.server.tables.library import Library

from .conftest import SITE_GAME

pytestmark = pytest.mark.browser
SEARCH = 60_000
"""Milliseconds for a search to be answered."""


class OneGame(Library):
    """The game whose kernels are built."""

    def names(self) -> tuple[str, ...]:
        return (SITE_GAME,)


@contextmanager
def served_table(data: Path) -> Iterator[str]:
    """A server in a thread of its own; gives its origin."""
    started: Future[tuple[str, Callable[[], object]]] = Future()

    async def serve() -> None:
        stopped, loop = asyncio.Event(), asyncio.get_running_loop()
        async with serving(data, OneGame(), per_address=1000) as running:
            started.set_result((running.origin, partial(loop.call_soon_threadsafe, stopped.set)))
            await stopped.wait()

    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(asyncio.run, serve())
        origin, stop = started.result(COMPILING)
        yield origin
        stop()
        done.result()


@pytest.fixture
def visit(built: Callable[[str], Module], chromium: Browser, tmp_path: Path) -> Iterator[Visitors]:
    built(SITE_GAME)
    with served_table(tmp_path) as origin:
        visitors = Visitors(chromium, origin)
        yield visitors
        visitors.close()
        assert visitors.errors == []


class Sent:
    """How many searches a page has run for the server."""

    def __init__(self, page: Page) -> None:
        self.searches = 0
        page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framesent", self._count)

    def _count(self, text: str | bytes) -> None:
        self.searches += '"studied"' in str(text) and '"found":null' not in str(text)


def hint(page: Page) -> None:
    """Take a hint and play it."""
    button = page.get_by_role("button", name="Hint")
    for step in ("A good move is here", "Confirm plays it"):
        expect(button).to_have_attribute("aria-disabled", "false", timeout=SEARCH)
        button.click()
        expect(page.get_by_text(step)).to_be_visible(timeout=SEARCH)
    page.get_by_role("button", name="Confirm").click()


def test_a_browser_searches_for_its_own_questions(visit: Visitors) -> None:
    page = visit()
    sent = Sent(page)
    make(page, "me", "bot", "bot", game=SITE_GAME)
    for plies in range(6):  # the first hints may come while the files are loading
        if sent.searches:
            break
        hint(page)
        expect(moves(page).nth(plies)).to_be_attached()
    assert sent.searches
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    before = sent.searches
    page.get_by_role("button", name="Review the game").click()
    review = page.get_by_role("region", name="Game review")
    expect(review.get_by_role("img")).to_be_visible(timeout=SEARCH)
    assert sent.searches > before
    page.keyboard.press("Escape")
    page.get_by_role("button", name="First position").last.click()
    page.get_by_role("button", name="Analyse from here").last.click()
    before = sent.searches
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.get_by_role("list", name="Best moves").get_by_role("button").first).to_be_visible(timeout=SEARCH)
    assert sent.searches > before


def test_a_browser_searches_for_its_own_wrong_try_at_a_puzzle(visit: Visitors) -> None:
    puzzle = puzzles(SITE_GAME)[0]
    begun = tablier.game(SITE_GAME).setup(puzzle.setup)
    wrong = next(move.text for move in begun.moves() if ">" in move.text and move.text != puzzle.solution)
    page = visit()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.post_data or "") if one.url.endswith("/refutation") else None)
    page.goto(f"/puzzle/{SITE_GAME}/{puzzle.id}")
    result = page.get_by_role("region", name="Result")
    for _ in range(6):  # the first answers may come while the files are loading
        page.wait_for_selector(".spot.target", timeout=SEARCH)
        for village in wrong.split(">"):
            spot(page, village).dispatch_event("click")  # the middle of a village is a space
        send(page)
        expect(result).to_contain_text("the best answer: ", timeout=SEARCH)
        if '"found"' in asked[-1]:
            return
        result.get_by_role("button", name="Try again").click()
    raise AssertionError(asked)


def test_without_the_files_the_server_searches(visit: Visitors) -> None:
    visit.expected.append("Failed to load resource")
    page = visit()
    sent = Sent(page)
    page.route("**/local/**", lambda route: route.abort())
    make(page, "me", "bot", "bot", game=SITE_GAME)
    hint(page)
    expect(moves(page).first).to_be_attached()
    assert not sent.searches
