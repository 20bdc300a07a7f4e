"""Pixels from drawings, with the optional package ``resvg-py``."""

from __future__ import annotations

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
