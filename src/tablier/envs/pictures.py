"""Positions as text and as pictures: the render modes of the environments.

- ``ansi``: ``render`` returns text.
- ``human``: it prints the text and returns ``None``; ``reset`` and ``step`` print it, too.
- ``svg``: an SVG document.
- ``rgb_array``: pixels, ``uint8 [height, width, 3]``. It needs the extra ``png``.

Pictures need a game with a scene; without one they raise :class:`~tablier.errors.GameError`.
"""

from __future__ import annotations

import sys
import zlib
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.kernel import kernel
from tablier.errors import InvalidOption, MissingPackage
from tablier.position import Position
from tablier.scene import png
from tablier.scene.svg import draw_position

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]
BATCH_MODES = RENDER_MODES[1:]
"""The modes of vector environments."""
WIDTH = 480
"""Width of ``rgb_array`` in pixels."""
HEADER = 8
"""Bytes of a PNG file before its first chunk."""
CHANNELS = 4
"""resvg writes red, green, blue and alpha, eight bits each."""


def require_render_mode(mode: str | None, known: list[str]) -> None:
    """Check the name of a way to draw.

    Raises:
        InvalidOption: ``mode`` is neither ``None`` nor ``known``.
        MissingPackage: ``mode`` is ``rgb_array``, and the extra ``png`` is not installed.
    """
    if mode is not None and mode not in known:
        raise InvalidOption(f"render_mode must be one of {', '.join(known)}, or None, got {mode!r}")
    if mode == "rgb_array" and find_spec("resvg_py") is None:
        raise MissingPackage("the render mode rgb_array needs resvg-py: pip install 'tablier[png]'")


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
    """The pixels of a PNG of ``tablier.scene.png`` on white: ``uint8 [height, width, 3]``.

    Height and width are even, which codecs of videos need: an odd last row or column is left out.
    """
    data, at = b"", HEADER
    while at < len(picture):
        size, kind = int.from_bytes(picture[at : at + 4], "big"), picture[at + 4 : at + 8]
        body = picture[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height = (int.from_bytes(body[i : i + 4], "big") for i in (0, 4))
        elif kind == b"IDAT":
            data += body
        at += size + 12
    lines = np.frombuffer(bytearray(zlib.decompress(data)), np.uint8).reshape(height, 1 + width * CHANNELS)
    unfilter(lines)
    image = lines[:, 1:].reshape(height, width, CHANNELS)[: height & ~1, : width & ~1].astype(np.uint16)
    alpha = image[..., 3:]
    return ((image[..., :3] * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)


@kernel
def unfilter(lines: Any) -> None:
    """Undo the filters of a PNG in place; the first byte of each line names its filter."""
    for y in range(len(lines)):
        kind = lines[y, 0]
        for x in range(1, lines.shape[1]):
            left = np.int64(lines[y, x - CHANNELS]) if x > CHANNELS else np.int64(0)
            up = np.int64(lines[y - 1, x]) if y > 0 else np.int64(0)
            corner = np.int64(lines[y - 1, x - CHANNELS]) if x > CHANNELS and y > 0 else np.int64(0)
            guess = np.int64(0)
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) >> 1
            elif kind == 4:
                guess = nearest(left, up, corner)
            lines[y, x] = (np.int64(lines[y, x]) + guess) & 255


@kernel
def nearest(left: Any, up: Any, corner: Any) -> Any:
    """The neighbour closest to ``left + up - corner``, ties in this order (Paeth's predictor)."""
    guess = left + up - corner
    by_left, by_up, by_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner
