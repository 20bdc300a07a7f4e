"""Phones: the room of the board, what lies above it, and fingers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from .conftest import Shoot, Visitors
from .table import box, card, has_moves, lay, make, moves, seat_link, send, spot

TABLES = [
    ("ponte_del_diavolo", 2),
    *(("shangri_la", n) for n in (3, 4)),
    *(("on_top", n) for n in (2, 3, 4)),
    *(("delta", n) for n in (2, 3, 4, 5, 6)),
    *(("ankh_morpork", n) for n in (3, 4)),
]
SIDEWAYS = [(640, 360), (740, 360), (844, 390)]
UNREACHABLE = """() => [...document.querySelectorAll('aside button, aside [role=tab], .head button')]
    .filter(one => one.checkVisibility({checkVisibilityCSS: true}))
    .filter(one => {
        one.scrollIntoView({block: 'nearest'});
        const {x, y, width, height} = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })
    .map(one => one.ariaLabel || one.innerText)"""
"""Buttons that no finger reaches, even after scrolling to them."""
CUT = """() => [...document.querySelectorAll('.scrub button, .head button')]
    .filter(one => one.checkVisibility({checkVisibilityCSS: true}))
    .filter(one => {
        const {left, right, y, height} = one.getBoundingClientRect();
        return ![left + 3, right - 3].every(x => one.contains(document.elementFromPoint(x, y + height / 2)));
    })
    .map(one => one.ariaLabel || one.innerText)"""
"""Buttons of which something covers an end, or which reach out of the screen."""
OVERFLOW = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"


def board(page: Page) -> FloatRect:
    return box(page.locator(".board"))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_on_its_side_the_board_is_high_and_every_button_in_reach(visit: Visitors, game: str, seats: int) -> None:
    page = visit(phone=True, lang="fr-FR")
    page.set_viewport_size({"width": 640, "height": 360})
    make(page, "me", *["bot"] * (seats - 1), game=game)
    for width, height in SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert board(page)["height"] >= 0.85 * height
        assert page.evaluate(OVERFLOW) == [0, 0]
        assert page.evaluate(UNREACHABLE) == []


@pytest.mark.parametrize("game", ["shangri_la", "on_top", "delta", "ankh_morpork"])
def test_on_its_side_all_players_are_seen_at_once(visit: Visitors, game: str) -> None:
    page = visit(phone=True, lang="fr-FR")
    page.set_viewport_size({"width": 640, "height": 360})
    make(page, "me", "bot", "bot", "bot", game=game)
    rows, asked = [box(row) for row in page.locator(".seat").all()], box(page.locator(".prompt"))
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise([*rows, asked]))
    assert page.locator(".seat .counters").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


@pytest.mark.parametrize(("width", "height"), [(640, 360), (360, 640)])
def test_nine_cards_are_wide_enough_for_a_finger(visit: Visitors, width: int, height: int) -> None:
    page = visit(phone=True, lang="fr-FR")
    page.set_viewport_size({"width": width, "height": height})
    make(page, "me", "bot", game="delta")
    page.wait_for_selector(".card.target")
    asked = box(page.locator(".prompt"))
    cards = [box(one) for one in page.locator(".dock .card.target").all()]
    assert len(cards) == 9
    assert min(one["width"] for one in cards) >= 36
    assert all(a["x"] + a["width"] <= b["x"] for a, b in pairwise(cards) if a["y"] == b["y"])
    for shown in (*cards, *(box(row) for row in page.locator(".seat, .shared").all())):
        assert shown["y"] + shown["height"] <= asked["y"]
    assert asked["y"] + asked["height"] <= height
    assert board(page)["width"] >= 0.75 * 360


@pytest.mark.parametrize("game", ["shangri_la", "ankh_morpork"])
def test_large_text_leaves_the_board_its_size(visit: Visitors, game: str) -> None:
    page = visit(phone=True, lang="fr-FR")
    make(page, "me", "bot", "bot", "bot", game=game)
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    page.wait_for_timeout(100)
    assert board(page)["height"] >= 0.4 * 640
    send_button = page.locator("button.send")
    send_button.scroll_into_view_if_needed()
    assert box(send_button)["y"] + box(send_button)["height"] <= 640


@pytest.mark.parametrize("game", ["shangri_la", "ankh_morpork"])
def test_buttons_of_spectators_are_whole(visit: Visitors, game: str) -> None:
    page = visit(phone=True)
    page.set_viewport_size({"width": 640, "height": 360})
    make(page, "bot", "bot", "bot", game=game)
    expect(moves(page).nth(1)).to_be_attached(timeout=30_000)
    link = f"{page.url}#move=1"
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("button", name="Return to the game")).to_be_visible(timeout=30_000)
    for width, height, least in ((640, 360, 36), (360, 640, 44)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        page.wait_for_function(
            f"() => !({CUT})().length"
        )  # what moves across the board may cover a button for a moment
        buttons = page.locator(".prompt .scrub button:visible").all()
        assert len(buttons) >= 4
        assert all(box(button)["width"] >= least and box(button)["height"] >= 44 for button in buttons)


LONG_REASON = "text => (document.querySelector('.reason p span').firstChild.textContent = text)"


@pytest.mark.parametrize("game", ["shangri_la", "ankh_morpork"])
@pytest.mark.parametrize(("width", "height"), [(640, 360), (360, 640)])
def test_a_long_reason_stays_in_a_panel(visit: Visitors, shoot: Shoot, game: str, width: int, height: int) -> None:
    """The panel seems to grow around it, as wide as the prompt; the board and the buttons keep their place."""
    page = visit(phone=True, lang="fr-FR", dark=width > height)
    page.set_viewport_size({"width": width, "height": height})
    make(page, "me", "bot", "bot", game=game)
    page.wait_for_selector(".spot.target")
    before = board(page), box(page.locator("button.send"))
    page.locator(".spot:not(.target)").first.dispatch_event("click")
    panel, words, asked = page.locator(".reason p"), page.locator(".reason span"), box(page.locator(".prompt"))
    panel.wait_for()
    page.evaluate(LONG_REASON, "Rien à faire ici.")
    assert box(panel)["y"] == pytest.approx(asked["y"], abs=6)  # a short one covers what was there
    page.evaluate(LONG_REASON, "Vous ne pouvez placer un maître que dans un village voisin. " * 4)
    outer, inner = box(panel), box(words)
    shoot(page, f"reason-{game}-{width}")
    assert outer["y"] < asked["y"]
    assert (outer["x"], outer["width"]) == (asked["x"], asked["width"])
    assert outer["x"] < inner["x"]
    assert outer["x"] + outer["width"] > inner["x"] + inner["width"]
    assert inner["y"] >= outer["y"] + 5
    assert (board(page), box(page.locator("button.send"))) == before


def test_all_players_are_seen_while_the_game_asks(visit: Visitors) -> None:
    """On its side the buttons of a question have one row, and what the prompt covers fades out above it."""
    page = visit(phone=True, lang="fr-FR")
    page.set_viewport_size({"width": 640, "height": 360})
    make(page, "me", "bot", "bot", game="ankh_morpork")
    page.wait_for_selector(".spot.target")
    rows = page.locator(".seat")
    assert {box(row)["height"] for row in rows.all()} == {box(rows.first)["height"]}  # of one line each
    fade = "() => getComputedStyle(document.querySelector('.ask'), '::before').opacity"
    assert page.evaluate(fade) == "0"
    page.locator(".prompt .status").evaluate("line => (line.style.minHeight = '140px')")
    page.wait_for_function(f"() => ({fade})() > 0.5")
    page.locator("aside").evaluate("column => column.scrollTo(0, column.scrollHeight)")
    page.wait_for_function(f"() => ({fade})() < 0.1")


def invite(page: Page, game: str, seats: int) -> None:
    """Make a table with seats for friends, as the set-up dialog does."""
    tokens = make(page, "me", *["friend"] * (seats - 1), game=game)
    page.evaluate(
        "links => localStorage.setItem(`tablier.links.${location.pathname.slice(3)}`, JSON.stringify(links))",
        [{"seat": seat, "token": token} for seat, token in tokens.items()],
    )
    page.reload()
    page.wait_for_selector(".invitation, .invitations")


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_invitations_leave_the_board_its_room(visit: Visitors, game: str, seats: int) -> None:
    page = visit(phone=True, lang="fr-FR")
    invite(page, game, seats)
    before = board(page)
    assert min(before["width"], before["height"] * 1.3) >= 0.55 * 360
    assert page.evaluate(OVERFLOW) == [0, 0]
    if seats > 2:
        page.get_by_role("button", name="Inviter des amis").tap()
        links = page.get_by_role("dialog").get_by_role("textbox")
        expect(links).to_have_count(seats - 1)
        assert all(box(link)["width"] >= 120 for link in links.all())
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Masquer ce panneau").tap()
    expect(page.locator(".invitation, .invitations").first).to_be_hidden()
    assert board(page) == before


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_on_a_desktop_nothing_covers_the_hand(visit: Visitors, seats: int) -> None:
    page = visit(lang="fr-FR")
    invite(page, "delta", seats)
    assert page.evaluate(UNREACHABLE) == []
    assert min(box(card)["width"] for card in page.locator(".dock button.card").all()) > 40


@pytest.mark.parametrize(
    ("game", "seats"), [("ponte_del_diavolo", 2), ("shangri_la", 4), ("on_top", 4), ("delta", 6), ("ankh_morpork", 4)]
)
def test_the_rules_are_beside_the_whole_board(visit: Visitors, game: str, seats: int) -> None:
    page = visit(phone=True, lang="fr-FR")
    make(page, "me", *["bot"] * (seats - 1), game=game)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("link", name="Règles").tap()
    rules = page.get_by_role("dialog", name="Règles")
    expect(rules.get_by_role("heading", name="Le jeu en deux minutes")).to_be_visible()
    page.wait_for_timeout(100)
    assert board(page)["width"] >= 0.55 * 360
    assert board(page)["y"] + board(page)["height"] <= box(rules)["y"]
    page.set_viewport_size({"width": 640, "height": 360})
    page.wait_for_timeout(100)
    assert board(page)["height"] >= 0.85 * 360
    assert board(page)["x"] + board(page)["width"] <= box(rules)["x"]
    assert page.evaluate(OVERFLOW) == [0, 0]
    link, confirm = rules.get_by_role("link", name="Nouvel onglet"), rules.get_by_role("button", name="Valider")
    assert box(link)["y"] == box(confirm)["y"]
    if game == "ponte_del_diavolo":
        for name in ("d4", "e4"):
            spot(page, name).tap()
        expect(confirm).to_have_attribute("aria-disabled", "false")
        confirm.tap()
        has_moves(page, 2)


def join(visit: Visitors, host: Page, token: str, **form: Any) -> Page:
    guest = visit(**form)
    guest.goto(seat_link(host, token))
    guest.get_by_role("textbox").fill("Zoé")
    guest.keyboard.press("Enter")
    guest.wait_for_selector(".spot")
    return guest


def test_requests_and_votes_leave_the_board_its_size(visit: Visitors) -> None:
    ada = visit(phone=True)
    zoe = join(visit, ada, make(ada, "me", "friend")[1], phone=True)
    before = board(zoe)
    lay(ada, "d4", "e4")
    has_moves(zoe, 1)
    ada.locator(".undo").tap()
    expect(zoe.locator(".request")).to_be_visible()
    assert board(zoe) == board(ada) == before
    zoe.set_viewport_size({"width": 640, "height": 360})
    expect(zoe.get_by_role("button", name="Hide this panel")).to_be_visible()
    assert board(zoe)["height"] >= 0.85 * 360
    request = box(zoe.locator(".request"))
    assert request["y"] + request["height"] <= 360
    assert request["x"] + request["width"] <= box(zoe.locator(".prompt"))["x"]
    zoe.set_viewport_size({"width": 360, "height": 640})
    zoe.get_by_role("button", name="Hide this panel").tap()
    expect(zoe.locator(".request")).to_be_hidden()
    zoe.get_by_role("button", name="Show the panel").tap()
    zoe.locator(".request").get_by_role("button").last.tap()
    expect(zoe.locator(".request")).to_have_count(0)
    zoe.context.close()
    vote = ada.locator(".requests button")
    expect(vote).to_be_visible(timeout=30_000)
    assert vote.evaluate("one => getComputedStyle(one).opacity") == "1"  # the board does not show through
    assert board(ada) == before


def middle(place: Locator) -> tuple[float, float]:
    rect = box(place)
    return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2


def between(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def tap_at(page: Page, place: Locator, *, dx: float = 0, dy: float = 0) -> None:
    x, y = middle(place)
    page.touchscreen.tap(x + dx, y + dy)


def zoomed(page: Page) -> Locator:
    return page.locator(".board.zoomed")


def test_a_zoom_traps_nobody(visit: Visitors) -> None:
    """The button, the background, Escape, a reserve tile and any other button show the whole board again."""
    page = visit(phone=True)
    page.set_viewport_size({"width": 280, "height": 560})
    make(page, "me", "bot", board=12)

    def press_back() -> None:
        page.locator(".buttons button:not(.hint)").nth(0).tap(force=True)

    def tap_outside() -> None:
        page.locator(".head h1").tap()

    leaves: list[Callable[[], None]] = [
        lambda: page.get_by_role("button", name="Zoom out").tap(),
        lambda: page.keyboard.press("Escape"),
        tap_outside,
        press_back,
    ]
    for leave in leaves:
        spot(page, "f6").tap()
        expect(zoomed(page)).to_be_attached()
        leave()
        expect(zoomed(page)).to_have_count(0)
        expect(page.locator(".ghost")).to_have_count(0)


def test_a_reserve_tile_ends_the_zoom(visit: Visitors) -> None:
    page = visit(phone=True)
    make(page, "me", "me", "me", game="shangri_la")
    tap_at(page, spot(page, "De").locator(".hit"))
    expect(zoomed(page)).to_be_attached()
    page.locator(".card.target").last.tap()
    expect(zoomed(page)).to_have_count(0)
    expect(page.locator(".spot.target").first).to_be_visible()


def gesture(page: Page, *frames: list[tuple[float, float]]) -> None:
    """Put fingers down at the first points, move them over the next ones, and lift them."""
    touch = page.context.new_cdp_session(page)
    for kind, points in zip(("touchStart", *["touchMove"] * (len(frames) - 1), "touchEnd"), (*frames, []), strict=True):
        at = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def at_rest(page: Page) -> None:
    """Wait for the end of all transitions, those of the next frame included."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function("!document.getAnimations().some(one => one instanceof CSSTransition)")


