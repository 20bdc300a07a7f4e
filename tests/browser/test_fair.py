"""Clocks, taking back, seats that are left, and chance that can be checked, as two browsers see them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tablier.record import Record

from .conftest import Shoot, Visitors
from .table import lay, make, moves, pieces, send
from .test_access import audit


def join(page: Page, table: str, token: str, name: str = "Zoé") -> None:
    page.goto(f"{table.replace('/t/', '/join/')}/{token}")
    page.get_by_label(re.compile("name|nom", re.I)).fill(name)
    page.get_by_role("button", name=re.compile("Join|Rejoindre")).click()
    page.wait_for_selector(".spot")


def seated(visit: Visitors) -> tuple[Page, Page]:
    host, guest = visit(), visit(lang="fr-FR")
    tokens = make(host, "me", "friend")
    join(guest, host.url, tokens[1])
    return host, guest


def test_taking_back_by_consent(visit: Visitors, shoot: Shoot) -> None:
    host, guest = seated(visit)
    lay(host, "d4", "e4")
    expect(guest.locator("[data-piece]")).to_have_count(3)  # two tiles, and what joins them
    host.get_by_role("button", name="Ask to take back", exact=True).click()
    expect(host.get_by_text("Waiting for an answer")).to_be_visible()
    expect(guest.get_by_text("demande à reprendre un coup.").last).to_be_visible()
    shoot(guest, "take-back-asked")
    audit(guest)
    guest.get_by_role("button", name="Refuser").click()
    expect(host.get_by_text("Waiting for an answer")).to_have_count(0)
    expect(guest.get_by_role("button", name="Refuser")).to_have_count(0)
    assert len(pieces(host)) == 3
    host.get_by_role("button", name="Ask to take back", exact=True).click()
    expect(host.get_by_text("Waiting for an answer")).to_be_visible()
    guest.get_by_role("button", name="Accepter", exact=True).click()
    expect(host.locator("[data-piece]")).to_have_count(0)
    expect(guest.locator("[data-piece]")).to_have_count(0)
    lay(host, "d5", "e5")
    expect(guest.locator("[data-piece]")).to_have_count(3)  # two tiles, and what joins them


def test_who_plays_alone_takes_back_at_once(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me")
    lay(page, "d4", "e4")
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(page.locator("[data-piece]")).to_have_count(0)
    lay(page, "d5", "e5")
    expect(moves(page).locator(".number")).to_have_text(["", "", "1"])
    expect(moves(page).first).to_contain_text(re.compile("Taken back:\\s*Player 1 places d4 and e4."))
    expect(moves(page).first).to_have_class(re.compile("gone"))


def test_a_double_click_takes_back_once(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "bot")
    lay(page, "d4", "e4")
    page.wait_for_selector(".spot.target")
    before = pieces(page)
    for _ in range(2):
        page.locator(".spot.target").last.click()
    send(page)
    page.wait_for_selector(".spot.target")
    page.get_by_role("button", name="Take back", exact=True).dblclick(delay=150)
    expect(page.locator("[data-piece]")).to_have_count(len(before))
    page.wait_for_timeout(500)
    assert pieces(page) == before


def test_clocks_are_chosen_and_tick(visit: Visitors, shoot: Shoot) -> None:
    page = visit(phone=True)
    page.goto("/")
    page.locator("article").filter(has_text="Ponte").get_by_role("button", name="Play with friends…").click()
    page.get_by_label("Time control").select_option(label="Fast: 5 min + 10 s per turn")
    expect(page.get_by_text("Run out of time and you lose.")).to_be_visible()
    page.get_by_label("Time control").select_option(label="3 days per turn")
    expect(page.get_by_text("Run out of time and the computer plays for you")).to_be_visible()
    shoot(page, "setup-clock-phone")
    page.get_by_label("Time control").select_option(label="Fast: 5 min + 10 s per turn")
    page.get_by_label("Played by").nth(1).select_option(label="Another player here")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".spot.target")
    first, second = page.get_by_role("timer").nth(0), page.get_by_role("timer").nth(1)
    expect(first).to_have_text(re.compile("5:0[0-8]"))
    expect(second).to_have_text("5:10")
    page.wait_for_timeout(1500)
    expect(second).to_have_text("5:10")
    shoot(page, "clock-phone")
    lay(page, "d4", "e4")
    expect(second).not_to_have_text("5:10")
    expect(page.get_by_text("the clocks start").first).to_be_attached()
    audit(page)


def test_a_seat_left_to_the_computer_is_given_back(visit: Visitors, shoot: Shoot) -> None:
    host, guest = visit(), visit()
    tokens = make(host, "me", "friend")
    lay(host, "d4", "e4")
    host.get_by_role("button", name="Free seat: let the computer play").click()
    expect(host.get_by_text("takes over.").first).to_be_attached()
    expect(host.locator(".prompt.mine")).to_be_visible()  # it has played
    join(guest, host.url, tokens[1])
    expect(guest.get_by_text("The computer is playing for you.")).to_be_visible()
    shoot(guest, "seat-lost")
    guest.get_by_role("button", name="Take my seat back").click()
    expect(guest.get_by_text("The computer is playing for you.")).to_have_count(0)
    expect(host.locator(".seats").get_by_text("Zoé")).to_be_visible()


def test_it_is_shown_when_the_computer_may_take_a_seat(visit: Visitors, shoot: Shoot) -> None:
    host, guest = visit(lang="fr-FR", phone=True), visit()
    host.clock.install()
    tokens = make(host, "me", "friend")
    join(guest, host.url, tokens[1])
    lay(host, "d4", "e4")
    guest.context.close()
    vote = host.get_by_role("button", name="Zoé n’est plus là : laisser jouer l’ordinateur")
    expect(vote).to_have_attribute("aria-disabled", "true")
    expect(vote).to_contain_text(re.compile(r"\(dans (0:[0-5]\d|1:00)\)"))
    shoot(host, "vote-early-phone-fr")
    audit(host)
    vote.click(force=True)
    expect(host.get_by_text(re.compile(r"Patientez encore [1-6]?\d s"))).to_be_visible()
    host.clock.fast_forward(61_000)
    expect(vote).to_have_attribute("aria-disabled", "false")
    expect(vote).not_to_contain_text("dans")


def test_chance_can_be_checked(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    make(page, "me", "me", game="on_top")
    page.wait_for_selector(".spot.target")
    page.get_by_role("button", name="Provably fair draws").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("revealed at the end")).to_be_visible()
    expect(dialog.locator("code")).to_have_count(3)  # the commitment, and a number of each seat
    commitment = dialog.locator("code").first.inner_text()
    shoot(page, "fair")
    audit(page)
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Provably fair draws").click()
    expect(dialog.locator("code")).to_have_count(4)
    assert dialog.locator("code").first.inner_text() == commitment
    text = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}/record").text()
    assert Record.loads(text).verify() >= 1
