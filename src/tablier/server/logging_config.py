"""The server's log: what is made, closed or fails, never bodies, headers or addresses with secrets."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable

import msgspec
import structlog


def configure(level: int = logging.INFO) -> None:
    """Log events from ``level`` up to the standard error: as text at a terminal, else as JSON lines.

    Tracebacks show no values of variables, which could be names or secrets.
    """
    terminal = sys.stderr.isatty()
    render: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if terminal
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)]
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=not terminal),
            *render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def _json(event: object, default: Callable[[object], object]) -> str:
    return msgspec.json.encode(event, enc_hook=default).decode()
