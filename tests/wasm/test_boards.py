"""Boards on the pages of the documentation, in Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from browser.conftest import Shoot, shoot
from playwright.sync_api import Browser, Page, expect

from benchmarks.static_host import StaticHost, served
from docs.boards import TEXTS, board

from .conftest import SITE_GAME
from .test_offline import PLIES, READY, SEARCH, play, visiting

pytestmark = pytest.mark.browser
STATIC = Path(__file__).parents[2] / "docs" / "static"
PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="../play/icons/192.png">
<link rel="stylesheet" href="board.css">
<script src="board.js" defer></script>
<h1>{lang}</h1>
{board}
</html>
"""
WIDTHS = "[document.documentElement.scrollWidth, innerWidth]"

__all__ = ["shoot"]


@pytest.fixture
def pages(site: Path, tmp_path: Path) -> Iterator[StaticHost]:
    """A page in each language, in a folder of the documentation, with the site beside it."""
    folder = tmp_path / "docs"
    shutil.copytree(site, folder / "play")
    shutil.copytree(STATIC, folder / "made")
    for lang in TEXTS:
        (folder / "made" / f"{lang}.html").write_text(PAGE.format(lang=lang, board=board(SITE_GAME, lang)))
    with served(tmp_path) as host:
        yield host


def fits(page: Page) -> bool:
    """Whether neither the page nor a frame in it can be scrolled sideways."""
    return all(wide <= shown for wide, shown in (frame.evaluate(WIDTHS) for frame in page.frames))


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("fr", True)])
def test_a_board_opens_at_a_click_and_bots_answer(
    pages: StaticHost, chromium: Browser, shoot: Shoot, lang: str, phone: bool
) -> None:
    with visiting(chromium, pages.origin) as visit:
        page = visit(phone=phone)
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"/docs/made/{lang}.html")
        expect(page.get_by_role("link")).to_have_count(2)
        assert not [address for address in asked if "/local/" in address]
        page.get_by_role("link", name=TEXTS[lang][0]).click()
        page.frame_locator("iframe").locator(".spot.target").first.wait_for(timeout=SEARCH)
        frame = page.frames[1]
        play(frame, Random(1), PLIES)
        assert frame.evaluate("document.documentElement.lang") == lang
        assert fits(page)
        shoot(page, f"docs-board-{lang}")
        played, shown = frame.locator("ol button[data-event]").count(), frame.url
        page.reload()
        page.get_by_role("link", name=TEXTS[lang][0]).click()
        page.frame_locator("iframe").locator(".spot").first.wait_for(timeout=SEARCH)
        assert page.frames[1].url == shown
        assert page.frames[1].locator("ol button[data-event]").count() >= played


def test_a_board_on_a_page_of_its_own_goes_on_without_a_network(pages: StaticHost, chromium: Browser) -> None:
    with visiting(chromium, pages.origin) as visit:
        page = visit()
        page.goto("/docs/made/fr.html")
        with page.context.expect_page() as opened:
            page.get_by_role("link", name=TEXTS["fr"][1]).click()
        own = opened.value
        own.wait_for_selector(".spot.target", timeout=SEARCH)
        own.evaluate(READY)
        own.context.set_offline(True)
        own.reload()
        own.wait_for_selector(".spot.target", timeout=SEARCH)
        own.goto(f"{pages.origin}/docs/play/rules/{SITE_GAME}/fr")
        expect(own.get_by_role("link", name="English")).to_be_visible()
        own.get_by_role("link", name="Tablier").click()
        expect(own.get_by_role("heading", name="Les Ponts de Shangri-La")).to_be_visible()
