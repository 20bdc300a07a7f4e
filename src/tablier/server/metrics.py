"""Metrics of this process. None names a person or a table."""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

registry = CollectorRegistry()
ProcessCollector(registry=registry)

EVENTS = Counter("tablier_events", "Events appended to the log.", ["kind"], registry=registry)
events_of = cache(EVENTS.labels)
"""The counter of a kind of event, looked up once."""
REFUSALS = Counter("tablier_refusals", "Refused messages of sockets.", ["code"], registry=registry)
COMMIT = Histogram(
    "tablier_commit_seconds",
    "Time to commit a group of events, retries included.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
    registry=registry,
)
THOUGHT = Histogram(
    "tablier_bot_seconds",
    "Time that a bot takes to choose a turn.",
    buckets=(0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0),
    registry=registry,
)
