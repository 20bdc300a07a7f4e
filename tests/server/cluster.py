"""A PostgreSQL cluster in a temporary folder, listening only on a socket there."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import asyncpg

SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "16MB",
    "max_connections": "80",
    "full_page_writes": "off",
    "fsync": "off",  # the machine does not crash; a recovery would sync every file of hundreds of databases
}
PATIENCE = "300"
"""Seconds for a start, which may have to recover, on a busy machine."""


def programs() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``: Debian keeps them out of the path."""
    found = shutil.which("pg_ctl")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "pg_ctl").exists()), Path(found).parent if found else None)


class Cluster:
    """A cluster; it runs between :meth:`start` and :meth:`stop`."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self._made: set[str] = set()
        self._user = _servant()
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        self._run("initdb", "--username=tablier", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        settings = SETTINGS | {"unix_socket_directories": str(folder)}
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def start(self) -> None:
        self._run("pg_ctl", "start", "--wait", "--timeout", PATIENCE, "--silent", "--log", str(self._folder / "log"))

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode", mode)

    async def database(self, name: str) -> str:
        """The address of the database of this name, which is made if missing."""
        short = "t" + sha256(name.encode()).hexdigest()[:20]
        connection = await asyncpg.connect(host=str(self._folder), user="tablier", database="postgres")
        try:
            if not await connection.fetchval("select count(*) from pg_database where datname = $1", short):
                await connection.execute(f"create database {short}")
        finally:
            await connection.close()
        self._made.add(short)
        return f"postgresql://tablier@/{short}?host={self._folder}"

    async def drop_databases(self) -> None:
        """Drop the databases: at the end, hundreds of them would take a minute to delete."""
        if not self._made:
            return
        connection = await asyncpg.connect(host=str(self._folder), user="tablier", database="postgres")
        try:
            while self._made:
                await connection.execute(f"drop database {self._made.pop()} with (force)")
        finally:
            await connection.close()

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), "--pgdata", str(self._folder / "data"), *arguments],
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            user=self._user and self._user.pw_uid,
            group=self._user and self._user.pw_gid,
            extra_groups=self._user and (),
        )
        assert done.returncode == 0, done.stdout.decode()


def _servant() -> pwd.struct_passwd | None:
    """Whom the cluster runs as: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


@contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="tablier-pg-", ignore_cleanup_errors=True) as folder:
        running = Cluster(programs, Path(folder))
        running.start()
        try:
            yield running
        finally:
            running.stop()
