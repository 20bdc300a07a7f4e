"""The files of ``deploy/``: what systemd, nginx and Prometheus make of them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tablier.cli import main
from tablier.server import metrics
from tablier.server.db.database import open_database
from tablier.server.db.event_store import EventStore
from tablier.server.operations.doctor import Installation, Level, examine

from .browser import Browser, serving
from .cluster import Cluster
from .nginx import DEPLOY, nginx
from .player import Player
from .process import start

ROOT = DEPLOY.parent
SERVICES = ("tablier-web@8000.service", "tablier-worker.service", "tablier-backup.service", "tablier-warm.service")
EXPOSURE = 20
"""The greatest exposure by ``systemd-analyze security``, in tenths: a service without hardening has 96."""
TOKEN = "long-and-secret"


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A root folder with the units of systemd and the program that they start."""
    shutil.copytree(DEPLOY / "systemd", tmp_path / "etc/systemd/system")
    targets = tmp_path / "usr/lib/systemd/system"
    targets.mkdir(parents=True)
    for target in Path("/usr/lib/systemd/system").glob("*.target"):
        shutil.copy(target, targets)
    program = tmp_path / "opt/tablier/bin/tablier"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    return tmp_path


def systemd(root: Path, *arguments: str) -> str:
    if not shutil.which("systemd-analyze"):
        give_up = pytest.fail if os.environ.get("CI") else pytest.skip
        give_up("systemd-analyze is missing; install it with: apt-get install systemd")
    command = ["systemd-analyze", f"--root={root}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("unit", [*SERVICES, "tablier-backup.timer"])
def test_systemd_accepts_the_units(installed: Path, unit: str) -> None:
    assert "tablier" not in systemd(installed, "verify", "--man=no", unit)  # not even a warning


@pytest.mark.parametrize("unit", SERVICES)
def test_services_are_hardened(installed: Path, unit: str) -> None:
    systemd(installed, "security", "--offline=true", f"--threshold={EXPOSURE}", unit)


def test_the_documented_commands_install_the_files(tmp_path: Path) -> None:
    _, block, *_ = (ROOT / "docs/deploy.md").read_text().split("```sh\n")
    lines = block.partition("\n```")[0].splitlines()
    assert len(lines) <= 15
    for folder in ("systemd/system", "nginx/sites-enabled", "prometheus"):
        (tmp_path / "etc" / folder).mkdir(parents=True)
    for line in lines:
        if line.startswith(("sed ", "cp ")):
            command = (
                line.split(" && ")[0].replace("/opt/tablier-source", str(ROOT)).replace("/etc/", f"{tmp_path}/etc/")
            )
            command = command.replace("-g prometheus ", "")  # a group of the package
            subprocess.run(
                ["bash", "-ec", command], check=True, env=os.environ | {"SITE": "club.test", "TOKEN": "abc123"}
            )
    settings = (tmp_path / "etc/tablier.env").read_text()
    secrets = (tmp_path / "etc/tablier.env", tmp_path / "etc/prometheus/prometheus.yml")
    assert not any(file.stat().st_mode & 0o007 for file in secrets)  # both hold the token
    assert "TABLIER_ORIGIN=https://club.test\n" in settings
    assert "TABLIER_METRICS_TOKEN=abc123\n" in settings
    assert "server_name club.test;" in (tmp_path / "etc/nginx/sites-enabled/tablier").read_text()
    scrapes = yaml.safe_load((tmp_path / "etc/prometheus/prometheus.yml").read_text())["scrape_configs"]
    assert scrapes[0]["authorization"]["credentials"] == "abc123"
    assert {unit.name for unit in (tmp_path / "etc/systemd/system").iterdir()} >= {"tablier-web@.service"}


def test_services_start_commands_that_exist() -> None:
    for unit in (DEPLOY / "systemd").glob("*.service"):
        (line,) = re.findall(r"^ExecStart=/opt/tablier/bin/tablier (.+)$", unit.read_text(), re.MULTILINE)
        name, *arguments = line.replace("%i", "8000").split()
        main.commands[name].make_context(name, arguments)  # fails at an unknown option


def test_settings_are_variables_of_the_commands() -> None:
    known = {
        variable for command in main.commands.values() for option in command.params for variable in [option.envvar]
    }
    lines = (DEPLOY / "tablier.env").read_text().splitlines()
    names = {match[1] for line in lines if (match := re.fullmatch(r"#?(TABLIER_\w+)=\S+", line))}
    assert names - known == {"TABLIER_CACHE"}  # read by the compiler's cache itself
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert compose["services"]["web1"]["environment"].keys() <= known


def test_dashboard_and_alerts_use_metrics_that_exist() -> None:
    alerts = yaml.safe_load((DEPLOY / "monitoring/alerts.yml").read_text())
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    panels = json.loads((DEPLOY / "monitoring/grafana.json").read_text())["panels"]
    queries = [rule["expr"] for rule in rules] + [target["expr"] for panel in panels for target in panel["targets"]]
    used = {name for query in queries for name in re.findall(r"\b(?:tablier|process)_\w+", query)}
    measured = {sample.name for metric in metrics.registry.collect() for sample in metric.samples}
    measured |= {f"{metric.name}_total" for metric in metrics.registry.collect()}
    gauges = {
        "tablier_sockets",
        "tablier_rooms",
        "tablier_log_waiting",
        "tablier_bots_thinking",
        "tablier_bots_waiting",
    }
    assert used <= measured | gauges
    assert all(rule["annotations"]["reason"] for rule in rules)


async def test_the_doctor_finds_no_fault_behind_nginx(tmp_path: Path) -> None:
    port = free_port()
    settings: dict[str, Any] = {
        "origins": (f"http://127.0.0.1:{port}",),
        "proxies": ("127.0.0.1",),
        "metrics_token": TOKEN,
    }
    async with serving(tmp_path / "data", **settings) as server:
        with nginx(tmp_path / "nginx", port, [server.services.config.port]) as origin:
            installation = Installation((origin,), tmp_path / "data", server.services.config.database, TOKEN)
            found = [f for f in await asyncio.to_thread(lambda: list(examine(installation))) if f.check != "clock"]
            assert [finding for finding in found if finding.level is Level.FAULT] == []
            assert {finding.check for finding in found if finding.level is Level.OK} >= {"site", "proxy", "sockets"}
            browser = Browser(origin)
            assert (await browser.http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})).status_code == 404


