"""``tablier play``, ``tablier serve`` and ``tablier worker``: tables in the browser, and their bots."""

from __future__ import annotations

import ipaddress
import logging
import os
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablier.cli import options

if TYPE_CHECKING:
    import socket

    from tablier.server.config import Config
    from tablier.server.tables.library import Library

PORT = 8000
NEIGHBOURS = 20
"""The number of ports that ``play`` tries if none is given."""

COLD = 6.0
"""The seconds after which games that are not loaded are being compiled."""
COMPILING = (
    "The rules and bots are compiled now, once on this machine: about two minutes for all games. "
    "You can play meanwhile; only the strongest bots wait until their game is compiled."
)

SWITCH = 0.001
"""Python's switch interval, in seconds: the database thread needs the interpreter several times in a commit."""
YOUNG = 50_000
"""The number of new objects after which the youngest generation is collected."""
MANY, TIDY = 4_000_000, 300.0
"""The numbers of new objects, and of seconds, after which all generations are collected."""


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"Port to listen at. Default: {PORT}, or the next free one."
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@options.data
def play(port: int | None, no_browser: bool, data: Path | None) -> None:
    """Play in the browser, on this computer."""
    options.require_server()
    _check_games()
    from tablier.server.config import Config
    from tablier.server.tables.library import Library

    sock = _near(PORT) if port is None else _at("127.0.0.1", port)
    config = Config(data=data or options.data_folder(), port=sock.getsockname()[1])
    address = f"http://127.0.0.1:{config.port}/"

    def started() -> None:
        click.echo(f"Tablier is at {address} (Ctrl+C stops it)", err=True)
        if not no_browser:
            _open_browser(address)

    _run(config, sock, logging.WARNING, started, Library(interpret=True))


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port to listen at.")
@options.origins
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    envvar="TABLIER_PROXY",
    callback=lambda _context, _option, values: tuple(map(_network, values)),
    help="Address or network of a proxy whose X-Forwarded-For is trusted. May be repeated.",
)
@click.option(
    "--per-address",
    envvar="TABLIER_PER_ADDRESS",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="How many people may share one client address, such as a school's; its limits grow in proportion.",
)
@click.option(
    "--tables-in-memory",
    envvar="TABLIER_TABLES_IN_MEMORY",
    type=click.IntRange(min=1),
    default=2048,
    show_default=True,
    help="How many tables stay in memory, more than are played at one time; a thousand take some 60 MB.",
)
@options.metrics_token
@click.option(
    "--no-bots", envvar="TABLIER_NO_BOTS", is_flag=True, help="Leave the bots to `tablier worker`; needs --database."
)
@options.data
@options.database
def serve(
    host: str,
    port: int,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    per_address: int,
    tables_in_memory: int,
    metrics_token: str,
    no_bots: bool,
    data: Path | None,
    database: str,
) -> None:
    """Serve tables to others."""
    options.require_server()
    from tablier.server.config import Config
    from tablier.server.tables.library import Library

    if no_bots and not database:
        raise click.UsageError(
            "--no-bots (TABLIER_NO_BOTS) needs --database (TABLIER_DATABASE): only processes that share one can leave "
            "bots to each other"
        )
    _check_games()
    # With a shared database other processes serve until this one has loaded the games.
    sock = _at(host, port, at_once=not database)
    config = Config(
        data=data or options.data_folder(),
        database=database,
        host=host,
        port=sock.getsockname()[1],
        origins=origins,
        proxies=proxies,
        per_address=per_address,
        tables_in_memory=tables_in_memory,
        bots=not no_bots,
        metrics_token=metrics_token,
    )

    def started() -> None:
        click.echo(f"Tablier listens at {host}, port {config.port} (Ctrl+C stops it)", err=True)

    _run(config, sock, logging.INFO, started, Library(interpret=True))


@click.command()
@options.database
def worker(database: str) -> None:
    """Run the bots of a server's tables in a separate process."""
    options.require_server()
    from tablier.server import logging_config
    from tablier.server.config import Config

    if not database:
        raise click.UsageError("name the database that the server uses with --database or TABLIER_DATABASE")
    logging_config.configure(logging.INFO)
    if _finish(_work(Config(data=options.data_folder(), database=database))):
        os._exit(0)  # as in _run


async def _work(config: Config) -> bool:
    """Run bots until a signal; returns whether a thread is still searching or compiling."""
    import asyncio
    import signal

    from tablier import bots
    from tablier.server.services import running
    from tablier.server.tables.library import Library

    stop = asyncio.Event()
    library = Library()
    async with running(config, library, bots) as services:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        click.echo("Tablier runs the bots (Ctrl+C stops it)", err=True)
        await stop.wait()
    return library.busy or services.bot_runner.busy


