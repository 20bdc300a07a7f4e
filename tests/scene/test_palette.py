"""The second palette of the art."""

from __future__ import annotations

import math
import re
from importlib.resources import files
from itertools import combinations

import pytest

from tablier import catalogue
from tablier.scene.palette import recoloured, safe_colours

EMBLEM = re.compile(r'id="emblem-(\w+)".*?fill="(#[0-9A-F]{6})" stroke="#FFF6E0"', re.S)
DEUTAN = ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969))
PROTAN = ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052))
TRITAN = ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304))
"""What the eye makes of linear red, green and blue (Machado and others, 2009, full severity)."""


def linear(colour: str) -> list[float]:
    return [(int(colour[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]


def apart(a: str, b: str, eye: tuple[tuple[float, ...], ...]) -> float:
    """The distance of two colours as an eye sees them, each channel as bright as a screen shows it."""
    seen = [
        [max(0, sum(w * v for w, v in zip(row, linear(c), strict=True))) ** (1 / 2.2) for row in eye] for c in (a, b)
    ]
    return math.dist(*seen)


def emblems(drawing: str) -> dict[str, str]:
    return dict(EMBLEM.findall(drawing))


@pytest.mark.parametrize("eye", [DEUTAN, PROTAN, TRITAN], ids=["deutan", "protan", "tritan"])
def test_the_colours_of_seats_differ_for_every_eye(eye: tuple[tuple[float, ...], ...]) -> None:
    common = (files("tablier.scene") / "art" / "common.svg").read_text(encoding="utf-8")
    safe = emblems(recoloured(common, "safe")) | {"white": "#F5F0E6", "black": "#242429"}
    assert set(safe) == {"white", "black", "yellow", "red", "blue", "green", "lilac"}
    seen = {pair: apart(safe[pair[0]], safe[pair[1]], eye) for pair in combinations(sorted(safe), 2)}
    assert {pair: round(distance, 2) for pair, distance in seen.items() if distance < 0.3} == {}


def test_every_colour_of_the_palette_is_used_by_the_art() -> None:
    folders = [files("tablier.scene") / "art"]
    folders += [files(catalogue.package(game)) / "art" for game in catalogue.names() if catalogue.has_scene(game)]
    art = "".join(
        file.read_text(encoding="utf-8")
        for folder in folders
        for file in folder.iterdir()
        if file.name.endswith(".svg")
    )
    assert [colour for colour in safe_colours() if colour not in art] == []
    assert not any(old in recoloured(art, "safe") for old in safe_colours())
