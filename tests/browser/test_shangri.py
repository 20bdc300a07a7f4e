"""The Bridges of Shangri-La: whole games for three and four seats, what a journey comes to, spaces, keyboard, phone."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tablier.record import Record

from .conftest import Shoot, Visitors
from .table import MOVES, card, has_moves, make, moves, pieces, seat_link, send, spot
from .test_access import FORMS, audit

GAME = "shangri_la"
GHOST = ".ghost:not([data-piece^='strength'])"
"""A staged tile, not the shield of its village."""
JOURNEYS = {3: 19, 4: 22}
BRIDGES = {3: 20, 4: 23}
MASTERS = re.compile(r"^master:")

STATE = """() => {
    if (document.querySelector('dialog[open]')) return {over: true};
    const send = document.querySelector('button.send[aria-disabled=false]');
    const touchable = '.spot.target:not(.part) .hit, .card.target:not(.chosen)';
    const found = send ? [send] : [...document.querySelectorAll(touchable)];
    const points = found.map((one) => {
        const {x, y, width, height} = one.getBoundingClientRect();
        const spot = one.matches('.hit');
        return [x + width / 2, y + height * (spot ? 0.04 : 0.5), spot];
    });
    return {over: false, sends: !!send, points};
}"""


def village(page: Page, name: str) -> None:
    """Click on the rim of a village, where none of its spaces lies."""
    hit = spot(page, name).locator(".hit").bounding_box()
    assert hit
    page.mouse.click(hit["x"] + hit["width"] / 2, hit["y"] + hit["height"] * 0.03)


def space(page: Page, name: str) -> None:
    """Click on a guild's space in a village."""
    hit = spot(page, name).locator(".hit").bounding_box()
    assert hit
    page.mouse.click(hit["x"] + hit["width"] / 2, hit["y"] + hit["height"] / 2)


def tile(page: Page, guild: str) -> Locator:
    """A guild's tiles in the reserve of the seat to move."""
    return page.locator(".dock").get_by_role("button", name=re.compile(f"^{guild}"))


def play_by_mouse(page: Page, chance: random.Random) -> int:
    """Click what may be clicked, journeys above all, until the game is over. Gives the number of turns."""
    turns = waited = 0
    while not (now := page.evaluate(STATE))["over"]:
        points = now.get("points", [])
        if chance.random() < 0.7:
            points = [point for point in points if point[2]] or points
        waited = 0 if points else waited + 1
        assert waited < 1200, f"nothing can be touched, and the game is not over: {page.locator('aside').inner_text()}"
        if points:
            page.mouse.click(*chance.choice(points)[:2])
            turns += now["sends"]
        page.wait_for_timeout(25)
    return turns


def keys(page: Page) -> Locator:
    """The box in which moves are typed, opened if it is not yet."""
    button = page.get_by_role("button", name="Enter a move")
    if button.get_attribute("aria-expanded") == "false":
        button.click()
    return page.get_by_role("combobox", name="Enter a move")


