"""Sites in Firefox and WebKit: ``make other-browsers``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from wasm.conftest import built, site
from wasm.test_offline import STEP

from benchmarks.static_host import served

from .driven import BROWSERS, Driven, Missing, until

pytestmark = pytest.mark.other_browsers
TITLES = {"en": "The Bridges of Shangri-La", "fr": "Les Ponts de Shangri-La"}
PLAYED = "document.querySelectorAll('ol button[data-event]').length"
BOARD = "document.querySelector('.spot.target')"
OVER = "!!document.querySelector('dialog[open]')"
PHONE = '<!doctype html><title>Phone</title><iframe src="site/" width="360" height="640" frameborder="0"></iframe>'
"""Windows of these browsers do not become as narrow as a phone; frames do."""
FRAME = "document.querySelector('iframe').contentDocument"
WIDTHS = f"[{FRAME}.documentElement.scrollWidth, {FRAME}.defaultView.innerWidth]"
PLIES = 9
PICTURES = Path(__file__).parents[1] / "browser" / "screenshots"

__all__ = ["built", "site"]


@pytest.fixture(scope="module", params=BROWSERS)
def driven(request: pytest.FixtureRequest) -> Iterator[Driven]:
    with ExitStack() as stack:
        try:
            browser = stack.enter_context(BROWSERS[request.param]())
        except Missing as missing:
            pytest.skip(str(missing))
        PICTURES.mkdir(exist_ok=True)
        yield browser


def begin(driven: Driven, level: int, root: str = "document") -> None:
    """Start a game against bots from the first page, once Python has started."""
    until(driven, f"{root}.querySelector('article .play select')")
    driven.run(
        f"""const select = {root}.querySelector('article .play select');
        select.value = {level};
        select.dispatchEvent(new Event('change', {{bubbles: true}}));
        {root}.querySelector('article .play button.primary').click();"""
    )


def choose(driven: Driven, lang: str, root: str = "document") -> None:
    """Show the page in a language."""
    until(driven, f"{root}.querySelector('header [lang]')")
    driven.run(f"{root}.querySelector('header button[lang={lang}]')?.click()")
    until(driven, f"{root}.documentElement.lang === {json.dumps(lang)}")


def play(driven: Driven, chance: Random, done: str) -> None:
    """Touch whatever may be touched until an expression is true."""
    for _ in range(6000):
        driven.run(f"({STEP})({chance.random()})")
        if driven.run(f"return {done}"):
            return
    raise AssertionError(driven.run("return document.body.innerText"))


def test_a_whole_game_is_played_without_a_server(driven: Driven, site: Path) -> None:
    with served(site) as host:
        driven.go(host.origin)
        until(driven, "navigator.serviceWorker.controller")
    driven.go(host.origin)
    choose(driven, "en")
    begin(driven, level=1)
    until(driven, f"{BOARD}")
    play(driven, Random(1), f"{PLAYED} >= {PLIES}")
    played = driven.run(f"return {PLAYED}")
    driven.run("location.reload()")
    until(driven, f"{BOARD} && {PLAYED} >= {played}")
    play(driven, Random(2), OVER)


def test_a_hint_is_searched_and_a_rulebook_is_shown(driven: Driven, site: Path) -> None:
    with served(site) as host:
        driven.go(f"{host.origin}/?play/shangri_la/fr")
        until(driven, f"{BOARD}")
        driven.run("document.querySelector('button.hint').click()")
        until(driven, "document.body.innerText.includes('Un bon coup')")
        driven.go(f"{host.origin}/rules/shangri_la/fr")
        until(driven, f"document.querySelector('h1')?.textContent.startsWith({json.dumps(TITLES['fr'])})")


@pytest.mark.parametrize("lang", TITLES)
def test_no_page_can_be_scrolled_sideways_on_a_phone(driven: Driven, site: Path, tmp_path: Path, lang: str) -> None:
    (tmp_path / "site").symlink_to(site)
    (tmp_path / "phone.html").write_text(PHONE)
    with served(tmp_path) as host:
        driven.go(f"{host.origin}/phone.html")
        choose(driven, lang, FRAME)
        until(driven, f"{FRAME}.body.innerText.includes({json.dumps(TITLES[lang])})")
        assert driven.run(f"return {WIDTHS}") == [360, 360]
        driven.save(PICTURES / f"{driven.name}-first-{lang}.png")
        begin(driven, level=1, root=FRAME)
        until(driven, f"{FRAME}.querySelector('.spot.target')")
        assert driven.run(f"return {WIDTHS}") == [360, 360]
        driven.save(PICTURES / f"{driven.name}-table-{lang}.png")
