"""What a site needs of others: Pyodide from the npm registry, msgspec from PyPI; pinned, checked, and cached."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablier.engine.cache import root
from tablier.errors import TablierError
from tablier.site.stdlib import LIBRARY

PYODIDE = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""Of npm's archive; ``web/package-lock.json`` has the same."""
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{PYODIDE}.tgz"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", LIBRARY)
WHEELS = Path(__file__).with_name("wheels.txt")
PYTHON = "3.14"
"""The version of Pyodide's Python."""
PLATFORM = (f"--python-version={PYTHON}", "--abi=cp314", "--platform=pyemscripten_2026_0_wasm32")
SECONDS = 120


class DownloadFailed(TablierError):
    """A file cannot be downloaded, or is not the expected one; the message names a remedy."""


def pyodide() -> Path:
    """The folder with the core files of Pyodide, downloaded at the first call.

    Raises:
        DownloadFailed: it cannot be downloaded, or its hash is wrong.
    """
    folder = root() / f"pyodide-{PYODIDE}"
    if folder.is_dir():
        return folder
    try:
        with urllib.request.urlopen(ADDRESS, timeout=SECONDS) as response:
            archive: bytes = response.read()
    except (OSError, urllib.error.URLError) as error:
        raise DownloadFailed(f"cannot download {ADDRESS} ({error}); give a folder with --pyodide") from error
    require_integrity(archive)
    with _becoming(folder) as new, tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for name in CORE:
            member = files.extractfile(f"package/{name}")
            assert member is not None
            (new / name).write_bytes(member.read())
    return folder


def require_integrity(archive: bytes) -> None:
    """Check an archive against its pinned hash.

    Raises:
        DownloadFailed: it is another archive.
    """
    if f"sha512-{base64.b64encode(hashlib.sha512(archive).digest()).decode()}" != INTEGRITY:
        raise DownloadFailed(f"{ADDRESS} is not the expected file; try again, or give a folder with --pyodide")


def msgspec() -> Path:
    """The wheel of msgspec for Pyodide, downloaded by pip at the first call.

    Raises:
        DownloadFailed: pip cannot download it, or its hash is wrong.
    """
    folder = root() / f"wheels-{hashlib.sha256(WHEELS.read_bytes()).hexdigest()[:16]}"
    if not folder.is_dir():
        with _becoming(folder) as new:
            options = ("--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes", "--dest", str(new))
            command = [sys.executable, "-m", "pip", "download", *options, *PLATFORM, "-r", str(WHEELS)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise DownloadFailed(f"pip cannot download the packages of {WHEELS.name}: {done.stderr.strip()}")
    (wheel,) = folder.glob("*.whl")
    return wheel


@contextmanager
def _becoming(folder: Path) -> Iterator[Path]:
    """A new folder, which takes the place of ``folder`` once it is complete."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f"{folder.name}-", dir=folder.parent))
    try:
        yield new
        if not folder.is_dir():
            new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
