"""The layout of the picture: the city in its wall, beside it the tracks of the guilds and of the assassins.

The ids of spots are the numbers of sites (``12``), the names of chips (``ore4``), the ids of districts (``ore``), and
``ore=3`` and ``cell:9`` on the tracks. A spot within another bears its id and a purpose: ``ore4:thief``.
"""

from __future__ import annotations

import functools

from tablier.games.ankh_morpork.board import CELLS, CHIPS, COLOUR_NAMES, DATA, KIND_NAMES, LAST, SHADES, SPOT_NAMES
from tablier.scene.model import Message, Spot, Sprite, Stage

FRAME = 56
"""Width of the picture's frame around the board."""
SIDE = 128.0
"""The side of a district."""
SIZE = (1430, 1110)
CENTRE = (490.0, 555.0)
"""The middle of the city."""
WALL = (474.0, 548.0)
"""Half-axes of the city wall."""
NUMBER = 35.0
"""Radius of a number chip."""
COLUMN, FIRST = 62.0, 1052.0
"""Distance of the guilds' tracks, and where the first one is."""
KILLERS = 1372.0
"""Where the assassins' track stands."""
RUNG, TOP, HEADS = 96.0, 190.0, 92.0
"""Distance of the rungs, the height of the highest one, and that of the heads above them."""
SITE = 30.0

CARD = (60, 74)
PRICE = (64, 84)
COSTS = ("foundation", "house", "villa", "token", "point", "receipts")
"""The entries of the price list."""
RESULTS = range(2, 13)


def _about(key: str, **arguments: str) -> Message:
    return Message(f"ankh-about-{key}", dict(arguments))


SPRITES = {
    "lit": Sprite(round(SIDE * 3**0.5, 1), 2 * SIDE, layer=0),
    **{f"foundation-{colour}": Sprite(66, 52, layer=2, about=_about("foundation")) for colour in COLOUR_NAMES},
    **{f"house-{colour}": Sprite(64, 70, layer=3, shadow=True, about=_about("house")) for colour in COLOUR_NAMES},
    **{f"villa-{colour}": Sprite(84, 84, layer=3, shadow=True, about=_about("villa")) for colour in COLOUR_NAMES},
    **{f"flag-{colour}": Sprite(46, 58, layer=2, about=_about("flag")) for colour in (*COLOUR_NAMES, "none")},
    **{f"point-{colour}": Sprite(31, 31, layer=2, about=_about("mark")) for colour in COLOUR_NAMES},
    "thief": Sprite(58, 78, layer=5, shadow=True, about=_about("thief")),
    "fire": Sprite(78, 84, layer=4, about=_about("fire")),
    "assassin": Sprite(56, 78, layer=2, about=_about("assassin")),
    **{f"dice-{total}": Sprite(150, 128, layer=6, shadow=True) for total in RESULTS},
    **{f"die-{face}": Sprite(86, 92, layer=6, shadow=True) for face in range(1, 7)},
    **{f"card-{name}": Sprite(*CARD, about=_about("resource")) for name in KIND_NAMES},
    **{f"card-{name}": Sprite(*CARD, about=_about(name)) for name in ("scroll", "guard", "vetinari", "back")},
    **{f"bank-{name}": Sprite(54, 67, layer=2, about=_about("bank")) for name in KIND_NAMES},
    **{f"cost-{name}": Sprite(*PRICE, about=_about("cost", what=name)) for name in COSTS},
    **{
        name: Sprite(24, 24, about=_about(name))
        for name in ("points", "cards", "receipts", "tokens", "guards", "stack", "assassins")
    },
    "scrolls": Sprite(24, 24, about=_about("scroll")),
}


def place(x: float, y: float) -> tuple[float, float]:
    """A point of ``board.json`` in the picture."""
    return (
        round(CENTRE[0] + SIDE * (x - DATA.shades.x), 1),
        round(CENTRE[1] + SIDE * (y - DATA.shades.y), 1),
    )


def site_at(site: int) -> tuple[float, float]:
    """Where a building site is."""
    return place(DATA.sites[site].x, DATA.sites[site].y)


def district_at(district: int) -> tuple[float, float]:
    """The middle of a district."""
    return place(DATA.hexes[district].x, DATA.hexes[district].y)


def chip_at(chip: int) -> tuple[float, float]:
    """Where a number chip lies: two side by side in the lower half of their district, one in its middle."""
    district, number = CHIPS[chip]
    x, y = district_at(district)
    numbers = DATA.hexes[district].numbers
    aside = (numbers.index(number) - (len(numbers) - 1) / 2) * 84
    return x + aside, y + 48


