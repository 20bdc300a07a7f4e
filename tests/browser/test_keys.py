"""Keys at a table: where the focus goes, and what Escape and the question mark mean."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .conftest import Visitors
from .table import GAME, lay, make, spot, touch
from .test_delta import compose, place
from .test_lessons import open_lesson


def slow(page: Page) -> None:
    """Tell the moves of bots line by line."""
    page.goto("/")
    page.evaluate("localStorage.setItem('tablier.speed', 'slow')")


def test_the_focus_stays_at_the_table_when_what_has_it_disappears(visit: Visitors) -> None:
    page = visit()
    slow(page)
    make(page, "me", "bot", "bot", "bot", game="on_top")
    name = page.get_by_role("button", name="change name")
    name.click()
    page.get_by_role("textbox", name="Your name").fill("Ada")
    page.keyboard.press("Enter")
    expect(name).to_be_focused()
    page.locator(".spot.target").first.click()
    page.locator("button.send[aria-disabled=false]").press("Enter")
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    expect(page.locator(".prompt")).to_be_focused()
    page.get_by_role("button", name="Skip").press("Enter")
    expect(page.locator("button.send")).to_be_visible()
    expect(page.locator(".prompt")).to_be_focused()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Replay").press("Enter")
    expect(page.locator(".prompt")).to_be_focused()
    open_lesson(page, "island")
    lay(page, "a8", "h8")
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".prompt")).to_be_focused()


def test_two_presses_move_a_card_twice_before_the_answer_to_the_first(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "bot", game="delta")
    compose(page, "move1", "stone2", "plank1")
    place(page, 1).focus()
    press = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));"
    page.evaluate(press * 2)
    expect(place(page, 3)).to_have_attribute("aria-label", "Slot 3: Walk 1 plank")
    expect(place(page, 3)).to_be_focused()
    place(page, 3).click()
    page.evaluate("for (const _ of [1, 2]) document.querySelector('.slots .tools button').click()")
    expect(place(page, 1)).to_have_attribute("aria-label", "Slot 1: Walk 1 plank")
    expect(place(page, 1)).to_have_attribute("aria-pressed", "true")


def test_escape_does_one_thing_at_a_time(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    panels = page.locator(".side-panel")
    page.get_by_role("link", name="Rules", exact=True).click()
    touch(page, "c3")
    expect(page.locator(".ghost")).to_have_count(1)
    spot(page, "c3").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(panels).to_have_count(1)
    page.get_by_role("combobox", name="Enter a move").press("Escape")
    expect(panels).to_have_count(1)
    page.evaluate("location.hash = '#analysis'")
    page.get_by_role("button", name="Lines", exact=True).press("Enter")
    expect(panels).to_have_count(2)
    for left in (1, 0):
        page.locator("body").press("Escape")
        expect(panels).to_have_count(left)


def test_the_question_mark_replaces_no_dialog(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", game=GAME)
    for tool in ("Resign", "Settings"):
        page.get_by_role("button", name=tool).click()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_have_count(1)
        expect(page.get_by_role("dialog", name="Help")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name=tool)).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()
