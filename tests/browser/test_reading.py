"""What a player reads: rules of refusals, the moves so far, the score, two languages, recent tables."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Shoot, Visitors
from .table import has_moves, lay, make, moves, pieces, touch, watch_link
from .test_access import audit


def test_a_refusal_names_its_rule(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    lay(page, "a8", "h8")
    lay(page, "c4", "d4")  # an island
    lay(page, "a6", "h6")
    touch(page, "e5")
    reason = page.locator(".reason")
    expect(reason).to_have_attribute("role", "status")
    link = reason.get_by_role("link")
    expect(link).to_have_text("Rule PONTE-4.3")
    english = reason.inner_text()
    shoot(page, "refused")
    link.click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.locator("[id='PONTE-4.3']")).to_be_in_viewport()
    shoot(page, "rule-beside-the-board")
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    page.get_by_role("button", name="Français").click()
    expect(reason.get_by_role("link")).to_have_text("Règle PONTE-4.3")
    assert reason.inner_text() != english
    lay(page, "f6", "a1")
    expect(reason).to_be_empty()


def test_looking_at_earlier_moves(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    lay(page, "a8", "h8")
    lay(page, "c5", "d5")
    now = pieces(page)
    moves(page).first.click()
    expect(page.get_by_text("Position after move 1.")).to_be_visible()
    expect(page.locator(".spot.target")).to_have_count(0)
    assert {piece for piece in pieces(page) if piece.startswith("tile")} == {"tile:c3", "tile:d3"}
    shoot(page, "scrubbed")
    moves(page).first.press(".")
    expect(page.get_by_text("Position after move 2.")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("Position after move 1.")).to_be_visible()
    page.locator(".bar").get_by_role("button", name="First position").click()
    expect(page.get_by_text("Start of the game.")).to_be_visible()
    assert pieces(page) == set()
    page.get_by_role("slider").fill("2")
    expect(page.get_by_text("Position after move 2.")).to_be_visible()
    page.get_by_role("button", name="Return to the game").click()
    expect(page.locator(".spot.target").first).to_be_visible()
    assert pieces(page) == now


def test_the_score_is_explained_on_the_board(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    lay(page, "a8", "h8")
    lay(page, "c4", "d4")
    page.get_by_role("tab", name="Score").click()
    page.get_by_role("button", name="Single island").hover()
    expect(page.locator(".piece.pointed[data-piece^='tile']")).to_have_count(4)
    page.mouse.move(5, 5)
    expect(page.locator(".piece.pointed")).to_have_count(0)


def test_french_and_english(visit: Visitors, shoot: Shoot) -> None:
    page = visit(lang="fr-FR")
    page.goto("/")
    expect(page.get_by_role("button", name="Contre l’ordinateur").first).to_be_visible()
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    expect(moves(page)).to_contain_text("pose c3 et d3")
    shoot(page, "french")
    page.get_by_role("button", name="English").click()
    expect(moves(page)).to_contain_text("places c3 and d3")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(moves(page)).to_contain_text("places c3 and d3")
    assert not re.search(r"\b(ponte|seat|refused|problem|prompt)-[a-z]", page.locator("body").inner_text())


def test_no_text_is_missing_in_either_language(visit: Visitors) -> None:
    """A key without a text shows as itself, which no sentence looks like."""
    for lang in ("en-GB", "fr-FR"):
        page = visit(lang=lang)
        make(page, "me", "bot", board=8)
        lay(page, "c3", "d3")
        has_moves(page, 2)
        touch(page, "c3")
        page.keyboard.press("?")
        body = page.locator("body").inner_text()
        labels = page.locator("[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel).join('\\n')")
        assert not re.search(r"\b[a-z]+(-[a-z]+){1,4}\b(?= *$)", body, re.M), body
        assert not re.search(r"\b(ponte|seat|spot|refused|problem|prompt)-", body + labels)


def test_recent_tables(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "friend")
    table = page.url
    page.goto("/")
    mine = page.get_by_role("region", name="Your tables").get_by_role("link")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("your turn")
    mine.click()
    expect(page).to_have_url(table)


def test_the_theme_is_remembered(visit: Visitors) -> None:
    page = visit()
    page.goto("/")
    scheme = "getComputedStyle(document.documentElement).colorScheme"
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    assert page.evaluate(scheme) == "dark"
    page.reload()
    page.wait_for_selector("article")
    assert page.evaluate(scheme) == "dark"


def test_a_name_can_be_changed(visit: Visitors) -> None:
    page, other = visit(), visit()
    make(page, "me", "friend")
    other.goto(watch_link(page))
    page.get_by_role("button", name="change name").click()
    page.get_by_label("Your name").fill("Béatrice")
    page.keyboard.press("Enter")
    expect(other.get_by_text("Béatrice", exact=True)).to_be_visible()


def test_a_name_is_no_longer_than_the_server_allows_and_a_refusal_is_shown(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "friend")
    page.get_by_role("button", name="change name").click()
    page.get_by_label("Your name").press_sequentially("x" * 30)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="change name")).to_contain_text("x" * 24)
    page.get_by_role("button", name="change name").click()
    page.get_by_label("Your name").fill("\u202eevil")
    visit.expected = ["400"]
    page.keyboard.press("Enter")
    expect(page.locator(".reason")).to_contain_text("cannot be displayed safely")


def test_the_rules_are_beside_the_board_and_begin_with_a_summary(visit: Visitors, shoot: Shoot) -> None:
    for phone, lang in ((False, "en-GB"), (True, "fr-FR")):
        page = visit(phone=phone, lang=lang, dark=phone)
        make(page, "me", "me", board=8)
        if phone:
            page.get_by_role("button", name="Menu").tap()
        page.get_by_role("link", name=re.compile("^(Rules|Règles)$")).click()
        rules = page.get_by_role("dialog")
        expect(rules.get_by_role("heading").nth(1)).to_have_text(re.compile("two minutes|deux minutes"))
        expect(rules.get_by_role("heading").nth(1)).to_be_in_viewport()
        audit(page)
        shoot(page, f"rules-{'phone-dark-fr' if phone else 'desktop'}")
        board, panel = page.locator(".board").bounding_box(), rules.bounding_box()
        assert board
        assert panel
        assert board["width"] >= (198 if phone else 500)
        assert board["y"] + board["height"] <= panel["y"] if phone else board["x"] + board["width"] <= panel["x"]
        rules.get_by_role("link", name="PONTE-4.2").first.click()
        expect(rules.locator("[id='PONTE-4.2']")).to_be_in_viewport()
        assert "/t/" in page.url
        page.keyboard.press("Escape")
        expect(rules).to_have_count(0)


def test_the_rulebook_follows_the_theme_of_the_client(visit: Visitors) -> None:
    page = visit()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    page.goto("/rules/ponte_del_diavolo/en")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