def rung_at(kind: int, points: int) -> tuple[float, float]:
    """A rung of a guild's track."""
    return FIRST + COLUMN * kind, TOP + RUNG * (LAST - points)


def cell_at(cell: int) -> tuple[float, float]:
    """A cell of the assassins' track: the highest number is at the top."""
    return KILLERS, TOP + RUNG * (len(CELLS) - 1 - CELLS.index(cell))


@functools.cache
def stage() -> Stage:
    """The city: sites, chips, districts, and the tracks beside it."""
    width, height = SIZE
    box = (-FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME)
    return Stage("ankh_morpork", box, "board.svg", {**_city(), **_tracks()}, SPRITES)


def district_name(district: int) -> Message:
    """A district in words."""
    return Message("ankh-district", {"id": DATA.hexes[district].id})


def lit(district: int) -> str:
    """The id of the light on a district that the dice have woken."""
    return f"lit:{DATA.hexes[district].id}"


def site_name(site: int) -> Message:
    """A building site in words: its number, and the districts that it touches."""
    beside = [h.id for h in DATA.hexes if site in h.sites]
    districts = Message("ankh-district", {"id": beside[0]})
    if len(beside) > 1:
        districts = Message("ankh-both", {"a": districts, "b": Message("ankh-district", {"id": beside[1]})})
    return Message("ankh-site", {"n": site, "districts": districts})


def spot_name(spot: int) -> Message:
    """Where the thief can stand, in words."""
    if spot == SHADES:
        return Message("ankh-shades")
    district, number = CHIPS[spot]
    return Message("ankh-chip", {"n": number, "district": district_name(district)})


def _city() -> dict[str, Spot]:
    spots = {str(site): Spot(site_at(site), site_name(site), hit=SITE) for site in range(len(DATA.sites))}
    for spot, name in enumerate(SPOT_NAMES):
        x, y = CENTRE if spot == SHADES else chip_at(spot)
        hit, about = (52, _about("shades")) if spot == SHADES else (NUMBER, _district(CHIPS[spot][0]))
        spots[name] = Spot((x, y), spot_name(spot), hit=hit, about=about)
        spots[f"{name}:thief"] = Spot((x, y - (10 if spot == SHADES else 62)), spot_name(spot), within=name)
    fire = SPOT_NAMES.index("alchemists10")
    x, y = chip_at(fire)
    spots["alchemists10:fire"] = Spot((x, y - 56), spot_name(fire), within="alchemists10")
    for district, tile in enumerate(DATA.hexes):
        x, y = district_at(district)
        spots[tile.id] = Spot((x, y - 34), district_name(district), hit=48, about=_district(district))
        spots[f"{tile.id}:lit"] = Spot((x, y), district_name(district), within=tile.id)
        spots[f"{tile.id}:flag"] = Spot((x + 64, y - 16), district_name(district), within=tile.id)
    spots["dice"] = Spot((CENTRE[0], CENTRE[1] - 1.42 * SIDE), Message("ankh-dice"), hit=64, shy=True)
    spots["die"] = Spot((CENTRE[0], CENTRE[1] + 1.42 * SIDE), Message("ankh-die"), hit=48, shy=True)
    return spots


def _district(district: int) -> Message:
    return _about("district", id=DATA.hexes[district].id)


def _tracks() -> dict[str, Spot]:
    spots = {}
    for kind, name in enumerate(KIND_NAMES):
        x, y = rung_at(kind, LAST)
        spots[f"bank:{name}"] = Spot((x, HEADS), Message("ankh-bank", {"kind": name}), hit=30, quiet=True)
        for points in range(LAST + 1):
            x, y = rung_at(kind, points)
            rung = f"{name}={points}"
            spots[rung] = Spot((x, y), Message("ankh-rung", {"kind": name, "n": points}), hit=30, quiet=True)
            for seat in range(len(COLOUR_NAMES)):
                at = (x + (seat % 2) * 32 - 16, y + (seat // 2) * 36 - 18)
                spots[f"{rung}:{seat}"] = Spot(at, spots[rung].label, within=rung)
    for cell in CELLS:
        spots[f"cell:{cell}"] = Spot(cell_at(cell), Message("ankh-cell", {"n": cell}), hit=36, quiet=True)
    return spots
