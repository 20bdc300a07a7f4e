"""Settings for all tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("tablier", deadline=None)  # no test is timed
settings.load_profile("tablier")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that selects the database of the server's tests."""
    parser.addoption("--database", choices=["sqlite", "postgresql"], default="sqlite", help="run the server's tests on")


@pytest.hookimpl(trylast=True)  # after the order was made random
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests: one begun last would leave the other workers with nothing to do."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session", autouse=True)
def _loggers_are_not_cached() -> Iterator[None]:
    """A logger cached under the configuration of one test would hide its events from the tests that come later."""
    import structlog

    configure = structlog.configure

    def without_cache(**options: Any) -> None:
        configure(**options | {"cache_logger_on_first_use": False})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(structlog, "configure", without_cache)
        yield


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The one Chromium of a process: Playwright cannot be started twice."""
    from playwright.sync_api import sync_playwright

    # The shell has no user interface to draw, and so takes a third of the time.
    path = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
    arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()
