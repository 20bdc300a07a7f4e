"""Answers that come late or not at all: they lead nobody away, and are said."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from playwright.sync_api import Page, Route, expect

from .conftest import Visitors
from .table import GAME, card, make

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def held(page: Page, address: str) -> Iterator[None]:
    """Hold the answers to GET requests for an address back until the end of the block, and until they have arrived."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET":
            waiting.append(route)
        else:
            route.fallback()

    page.route(address, hold)
    yield
    assert waiting
    for route in waiting:
        with page.expect_response(route.request.url) as answer:
            route.continue_()
        answer.value.finished()
    page.unroute(address, hold)


def test_a_puzzle_that_is_found_late_leaves_the_reader_where_he_is(visit: Visitors) -> None:
    page = visit()
    page.goto("/")
    with held(page, "**/api/puzzles"):
        page.get_by_role("link", name="Puzzle of the day").click()
        expect(page.get_by_text("One moment…")).to_be_visible()
        page.go_back()
        card(page).get_by_role("link", name="Learn").click()
        page.wait_for_selector(".spot.target")
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_text("Next lesson")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/learn/{GAME}/"))


def test_a_game_is_not_taken_for_the_first_one_before_the_earlier_ones_are_known(visit: Visitors) -> None:
    page = visit()
    make(page, *["me"] * 3, game="shangri_la")
    with page.expect_request(lambda request: request.method == "POST") as made, held(page, "**/api/tables"):
        page.goto("/")
        card(page, "Shangri-La").get_by_role("button", name="Play the computer").click()
    assert made.value.post_data
    assert json.loads(made.value.post_data)["options"]["sheet"] is False


def test_the_list_of_tables_is_asked_for_again(visit: Visitors) -> None:
    visit.expected = ["ERR_FAILED"]
    page = visit()
    make(page, "me", "me")
    page.route("**/api/tables", lambda route: route.abort(), times=1)
    page.goto("/")
    expect(page.get_by_role("region", name="Your tables").get_by_role("link")).to_have_count(1)


def test_rules_are_asked_for_again(visit: Visitors) -> None:
    visit.expected = ["ERR_FAILED"]
    page = visit()
    make(page, "me", "me")
    page.route("**/rules/*/en/panel", lambda route: route.abort(), times=1)
    page.get_by_role("link", name="Rules").first.click()
    panel = page.get_by_role("dialog", name="Rules")
    expect(panel.get_by_text("Cannot reach the server. Retrying…")).to_be_visible()
    expect(panel.locator(".content").get_by_role("heading").first).to_be_visible()
    expect(panel.get_by_text("Cannot reach the server")).to_have_count(0)


def test_what_cannot_be_shared_is_said(visit: Visitors) -> None:
    visit.expected = ["ERR_FAILED"]
    page = visit()
    make(page, "me", "friend")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.route("**/share", lambda route: route.abort(), times=1)
    share = page.get_by_role("button", name="Share this game")
    share.click()
    expect(page.get_by_role("alert")).to_have_text("Cannot reach the server. Please try again.")
    share.click()
    expect(page.get_by_label("Public page of this game")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
