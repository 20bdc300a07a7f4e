"""Sites in Chromium with a missing file, too little memory or a damaged game: it is said, and nothing is lost."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path
from random import Random

import pytest
from browser.conftest import Shoot, Visitors, shoot
from browser.table import moves
from playwright.sync_api import Browser, Page, expect

from benchmarks.static_host import served

from .test_offline import SEARCH, play, visiting
from .test_storage import begin, export

__all__ = ["shoot"]

pytestmark = pytest.mark.browser
NO_MEMORY = "export const loadPyodide = () => Promise.reject(new RangeError('Out of memory'));"
DAMAGE = """() => new Promise((resolve) => {
    const request = indexedDB.open('tablier');
    request.onsuccess = () => {
        const transaction = request.result.transaction('tables', 'readwrite');
        transaction.objectStore('tables').put({ id: 'damaged', text: '{"version": 1, "row', revision: 1 });
        transaction.oncomplete = () => { request.result.close(); resolve(); };
    };
})"""
"""Stores a game of which only the beginning was written."""


def begun(visit: Visitors) -> Page:
    """A page with a stored game."""
    page = visit()
    begin(page)
    play(page, Random(1), 2)
    return page


def exported(page: Page) -> list[str]:
    """The ids of the games in the file that the message of a fault offers."""
    with page.expect_download() as download:
        page.get_by_role("alert").get_by_role("button").last.click()
    return [table["id"] for table in json.loads(Path(download.value.path()).read_text())["tables"]]


@pytest.mark.parametrize(
    ("file", "text", "said", "lang"),
    [
        ("kernels/shangri_la.so", None, "A file of the table could not be loaded.", "en-GB"),
        ("pyodide/pyodide.mjs", NO_MEMORY, "La mémoire ne suffit pas.", "fr-FR"),
    ],
    ids=["a module that fails to load", "too little memory"],
)
def test_a_start_that_fails_says_why_and_games_can_be_exported_and_go_on_later(
    site: Path, chromium: Browser, shoot: Shoot, tmp_path: Path, file: str, text: str | None, said: str, lang: str
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    (folder / "sw.js").unlink()  # so that all files come from the host
    fault, sound = folder / "local" / file, (folder / "local" / file).read_bytes()
    with served(folder) as host, visiting(chromium, host.origin) as visit:
        visit.expected += ["Failed to load resource", "when fetching the script", "not available offline"]
        page = visit(lang=lang, phone=lang == "fr-FR")
        page.goto("/?play/shangri_la")
        page.wait_for_selector(".spot.target", timeout=SEARCH)
        play(page, Random(1), 2)
        played, address = moves(page).count(), page.url
        if text:
            fault.write_text(text)
        else:
            fault.unlink()
        page.goto("/")
        expect(page.get_by_role("alert")).to_contain_text(said, timeout=SEARCH)
        shoot(page, f"site-fault-{lang}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        (table,) = exported(page)
        assert table in address
        page.goto(address)
        expect(page.get_by_role("alert")).to_contain_text(said, timeout=SEARCH)
        expect(page.locator("main p")).to_have_text("")  # nothing tries again
        fault.write_bytes(sound)
        os.utime(fault, (time.time() + 10,) * 2)  # browsers compare whole seconds
        page.goto(address)
        expect(moves(page)).to_have_count(played, timeout=SEARCH)


def test_a_damaged_game_is_listed_and_exported_and_harms_no_other(site: Path, chromium: Browser, shoot: Shoot) -> None:
    with served(site) as host, visiting(chromium, host.origin) as visit:
        visit.expected.append("damaged")
        page = begun(visit)
        page.evaluate(DAMAGE)
        page.goto("/")
        expect(page.get_by_text("cannot be read")).to_be_visible(timeout=SEARCH)
        shoot(page, "site-damaged")
        tables = {table["id"]: table["text"] for table in json.loads(export(page).read_text())["tables"]}
        assert tables.pop("damaged") == '{"version": 1, "row'
        assert len(tables) == 1
        page.get_by_role("region", name="Your tables").get_by_role("link").click()
        page.wait_for_selector(".spot.target", timeout=SEARCH)
        play(page, Random(2), moves(page).count() + 1)
