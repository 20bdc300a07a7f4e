"""A second palette of the art, for readers with any colour vision: ``art/palette.toml``."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from tablier.catalogue.data import load

Palette = Literal["standard", "safe"]
"""The colours of the seats; ``safe`` ones are told apart with any colour vision."""


@cache
def safe_colours() -> dict[str, str]:
    """The colour that takes the place of each colour of a seat.

    Raises:
        GameError: the file is invalid; the message names the field.
    """
    by_seat = load("tablier.scene", "art/palette.toml", dict[str, dict[str, str]])
    return {old: new for colours in by_seat.values() for old, new in colours.items()}


def recoloured(drawing: str, palette: Palette) -> str:
    """An SVG document with the seats' colours of a palette."""
    if palette == "standard":
        return drawing
    return re.sub(r"#[0-9A-Fa-f]{6}\b", lambda colour: safe_colours().get(colour[0].upper(), colour[0]), drawing)
