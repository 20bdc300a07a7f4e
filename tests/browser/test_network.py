"""Reloading, and a server that goes away and comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect

from .conftest import Server, Shoot, Visitors
from .table import has_moves, lay, make, moves, pieces, spot, touch


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, "ponte_del_diavolo")
    running.start()
    yield running
    running.stop()


def test_reload_in_the_middle(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    lay(page, "a8", "h8")
    before, told = pieces(page), moves(page).all_inner_texts()
    touch(page, "f6")
    expect(page.locator(".ghost")).to_have_count(1)
    page.reload()
    has_moves(page, 2)
    expect(page.locator(".spot.target").first).to_be_visible()
    expect(page.locator(".ghost")).to_have_count(1)  # the draft is kept
    assert (pieces(page), moves(page).all_inner_texts()) == (before | {"tile:f6"}, told)


@pytest.mark.parametrize("reloads", [False, True], ids=["stays", "reloads"])
def test_what_is_sent_while_the_server_is_away_arrives_once(
    chromium: Browser, own_server: Server, shoot: Shoot, reloads: bool
) -> None:
    visit = Visitors(chromium, own_server.origin)
    visit.expected = ["ERR_CONNECTION_REFUSED", "WebSocket", "ERR_EMPTY_RESPONSE"]
    page = visit()
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    has_moves(page, 1)
    touch(page, "a8")
    touch(page, "h8")
    own_server.stop()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    page.locator("button.send").click()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("textbox", name="Message").fill("One moment")
    page.keyboard.press("Enter")
    line = page.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(line).to_contain_text(re.compile("not sent yet.*One moment"))
    shoot(page, "offline")
    table = page.url
    if reloads:
        with suppress(Error):  # there is no page without the server
            page.reload()
    own_server.start()
    if reloads:
        page.goto(table)
        page.get_by_role("tab", name="Chat").click()
    expect(line).not_to_contain_text("not sent yet")
    expect(line).to_contain_text("One moment")
    page.get_by_role("tab", name="Moves").click()
    has_moves(page, 2)
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    assert {"tile:c3", "tile:d3", "tile:a8", "tile:h8"} <= pieces(page)
    lay(page, "c5", "d5")
    has_moves(page, 3)
    visit.close()
    assert visit.errors == []


def test_a_choice_can_be_replaced_after_a_restart(chromium: Browser, own_server: Server) -> None:
    visit = Visitors(chromium, own_server.origin)
    visit.expected = ["ERR_CONNECTION_REFUSED", "WebSocket", "ERR_EMPTY_RESPONSE"]
    page = visit()
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    page.get_by_role("button", name="Take light").click()
    expect(page.locator("button.send")).to_have_attribute("aria-disabled", "false")
    others = page.locator(".spot.other").count()
    assert others
    own_server.stop()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    own_server.start()
    expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=30_000)
    expect(page.locator(".spot.other")).to_have_count(others)
    spot(page, "a8").click()
    expect(page.locator(".ghost")).to_have_count(1)
    lay(page, "h8")
    has_moves(page, 2)
    visit.close()
    assert visit.errors == []


def test_a_choice_that_the_server_did_not_hear_is_told(chromium: Browser, own_server: Server) -> None:
    visit = Visitors(chromium, own_server.origin)
    visit.expected = ["ERR_CONNECTION_REFUSED", "WebSocket", "ERR_EMPTY_RESPONSE"]
    page = visit()
    make(page, "me", "me", board=8)
    own_server.stop()
    touch(page, "c3")
    expect(page.get_by_text("Not recorded")).to_be_visible()
    own_server.start()
    expect(page.get_by_text("Not recorded")).to_be_hidden(timeout=30_000)
    lay(page, "c3", "d3")
    has_moves(page, 1)
    visit.close()
    assert visit.errors == []


STALE = """() => {
    window.told = window.stale = false;
    new MutationObserver(() => {
        if (![...document.querySelectorAll('.prompt button')].some(one => one.innerText == 'Skip')) return;
        window.told = true;
        window.stale ||= document.querySelector('.seat .mover') !== null;
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""Watch for steps being told, and for a seat that says meanwhile who is to move."""


def test_steps_are_told_one_by_one_and_a_click_skips(visit: Visitors) -> None:
    page = visit(motion=True)
    make(page, "me", "bot", board=8)
    page.evaluate(STALE)
    lay(page, "c3", "d3")
    has_moves(page, 2)
    expect(moves(page).last.locator(".line")).not_to_have_count(0)
    assert page.evaluate("[window.told, window.stale]") == [True, False]
    expect(page.locator(".spot.target").first).to_be_visible()
