"""The storage of a site in Chromium, when it is full."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from browser.conftest import Shoot, shoot
from browser.table import moves, send
from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.static_host import served

from .test_offline import SEARCH, STEP, play, visiting

__all__ = ["shoot"]

pytestmark = pytest.mark.browser


def begin(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Choose the players…").click()
    for seat in page.get_by_label("Played by").all():
        seat.select_option("me")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".spot.target", timeout=SEARCH)


def touch_until(page: Page, shown: Locator) -> None:
    """Touch whatever may be touched until something is shown."""
    chance = Random(1)
    for _ in range(300):
        if shown.count():
            return
        page.evaluate(STEP, chance.random())
        page.wait_for_timeout(100)
    raise AssertionError(page.locator("aside").inner_text())


def export(page: Page) -> Path:
    """The file that the first page exports."""
    page.get_by_role("button", name="All saved games").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export all games").click()
    return Path(download.value.path())


@pytest.mark.long
def test_a_full_storage_is_said_and_loses_nothing(site: Path, chromium: Browser) -> None:
    with served(site) as host, visiting(chromium, host.origin) as visit:
        page = visit()
        begin(page)
        play(page, Random(1), 1)
        line = page.context.new_cdp_session(page)
        line.send("Storage.overrideQuotaForOrigin", {"origin": host.origin, "quotaSize": 1})
        touch_until(page, page.get_by_text("This device has no room left for saved games."))
        played = moves(page).count()
        page.reload()
        expect(moves(page)).to_have_count(played, timeout=SEARCH)
        page.goto("/")
        (table,) = json.loads(export(page).read_text())["tables"]
        assert json.loads(table["text"])["events"]
        line.send("Storage.overrideQuotaForOrigin", {"origin": host.origin})
        page.go_back()
        page.wait_for_selector("button.send[aria-disabled=false]", timeout=SEARCH)  # the refused turn is still staged
        send(page)
        expect(moves(page)).to_have_count(played + 1)


def test_exported_games_come_back_elsewhere(site: Path, chromium: Browser, shoot: Shoot, tmp_path: Path) -> None:
    with served(site) as host, visiting(chromium, host.origin) as visit:
        visit.expected.append("an exported table cannot be read")
        page = visit()
        begin(page)
        play(page, Random(1), 1)
        played = moves(page).count()
        page.goto("/")
        (table,) = json.loads(export(page).read_text())["tables"]
        file = tmp_path / "games.json"
        file.write_text(json.dumps({"tables": [table, {"id": "damaged", "text": table["text"][:99]}]}))

        other = visit(lang="fr-FR", phone=True)
        other.goto("/")
        other.locator("input[type=file]").set_input_files(file)
        result = other.get_by_role("status").filter(has_text="Une partie a été restaurée.")
        expect(result).to_be_visible(timeout=SEARCH)
        expect(result.get_by_role("listitem")).to_contain_text("damaged")
        shoot(other, "site-restored")
        assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
        other.get_by_role("region", name="Vos tables").get_by_role("link").click()
        expect(moves(other)).to_have_count(played, timeout=SEARCH)
