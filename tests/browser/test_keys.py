"""Keys at a table: where the focus goes, and what Escape and the question mark mean."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Visitors
from .table import make
from .test_delta import compose, place


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
