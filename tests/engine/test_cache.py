"""The cache folder follows the sources, the board data and the compiler's flags."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from tablier.engine import cache


def test_digest_sees_code_and_data_but_not_texts(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("a = 1")
    (tmp_path / "board.json").write_text("{}")
    before = cache.digest([tmp_path])
    (tmp_path / "readme.md").write_text("hello")
    assert cache.digest([tmp_path]) == before
    (tmp_path / "board.json").write_text("[]")
    changed = cache.digest([tmp_path])
    assert changed != before
    (tmp_path / "rules.py").rename(tmp_path / "rulez.py")
    assert cache.digest([tmp_path]) != changed


def folder_with(tmp_path: Path, **env: str) -> str:
    code = "from tablier.engine import cache; print(cache.folder())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TABLIER_CACHE": str(tmp_path), **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_bounds_checks_have_a_folder_of_their_own(tmp_path: Path) -> None:
    assert folder_with(tmp_path, NUMBA_BOUNDSCHECK="0") != folder_with(tmp_path, NUMBA_BOUNDSCHECK="1")


def test_folders_unused_for_a_month_go(tmp_path: Path) -> None:
    old, other = tmp_path / "kernels-old", tmp_path / "kernels-new"
    for folder in (old, other):
        folder.mkdir()
        (folder / "used").touch()
    month = time.time() - 40 * 24 * 3600
    os.utime(old / "used", (month, month))
    folder_with(tmp_path)
    assert not old.exists()
    assert other.exists()


def test_the_users_own_cache_setting_is_left_alone() -> None:
    theirs = os.environ.get("NUMBA_CACHE_DIR", "")
    assert theirs == numba.config.CACHE_DIR


@pytest.mark.parametrize("statement", ["import tablier", "import tablier; tablier.games()"])
def test_numba_is_not_imported_before_an_engine_is_needed(statement: str) -> None:
    code = f"{statement}; import sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
