"""Playing: against a bot to the end, between friends, alone at both seats."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablier.record import Record

from .conftest import Shoot, Visitors
from .table import card, has_moves, lay, make, moves, pieces, play_out, scores_and_stories, seat_link, spot, touch


def test_one_click_starts_a_game_against_a_bot(visit: Visitors, shoot: Shoot) -> None:
    page, asked = visit(), list[str]()
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/games") else None)
    page.goto("/")
    shoot(page, "home")
    card(page).get_by_role("button", name="Play the computer").click()
    expect(page.locator(".spot.target")).to_have_count(100)
    expect(page.get_by_role("status").filter(has_text="place two light tiles")).to_be_visible()
    lay(page, "d4", "g7")
    has_moves(page, 2)
    expect(page.locator(".seats .name")).to_have_text([re.compile("^You"), "Fisherman"])
    expect(moves(page).first).to_contain_text("You place")
    assert len(asked) == 1


def test_a_whole_game_against_a_bot(visit: Visitors, shoot: Shoot, tmp_path: Path) -> None:
    page = visit()
    page.goto("/")
    card(page).get_by_role("button", name="Play with friends").click()
    page.get_by_role("combobox", name="Board").select_option("8")
    page.get_by_placeholder("Your name").fill("Ada")
    page.get_by_label("Played by").nth(1).select_option("bot")
    page.get_by_label("Level").nth(-1).select_option("1")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".spot.target")
    assert play_out(page, random.Random(7)) > 5

    dialog = page.get_by_role("dialog")
    shoot(page, "end")
    shown = {
        heading.locator("span").inner_text(): int(heading.locator("b").inner_text().split()[0])
        for heading in dialog.locator("h3").all()
    }
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Download the game").click()
    download.value.save_as(tmp_path / "record.json")
    outcome = Record.loads((tmp_path / "record.json").read_bytes()).replay().outcome()
    assert outcome
    assert shown == dict(zip(("Ada", "Tourist"), outcome.scores, strict=True))
    verb = "won" if outcome.winners == (0,) else "lost"
    best, other = sorted(outcome.scores, reverse=True)
    headline = f"You {verb} {best} to {other}" if best > other else re.compile("You win|You lost|Shared")
    expect(dialog.get_by_role("heading", name=headline)).to_be_visible()
    assert sorted(scores_and_stories(dialog)) == [(other, other), (best, best)]
    board, panel = page.locator(".board").bounding_box(), dialog.bounding_box()
    assert board
    assert panel
    assert board["x"] + board["width"] <= panel["x"]  # the last position stays in sight

    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("tab", name="Score").click()
    shoot(page, "end-score")
    page.get_by_role("button", name="Show the result").click()
    dialog.get_by_role("button", name="Rematch").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("link", name="Full rules")).to_be_visible()  # before the first moves


def test_two_friends_by_link(visit: Visitors, shoot: Shoot) -> None:
    ada, zoe, third = visit(), visit(lang="fr-FR"), visit()
    token = make(ada, "me", "friend")[1]
    expect(ada.get_by_text("waiting for a player")).to_be_visible()
    ada.reload()  # the link belongs to the page from which the table was made; here it was made without one
    link = seat_link(ada, token)

    zoe.goto(link)
    zoe.get_by_label("Votre nom").fill("Zoé")
    shoot(zoe, "invited")
    zoe.get_by_role("button", name="Rejoindre").click()
    zoe.wait_for_selector(".spot")
    assert "#" not in zoe.url
    expect(ada.get_by_text("Zoé")).to_be_visible()
    expect(ada.get_by_text("online")).to_be_visible()

    expect(zoe.locator(".spot.target")).to_have_count(0)
    lay(ada, "d4", "e4")
    has_moves(zoe, 1)
    expect(zoe.get_by_role("button", name="Prendre les claires")).to_be_visible()
    lay(zoe, "a1", "h8")
    has_moves(ada, 2)
    assert pieces(ada) == pieces(zoe)
    expect(moves(ada).nth(1)).to_contain_text("Zoé places")
    expect(moves(zoe).nth(1)).to_contain_text("Zoé pose")

    visit.expected = ["403"]
    third.goto(link)
    expect(third.get_by_text("This link is not valid, or the seat is taken.")).to_be_visible()
    expect(third.locator(".spot.target")).to_have_count(0)
    zoe.close()
    expect(ada.get_by_text("offline")).to_be_visible()


def test_a_friends_link_is_shown_where_the_table_was_made(visit: Visitors) -> None:
    page = visit()
    page.goto("/")
    card(page).get_by_role("button", name="Play with friends").click()
    page.get_by_role("button", name="Start the game").click()
    field = page.get_by_label("Invite your opponent")
    expect(field).to_be_visible()
    assert re.fullmatch(re.escape(page.url.replace("/t/", "/join/")) + r"/[\w-]{32,}", field.input_value())
    page.reload()
    expect(field).to_be_visible()


def test_a_turn_is_composed_and_taken_back(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    back = page.get_by_role("button", name="Undo", exact=True)
    touch(page, "c3")
    expect(page.locator(".ghost[data-piece='tile:c3']")).to_be_attached()
    expect(page.get_by_text("Place the second light tile.")).to_be_visible()
    touch(page, "c3")  # the chosen place again
    expect(page.locator("[data-piece]")).to_have_count(0)
    touch(page, "c3", "d3")
    expect(page.locator(".ghost[data-piece='tile:d3']")).to_be_attached()
    back.click()
    expect(page.locator("[data-piece]")).to_have_count(1)
    back.click()
    expect(back).to_have_attribute("aria-disabled", "true")
    has_moves(page, 0)


def test_a_bridge_is_a_path_of_two_touches(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", board=8)
    lay(page, "c3", "e3")
    lay(page, "a8", "h8")
    touch(page, "c3")
    expect(page.get_by_text("A bridge from c3")).to_be_visible()
    expect(spot(page, "e3")).to_have_class(re.compile("target"))
    touch(page, "f6")  # another first target: start again from there
    expect(page.locator(".ghost[data-piece='tile:f6']")).to_be_attached()
    page.keyboard.press("Escape")
    lay(page, "e3", "c3")
    expect(page.locator("[data-piece='bridge:c3-e3']")).to_be_attached()
    expect(moves(page).last).to_contain_text("bridge from c3 to e3")


def test_giving_up_asks_first_and_a_rematch_changes_seats(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "bot")
    table = page.url
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Cancel").click()
    has_moves(page, 0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog").get_by_text("resigned")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != table)
    expect(moves(page).first).to_contain_text("Tourist places")
    rematch = page.url
    title = page.get_by_role("heading", name="Ponte del Diavolo")
    expect(title).to_be_focused()  # the button that had the focus is gone
    page.keyboard.press("n")
    expect(page.locator(".spot.target:focus")).to_have_count(1)
    page.go_back()
    page.get_by_role("dialog").get_by_role("link", name="Go to the rematch").click()
    expect(page).to_have_url(rematch)
    expect(title).to_be_focused()
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_each_player_of_a_screen_may_resign(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", "me", game="on_top")
    for seat, name in enumerate(("Ada", "Bea", "Cleo")):
        page.locator(".seat").nth(seat).locator("button.name").click()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"{name}: change name")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_label("Player").select_option("Bea")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Bea resigns")).to_be_visible()


def test_the_level_is_remembered(visit: Visitors) -> None:
    page = visit()
    page.goto("/")
    level = card(page).get_by_label("Level")
    expect(level).to_have_value("2")
    level.select_option("4")
    page.reload()
    expect(level).to_have_value("4")
    expect(card(page, "On Top").get_by_label("Level")).to_have_value("2")
    card(page).get_by_role("button", name="Play with friends").click()
    page.get_by_role("dialog").get_by_role("combobox", name="Played by").nth(1).select_option("bot")
    expect(page.get_by_role("dialog").get_by_role("combobox", name="Level")).to_have_value("4")


@pytest.mark.parametrize("stray", [".", ")", "/", "%C2%BB"])
def test_an_address_may_end_with_punctuation(visit: Visitors, stray: str) -> None:
    ada, zoe = visit(), visit()
    zoe.goto(seat_link(ada, make(ada, "me", "friend")[1]) + stray)
    zoe.get_by_role("textbox").fill("Zoe")
    zoe.keyboard.press("Enter")
    zoe.wait_for_selector(".spot")
    zoe.goto(ada.url + stray)
    zoe.wait_for_selector(".spot")


def test_there_is_no_such_table(visit: Visitors) -> None:
    page = visit()
    page.goto("/t/nowhere")
    expect(page.get_by_role("heading", name="Table not found")).to_be_visible()
    page.get_by_role("link", name="All games").last.click()
    expect(page.get_by_role("heading", name="Ponte del Diavolo")).to_be_visible()


def test_the_set_up_dialog_shows_why_no_table_was_made(visit: Visitors) -> None:
    page = visit()
    page.goto("/")
    card(page).get_by_role("button", name="Play with friends").click()
    refusal = {"code": "busy", "say": {"k": "problem-busy"}}
    page.route("**/api/tables", lambda route: route.fulfill(status=503, json=refusal))
    visit.expected = ["503"]
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("too many games")
    page.unroute("**/api/tables")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".spot")
