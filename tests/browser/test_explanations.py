"""Pieces, places and counters explain themselves: on hover, with the focus, on a long press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Visitors
from .table import make, spot
from .test_access import audit

PRESS = 700
"""Milliseconds: a long press."""


def explanation(page: Page) -> Locator:
    return page.get_by_role("tooltip")


def press(page: Page, target: Locator, milliseconds: int = PRESS) -> None:
    """Press with a finger that stays where it is."""
    box = target.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.wait_for_timeout(milliseconds)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        ("shangri_la", "a", "Strength is the number of tiles"),
        ("on_top", "D5", "Scored when all cells"),
        ("delta", "13", "Takes one stone"),
        ("ankh_morpork", "university", "brings its owner a scroll"),
    ],
)
def test_the_board_explains_itself_on_hover(visit: Visitors, game: str, name: str, text: str) -> None:
    page = visit()
    make(page, "me", *["bot"] * 2, game=game)
    spot(page, name).hover(force=True)
    expect(explanation(page)).to_contain_text(text)
    box = explanation(page).bounding_box()
    assert box
    assert 0 <= box["x"] <= 1280 - box["width"]
    assert 0 <= box["y"] <= 800 - box["height"]
    expect(page.locator("[aria-describedby]")).to_have_accessible_description(
        explanation(page).locator("p").all_inner_texts()[0]
    )
    page.keyboard.press("Escape")
    expect(explanation(page)).to_have_count(0)
    page.locator(".counters li").first.hover()
    expect(explanation(page)).to_be_visible()
    page.mouse.wheel(0, 10)
    expect(explanation(page)).to_have_count(0)


def test_a_pointer_that_rests_on_a_new_page_explains_nothing(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me")
    box = page.locator(".counters li").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.get_by_role("link", name="All games").click()
    page.get_by_role("article").first.wait_for()
    page.mouse.move(x, y)
    page.go_back()
    page.wait_for_selector(".spot.target")
    page.wait_for_timeout(PRESS)
    expect(explanation(page)).to_have_count(0)
    page.mouse.move(x + 2, y)
    expect(explanation(page)).to_be_visible()


def test_the_focus_explains_and_escape_undoes_nothing_then(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    spot(page, "c3").click()
    expect(page.locator(".ghost")).to_have_count(1)
    spot(page, "c3").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(explanation(page)).to_contain_text("Four tiles joined edge to edge")
    audit(page)
    page.keyboard.press("Escape")
    expect(explanation(page)).to_have_count(0)
    expect(page.locator(".ghost")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_long_press_explains_and_plays_nothing(visit: Visitors) -> None:
    page = visit(phone=True)
    make(page, "me", "me", "me", game="shangri_la")
    tile = page.locator(".dock .card").first
    press(page, tile)
    expect(explanation(page)).to_contain_text("A tile on a space is a master")
    expect(page.locator(".chosen")).to_have_count(0)
    press(page, spot(page, "h"))
    expect(explanation(page)).to_contain_text("Strength")
    press(page, page.locator(".counters li").first)
    expect(explanation(page)).to_contain_text("Masters")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tile.tap()
    expect(explanation(page)).to_have_count(0)
    expect(page.locator(".card.chosen")).to_have_count(1)