def test_two_fingers_zoom_and_one_moves_the_board(visit: Visitors) -> None:
    page = visit(phone=True)
    make(page, "me", "bot")
    plane = page.locator(".plane")
    small = box(plane)
    x, y = small["x"] + 170, small["y"] + 170
    gesture(page, *([(x - reach, y), (x + reach, y)] for reach in (30, 40, 50, 60)))
    expect(zoomed(page)).to_be_attached()
    at_rest(page)
    large = box(plane)
    assert large["width"] == pytest.approx(2 * small["width"], rel=0.1)
    gesture(page, *([(x - by, y - by)] for by in (0, 15, 30, 45)))
    at_rest(page)
    moved = box(plane)
    assert moved["x"] <= large["x"] - 30
    assert moved["y"] <= large["y"] - 30
    expect(page.locator(".ghost")).to_have_count(0)
    tap_at(page, spot(page, "f5").locator(".hit"))
    expect(page.locator(".ghost")).to_have_count(1)
    expect(zoomed(page)).to_have_count(0)


def test_a_tap_right_after_a_quick_drag_counts(visit: Visitors) -> None:
    page = visit(phone=True)
    make(page, "me", "bot", game="delta")
    filled = page.locator("[data-slot]:has(svg)")
    for count in (1, 3):
        dragged, tapped = (middle(page.locator(".dock .card.target").nth(n)) for n in (count - 1, count))
        slot = middle(page.locator("[data-slot]").nth(count - 1))
        gesture(page, *([between(dragged, slot, part)] for part in (0, 0.3, 0.6, 1)))
        page.touchscreen.tap(*tapped)
        expect(filled).to_have_count(count + 1)