def type_moves(page: Page, *turns: str) -> None:
    """Type turns in the game's notation and send each."""
    box = keys(page)
    for turn in turns:
        before = moves(page).count()
        box.fill(turn)
        box.press("Enter")
        send(page)
        has_moves(page, before + 1)


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [3, 4])
def test_a_whole_game_against_bots(visit: Visitors, shoot: Shoot, tmp_path: Path, seats: int) -> None:
    page = visit()
    page.goto("/")
    card(page, "Shangri-La").get_by_role("button", name="Play with friends").click()
    page.get_by_role("combobox", name="Players").select_option(str(seats))
    page.get_by_placeholder("Your name").fill("Ada")
    for seat in range(1, seats):
        page.get_by_label("Played by").nth(seat).select_option("bot")
        page.get_by_label("Level").nth(-1).select_option("1")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".card.target")
    assert len([id_ for id_ in pieces(page) if id_.startswith("bridge:")]) == BRIDGES[seats]
    shoot(page, f"shangri-start-{seats}")
    assert play_by_mouse(page, random.Random(seats)) >= 7
    dialog = page.get_by_role("dialog")
    shoot(page, f"shangri-end-{seats}")

    with page.expect_download() as download:
        dialog.get_by_role("link", name="Download the game").click()
    download.value.save_as(tmp_path / "record.json")
    record = Record.loads((tmp_path / "record.json").read_bytes())
    replayed = record.replay()
    outcome = replayed.outcome()
    assert outcome
    shown = [int(points.split()[0]) for points in dialog.locator("h3 b").all_inner_texts()]
    assert shown == sorted(outcome.scores, reverse=True)
    names = dialog.locator("h3 span").all_inner_texts()
    assert (names[0] == "Ada") == (outcome.winners[0] == 0)
    assert sum(">" in move.text for move in replayed.history) == JOURNEYS[seats]
    dialog.get_by_role("button", name="Close").click()
    left = pieces(page)
    assert len([id_ for id_ in left if id_.startswith("bridge:")]) == BRIDGES[seats] - JOURNEYS[seats]
    assert len([id_ for id_ in left if id_.startswith("stone:")]) == 11
    assert len([id_ for id_ in left if id_.startswith("master:")]) == sum(outcome.scores)


def test_four_at_one_table(visit: Visitors, shoot: Shoot) -> None:
    """A good piece of a game at one browser: the whole set-up, a master, students, journeys, a stone."""
    page = visit()
    make(page, "me", "me", "me", "me", game=GAME)
    guilds = ["healer", "dragon breeder", "fire keeper", "priest", "rainmaker", "astrologer", "yeti friend"]
    laid = set()
    # Each seat has villages of its own; the fourth seat touches the spaces themselves.
    homes = ["aabbccd", "eeffggc", "hhiijjk", "llmmkkg"]
    for turn in range(28):
        seat, number = turn % 4, turn // 4
        colour = ("red", "blue", "yellow", "lilac")[seat]
        expect(page.locator(f".card[data-seat={colour}]")).to_have_count(7)
        letter, home = "HDFPRAY"[number], homes[seat][number]
        if seat == 3:
            space(page, letter + home)
        else:
            tile(page, guilds[number]).click()
            village(page, home)
        send(page)
        laid.add(f"master:{colour}:{letter}{home}")
        has_moves(page, turn + 1)
    assert {id_ for id_ in pieces(page) if MASTERS.match(id_)} == laid
    expect(page.get_by_role("log", name=MOVES)).to_contain_text("Set-up complete. Player 1 goes first.")

    tile(page, "fire keeper").click()  # red: a third master in a
    village(page, "a")
    send(page)
    has_moves(page, 29)
    space(page, "Pf")  # blue recruits twice; Back takes the second back
    expect(page.get_by_role("status").filter(has_text="second student")).to_be_visible()
    space(page, "Rg")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(GHOST)).to_have_count(1)
    space(page, "Ag")
    send(page)
    has_moves(page, 30)
    assert {"student:blue:Pf", "student:blue:Ag"} <= pieces(page)
    type_moves(page, "*Hh *Dh", "*Hl *Dl", "*Ha *Da", "f>b", "h>k", "l>k")
    assert "master:blue:Pb" in pieces(page)  # from the stronger village, so red's priest is driven out
    assert "master:red:Pb" not in pieces(page)
    assert not {"bridge:b-f", "bridge:h-k", "bridge:k-l"} & pieces(page)
    shoot(page, "shangri-four")
    expect(page.get_by_role("log", name=MOVES)).to_contain_text("The bridge Belung – Foruk falls.")


TOLD = re.compile(
    r"(?P<a>\d+) \+ (?P<b>\d+)(?: = \d+, \w+ | against )(?P<c>\d+) \+ (?P<d>\d+)(?: = \d+)?\. (?P<verdict>[^.]+)\."
)


