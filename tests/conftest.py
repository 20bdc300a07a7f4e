"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("tablier", deadline=None)  # no test is timed
settings.load_profile("tablier")
