"""Fingers: how large a thing to touch is, and what stays in sight while the moves are stepped through."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitors
from .table import box, has_moves, lay, make, moves, seat_link

SIZES = [(360, 640), (640, 360)]
LEAST = 37
"""CSS pixels."""
SMALL = """least => [...document.querySelectorAll('a.brand, .facts a, .links a, button, [role=tab], .copy button')]
    .filter(one => one.checkVisibility({checkVisibilityCSS: true}))
    .map(one => {
        const {x, y, width, height} = one.getBoundingClientRect(), left = x + width / 2, top = y + height / 2;
        const reach = (dx, dy) => {
            let far = 0;
            while (far < least && one.contains(document.elementFromPoint(left + dx * far, top + dy * far))) far += 0.5;
            return far;
        };
        if (!reach(1, 0)) return '';  // something lies on it, or it has scrolled out of sight
        const size = [reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)];
        return Math.min(...size) >= least - 0.5 ? '' : `${one.ariaLabel || one.innerText} ${size}`;
    })
    .filter(Boolean)"""
"""What a finger hits within fewer pixels, around its middle."""


def phone(visit: Visitors, width: int, height: int, lang: str = "fr-FR") -> Page:
    page = visit(phone=True, lang=lang)
    page.set_viewport_size({"width": width, "height": height})
    return page


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_is_large_enough_and_a_request_can_be_withdrawn(visit: Visitors, width: int, height: int) -> None:
    ada, zoe = phone(visit, width, height), phone(visit, width, height, "en-GB")
    tokens = make(ada, "me", "friend")
    zoe.goto(seat_link(ada, tokens[1]))
    zoe.get_by_label("Your name").fill("Al")
    zoe.keyboard.press("Enter")
    zoe.wait_for_selector(".spot")
    lay(ada, "d4", "e4")
    lay(zoe, "a1", "h8")
    has_moves(ada, 2)
    zoe.get_by_role("button", name="Ask to take back").tap()
    withdraw = zoe.get_by_role("button", name="Withdraw")
    expect(withdraw).to_be_visible()
    expect(ada.get_by_role("button", name="Accepter")).to_be_visible()
    for page in (ada, zoe):
        assert page.evaluate(SMALL, LEAST) == []
    withdraw.tap()
    expect(withdraw).to_have_count(0)
    expect(ada.get_by_role("button", name="Accepter")).to_have_count(0)


@pytest.mark.parametrize("lang", ["fr-FR", "en-GB"])
def test_the_links_of_a_game_are_large_enough(visit: Visitors, lang: str) -> None:
    for width in (360, 640):
        page = phone(visit, width, 1800, lang)  # all games are in sight
        page.goto("/")
        expect(page.locator(".facts a")).to_have_count(10)
        assert page.evaluate(SMALL, LEAST) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_whole_board_is_in_sight_while_moves_are_stepped_through(visit: Visitors, width: int, height: int) -> None:
    page = phone(visit, width, height)
    make(page, "me", "me")
    lay(page, "d4", "e4")
    lay(page, "a1", "h8")
    page.get_by_role("tab", name="Coups").tap()
    page.locator(".bar").get_by_role("button", name="Coup précédent").tap()
    expect(moves(page).first).to_have_attribute("aria-current", "step")
    expect(page.locator(".scrub:visible")).to_have_count(1)
    board, sheet, slider = (
        box(page.locator(".board")),
        box(page.locator(".tabs .sheet")),
        box(page.get_by_role("slider")),
    )
    assert board["y"] + board["height"] <= sheet["y"] or board["x"] + board["width"] <= sheet["x"]
    assert board["width"] >= 0.7 * min(width, height)
    assert slider["height"] >= LEAST
    assert slider["width"] >= 0.8 * sheet["width"]
    assert page.evaluate(SMALL, LEAST) == []
    page.get_by_role("tab", name="Coups").tap()
    expect(page.get_by_role("button", name="Revenir à la partie")).to_be_visible()


def test_the_analysis_board_stays_large_while_it_searches(visit: Visitors) -> None:
    page = phone(visit, 360, 640)
    make(page, "me", "me")
    lay(page, "d4", "e4")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Abandonner").tap()
    page.get_by_role("dialog").get_by_role("button", name="Abandonner").tap()
    for width, height in reversed(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        page.locator("dialog .content").evaluate("content => content.scrollTo(0, content.scrollHeight)")
        assert page.evaluate(SMALL, LEAST) == []
    page.get_by_role("button", name="Fermer").tap()
    page.get_by_role("tab", name="Coups").tap()
    page.get_by_role("button", name="Analyser à partir d’ici").tap()
    page.get_by_role("button", name="Analyser", exact=True).tap()
    expect(page.get_by_role("list", name="Meilleurs coups")).to_be_visible()
    assert box(page.locator(".board"))["width"] >= 0.75 * 360  # the game has a button of its own here
    assert page.evaluate(SMALL, LEAST) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
