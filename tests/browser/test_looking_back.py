"""Looking back: links to a move, trying moves out, sharing a finished game, bringing a record in."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .conftest import Shoot, Visitors
from .table import has_moves, lay, make, pieces, send, spot
from .test_access import audit


def begun(page: Page) -> None:
    make(page, "me", "me", board=8)
    lay(page, "c3", "d3")
    lay(page, "a8", "h8")
    lay(page, "c4", "d4")


def test_a_link_to_a_move(visit: Visitors) -> None:
    page = visit()
    begun(page)
    has_moves(page, 3)
    table = page.url
    for move in (2, 1):
        page.get_by_role("button", name="Previous move").first.click()
        expect(page.get_by_text(f"Position after move {move}.")).to_be_visible()
    page.get_by_role("button", name="Copy a link to this move").first.click()
    assert page.url == f"{table}#move=1"
    there = pieces(page)
    page.reload()
    expect(page.get_by_text("Position after move 1.")).to_be_visible()
    assert page.url == table
    assert pieces(page) == there
    page.evaluate("location.hash = '#move=2'")
    expect(page.get_by_text("Position after move 2.")).to_be_visible()
    page.goto(f"{table}#move=99")
    expect(page.locator(".spot.target").first).to_be_attached()


def test_a_past_position_has_no_marks_of_the_turn_being_composed(visit: Visitors) -> None:
    page = visit()
    begun(page)
    for name in ("f3", "f5"):
        spot(page, name).click()
    expect(page.locator(".spot.chosen")).to_have_count(2)
    page.get_by_role("button", name="Previous move").first.click()
    expect(page.get_by_text("Position after move 2.")).to_be_visible()
    expect(page.locator(".spot.chosen")).to_have_count(0)
    page.get_by_role("button", name="Return to the game").click()
    expect(page.locator(".spot.chosen")).to_have_count(2)

    make(page, "me", "me", "me", game="shangri_la")
    page.locator(".card.target").first.click()
    page.locator(".spot.target").first.dispatch_event("click")
    send(page)
    expect(page.locator(".dock .card[aria-disabled=false]")).to_have_count(7)
    page.get_by_role("button", name="Previous move").first.click()
    expect(page.locator(".dock .card[aria-disabled=true]")).to_have_count(7)
    expect(page.locator(".dock .target")).to_have_count(0)


def test_moves_are_tried_out_and_nothing_is_played(visit: Visitors, shoot: Shoot) -> None:
    for phone in (False, True):
        page = visit(phone=phone, lang="fr-FR" if phone else "en-GB")
        begun(page)
        before = pieces(page)
        if phone:
            page.get_by_role("tab", name="Coups").click()
        page.get_by_role("button", name=re.compile("Previous move|Coup précédent")).last.click()
        page.get_by_role("button", name=re.compile("Analyse from here|Analyser à partir d’ici")).last.click()
        expect(page.get_by_text(re.compile("Analysis from move 2|Analyse à partir du coup 2"))).to_be_visible()
        lay(page, "f3", "f6")
        lay(page, "a1", "h1")
        expect(page.get_by_text(re.compile(r"\(2 (moves|coups)\)"))).to_be_visible()
        audit(page)
        shoot(page, f"trial-{'phone-fr' if phone else 'desktop'}")
        back = page.get_by_role("button", name=re.compile("^(Undo|Annuler)$"))
        back.click()
        expect(page.get_by_text(re.compile(r"\(1 (move|coup)\)"))).to_be_visible()
        expect(spot(page, "a1")).to_have_class(re.compile(r"\btarget\b"))
        page.get_by_role("button", name=re.compile("Leave analysis|Quitter")).click()
        expect(page.get_by_text(re.compile("Position (after move|après le coup) 2"))).to_be_visible()
        page.get_by_role("button", name=re.compile("Return to the game|Revenir à la partie")).click()
        expect(page.locator(".spot.target").first).to_be_attached()
        assert pieces(page) == before
        if not phone:
            has_moves(page, 3)


def test_a_turn_in_the_making_survives_an_analysis(visit: Visitors) -> None:
    page = visit()
    begun(page)
    spot(page, "f6").click()
    expect(page.locator(".ghost")).to_have_count(1)
    page.get_by_role("button", name="Analyse from here").first.click()
    lay(page, "f3", "f6")
    page.get_by_role("button", name="Leave analysis").first.click()
    expect(page.locator(".ghost[data-piece='tile:f6']")).to_have_count(1)
    lay(page, "f3")
    has_moves(page, 4)


def test_with_secrets_nothing_is_tried_out_before_the_end(visit: Visitors) -> None:
    page = visit()
    make(page, "me", "bot", game="delta")
    expect(page.get_by_role("button", name="Copy a link to this move").first).to_be_visible()
    assert page.get_by_role("button", name="Analyse from here").count() == 0


def test_a_finished_game_is_shared_and_its_record_brought_in(visit: Visitors, shoot: Shoot, tmp_path: Path) -> None:
    ada, eve = visit(), visit(lang="fr-FR", phone=True, dark=True)
    begun(ada)
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ada.get_by_role("button", name="Share this game").click()
    link = ada.get_by_label("Public page of this game").input_value()
    audit(ada)
    shoot(ada, "share")
    eve.goto(link)
    expect(eve.get_by_role("heading", name="Ponte del Diavolo")).to_be_visible()
    expect(eve.locator("li").first).to_contain_text(re.compile("points?$"))
    assert eve.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth > 100)")
    audit(eve)
    shoot(eve, "finished-phone-dark-fr")
    eve.get_by_role("link", name="Revoir la partie").click()
    eve.wait_for_selector(".spot")
    expect(eve.get_by_role("button", name="Voir le résultat")).to_be_visible()
    assert eve.get_by_role("dialog").count() == 0
    with ada.expect_download() as download:
        ada.get_by_role("link", name="Download the game").click()
    record = tmp_path / "record.json"
    download.value.save_as(record)

    eve.goto("/")
    eve.get_by_label("Ouvrir une partie enregistrée").set_input_files(record)
    eve.wait_for_selector(".spot")
    assert eve.url != ada.url
    expect(eve.get_by_text(re.compile("a abandonné")).first).to_be_visible()
    assert eve.get_by_text(re.compile("absent|hors ligne")).count() == 0
    shoot(eve, "imported-phone-dark-fr")
    eve.get_by_role("tab", name="Coups").click()
    has_moves(eve, 4)
    eve.get_by_role("button", name="Analyser à partir d’ici").last.click()
    expect(eve.get_by_text("Analyse à partir du coup 3")).to_be_visible()

    broken = json.loads(record.read_text())
    broken["moves"][1]["play"] = "c3 h8"
    record.write_text(json.dumps(broken))
    eve.goto("/")
    visit.expected = ["400"]
    eve.get_by_label("Ouvrir une partie enregistrée").set_input_files(record)
    expect(eve.get_by_role("alert")).to_have_text(
        re.compile(r"^Le coup 2 de ce fichier \(c3 h8\) enfreint la règle PONTE-[\d.]+\.$")
    )
    record.write_text("no game")
    eve.get_by_label("Ouvrir une partie enregistrée").set_input_files(record)
    expect(eve.get_by_role("alert")).to_contain_text(
        re.compile("^Ce fichier n’est pas une partie enregistrée, ou il a été modifié. Détail, en anglais.: .*JSON")
    )
    audit(eve)
