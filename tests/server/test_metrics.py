"""Metrics, and their access control."""

from __future__ import annotations

from pathlib import Path

from .browser import Running, finished, serving

TOKEN = {"Authorization": "Bearer long-and-secret"}


async def test_metrics_need_the_token(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics_token="long-and-secret") as server:
        http = server.browser().http
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer"}):
            assert (await http.get("/metrics", headers=headers)).status_code == 404
        assert (await http.get("/metrics", headers=TOKEN)).status_code == 200
        assert "/metrics" not in (await http.get("/api/openapi.json")).text


async def test_there_are_no_metrics_without_a_token(server: Running) -> None:
    for headers in (TOKEN, {"Authorization": "Bearer"}):
        assert (await server.browser().http.get("/metrics", headers=headers)).status_code == 404


async def test_metrics_count_events_refusals_and_times(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics_token="long-and-secret") as server:
        browser = server.browser()

        async def meters() -> dict[str, float]:
            text = (await browser.http.get("/metrics", headers=TOKEN)).text
            lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
            return {name: float(value) for name, _, value in lines}

        before = await meters()
        made = await browser.table("bot", "bot")
        await finished(server, made["id"])
        async with browser.at(made["id"]) as line:
            assert (await line.submit(0, "1"))["type"] == "refused"
            after = await meters()
        assert (
            after['tablier_events_total{kind="submitted"}'] - before.get('tablier_events_total{kind="submitted"}', 0)
            == 6
        )
        assert after['tablier_refusals_total{code="not-your-seat"}'] > 0
        assert after["tablier_commit_seconds_count"] > before["tablier_commit_seconds_count"]
        assert after["tablier_bot_seconds_count"] >= 6
        assert (after["tablier_sockets"], after["tablier_rooms"]) == (1, 1)
        assert after["process_resident_memory_bytes"] > 1e6
        assert made["id"] not in str(after)
