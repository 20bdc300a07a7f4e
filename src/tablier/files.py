"""Files that appear whole or not at all."""

from __future__ import annotations

from pathlib import Path


def write_whole(file: Path, data: bytes) -> None:
    """Write or replace a file: a process that is killed leaves the file as it was.

    Raises:
        OSError: it cannot be written.
    """
    partial = file.with_name(f"{file.name}.part")
    partial.write_bytes(data)
    partial.replace(file)
