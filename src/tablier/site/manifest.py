"""The list of a site's files, by which the service worker caches them."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tablier.scene.palette import safe_colours

MANIFEST = "local/manifest.json"
WORKER = Path(__file__).with_name("sw.js")
LAST = ("local/", "rules/")
"""Beginnings of the paths of files that the first page does not need."""
UNLISTED = (MANIFEST, "sw.js", "licenses.md", "api/art/safe/")
"""Files that are not cached; the service worker makes the art of the second palette."""


class File(msgspec.Struct, frozen=True):
    """A file: its path in the site, its size, and its hash as ``integrity`` of ``fetch``."""

    path: str
    bytes: int
    integrity: str


class Manifest(msgspec.Struct, frozen=True):
    """All files that are cached, those of the first page first. ``version`` is a hash of them."""

    version: str
    files: list[File]


def write_manifest(out: Path) -> Manifest:
    """Write the manifest of a folder, and the service worker of its version."""
    manifest = listed(out)
    (out / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    worker = WORKER.read_text().replace("__VERSION__", manifest.version)
    (out / "sw.js").write_text(worker.replace("__SAFE_COLOURS__", msgspec.json.encode(safe_colours()).decode()))
    return manifest


def listed(out: Path) -> Manifest:
    """The manifest of a folder."""
    files = sorted(_files(out), key=lambda file: (file.path.startswith(LAST), file.path))
    return Manifest(hashlib.sha256(msgspec.json.encode(files)).hexdigest()[:16], files)


def foreign_file(out: Path) -> str | None:
    """A file of a folder that is not of the site there; ``None`` if there is none."""
    try:
        known = {file.path for file in msgspec.json.decode((out / MANIFEST).read_bytes(), type=Manifest).files}
    except (OSError, msgspec.DecodeError):
        return next((path.name for path in out.glob("*")), None)
    names = (path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir())
    return next((name for name in names if name not in known and not name.startswith(UNLISTED)), None)


def _files(out: Path) -> Iterator[File]:
    for path in out.rglob("*"):
        name = path.relative_to(out).as_posix()
        if path.is_file() and not name.startswith(UNLISTED):
            data = path.read_bytes()
            digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
            yield File(name, len(data), f"sha256-{digest}")
