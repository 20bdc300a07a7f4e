"""The games of the package, whatever games of their own other tests have added to the catalogue."""

from tablier import catalogue

GAMES = tuple(name for name in catalogue.names() if catalogue.package(name).startswith("tablier."))
AT_TABLE = tuple(name for name in GAMES if catalogue.has_scene(name))
"""Those of them that have a scene."""
