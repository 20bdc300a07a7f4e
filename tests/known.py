"""The games of the package, without the games that tests add to the catalogue."""

from importlib import resources
from pathlib import Path

from tablier import catalogue

GAMES = tuple(name for name in catalogue.names() if catalogue.package(name).startswith("tablier."))
AT_TABLE = tuple(name for name in GAMES if catalogue.has_scene(name))
"""The games with a scene."""
FOLDERS = {name: Path(str(resources.files(catalogue.package(name)))) for name in GAMES}


def having(file: str) -> list[str]:
    """The games with an optional file."""
    return [name for name in GAMES if (FOLDERS[name] / file).is_file()]