def _check_games() -> None:
    """Check the files of games outside this package: a mistake in one would keep the first page from all games.

    Raises:
        GameError: there is a mistake; the message names the file and the field.
    """
    from tablier import bots, catalogue
    from tablier.catalogue.puzzles import puzzles
    from tablier.scene import validate_assets

    for name in catalogue.names():
        if catalogue.has_scene(name) and not catalogue.package(name).startswith("tablier."):
            validate_assets.check(name)
            bots.levels(name)
            puzzles(name)


def _run(config: Config, sock: socket.socket, level: int, started: Callable[[], None], library: Library) -> None:
    import asyncio
    import threading

    from tablier import bots
    from tablier.server import logging_config
    from tablier.server.app import BACKLOG, Server
    from tablier.server.db.folder_lock import locked
    from tablier.server.services import running

    logging_config.configure(level)
    sys.setswitchinterval(SWITCH)

    async def run() -> bool:
        async with running(config, library, bots) as services:
            server = Server(services)
            sock.listen(BACKLOG)
            threading.Thread(target=started, daemon=True).start()
            tidying = asyncio.create_task(_tidy(library))
            await server.serve(sockets=[sock])
            tidying.cancel()
        return library.busy or services.bot_runner.busy

    try:
        with nullcontext() if config.database else locked(config.data):
            busy = _finish(run())
    finally:
        sock.close()
    if busy:
        # Python would wait for a thread that compiles or searches, which cannot be stopped.
        os._exit(0)


def _finish(work: Coroutine[Any, Any, bool]) -> bool:
    """Run a coroutine, on uvloop except on Windows."""
    import asyncio

    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    if sys.platform != "win32":
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)


async def _tidy(library: Library) -> None:
    """Wait until all games are compiled, then make garbage collection rare.

    A full collection stops the server for a third of a second when many tables are in memory, a young one for a
    hundredth, several times a second; and only closed connections leave reference cycles. So new objects are frozen
    every second, and collected when there are many or some minutes have passed.
    """
    import asyncio
    import gc

    await _show_progress(library)
    gc.set_threshold(YOUNG, MANY, MANY)
    while True:
        gc.unfreeze()
        gc.collect()
        new, until = 0, time.monotonic() + TIDY
        while new < MANY and time.monotonic() < until:
            gc.freeze()
            await asyncio.sleep(1)
            new += gc.get_count()[0]


async def _show_progress(library: Library) -> None:
    """Show the progress of the compiler until all games are compiled."""
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    console, begun, told = Console(stderr=True), time.monotonic(), False
    with Progress(console=console, transient=True) as progress:
        tasks = {name: progress.add_task(library.info(name).title["en"], total=1.0) for name in library.names()}
        while tasks:
            for name, task in list(tasks.items()):
                progress.update(task, completed=library.progress(name))
                if library.compiled(name) or name in library.failed:
                    del tasks[name]
            if tasks and console.is_terminal and not told and time.monotonic() > begun + COLD:
                console.print(COMPILING)
                told = True
            await asyncio.sleep(0.1)
    for name in sorted(library.failed):
        click.echo(f"{name} could not be compiled; the messages above say why", err=True)


def _at(host: str, port: int, *, at_once: bool = True) -> socket.socket:
    from tablier.server.app import listen

    return listen(host, port, at_once=at_once)


def _near(port: int) -> socket.socket:
    """A socket at ``port`` of this computer, or at the next free port."""
    from tablier.server.app import PortInUse

    for candidate in range(port, port + NEIGHBOURS):
        try:
            sock = _at("127.0.0.1", candidate)
        except PortInUse:
            continue
        if candidate != port:
            click.echo(f"Port {port} is in use; taking {candidate} instead.", err=True)
        return sock
    raise PortInUse(f"ports {port} to {port + NEIGHBOURS - 1} are all in use; choose another one with --port")


def _open_browser(address: str) -> None:
    import webbrowser

    # Without a screen, a text browser would take over the terminal.
    if sys.platform.startswith("linux") and not any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))):
        return
    webbrowser.open(address)


def _network(value: str) -> str:
    try:
        return str(ipaddress.ip_network(value)) if "/" in value else str(ipaddress.ip_address(value))
    except ValueError:
        raise click.BadParameter(f"{value} is no address or network; write it like 127.0.0.1 or 10.0.0.0/8") from None
