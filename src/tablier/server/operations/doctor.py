"""Checks of a whole installation: each finding says what is wrong and what to do about it."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import connect as connect_socket
from websockets.typing import Origin

from tablier import __version__, browser_kernels, catalogue
from tablier.server.db.database import FILE, connect
from tablier.server.db.errors import StoreError
from tablier.server.db.migrations import current, newest
from tablier.server.messages import CloseCode
from tablier.server.operations import backup

TIMEOUT = 10.0
"""For a request, or a handshake, in seconds."""
SPOOFED = "192.0.2.1"
"""An address reserved for documentation: a proxy must not take a client's word for it."""
BACKUP_AGE = timedelta(hours=26)
"""The greatest age of the newest backup: a day, and two hours for one that runs late."""
LITTLE, SCARCE = 2 << 30, 200 << 20
"""Free space on a disk, in bytes, below which to warn and to fail."""
CLOCK_ERROR = 1.0
"""The greatest difference between the clocks of server and database, in seconds."""


class Level(StrEnum):
    """How urgent a finding is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True)
class Finding:
    """The result of a check: ``text`` states it, ``remedy`` says what to do."""

    level: Level
    check: str
    text: str
    remedy: str = ""


@dataclass(frozen=True)
class Installation:
    """The settings of the installation to check, as the server gets them."""

    origins: tuple[str, ...]
    data: Path
    database: str = ""
    metrics_token: str = ""
    backups: Path | None = None


def examine(installation: Installation) -> Iterator[Finding]:
    """Yield the findings of all checks."""
    yield from _check_settings(installation)
    for origin in installation.origins:
        yield from _check_site(origin)
        yield from _check_proxy(origin, installation.metrics_token)
        yield _check_socket(origin)
    yield from asyncio.run(_check_database(installation))
    for folder in (None if installation.database else installation.data, installation.backups):
        if folder is not None:
            yield _check_disk(folder)
    yield _check_kernels()
    yield _check_clock()
    yield _check_backup(installation.backups)


def _check_settings(installation: Installation) -> Iterator[Finding]:
    if not installation.origins:
        yield Finding(
            Level.FAULT,
            "origin",
            "no origin is set, so only browsers on this machine are served",
            "set TABLIER_ORIGIN or --origin to the site's address, such as https://games.example",
        )
    for origin in installation.origins:
        if not origin.startswith("https://") and urlsplit(origin).hostname not in ("localhost", "127.0.0.1"):
            yield Finding(
                Level.WARNING,
                "origin",
                f"{origin} is not encrypted: others on the network can take over seats",
                "serve the site by https and set the origin to that address",
            )


def _check_site(origin: str) -> Iterator[Finding]:
    try:
        version = _get(f"{origin}/health", "version")["version"]
    except _Failed as error:
        remedy = "start the server, and check that the proxy passes on to its port and that the name leads here"
        if error.status == 403:
            remedy = f"start the server with --origin {origin}, and let the proxy keep the Host header"
        yield Finding(Level.FAULT, "site", f"{origin} does not answer: {error}", remedy)
        return
    yield Finding(Level.OK, "site", f"{origin} answers, version {version}")
    if version != __version__:
        yield Finding(
            Level.WARNING,
            "version",
            f"the server runs {version}, but {__version__} is installed",
            "restart the server",
        )


def _check_proxy(origin: str, token: str) -> Iterator[Finding]:
    """What the server sees of a request through the proxy that claims to come from elsewhere."""
    if not token:
        text = "not checked: it needs the metrics token"
        yield Finding(Level.WARNING, "proxy", text, "set TABLIER_METRICS_TOKEN for the server and this command")
        return
    headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": SPOOFED}
    try:
        seen = _get(f"{origin}/connection", "client", "forwarded_for", headers=headers)
    except _Failed as error:
        remedy = "start the server with the same TABLIER_METRICS_TOKEN" if error.status == 404 else ""
        yield Finding(Level.FAULT, "proxy", f"{origin}/connection does not answer: {error}", remedy)
        return
    yield _judge_address(seen["client"], seen["forwarded_for"])


def _judge_address(client: str, forwarded_for: str) -> Finding:
    hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
    if client == SPOOFED:
        remedy = "let the proxy set X-Forwarded-For to the client's address instead of passing on the client's header"
        return Finding(Level.FAULT, "proxy", "clients can pretend to have any address", remedy)
    if hops and hops[-1] != SPOOFED and client not in hops:
        remedy = f"start the server with --proxy {client}"
        return Finding(Level.FAULT, "proxy", f"all players share the address {client} and its limits", remedy)
    if not hops or hops[-1] == SPOOFED:
        text = f"the server sees {client}; no proxy adds X-Forwarded-For"
        remedy = "if a proxy stands before the server, let it set X-Forwarded-For; otherwise all is well"
        return Finding(Level.WARNING, "proxy", text, remedy)
    return Finding(Level.OK, "proxy", f"the server sees the client address {client}")


def _check_socket(origin: str) -> Finding:
    address = f"ws{origin.removeprefix('http')}/ws/doctor"
    try:
        with connect_socket(address, origin=Origin(origin), open_timeout=TIMEOUT) as socket:
            with suppress(ConnectionClosed):
                socket.recv(timeout=TIMEOUT)
            code = socket.close_code
    except InvalidStatus as error:
        status = error.response.status_code
        remedy = "let the proxy pass on Upgrade and Connection headers with HTTP/1.1 for /ws/"
        if status == 403:
            remedy = f"start the server with --origin {origin}, and let the proxy keep Host and Origin"
        return Finding(Level.FAULT, "sockets", f"{address} refuses WebSockets with status {status}", remedy)
    except (OSError, WebSocketException) as error:
        text = f"{address} opens no WebSocket: {error or type(error).__name__}"
        return Finding(Level.FAULT, "sockets", text, "let the proxy pass on WebSockets at /ws/")
    if code != CloseCode.NO_TABLE:
        text = f"{address} was closed with code {code} instead of {CloseCode.NO_TABLE.value}"
        return Finding(Level.FAULT, "sockets", text, "check that /ws/ leads to Tablier")
    return Finding(Level.OK, "sockets", f"{address} accepts WebSockets")


async def _check_database(installation: Installation) -> list[Finding]:
    def missing(why: object, remedy: str) -> list[Finding]:
        return [Finding(Level.FAULT, "database", f"it cannot be used: {why}", remedy)]

    remedy = "start the database, and check the address and the rights of the user"
    if not installation.database:
        file = installation.data / FILE
        if not file.is_file():
            return missing(f"there is no {file}", "start the server once, or set TABLIER_DATA")
        remedy = f"if {file} is damaged, restore a backup; else give it to the server's user"
        if found := backup.damage(file):
            return missing(f"{file}: {found}", remedy)
    try:
        database = connect(installation.data, installation.database)
        try:
            before = time.time()
            revision, clock = await database.read(_schema_and_clock)
            halfway = (before + time.time()) / 2
        finally:
            await database.close()
    except StoreError as error:
        return missing(error, remedy)
    findings = []
    if revision == newest():
        findings.append(Finding(Level.OK, "database", f"{database.location} answers, schema {revision}"))
    else:
        text = f"its schema is {revision or 'missing'}; this version needs {newest()}"
        remedy = "start the server, which migrates it; if the schema is newer, install the newer version"
        findings.append(Finding(Level.WARNING, "database", text, remedy))
    if clock is not None and abs(clock - halfway) > CLOCK_ERROR:
        text = f"the database's clock differs by {clock - halfway:+.1f} s from this machine's"
        findings.append(Finding(Level.FAULT, "clock", text, "synchronise both clocks by NTP"))
    return findings


def _schema_and_clock(connection: sa.Connection) -> tuple[str | None, float | None]:
    """The revision of the schema, and PostgreSQL's time in seconds since 1970; SQLite has no clock of its own."""
    revision = current(connection)
    if connection.dialect.name == "sqlite":
        return revision, None
    return revision, float(connection.execute(sa.text("select extract(epoch from clock_timestamp())")).scalar_one())


