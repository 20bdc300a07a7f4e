"""Trades between three people in Ankh-Morpork: few clicks, clear terms, and a hand that keeps its place."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Shoot, Visitors
from .table import box, make, seat_link
from .test_access import audit
from .test_ankh import GAME, ask, card, held, log, play, press

COUNT = """() => {
    window.clicks = 0;
    const count = event => { if (event.isTrusted && event.target.closest('button')) window.clicks++; };
    addEventListener('click', count, true);
}"""


SOON = 15_000
"""Milliseconds: an offer is declined for a player after three seconds at most, on a machine that may be busy."""


def hand(page: Page) -> tuple[float, ...]:
    """Where the cards of the own hand are, in CSS pixels."""
    box = page.get_by_role("region", name="Hand").locator(".cards").bounding_box()
    assert box
    return box["x"], box["y"], box["width"]


def seated(visit: Visitors, **options: Any) -> tuple[Page, Page, Page]:
    """Three people at one table: one at a desktop, two at phones."""
    host = visit()
    tokens = make(host, "me", "friend", "friend", game=GAME, **options)
    pages = [host]
    for seat, name in ((1, "Zoé"), (2, "Bob")):
        page = visit(phone=True)
        page.goto(seat_link(host, tokens[seat]))
        page.get_by_role("textbox").fill(name)
        page.keyboard.press("Enter")
        page.wait_for_selector(".spot")
        pages.append(page)
    return pages[0], pages[1], pages[2]


def until_trade(host: Page, guest: Page, third: Page, seed: int) -> tuple[str, str]:
    """Play on until the host has a card to give for one that the guest has, and the third player has not."""

    def terms(page: Page, now: dict[str, Any]) -> list[tuple[str, str]]:
        if page is not host or "offer" not in now["plies"]:
            return []
        mine, theirs, others = held(host), held(guest), held(third)
        return [
            (give, want)
            for give, n in mine.items()
            for want, m in theirs.items()
            if n and m and give != want and not others.get(want)
        ]

    play([host, guest, third], random.Random(seed), lambda page, now: bool(terms(page, now)), builds=False)
    plies = host.locator("datalist option").evaluate_all("all => all.map(one => one.value)")
    return terms(host, {"plies": plies})[0]


def compose(host: Page, give: str, want: str) -> None:
    press(host, "Trade")
    card(host, give).click()
    back = host.get_by_role("button", name="Undo", exact=True)
    expect(back).to_have_attribute("aria-disabled", "false")
    place = box(back)
    ask(host, want).click()
    expect(host.locator(".status")).to_have_text(f"You give 1 {give} for 1 {want}.")
    propose = box(host.get_by_role("button", name="Propose", exact=True))
    middle = place["x"] + place["width"] / 2
    assert not propose["x"] <= middle <= propose["x"] + propose["width"]  # a second click on Undo proposes nothing


@pytest.mark.rule("ANKH-8.4", "ANKH-8.6")
@pytest.mark.long
@pytest.mark.thorough
def test_a_trade_takes_five_clicks_of_two_people(visit: Visitors, shoot: Shoot) -> None:
    """The third player cannot pay: the offer is declined for them, after a time as if by hand."""
    host, guest, third = seated(visit, counter=True, offers="unlimited")
    give, want = until_trade(host, guest, third, 3)
    mine, places = held(host), [hand(page) for page in (host, guest)]
    for page in (host, guest, third):
        page.evaluate(COUNT)
    compose(host, give, want)
    assert hand(host) == pytest.approx(places[0], abs=4)
    shoot(host, "trade-compose")
    audit(host)
    press(host, "Propose")
    expect(guest.locator(".status")).to_contain_text(f"offers you 1 {give} for 1 {want}")
    shoot(host, "trade-waiting")
    shoot(guest, "trade-answer")
    for page, place in zip((host, guest), places, strict=True):
        assert hand(page) == pytest.approx(place, abs=4)
    audit(guest)
    expect(host.locator(".status")).to_have_text("Your offer is made. Waiting for: Zoé.", timeout=SOON)
    press(guest, "Accept")
    expect(log(guest)).to_contain_text(re.compile(f"→ Zoé: 1 {give} for 1 {want}"))
    expect(card(host, want)).to_have_attribute("aria-label", f"{want}: {mine[want] + 1}")
    assert held(host) == {**mine, give: mine[give] - 1, want: mine[want] + 1}
    assert [page.evaluate("window.clicks") for page in (host, guest, third)] == [4, 1, 0]


@pytest.mark.rule("ANKH-8.7", "ANKH-8.8")
def test_a_counter_offer_changes_the_offer_and_has_its_own_accept(visit: Visitors, shoot: Shoot) -> None:
    host, guest, third = seated(visit, counter=True, offers="unlimited")
    give, want = until_trade(host, guest, third, 5)
    before = log(guest).inner_text()

    compose(host, give, want)
    host.get_by_role("button", name="Clear all").click()  # nothing has been proposed: nobody is told
    expect(host.locator(".status")).to_contain_text("Build, buy, play a card or end your turn.")
    expect(host.locator(".buttons").get_by_role("button", name="Trade")).to_be_visible()
    assert log(guest).inner_text() == before

    mine, theirs = held(host), held(guest)  # the cards of an offer leave the hand until it is made
    compose(host, give, want)
    press(host, "Propose")
    press(guest, "Counter-offer")
    expect(guest.locator(".status")).to_have_text(f"You give 1 {want} for 1 {give} instead.")
    guest.get_by_role("button", name=re.compile(f"^ask for {want}")).click()  # gives one less
    expect(guest.locator(".status")).to_have_text(f"You want 1 {give}. Now choose what you give.")
    card(guest, want).click()
    expect(guest.locator(".status")).to_have_text(f"You give 1 {want} for 1 {give} instead.")
    shoot(guest, "trade-counter")
    audit(guest)
    press(guest, "Propose")

    accept = host.get_by_role("button", name="Accept: Zoé gives you")
    expect(accept).to_be_visible(timeout=SOON)
    for side, good in (("You give Zoé", give), ("Zoé gives you", want)):
        cards = host.get_by_role("region", name=side, exact=True).get_by_role("img")
        expect(cards).to_have_count(1)
        expect(cards).to_have_attribute("aria-label", f"{good}: 1")
    shoot(host, "trade-pick")
    audit(host)
    for width, height in ((360, 640), (640, 360)):
        host.set_viewport_size({"width": width, "height": height})
        host.wait_for_timeout(100)
        sides = [host.get_by_role("region", name=side, exact=True) for side in ("You give Zoé", "Zoé gives you")]
        gives, gets = [box(side.get_by_role("img")) for side in sides]
        assert min(gives["width"], gets["width"]) >= 22
        assert gets["x"] + gets["width"] <= box(accept)["x"]
        assert abs(gives["y"] + gives["height"] - gets["y"] - gets["height"]) < 8  # two sides of one offer are a row
    accept.click()
    expect(card(guest, give)).to_have_attribute("aria-label", f"{give}: {theirs[give] + 1}")
    expect(card(host, want)).to_have_attribute("aria-label", f"{want}: {mine[want] + 1}")
    assert held(host) == {**mine, give: mine[give] - 1, want: mine[want] + 1}


@pytest.mark.rule("ANKH-8.6")
def test_all_offers_of_a_turn_are_declined_with_one_click(visit: Visitors) -> None:
    host, guest, third = seated(visit, counter=False, offers="unlimited")
    give, want = until_trade(host, guest, third, 7)
    for page in (host, guest):
        page.evaluate(COUNT)
    compose(host, give, want)
    press(host, "Propose")
    press(guest, "Decline all this turn")
    for _ in range(2):
        expect(host.locator(".buttons").get_by_role("button", name="Trade")).to_be_visible(timeout=SOON)
        compose(host, give, want)
        press(host, "Propose")
    expect(host.locator(".buttons").get_by_role("button", name="Trade")).to_be_visible(timeout=SOON)
    assert guest.evaluate("window.clicks") == 1
