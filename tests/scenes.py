"""What the tests of scenes share; ``tablier.scene.check`` checks positions and the log."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from tablier.position import Position
from tablier.scene.check_texts import check_messages
from tablier.scene.model import Line

SVG = "{http://www.w3.org/2000/svg}"


def lines_are_sound(lines: Iterable[Line], position: Position) -> None:
    """Check that there are lines, and texts for them."""
    lines = list(lines)
    assert lines
    check_messages(position.game.name, "narrate", lines)


def is_self_contained(root: Element) -> None:
    """Check that ids are unique, references are internal, and nothing is loaded from elsewhere."""
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(set(ids)) == len(ids)
    values = [value for e in root.iter() for value in e.attrib.values()]
    wanted = {name for value in values for name in re.findall(r"url\(#([^)]+)\)", value)}
    wanted |= {e.get("href", "")[1:] for e in root.iter() if e.get("href")}
    assert wanted <= set(ids)
    assert not [v for v in values if re.search(r"https?:|data:|url\((?!#)", v)]
