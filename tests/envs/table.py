"""Games for the tests of environments: those of the package, and the toy. Long games are truncated early."""

from __future__ import annotations

from typing import Any

from known import GAMES

from tablier import catalogue

TOY = catalogue.add("toy")
SMALL: dict[str, dict[str, Any]] = {"ponte_del_diavolo": {"board": 8}}
TABLES = [(name, {"limit": 200, **SMALL.get(name, {})}) for name in (TOY, *GAMES)]
NAMES = [name for name, _ in TABLES]
