"""Hints against bots, the search on the analysis board, and the review of a finished game."""

from __future__ import annotations

import re
from random import Random

import msgspec
from playwright.sync_api import Page, expect

import tablier
from tablier.record import Result

from .conftest import Shoot, Visitors
from .table import make, moves, pieces
from .test_access import audit

SEARCH = 90_000
"""Milliseconds for a search to be answered: it yields to everything else on the machine."""


def finished(page: Page) -> None:
    """Open a finished game: an imported record of random moves on a small board, which ends by a resignation."""
    random, position = Random(1), tablier.game("ponte_del_diavolo").new(board=8)
    while position.ply < 12:
        position.push(random.choice(list(position.moves())))
    result = Result([0, 0], [0, 1], "resigned", by=1)
    text = msgspec.structs.replace(tablier.Record.of(position, ("Ada", "Emy")), result=result).dumps()
    headers = {"Content-Type": "application/json", "Origin": page.context.pages[0].evaluate("location.origin")}
    table = page.request.post("/api/records", data=text, headers=headers).json()["id"]
    page.goto(f"/t/{table}")
    expect(page.locator("[data-piece]").first).to_be_attached()


def test_a_hint_says_where_what_and_why(visit: Visitors, shoot: Shoot) -> None:
    for phone in (False, True):
        page = visit(phone=phone, lang="fr-FR" if phone else "en-GB", dark=phone)
        make(page, "me", "bot", board=8)
        hint = page.get_by_role("button", name=re.compile("^(Hint|Conseil)$"))
        hint.click()
        expect(page.locator(".hint-ring")).to_have_count(1, timeout=SEARCH)
        expect(page.get_by_text(re.compile("A good move is here|Un bon coup se trouve ici"))).to_be_visible()
        shoot(page, f"hint-where-{'phone-fr' if phone else 'desktop'}")
        hint.click()
        expect(page.get_by_text(re.compile("^(Try|Essayez) "))).to_be_visible()
        expect(page.locator(".hint-ring")).to_have_count(0)
        expect(page.locator(".piece.ghost").first).to_be_attached()
        hint.click()
        expect(page.get_by_text(re.compile("you win about|vous gagnez dans environ"))).to_be_visible()
        audit(page)
        shoot(page, f"hint-why-{'phone-fr' if phone else 'desktop'}")
        page.get_by_role("button", name=re.compile("^(Confirm|Valider)$")).click()
        expect(moves(page).first).to_be_attached()  # the bot may have answered


def test_the_search_lists_best_moves_that_a_click_plays(visit: Visitors, shoot: Shoot) -> None:
    for phone in (False, True):
        page = visit(phone=phone, dark=phone)
        page.goto("/")
        finished(page)
        if phone:
            page.get_by_role("tab", name="Moves").click()
        page.get_by_role("button", name="First position").last.click()
        page.get_by_role("button", name="Analyse from here").last.click()
        if phone:
            page.get_by_role("tab", name="Moves").click()
        page.get_by_role("button", name="Analyse", exact=True).click()
        best = page.get_by_role("list", name="Best moves").get_by_role("button")
        expect(best.first).to_be_visible(timeout=SEARCH)
        expect(page.get_by_role("list", name="Win shares").get_by_role("listitem")).to_have_count(2)
        audit(page)
        shoot(page, f"search-{'phone' if phone else 'desktop'}")
        best.first.click()
        expect(page.locator("[data-piece^=tile]")).to_have_count(2)
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_visible()


def test_a_finished_game_is_reviewed(visit: Visitors, shoot: Shoot) -> None:
    for phone in (False, True):
        page = visit(phone=phone, lang="fr-FR" if phone else "en-GB", dark=phone)
        page.goto("/")
        finished(page)
        before = len(pieces(page))
        page.get_by_role("button", name=re.compile("Show the result|Voir le résultat")).click()
        page.get_by_role("button", name=re.compile("Review the game|Faire le bilan")).click()
        review = page.get_by_role("region", name=re.compile("Game review|Bilan de la partie"))
        expect(review.get_by_role("img")).to_be_visible(timeout=SEARCH)
        expect(review.get_by_text(re.compile("(accuracy|précision) "))).to_have_count(2)
        audit(page)
        shoot(page, f"review-{'phone-fr' if phone else 'desktop'}")
        review.get_by_role("button").first.click()
        expect(page.locator("[data-piece]")).not_to_have_count(before)
