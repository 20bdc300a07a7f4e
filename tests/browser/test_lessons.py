"""Lessons: a first visit, a whole lesson by clicking, wrong tries, progress, phones."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Shoot, Visitors
from .table import GAME, box, card, lay, send, spot
from .test_access import audit


def open_lesson(page: Page, lesson: str, game: str = GAME) -> None:
    page.goto(f"/learn/{game}/{lesson}")
    page.wait_for_selector(".spot.target")


def test_the_first_lesson_is_offered_played_and_remembered(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    page.goto("/")
    expect(card(page).get_by_role("link", name="Learn")).to_be_visible()
    page.goto(f"/learn/{GAME}/island")
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)  # a lesson has its own
    lay(page, "a8", "h8")
    expect(page.get_by_text("Not yet.")).to_be_visible()
    expect(page.locator(".spot.target")).to_have_count(0)
    shoot(page, "lesson-wrong")
    page.get_by_role("button", name="Try again").click()
    lay(page, "b4", "a8")
    expect(page.get_by_text("Done!")).to_be_visible()
    audit(page)
    page.get_by_role("link", name="Next lesson").click()
    expect(page).to_have_url(re.compile("/distance$"))
    spot(page, "c3").click(force=True)
    expect(page.locator(".reason").get_by_role("link")).to_have_text("Rule PONTE-4.3")
    page.get_by_role("link", name="All games").click()
    expect(card(page).get_by_role("link", name="Learn (1/6)")).to_have_attribute("href", f"/learn/{GAME}/distance")


@pytest.mark.parametrize("sideways", [False, True])
def test_a_lesson_on_a_phone_in_french(visit: Visitors, shoot: Shoot, *, sideways: bool) -> None:
    page = visit(phone=True, lang="fr-FR", dark=sideways)
    if sideways:
        page.set_viewport_size({"width": 640, "height": 360})
    open_lesson(page, "ending")
    audit(page)
    menu = box(page.get_by_role("button", name="Menu"))
    assert page.viewport_size
    assert menu["x"] + menu["width"] >= page.viewport_size["width"] - 20
    shoot(page, f"lesson-phone-{sideways}")
    expect(page.get_by_role("heading", name="6/6")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Montrer").click()
    expect(page.get_by_text("Finissez-la")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Finissez-la")).to_be_visible()
    page.get_by_role("button", name="Passer").click()
    send(page)
    expect(page.get_by_text("Réussi !")).to_be_visible()
    expect(page.get_by_role("link", name="Jouer une partie")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_result_of_a_wrong_try_covers_no_counter(visit: Visitors) -> None:
    page = visit(phone=True, lang="fr-FR")
    page.set_viewport_size({"width": 640, "height": 360})
    open_lesson(page, "island")
    lay(page, "a8", "h8")
    result = page.get_by_role("region", name="Résultat")
    expect(result.get_by_text("Pas encore.")).to_be_visible()
    top = box(result)["y"]
    for counter in page.locator(".seats .seat, .seats .counters").all():
        area = box(counter)
        assert area["y"] + area["height"] <= top
    for button in result.get_by_role("button").all():
        assert box(button)["height"] < 46  # one line


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize(("game", "lesson"), [("delta", "round"), ("delta", "dragon"), ("ankh_morpork", "ending")])
def test_a_phone_shows_the_whole_task_and_what_it_needs(
    visit: Visitors, shoot: Shoot, game: str, lesson: str, *, sideways: bool
) -> None:
    page = visit(phone=True, lang="fr-FR", dark=sideways)
    if sideways:
        page.set_viewport_size({"width": 640, "height": 360})
    page.goto(f"/learn/{game}/{lesson}")
    page.wait_for_selector(".card.target")
    task, words, asked = box(page.locator(".task")), box(page.locator(".task p")), box(page.locator(".prompt"))
    shoot(page, f"lesson-task-{game}-{sideways}")
    assert words["y"] + words["height"] <= task["y"] + task["height"]
    assert asked["y"] + asked["height"] <= (360 if sideways else 640)
    assert box(page.locator(".board"))["width"] >= 0.55 * 360
    for one in page.locator(".card.target").all():
        assert box(one)["y"] + box(one)["height"] <= asked["y"]
    audit(page)


def test_a_lesson_by_keyboard(visit: Visitors) -> None:
    page = visit()
    open_lesson(page, "bridge")
    page.get_by_role("combobox", name="Enter a move").fill("b1-d1")
    page.keyboard.press("Enter")
    send = page.locator("button.send")
    expect(send).to_have_attribute("aria-disabled", "false")
    send.press("Enter")
    expect(page.get_by_text("Done!")).to_be_visible()
    expect(page.get_by_role("region", name="Result")).to_be_focused()


def test_an_unknown_lesson_leads_home(visit: Visitors) -> None:
    page = visit()
    visit_errors = visit.expected
    visit_errors.append("404")
    page.goto(f"/learn/{GAME}/none")
    expect(page.get_by_text("There is no such lesson.")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(card(page)).to_be_visible()


def test_a_lesson_that_was_shown_does_not_count_as_done(visit: Visitors) -> None:
    page = visit(lang="fr-FR")
    open_lesson(page, "distance")
    page.get_by_role("button", name="Montrer").click()
    expect(page.get_by_text("Voici le meilleur coup.")).to_be_visible()
    page.get_by_role("link", name="Tous les jeux").click()
    expect(card(page).get_by_role("link", name=re.compile("^Apprendre$"))).to_be_visible()
