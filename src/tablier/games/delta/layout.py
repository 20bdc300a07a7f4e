"""The picture of the delta: the places of the board, and the sizes of what lies there."""

from __future__ import annotations

from functools import cache
from math import atan2, cos, degrees, hypot, pi, sin

from tablier.games.delta.actions import ACTION_CARDS
from tablier.games.delta.board import CENTRES, COLOURS, DATA, GAPS, GAPS_ENDS, LETTERS, VILLAGES, inset
from tablier.games.delta.names import place_name, support_name
from tablier.games.delta.phrases import COLOUR_NAMES, place_message, support_message
from tablier.scene.model import Message, Spot, Sprite, Stage

FRAME = 56
"""Width of the picture's frame around the board."""
ISLAND_HIT, GAP_HIT = 34, 22
"""Radius within which an island or a gap is touched."""
PAWN_DISTANCE = 34
"""Distance of pawns from the middle of their village."""
FLAG_DISTANCE = 52
"""Distance of the flag and the statuette from the middle of a village, on the side of the land."""
CARD = (64, 92)
CHIP_SCALE, CHIP_HEIGHT = 0.4, 30
"""Planks in a reserve: the scale of their lengths, and their height, which leaves room for a number."""


def _about(key: str, **arguments: str) -> Message:
    return Message(f"delta-about-{key}", dict(arguments))


SPRITES = {
    "stone": Sprite(46, 46, layer=2, shadow=True, about=_about("stone")),
    **{
        f"plank-{colour}-{n}": Sprite(size.length, 30, layer=3, shadow=True, about=_about("plank"))
        for colour in COLOUR_NAMES
        for n, size in enumerate(DATA.planks, 1)
    },
    **{
        f"chip-{colour}-{n}": Sprite(size.length * CHIP_SCALE, CHIP_HEIGHT, about=_about("plank"))
        for colour in COLOUR_NAMES
        for n, size in enumerate(DATA.planks, 1)
    },
    **{f"flag-{colour}": Sprite(36, 44, layer=4, about=_about("flag")) for colour in COLOUR_NAMES},
    "statuette": Sprite(40, 56, layer=5, shadow=True, about=_about("statuette")),
    **{f"pawn-{colour}": Sprite(44, 60, layer=6, shadow=True, about=_about("pawn")) for colour in COLOUR_NAMES},
    "splash": Sprite(120, 90, layer=7),
    "roar": Sprite(120, 120, layer=7),
    **{f"card-{name}": Sprite(*CARD, about=_about("card", card=name)) for name in ACTION_CARDS},
    **{f"card-dragon-{colour}": Sprite(*CARD, about=_about("dragon")) for colour in COLOUR_NAMES},
    **{f"card-back-{colour}": Sprite(*CARD, about=_about("back")) for colour in COLOUR_NAMES},
    "stones": Sprite(24, 24, about=_about("stones")),
}


@cache
def stage() -> Stage:
    """Spots are villages (``W``), islands (``13``) and gaps (``W-13``); a gap is shown while it holds a plank."""
    spots = {}
    for support, at in enumerate(CENTRES):
        hit, what = (DATA.village_radius, "village") if support < VILLAGES else (ISLAND_HIT, "island")
        spots[support_name(support)] = Spot(at, support_message(support), hit=hit, about=_about(what))
    for gap in range(GAPS):
        spots[place_name(gap)] = Spot(middle(gap), place_message(gap), hit=GAP_HIT, shy=True)
    for village in range(VILLAGES):
        spots |= _village_spots(village)
    width, height = DATA.size
    return Stage("delta", (-FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME), "board.svg", spots, SPRITES)


def _village_spots(village: int) -> dict[str, Spot]:
    """Where pawns, the flag and the statuette stand in a village."""
    x, y = CENTRES[village]
    land = atan2(y - DATA.size[1] / 2, x - DATA.size[0] / 2)
    standing = {f"{seat}": (land + pi * (0.4 + 0.24 * seat), PAWN_DISTANCE) for seat in range(COLOURS)}
    standing |= {"statuette": (land - 0.5, FLAG_DISTANCE), "goal": (land + 0.5, FLAG_DISTANCE)}
    return {
        within(village, name): Spot(
            (round(x + reach * cos(turn), 1), round(y + reach * sin(turn), 1)),
            support_message(village),
            within=LETTERS[village],
        )
        for name, (turn, reach) in standing.items()
    }


def within(village: int, name: str) -> str:
    """A spot of its own in a village."""
    return f"{LETTERS[village]}:{name}"


def middle(gap: int) -> tuple[float, float]:
    """The middle of a plank in a gap: half-way between the ends of the plank, which are inset in villages."""
    a, b = GAPS_ENDS[gap]
    (ax, ay), (bx, by) = CENTRES[a], CENTRES[b]
    length = hypot(bx - ax, by - ay)
    along = 0.5 + (inset(a) - inset(b)) / 2 / length
    return round(ax + along * (bx - ax), 1), round(ay + along * (by - ay), 1)


def slope(gap: int) -> float:
    """The angle of a plank in a gap, in degrees; its number is never upside down."""
    (ax, ay), (bx, by) = (CENTRES[end] for end in GAPS_ENDS[gap])
    turn = degrees(atan2(by - ay, bx - ax))
    return round(turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn, 1)
