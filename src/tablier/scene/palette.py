"""A second palette of the art, for readers with any colour vision: ``art/palette.toml``."""

from __future__ import annotations

import re
from functools import cache

from tablier.catalogue.data import load


@cache
def safe_colours() -> dict[str, str]:
    """The colour that takes the place of each colour of a seat.

    Raises:
        GameError: the file is invalid; the message names the field.
    """
    by_seat = load("tablier.scene", "art/palette.toml", dict[str, dict[str, str]])
    return {old: new for colours in by_seat.values() for old, new in colours.items()}


def in_safe_colours(drawing: str) -> str:
    """An SVG document with the seats' colours of the second palette."""
    return re.sub(r"#[0-9A-Fa-f]{6}\b", lambda colour: safe_colours().get(colour[0].upper(), colour[0]), drawing)
