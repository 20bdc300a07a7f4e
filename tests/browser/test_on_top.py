"""On Top in a browser: whole games with real clicks, tiles that turn, keyboard and phone."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tablier.record import Record

from .conftest import Shoot, Visitors
from .table import make, moves, scores_and_stories, send, spot
from .test_access import FORMS, audit

GAME = "on_top"


def begin(page: Page, *kinds: str, **options: Any) -> None:
    make(page, *kinds, game=GAME, **options)
    page.wait_for_selector(".spot.target")


def places(page: Page) -> list[str]:
    """What may be touched now."""
    found: list[str] = page.locator(".spot.target").evaluate_all("spots => spots.map(spot => spot.dataset.spot)")
    return found


def ghost(page: Page) -> Locator:
    """The tile that is being laid."""
    return page.locator(".ghost[data-piece^='tile:']")


def turned(page: Page) -> float:
    """How the tile that is being laid lies, in degrees."""
    found = re.search(r"rotate\((-?[\d.]+)deg\)", ghost(page).get_attribute("style") or "")
    assert found
    return float(found[1])


def lay(page: Page, chance: random.Random) -> None:
    """Click a place, perhaps click the tile again to turn it, see what that would do, and send."""
    place = chance.choice(places(page))
    spot(page, place).click()
    if not ghost(page).count():  # circles are to be put in order, too
        expect(ghost(page).or_(page.locator(".spot.target")).first).to_be_attached()
    if place.count("-") and chance.random() < 0.5:
        before = turned(page)
        spot(page, place).click()
        expect(page.locator(f".ghost[data-piece='tile:{place}'][style*='rotate({before:g}deg)']")).to_have_count(0)
    while places(page):
        spot(page, places(page)[0]).click()
        page.wait_for_timeout(60)
    expect(page.locator(".prompt .status")).not_to_be_empty()
    send(page)


def tap(page: Page, place: str) -> None:
    """Touch a place with a finger; where places are close to each other the first touch comes nearer."""
    spot(page, place).tap()
    if page.locator(".board.zoomed").count():
        page.wait_for_timeout(300)
        spot(page, place).tap()
        expect(page.locator(".board.zoomed")).to_have_count(0)


def play_out(page: Page, chance: random.Random) -> int:
    """Play to the end; gives the number of turns."""
    turns = 0
    while True:
        page.wait_for_selector(".spot.target, dialog[open]")
        if page.locator("dialog[open]").count():
            return turns
        lay(page, chance)
        turns += 1


@pytest.mark.parametrize(
    ("kinds", "options", "neutral"),
    [
        pytest.param(("me", "bot"), {}, ["red", "white"], marks=pytest.mark.thorough),
        (("me", "bot", "bot"), {"board": "H66"}, ["white"]),
        pytest.param(("me", "bot", "bot", "bot"), {"board": "Z70"}, [], marks=pytest.mark.thorough),
        (("me", "bot", "me", "bot"), {"teams": True}, []),
    ],
    ids=["two", "three", "four", "teams"],
)
def test_whole_games(
    visit: Visitors,
    shoot: Shoot,
    tmp_path: Path,
    kinds: tuple[str, ...],
    options: dict[str, str | bool],
    neutral: list[str],
) -> None:
    page = visit(lang="fr-FR" if len(kinds) == 3 else "en-GB")
    begin(page, *kinds, **options)
    plates = page.locator("[data-piece^='plate:']").evaluate_all(
        "found => found.map(one => one.dataset.piece.slice(6))"
    )
    assert plates == (["blue", "yellow", "red", "white"] if options.get("teams") else neutral)
    assert play_out(page, random.Random(len(kinds))) >= 5
    dialog = page.get_by_role("dialog")
    name = f"on-top-{'teams' if options.get('teams') else len(kinds)}"
    shoot(page, f"{name}-end")
    told = scores_and_stories(dialog)
    assert all(score == parts for score, parts in told)
    shown = [score for score, _ in told]
    with page.expect_download() as download:
        dialog.get_by_role("link", name=re.compile("Download|Télécharger")).click()
    download.value.save_as(tmp_path / "record.json")
    record = Record.loads((tmp_path / "record.json").read_bytes())
    outcome = record.replay().outcome()
    assert outcome
    assert sorted(shown) == sorted(outcome.scores)
    if options.get("teams"):
        assert outcome.ranks[0] == outcome.ranks[2]
    dialog.get_by_role("button", name=re.compile("Close|Fermer")).click()
    shoot(page, name)


def test_a_tile_is_turned_moved_and_taken_back(visit: Visitors) -> None:
    page = visit()
    begin(page, "me", "me", "me", "me")
    first, second, *_ = places(page)
    spot(page, first).click()
    start = turned(page)
    expect(page.locator("[data-piece='drawn']")).to_have_count(0)
    spot(page, first).click()
    expect(ghost(page)).to_have_attribute(
        "style", re.compile(rf"rotate\({(start + 180):g}deg\)|rotate\({(start - 180):g}deg\)")
    )
    page.get_by_role("button", name="Rotate").click()
    expect(ghost(page)).to_have_attribute("style", re.compile(rf"rotate\({start:g}deg\)"))
    spot(page, second).click()
    expect(ghost(page)).to_have_count(1)  # the new one is there before the old one goes
    expect(ghost(page)).to_have_attribute("data-piece", f"tile:{second}")
    expect(ghost(page)).to_have_count(1)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(ghost(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Rotate")).to_have_count(0)
    assert places(page)[:2] == [first, second]


def test_a_place_that_is_not_possible_is_explained(visit: Visitors) -> None:
    page = visit()
    begin(page, "me", "me")
    spot(page, "a1-a2").click(force=True)
    expect(page.locator(".reason p")).to_contain_text("side")
    expect(page.locator(".reason a")).to_contain_text("TOP-3.5")


def test_what_is_left_in_the_bag_is_known(visit: Visitors) -> None:
    page = visit()
    begin(page, "me", "me")
    bag = page.get_by_role("region", name="In the bag")
    assert sum(int(text) for text in bag.locator("b").all_inner_texts()) == 33
    expect(moves(page).last).to_contain_text("Player 1 draws")
    expect(bag.get_by_role("img")).to_have_count(12)
    expect(page.get_by_role("region", name="Drawn tile").get_by_role("img")).to_have_accessible_name(
        re.compile("obtuse corners")
    )
    spot(page, places(page)[0]).click()
    send(page)
    page.wait_for_selector(".spot.target")
    assert sum(int(text) for text in bag.locator("b").all_inner_texts()) == 32
    expect(moves(page).last).to_contain_text("draws")


def test_a_turn_with_the_keyboard_alone(visit: Visitors) -> None:
    page = visit()
    begin(page, "me", "me")
    page.locator(".spot[tabindex='0']").focus()
    page.keyboard.press("n")
    at = page.evaluate("document.activeElement.dataset.spot")
    assert at in places(page)
    expect(spot(page, at)).to_have_accessible_name(re.compile("^place .*playable$"))
    page.keyboard.press("Enter")
    expect(spot(page, at)).to_have_accessible_name(re.compile("tile: .* at .*chosen"))
    start = turned(page)
    page.keyboard.press("r")
    expect(ghost(page)).not_to_have_attribute("style", re.compile(rf"rotate\({start:g}deg\)"))
    page.keyboard.press("s")
    expect(moves(page)).to_have_count(2)  # the first tile came before
    # The place is no longer one to stand on: the focus has gone to the nearest one that is.
    expect(page.locator("[data-spot]:focus")).to_have_count(1)
    assert page.evaluate("document.activeElement.dataset.spot") != at
    page.wait_for_selector(".spot.target")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.dataset.spot") in places(page)


@pytest.mark.parametrize("height", [640, 844])
def test_on_a_phone_the_board_keeps_its_place_while_a_turn_is_composed(
    visit: Visitors, shoot: Shoot, height: int
) -> None:
    page = visit(phone=True)
    page.set_viewport_size({"width": 390, "height": height})
    begin(page, "me", "me", "me")
    board = page.locator(".board")
    before = board.bounding_box()
    at = places(page)[0]
    tap(page, at)
    expect(ghost(page)).to_be_attached()
    assert board.bounding_box() == before
    start = turned(page)
    tap(page, at)
    expect(ghost(page)).not_to_have_attribute("style", re.compile(rf"rotate\({start:g}deg\)"))
    assert board.bounding_box() == before
    shoot(page, f"on-top-phone-{height}")
    assert page.evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
    )


@pytest.mark.parametrize(("phone", "dark"), FORMS)
def test_axe_finds_nothing(visit: Visitors, dark: bool, phone: bool) -> None:
    page = visit(dark=dark, phone=phone)
    begin(page, "me", "me", "me")
    audit(page)
    place = places(page)[0]
    if phone:
        tap(page, place)
    else:
        spot(page, place).click()
    expect(ghost(page)).to_be_attached()
    audit(page)
    page.get_by_role("tab", name="Score").click()
    audit(page)