async def test_quiet_sockets_stay_open_behind_nginx(tmp_path: Path) -> None:
    """Pings are data to nginx: a socket outlives any of its timeouts that is longer than the interval of pings."""
    port = free_port()
    settings: dict[str, Any] = {
        "origins": (f"http://127.0.0.1:{port}",),
        "proxies": ("127.0.0.1",),
        "ping_interval": 0.2,
    }
    async with serving(tmp_path / "data", **settings) as server:
        upstreams = [server.services.config.port]
        with nginx(tmp_path / "nginx", port, upstreams, proxy_read_timeout="2s", proxy_send_timeout="2s") as origin:
            browser = Browser(origin)
            made = await browser.table("me", "me")
            async with browser.at(made["id"]) as line:
                await asyncio.sleep(5)
                assert (await line.submit(0, "1"))["type"] == "ack"


@pytest.mark.once
async def test_a_rolling_restart_behind_nginx_loses_nothing(postgresql: Cluster, tmp_path: Path) -> None:
    address = await postgresql.database(str(tmp_path))
    port, *upstreams = free_port(), free_port(), free_port()
    site = f"http://127.0.0.1:{port}"
    processes = [await start(tmp_path, address, "web", upstream, site) for upstream in upstreams]
    with nginx(tmp_path / "nginx", port, upstreams):
        host, guest = Browser(site), Browser(site)
        players: list[Player] = []
        for _ in range(2):
            made = await host.table("me", "friend", rounds=300, most=300)
            await guest.claim(made["id"], made["links"][0]["token"])
            players += [Player(host, made["id"], 0), Player(guest, made["id"], 1)]
        playing = asyncio.gather(*(player.play() for player in players))
        await rounds(players, 10)
        for index, upstream in enumerate(upstreams):
            assert await processes[index].terminate() == 0
            await rounds(players, 10)  # by the other process
            processes[index] = await start(tmp_path, address, "web", upstream, site)
        assert not playing.done()
        playing.cancel()
    assert "no live upstreams" not in (tmp_path / "nginx" / "error.log").read_text()
    for process in processes:
        assert await process.terminate() == 0
    database = await open_database(tmp_path, address)
    for player in players:
        events = await EventStore(database).events(player.table)
        written = {event.key: event.seq for event in events if event.seat == player.seat}
        assert written.items() >= {f"{player.seat}:{key}": seq for key, seq in player.acknowledged.items()}.items()
    await database.close()


async def rounds(players: list[Player], number: int) -> None:
    """Wait until every player has played so many more rounds."""
    goal = {player: len(player.acknowledged) + number for player in players}
    async with asyncio.timeout(120):
        while any(len(player.acknowledged) < goal[player] for player in players):
            await asyncio.sleep(0.01)
