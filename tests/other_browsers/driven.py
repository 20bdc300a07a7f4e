"""Firefox and WebKit, each driven by its own protocol, with the few commands that the tests give."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

LONGEST = 120.0
"""Seconds until something that is waited for must have happened."""
WEBKIT = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


class Missing(Exception):
    """A browser or what drives it is not installed; the message names it."""


class Driven(Protocol):
    """A browser with one page."""

    name: str

    def go(self, address: str) -> None:
        """Open an address."""

    def run(self, script: str) -> Any:
        """Run the body of a function in the page; its result."""

    def save(self, file: Path) -> None:
        """Save a picture of the page."""


def until(driven: Driven, script: str) -> None:
    """Wait until an expression is true in the page."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        if driven.run(f"return !!({script})"):
            return
        time.sleep(0.1)
    raise AssertionError(f"never true: {script}\n{driven.run('return document.body.innerText')}")


@contextmanager
def firefox() -> Iterator[Driven]:
    """Firefox without a window, by Marionette."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        raise Missing("needs Firefox (Debian: firefox-esr)")
    _need("marionette_driver")
    from marionette_driver.marionette import Marionette

    with TemporaryDirectory() as folder:
        log = str(Path(folder, "log"))  # Marionette deletes the file that it finds there: never a device
        marionette = Marionette(bin=program, headless=True, gecko_log=log, prefs={"ui.prefersReducedMotion": 1})
        try:
            marionette.start_session()
            yield _Firefox(marionette)
        finally:
            marionette.cleanup()


class _Firefox:
    name = "firefox"

    def __init__(self, marionette: Any) -> None:
        self._marionette = marionette

    def go(self, address: str) -> None:
        self._marionette.navigate(address)

    def run(self, script: str) -> Any:
        return self._marionette.execute_script(script, sandbox=None)

    def save(self, file: Path) -> None:
        file.write_bytes(self._marionette.screenshot(format="binary", full=False))


@contextmanager
def webkit() -> Iterator[Driven]:
    """WebKitGTK's small browser on a screen of its own, by WebDriver."""
    program = next(Path("/").glob(WEBKIT[1:]), None)
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if not (program and driver and screen):
        raise Missing("needs WebKitGTK's driver and a virtual screen (Debian: webkit2gtk-driver, xvfb)")
    _need("selenium")
    from selenium import webdriver

    with _display(screen) as display:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(program)
        options.add_argument("--automation")
        service = webdriver.WebKitGTKService(driver, env={**os.environ, "DISPLAY": display})
        browser = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield _WebKit(browser)
        finally:
            browser.quit()


class _WebKit:
    name = "webkit"

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    def go(self, address: str) -> None:
        self._browser.get(address)

    def run(self, script: str) -> Any:
        return self._browser.execute_script(script)

    def save(self, file: Path) -> None:
        self._browser.save_screenshot(str(file))


BROWSERS = {"firefox": firefox, "webkit": webkit}


@contextmanager
def _display(program: str) -> Iterator[str]:
    """The name of a virtual screen."""
    command = [program, "-displayfd", "1", "-screen", "0", "1280x1024x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout
        try:
            yield f":{running.stdout.readline().strip()}"
        finally:
            running.terminate()


def _need(module: str) -> None:
    if not find_spec(module):
        raise Missing("needs Python packages: pip install --group other-browsers")
