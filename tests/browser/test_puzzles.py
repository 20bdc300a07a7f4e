"""Puzzles: from the card to the next puzzle, wrong tries, help, phones."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import tablier
from tablier.catalogue.puzzles import puzzles

from .conftest import Shoot, Visitors
from .table import card, lay, pieces, send, touch
from .test_access import audit

GAME = "on_top"
EASY = min(puzzles(GAME), key=lambda puzzle: puzzle.level)


BEGUN = tablier.game(GAME).setup(EASY.setup)
WRONG = next(move.text for move in BEGUN.moves() if move.text != EASY.solution)

ANSWER = re.compile(r"falls from (\d+)% to (\d+)%; after this draw the best answer: place the tile on (\S+)\.")


def enter(page: Page, ply: str) -> None:
    """Enter a move by its text, and send it."""
    page.get_by_role("combobox", name="Enter a move").fill(ply)
    page.keyboard.press("Enter")
    send(page)


def test_a_puzzle_is_solved_and_the_next_one_follows(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    page.goto("/")
    card(page, "On Top").get_by_role("link", name="Puzzles").click()
    expect(page).to_have_url(re.compile(f"/puzzle/{GAME}/{EASY.id}$"))
    page.wait_for_selector(".spot.target")
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    enter(page, EASY.solution)
    expect(page.get_by_text("Solved!")).to_be_visible()
    expect(page.get_by_role("region", name="Result")).to_be_focused()
    shoot(page, "puzzle-solved")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).not_to_have_url(re.compile(EASY.id))
    page.wait_for_selector(".spot.target")
    page.get_by_role("link", name="All games").click()
    expect(card(page, "On Top").get_by_role("link", name=f"Puzzles (1/{len(puzzles(GAME))})")).to_be_visible()
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page).to_have_url(re.compile(r"/puzzle/\w+/[0-9a-f]+$"))
    page.wait_for_selector(".spot.target")


@pytest.mark.parametrize("sideways", [False, True])
def test_a_wrong_try_and_help_on_a_phone_in_french(visit: Visitors, shoot: Shoot, *, sideways: bool) -> None:
    page = visit(phone=True, lang="fr-FR", dark=sideways)
    if sideways:
        page.set_viewport_size({"width": 640, "height": 360})
    page.goto(f"/puzzle/{GAME}/{EASY.id}")
    page.wait_for_selector(".spot.target")
    audit(page)
    shoot(page, f"puzzle-phone-{sideways}")
    page.get_by_role("button", name="Montrer").click()
    expect(page.get_by_text("Voici le meilleur coup.")).to_be_visible()
    audit(page)
    shoot(page, f"puzzle-phone-shown-{sideways}")
    assert page.evaluate("localStorage.getItem('tablier.puzzles.on_top')") is None
    page.get_by_role("button", name="Recommencer").click()
    page.wait_for_selector(".spot.target")
    lay(page, WRONG)
    expect(page.get_by_text("la meilleure réponse")).to_be_visible()
    audit(page)
    shoot(page, f"puzzle-phone-refuted-{sideways}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Réessayer").click()
    page.wait_for_selector(".spot.target")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_wrong_try_is_answered_on_the_board_until_one_tries_again(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    page.goto(f"/puzzle/{GAME}/{EASY.id}")
    page.wait_for_selector(".spot.target")
    begun = pieces(page)
    enter(page, WRONG)
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Not the best.")
    expect(result).to_contain_text(ANSWER)
    found = ANSWER.search(result.inner_text())
    assert found
    before, after, reply = found.groups()
    assert int(before) == round(100 * EASY.best)
    assert int(after) <= round(100 * EASY.other)
    log = page.get_by_role("log", name="Moves")
    expect(log).to_contain_text(reply)
    expect(result).to_be_visible()
    audit(page)
    shoot(page, "puzzle-refuted")
    result.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".spot.target")
    expect(log).not_to_contain_text(reply)
    assert pieces(page) == begun
    enter(page, EASY.solution)
    expect(page.get_by_text("Solved!")).to_be_visible()


def test_a_wrong_try_whose_answer_is_not_known_is_told_by_its_share(visit: Visitors) -> None:
    page = visit(lang="fr-FR")
    secret = min(puzzles("delta"), key=lambda puzzle: puzzle.level)
    wrong = next(move for move in tablier.game("delta").setup(secret.setup).moves() if move.text != secret.solution)
    page.goto(f"/puzzle/delta/{secret.id}")
    page.wait_for_selector(".spot.target")
    touch(page, wrong.text.removeprefix(">"))
    send(page)
    result = page.get_by_role("region", name="Résultat")
    expect(result).to_contain_text(re.compile(r"tombent de \d+\s% à \d+\s%\."), timeout=30_000)


def test_an_unknown_puzzle_leads_home(visit: Visitors) -> None:
    page = visit()
    visit.expected.append("404")
    page.goto(f"/puzzle/{GAME}/0123456789")
    expect(page.get_by_text("There is no such puzzle.")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(card(page)).to_be_visible()
