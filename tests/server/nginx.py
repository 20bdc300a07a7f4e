"""Debian's nginx with the configuration of ``deploy/nginx.conf``."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
MAIN = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 8192; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""


def program() -> str:
    """The path of nginx; without it the test is skipped, in CI it fails."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        give_up = pytest.fail if os.environ.get("CI") else pytest.skip
        give_up("nginx is missing; install it with: apt-get install nginx-light")
    return found


def site(port: int, upstreams: Sequence[int], *, balance: str = "ip_hash;", **times: str) -> str:
    """The shipped site at other ports, with some of its times replaced (``proxy_read_timeout="1s"``)."""
    text = (DEPLOY / "nginx.conf").read_text()
    servers = "\n".join(f"server 127.0.0.1:{upstream} max_fails=0;" for upstream in upstreams)
    text = re.sub(r"    server 127\.0\.0\.1:8000.*\n.*8001.*", servers, text)
    text = text.replace("ip_hash;", balance)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("    listen [::]:80;\n", "")
    for name, value in times.items():
        text, count = re.subn(rf"{name} \w+;", f"{name} {value};", text)
        assert count == 1, name
    return text


@contextmanager
def nginx(
    folder: Path, port: int, upstreams: Sequence[int], *, balance: str = "ip_hash;", **times: str
) -> Iterator[str]:
    """The origin of a running nginx before servers at these ports."""
    found = program()
    folder.mkdir()
    (folder / "site.conf").write_text(site(port, upstreams, balance=balance, **times))
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
    command = [found, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    done = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    child = subprocess.Popen(command)
    try:
        while not _listens(port):
            assert child.poll() is None, (folder / "error.log").read_text()
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        child.terminate()
        child.wait()


def _listens(port: int) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) == 0
