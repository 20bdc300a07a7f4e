"""The sizes of a site: what a first visit loads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import brotli

from tablier.site.manifest import Manifest

QUALITY = 9
"""Of brotli: between that of servers that compress each answer and that of hosts that compress once."""
PARTS: dict[str, str | tuple[str, ...]] = {
    "Pyodide": "local/pyodide/",
    "Python": ("local/python.zip", "local/msgspec.zip"),
    "kernels": "local/kernels/",
    "drawings": ("api/art/", "icons/"),
    "rulebooks": "rules/",
    "client": "",
}
"""The beginnings of the paths of each part; a file belongs to the first that fits."""


def sizes(folder: Path, manifest: Manifest) -> Iterator[tuple[str, int, int]]:
    """Each part of a site and ``total``: its bytes, and its bytes with brotli. Side modules and modules both count."""
    totals = {part: [0, 0] for part in (*PARTS, "total")}
    for file in manifest.files:
        packed = len(brotli.compress((folder / file.path).read_bytes(), quality=QUALITY))
        part = next(part for part, begins in PARTS.items() if file.path.startswith(begins))
        for total in (totals[part], totals["total"]):
            total[0] += file.bytes
            total[1] += min(packed, file.bytes)
    for part, (raw, compressed) in totals.items():
        yield part, raw, compressed
