"""The real game at the table: its scene, its rules in words, its bots, its rulebook."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import tablier
from tablier import bots

from .browser import UNLIMITED, Line, Running, SharedLibrary, finished, serving

pytestmark = pytest.mark.once

PONTE = "ponte_del_diavolo"


@pytest.fixture
async def ponte(tmp_path: Path) -> AsyncIterator[Running]:
    async with serving(tmp_path, SharedLibrary(), bots, socket_rate=UNLIMITED) as running:
        yield running


async def touch(line: Line, seat: int, chance: random.Random) -> list[str]:
    """Choose a turn as a browser does: by what may be touched, ply by ply."""
    plies: list[str] = []
    while True:
        choices = (await line.ask("choices", seat=seat, plies=plies))["choices"]
        if choices.get("complete"):
            assert choices["options"] == []
            return plies
        paths = [tuple(option["path"]) for option in choices["options"]]
        assert len(set(paths)) == len(paths)
        assert not any(a != b and b[: len(a)] == a for a in paths for b in paths)
        plies.append(chance.choice(choices["options"])["ply"])


def apply(pieces: dict[str, Any], update: dict[str, Any]) -> None:
    """What the client does with an update."""
    for step in update["steps"]:
        for id_ in step.get("drop", ()):
            del pieces[id_]
        pieces.update({piece["id"]: piece for piece in step.get("put", ())})
    assert int(update["check"], 16) == crc32("\n".join(sorted(pieces)).encode())


async def test_a_whole_game_of_two_browsers(ponte: Running) -> None:
    chance = random.Random(7)
    host, guest = ponte.browser(), ponte.browser()
    made = await host.table("me", "friend", game=PONTE, board=8)
    await guest.claim(made["id"], made["links"][0]["token"])
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        pieces: dict[str, Any] = {}
        movers = a.welcome["view"]["movers"]
        seq = 0
        while movers:
            [seat] = movers
            mine, other = (a, b) if seat == 0 else (b, a)
            plies = await touch(mine, seat, chance)
            seq += 1
            assert (await mine.submit(seat, *plies))["seq"] == seq
            update = await other.update(seq)
            assert update == await mine.update(seq)
            assert update["steps"]
            assert update["view"]["pieces"] == []
            apply(pieces, update)
            movers = update["view"]["movers"]
        end = await a.hello()
        assert {piece["id"]: piece for piece in end["view"]["pieces"]} == pieces
        assert end["view"]["result"]["scores"] == list((await ponte.services.cache.state(made["id"])).position.scores())
        middle = await b.ask("look", event=seq // 2)
        assert 0 < len(middle["view"]["pieces"]) < len(pieces)
    record = tablier.Record.loads((await host.http.get(f"/api/tables/{made['id']}/record")).content)
    assert record.replay() == (await ponte.services.cache.state(made["id"])).position


async def test_a_staged_half_turn_has_a_preview(ponte: Running) -> None:
    browser = ponte.browser()
    made = await browser.table("me", "me", game=PONTE)
    async with browser.at(made["id"]) as line:
        half = (await line.ask("choices", seat=0, plies=["d4"]))["choices"]
        assert [piece["id"] for piece in half["put"]] == ["tile:d4"]
        assert {counter["id"] for counter in half["counters"]} >= {"tiles:0"}
        assert "spot:d4" not in {option["path"][0] for option in half["options"]}
        both = (await line.ask("choices", seat=0, plies=["d4", "d5"]))["choices"]
        assert both["complete"]
        assert {piece["id"] for piece in both["put"]} >= {"tile:d4", "tile:d5"}
        assert (await line.ask("look", event=0))["view"]["pieces"] == []  # nothing was played


async def test_a_refusal_names_its_rule_in_both_languages(ponte: Running) -> None:
    browser = ponte.browser()
    made = await browser.table("me", "me", game=PONTE)
    async with browser.at(made["id"]) as line:
        await line.submit(0, "d4", "d5")
        why = await line.ask("why", seat=1, plies=[], path=["spot:d4"])
        refused = await line.submit(1, "d4", "e5")
        for answer in (why, refused):
            assert answer["rule"] == "PONTE-3.2"
            assert answer["text"]["en"] != answer["text"]["fr"]
            assert answer["link"] == {lang: f"/rules/{PONTE}/{lang}#PONTE-3.2" for lang in ("en", "fr")}
        assert refused["code"] == "illegal"
        assert refused["say"]["a"]["ply"] == "d4"
        assert (await line.submit(1, "z9", "e5"))["code"] == "unreadable"
        assert (await line.submit(1, "e5 f5"))["code"] == "unreadable"  # two plies in one
        assert (await line.submit(0, "a1", "b1"))["code"] == "not-your-turn"
        allowed = await line.ask("why", seat=1, plies=[], path=["spot:h8"])
        assert (allowed["type"], allowed["say"]["k"]) == ("refused", "refused-nothing-there")
        second = await line.ask("why", seat=1, plies=["h8"], path=["spot:h8"])
        assert second["rule"] == "PONTE-3.2"


async def test_why_explains_the_first_touch_of_a_bridge(ponte: Running) -> None:
    """No path is this touch alone: the commonest reason among those that begin with it counts."""
    browser = ponte.browser()
    made = await browser.table("me", "me", game=PONTE)
    async with browser.at(made["id"]) as line:
        for seat, plies in [(0, ("d4", "d5")), (1, ("h8", "i8")), (0, ("a1", "a2"))]:
            await line.submit(seat, *plies)
        alone = await line.ask("why", seat=1, plies=[], path=["spot:h8"])
        assert alone["rule"] == "PONTE-5.1"  # a bridge needs two tiles of its colour
        begun = await line.ask("why", seat=1, plies=[], path=["spot:h8", "spot:j8"])
        assert begun["rule"] == "PONTE-5.1"


async def test_levels_play_against_each_other(ponte: Running) -> None:
    body = {"game": PONTE, "seats": [{"kind": "bot", "level": 1}, {"kind": "bot", "level": 2}], "options": {"board": 8}}
    browser = ponte.browser()
    made = (await browser.http.post("/api/tables", json=body)).json()
    await finished(ponte, made["id"], 60)
    async with browser.at(made["id"]) as line:
        assert line.welcome["view"]["result"]
        assert line.welcome["you"] == []


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_the_rulebook_is_a_page(ponte: Running, lang: str) -> None:
    answer = await ponte.browser().http.get(f"/rules/{PONTE}/{lang}")
    page = answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert f'<html lang="{lang}">' in page
    assert "light-dark(" in page
    assert 'id="PONTE-4.2"' in page
    assert page.count("<svg") > 5
    assert "<script" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))  # figures do not share theirs
    assert (await ponte.browser().http.get(f"/rules/{PONTE}/de")).status_code == 404


async def test_art_and_texts_are_served(ponte: Running) -> None:
    http = ponte.browser().http
    for path in (f"/api/art/{PONTE}/sprites.svg", f"/api/art/{PONTE}/board-10.svg", "/api/art/common.svg"):
        answer = await http.get(path)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "<svg" in answer.text
    for lang in ("en", "fr"):
        texts = (await http.get(f"/api/texts/{PONTE}/{lang}.ftl")).text
        assert "ponte-say-bridge" in texts
        assert "refused-not-your-turn" in texts
    assert (await http.get(f"/api/texts/{PONTE}/de.ftl")).status_code == 404
