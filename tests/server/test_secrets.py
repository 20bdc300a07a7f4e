"""Secrets used in a played game are not logged, nor kept in clear in the database; pages run no script of others."""

from __future__ import annotations

import base64
import io
import logging
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import structlog
from known import GAMES

from tablier import catalogue, rulebook
from tablier.server import logging_config
from tablier.server.api import pages

from .browser import Browser, Running, finished, serving


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """All that a server writes to its standard error, as it is configured to."""
    stream, before = io.StringIO(), structlog.get_config()
    monkeypatch.setattr("sys.stderr", stream)
    handler = logging.StreamHandler(stream)
    logging.getLogger().addHandler(handler)
    logging_config.configure(logging.DEBUG)
    yield stream
    logging.getLogger().removeHandler(handler)
    structlog.configure(**before)


def forms(secret: str | bytes) -> set[bytes]:
    """A secret as it could be written."""
    raw = secret.encode() if isinstance(secret, str) else secret
    return {raw, raw.hex().encode(), base64.b64encode(raw).rstrip(b"="), repr(raw)[2:-1].encode()}


@pytest.mark.sqlite
async def test_no_secret_is_logged_or_stored(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server:
        host, guest = server.browser(), server.browser()
        made = await host.table("me", "friend", "bot", luck=True)
        tokens = [link["token"] for link in made["links"]]
        await _fail(server, guest, made["id"], tokens[0], monkeypatch)
        assert (await guest.claim(made["id"], tokens[0], "Bea-the-Guest")).status_code == 200
        async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
            for seat, line in enumerate((a, b)):
                await line.submit(seat, type_="nonce", nonce="0" * 32)
            for ply in ("1", "2", "3"):
                for seat, line in enumerate((a, b)):
                    await line.play(seat, ply)
            await finished(server, made["id"])
            await a.submit(0, type_="rematch")
            await b.submit(1, type_="rematch")
        row = await server.services.table_store.get(made["id"])
        assert row is not None
        cookies = [browser.http.cookies["tablier"] for browser in (host, guest)]
    log = written.getvalue()
    assert log.count("table.made") == 2  # it is the log of these requests
    assert "Traceback" in log  # of the failures that were provoked
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert row.seed in kept  # every draw follows from it; it is told to nobody before the end
    for secret in (*cookies, *tokens):
        assert not [form for form in forms(secret) if form in kept or form in log.encode()]
    for secret in (row.seed, "Bea-the-Guest"):
        assert not [form for form in forms(secret) if form in log.encode()]


async def _fail(server: Running, browser: Browser, table: str, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail in every way that is logged, with a secret at hand."""
    assert (await browser.claim(table, token + "x")).status_code == 403
    assert (await browser.claim("elsewhere", token)).status_code == 403
    assert (await browser.http.post(f"/api/tables/{table}/claim", json={"token": token, "key": 1})).status_code == 400
    assert (await browser.http.get(f"/t/{table}?token={token}")).status_code == 200
    assert (await browser.http.get(f"/nothing/{token}")).status_code == 404
    with monkeypatch.context() as broken:
        broken.setattr(server.services.table_store, "sit", _broken)
        assert (await browser.claim(table, token)).status_code == 500
    async with browser.at(table) as line:
        await line.send(type="submit", key=token, seat=token)
        assert (await line.next("refused"))["code"] == "malformed"


async def _broken(*arguments: Any) -> Any:
    raise RuntimeError("out of order")


class _Scripts(HTMLParser):
    """Collects what a page runs that is not a file of this server."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("iframe", "object", "embed", "base") or (
            tag == "script" and not given.get("src", "").startswith("/")
        ):
            self.found.append(self.get_starttag_text() or tag)
        self.found += [f"{name}={value}" for name, value in given.items() if name.startswith("on")]
        for name in ("href", "src", "action", "xlink:href"):
            value = given.get(name, "").strip().lower()
            foreign = value.startswith(("javascript:", "data:", "//")) or (name == "src" and "://" in value)
            if foreign and value != "data:,":  # an empty icon
                self.found.append(f"{name}={value}")


def scripts(page: str) -> list[str]:
    parser = _Scripts()
    parser.feed(page)
    return parser.found


def test_the_check_for_scripts_finds_them() -> None:
    for bad in ("<script>a</script>", "<p onclick='a'>", "<a href=' JavaScript:a'>", "<img src=https://b.example/a>"):
        assert scripts(bad), bad
    assert not scripts('<script type="module" src="/assets/a.js"></script><a href="https://a.example/">on</a>')


def test_no_page_contains_a_script() -> None:
    templates = [entry.read_text("utf-8") for entry in (files("tablier.server.api") / "html").iterdir()]
    books = [rulebook.load(name, lang) for name in GAMES for lang in ("en", "fr")]
    client = Path(__file__).parents[2] / "web" / "index.html"
    built = [pages.STATIC / "index.html"] if (pages.STATIC / "index.html").is_file() else []
    assert len(templates) >= 3
    for page in (*templates, *(rulebook.to_html(book, lambda _: "") for book in books)):
        assert scripts(page) == []
    for entry in (client, *built):
        assert scripts(entry.read_text("utf-8")) == []


def test_the_client_does_not_render_texts_as_html() -> None:
    """Names, chat and messages become text nodes: markup is made of the server's own drawings and rules alone."""
    source = Path(__file__).parents[2] / "web" / "src"
    markup = (
        "{@html",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "srcdoc",
        "eval(",
        "DOMParser",
    )
    found = {
        (file.name, word)
        for file in source.rglob("*")
        if file.suffix in (".svelte", ".ts")
        for word in markup
        if word in file.read_text("utf-8")
    }
    assert found == {("Sprites.svelte", "{@html"), ("ServerPage.svelte", "innerHTML")}


def test_drawings_contain_no_scripts() -> None:
    """The one place of the client that takes markup is given these files."""
    drawings = [files("tablier.scene") / "art" / "common.svg"]
    for name in GAMES:
        art = files(catalogue.package(name)) / "art"
        drawings += [entry for entry in art.iterdir() if entry.name.endswith(".svg")] if art.is_dir() else []
    assert len(drawings) > 8
    for drawing in drawings:
        assert scripts(drawing.read_text("utf-8")) == [], drawing.name
