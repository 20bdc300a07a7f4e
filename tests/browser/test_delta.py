"""Delta in a browser: programmes composed at the same time, reveals that are told, hand-over, whole games."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

import tablier
from tablier import bots
from tablier.games.delta.board import DATA
from tablier.server.domain.choices import choices

from .conftest import PATIENCE, Server, Shoot, Visitors
from .table import MOVES, box, make, moves, seat_link, spot, watch_link
from .test_access import FORMS, audit

GAME = "delta"
CARDS = ("stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump")


def card(page: Page, name: str) -> Locator:
    """A card of the hand by its name in the notation."""
    return page.get_by_role("region", name=re.compile("Hand|Main")).locator("button").nth(CARDS.index(name))


def place(page: Page, n: int) -> Locator:
    return page.locator(".slots .place").nth(n - 1)


def programme(page: Page) -> list[str]:
    """What lies in the places, as it is read aloud."""
    found = page.locator(".slots .place").evaluate_all("all => all.map(one => one.ariaLabel)")
    return [str(name) for name in found]


def performed(page: Page, seat: int) -> Locator:
    """The cards of a seat on the board of programmes."""
    return page.locator(".programme").nth(seat).get_by_role("img")


def compose(page: Page, *names: str) -> None:
    for n, name in enumerate(names, 1):
        card(page, name).click()
        expect(place(page, n)).to_have_attribute("aria-label", re.compile(rf"{n}\s?:"))


def lock(page: Page) -> None:
    button = page.locator("button.send")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    expect(page.locator("button.send[aria-disabled=false]")).to_have_count(0)  # none at all when the game is over


STEP = """choose => {
    const dialog = document.querySelector('dialog[open]');
    if (dialog) {
        if (!dialog.matches('.handover')) return 'over';
        dialog.querySelector('button').click();
        return 'handed';
    }
    const send = document.querySelector('button.send[aria-disabled=false]');
    if (send) { send.click(); return 'sent'; }
    const touchable = [...document.querySelectorAll('.spot.target, .dock .card.target:not(.chosen)')];
    touchable[Math.floor(choose * touchable.length)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    return touchable.length ? 'touched' : 'waiting';
}"""


def play(pages: list[Page], chance: random.Random, until: Callable[[], bool], seconds: int = 240) -> None:
    """Touch whatever may be touched on all these pages in turn."""
    for _ in range(seconds * 20 // len(pages)):
        done = [page.evaluate(STEP, chance.random()) for page in pages]
        if until() or "over" in done:
            return
        pages[0].wait_for_timeout(50)
    raise AssertionError(f"not finished: {[page.locator('aside').inner_text() for page in pages]}")


def sit_down(page: Page, table: Page, token: str, name: str) -> None:
    """Follow an invitation to the table of another page."""
    page.goto(seat_link(table, token))
    page.get_by_role("textbox").fill(name)
    page.keyboard.press("Enter")


def stage(page: Page, move: str) -> None:
    """Compose a ply of the performance in writing, once one may."""
    page.wait_for_selector(".spot.target, .card.target")
    box = page.get_by_role("combobox", name=re.compile("Enter a move|Saisir un coup"))
    shut = page.locator("button.keys[aria-expanded=false]")
    if shut.is_visible():  # on low screens it is behind a button
        shut.click()
    box.fill(move)
    box.press("Enter")


def perform(pages: list[Page], position: tablier.Position, players: list[bots.Bot]) -> None:
    """Play a submission of the seat to move, as a bot would, in its own browser."""
    [seat] = position.movers
    start, plies = position.view(seat), list[str]()
    while not plies or not choices(start, seat, plies).complete:
        move = players[seat].plays(position, seat)[0]
        stage(pages[seat], move.text)
        position.push(move)
        plies.append(move.text)
    lock(pages[seat])


def test_a_programme_is_composed_rearranged_and_locked(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    make(page, "me", "bot", "bot", "bot", game=GAME)
    compose(page, "stone2", "plank1")
    expect(page.locator(".dock .card.chosen")).to_have_count(2)
    card(page, "move1").drag_to(place(page, 1))
    expect(place(page, 1)).to_have_attribute("aria-label", "Slot 1: Walk 1 plank")
    assert programme(page)[:3] == ["Slot 1: Walk 1 plank", "Slot 2: Place 2 stones", "Slot 3: Lay 1 plank"]
    place(page, 3).drag_to(place(page, 2))
    expect(place(page, 3)).to_have_attribute("aria-label", "Slot 3: Place 2 stones")
    place(page, 1).click()
    tools, first = page.locator(".slots .tools").bounding_box(), place(page, 1).bounding_box()
    assert tools
    assert first
    assert tools["x"] + tools["width"] <= first["x"], "the tools cover no slot"
    page.get_by_role("button", name="Move one slot later").click()
    expect(place(page, 2)).to_have_attribute("aria-label", "Slot 2: Walk 1 plank")
    shoot(page, "delta-composing")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(place(page, 3)).to_have_attribute("aria-label", "Slot 3, empty")
    card(page, "stone2").click()  # takes back what it put there
    expect(place(page, 2)).to_have_attribute("aria-label", "Slot 2, empty")
    for n, name in enumerate(("stone1", "stone2", "remove", "plank2"), 2):
        card(page, name).click()
        expect(place(page, n)).not_to_have_attribute("aria-label", re.compile("empty"))
    lock(page)
    expect(performed(page, 0).first).to_have_attribute("aria-label", re.compile("^Lay 1 plank"))


def test_the_keyboard_composes_and_rearranges(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "bot", game=GAME)
    for name in ("stone1", "stone2", "plank1", "plank2", "move1"):
        card(page, name).focus()
        page.keyboard.press("Enter")
        expect(card(page, name)).to_have_class(re.compile("chosen"))
    expect(page.locator("button.send")).to_have_attribute("aria-disabled", "false")
    place(page, 1).focus()
    page.keyboard.press("ArrowRight")
    expect(place(page, 2)).to_be_focused()
    expect(place(page, 2)).to_have_attribute("aria-label", "Slot 2: Place 1 stone")
    assert programme(page)[0] == "Slot 1: Place 2 stones"
    page.keyboard.press("Delete")
    expect(place(page, 5)).to_have_attribute("aria-label", "Slot 5, empty")
    assert programme(page)[:2] == ["Slot 1: Place 2 stones", "Slot 2: Lay 1 plank"]


def test_two_people_programme_at_the_same_time(visit: Visitors, shoot: Shoot) -> None:
    host, guest, watcher = visit(), visit(lang="fr-FR", dark=True, motion=True), visit()
    tokens = make(host, "me", "friend", game=GAME)
    sit_down(guest, host, tokens[1], "Zoé")
    watcher.goto(watch_link(host))
    watcher.wait_for_selector(".spot")
    compose(host, "stone2", "plank1")
    compose(guest, "stone1", "stone2", "plank1", "move1", "jump")
    lock(guest)
    expect(host.locator(".seat", has_text="Zoé")).to_contain_text("ready")
    expect(watcher.locator(".seat", has_text="Zoé")).to_contain_text("ready")
    assert programme(host)[:2] == ["Slot 1: Place 2 stones", "Slot 2: Lay 1 plank"]  # what one composes stays
    assert host.locator("use[href*='card-back']").count() == 0
    expect(moves(host)).to_have_text(re.compile("Zoé has locked a programme"))
    card(host, "remove").drag_to(place(host, 1))
    expect(place(host, 1)).to_have_attribute("aria-label", "Slot 1: Remove a plank or a stone")
    for name in ("move1", "move2"):
        card(host, name).click()
        expect(card(host, name)).to_have_class(re.compile("chosen"))
    lock(host)
    expect(guest.get_by_role("log", name=MOVES)).to_contain_text("Phase 1")
    shoot(guest, "delta-revealed")
    for page in (host, guest, watcher):
        expect(page.locator(".programmes use[href*='card-back']")).to_have_count(8 if page is watcher else 4)
    for page, seat, name in ((host, 0, "You"), (guest, 1, "Zoé"), (watcher, 0, "Player 1")):
        expect(page.locator(".programme .name").nth(seat)).to_have_text(name)
    over = lambda: len(moves(watcher).all()) > 12  # noqa: E731
    play([host, guest], random.Random(1), over)


def test_the_log_has_room_beside_a_hand_of_three_players(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "bot", "bot", game=GAME)
    page.wait_for_selector(".card.target")
    assert page.locator(".scroller").evaluate("log => log.getBoundingClientRect().height") > 90


def test_a_plank_is_seen_at_its_length_before_and_when_it_misses(visit: Visitors, shoot: Shoot) -> None:
    host, guest = visit(), visit()
    tokens = make(host, "me", "friend", game=GAME)
    sit_down(guest, host, tokens[1], "Zoé")
    for page in (host, guest):
        compose(page, "stone2", "plank1", "stone1", "move1", "remove")
        lock(page)
    for page, *plies in ((host, "+11", "+13"), (guest, "+1", "+3")):
        for ply in plies:
            stage(page, ply)
        lock(page)
    host.wait_for_selector(".scaled .card.target")
    planks = [box(plank) for plank in host.locator(".scaled .card").all()]
    assert all(one["x"] + one["width"] < other["x"] for one, other in pairwise(planks))
    widths = [plank["width"] for plank in planks]
    assert [width / widths[0] for width in widths] == pytest.approx([n.length / 95 for n in DATA.planks], abs=0.01)
    stage(host, "W3")
    lock(host)
    plank = host.locator('.board [data-piece="plank:W3"] use').last
    spot(host, "W").click()
    expect(plank).to_have_count(0)
    spot(host, "11").hover(force=True)
    expect(plank).to_have_attribute("width", "155")
    spot(host, "11").click(force=True)
    expect(host.locator(".ghost")).to_have_count(1)
    expect(plank).to_have_attribute("width", "155")
    shoot(host, "delta-plank")
    host.locator("button.send").click()
    for page in (guest, host):
        expect(page.locator(".fall use")).to_have_attribute("width", "155")
    expect(plank).to_have_count(0)


def test_a_locked_programme_survives_a_restart(visit: Visitors, server: Server) -> None:
    host, guest = visit(), visit()
    visit.expected += ["ERR_CONNECTION_REFUSED", "WebSocket"]
    tokens = make(host, "me", "friend", game=GAME)
    sit_down(guest, host, tokens[1], "Zoé")
    compose(guest, "stone1", "stone2", "plank1", "move1", "jump")
    lock(guest)
    expect(host.locator(".seat", has_text="Zoé")).to_contain_text("ready")
    server.stop()
    expect(guest.get_by_text("Connection lost")).to_be_visible()
    server.start()
    expect(guest.get_by_text("Connection lost")).to_be_hidden(timeout=2 * PATIENCE)
    guest.reload()
    expect(place(guest, 5)).to_have_attribute("aria-label", "Slot 5: Jump over a pawn")
    expect(host.locator(".seat", has_text="Zoé")).to_contain_text("ready")
    compose(host, "stone2", "plank1", "remove", "move1", "move2")
    lock(host)
    expect(host.get_by_role("log", name=MOVES)).to_contain_text("Phase 1")
    expect(guest.get_by_role("log", name=MOVES)).to_contain_text("Phase 1")


def test_players_of_one_device_hand_it_over(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    make(page, "me", "me", game=GAME)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Pass the device to Player 1")
    assert page.locator(".dock .card").count() == 0
    shoot(page, "delta-handover")
    page.keyboard.press("Escape")
    dialog.get_by_role("button").click()
    compose(page, "stone2", "plank1", "remove", "move1", "move2")
    page.locator("button.send").click()
    expect(dialog).to_contain_text("Pass the device to Player 2")
    expect(page.locator("use[href*='card-move2']")).to_have_count(0)
    dialog.get_by_role("button").click()
    assert page.locator(".slots .full").count() == 0
    compose(page, "stone2", "plank1", "remove", "move1", "move2")
    page.locator("button.send").click()
    expect(page.locator(".spot.target").first).to_be_visible()
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Show my cards").click()
    own = page.locator(".programme use[href*='card-move2']")
    expect(own).to_have_count(1)
    page.get_by_role("button", name="Hide my cards").click()
    expect(own).to_have_count(0)


def test_six_programmes_leave_the_planks_in_sight(visit: Visitors, shoot: Shoot) -> None:
    """Also with long names: two equal columns with all cards."""
    page = visit(lang="fr-FR")
    make(page, *["me"] * 6, game=GAME, name="Maximilianewilhelminexxx")
    for _ in range(6):
        page.get_by_role("dialog").get_by_role("button").click()
        compose(page, "plank1", "stone1", "stone2", "move1", "move2")
        lock(page)
    expect(page.locator(".scaled .card.target")).to_have_count(6)
    for width, height in ((1280, 800), (640, 360), (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        shoot(page, f"delta-programmes-{width}")
        panel, prompt = box(page.locator(".programmes")), box(page.locator(".prompt"))
        for plank in page.locator(".scaled .card.target").all():
            assert box(plank)["y"] + box(plank)["height"] <= prompt["y"]
        trays = [box(tray) for tray in page.locator(".programme .tray").all()]
        assert all(tray["x"] + tray["width"] <= panel["x"] + panel["width"] for tray in trays)
        assert len({box(row)["width"] for row in page.locator(".programme").all()}) == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".programme .word").first).to_have_attribute("data-about", re.compile("xxx 1$"))


@pytest.mark.parametrize(("seats", "phone"), [(2, False), (4, True), (6, False)])
def test_a_round_is_played_to_its_end(visit: Visitors, shoot: Shoot, seats: int, phone: bool) -> None:
    page = visit(phone=phone)
    make(page, "me", *["bot"] * (seats - 1), game=GAME, level=1)
    ended = page.get_by_role("log", name=MOVES).get_by_text("End of the round")
    play([page], random.Random(seats), lambda: ended.count() > 0, seconds=120)
    shoot(page, f"delta-round-{seats}")


def test_a_phone_never_scrolls(visit: Visitors, shoot: Shoot) -> None:
    page = visit(phone=True, lang="fr-FR")
    make(page, "me", *["bot"] * 5, game=GAME)
    sizes = "[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth, innerWidth]"
    compose(page, "stone1", "stone2")
    shoot(page, "delta-phone")
    assert page.evaluate(sizes) == [640, 640, 360, 360]
    for name in ("plank1", "plank2", "move1"):
        card(page, name).tap()
    expect(place(page, 5)).to_have_attribute("aria-label", re.compile(r"5\s:"))
    lock(page)
    expect(page.get_by_role("log", name=MOVES)).to_contain_text("Phase 1")
    shoot(page, "delta-phone-revealed")
    assert page.evaluate(sizes) == [640, 640, 360, 360]


def test_a_whole_game_of_two_people(visit: Visitors, shoot: Shoot) -> None:
    """Both know only their own cards, but this test knows all, so that it can play on sensibly to the end."""
    host, guest = visit(), visit(lang="fr-FR", dark=True)
    tokens = make(host, "me", "friend", game=GAME)
    sit_down(guest, host, tokens[1], "Zoé")
    pages = [host, guest]
    position, players = tablier.game(GAME).new(2), [bots.bot(bots.PolicySpec(), seed=seat + 2) for seat in range(2)]
    while position.movers:
        if len(position.movers) == 1:
            perform(pages, position, players)
            continue
        programmes = [players[seat].plays(position, seat) for seat in range(2)]
        for page, programme in zip(pages, programmes, strict=True):  # each composes while the other does
            for n, move in enumerate(programme, 1):
                if move.text in CARDS:
                    card(page, move.text).click()
                else:
                    page.get_by_role("button", name=re.compile("dragon", re.IGNORECASE)).click()
                expect(place(page, n)).to_have_attribute("aria-label", re.compile(rf"{n}\s?:"))
        for page, programme in zip(pages, programmes, strict=True):
            position.play(" ".join(move.text for move in programme), programme[0].seat)
            lock(page)
    outcome = position.outcome()
    assert outcome
    for page, words in ((host, "You win"), (guest, "Vous avez gagné")):
        dialog = page.get_by_role("dialog")
        expect(dialog.locator(".first")).to_have_count(1)
        assert (words in dialog.inner_text()) == (outcome.winners == (pages.index(page),))
    shoot(guest, "delta-end-2")


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [4, 6])
def test_a_whole_game_of_two_people_and_bots(visit: Visitors, shoot: Shoot, seats: int) -> None:
    """The people play anything at all, the bots do not: the game ends within a few rounds."""
    host, guest = visit(), visit(lang="fr-FR", phone=True)
    tokens = make(host, "me", "friend", *["bot"] * (seats - 2), game=GAME, level=3)
    sit_down(guest, host, tokens[1], "Zoé")
    play([host, guest], random.Random(seats), lambda: False)
    for page in (host, guest):
        expect(page.get_by_role("dialog").locator("li")).to_have_count(seats)
        expect(page.get_by_role("dialog").locator(".first")).to_have_count(1)
        shoot(page, f"delta-end-{seats}-{'host' if page is host else 'guest'}")


@pytest.mark.parametrize(("phone", "dark"), FORMS)
def test_axe_finds_nothing(visit: Visitors, phone: bool, dark: bool) -> None:
    page = visit(dark=dark, phone=phone, lang="fr-FR" if dark else "en-GB")
    make(page, "me", *["bot"] * 5, game=GAME)
    compose(page, "stone1", "stone2")
    place(page, 2).click()  # what can be done with a card that lies
    expect(page.locator(".slots .tools")).to_be_visible()
    audit(page)
    place(page, 2).click()
    for n, name in enumerate(("plank1", "plank2", "move1"), 3):
        card(page, name).click()
        expect(place(page, n)).to_have_attribute("aria-label", re.compile(rf"{n}\s?:"))
    lock(page)
    page.wait_for_selector(".spot.target, .card.target, dialog[open]")  # dragons may have cancelled all cards
    audit(page)
