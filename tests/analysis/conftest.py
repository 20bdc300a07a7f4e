"""Nim, whose best moves are known, for the tests of this folder alone."""

import pytest

from tablier import catalogue


@pytest.fixture(autouse=True)
def _with_nim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._others(), "nim", "tablier.template.nim")
