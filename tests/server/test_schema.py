"""The HTTP interface as it is described: schemathesis asks for what the description allows, and for what it does not.

``TABLIER_FUZZ`` is the number of requests to each operation: some by default, thousands by ``make fuzz``.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.config import ChecksConfig, SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from .browser import logged_errors, serving

pytestmark = pytest.mark.once

REQUESTS = int(os.environ.get("TABLIER_FUZZ", "20"))


class Served:
    """A server in a thread of its own, for a client that waits."""

    def __init__(self, data: Path) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(data),), daemon=True)
        self._thread.start()
        assert self._ready.wait(30)

    async def _serve(self, data: Path) -> None:
        self._stop, self._loop = asyncio.Event(), asyncio.get_running_loop()
        async with serving(data, per_address=10**9) as server:
            self.origin = server.origin
            browser = server.browser()
            self.table = (await browser.table("me", "friend"))["id"]
            self.cookie = f"tablier={browser.http.cookies['tablier']}"
            self.description = (await browser.http.get("/api/openapi.json")).json()
            self._ready.set()
            await self._stop.wait()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("schema"))
    yield served
    served.stop()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_operation_conforms_to_its_description(mode: GenerationMode, served: Served) -> None:
    described = list(schemathesis.openapi.from_dict(served.description, config=_config()).get_all_operations())
    assert len(described) >= len(served.description["paths"])
    for result in described:
        assert isinstance(result, Ok)
        operation = result.ok()
        if operation.body or mode is GenerationMode.POSITIVE:
            _try(operation.as_strategy(generation_mode=mode), served)


def _config() -> SchemathesisConfig:
    """Bodies that are too large are refused before they are validated."""
    usual = ChecksConfig().negative_data_rejection.expected_statuses
    return SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": [*usual, "413"]}}})


def _try(cases: st.SearchStrategy[Any], served: Served) -> None:
    @settings(max_examples=REQUESTS, suppress_health_check=list(HealthCheck), database=None)
    @given(case=cases)
    def one(case: Any) -> None:
        if "table_id" in case.path_parameters and len(str(case.body)) % 2:
            case.path_parameters["table_id"] = served.table  # or no table would ever be found
        headers = {"Origin": served.origin, "Cookie": served.cookie}
        case.call_and_validate(served.origin, headers=headers, excluded_checks=[checks.positive_data_acceptance])

    with logged_errors() as errors:
        one()
    assert not errors
