"""The load benchmark's readers: they search finished games beside the tables. No latency is tested."""

from __future__ import annotations

import argparse
import gc
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks import load
from benchmarks.service import Server, Service
from tablier.server.tables.library import Library

from .browser import SharedLibrary, serving

pytestmark = pytest.mark.once

PONTE = "ponte_del_diavolo"


class Ponte(SharedLibrary):
    """One game."""

    def names(self) -> tuple[str, ...]:
        return (PONTE,)


class ThisProcess(Server):
    """The server runs in the process of the test."""

    @property
    def pid(self) -> int:
        return os.getpid()


async def test_moves_are_measured_without_and_with_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @asynccontextmanager
    async def service(*_: Any) -> AsyncIterator[Service]:
        library: Library = Ponte()
        async with serving(tmp_path / "data", library, per_address=1_000_000, analysis_slice=0.05) as running:
            yield Service(running.origin, [ThisProcess([])])

    monkeypatch.setattr(load, "serving", service)
    monkeypatch.setattr(gc, "disable", lambda: None)
    monkeypatch.setattr(load, "WARM_UP", 0.1)
    monkeypatch.setattr(load, "SETTLE", 0.1)
    chosen = {"tables": 2, "readers": 2, "bots": 0, "level": 1, "seconds": 4.0, "period": 0.2, "ramp": 0.2}
    service_options = {"game": PONTE, "processes": 0, "balance": "turns", "serve": []}
    await load.run(argparse.Namespace(**chosen, **service_options))
    printed = capsys.readouterr().out
    assert printed.count("p50, p99") == 2
    assert printed.index("without readers") < printed.index("with readers\n")
    assert re.search(r"p99 by phase \(ms\): (\d+\.\d(, )?){4}; with readers ([+-]\d+\.\d(, )?){2}\n", printed)
    searches = re.search(r"searches for 2 readers: .*'analysis': (\d+)", printed)
    assert searches
    assert int(searches[1]) > 2
