"""One server process for each SQLite folder: wake-ups and caches of another would not hear of what this one writes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tablier.server.db.database import using
from tablier.server.db.errors import StoreError

FILE = "tablier.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a data folder. The system releases it when the process ends, however that happens.

    Raises:
        StoreError: another process holds it, or it cannot be written.
    """
    with using(folder):
        file = (folder / FILE).open("a")
    with file:
        if not _lock(file):
            raise StoreError(
                f"another Tablier server uses the data folder {folder}; stop it, or choose another with --data"
            )
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[str]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks
        return True
