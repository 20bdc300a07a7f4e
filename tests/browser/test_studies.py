"""The analysis board as a study: its lines in a file, positions from diagrams, wrong tries at puzzles."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

import tablier

from .conftest import Shoot, Visitors
from .table import lay, pieces
from .test_access import audit
from .test_improving import LINES, RETRY, SEARCH, finished
from .test_puzzles import EASY, GAME, WRONG


def analyse_from_the_start(page: Page, *, phone: bool) -> None:
    """Open the analysis board at the first position of the game that is shown."""
    for name in ("First position|Première position", "Analyse from here|Analyser à partir d’ici"):
        if phone:
            page.get_by_role("tab", name=re.compile("Moves|Coups")).click()
        page.get_by_role("button", name=re.compile(name)).last.click()
    expect(page.get_by_role("button", name=re.compile("Leave analysis|Quitter l’analyse"))).to_be_visible()


def visitor(visit: Visitors, size: str) -> Page:
    """A page on a desktop, in English and light; other sizes are of a phone, in French and dark."""
    if size == "desktop":
        return visit()
    page = visit(phone=True, lang="fr-FR", dark=True)
    if size == "sideways-fr":
        page.set_viewport_size({"width": 640, "height": 360})
    return page


def open_file(page: Page, text: str) -> None:
    """Choose a file on the first page."""
    file = FilePayload(name="game.json", mimeType="application/json", buffer=text.encode())
    page.locator("input[type=file]").last.set_input_files(file)


@pytest.mark.parametrize("size", ["desktop", "phone-fr"])
def test_lines_go_to_a_file_that_python_reads_and_come_back(visit: Visitors, shoot: Shoot, size: str) -> None:
    page = visitor(visit, size)
    page.goto("/")
    finished(page)
    analyse_from_the_start(page, phone=size != "desktop")
    lay(page, "d4", "e4")
    expect(page.locator("[data-piece^=tile]")).to_have_count(2)
    page.get_by_role("button", name=LINES).click()
    panel = page.get_by_role("dialog", name=LINES)
    name = panel.get_by_label(re.compile("Name of this line|Nom de cette variante"))
    name.fill("Étude")
    name.press("Enter")
    with page.expect_download() as saved:
        panel.get_by_role("button", name=re.compile("Save in a file|Enregistrer dans un fichier")).click()
    tree = tablier.GameTree.loads(saved.value.path().read_text(encoding="utf-8"))
    line = tree.root.variations[1]
    assert line.variations[0].comment == "Étude"
    line.variations[0].add_variation("swap")
    tree.root.comment = "The start"
    page.goto("/")
    open_file(page, tree.dumps())
    panel = page.get_by_role("dialog", name=LINES)
    lines = panel.get_by_role("list").get_by_role("button")
    expect(lines).to_have_text(["The start", re.compile("d4 e4.*Étude"), re.compile("swap")])
    lines.nth(2).click()
    expect(page.locator("[data-piece^=tile]")).to_have_count(2)
    expect(lines.nth(2)).to_have_attribute("aria-current", "true")
    audit(page)
    shoot(page, f"study-file-{size}")
    page.reload()
    expect(page.locator("[data-piece]").first).to_be_attached()
    assert "Étude" in page.evaluate("Object.values(localStorage).join()")


def test_a_file_with_an_illegal_line_is_refused_with_the_reason(visit: Visitors, shoot: Shoot) -> None:
    page = visit()
    visit.expected.append("400")
    page.goto("/")
    record = json.loads(tablier.Record.of(tablier.game("ponte_del_diavolo").new(board=8).play("d4 e4")).dumps())
    record["variations"] = {"2": [{"moves": [{"seat": 1, "play": "d4 c3"}]}]}
    open_file(page, json.dumps(record))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("variation 1 after ply 2: ply 3 ('d4')")
    expect(alert).to_contain_text("PONTE-3.2")
    audit(page)
    shoot(page, "study-refused")


@pytest.mark.parametrize("size", ["desktop", "sideways-fr"])
def test_a_position_opens_from_a_diagram_and_is_played_on(visit: Visitors, shoot: Shoot, size: str) -> None:
    page = visitor(visit, size)
    visit.expected.append("400")
    page.goto("/")
    page.get_by_role("button", name=re.compile("Set up a position|Saisir une position")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("Game|Jeu")).select_option("ponte_del_diavolo")
    text = dialog.get_by_label(re.compile("Diagram"))
    opened = dialog.get_by_role("button", name=re.compile("Open|Ouvrir"))
    text.fill("board: 8; light: a1 b1; dark: a1")
    opened.click()
    expect(dialog.get_by_role("alert")).to_contain_text("a1")
    audit(page)
    shoot(page, f"study-diagram-wrong-{size}")
    expect(text).to_have_value("board: 8; light: a1 b1; dark: a1")
    text.fill("board: 8;\n light: a1 b1 a2 b2 d4;\n dark: c3; turn: dark")
    opened.click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    expect(page.locator("[data-piece^=tile]").first).to_be_attached()
    expect(page.get_by_role("button", name=re.compile("Leave analysis|Quitter l’analyse"))).to_be_visible()
    begun, table = pieces(page), page.url
    lay(page, "f6", "h8")
    page.get_by_role("button", name=LINES).click()
    panel = page.get_by_role("dialog", name=LINES)
    panel.get_by_role("button", name=re.compile("Position as text|Position en texte")).click()
    field = panel.get_by_label(re.compile("This position as text|Cette position en texte"))
    written = tablier.game("ponte_del_diavolo").setup(field.input_value())
    assert [move.text for move in written.history] == ["f6", "h8"]
    audit(page)
    shoot(page, f"study-diagram-{size}")
    panel.get_by_role("button", name=re.compile("Close|Fermer")).click()
    page.get_by_role("button", name=re.compile("^(Undo|Annuler)$")).click()
    page.get_by_role("button", name=RETRY).click()
    page.get_by_role("dialog").get_by_role("combobox").last.select_option("1")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Start|Commencer")).click()
    expect(page).not_to_have_url(table)
    expect(page.locator(".spot.target").first).to_be_attached(timeout=SEARCH)  # the computer may be to move
    assert begun <= pieces(page)


@pytest.mark.parametrize("size", ["desktop", "phone-fr"])
def test_a_wrong_try_at_a_puzzle_opens_on_the_analysis_board(visit: Visitors, shoot: Shoot, size: str) -> None:
    page = visitor(visit, size)
    page.goto(f"/puzzle/{GAME}/{EASY.id}")
    page.wait_for_selector(".spot.target")
    lay(page, WRONG)
    result = page.get_by_role("region", name=re.compile("Result|Résultat"))
    result.get_by_role("button", name=re.compile("Analyse")).click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    panel = page.get_by_role("dialog", name=LINES)
    lines = panel.get_by_role("list").get_by_role("button")
    expect(lines.first).to_contain_text(WRONG)
    expect(lines.first).to_have_attribute("aria-current", "true")
    expect(lines).to_have_count(2)
    audit(page)
    shoot(page, f"study-puzzle-{size}")
    lines.nth(1).click()
    expect(lines.nth(1)).to_have_attribute("aria-current", "true")
    lines.first.click()
    panel.get_by_role("button", name=re.compile("Close|Fermer")).click()
    expect(page.get_by_role("button", name=RETRY)).to_be_visible()
