"""The Guilds of Ankh-Morpork in a browser: whole games, a trade between two people, a seven that takes from both."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from . import table
from .conftest import Shoot, Visitors
from .table import make, moves, seat_link, send, spot
from .test_access import audit

GAME = "ankh_morpork"
FERTILE = tuple(f"+{site}" for site in (0, 36, 38, 28, 29, 12, 13, 8, 9, 1, 32, 33))
"""Sites between a guild and another district that rolls often."""

STATE = """() => ({
    over: !!document.querySelector('dialog[open]'),
    send: !!document.querySelector('button.send[aria-disabled=false]'),
    plies: [...document.querySelectorAll('datalist option')].map(one => one.value),
})"""
TYPE = """text => {
    const form = document.querySelector('.prompt form'), box = form.querySelector('input');
    box.value = text;
    box.dispatchEvent(new Event('input', {bubbles: true}));
    form.requestSubmit();
}"""


def chosen(plies: list[str], chance: random.Random, *, builds: bool = True) -> str:
    """A ply of a player who hurries to win; without building, of one who hoards cards."""

    def some(*begin: str) -> list[str]:
        return [ply for ply in plies if ply.startswith(begin)]

    def at(mark: str) -> list[str]:
        return [ply for ply in plies if re.fullmatch(rf"{re.escape(mark)}\d+\*?", ply)]

    wishes = [[ply for ply in plies if ply in FERTILE], at("+"), some("roll"), some("refuse")]
    if builds and "end" in plies:
        wishes += [at("v"), at("h"), some("token"), at("f")]
        wishes += [[ply for ply in plies if ply.endswith((">ore", ">grain"))]]
    wishes += [some("end"), some("palace"), some("thief:"), plies]
    return chance.choice(next(wish for wish in wishes if wish))


def step(page: Page, chance: random.Random, *, builds: bool = True) -> dict[str, Any]:
    """Type a ply, or send what has been typed; nothing while others are asked."""
    now: dict[str, Any] = page.evaluate(STATE)
    if not now["over"]:
        if now["send"]:
            page.evaluate("document.querySelector('button.send[aria-disabled=false]')?.click()")
        elif now["plies"]:
            page.evaluate(TYPE, chosen(now["plies"], chance, builds=builds))
    return now


def play(pages: list[Page], chance: random.Random, until: Any, *, builds: bool = True, seconds: int = 400) -> None:
    """Play on all these pages until something holds of what one of them may do, or until the game is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for page in pages:
            now: dict[str, Any] = page.evaluate(STATE)
            if until(page, now) or now["over"]:
                return
            step(page, chance, builds=builds)
        pages[0].wait_for_timeout(30)
    raise AssertionError([page.locator("aside").inner_text() for page in pages])


def card(page: Page, good: str) -> Locator:
    """A kind of card of the own hand."""
    return (
        page.locator(".dock")
        .filter(has_text=re.compile("^(Hand|You give)"))
        .get_by_role("button", name=re.compile(f"^{good}"))
    )


def ask(page: Page, good: str) -> Locator:
    return page.locator(".dock").get_by_role("button", name=re.compile(f"^ask for {good}"))


def log(page: Page) -> Locator:
    """What happens, as it is read aloud."""
    return page.get_by_role("log", name=re.compile("Moves|Coups"))


FIGURES = """() => [...document.querySelectorAll('.dock use[href^="#ankh_morpork-cost"]')].flatMap(use => {
    const scale = use.ownerSVGElement.getBoundingClientRect().width / use.ownerSVGElement.viewBox.baseVal.width;
    const figures = [...document.querySelectorAll(`${use.getAttribute('href')} text`)];
    return figures.map(figure => scale * figure.getAttribute('font-size'));
})"""
"""The heights of the numbers on the price cards, in CSS pixels."""


