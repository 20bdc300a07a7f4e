"""Consistent copies of the database, taken while the server runs."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from tablier.server.db.address import OPTIONS, connect_arguments, parse_url
from tablier.server.db.database import FILE
from tablier.server.db.errors import StoreError

SUFFIXES = (".sqlite3", ".dump")
"""The endings of copies of SQLite, and of PostgreSQL in the custom format of ``pg_dump``."""
_STAMP = "%Y%m%dT%H%M%S%fZ"
_NAME = re.compile(r"tablier-\d{8}T\d{12}Z\.(sqlite3|dump)")


def back_up(target: Path, keep: int, *, data: Path, url: str = "", now: datetime | None = None) -> Path:
    """Copy the database into ``target`` and delete all but the newest ``keep`` copies; returns the new file.

    The copy is complete and sound before it gets its name, so an interrupted or damaged one neither looks like a backup
    nor replaces one.

    Raises:
        StoreError: the database cannot be read or is damaged, the folder cannot be written, or ``pg_dump`` is missing
            or fails.
    """
    stamp = (now or datetime.now(UTC)).strftime(_STAMP)
    file = target / f"tablier-{stamp}{SUFFIXES[bool(url)]}"
    try:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        _complete(file, (lambda to: _dump(url, to)) if url else (lambda to: _copy(data / FILE, to)))
        for old in copies(target)[:-keep]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"cannot write to {target} ({error.strerror}); the earlier backups are unchanged") from error
    return file


def copies(target: Path) -> list[Path]:
    """The backups in a folder, oldest first. Files that the operator has named are ignored."""
    return sorted(file for file in target.glob("tablier-*") if _NAME.fullmatch(file.name))


def taken_at(file: Path) -> datetime:
    """When a backup was made, from its name."""
    return datetime.strptime(file.stem.removeprefix("tablier-"), _STAMP).replace(tzinfo=UTC)


def fault(file: Path) -> str:
    """The reason why a backup cannot be restored; empty if none is found."""
    if file.suffix == ".dump":
        with file.open("rb") as stream:
            return "" if stream.read(5) == b"PGDMP" else "it was not written by pg_dump"
    return damage(file, "mode=ro&immutable=1")


def damage(file: Path, mode: str = "mode=ro") -> str:
    """What is wrong in a file of SQLite; empty if nothing is found."""
    try:
        with closing(_reading(file, mode)) as database:
            (found,) = database.execute("pragma quick_check(1)").fetchone()
            return "" if found == "ok" else str(found)
    except sqlite3.DatabaseError as error:
        return str(error)


def _reading(file: Path, mode: str = "mode=ro") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?{mode}", uri=True)


def _complete(file: Path, write: Callable[[Path], None]) -> None:
    part = file.with_name(f".{file.name}.part")
    try:
        part.touch(mode=0o600)
        write(part)
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, to: Path) -> None:
    if not source.is_file():
        raise StoreError(f"there is no database {source}; name the server's folder with --data")
    try:
        with closing(_reading(source)) as live, closing(sqlite3.connect(to)) as copy:
            live.backup(copy)
    except sqlite3.DatabaseError as error:
        raise StoreError(f"cannot copy {source} ({error}); the earlier backups are unchanged") from error
    if found := fault(to):
        raise StoreError(f"{source} is damaged ({found}): restore a backup; the earlier ones are unchanged")
    with closing(_reading(to, "mode=ro&immutable=1")) as copied:
        if copied.execute("select count(*) from sqlite_master").fetchone() == (0,):
            raise StoreError(f"{source} is empty: restore a backup; the earlier ones are unchanged")


def _dump(url: str, to: Path) -> None:
    address = parse_url(url)
    program = shutil.which("pg_dump")
    if program is None:
        raise StoreError("there is no pg_dump; install PostgreSQL's client programs (on Debian: postgresql-client)")
    done = subprocess.run(
        [program, "--format=custom", "--no-owner", f"--file={to}"],
        env={**os.environ, **_environment(address)},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise StoreError(f"pg_dump failed; the earlier backups are unchanged: {done.stderr.strip()}")


def _environment(address: sa.URL) -> dict[str, str]:
    """The variables that tell PostgreSQL's programs where the database is: a command line would show the password."""
    return {
        OPTIONS[name]: ",".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in connect_arguments(address).items()
    }
