"""How long a site takes to start in Chromium: ``python -m benchmarks.site_start [DIR]`` from the root.

DIR is a site that ``tablier site`` has written; without it one with all games is built first. It is served with brotli
from this machine, so times are without those of a network: the bytes tell what it adds. A first visit has nothing in
its cache; a later one has the files of the service worker. Times run from opening the address.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import click
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.static_host import StaticHost, served
from tablier.site.build import build

BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell")
"""Programs that can visit a site; the first one that is installed does."""
KEPT = "navigator.serviceWorker.ready.then(() => true)"
INDICATOR = "[role=status] progress"
LONGEST = 120_000
"""Milliseconds after which a start has failed."""


class Visit(NamedTuple):
    """Seconds until the first page shows its games, and until the host has started; bytes sent by then."""

    page: float
    host: float
    sent: int


@click.command()
@click.argument("folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", default=5, show_default=True, help="Number of browsers without a cache.")
def main(folder: Path | None, rounds: int) -> None:
    """Print the median and the range of several first and later visits."""
    with built(folder) as site, served(site, compress=True) as host, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=next(filter(None, map(which, BROWSERS)), None))
        visits(chromium, host)  # compresses the files
        found = [visits(chromium, host) for _ in range(rounds)]
        for title, several in zip(("first visit", "from the cache"), zip(*found, strict=True), strict=True):
            show(title, several)


@contextmanager
def built(folder: Path | None) -> Iterator[Path]:
    """The folder of a site, built if there is none."""
    if folder is not None:
        yield folder
        return
    with TemporaryDirectory() as place:
        build(Path(place, "site"), progress=lambda step: click.echo(f"{step} ...", err=True))
        yield Path(place, "site")


def visits(chromium: Browser, host: StaticHost) -> tuple[Visit, Visit]:
    """A first visit and a later one, of a browser without a cache."""
    with chromium.new_context() as context:
        first = visit(context, host)
        context.pages[0].evaluate(KEPT)
        context.pages[0].close()
        return first, visit(context, host)


def visit(context: BrowserContext, host: StaticHost) -> Visit:
    """Open the first page and wait until the host has started."""
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    sent, begun = host.sent, perf_counter()
    page.goto(host.origin, wait_until="commit")
    page.wait_for_selector("article")
    shown = perf_counter() - begun
    page.wait_for_selector(INDICATOR, state="attached")
    page.wait_for_selector(INDICATOR, state="detached")
    return Visit(shown, perf_counter() - begun, host.sent - sent)


def show(title: str, several: tuple[Visit, ...]) -> None:
    """Print one line."""
    pages, hosts, sent = zip(*several, strict=True)
    seconds = f"{median(hosts):.1f} s ({min(hosts):.1f} to {max(hosts):.1f})"
    print(f"{title}: page {median(pages):.1f} s, start {seconds}, {median(sent) / 1e6:.2f} MB")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.site_start")
