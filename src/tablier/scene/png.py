"""Pixels from drawings, with the optional package ``resvg-py``.

``python -m tablier.scene.png WIDTH`` does it between the standard input and output: rendering takes a second or so, in
which a process does nothing else.
"""

from __future__ import annotations

import sys

from tablier.errors import MissingPackage


def render(svg: str, width: int) -> bytes:
    """An SVG document as a PNG ``width`` pixels wide.

    Raises:
        MissingPackage: ``resvg-py`` is not installed.
        ValueError: ``width`` is not positive, or the document cannot be read.
    """
    if width <= 0:
        raise ValueError(f"a picture {width} pixels wide cannot be drawn")
    try:
        import resvg_py
    except ImportError as error:
        raise MissingPackage("pictures in PNG need resvg-py: pip install tablier[png]") from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


if __name__ == "__main__":
    sys.stdout.buffer.write(render(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