def prices_are_readable(page: Page) -> None:
    """In all forms of a screen; the prompt covers none, and on its side the board keeps its height."""
    size = page.viewport_size
    assert size
    for width, height in [(1280, 800), (360, 640), (640, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        figures = page.evaluate(FIGURES)
        assert len(figures) == 5
        assert min(figures) >= 11
        prices, prompt = (
            table.box(page.get_by_role("region", name=re.compile("Prices|Prix"))),
            table.box(page.locator(".prompt")),
        )
        assert prices["y"] + prices["height"] <= prompt["y"]
    assert table.box(page.locator(".board"))["height"] >= 0.85 * 360
    page.set_viewport_size(size)


def press(page: Page, name: str) -> None:
    page.locator(".buttons").get_by_role("button", name=name, exact=True).click()


def held(page: Page) -> dict[str, int]:
    """The cards of the own hand, as they are read aloud."""
    labels = page.locator(".dock button.card").evaluate_all("all => all.map(one => one.ariaLabel)")
    found = (re.fullmatch(r"(wood|brick|wool|grain|ore): (\d+)", str(label)) for label in labels)
    return {match[1]: int(match[2]) for match in found if match}


def seated(visit: Visitors, *kinds: str, **options: Any) -> tuple[Page, Page]:
    """A host and a guest at one table; further seats are bots'."""
    host, guest = visit(), visit(phone=True)
    tokens = make(host, *kinds, game=GAME, **options)
    guest.goto(seat_link(host, tokens[kinds.index("friend")]))
    guest.get_by_role("textbox").fill("Zoé")
    guest.keyboard.press("Enter")
    guest.wait_for_selector(".spot")
    return host, guest


@pytest.mark.parametrize(("seats", "phone"), [(4, True), (3, False)], ids=["four", "three"])
@pytest.mark.thorough
def test_a_whole_game_against_bots(visit: Visitors, shoot: Shoot, seats: int, phone: bool) -> None:
    page = visit(phone=phone, dark=phone)
    make(page, "me", *["bot"] * (seats - 1), game=GAME, offers=0)
    page.evaluate("""() => new MutationObserver(() => {
        if (document.querySelector('.flights svg')) document.body.dataset.flew = 'yes';
    }).observe(document.body, {childList: true, subtree: true})""")
    play([page], random.Random(seats), lambda _page, now: now["over"])
    assert page.locator("body").get_attribute("data-flew") == "yes"
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("figure li")).to_have_count(11)
    expect(dialog).to_contain_text("12 points reached.")
    expect(dialog).to_contain_text("12 points")
    audit(page)
    shoot(page, f"ankh-end-{seats}")
    page.set_viewport_size({"width": 640, "height": 360})
    page.wait_for_timeout(100)
    assert dialog.locator("figure ol").evaluate("bars => bars.scrollWidth <= bars.clientWidth")


WORDS = {
    "en-GB": ("The Guilds of Ankh-Morpork", "Play with friends", "Rules and variants", "Counter-offers", "Start"),
    "fr-FR": ("Les Guildes d’Ankh-Morpork", "Avec des amis", "Règles et variantes", "Contre-offres", "Commencer"),
}


@pytest.mark.parametrize("lang", WORDS)
def test_a_table_proposes_what_suits_a_table(visit: Visitors, shoot: Shoot, lang: str) -> None:
    """Counter-offers are on by default at a table, although off in the rules; a set-up option switches them off."""
    title, set_up, variants, counter, start = WORDS[lang]
    made = []
    for proposed in (True, False):
        page = visit(lang=lang)
        page.goto("/")
        table.card(page, title).get_by_role("button", name=set_up).click()
        page.get_by_text(variants).click()
        choice = page.get_by_label(counter)
        expect(choice.locator("option:checked")).to_have_text({"en-GB": "yes", "fr-FR": "oui"}[lang])
        choice.scroll_into_view_if_needed()
        shoot(page, f"ankh-set-up-{lang[:2]}")
        if not proposed:
            choice.select_option(index=0)
        with page.expect_request("**/api/tables") as asked:
            page.get_by_role("button", name=start).click()
        sent: Any = asked.value.post_data_json
        made.append(sent["options"]["counter"])
    assert made == [True, False]


def test_a_trade_between_two_people(visit: Visitors, shoot: Shoot) -> None:
    """Offered by touching cards, seen and answered in the other browser, told to all; who refuses gives nothing."""
    host, guest = seated(visit, "me", "friend", "bot", counter=True)

    def can_trade(page: Page, now: dict[str, Any]) -> bool:
        if page is not host or "offer" not in now["plies"]:
            return False
        mine, theirs = held(host), held(guest)
        return any(n and theirs.get(other) for kind, n in mine.items() for other in theirs if other != kind)

    play([host, guest], random.Random(3), can_trade, builds=False)
    mine, theirs = held(host), held(guest)
    give, want = next((a, b) for a, n in mine.items() if n for b, m in theirs.items() if m and a != b)
    board = guest.locator(".board").bounding_box()
    press(host, "Trade")
    card(host, give).click()
    ask(host, want).click()
    expect(host.locator(".status")).to_have_text(f"You give 1 {give} for 1 {want}.")
    shoot(host, "ankh-offer")
    prices_are_readable(host)
    audit(host)
    press(host, "Propose")
    expect(guest.locator(".status")).to_contain_text(f"offers you 1 {give} for 1 {want}")
    assert guest.locator(".board").bounding_box() == board  # the offer lies above it
    shoot(guest, "ankh-answer")
    prices_are_readable(guest)
    audit(guest)
    press(guest, "Accept")
    dealt = re.compile(f"→ \\S.* 1 {give} for 1 {want}")
    deal = log(host).get_by_text(dealt)
    partners = host.get_by_role("button", name="Accept: Zoé gives you")
    expect(deal.or_(partners)).to_be_visible()
    if partners.count():  # the bot accepts too, or makes a counter-offer
        partners.click()
    expect(deal).to_be_visible()
    expect(log(guest)).to_contain_text(dealt)
    assert held(host) == {**mine, give: mine[give] - 1, want: mine[want] + 1}
    expect(card(guest, give)).to_have_attribute("aria-label", f"{give}: {theirs[give] + 1}")


def asked_to_give_back(page: Page) -> bool:
    return page.locator(".status").filter(has_text="Choose the cards to discard").count() > 0


def seven_for_both(host: Page, guest: Page) -> None:
    """Hoard cards until a seven takes from both; if it takes from one alone, that player discards and goes on."""

    def on_a_seven(_page: Page, now: dict[str, Any]) -> bool:
        return any(ply.startswith("discard") for ply in now["plies"])

    for _ in range(60):
        play([host, guest], random.Random(5), on_a_seven, builds=False)
        host.wait_for_timeout(500)
        if asked_to_give_back(host) and asked_to_give_back(guest):
            return
        for page in (host, guest):
            while asked_to_give_back(page) or page.evaluate(STATE)["send"]:
                step(page, random.Random(1))
                page.wait_for_timeout(100)
    raise AssertionError("no seven took from both")


def give_back(page: Page) -> str:
    """Touch as many cards as are due, and send them. Gives what everybody will be told of them."""

    def given() -> dict[str, int]:
        labels = page.locator(".dock span.card[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
        return {good: int(n) for good, n in (label.split(": ") for label in labels)}

    due = (sum(held(page).values()) + sum(given().values())) // 2
    while (done := sum(given().values())) < due:
        expect(page.locator("button.send")).to_have_attribute("aria-disabled", "true")
        page.locator(".dock button.card.target").first.click()
        while sum(given().values()) == done:
            page.wait_for_timeout(50)
    told = ", ".join(f"{n} {good}" for good, n in given().items())
    send(page)
    return told


@pytest.mark.rule("ANKH-6.1")
def test_a_seven_takes_from_two_people_at_once(visit: Visitors, shoot: Shoot) -> None:
    """Both choose at the same time; nobody sees what the other discards before both have chosen."""
    host, guest = seated(visit, "me", "friend", "bot")
    seven_for_both(host, guest)
    shoot(host, "ankh-discard")
    shoot(guest, "ankh-discard-phone")
    audit(guest)
    given = give_back(guest)
    expect(host.locator(".seat", has_text="Zoé")).to_contain_text("ready")
    expect(log(host)).to_contain_text("Zoé has chosen cards to discard")
    expect(log(host)).not_to_contain_text(f"Zoé discards {given}.")
    also = give_back(host)
    for page in (host, guest):
        expect(log(page)).to_contain_text(f"Zoé discards {given}.")
        expect(log(page)).to_contain_text(re.compile(f"discards? {also}"))


def test_the_dice_are_rolled_with_one_touch_and_told(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    make(page, "me", "bot", "bot", game=GAME)
    play([page], random.Random(4), lambda _page, now: "roll" in now["plies"])
    shoot(page, "ankh-before")
    press(page, "Roll the dice")
    expect(log(page)).to_contain_text("You roll a")
    expect(page.locator("[data-piece=dice]")).to_be_attached()
    expect(page.locator("[data-piece^='lit:']").first).to_be_attached()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_phone_shows_city_hand_and_prices(visit: Visitors, shoot: Shoot, dark: bool) -> None:
    page = visit(phone=True, lang="fr-FR", dark=dark)
    make(page, "me", "bot", "bot", "bot", game=GAME)
    sizes = "[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth, innerWidth]"
    assert page.evaluate(sizes) == [640, 640, 360, 360]
    name = "dark" if dark else "light"
    shoot(page, f"ankh-phone-start-{name}")
    audit(page)
    play([page], random.Random(6), lambda _page, now: "offer" in now["plies"], builds=False)
    expect(page.locator(".dock").filter(has_text="Prix")).to_be_attached()
    prices_are_readable(page)
    shoot(page, f"ankh-phone-{name}")
    audit(page)
    assert page.evaluate(sizes) == [640, 640, 360, 360]
    board = page.locator(".board").bounding_box()
    assert board
    assert board["height"] >= 150


OUTSIDE = """() => [...document.querySelectorAll('.seat')].flatMap(seat => {
    const list = seat.querySelector('.counters');
    while (list.children.length < 7) list.append(list.lastElementChild.cloneNode(true));
    list.querySelectorAll('b').forEach((value, n) => value.textContent = n < 2 ? '11' : '2');
    const right = seat.getBoundingClientRect().right;
    return [...list.querySelectorAll('b')].filter(value => value.getBoundingClientRect().right > right);
}).length"""


@pytest.mark.parametrize("width", [320, 360, 640])
def test_seven_counters_stay_in_their_seat_on_a_phone(visit: Visitors, width: int) -> None:
    page = visit(phone=True)
    make(page, "me", "me", "me", "me", game=GAME)
    page.set_viewport_size({"width": width, "height": 360 if width == 640 else 640})
    expect(page.locator(".seat .counters")).to_have_count(4)
    assert page.evaluate(OUTSIDE) == 0


def test_a_turn_with_the_keyboard_alone(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "bot", "bot", game=GAME)
    page.wait_for_selector(".spot.target")
    spot(page, "0").focus()
    page.keyboard.press("n")
    site = page.evaluate("document.activeElement.dataset.spot")
    page.keyboard.press("Enter")
    expect(spot(page, site)).to_have_attribute("aria-label", re.compile("[Yy]our house.*chosen"))
    expect(page.locator("button.send")).to_have_attribute("aria-disabled", "false")  # the server has answered
    page.keyboard.press("s")
    expect(moves(page).filter(has_text=re.compile(rf"You place a house: {site}\b"))).to_have_count(1)


def test_a_chosen_site_stays_while_a_player_of_one_device_looks_at_the_cards(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", "me", game=GAME)
    page.locator(".spot.target").first.click()
    expect(page.locator(".ghost").first).to_be_attached()
    for button in ("Show my cards", "Hide my cards"):
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("button", name=button)).to_be_hidden()
        expect(page.locator(".ghost").first).to_be_attached()
    send(page)
    expect(moves(page).filter(has_text="places a house")).to_have_count(1)


def test_a_tap_beside_a_site_means_that_site(visit: Visitors) -> None:
    page = visit(phone=True)
    make(page, "me", "bot", "bot", game=GAME)
    page.wait_for_selector(".spot.target")
    hit = spot(page, "39").locator(".hit").bounding_box()
    assert hit
    page.touchscreen.tap(hit["x"] + hit["width"] / 2, hit["y"] - 8)
    expect(page.locator(".ghost, .board.zoomed").first).to_be_attached()