def counted(text: str) -> dict[str, Counter[str]]:
    """How many tiles of each colour are new masters, driven out and so on; with their students."""
    found: dict[str, Counter[str]] = {}
    for what, who in re.findall(r"(New masters|Back to students|Driven out|Back to the reserve): ([^.]+)\.", text):
        tiles = found.setdefault(what, Counter())
        for named in who.split(", "):
            number, colour = re.match(r"(?:(\d+) )?(\w+)", named.removeprefix("with ")).groups()  # type: ignore[union-attr]
            tiles["students" if colour == "student" else colour] += int(number or 1)
            tiles["students"] += named.endswith(" with a student")
    return {what: +tiles for what, tiles in found.items()}


def test_a_journey_comes_to_what_was_foreseen(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    make(page, "me", "me", "me", "me", game=GAME, sheet=True)
    page.wait_for_selector(".spot.target, .card.target")
    chance = random.Random(3)
    driven = returned = 0
    for turn in range(48):
        page.wait_for_selector("datalist option", state="attached")
        options = page.locator("datalist option").evaluate_all("all => all.map((one) => one.value)")
        journeys = [ply for ply in options if ">" in ply]
        if not journeys or (turn % 6 and len(options) > len(journeys)):
            recruits = [ply for ply in options if ply.startswith("*")]
            type_turn(page, chance.choice(recruits or [ply for ply in options if ">" not in ply]), chance)
            continue
        origin, goal = chance.choice(journeys).split(">")
        before = pieces(page)
        village(page, origin)
        village(page, goal)
        expect(page.locator("button.send")).to_have_attribute("aria-disabled", "false")
        foreseen, shown = page.locator(".prompt .status").inner_text(), pieces(page)
        assert before - shown >= {f"bridge:{'-'.join(sorted((origin, goal)))}"}
        count = moves(page).count()
        send(page)
        has_moves(page, count + 1)
        assert pieces(page) == shown
        told = moves(page).last.inner_text().replace("\n", " ")
        said, happened = TOLD.search(foreseen), TOLD.search(told)
        assert said, foreseen
        assert happened, told
        assert said.groupdict() == happened.groupdict()
        plan, story = counted(foreseen), counted(told)
        assert plan == story
        driven += "Driven out" in story
        returned += "Back to the reserve" in story
        if driven and returned:
            break
    shoot(page, "shangri-middle")
    assert driven
    assert returned


def type_turn(page: Page, ply: str, chance: random.Random) -> None:
    """Type a ply, and a second student if one is due; send."""
    box = keys(page)
    count = moves(page).count()
    box.fill(ply)
    box.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('.send[aria-disabled=false]') || document.querySelector('.ghost') && "
        "document.querySelector('datalist option')"
    )
    if page.locator("button.send").get_attribute("aria-disabled") == "true":
        seconds = page.locator("datalist option").evaluate_all("all => all.map((one) => one.value)")
        box.fill(chance.choice(seconds))
        box.press("Enter")
    send(page)
    has_moves(page, count + 1)


