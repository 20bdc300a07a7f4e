"""Positions as text and as pictures: the render modes of the environments.

- ``ansi``: ``render`` returns text.
- ``human``: it prints the text and returns ``None``; ``reset`` and ``step`` print it, too.
- ``svg``: an SVG document.
- ``rgb_array``: pixels, ``uint8 [height, width, 3]``. It needs the extra ``png``.

Pictures need a game with a scene; without one they raise :class:`~tablier.errors.GameError`.
"""

from __future__ import annotations

import io
import sys
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.errors import InvalidOption, MissingPackage
from tablier.position import Position
from tablier.scene import png
from tablier.scene.svg import draw_position

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]
BATCH_MODES = RENDER_MODES[1:]
"""The modes of vector environments."""
WIDTH = 480
"""Width of ``rgb_array`` in pixels."""
PACKAGES = ("resvg_py", "PIL")
"""The packages of the extra ``png``, which draw and read pixels."""


def require_render_mode(mode: str | None, known: list[str]) -> None:
    """Check the name of a way to draw.

    Raises:
        InvalidOption: ``mode`` is neither ``None`` nor ``known``.
        MissingPackage: ``mode`` is ``rgb_array``, and the extra ``png`` is not installed.
    """
    if mode is not None and mode not in known:
        raise InvalidOption(f"render_mode must be one of {', '.join(known)}, or None, got {mode!r}")
    if mode == "rgb_array" and not all(map(find_spec, PACKAGES)):
        raise MissingPackage("the render mode rgb_array needs resvg-py and Pillow: pip install 'tablier[png]'")


def render(position: Position, seat: int | None, mode: str | None) -> Any:
    """What ``seat``, or a spectator (``None``), sees of a position, as ``mode`` says."""
    view = position.view(seat)
    match mode:
        case "human":
            sys.stdout.write(f"{view}\n")
        case "ansi":
            return str(view)
        case "svg":
            return draw_position(view, seat)
        case "rgb_array":
            return pixels(png.render(draw_position(view, seat, plain=True), WIDTH))
    return None


def pixels(picture: bytes) -> NDArray[np.uint8]:
    """The pixels of a PNG on white: ``uint8 [height, width, 3]``.

    Height and width are even, which codecs of videos need: an odd last row or column is left out.
    """
    from PIL import Image

    image = Image.open(io.BytesIO(picture)).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    pixels = np.asarray(Image.alpha_composite(white, image).convert("RGB"))
    height, width, _ = pixels.shape
    return pixels[: height & ~1, : width & ~1]
