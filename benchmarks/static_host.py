"""A static host for sites on this machine, with the settings that ``docs/site.md`` asks for."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from functools import cache
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import brotli

DOCS = Path(__file__).parents[1] / "docs/site.md"
POLICY = re.findall(r"^default-src .*$", DOCS.read_text(), re.MULTILINE)[0]
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm"}
PACKED = (".png", ".woff2")
"""Files that are compressed already."""
QUALITY = 9


class StaticHost(ThreadingHTTPServer):
    """Serves a folder.

    Args:
        folder: the folder of the site.
        compress: answer with brotli, as hosts do.
    """

    daemon_threads = True

    def __init__(self, folder: Path, *, compress: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = folder
        self.compress = compress
        self.sent = 0
        """Bytes of the bodies of all answers."""
        self.content = cache(self._content)

    @property
    def origin(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def _content(self, file: Path, modified: float) -> bytes:
        """What is sent of a file; ``modified`` tells its versions apart."""
        data = file.read_bytes()
        return brotli.compress(data, quality=QUALITY) if self.compresses(file) else data

    def compresses(self, file: Path) -> bool:
        """Whether a file is sent with brotli."""
        return self.compress and file.suffix not in PACKED


class _Handler(SimpleHTTPRequestHandler):
    server: StaticHost
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def send_head(self) -> BinaryIO | None:
        """Send the headers of an answer; gives its body."""
        path = self.path.partition("?")[0]
        file = self.server.folder / path.lstrip("/")
        if file.is_dir() and not path.endswith("/"):
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", f"{path}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if file.is_dir():
            file /= "index.html"
        if not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        modified = formatdate(file.stat().st_mtime, usegmt=True)
        known = self.headers["If-Modified-Since"] == modified
        self.send_response(HTTPStatus.NOT_MODIFIED if known else HTTPStatus.OK)
        self.send_header("Content-Security-Policy", POLICY)
        immutable = "/assets/" in self.path
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if immutable else "no-cache")
        self.send_header("Last-Modified", modified)
        body = b"" if known else self.server.content(file, file.stat().st_mtime)
        if not known:
            self.send_header("Content-Type", self.guess_type(str(file)))
            self.send_header("Content-Length", str(len(body)))
            if self.server.compresses(file):
                self.send_header("Content-Encoding", "br")
        self.end_headers()
        self.server.sent += len(body)
        return BytesIO(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path, *, compress: bool = False) -> Iterator[StaticHost]:
    """A static host, as long as it runs."""
    with StaticHost(folder, compress=compress) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
