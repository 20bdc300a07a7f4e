"""The cache folder depends on the sources, the board data and the compiler's flags."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from tablier.engine import cache

GAME = """
from tablier.engine.kernel import kernel
from . import board

@kernel
def double(x):
    return 2 * x
"""


def test_the_hash_changes_with_kernels_and_data_but_not_with_texts(tmp_path: Path) -> None:
    def source_hash() -> str:
        cache._package_hash.cache_clear()
        return cache.source_hash(str(tmp_path / "rules.py"))

    (tmp_path / "rules.py").write_text(GAME)
    (tmp_path / "board.py").write_text("SIZE = 8")
    (tmp_path / "board.json").write_text("{}")
    (tmp_path / "game.toml").write_text("a = 1")
    before = source_hash()
    for name, text in (
        ("scene.py", "x = 1"),
        ("levels.toml", "a = 1"),
        ("readme.md", "hello"),
        ("texts.en.ftl", "a = b"),
    ):
        (tmp_path / name).write_text(text)
    assert source_hash() == before
    (tmp_path / "board.py").write_text("SIZE = 10")
    moved = source_hash()
    assert moved != before
    (tmp_path / "board.json").write_text("[]")
    resized = source_hash()
    assert resized not in (before, moved)
    (tmp_path / "game.toml").write_text("a = 2")  # kernels may have values of options compiled in
    assert source_hash() not in (before, moved, resized)


def test_each_game_and_the_engine_have_separate_folders() -> None:
    from tablier.engine import bits
    from tablier.games.delta import rules as delta
    from tablier.games.on_top import rules as on_top

    files = [bits.__file__, delta.__file__, on_top.__file__]
    assert len({cache.folder(file) for file in files}) == 3


def folder_with(tmp_path: Path, **env: str) -> str:
    code = "from tablier.engine import cache; print(cache.folder(cache.__file__))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TABLIER_CACHE": str(tmp_path), **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_code_with_bounds_checks_has_a_separate_folder(tmp_path: Path) -> None:
    assert folder_with(tmp_path, NUMBA_BOUNDSCHECK="0") != folder_with(tmp_path, NUMBA_BOUNDSCHECK="1")


def test_folders_unused_for_a_month_are_deleted(tmp_path: Path) -> None:
    old, other = tmp_path / "kernels-old", tmp_path / "kernels-new"
    for folder in (old, other):
        folder.mkdir()
        (folder / "used").touch()
    month = time.time() - 40 * 24 * 3600
    os.utime(old / "used", (month, month))
    folder_with(tmp_path)
    assert not old.exists()
    assert other.exists()


def test_the_users_own_numba_cache_setting_is_unchanged() -> None:
    theirs = os.environ.get("NUMBA_CACHE_DIR", "")
    assert theirs == numba.config.CACHE_DIR


@pytest.mark.parametrize("statement", ["import tablier", "import tablier; tablier.list_games()"])
def test_listing_games_does_not_import_numba(statement: str) -> None:
    code = f"{statement}; import sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