def _check_disk(folder: Path) -> Finding:
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        text = f"{folder} cannot be read: {error.strerror}"
        return Finding(Level.FAULT, "disk", text, "create the folder, readable for the server's user")
    text = f"{free / 1e9:.1f} GB are free at {folder}"
    if free < LITTLE:
        level = Level.FAULT if free < SCARCE else Level.WARNING
        return Finding(level, "disk", text, "free some space: without it, moves are refused")
    return Finding(Level.OK, "disk", text)


def _check_kernels() -> Finding:
    """Whether players' browsers can search for themselves."""
    lacking = [name for name in catalogue.names() if browser_kernels.built(name) is None]
    if not lacking:
        return Finding(Level.OK, "kernels", "players' browsers can search for hints, analysis and reviews")
    text = f"the server searches for players of {', '.join(lacking)}, since browsers have no kernels"
    remedy = "install tablier[wasm], run tablier warm --browser as the server's user, and restart the server"
    return Finding(Level.WARNING, "kernels", text, remedy)


def _check_clock() -> Finding:
    remedy = "install and start an NTP client (on Debian: systemd-timesyncd)"
    try:
        command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    except (OSError, subprocess.SubprocessError):
        text = "timedatectl does not say whether the clock is synchronised"
        return Finding(Level.WARNING, "clock", text, f"make sure that it is; otherwise {remedy}")
    if done.stdout.strip() == "yes":
        return Finding(Level.OK, "clock", "it is synchronised")
    return Finding(Level.FAULT, "clock", "it is not synchronised, so clocks of games may jump", remedy)


def _check_backup(folder: Path | None) -> Finding:
    if folder is None:
        text, remedy = "no folder is set", "run tablier backup daily, and set TABLIER_BACKUPS to its folder"
        return Finding(Level.WARNING, "backup", text, remedy)
    remedy = "run tablier backup, and look at the journal of tablier-backup.service"
    found = backup.copies(folder)
    if not found:
        return Finding(Level.FAULT, "backup", f"there is none in {folder}", remedy)
    age = datetime.now(UTC) - backup.taken_at(found[-1])
    text = f"{found[-1]} is {age.total_seconds() / 3600:.1f} hours old"
    if fault := backup.fault(found[-1]):
        return Finding(Level.FAULT, "backup", f"{found[-1]} cannot be restored: {fault}", remedy)
    return Finding(Level.OK, "backup", text) if age <= BACKUP_AGE else Finding(Level.FAULT, "backup", text, remedy)


class _Failed(Exception):
    """A request failed; ``status`` is that of the answer, if there was one."""

    def __init__(self, why: object, status: int = 0) -> None:
        super().__init__(why)
        self.status = status


def _get(address: str, *fields: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """Request an object of JSON with these fields.

    Raises:
        _Failed: there is no answer, or it is another one.
    """
    try:
        with urlopen(Request(address, headers=headers or {}), timeout=TIMEOUT) as answer:
            found = json.load(answer)
    except HTTPError as error:
        raise _Failed(f"status {error.code}", error.code) from error
    except (URLError, HTTPException, OSError, ValueError) as error:
        raise _Failed(error) from error
    if not isinstance(found, dict) or not found.keys() >= set(fields):
        raise _Failed("the answer is not that of Tablier's server")
    return found
