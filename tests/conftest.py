"""Settings for all tests."""

import pytest
from hypothesis import settings

settings.register_profile("tablier", deadline=None)  # no test is timed
settings.load_profile("tablier")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that selects the database of the server's tests."""
    parser.addoption("--database", choices=["sqlite", "postgresql"], default="sqlite", help="run the server's tests on")
