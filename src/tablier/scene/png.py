"""Rasterise drawings with the optional package ``resvg-py``.

``python -m tablier.scene.png WIDTH`` reads SVG from standard input and writes PNG to standard output. Rendering blocks
a process for about a second.
"""

from __future__ import annotations

import sys

from tablier.errors import MissingPackage


def render(svg: str, width: int) -> bytes:
    """An SVG document as a PNG ``width`` pixels wide.

    Raises:
        MissingPackage: ``resvg-py`` is not installed.
        ValueError: ``width`` is not positive, or the document is malformed.
    """
    if width <= 0:
        raise ValueError(f"width must be positive, got {width}")
    try:
        import resvg_py
    except ImportError as error:
        raise MissingPackage("pictures in PNG need resvg-py: pip install 'tablier[png]'") from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


if __name__ == "__main__":
    sys.stdout.buffer.write(render(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
