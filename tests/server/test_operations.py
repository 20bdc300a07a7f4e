"""Backups, and the findings of ``tablier doctor``."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablier.cli import main
from tablier.server.db.database import FILE
from tablier.server.db.errors import StoreError
from tablier.server.operations import doctor
from tablier.server.operations.backup import back_up, copies, fault, taken_at
from tablier.server.operations.doctor import Finding, Installation, Level, examine

from .browser import Running, serving
from .cluster import Cluster

TOKEN = "long-and-secret"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _synchronised(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the machine that runs the tests is not what they check."""
    monkeypatch.setattr(doctor, "_check_clock", lambda: Finding(Level.OK, "clock", "it is synchronised"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a database with one table of one row, as SQLite writes it beside a running server."""
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.executescript("pragma journal_mode = wal; create table t (x); insert into t values (7);")
    return tmp_path


def findings(installation: Installation, check: str) -> list[Finding]:
    return [finding for finding in examine(installation) if finding.check == check]


def levels(installation: Installation, check: str) -> list[Level]:
    return [finding.level for finding in findings(installation, check)]


async def examined(server: Running, *, origin: str = "", token: str = TOKEN) -> dict[str, Finding]:
    """The findings about a running server by check."""
    config = server.services.config
    installation = Installation((origin or server.origin,), config.data, config.database, token)
    return await asyncio.to_thread(lambda: {finding.check: finding for finding in examine(installation)})


def test_a_backup_contains_the_latest_commit(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data / FILE)) as live:
        live.execute("insert into t values (8)")
        live.commit()  # in the write-ahead log only
        file = back_up(tmp_path / "copies", 3, data=data)
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("select x from t").fetchall() == [(7,), (8,)]
    assert fault(file) == ""


def test_backups_are_private_and_old_ones_are_deleted(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies"
    made = [back_up(target, 2, data=data, now=NOON + timedelta(days=day)) for day in range(4)]
    assert copies(target) == made[-2:]
    assert taken_at(made[-1]) == NOON + timedelta(days=3)
    assert [stat.S_IMODE(file.stat().st_mode) for file in (target, *copies(target))] == [0o700, 0o600, 0o600]


def test_a_failed_backup_leaves_the_others_alone(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies"
    (good,) = [back_up(target, 1, data=data)]
    for content, message in ((b"not a database" * 100, "earlier backups are unchanged"), (b"", "is empty: restore")):
        (data / FILE).write_bytes(content)
        with pytest.raises(StoreError, match=message):
            back_up(target, 1, data=data)
    with pytest.raises(StoreError, match="name the server's folder with --data"):
        back_up(target, 1, data=tmp_path / "nowhere")
    assert [*target.iterdir()] == [good]


async def test_postgresql_is_backed_up_without_a_password_on_the_command_line(
    postgresql: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = await postgresql.database(str(tmp_path))
    async with serving(tmp_path / "data", database=address):
        pass
    ran: list[list[str]] = []
    run = subprocess.run

    def watched(command: list[str], **options: Any) -> Any:
        ran.append(command)
        return run(command, **options)

    monkeypatch.setattr(subprocess, "run", watched)
    file = await asyncio.to_thread(lambda: back_up(tmp_path / "copies", 3, data=tmp_path, url=address))
    assert fault(file) == ""
    assert not any("postgresql://" in word for command in ran for word in command)


@pytest.mark.parametrize(
    ("address", "host", "port", "ssl"),
    [
        ("postgresql://u:p@h/db", "h", None, None),
        ("postgresql://u:p@h/db?port=5433&ssl=require", "h", "5433", "require"),
        ("postgresql://u:p@/db?host=/run/postgresql", "/run/postgresql", None, None),
        ("postgresql://u:p@/db?host=a:1&host=b:2", "a,b", "1,2", None),
    ],
)
def test_a_backup_is_of_the_database_that_the_whole_address_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, host: str, port: str | None, ssl: str | None
) -> None:
    told: dict[str, str] = {}

    def run(command: list[str], env: dict[str, str], **_: Any) -> Any:
        told.update(env)
        return subprocess.CompletedProcess(command, 0, stderr="")

    for name in ("PGPORT", "PGSSLMODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", run)
    back_up(tmp_path / "copies", 3, data=tmp_path, url=address)
    assert [told[name] for name in ("PGUSER", "PGPASSWORD", "PGDATABASE")] == ["u", "p", "db"]
    assert [told.get(name) for name in ("PGHOST", "PGPORT", "PGSSLMODE")] == [host, port, ssl]


def test_a_damaged_database_is_not_backed_up(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "backups"
    good = back_up(target, 1, data=data, now=NOON)
    with closing(sqlite3.connect(data / FILE)) as database:
        database.executemany("insert into t values (?)", [("x" * 900,)] * 100)
        database.commit()
        database.execute("pragma wal_checkpoint(truncate)")
    pages = bytearray((data / FILE).read_bytes())
    pages[4096:] = b"Z" * (len(pages) - 4096)
    (data / FILE).write_bytes(pages)
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        back_up(target, 1, data=data, now=NOON + timedelta(days=1))
    assert copies(target) == [good]
    (found,) = findings(Installation((), data), "database")
    assert (found.level, found.remedy.partition(",")[0]) == (Level.FAULT, f"if {data / FILE} is damaged")


def test_files_with_names_of_the_operators_are_left_alone(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "backups"
    old = back_up(target, 1, data=data, now=NOON)
    own = old.rename(target / "tablier-before-upgrade.sqlite3")
    young = back_up(target, 1, data=data)
    assert copies(target) == [young]
    assert own.is_file()
    assert levels(Installation((), data, backups=target), "backup") == [Level.OK]


def test_a_backup_needs_no_compiler() -> None:
    script = (
        "import sys, tablier.cli.operations, tablier.server.operations.backup\n"
        "assert not {'numba', 'litestar', 'uvicorn'} & set(sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", script], check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )


async def test_a_sound_installation_has_no_faults(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", metrics_token=TOKEN) as server:
        found = await examined(server)
        assert {check for check, finding in found.items() if finding.level is Level.OK} >= {
            "site",
            "sockets",
            "database",
        }
        assert Level.FAULT not in {finding.level for finding in found.values()}


async def test_an_unknown_origin_is_a_fault_that_names_the_option(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", metrics_token=TOKEN) as server:
        found = await examined(server, origin=server.origin.replace("127.0.0.1", "ip6-localhost.localhost"))
        for check in ("site", "sockets"):
            assert found[check].level is Level.FAULT
            assert found[check].remedy


async def test_a_missing_server_is_a_fault(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        pass
    found = await examined(server)
    assert {found[check].level for check in ("site", "sockets", "proxy")} == {Level.FAULT}


async def test_the_doctor_needs_the_servers_own_token(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", metrics_token="another") as server:
        assert "TABLIER_METRICS_TOKEN" in (await examined(server))["proxy"].remedy
        assert (await server.browser().http.get("/connection")).status_code == 404


@pytest.mark.parametrize(
    ("client", "forwarded_for", "level", "remedy"),
    [
        ("198.51.100.7", "198.51.100.7", Level.OK, ""),
        ("198.51.100.7", "192.0.2.1, 198.51.100.7", Level.OK, ""),
        ("10.0.0.2", "198.51.100.7", Level.FAULT, "--proxy 10.0.0.2"),
        ("192.0.2.1", "192.0.2.1", Level.FAULT, "instead of passing on the client's header"),
        ("127.0.0.1", "192.0.2.1", Level.WARNING, "let it set X-Forwarded-For"),
        ("127.0.0.1", "", Level.WARNING, "let it set X-Forwarded-For"),
    ],
)
def test_proxies_are_judged_by_the_address_that_the_server_sees(
    client: str, forwarded_for: str, level: Level, remedy: str
) -> None:
    finding = doctor._judge_address(client, forwarded_for)
    assert finding.level is level
    assert remedy in finding.remedy


@pytest.mark.sqlite
async def test_databases_are_checked(tmp_path: Path) -> None:
    installation = Installation((), tmp_path / "data")
    assert await asyncio.to_thread(levels, installation, "database") == [Level.FAULT]
    async with serving(tmp_path / "data"):
        assert await asyncio.to_thread(levels, installation, "database") == [Level.OK]
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as database:
        database.execute("update alembic_version set version_num = '0001'")
        database.commit()
    assert await asyncio.to_thread(levels, installation, "database") == [Level.WARNING]
    (tmp_path / "data" / FILE).write_bytes(b"not a database" * 100)
    assert await asyncio.to_thread(levels, installation, "database") == [Level.FAULT]


def test_an_unreachable_postgresql_is_a_fault_without_its_password(tmp_path: Path) -> None:
    installation = Installation((), tmp_path, f"postgresql://tablier:pass-word@/none?host={tmp_path}")
    (found,) = findings(installation, "database")
    assert found.level is Level.FAULT
    assert "pass-word" not in found.text + found.remedy


def test_backups_must_be_young_and_whole(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies"
    installation = Installation((), data, backups=target)
    target.mkdir()
    assert levels(Installation((), data), "backup") == [Level.WARNING]
    assert levels(installation, "backup") == [Level.FAULT]
    back_up(target, 3, data=data, now=datetime.now(UTC) - timedelta(hours=27))
    assert levels(installation, "backup") == [Level.FAULT]
    fresh = back_up(target, 3, data=data)
    assert levels(installation, "backup") == [Level.OK]
    fresh.write_bytes(fresh.read_bytes()[:5000])
    assert levels(installation, "backup") == [Level.FAULT]


@pytest.mark.parametrize(("free", "level"), [(1 << 40, Level.OK), (1 << 30, Level.WARNING), (1 << 20, Level.FAULT)])
def test_little_space_is_told(data: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: Level) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda folder: type("Usage", (), {"free": free}))
    assert levels(Installation((), data), "disk") == [level]


@pytest.mark.parametrize("built", [True, False])
def test_missing_kernels_for_browsers_are_told(data: Path, monkeypatch: pytest.MonkeyPatch, built: bool) -> None:
    monkeypatch.setattr("tablier.browser_kernels.built", lambda name: data if built or name != "delta" else None)
    (finding,) = findings(Installation((), data), "kernels")
    assert finding.level is (Level.OK if built else Level.WARNING)
    assert built or ("delta" in finding.text and "tablier warm --browser" in finding.remedy)


def test_an_unencrypted_origin_is_told() -> None:
    found = list(doctor._check_settings(Installation(("http://games.example", "https://games.example"), Path())))
    assert [finding.level for finding in found] == [Level.WARNING]


@pytest.fixture
def environment(data: Path, tmp_path: Path) -> dict[str, str]:
    return {"TABLIER_DATA": str(data), "TABLIER_BACKUPS": str(tmp_path / "copies")}


def test_the_commands_read_the_servers_environment(environment: dict[str, str]) -> None:
    made = CliRunner(env=environment).invoke(main, ["backup"])
    assert made.exit_code == 0, made.output
    told = CliRunner(env=environment).invoke(main, ["doctor"])
    assert told.exit_code == 1  # no origin is set
    assert "fault    origin" in told.output
    assert "ok       backup" in told.output


@pytest.mark.parametrize(("level", "code"), [(Level.OK, 0), (Level.WARNING, 0), (Level.FAULT, 1)])
def test_the_doctor_fails_for_faults_alone(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], level: Level, code: int
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda _: [doctor.Finding(level, "disk", "text")])
    assert CliRunner(env=environment).invoke(main, ["doctor"]).exit_code == code
