"""What is counted while the server runs. One process, one set of meters; nothing names a person or a table."""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

registry = CollectorRegistry()
ProcessCollector(registry=registry)

EVENTS = Counter("tablier_events", "Events appended to the log.", ["kind"], registry=registry)
events_of = cache(EVENTS.labels)
"""The counter for a kind of events: looked up once, for there are many."""
REFUSALS = Counter("tablier_refusals", "Messages of sockets that were refused.", ["code"], registry=registry)
COMMIT = Histogram(
    "tablier_commit_seconds",
    "Time to write a group of events, tries after failures included.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
    registry=registry,
)
THOUGHT = Histogram(
    "tablier_bot_seconds",
    "Time for which a bot has thought.",
    buckets=(0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0),
    registry=registry,
)
