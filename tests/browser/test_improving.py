"""Hints against bots, the search on the analysis board, and the review of a finished game."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

import tablier
from tablier.record import Result

from .conftest import Shoot, Visitors
from .table import box, lay, make, moves, pieces
from .test_access import audit

RETRY = re.compile("Try again from here|Rejouer à partir d’ici")
LINES = re.compile("^(Lines|Variantes)$")
SEARCH = 90_000
"""Milliseconds for a search to be answered: it yields to everything else on the machine."""


def finished(page: Page, name: str = "ponte_del_diavolo", **options: int) -> None:
    """Open a finished game of two seats: an imported record of random moves, which ends by a resignation."""
    random, position = Random(1), tablier.game(name).new(2, **options)
    while position.ply < 12:
        position.push(random.choice(list(position.moves())))
    result = Result([0, 0], [0, 1], "resigned", by=1)
    text = msgspec.structs.replace(tablier.Record.of(position, ("Ada", "Emy")), result=result).dumps()
    headers = {"Content-Type": "application/json", "Origin": page.context.pages[0].evaluate("location.origin")}
    table = page.request.post("/api/records", data=text, headers=headers).json()["id"]
    page.goto(f"/t/{table}")
    expect(page.locator("[data-piece]").first).to_be_attached()


def test_a_hint_says_where_what_and_why(visit: Visitors, shoot: Shoot) -> None:
    for phone in (False, True):
        page = visit(phone=phone, lang="fr-FR" if phone else "en-GB", dark=phone)
        make(page, "me", "bot", board=8)
        if not phone:  # a position to look back at
            lay(page, "d4", "e4")
            expect(page.locator(".spot.target").first).to_be_attached()
        hint = page.get_by_role("button", name=re.compile("^(Hint|Conseil)$"))
        hint.click()
        expect(page.locator(".hint-ring")).to_have_count(1, timeout=SEARCH)
        if not phone:
            page.get_by_role("button", name="Previous move").click()
            expect(page.locator(".hint-ring")).to_have_count(0)
            page.get_by_role("button", name="Return to the game").click()
        expect(page.get_by_text(re.compile("A good move is here|Un bon coup se trouve ici"))).to_be_visible()
        shoot(page, f"hint-where-{'phone-fr' if phone else 'desktop'}")
        hint.click()
        expect(page.get_by_text(re.compile("Confirm plays it|Validez pour le jouer"))).to_be_visible()
        expect(page.locator(".hint-ring")).to_have_count(0)
        expect(page.locator(".piece.ghost").first).to_be_attached()
        hint.click()
        expect(page.get_by_text(re.compile("you win about|vous gagnez dans environ"))).to_be_visible()
        audit(page)
        shoot(page, f"hint-why-{'phone-fr' if phone else 'desktop'}")
        page.get_by_role("button", name=re.compile("^(Confirm|Valider)$")).click()
        expect(moves(page).first).to_be_attached()  # the bot may have answered


def test_a_hint_is_no_longer_told_once_its_turn_is_taken_back(visit: Visitors) -> None:
    page = visit(phone=True, lang="fr-FR")
    make(page, "me", "bot", game="on_top")
    hint = page.get_by_role("button", name="Conseil", exact=True)
    hint.tap()
    expect(page.locator(".hint-ring")).to_have_count(1, timeout=SEARCH)
    hint.tap()
    expect(page.get_by_text("Validez pour le jouer")).to_be_visible()
    page.get_by_role("button", name="Annuler", exact=True).tap()
    expect(page.get_by_text("Posez votre tuile :")).to_be_visible()
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_hint_is_told_to_its_end_on_a_phone_held_sideways(visit: Visitors) -> None:
    """Also when it is a turn of several plies, which could be dropped at that place."""
    page = visit(phone=True)
    page.set_viewport_size({"width": 640, "height": 360})
    make(page, "me", "bot", board=8)
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.tap()
    expect(page.locator(".hint-ring")).to_have_count(1, timeout=SEARCH)
    hint.tap()
    expect(page.get_by_text(re.compile("Confirm plays it"))).to_be_visible()
    hint.tap()
    expect(page.get_by_text(re.compile("you win about"))).to_be_visible()


def test_a_replay_stops_for_anything_else(visit: Visitors) -> None:
    page = visit(phone=True, lang="fr-FR")
    page.goto("/")
    page.evaluate("localStorage.setItem('tablier.speed', 'slow')")
    finished(page)
    stop = page.get_by_role("button", name="Arrêter")
    first = page.get_by_text("Position après le coup 1.")
    analyse = page.get_by_role("button", name="Analyser à partir d’ici").first
    for action in (stop, page.locator(".board"), analyse):
        page.get_by_role("button", name="Voir le résultat").tap()
        page.get_by_role("button", name="Revoir").tap()
        expect(first).to_be_visible()
        action.tap()
        expect(stop).to_have_count(0)
        if action is not analyse:
            expect(first).to_be_visible()
            page.get_by_role("button", name="Dernier coup", exact=True).tap()
    expect(page.get_by_text("Analyse à partir du coup 1")).to_be_visible()


def test_the_search_lists_best_moves_that_a_click_plays(visit: Visitors, shoot: Shoot) -> None:
    for phone in (False, True):
        page = visit(phone=phone, dark=phone)
        page.goto("/")
        finished(page, board=8)
        if phone:
            page.get_by_role("tab", name="Moves").click()
        page.get_by_role("button", name="First position").last.click()
        page.get_by_role("button", name="Analyse from here").last.click()
        if phone:
            expect(moves(page).first).to_be_hidden()  # the list of moves leaves the board
        page.get_by_role("button", name="Analyse", exact=True).click()
        best = page.get_by_role("list", name="Best moves").get_by_role("button")
        expect(best.first).to_be_visible(timeout=SEARCH)
        expect(page.get_by_role("list", name="Win shares").get_by_role("listitem")).to_have_count(2)
        audit(page)
        shoot(page, f"search-{'phone' if phone else 'desktop'}")
        page.get_by_role("button", name="Stop analysing", exact=True).click()
        expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_visible()
        marks = page.locator(".best-mark")
        expect(marks.and_(page.locator("[data-label='1']")).first).to_be_attached()
        best.nth(1).focus()
        expect(marks.and_(page.locator(":not([data-label='2'])"))).to_have_count(0)
        expect(marks).to_have_count(2)  # two tiles
        shoot(page, f"search-pointed-{'phone' if phone else 'desktop'}")
        best.first.click()
        expect(page.locator("[data-piece^=tile]")).to_have_count(2)
        page.get_by_role("button", name=RETRY).click()
        try_again(page, shoot, f"retry-analysis-{'phone' if phone else 'desktop'}")
        expect(moves(page).first).to_be_attached()


def test_the_focus_stays_at_a_best_move_that_changes_its_place(visit: Visitors) -> None:
    page = visit()
    listed: list[Any] = []
    order = 1

    def pass_on(socket: WebSocketRoute) -> None:
        """Hand on what both ends say, but list the best moves that were found first, in this order."""

        def tell(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "analysis":
                listed.extend(told["best"] if not listed else [])
                message = json.dumps({**told, "best": listed[::order]})
            socket.send(message)

        socket.connect_to_server().on_message(tell)

    page.route_web_socket(re.compile("/ws/"), pass_on)
    page.goto("/")
    finished(page, board=8)
    page.get_by_role("button", name="First position").last.click()
    page.get_by_role("button", name="Analyse from here").last.click()
    page.get_by_role("button", name="Analyse", exact=True).click()
    best = page.get_by_role("list", name="Best moves").get_by_role("button")
    for place in (0, -1):
        expect(best.nth(place)).to_be_visible(timeout=SEARCH)
        best.nth(place).focus()
        held = best.nth(place).locator("span").inner_text()
        order = -order
        expect(best.nth(-1 - place).locator("span")).to_have_text(held, timeout=SEARCH)
        expect(best.nth(-1 - place)).to_be_focused()


def test_lines_of_an_analysis_are_kept_and_travel_by_link(visit: Visitors, shoot: Shoot) -> None:
    for phone in (False, True):
        page = visit(phone=phone, lang="fr-FR" if phone else "en-GB", dark=phone)
        page.goto("/")
        finished(page, board=8)
        if phone:
            page.get_by_role("tab", name="Coups").click()
        page.get_by_role("button", name=re.compile("First position|Première position")).last.click()
        page.get_by_role("button", name=re.compile("Analyse from here|Analyser à partir d’ici")).last.click()
        for tiles in (("d4", "e4"), ("c3", "f6")):
            expect(page.locator("[data-piece^=tile]")).to_have_count(0)
            lay(page, *tiles)
            expect(page.locator("[data-piece^=tile]")).to_have_count(2)
            if tiles == ("d4", "e4"):
                page.get_by_role("button", name=re.compile("^(Undo|Annuler)$")).click()
        page.get_by_role("button", name=LINES).click()
        panel = page.get_by_role("dialog", name=LINES)
        lines = panel.get_by_role("list").get_by_role("button")
        expect(lines).to_have_text([re.compile("d4 e4"), re.compile("c3 f6")])
        expect(lines.nth(1)).to_have_attribute("aria-current", "true")
        name = panel.get_by_label(re.compile("Name of this line|Nom de cette variante"))
        name.fill("Étude")
        name.press("Enter")
        panel.get_by_role("button", name=re.compile("Move up|Monter")).click()
        expect(lines).to_have_text([re.compile("c3 f6.*Étude"), re.compile("d4 e4")])
        audit(page)
        shoot(page, f"lines-{'phone-fr' if phone else 'desktop'}")
        page.reload()  # they are kept
        link = re.compile("A link that opens these lines|Un lien qui ouvre ces variantes")
        lines_again(page, phone)
        opened = visit(phone=phone, lang="fr-FR" if phone else "en-GB")
        opened.goto(page.get_by_role("dialog", name=LINES).get_by_label(link).input_value())
        panel = opened.get_by_role("dialog", name=LINES)
        lines = panel.get_by_role("list").get_by_role("button")
        lines.first.click()
        expect(opened.locator("[data-piece^=tile]")).to_have_count(2)
        panel.get_by_role("button", name=re.compile("Delete|Supprimer")).click()
        expect(lines).to_have_text([re.compile("d4 e4")])


def lines_again(page: Page, phone: bool) -> None:
    """Open the list of lines from the last position."""
    if phone:
        page.get_by_role("tab", name="Coups").click()
    page.get_by_role("button", name=re.compile("Analyse from here|Analyser à partir d’ici")).last.click()
    page.get_by_role("button", name=LINES).click()
    expect(page.get_by_role("dialog", name=LINES).get_by_role("list").get_by_role("button")).to_have_count(2)


def test_a_finished_game_is_reviewed(visit: Visitors, shoot: Shoot) -> None:
    for phone in (False, True):
        page = visit(phone=phone, lang="fr-FR" if phone else "en-GB", dark=phone)
        page.goto("/")
        finished(page, board=8)
        before = len(pieces(page))
        page.get_by_role("button", name=re.compile("Show the result|Voir le résultat")).click()
        page.get_by_role("button", name=re.compile("Review the game|Faire le bilan")).click()
        review = page.get_by_role("region", name=re.compile("Game review|Bilan de la partie"))
        expect(review.get_by_role("img")).to_be_visible(timeout=SEARCH)
        expect(review.get_by_text(re.compile("(accuracy|précision) "))).to_have_count(2)
        audit(page)
        shoot(page, f"review-{'phone-fr' if phone else 'desktop'}")
        moment = review.get_by_role("button").first
        expect(moment).to_have_text(re.compile(r"^(Move|Coup) \d+"))
        moment.click()
        expect(moment).to_have_attribute("aria-current", "step")
        expect(page.locator("[data-piece]")).not_to_have_count(before)
        for sign in ("✓", "✗"):  # the better turn and the one played
            expect(page.locator(f".best-mark[data-label='{sign}']").first).to_be_attached()
            expect(review.get_by_text(sign).first).to_be_visible()
        shoot(page, f"review-moment-{'phone-fr' if phone else 'desktop'}")
        step_through(page, review, before)
        review.get_by_role("button", name=RETRY).first.click()
        try_again(page, shoot, f"retry-{'phone-fr' if phone else 'desktop'}")


def test_a_review_with_luck_fits_a_phone_held_sideways(visit: Visitors) -> None:
    page = visit(phone=True, lang="fr-FR")
    page.set_viewport_size({"width": 640, "height": 360})
    page.goto("/")
    finished(page, "on_top")
    page.get_by_role("button", name="Voir le résultat").click()
    page.get_by_role("button", name="Faire le bilan").click()
    review = page.get_by_role("region", name="Bilan de la partie")
    name = review.get_by_text("Ada", exact=True)
    expect(name).to_be_visible(timeout=SEARCH)
    assert box(name)["height"] < 30  # one line
    luck, area = box(review.get_by_text(re.compile("^chance ")).first), box(review)
    assert luck["x"] + luck["width"] <= area["x"] + area["width"]


def step_through(page: Page, review: Locator, last: int) -> None:
    """Visit positions by the keyboard and by clicks on the curve, as long as the review is open."""
    review.get_by_role("button").first.focus()
    page.keyboard.press("Home")
    expect(page.locator("[data-piece]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-piece]")).not_to_have_count(0)
    curve = review.get_by_role("img")
    curve.scroll_into_view_if_needed()
    area = box(curve)
    curve.click(position={"x": area["width"] - 2, "y": area["height"] / 2})
    expect(page.locator("[data-piece]")).to_have_count(last)
    curve.click(position={"x": 2, "y": area["height"] / 2})
    expect(page.locator("[data-piece]")).to_have_count(0)


def try_again(page: Page, shoot: Shoot, name: str) -> None:
    """Play on from a position of the finished game, against the computer."""
    dialog, table = page.get_by_role("dialog", name=RETRY), page.url
    level = dialog.get_by_label(re.compile("Computer|Ordinateur"))
    expect(level).to_have_value("5")
    audit(page)
    shoot(page, name)
    level.select_option("1")
    dialog.get_by_role("button", name=re.compile("Start|Commencer")).click()
    expect(page).not_to_have_url(table)
    expect(page.locator(".spot.target").first).to_be_attached(timeout=SEARCH)  # the computer may be to move
