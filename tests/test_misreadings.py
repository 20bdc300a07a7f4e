"""Every rule has misreadings, and under each of them a test of the rule fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from misreadings import entries

from tablier import rulebook

GAMES = entries.names()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_misreading_or_a_reason_for_none(game: str) -> None:
    found = entries.load(game)
    misread = {one.rule for one in found.misreading}
    assert misread | found.none.keys() == set(rulebook.load(game, "en").rules)
    assert misread & found.none.keys() == set()


@pytest.mark.parametrize("game", GAMES)
def test_misreadings_change_the_rules_and_name_a_test_of_the_rule(game: str) -> None:
    for one in entries.load(game).misreading:
        source = (entries.GAMES / game / one.file).read_text(encoding="utf-8")
        assert one.patched(source) != source
        if one.file.endswith(".py"):
            compile(one.patched(source), one.file, "exec")
        assert one.rule in entries.rule_tests()[one.test][1]


def test_a_patch_applies_in_one_place_only() -> None:
    one = entries.load(GAMES[0]).misreading[0]
    for source in ("", 2 * one.before):
        with pytest.raises(ValueError, match=one.rule):
            one.patched(source)


@pytest.mark.long
def test_under_the_misreadings_of_today_a_test_of_the_rule_fails() -> None:
    tests = Path(__file__).parent
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(tests), *filter(None, sys.path)]),
    }
    done = subprocess.run(
        [sys.executable, "-m", "misreadings", "--share"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
