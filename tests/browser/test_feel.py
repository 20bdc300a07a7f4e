"""How the table feels: staged pieces at once, buttons that keep their place, all settings in one dialog."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Shoot, Visitors
from .table import box, has_moves, lay, make, moves, seat_link, send, spot, watch_link
from .test_access import audit

ANIMATED = """() => {
    window.animated = [];  // the pieces that were animated
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) {
        window.animated.push(this.closest('[data-piece]')?.dataset.piece);
        return animate.apply(this, all);
    };
}"""
SLOW = """() => {
    const Socket = window.WebSocket;
    window.late = 0;  // messages that have come, 300 ms late
    window.WebSocket = class extends Socket {
        set onmessage(hear) { super.onmessage = event => setTimeout(() => { window.late++; hear(event); }, 300); }
    };
}"""


def test_a_staged_tile_appears_before_the_server_answers(visit: Visitors) -> None:
    page = visit()
    page.add_init_script(f"({SLOW})()")
    make(page, "me", "me", board=8)
    expect(spot(page, "c3")).to_have_class(re.compile(r"\btarget\b"))
    page.wait_for_timeout(1000)  # until nothing is on its way
    heard = page.evaluate(
        """async () => {
            const before = window.late;
            document.querySelector('[data-spot=c3]').dispatchEvent(new MouseEvent('click', {bubbles: true}));
            while (!document.querySelector('.ghost[data-piece="tile:c3"]')) await new Promise(done => setTimeout(done));
            return window.late - before;
        }"""
    )
    assert heard == 0, "the tile waits for the answer"
    expect(page.get_by_text("Place the second light tile.")).to_be_visible()  # the answer has come
    expect(page.locator(".ghost[data-piece='tile:c3']")).to_have_count(1)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("[data-piece]")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_confirm_keeps_its_place_while_the_prompt_changes(visit: Visitors, lang: str, phone: bool) -> None:
    page = visit(lang=lang, phone=phone)
    make(page, "me", "me", board=8)
    expect(spot(page, "c3")).to_have_class(re.compile(r"\btarget\b"))
    places = [page.locator("button.send").bounding_box()]
    for name in ("c3", "e3"):
        spot(page, name).dispatch_event("click")
        expect(page.locator(f".ghost[data-piece='tile:{name}']")).to_have_count(1)
        page.wait_for_timeout(300)
        places.append(page.locator("button.send").bounding_box())
    assert places[1:] == places[:1] * 2


STAGE = """() => {
    const free = ':is(.target):not(.chosen)';
    const next = document.querySelector(`.card${free}`) ?? document.querySelector(`.spot${free}`);
    next.dispatchEvent(new MouseEvent('click', {bubbles: true}));
}"""
CUT_BUTTONS = """() => [...document.querySelectorAll('.prompt .buttons button')]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"""


@pytest.mark.parametrize(("game", "bots"), [("ponte_del_diavolo", 1), ("shangri_la", 2), ("on_top", 3)])
def test_buttons_share_one_row_beside_take_back_and_hint(visit: Visitors, game: str, bots: int) -> None:
    page = visit(lang="fr-FR")
    make(page, "me", *["bot"] * bots, game=game)
    send, back = page.locator("button.send"), page.get_by_role("button", name="Reprendre le coup")
    while not back.is_visible():
        page.wait_for_selector(".spot.target, .send[aria-disabled=false], .undo")
        if send.get_attribute("aria-disabled") == "false":
            send.click()
        elif not back.is_visible():
            page.evaluate(STAGE)
        page.wait_for_timeout(200)
    page.wait_for_selector(".spot.target")

    def places() -> list[Any]:
        found = []
        for width, height in ((1280, 800), (360, 640), (640, 360)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            assert box(page.locator(".prompt .buttons"))["height"] == 44
            assert page.evaluate(CUT_BUTTONS) == []
            found.append(box(send))
        return found

    before = places()
    page.evaluate(STAGE)
    expect(back).to_be_hidden()
    assert places() == before
    if game == "ponte_del_diavolo":
        drop = page.get_by_role("button", name="Tout annuler")
        while not drop.is_visible():  # the phone is still on its side
            page.evaluate(STAGE)
            page.wait_for_timeout(200)
        assert places() == before


FAR_BUTTONS = """() => {
    const prompt = document.querySelector('.prompt').getBoundingClientRect();
    return [...document.querySelectorAll('.prompt .buttons button')]
        .filter(one => one.checkVisibility({checkVisibilityCSS: true}))
        .filter(one => one.getBoundingClientRect().right > prompt.right)
        .map(one => one.ariaLabel || one.innerText);
}"""
"""Buttons that reach out of the prompt."""


@pytest.mark.parametrize("hints", [False, True])
def test_players_of_one_screen_have_all_buttons_in_the_prompt(visit: Visitors, hints: bool) -> None:
    page = visit(lang="fr-FR")
    make(page, "me", "me", "me", game="ankh_morpork", hints=hints)
    page.wait_for_selector(".spot.target")
    page.evaluate(STAGE)
    send(page)  # now there is a move to take back
    expect(page.get_by_role("button", name="Voir mes cartes")).to_be_visible()
    for width, height in ((1280, 800), (360, 640), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(FAR_BUTTONS) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


MANY_PRESSES = """async () => {
    for (let i = 0; i < 41; i++) {
        document.querySelector('.peek').click();
        await new Promise(done => setTimeout(done, 40));
    }
}"""


def test_the_board_comes_back_after_many_presses_of_show_my_cards(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", "me", game="ankh_morpork")
    page.wait_for_selector(".spot.target")
    page.evaluate(STAGE)
    send(page)
    page.get_by_role("button", name="Show my cards").wait_for()
    page.evaluate(MANY_PRESSES)
    expect(page.get_by_role("button", name="Hide my cards")).to_be_visible()
    expect(page.locator("[data-piece='site:0']")).not_to_have_count(0)
    page.wait_for_selector(".spot.target")
    expect(page.locator(".prompt .reason p")).to_have_count(0)


CUT_CLOCKS = """() => [...document.querySelectorAll('.seat')].filter(seat => {
    const [inner, outer] = [seat.querySelector('.clock'), seat].map(one => one.getBoundingClientRect());
    return inner.left < outer.left || inner.right > outer.right;
}).length"""


@pytest.mark.parametrize(("game", "seats"), [("shangri_la", 3), ("ankh_morpork", 4), ("delta", 6)])
def test_names_and_clocks_are_whole_among_many_seats(visit: Visitors, game: str, seats: int) -> None:
    page = visit(lang="fr-FR")
    make(page, *["me"] * seats, game=game, name="Maxime", clock="leisurely")
    for width, height in ((1280, 800), (375, 667), (360, 640), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(CUT_CLOCKS) == 0
        assert page.evaluate(CUT) == []


CUT_STATUS = """() => [...document.querySelectorAll('.seat .about')].filter(about => {
    const first = [...about.childNodes].find(node => node.textContent.trim());
    const range = new Range();
    range.selectNodeContents(first);
    const [inner, outer] = [range, about].map(one => one.getBoundingClientRect());
    return inner.right > outer.right + 0.5 || inner.bottom > outer.bottom + 2;
}).map(about => about.innerText)"""
"""What is said first of a seat, where it is cut off."""


@pytest.mark.parametrize(("game", "seats"), [("on_top", 2), ("shangri_la", 4), ("ankh_morpork", 4), ("delta", 4)])
def test_beside_days_on_a_clock_it_is_legible_whose_turn_it_is(visit: Visitors, game: str, seats: int) -> None:
    host, watcher = visit(), visit(lang="fr-FR")
    make(host, *["me"] * seats, game=game, name="Maxime", clock="leisurely")
    watcher.goto(watch_link(host))
    for page, told in ((host, "Your turn"), (watcher, "doit jouer")):
        expect(page.locator(".about", has_text=told)).not_to_have_count(0)
        assert page.evaluate(CUT_STATUS) == []
        assert page.evaluate(CUT) == []
    for page in (host, visit(lang="fr-FR")):
        make(page, "me", *["friend"] * (seats - 1), game=game, name="Maxime", clock="leisurely")
        assert page.evaluate(CUT_STATUS) == []


def test_names_of_six_players_are_whole_on_a_desktop(visit: Visitors) -> None:
    page = visit()
    make(page, *["me"] * 6, game="delta", name="Alexandre")
    assert page.evaluate(CUT) == []


def test_leaving_the_field_keeps_a_new_name_and_escape_discards_it(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me")
    name, field = page.locator(".seat .name").first, page.get_by_label("Your name")
    name.click()
    field.fill("Ada")
    page.locator("h1").click()
    expect(name).to_have_text("Ada")
    name.click()
    field.fill("Zoé")
    page.keyboard.press("Escape")
    expect(name).to_be_focused()
    expect(name).to_have_text("Ada")
    name.click()
    field.fill("Eve")
    page.keyboard.press("Enter")
    expect(name).to_be_focused()
    expect(name).to_have_text("Eve")
    page.reload()
    expect(name).to_have_text("Eve")


def test_a_complete_turn_is_sent_at_once_for_players_who_want_that(visit: Visitors) -> None:
    page = visit()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Play a turn as soon as it is complete").check()
    page.get_by_label("Mark where I can play").uncheck()
    page.keyboard.press("Escape")
    make(page, "me", "me", board=8)
    expect(spot(page, "c3")).to_have_class(re.compile(r"\btarget\b"))
    expect(page.locator(".board .point").first).to_be_hidden()
    spot(page, "c3").click()
    expect(page.locator(".ghost[data-piece='tile:c3']")).to_have_count(1)
    spot(page, "e3").click()
    has_moves(page, 1)
    expect(moves(page).first).to_contain_text("c3")


def test_targets_are_rings_and_a_bridge_begins_with_an_arc(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    for turn in (("c3", "e3"), ("a8", "h8"), ("a1", "h1"), ("c8", "f8")):
        lay(page, *turn)
    expect(spot(page, "d5")).to_have_class(re.compile(r"\btarget\b"))
    rings, arcs = (spot(page, name).locator(".point") for name in ("d5", "c3"))
    expect(arcs).to_have_class(re.compile("begins"))
    expect(rings).not_to_have_class(re.compile("begins"))
    expect(rings.locator("path").first).to_have_css("fill", "none")
    spot(page, "c3").click()
    expect(spot(page, "e3").locator(".point")).not_to_have_class(re.compile("begins"))


CUT = """() => [...document.querySelectorAll('.name .word, .buttons button:not(.icon)')]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"""


def test_names_and_buttons_are_whole_beside_a_tile(visit: Visitors) -> None:
    page = visit(phone=True, lang="fr-FR")
    make(page, "me", "me", game="on_top")
    page.wait_for_selector(".spot.target")
    assert page.evaluate(CUT) == []
    send = page.get_by_role("button", name="Valider")
    text = send.evaluate(
        "one => { const r = new Range(); r.selectNodeContents(one); return r.getBoundingClientRect().width; }"
    )
    assert text <= send.evaluate("one => one.clientWidth") - 8, "the word has room on both sides"


def settings(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("button", name=name).click()


@pytest.mark.parametrize(("lang", "phone", "dark"), [("en-GB", False, False), ("fr-FR", True, True)])
def test_all_settings_are_in_one_dialog(visit: Visitors, shoot: Shoot, lang: str, phone: bool, dark: bool) -> None:
    page = visit(lang=lang, phone=phone, dark=dark)
    settings(page, "Réglages" if phone else "Settings")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("combobox")).to_have_count(4)  # language, theme, palette, speed
    expect(dialog.get_by_role("checkbox")).to_have_count(7)
    expect(dialog.get_by_role("button", name="Mes données" if phone else "My data")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    audit(page)
    shoot(page, f"settings-{lang}")
    dialog.get_by_label("Langue" if phone else "Language").select_option("en" if phone else "fr")
    expect(page.locator("html")).to_have_attribute("lang", "en" if phone else "fr")


def test_a_draft_survives_a_reload_and_taking_it_back(visit: Visitors) -> None:
    """A programme of Delta is taken back while somebody else still composes one."""
    page, other = visit(), visit()
    token = make(page, "me", "friend", game="delta")[1]
    other.goto(seat_link(page, token))
    other.get_by_role("textbox").fill("Zoé")
    other.keyboard.press("Enter")
    other.wait_for_selector(".spot")
    cards = page.locator(".dock button.card.target")
    for count in range(1, 6):
        cards.first.click()
        page.wait_for_function(
            f"Object.values(sessionStorage).some(text => JSON.parse(text).staged?.length == {count})"
        )
    expect(page.locator("button.send")).to_have_attribute("aria-disabled", "false")
    page.reload()
    expect(page.locator("button.send")).to_have_attribute("aria-disabled", "false")
    page.locator("button.send").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("button.send")).to_have_attribute("aria-disabled", "false")


def test_new_pieces_of_others_drop_unless_animation_is_off(visit: Visitors) -> None:
    host = visit()
    make(host, "me", "me", board=8)
    watchers = [visit(motion=True), visit()]
    for watcher in watchers:
        watcher.add_init_script(f"({ANIMATED})()")
        watcher.goto(watch_link(host))
        watcher.wait_for_selector(".spot")
    lay(host, "c3", "d3")
    for watcher, dropped in zip(watchers, ({"tile:c3", "tile:d3"}, set[str]()), strict=True):
        expect(watcher.locator("[data-piece='tile:d3']")).to_have_count(1)
        animated = watcher.evaluate("window.animated")
        assert {piece for piece in animated if piece in ("tile:c3", "tile:d3")} == dropped


def test_the_second_palette_recolours_seats_and_pieces(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    make(page, "me", "bot", game="delta")
    red, safe = ("#AD1F1A", "#D55E00")
    sheets = page.locator(".sheets")
    assert red in sheets.inner_html()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Player colours").select_option("safe")
    shoot(page, "settings")
    page.keyboard.press("Escape")
    expect(page.locator("img.art")).to_have_attribute("src", re.compile("palette=safe"))
    page.wait_for_function("safe => document.querySelector('.sheets').innerHTML.includes(safe)", arg=safe)
    page.reload()
    page.wait_for_selector(".spot")
    assert safe in sheets.inner_html()
    assert red not in sheets.inner_html()
