"""The weights that are fitted: ``evaluation.json`` of a game."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier import catalogue
from tablier.engine.linear_model import Fit

NAME = "evaluation.json"


def folder(game: str) -> Path:
    """Return the folder of a game."""
    return Path(str(import_module(catalogue.package(game)).__file__)).parent


def fitted_games() -> list[str]:
    """Return the names of the games that have fitted weights."""
    return [name for name in catalogue.names() if (folder(name) / NAME).is_file()]


class Weights:
    """The weights of a game.

    Attributes:
        fit: what its evaluation measures.
        knots: ``float64[rows of each table]``.
        priors: names of the tables of weights for the priors, in the order of their columns in ``fit.see``.
    """

    def __init__(self, game: str) -> None:
        self._file = folder(game) / NAME
        self._data: dict[str, Any] = json.loads(self._file.read_text(encoding="utf-8"))
        self.fit: Fit = import_module(f"{catalogue.package(game)}.evaluation").FIT
        self.knots = np.array(self._data["knots"])
        self.priors = [key for key in self._data if key != "value" and f"{key}_columns" in self._data]

    def width(self, *tables: str) -> int:
        """Return the number of columns of these tables."""
        return sum(len(self._data[f"{table}_columns"]) for table in tables)

    def put(self, tables: list[str], fitted: NDArray[np.float64]) -> None:
        """Replace the weights of tables by ``fitted[knots, columns of all of them]``."""
        ends = np.cumsum([self.width(table) for table in tables])
        for table, columns in zip(tables, np.split(fitted, ends[:-1], axis=1), strict=True):
            self._data[table] = [[round(float(x), 4) for x in row] for row in columns]

    def save(self) -> None:
        """Write the file."""
        self._file.write_text(text(self._data), encoding="utf-8")


def text(weights: dict[str, Any]) -> str:
    """Return weights as JSON, with a line for each row of a table."""
    lines = []
    for key, value in weights.items():
        rows = list(value.values()) if isinstance(value, dict) else value
        if rows and isinstance(rows, list) and isinstance(rows[0], list):
            names = [f"{json.dumps(name)}: " for name in value] if isinstance(value, dict) else [""] * len(rows)
            begin, end = "{}" if isinstance(value, dict) else "[]"
            shown = ",\n    ".join(name + json.dumps(row) for name, row in zip(names, rows, strict=True))
            lines.append(f"  {json.dumps(key)}: {begin}\n    {shown}\n  {end}")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
