"""What the tests do at a table, in the words of a player."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import FloatRect, Frame, Locator, Page, expect

GAME = "ponte_del_diavolo"


def make(
    page: Page,
    *kinds: str,
    game: str = GAME,
    level: int = 1,
    name: str = "",
    clock: str = "",
    hints: bool = False,
    **options: Any,
) -> dict[int, str]:
    """Make a table through the server and go there. Gives the tokens of friends' seats.

    Bots have the ``level``, the own seats the ``name``.
    """
    more: dict[str, dict[str, str | int]] = {"me": {"name": name}, "bot": {"level": level}}
    seats = [more.get(kind, {}) | {"kind": kind} for kind in kinds]
    page.goto("/health")  # a page of this origin that loads nothing
    wanted = {"game": game, "options": options, "seats": seats, "clock": clock, "hints": hints}
    made = page.evaluate(
        """wanted => fetch('/api/tables', {method: 'POST', body: JSON.stringify(wanted),
        headers: {'content-type': 'application/json'}}).then(answer => answer.json()).then(made => {
            localStorage.setItem(`tablier.watch.${made.id}`, made.watch);
            return made;
        })""",
        wanted,
    )
    page.goto(f"/t/{made['id']}")
    page.wait_for_selector(".spot")
    return {link["seat"]: link["token"] for link in made["links"]}


def watch_link(page: Page) -> str:
    """The link with which others watch the table that this page has made."""
    table = page.url.rpartition("/")[2]
    return f"{page.url}#watch={page.evaluate('table => localStorage.getItem(`tablier.watch.${table}`)', table)}"


def seat_link(page: Page, token: str) -> str:
    """The link that gives a seat at this page's table."""
    return f"{page.url.replace('/t/', '/join/')}/{token}"


def card(page: Page, title: str = "Ponte del Diavolo") -> Locator:
    """A game on the home page."""
    return page.locator("article").filter(has_text=title)


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


def touch(page: Page, *names: str) -> None:
    """Click spots, playable or not, when it is this page's turn."""
    for name in names:
        page.wait_for_selector(".spot.target, .send[aria-disabled=false]")
        spot(page, name).click(force=True)


def send(page: Page) -> None:
    """Send the turn that has been composed."""
    button = page.locator("button.send")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    expect(page.locator(".ghost")).to_have_count(0)


def lay(page: Page, *names: str) -> None:
    """A turn: touch spots one after the other, then send."""
    for name in names:
        expect(spot(page, name)).to_have_class(re.compile(r"\btarget\b"))
        spot(page, name).click()
    send(page)


MOVES = re.compile("Moves|Coups")
"""What the log of the game is called, beside that of the talk."""


def box(found: Locator) -> FloatRect:
    """Where something is, in CSS pixels."""
    rect = found.bounding_box()
    assert rect
    return rect


def moves(page: Page | Frame) -> Locator:
    return page.locator("ol button[data-event]")


def has_moves(page: Page, count: int) -> None:
    expect(moves(page)).to_have_count(count)


def pieces(page: Page) -> set[str]:
    ids: list[str] = page.locator("[data-piece]").evaluate_all("found => found.map(one => one.dataset.piece)")
    return set(ids)


def play_out(page: Page, chance: random.Random) -> int:
    """Touch whatever may be touched until the game is over. Gives the number of turns."""
    step = """choose => {
        if (document.querySelector('dialog[open]')) return 'over';
        const send = document.querySelector('button.send[aria-disabled=false]');
        if (send) { send.click(); return 'sent'; }
        const buttons = '.buttons button:not(.send, .icon, [aria-disabled])';
        const touchable = [...document.querySelectorAll(`.spot.target, ${buttons}`)];
        touchable[Math.floor(choose * touchable.length)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        return touchable.length ? 'touched' : 'waiting';
    }"""
    turns = waited = 0
    while (done := page.evaluate(step, chance.random())) != "over":
        turns += done == "sent"
        waited = waited + 1 if done == "waiting" else 0
        assert waited < 600, f"nothing can be touched, and the game is not over: {page.locator('aside').inner_text()}"
        page.wait_for_timeout(60)
    return turns


def scores_and_stories(dialog: Locator) -> list[tuple[int, int]]:
    """The score of each player in the result, and the sum of the parts that explain it."""
    found = list[tuple[int, int]]()
    for player in dialog.locator("li").all():
        total = int(player.locator("h3 b").inner_text().replace("−", "-").split()[0])
        story = player.locator(".story").all_inner_texts()
        parts = re.findall(r"\(([+−-]\d+)\)", " ".join(story).replace("−", "-"))
        found.append((total, sum(map(int, parts))))
    return found
