"""Settings for all tests."""

import pytest
from hypothesis import settings

settings.register_profile("tablier", deadline=None)  # no test is timed
settings.load_profile("tablier")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the server's tests keep their tables."""
    parser.addoption("--database", choices=["sqlite", "postgresql"], default="sqlite", help="run the server's tests on")