def test_a_tap_beside_a_target_means_it(visit: Visitors) -> None:
    page = visit(phone=True)
    make(page, "me", "me", "me", game="on_top")
    page.wait_for_selector(".spot.target")
    first = page.locator(".spot.target").first
    name = first.get_attribute("data-spot")
    tap_at(page, first.locator(".hit"), dx=14, dy=6)
    expect(page.locator(".ghost, .board.zoomed").first).to_be_attached()
    if zoomed(page).count():
        at_rest(page)
        tap_at(page, spot(page, str(name)).locator(".hit"))
    expect(page.locator(".ghost")).to_have_count(1)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_buttons_keep_their_place_while_the_prompt_changes(visit: Visitors, phone: bool) -> None:
    page = visit(phone=phone, lang="fr-FR")
    make(page, "me", "me", "me", game="shangri_la")
    button = page.locator("button.send")
    before = box(button), board(page)
    page.locator(".card.target").first.click()
    expect(page.locator(".card.chosen")).to_be_visible()
    assert (box(button), board(page)) == before
    spot(page, "e").click(force=True)
    expect(page.locator(".ghost:not([data-piece^='strength'])")).to_have_count(1)
    assert (box(button), board(page)) == before
    send(page)
    page.wait_for_selector(".card.target")
    assert (box(button), board(page)) == before


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_equal_names_keep_their_numbers(visit: Visitors, phone: bool) -> None:
    page = visit(phone=phone)
    make(page, "me", *["bot"] * 5, game="delta")
    page.wait_for_selector(".spot")
    for seat in page.locator(".seat:has(.word)").all()[1:]:
        number = seat.locator(".word + span")
        expect(number).to_have_text(re.compile(r"^ \d$"))
        inner, outer = box(number), box(seat)
        assert inner["width"] > 5
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    if not phone:
        assert box(page.locator(".scroller"))["height"] > 100  # six seats leave room for the list of moves


