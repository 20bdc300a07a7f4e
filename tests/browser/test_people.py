"""Playing together: the lobby, links, the talk, notes, calls."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Shoot, Visitors
from .table import MOVES, card, has_moves, lay, make, moves, seat_link, watch_link
from .test_access import audit


def talk(page: Page, text: str) -> None:
    page.get_by_role("textbox", name=re.compile("Message")).fill(text)
    page.keyboard.press("Enter")


def has_moves_told(page: Page, count: int) -> None:
    """Told aloud since the page was opened; on a phone the list is behind a tab."""
    expect(page.get_by_role("log", name=MOVES).locator("p")).to_have_count(count)


def test_from_the_lobby_to_the_first_move(visit: Visitors, shoot: Shoot) -> None:
    """A host opens a table; somebody takes the free seat with a name and one click, and both play."""
    ada, zoe = visit(), visit(lang="fr-FR", phone=True)
    zoe.goto("/")
    expect(zoe.get_by_role("link", name="Aucune table ouverte")).to_be_visible()
    ada.goto("/")
    card(ada).get_by_role("button", name="Play with friends").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_label("Open to everyone").check()
    ada.get_by_label("Allow hints").check()
    shoot(ada, "setup-open")
    ada.get_by_role("button", name="Start the game").click()
    ada.wait_for_selector(".spot")
    expect(ada.get_by_text("The game starts when all seats are taken.")).to_be_visible()
    expect(ada.locator(".spot.target")).to_have_count(0)
    expect(ada.get_by_text("Your turn", exact=True)).to_have_count(0)

    zoe.get_by_role("link", name="Tables ouvertes : 1").click()  # the page has asked again by itself
    here = zoe.get_by_role("listitem").filter(has_text="Ada")
    expect(here).to_contain_text("1 joueur en ligne")
    expect(here).to_contain_text("conseils autorisés")
    shoot(zoe, "lobby-phone-fr")
    assert zoe.evaluate("document.documentElement.scrollWidth <= innerWidth")
    here.get_by_label("Votre nom").fill("Zoé")
    here.get_by_role("button", name="Rejoindre").click()
    zoe.wait_for_selector(".spot")

    expect(ada.get_by_text("Zoé")).to_be_visible()
    expect(ada.get_by_role("button", name="Hint", exact=True)).to_be_visible()
    expect(zoe.get_by_role("button", name="Conseil", exact=True)).to_be_visible()
    lay(ada, "d4", "e4")
    has_moves(zoe, 1)
    lay(zoe, "a1", "h8")
    has_moves(ada, 2)
    ada.get_by_role("link", name="All games").click()
    expect(ada.get_by_role("link", name="No open tables")).to_be_visible()


def test_the_link_and_a_name_are_all_it_takes(visit: Visitors) -> None:
    """From the link to the first move: a name and a click, and not even these the next time."""
    ada, zoe = visit(), visit()
    tokens = make(ada, "friend", "me")
    zoe.goto(seat_link(ada, tokens[0]))
    zoe.get_by_label("Your name").fill("Zoé")
    assert zoe.locator("input, select, textarea").count() == 1
    zoe.keyboard.press("Enter")
    lay(zoe, "d4", "e4")
    has_moves(ada, 1)
    tokens = make(ada, "friend", "me")
    zoe.goto(seat_link(ada, tokens[0]))
    lay(zoe, "d4", "e4")


def test_a_used_link_says_so_and_asks_for_no_name(visit: Visitors) -> None:
    ada, zoe, late = visit(), visit(), visit()
    link = seat_link(ada, make(ada, "me", "friend")[1])
    zoe.goto(link)
    zoe.get_by_label("Your name").fill("Zoé")
    zoe.keyboard.press("Enter")
    zoe.wait_for_selector(".spot")
    visit.expected = ["403"]
    late.goto(link)
    expect(late.get_by_text("This link is not valid, or the seat is taken.")).to_be_visible()
    expect(late.get_by_label("Your name")).to_have_count(0)


def test_one_link_seats_a_friend_and_bots_take_the_rest(visit: Visitors, shoot: Shoot) -> None:
    ada, zoe = visit(), visit(lang="fr-FR", phone=True, dark=True)
    ada.goto("/")
    card(ada, "Shangri-La").get_by_role("button", name="Play with friends").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Start the game").click()
    ada.wait_for_selector(".spot")
    ada.get_by_role("button", name="Links").click()
    expect(ada.get_by_role("img", name="QR code of this link")).to_be_visible()
    link = ada.get_by_label("One link for all free seats").input_value()
    audit(ada)
    shoot(ada, "invite-all")
    zoe.goto(link)
    expect(zoe.get_by_role("heading", name="Ada vous invite à jouer")).to_be_visible()
    expect(zoe.get_by_role("heading", name="Le jeu en deux minutes")).to_be_visible()
    assert zoe.evaluate("document.documentElement.scrollWidth <= innerWidth")
    audit(zoe)
    shoot(zoe, "invited-phone-dark-fr")
    for width, height in ((360, 640), (640, 360)):
        zoe.set_viewport_size({"width": width, "height": height})
        join = zoe.get_by_role("button", name="Rejoindre").bounding_box()
        assert join
        assert join["y"] + join["height"] <= height
    assert "join" not in zoe.url
    zoe.get_by_label("Votre nom").fill("Zoé")
    zoe.get_by_role("button", name="Rejoindre").click()
    zoe.wait_for_selector(".spot")
    expect(ada.locator(".seats").get_by_text("Zoé")).to_be_visible()
    ada.get_by_role("button", name="Fill with bots").click()
    expect(ada.get_by_role("button", name="Fill with bots")).to_have_count(0)
    expect(zoe.locator(".seats").get_by_text(re.compile("en attente"))).to_have_count(0)
    late = visit()
    visit.expected = ["409"]
    late.goto(link)
    expect(late.get_by_role("heading", name="All seats are taken")).to_be_visible()
    expect(late.get_by_text("To watch, ask a player for the link.")).to_be_visible()


def test_who_opens_the_link_for_a_friend_leaves_the_seat_free(visit: Visitors, shoot: Shoot) -> None:
    ada, zoe = visit(lang="fr-FR", phone=True), visit()
    tokens = make(ada, "me", "friend", "friend", game="shangri_la")
    visit.expected = ["409"]
    ada.evaluate("localStorage.setItem('tablier.name', 'Ada')")
    for token in (tokens[1], tokens[2]):
        ada.goto(seat_link(ada, token))
        if (name := ada.get_by_label("Votre nom")).is_visible():
            name.fill("Ada")
            ada.keyboard.press("Enter")
        expect(ada.get_by_role("heading", name="Vous avez déjà une place à cette table")).to_be_visible()
        if token == tokens[1]:
            shoot(ada, "seated-phone-fr")
            audit(ada)
            ada.get_by_role("button", name="Retrouver ma place").click()
            ada.wait_for_selector(".spot")
    ada.get_by_role("button", name="Prendre aussi cette place").click()
    ada.wait_for_selector(".spot")
    zoe.goto(seat_link(ada, tokens[1]))
    zoe.get_by_label("Your name").fill("Zoé")
    zoe.keyboard.press("Enter")
    zoe.wait_for_selector(".spot")
    expect(ada.locator(".seats").get_by_text("Zoé")).to_be_visible()


def test_a_private_table_is_watched_by_its_link(visit: Visitors, shoot: Shoot) -> None:
    ada, watcher = visit(), visit(phone=True)
    make(ada, "me", "friend")
    watcher.goto(ada.url)
    expect(watcher.get_by_role("heading", name="This table is private")).to_be_visible()
    shoot(watcher, "private-phone")
    ada.get_by_role("button", name="Links").click()
    link = ada.get_by_label("Anyone with this link can watch").input_value()
    assert link == watch_link(ada)
    audit(ada)
    shoot(ada, "links")
    ada.keyboard.press("Escape")
    expect(ada.get_by_role("button", name="Links")).to_be_focused()
    watcher.goto(link)
    watcher.wait_for_selector(".spot")
    assert "#" not in watcher.url
    expect(ada.get_by_text("1 spectator")).to_have_count(1)
    shoot(watcher, "watching-phone")
    watcher.reload()
    watcher.wait_for_selector(".spot")
    watcher.get_by_role("link", name="All games").click()
    expect(ada.get_by_text("1 spectator")).to_have_count(0)


def test_spectators_are_removed_by_a_player(visit: Visitors, shoot: Shoot) -> None:
    ada, watcher = visit(), visit(lang="fr-FR", phone=True)
    make(ada, "me", "friend")
    link = watch_link(ada)
    watcher.goto(link)
    watcher.wait_for_selector(".spot")
    ada.get_by_role("button", name="Links").click()
    shoot(ada, "watching-end")
    ada.get_by_role("button", name="Stop spectators").click()
    expect(ada.get_by_text("Spectators have been removed")).to_be_visible()
    audit(ada)
    expect(watcher.get_by_role("heading", name="Cette table est privée")).to_be_visible()
    shoot(watcher, "watching-ended-phone-fr")
    visit.expected = ["403"]
    watcher.goto(link)
    expect(watcher.get_by_role("heading", name="Cette table est privée")).to_be_visible()
    ada.get_by_role("button", name="Make a link").first.click()
    expect(ada.get_by_label("Anyone with this link can watch")).not_to_have_value(link)
    watcher.goto(watch_link(ada))
    watcher.wait_for_selector(".spot")


def test_a_seat_moves_to_another_device(visit: Visitors) -> None:
    ada, phone = visit(), visit(phone=True)
    make(ada, "me", "friend")
    ada.get_by_role("button", name="Links").click()
    ada.get_by_role("button", name="Make a link").click()
    link = ada.get_by_label("Keep this link to yourself").input_value()
    ada.keyboard.press("Escape")
    expect(ada.locator(".spot.target").first).to_be_attached()
    phone.goto(link)
    phone.wait_for_selector(".spot.target")
    expect(ada.locator(".spot.target")).to_have_count(0)
    lay(phone, "d4", "e4")
    visit.expected = ["403"]
    ada.goto(link)
    expect(ada.get_by_text("This link has been used")).to_be_visible()


def test_talk_and_notes(visit: Visitors, shoot: Shoot) -> None:
    ada, zoe = visit(dark=True), visit(lang="fr-FR", phone=True)
    tokens = make(ada, "me", "friend")
    zoe.goto(seat_link(ada, tokens[1]))
    zoe.get_by_label("Votre nom").fill("Zoé")
    zoe.keyboard.press("Enter")
    zoe.wait_for_selector(".spot")
    ada.get_by_role("tab", name="Chat").click()
    expect(ada.get_by_text("No messages yet.")).to_be_visible()
    talk(ada, "Bonjour <b>Zoé</b> ! https://example.org")
    lines = zoe.get_by_role("log", name="Discussion").locator("p")
    expect(lines).to_have_text([re.compile("Bonjour <b>Zoé</b> !")])  # said aloud, as text
    expect(zoe.get_by_role("tab", name="Discussion 1 nouveau message")).to_be_visible()
    badge, number = (zoe.locator(part).bounding_box() for part in (".unread", ".unread [aria-hidden]"))
    assert badge
    assert number
    assert badge["height"] >= 16 <= badge["width"]
    assert number["height"] >= 12
    shoot(zoe, "talk-unread-phone-fr")
    zoe.get_by_role("tab", name="Discussion").click()
    talk(zoe, "Bonjour !")
    expect(ada.get_by_role("list", name="Chat").get_by_role("listitem")).to_have_count(2)
    expect(zoe.get_by_role("tab", name=re.compile("nouveau"))).to_have_count(0)
    assert zoe.locator("section.tabs a, section.tabs ol b b").count() == 0
    talk(ada, "\u202eevil")
    expect(ada.get_by_text("characters that cannot be displayed safely")).to_be_visible()
    for page in (ada, zoe):
        page.locator("summary").click()
        audit(page)
    zoe.get_by_role("textbox", name="Mes notes").fill("coin a1 ?")
    shoot(ada, "talk-dark")
    shoot(zoe, "talk-phone-fr")
    lay(ada, "d4", "e4")
    has_moves_told(zoe, 1)  # lines of the chat are no moves
    for page in (ada, zoe):
        page.reload()
        page.wait_for_selector(".spot")
        page.get_by_role("tab", name=re.compile("Chat|Discussion")).click()
        expect(page.locator("section.tabs ol li")).to_have_count(2)
        page.locator("summary").click()
    expect(zoe.get_by_role("textbox", name="Mes notes")).to_have_value("coin a1 ?")
    expect(ada.get_by_role("textbox", name="My notes")).to_have_value("")
    ada.get_by_role("tab", name="Moves").click()
    expect(moves(ada)).to_have_text([re.compile(r"^1\s")])  # numbered as moves, not as events


def test_notes_of_players_who_share_a_device_are_covered(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "me", game="delta")
    page.get_by_role("button", name="I am Player 1").click()
    page.get_by_role("tab", name="Chat").click()
    page.locator("summary").click()
    page.get_by_role("textbox", name="My notes").fill("a plan")
    notes = page.get_by_role("textbox", name="My notes")
    page.evaluate("location.reload()")
    page.get_by_role("dialog").wait_for()
    assert notes.count() == 0
    page.get_by_role("button", name="I am Player 1").click()
    page.get_by_role("tab", name="Chat").click()
    page.locator("summary").click()
    expect(notes).to_have_value("a plan")


FAKE = """() => {
  window.told = [];
  class Told {
    static permission = 'default';
    static requestPermission() { Told.permission = 'granted'; return Promise.resolve('granted'); }
    constructor(title, options) { window.told.push([title, options.body, options.tag]); }
  }
  window.Notification = Told;
  window.played = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.played++; return start.apply(this, at); };
}"""


WAYS = {"notify": "Show a notification", "sound": "Play a sound", "marker": "Mark the tab"}


@pytest.mark.parametrize("off", [(), ("notify",), ("sound",), ("marker",), tuple(WAYS)], ids="-".join)
def test_calls_when_it_is_ones_turn(visit: Visitors, shoot: Shoot, off: tuple[str, ...]) -> None:
    """Each way to be called can be switched off by itself."""
    ada, zoe = visit(), visit()
    ada.add_init_script(f"({FAKE})()")
    ada.goto("/")
    icon = "document.querySelector('link[rel=icon]').href"
    plain = ada.evaluate(icon)
    ada.get_by_role("button", name="Settings").click()
    expect(ada.get_by_label("Show a notification")).not_to_be_checked()
    ada.get_by_label("Show a notification").check()
    for way in off:
        ada.get_by_label(WAYS[way]).uncheck()
    audit(ada)
    shoot(ada, f"settings-{len(off)}-off")
    ada.keyboard.press("Escape")
    tokens = make(ada, "friend", "me")
    zoe.goto(seat_link(ada, tokens[0]))
    zoe.get_by_label("Your name").fill("Zoé")
    zoe.keyboard.press("Enter")
    ada.evaluate("Notification.permission = 'granted'")  # as the browser would remember
    ada.locator("main").click(position={"x": 2, "y": 2})
    ada.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
    assert ada.evaluate(icon) == plain
    lay(zoe, "d4", "e4")
    has_moves(ada, 1)
    expect(ada).to_have_title(re.compile("^Ponte" if "marker" in off else "^● Your turn"))
    assert (ada.evaluate(icon) == plain) == ("marker" in off)
    table = ada.url.rpartition("/")[2]
    assert ada.evaluate("window.told") == ([] if "notify" in off else [["Ponte del Diavolo", "Your turn", table]])
    assert ada.evaluate("window.played") == (0 if "sound" in off else 2)
    lay(ada, "a1", "h8")
    expect(ada).to_have_title(re.compile("^Ponte"))
    assert ada.evaluate(icon) == plain


def test_a_browser_that_shows_no_notifications_is_believed(visit: Visitors) -> None:
    """Chrome for Android has the class, grants the permission, and fails when a page makes one."""
    ada, zoe = visit(), visit()
    ada.add_init_script(f"({FAKE})()")
    ada.goto("/")
    ada.get_by_role("button", name="Settings").click()
    ada.get_by_label("Show a notification").check()
    tokens = make(ada, "friend", "me")
    fails = "Told => class extends Told { constructor() { throw new TypeError('Illegal constructor'); } }"
    ada.evaluate(f"window.Notification = ({fails})(Notification); Notification.permission = 'granted'")
    zoe.goto(seat_link(ada, tokens[0]))
    zoe.get_by_label("Your name").fill("Zoé")
    zoe.keyboard.press("Enter")
    ada.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
    lay(zoe, "d4", "e4")
    lay(ada, "a1", "h8")  # the call that failed has broken nothing
    ada.get_by_role("button", name="Settings").click()
    ada.get_by_label("Show a notification").uncheck()
    ada.get_by_label("Show a notification").click()
    expect(ada.get_by_text("The browser blocks notifications from this page.")).to_be_visible()
    expect(ada.get_by_label("Show a notification")).not_to_be_checked()


def test_two_play_again(visit: Visitors, shoot: Shoot) -> None:
    """A rematch takes both; the other one begins, and both are taken to the new table."""
    ada, zoe = visit(), visit(lang="fr-FR", phone=True)
    tokens = make(ada, "me", "friend")
    zoe.goto(seat_link(ada, tokens[1]))
    zoe.get_by_label("Votre nom").fill("Zoé")
    zoe.keyboard.press("Enter")
    lay(ada, "d4", "e4")
    has_moves_told(zoe, 1)
    first = ada.url
    zoe.get_by_role("tab", name="Discussion").click()
    line = zoe.get_by_role("textbox", name="Message")
    line.fill("Bien")
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(zoe.get_by_role("heading", name="Vous avez gagné")).to_be_visible()
    zoe.keyboard.type(" joué")  # the result takes no keys from who is writing
    expect(line).to_have_value("Bien joué")
    shoot(zoe, "end-while-writing-phone-fr")
    zoe.keyboard.press("Enter")
    zoe.get_by_role("tab", name="Discussion").click()
    expect(ada.get_by_role("button", name="Close")).to_be_focused()  # a key pressed meanwhile offers no rematch
    ada.get_by_role("button", name="Rematch").click()
    expect(ada.get_by_role("button", name="Waiting for: Zoé")).to_be_visible()
    expect(zoe.get_by_role("dialog").get_by_text("propose une revanche")).to_be_in_viewport(ratio=1)
    shoot(zoe, "rematch-offered-phone-fr")
    assert ada.url == zoe.url == first
    zoe.get_by_role("button", name="Accepter la revanche").click()
    for page in (ada, zoe):
        page.wait_for_url(re.compile(f"^(?!{re.escape(first)}$).*/t/"))
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert ada.url == zoe.url
    expect(ada.locator(".spot.target")).to_have_count(0)
    lay(zoe, "d4", "e4")  # who was second begins
    has_moves(ada, 1)
    lay(ada, "a1", "h8")
    expect(ada.locator(".seats").get_by_text("Zoé")).to_be_visible()


def test_own_data_is_shown_and_erased(visit: Visitors, shoot: Shoot) -> None:
    ada, zoe = visit(), visit(lang="fr-FR", phone=True, dark=True)
    zoe.goto("/")
    zoe.get_by_role("button", name="Réglages").click()
    zoe.get_by_role("button", name="Mes données").click()
    expect(zoe.get_by_text("Le serveur n’a aucune donnée sur ce navigateur")).to_be_visible()
    tokens = make(ada, "me", "friend")
    zoe.goto(seat_link(ada, tokens[1]))
    zoe.get_by_label("Votre nom").fill("Zoé")
    zoe.keyboard.press("Enter")
    zoe.wait_for_selector(".spot")
    lay(ada, "d4", "e4")
    zoe.get_by_role("tab", name="Discussion").click()
    talk(zoe, "Bonjour !")
    zoe.locator("summary").click()
    zoe.get_by_role("textbox", name="Mes notes").fill("coin a1 ?")
    zoe.get_by_role("button", name="Menu").click()
    zoe.get_by_role("button", name="Réglages").click()
    zoe.get_by_role("button", name="Mes données").click()
    expect(zoe.get_by_text("1 message dans les discussions")).to_be_visible()
    expect(zoe.get_by_role("link", name="Ponte del Diavolo, place 2")).to_be_visible()
    audit(zoe)
    shoot(zoe, "kept-phone-dark-fr")
    with zoe.expect_download() as download:
        zoe.get_by_role("link", name="Télécharger").click()
    told = json.loads(download.value.path().read_text())
    assert [(seat["seat"], seat["name"]) for seat in told["seats"]] == [(1, "Zoé")]
    assert [line["text"] for line in told["said"]] == ["Bonjour !"]
    zoe.get_by_role("button", name="Effacer…").click()
    shoot(zoe, "kept-erase-phone-dark-fr")
    zoe.get_by_role("button", name="Tout effacer").click()
    zoe.wait_for_url(f"{visit.origin}/")
    expect(ada.locator(".seats").get_by_text("Zoé")).to_have_count(0)
    assert zoe.evaluate("Object.keys(localStorage).filter(key => /name|notes|links|watch/.test(key))") == []
    assert zoe.evaluate("fetch('/api/me').then(answer => answer.json())")["seats"] == []
    zoe.goto(ada.url)
    expect(zoe.get_by_role("heading", name="Cette table est privée")).to_be_visible()
