"""The games of the package, without the games that tests add to the catalogue."""

from tablier import catalogue

GAMES = tuple(name for name in catalogue.names() if catalogue.package(name).startswith("tablier."))
AT_TABLE = tuple(name for name in GAMES if catalogue.has_scene(name))
"""The games with a scene."""
