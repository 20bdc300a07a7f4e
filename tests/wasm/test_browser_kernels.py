"""The cache of kernels for browsers."""

import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tablier import browser_kernels
from tablier.browser_kernels import built, kernels, mark_used, suffixes

GAME = "shangri_la"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, in which builds write empty files."""

    def build(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        name, out = command[-3], command[-1]
        for suffix in suffixes(name):
            Path(out, name + suffix).touch()
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setenv("TABLIER_CACHE", str(tmp_path))
    monkeypatch.setattr(browser_kernels, "find_spec", lambda name: True)
    monkeypatch.setattr(subprocess, "run", build)
    return tmp_path


def add_old(folder: Path, game: str) -> Path:
    """A folder with kernels of a game that were last used forty days ago."""
    folder.mkdir()
    module = folder / f"{game}.wasm"
    module.touch()
    os.utime(module, (time.time() - 40 * 24 * 3600,) * 2)
    return folder


def test_changed_levels_make_other_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_kernels, "files", lambda package: tmp_path)
    levels = tmp_path / "levels.toml"
    levels.write_text("kind = 'search'")
    before = browser_kernels._fingerprint(GAME)
    levels.write_text("kind = 'mixed'")
    assert browser_kernels._fingerprint(GAME) != before


def test_a_build_deletes_the_kernels_of_the_game_that_are_unused_for_a_month(cache: Path) -> None:
    old, of_another = add_old(cache / "wasm-1", GAME), add_old(cache / "wasm-2", "delta")
    recent = add_old(cache / "wasm-3", GAME)
    (recent / f"{GAME}.wasm").touch()
    folder = kernels(GAME)
    assert built(GAME) == folder
    assert not old.exists()
    assert of_another.exists()  # a server may be running with them
    assert recent.exists()


def test_a_build_keeps_kernels_that_a_server_still_sends(cache: Path) -> None:
    sent = add_old(cache / "wasm-1", GAME)
    mark_used(GAME, sent)
    kernels(GAME)
    assert sent.exists()


def test_kernels_in_use_are_not_old(cache: Path) -> None:
    module = kernels(GAME) / f"{GAME}.wasm"
    os.utime(module, (0, 0))
    built(GAME)
    assert module.stat().st_mtime > time.time() - 3600
