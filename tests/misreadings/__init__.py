"""Misreadings of the publishers' rules: each must make a test of its rule fail.

``<game>.toml`` lists them. :mod:`misreadings.entries` reads these files, ``python -m misreadings`` runs the tests.
"""
