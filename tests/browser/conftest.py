"""A real server in a process of its own, and Chromium. Every page that logs an error fails its test."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

HERE = Path(__file__).parent
PATIENCE = 30_000
"""Milliseconds: machines that run tests are busy."""
COMPILING = 600.0
"""Seconds that a server may take until its games are compiled."""

INSTANT = "try { localStorage['tablier.speed'] ??= 'instant'; } catch { /* a frame without storage */ }"
"""Tests do not wait for moves to be told."""
PHONE = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 1 if os.environ.get("CI") else 2,  # a quarter of the pixels, a sixth less time
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


class Server:
    """``tablier serve`` with tables of its own. It can be stopped and started again at the same address.

    All tests come from one address and make more tables than one household may.
    """

    def __init__(self, data: Path, game: str = "") -> None:
        """``game``: the one that must be ready, if not all are needed."""
        self._data = data
        self._game = game
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        command = ["serve", "--port", str(self._port), "--data", str(self._data), "--per-address", "1000"]
        code = f"from tablier.cli import main; main({command!r})"
        self._log = (self._data / "log").open("ab")
        self._process = subprocess.Popen([sys.executable, "-c", code], stdout=self._log, stderr=self._log)
        self._wait()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(20)
        self._log.close()

    def _wait(self) -> None:
        end = time.monotonic() + COMPILING
        while time.monotonic() < end and self._process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.origin}/api/games") as answer:
                    if all(game["progress"] == 1 for game in json.load(answer) if self._game in ("", game["name"])):
                        return
            except urllib.error.URLError:
                pass
            time.sleep(0.2)
        raise RuntimeError(f"the server does not start; its last words:\n{(self._data / 'log').read_text()[-3000:]}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("tables"))
    running.start()
    yield running
    running.stop()


class Visitors:
    """Readers with browsers of their own. ``expected`` are parts of the errors that a test provokes."""

    def __init__(self, chromium: Browser, origin: str) -> None:
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []
        self._errors: list[str] = []
        self.origin = origin
        self.expected: list[str] = []

    def __call__(self, *, lang: str = "en-GB", dark: bool = False, phone: bool = False, motion: bool = False) -> Page:
        context = self._chromium.new_context(
            **(PHONE if phone else DESKTOP),
            base_url=self.origin,
            locale=lang,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        if not motion:
            context.add_init_script(INSTANT)
        self._contexts.append(context)
        return self.watched(context.new_page())

    def watched(self, page: Page) -> Page:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._errors.append(str(error)))
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._errors.append(f"{message.text} ({message.location.get('url', '')})")

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    @property
    def errors(self) -> list[str]:
        return [error for error in self._errors if not any(part in error for part in self.expected)]


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Visitors]:
    visitors = Visitors(chromium, server.origin)
    yield visitors
    visitors.close()
    assert visitors.errors == []


Shoot = Callable[[Page, str], None]


@pytest.fixture(scope="session")
def shoot() -> Shoot:
    """Keep a picture to look at."""
    folder = HERE / "screenshots"
    folder.mkdir(exist_ok=True)

    def keep(page: Page, name: str) -> None:
        page.screenshot(path=folder / f"{name}.png")

    return keep