CUT_NAMES = """names => [...document.querySelectorAll('.seat .word + span')]
    .filter(number => number.textContent)
    .flatMap(({previousElementSibling: word}) => names.filter(name => {
        word.textContent = name;
        return word.scrollWidth > word.clientWidth;
    }))"""
"""Names that are too wide for a seat, beside the number of the seat."""
MORE_COUNTERS = """() => {
    for (const list of document.querySelectorAll('.seat .counters:has(> :nth-child(4))'))
        while (list.children.length < 7) list.append(list.lastElementChild.cloneNode(true));
}"""
"""Tokens and guards of Ankh-Morpork are counted once a seat has some."""


@pytest.mark.parametrize(("game", "seats"), [("delta", 4), ("delta", 6), ("on_top", 4), ("ankh_morpork", 4)])
def test_names_of_levels_fit_beside_their_numbers(visit: Visitors, game: str, seats: int) -> None:
    page = visit()
    make(page, "me", *["bot"] * (seats - 1), game=game)
    levels = tomllib.loads((files("tablier.games") / game / "levels.toml").read_text("utf-8"))["levels"]
    names = [name for level in levels for name in level["label"].values()]
    page.evaluate(MORE_COUNTERS)
    for width, height in [(1280, 800), (360, 640), (640, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(CUT_NAMES, names) == []


def test_counters_have_labels_beside_three_seats(visit: Visitors) -> None:
    """Below the numbers, or in a legend where a seat has many; phones have the legend beside the score."""
    page = visit()
    make(page, "me", "bot", "bot", game="shangri_la")
    for label in page.locator(".seat .label").all():
        assert box(label)["width"] > 25
    page = visit(phone=True)
    make(page, "me", "bot", "bot", game="ankh_morpork")
    page.get_by_role("tab", name="Score").tap()
    legend = page.get_by_role("list", name="What the pictures mean").get_by_role("listitem")
    expect(legend).to_have_text(
        ["Points", "Cards in hand", "Scrolls", "Receipts face up", "Tokens left", "Assassins left"]
    )
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(legend.filter(visible=True).get_by_text("Receipts face up")).to_have_count(2)


CLIPPED = """() => [...document.querySelectorAll('dialog select')].map(select => {
    const {font, paddingLeft, paddingRight} = getComputedStyle(select);
    const text = select.selectedOptions[0].text, pen = document.createElement('canvas').getContext('2d');
    pen.font = font;
    const arrow = 14;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    return pen.measureText(text).width > room ? text : '';
}).filter(Boolean)"""
"""Chosen values that are too wide for their fields."""


def test_the_set_up_clips_no_choice_in_french(visit: Visitors) -> None:
    page = visit(phone=True, lang="fr-FR")
    page.goto("/")
    for title in ("Delta", "On Top", "Ponte", "Shangri-La", "Ankh-Morpork"):
        card(page, title).get_by_role("button", name="Avec des amis").tap()
        page.get_by_role("dialog").locator("details").evaluate("details => (details.open = true)")
        expect(page.locator("details[open] select").first).to_be_visible()
        assert page.evaluate(CLIPPED) == []
        assert page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")
        if title == "Delta":
            page.get_by_label("Joueurs").select_option("6")
            page.get_by_role("button", name="Compléter avec des ordinateurs").tap()
            kinds = page.get_by_role("combobox", name="Joué par")
            assert kinds.evaluate_all("all => all.map(one => one.value)") == ["me", *["bot"] * 5]
            kinds.nth(1).select_option(label="Un autre joueur ici")
            expect(kinds.nth(0).locator("option:checked")).to_have_text("Moi")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_first_page_has_one_short_row_for_each_game(visit: Visitors, shoot: Shoot) -> None:
    page = visit(phone=True, lang="fr-FR")
    page.goto("/")
    page.wait_for_selector("article .primary")
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size[0] == 360
    assert size[1] < 1620  # five games, the offer of a first lesson and the puzzle of the day
    assert box(page.get_by_role("link", name="Commencer la première leçon"))["height"] == 44
    weights = re.findall(r"complexité (\d(?:,\d)?)", page.locator("main").inner_text())
    assert len(weights) == 5
    assert weights == sorted(weights)  # the lightest game first
    buttons = [one.bounding_box() for one in page.locator("article .primary").all()]
    assert len({(box["x"], box["width"], box["height"]) for box in buttons if box}) == 1
    assert page.evaluate("document.fonts.check('600 20px Alegreya') && [...document.fonts].length > 0")
    shoot(page, "home-phone-fr")
