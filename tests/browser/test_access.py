"""Keyboard, screen readers, phones, contrast."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from known import AT_TABLE
from playwright.sync_api import Page, expect

from .conftest import Shoot, Visitors
from .table import MOVES, has_moves, lay, make, moves, pieces, send, spot, touch

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FORMS = [
    pytest.param(False, False, id="desktop-light"),
    pytest.param(True, True, id="phone-dark"),
    pytest.param(False, True, id="desktop-dark", marks=pytest.mark.thorough),
    pytest.param(True, False, id="phone-light", marks=pytest.mark.thorough),
]
"""Whether a page is on a phone, and dark."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def audit(page: Page, within: str = "html") -> None:
    """Fail on anything that axe finds in the elements of a selector."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run `npm ci` in web/")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    run = "([within, tags]) => axe.run(within, {runOnly: tags, resultTypes: ['violations']})"
    found = page.evaluate(run, [within, TAGS])["violations"]
    assert [(one["impact"], one["id"], one["nodes"][0]["html"]) for one in found] == []


@pytest.mark.parametrize(("phone", "dark"), FORMS)
def test_axe_finds_nothing(visit: Visitors, shoot: Shoot, dark: bool, phone: bool) -> None:
    name = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
    page = visit(dark=dark, phone=phone)
    page.goto("/")
    page.wait_for_selector("article .primary")
    audit(page)
    shoot(page, f"home-{name}")
    page.get_by_role("button", name="Play with friends").first.click()
    audit(page)
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    lay(page, "a8", "h8")
    lay(page, "c4", "d4")
    touch(page, "c4")
    page.wait_for_selector(".reason p")
    audit(page)
    shoot(page, f"table-{name}")
    for tab in ("Score", "Moves"):
        page.get_by_role("tab", name=tab).click()
        audit(page)
    page.keyboard.press("?")
    audit(page)
    page.keyboard.press("Escape")
    if phone:
        page.get_by_role("tab", name="Moves").click()
        page.get_by_role("button", name="Menu").click()
        audit(page, "header")  # the menu's backdrop covers all else
    page.get_by_role("button", name="Resign").click()
    audit(page)
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("wins")
    audit(page)
    shoot(page, f"end-{name}")
    page.goto("/rules/ponte_del_diavolo/en")
    audit(page)
    shoot(page, f"rules-{name}")


def test_keys_lead_to_the_board_and_through_the_game_from_anywhere(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    lay(page, "a8", "h8")
    page.evaluate("document.activeElement.blur()")
    for key, move in ((",", 1), (",", 0), (".", 1), (".", 2)):
        page.keyboard.press(key)
        expect(page.locator("[data-piece^=tile]")).to_have_count(2 * move)
    page.keyboard.press("n")
    expect(page.locator(".spot.target:focus")).to_have_count(1)


def test_the_help_names_the_keys_of_the_language_and_slots_where_there_are_any(visit: Visitors) -> None:
    page = visit(lang="fr-FR")
    for game, slots in (("ponte_del_diavolo", 0), ("delta", 1)):
        make(page, "me", "bot", game=game)
        page.keyboard.press("?")
        expect(page.get_by_text("Échap", exact=True)).to_be_visible()
        expect(page.get_by_role("dialog").get_by_text("Placez les cartes")).to_have_count(slots)


def test_a_turn_with_the_keyboard_alone(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.hasAttribute('data-spot')"):
            break
    start = page.evaluate("document.activeElement.dataset.spot")
    page.keyboard.press("ArrowDown" if start.endswith("8") else "ArrowUp")
    page.keyboard.press("ArrowRight")
    at = page.evaluate("document.activeElement.dataset.spot")
    assert at != start
    page.keyboard.press("Enter")
    expect(page.locator(f".ghost[data-piece='tile:{at}']")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".ghost")).to_have_count(1)
    page.keyboard.press("n")
    second = page.evaluate("document.activeElement.dataset.spot")
    assert second != at
    page.keyboard.press("Space")
    expect(page.locator("button.send")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("s")
    has_moves(page, 1)
    assert {f"tile:{at}", f"tile:{second}"} <= pieces(page)


def test_a_turn_in_notation(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    box = page.get_by_role("combobox", name="Enter a move")
    box.fill("c3 zz")
    box.press("Enter")
    expect(page.locator(".reason")).to_contain_text("zz")
    expect(page.locator(".ghost")).to_have_count(1)
    box.fill("D3")
    box.press("Enter")
    send(page)
    has_moves(page, 1)
    expect(page.locator("datalist option[value=a1]")).to_have_count(1)


def test_what_a_screen_reader_hears(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    expect(spot(page, "c3")).to_have_attribute("aria-label", "c3, empty, playable")
    touch(page, "c3")
    expect(spot(page, "c3")).to_have_attribute("aria-label", re.compile("c3, light tile.*chosen"))
    touch(page, "d3")
    send(page)
    expect(page.get_by_role("log", name=MOVES)).to_contain_text("Player 1 places c3 and d3.")
    expect(spot(page, "c3")).to_have_attribute("aria-label", re.compile("last move"))
    expect(page.get_by_role("application")).to_have_attribute("aria-label", "Board")


HEARD = """() => {
    const heard = window.heard = [], said = new Map();
    const text = part => [...part.childNodes].map(one => one.ariaHidden ? '' : one.textContent).join(' ').trim();
    const listen = () => {
        for (const part of document.querySelectorAll('[role=status], [role=log]')) {
            const [before, now] = [said.get(part) ?? '', text(part)];
            said.set(part, now);
            if (now && now !== before) heard.push(part.role === 'log' ? now.slice(before.length).trim() : now);
        }
    };
    listen();
    heard.length = 0;
    const all = {subtree: true, childList: true, characterData: true, attributes: true};
    new MutationObserver(listen).observe(document.body, all);
}"""
"""Collect what a screen reader says: changed status lines, and what is new in a log."""


def test_a_screen_reader_hears_each_move_once_and_no_outdated_prompt(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "bot")
    page.wait_for_selector(".spot.target")
    page.evaluate(HEARD)
    lay(page, "d4", "g7")
    has_moves(page, 2)
    page.wait_for_selector(".spot.target, .buttons.asking")
    assert sum("Tourist plays dark." in line or "Tourist takes light." in line for line in page.evaluate("heard")) == 1
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".hint.given")
    page.evaluate("heard.length = 0")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("You resigned.")
    page.wait_for_timeout(300)
    assert page.evaluate("heard") == ["You resign.", "You resigned."]


def test_a_phone_never_scrolls(visit: Visitors, shoot: Shoot) -> None:
    page = visit(phone=True, lang="fr-FR")
    make(page, "me", "bot")
    sizes = "[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth, innerWidth]"
    assert page.evaluate(sizes) == [640, 640, 360, 360]
    board = page.locator(".board").bounding_box()
    assert board
    assert board["width"] >= 340
    spot(page, "d4").tap()
    spot(page, "g7").tap()
    page.locator("button.send").tap()
    has_moves(page, 2)
    shoot(page, "phone")
    spot(page, "d4").tap(force=True)
    page.wait_for_selector(".reason p, .chosen")
    assert page.evaluate(sizes) == [640, 640, 360, 360]
    page.get_by_role("tab", name="Coups").tap()
    expect(moves(page).first).to_be_visible()
    shoot(page, "phone-moves")
    page.locator(".bar").get_by_role("button", name="Coup précédent").tap()
    page.get_by_role("tab", name="Coups").tap()
    expect(page.get_by_text("Position après le coup 1.")).to_be_visible()
    shoot(page, "phone-scrubbed")
    assert page.evaluate(sizes) == [640, 640, 360, 360]
    page.get_by_role("button", name="Revenir à la partie").tap()


def test_the_menu_of_a_phone_opens_at_its_button_and_closes_by_itself(visit: Visitors) -> None:
    page = visit(phone=True)
    make(page, "me", "bot")
    button, menu = page.get_by_role("button", name="Menu"), page.locator(".tools")
    closers: list[Callable[[], None]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.touchscreen.tap(180, 500),
        button.tap,
    ]
    for close in closers:
        button.tap()
        expect(menu).to_be_visible()
        at, below = button.bounding_box(), menu.bounding_box()
        assert at
        assert below
        assert 0 <= below["y"] - (at["y"] + at["height"]) <= 12
        assert below["x"] >= 0 <= below["x"] + below["width"] - (at["x"] + at["width"])
        close()
        expect(menu).to_be_hidden()


def test_a_refusal_moves_neither_the_board_nor_the_buttons(visit: Visitors) -> None:
    for phone in (True, False):
        page = visit(phone=phone, lang="fr-FR")
        make(page, "me", "me")
        lay(page, "d4", "e4")
        page.wait_for_selector(".spot.target")
        places = [page.locator(one).bounding_box() for one in (".board", "button.send")]
        spot(page, "d4").click(force=True)
        expect(page.locator(".reason p")).to_be_visible()
        assert [page.locator(one).bounding_box() for one in (".board", "button.send")] == places


@pytest.mark.parametrize(
    ("game", "seats"),
    [("ponte_del_diavolo", 2), ("shangri_la", 4), *(("on_top", n) for n in (2, 4)), *(("delta", n) for n in (2, 4, 6))],
)
def test_a_low_phone_has_room_for_the_board(visit: Visitors, game: str, seats: int) -> None:
    page = visit(phone=True, lang="fr-FR")
    make(page, "me", *["bot"] * (seats - 1), game=game)
    sizes = "[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth, innerWidth]"
    for _ in range(6):  # until a turn, or a programme of five cards, has been composed
        board = page.locator(".board").bounding_box()
        assert board
        assert board["width"] >= 240
        assert page.evaluate(sizes) == [640, 640, 360, 360]
        page.wait_for_selector(".spot.target, .card.target:not(.chosen), .send[aria-disabled=false]")
        if page.locator(".send[aria-disabled=false]").count():
            return
        page.locator(".card.target:not(.chosen), .spot.target").first.dispatch_event("click")
        page.wait_for_timeout(300)
    raise AssertionError("nothing has been composed")


def test_crowded_places_take_two_taps(visit: Visitors) -> None:
    page = visit(phone=True)
    page.set_viewport_size({"width": 280, "height": 560})
    make(page, "me", "bot", board=12)
    spot(page, "f6").tap()
    expect(page.locator(".board.zoomed")).to_be_attached()
    expect(page.locator(".ghost")).to_have_count(0)
    page.wait_for_timeout(300)
    spot(page, "f6").tap()
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".board.zoomed")).to_have_count(0)


@pytest.mark.parametrize("game", AT_TABLE)
def test_tab_leaves_the_board_in_both_directions(visit: Visitors, game: str) -> None:
    page = visit()
    make(page, *["me"] * (3 if game in ("shangri_la", "ankh_morpork") else 2), game=game)
    page.locator(".spot[tabindex='0']").focus()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(2):  # onto the board again from the other side, and beyond
            page.keyboard.press(key)
            if page.evaluate("!document.activeElement.dataset.spot"):
                break
        assert page.evaluate("!document.activeElement.dataset.spot"), key
        page.locator(".spot[tabindex='0']").focus()