def test_a_turn_with_the_keyboard_alone_and_what_is_heard(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", "me", game=GAME, sheet=True)
    expect(spot(page, "e")).to_have_attribute(
        "aria-label", re.compile(r"^Eshala \(e\), 2 masters, no student: red priest, blue")
    )
    expect(spot(page, "Pe")).to_have_attribute("aria-label", "priest, Eshala (e), red priest, playable")
    expect(spot(page, "He")).to_have_attribute("aria-label", "healer, Eshala (e), empty, playable")
    expect(spot(page, "a-e")).to_have_attribute("aria-label", re.compile("bridge intact"))
    expect(tile(page, "priest")).to_have_attribute("aria-label", "priest, 5 in reserve")
    tabs(page, ".card")
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("priest")
    page.keyboard.press("Enter")
    tabs(page, ".spot", back=True)
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.ariaLabel").endswith("playable")
    page.keyboard.press("Enter")
    expect(page.locator(GHOST)).to_have_count(1)
    if page.locator("button.send").get_attribute("aria-disabled") == "true":  # a student, and a second one is due
        page.keyboard.press("Escape")
        expect(page.locator(GHOST)).to_have_count(0)
    else:
        page.keyboard.press("s")
        has_moves(page, 1)
        expect(page.get_by_role("log", name=MOVES)).to_contain_text("Player 1 places a master: priest in")


def tabs(page: Page, selector: str, *, back: bool = False) -> None:
    """Press Tab until something of this kind has the focus."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"the focus never reaches {selector}")


def test_a_turn_being_composed_survives_that_somebody_leaves(visit: Visitors, shoot: Shoot) -> None:
    ada, zoe = visit(), visit()
    token = make(ada, "me", "friend", "me", game=GAME)[1]
    zoe.goto(seat_link(ada, token))
    zoe.get_by_label("Your name").fill("Zoe")
    zoe.get_by_role("button", name="Join").click()
    zoe.wait_for_selector(".spot")
    tile(ada, "healer").click()
    village(ada, "e")
    expect(ada.locator(".ghost[data-piece='master:red:He']")).to_be_attached()
    zoe.get_by_role("button", name="Resign").click()
    expect(zoe.get_by_role("dialog")).to_contain_text("The computer takes over your seat")
    shoot(zoe, "shangri-leave")
    zoe.get_by_role("dialog").get_by_role("button", name="Resign").click()
    has_moves(ada, 1)
    expect(moves(ada).last).to_contain_text("Zoe resigns. The computer (level 2) takes over.")
    expect(ada.get_by_text("computer, level 2")).to_be_visible()
    expect(ada.locator(".ghost[data-piece='master:red:He']")).to_be_attached()
    send(ada)
    has_moves(ada, 3)  # and the computer has placed its first tile
    assert "master:red:He" in pieces(ada)
    expect(zoe.get_by_role("button", name="Resign", exact=True)).to_have_count(0)
    assert pieces(zoe) == pieces(ada)


@pytest.mark.parametrize(("phone", "dark"), FORMS)
def test_axe_finds_nothing(visit: Visitors, shoot: Shoot, dark: bool, phone: bool) -> None:
    page = visit(dark=dark, phone=phone, lang="fr-FR" if dark else "en-GB")
    make(page, "me", "me", "me", "me", game=GAME, sheet=True)
    page.wait_for_selector(".card.target")
    audit(page)
    shoot(page, f"shangri-{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}")


def test_a_first_game_begins_at_the_printed_start_with_an_introduction(visit: Visitors) -> None:
    page = visit(phone=True)
    page.goto("/")
    card(page, "Shangri-La").get_by_role("button", name="Play the computer").tap()
    page.wait_for_selector("[data-piece^='master:']")
    assert sum(bool(MASTERS.match(piece)) for piece in pieces(page)) > 10
    assert page.locator(".board").evaluate("board => board.clientWidth") >= 350  # nearly all of a phone's width
    page.get_by_role("tab", name="Moves").tap()
    expect(page.locator(".brief")).to_contain_text("Each of your masters in the villages is worth a point")


def test_a_phone_never_scrolls_and_zooms_to_a_space(visit: Visitors, shoot: Shoot) -> None:
    page = visit(phone=True, lang="fr-FR")
    make(page, "me", "me", "me", game=GAME)
    sizes = "[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth, innerWidth]"
    assert page.evaluate(sizes) == [640, 640, 360, 360]
    page.locator(".card").first.tap()
    hit = spot(page, "e").locator(".hit").bounding_box()
    assert hit
    page.touchscreen.tap(hit["x"] + hit["width"] / 2, hit["y"] + hit["height"] / 2)
    expect(page.locator(GHOST)).to_have_count(1)
    page.locator("button.send").tap()
    has_moves(page, 1)
    # a space takes two taps: the first zooms
    hit = spot(page, "De").locator(".hit").bounding_box()
    assert hit
    page.touchscreen.tap(hit["x"] + hit["width"] / 2, hit["y"] + hit["height"] / 2)
    expect(page.locator(".board.zoomed")).to_be_attached()
    page.wait_for_timeout(300)
    hit = spot(page, "De").locator(".hit").bounding_box()
    assert hit
    page.touchscreen.tap(hit["x"] + hit["width"] / 2, hit["y"] + hit["height"] / 2)
    expect(page.locator(".ghost[data-piece='master:blue:De']")).to_be_attached()
    assert page.evaluate(sizes) == [640, 640, 360, 360]
