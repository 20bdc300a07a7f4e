"""The pieces of Ponte del Diavolo: stone tiles, their joins, towns, the bridge, and icons for counters.

Symbols on a cell have a view box of 100 by 100 centred on it and may reach beyond. Light comes from the top left.
Light stone bears a ring, dark stone a diamond; a town keeps its tile's figure as the outline of its square.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

GAME = "ponte_del_diavolo"


@dataclass(frozen=True)
class Stone:
    """Colours of one player's tiles and towns."""

    name: str
    top: str
    low: str
    side: str
    edge: str
    shine: str
    grain: str
    inlay: str
    square: str
    wall: str
    shade: str
    window: str
    roofs: tuple[str, str]
    dome: str


LIGHT = Stone(
    "light", "#FFF6E0", "#EBD9B0", "#B59A66", "#8C7343", "#FFFFFF", "#C9B181", "#B0925A", "#DCC596",
    "#FFFDF4", "#D9CBAE", "#4D6672", ("#C9573C", "#DC8547"), "#5D9AA6",
)  # fmt: skip
DARK = Stone(
    "dark", "#7A3D38", "#572627", "#2F1214", "#2A1012", "#E9B39C", "#9A5B50", "#C79A86", "#8A4B42",
    "#F1DDB8", "#B98F6A", "#3F1C1D", ("#E0AE4A", "#C28433"), "#D9A441",
)  # fmt: skip
STONES = (LIGHT, DARK)


def symbol(name: str, body: str, box: str = "0 0 100 100", stretch: bool = False) -> str:
    """A symbol of the sheet."""
    aspect = ' preserveAspectRatio="none"' if stretch else ""
    return f'<symbol id="{GAME}-{name}" viewBox="{box}"{aspect} overflow="visible">{body}</symbol>'


def gradient(name: str, *stops: tuple[float, str], axis: str = 'x1="0" y1="0" x2=".7" y2="1"') -> str:
    """A linear gradient of the sheet."""
    body = "".join(f'<stop offset="{at:g}" stop-color="{colour}"/>' for at, colour in stops)
    return f'<linearGradient id="{GAME}-{name}" {axis}>{body}</linearGradient>'


def grains(rng: Random, colour: str) -> str:
    """Speckles and two veins of the stone."""
    dots = "".join(f"M{rng.randint(12, 86)} {rng.randint(11, 82)}h.01" for _ in range(22))
    veins = "".join(
        f"M{x} {y}c10 {rng.randint(-7, 7)} 16 {rng.randint(-4, 12)} {rng.randint(24, 34)} {rng.randint(-8, 10)}"
        for x, y in ((rng.randint(12, 24), rng.randint(16, 40)), (rng.randint(44, 56), rng.randint(54, 78)))
    )
    return (
        f'<path d="{dots}" stroke="{colour}" stroke-opacity=".6" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="{veins}" fill="none" stroke="{colour}" stroke-opacity=".3" stroke-width="1.6"/>'
    )


def figure(stone: Stone, reach: float, width: float) -> str:
    """Ring or diamond around the tile's middle."""
    if stone is LIGHT:
        return f'<circle cx="50" cy="47" r="{reach}" fill="none" stroke="{stone.inlay}" stroke-width="{width}"/>'
    r = reach * 1.2
    return (
        f'<path d="M50 {47 - r:g}L{50 + r:g} 47L50 {47 + r:g}L{50 - r:g} 47Z" fill="none" stroke="{stone.inlay}"'
        f' stroke-width="{width}" stroke-linejoin="round"/>'
    )


def tile(stone: Stone, rng: Random) -> str:
    """A tile of stone seven units thick, with its own shadow on the water."""
    inner = "#FFFFFF" if stone is LIGHT else "#F0C3A8"
    body = (
        '<path d="M9 24H88Q103 26 103 38V92Q103 106 89 106H26Q9 106 9 90Z" fill="#04181B" opacity=".18"/>'
        '<path d="M8 20H86Q99 22 99 34V89Q99 102 86 102H22Q8 102 8 88Z" fill="#04181B" opacity=".3"/>'
        f'<rect x="4" y="10" width="92" height="88" rx="15" fill="{stone.side}" stroke="{stone.edge}" stroke-width="1.6"/>'
        f'<path d="M9 92Q13 96 20 96H80Q88 96 91 92" fill="none" stroke="{inner}" stroke-opacity=".16" stroke-width="2"/>'
        f'<rect x="4" y="3" width="92" height="88" rx="15" fill="url(#{GAME}-{stone.name}-top)" stroke="{stone.edge}" stroke-width="2"/>'
        f"{grains(rng, stone.grain)}"
        f'<rect x="11" y="10" width="78" height="74" rx="9" fill="none" stroke="{stone.edge}" stroke-opacity=".22" stroke-width="1.6"/>'
        f'<path d="M8 79V20Q8 7 21 7H80" fill="none" stroke="{stone.shine}" stroke-opacity="{0.85 if stone is LIGHT else 0.42}" stroke-width="3" stroke-linecap="round"/>'
    )
    return symbol(stone.name, body + figure(stone, 18, 4.5) + figure(stone, 8.5, 5))


def joins(stone: Stone) -> str:
    """What makes one slab of neighbours: causeways to the east and to the south of a cell, the middle of a square."""
    top = f'fill="url(#{GAME}-{stone.name}-join)"'
    inner = f'stroke="{stone.edge}" stroke-opacity=".22" stroke-width="1.6"'
    east = (
        f'<path d="M92 82H108V97H92Z" fill="{stone.side}"/><path d="M92 12H108V82H92Z" {top}/>'
        f'<path d="M94 12H106M94 82H106" stroke="{stone.edge}" stroke-width="2"/><path d="M94 97.6H106" stroke="{stone.edge}" stroke-width="1.6"/>'
        f'<path d="M94 15.5H106" stroke="{stone.shine}" stroke-opacity=".5" stroke-width="3"/><path d="M100 16V80" {inner}/>'
    )
    south = (
        f'<path d="M13 86H83V110H13Z" {top}/><path d="M13 90V105M83 90V105" stroke="{stone.edge}" stroke-width="2"/>'
        f'<path d="M16.5 90V105" stroke="{stone.shine}" stroke-opacity=".5" stroke-width="3"/><path d="M18 97.5H80" {inner}/>'
    )
    middle = f'<path d="M88 82H112V114H88Z" {top}/><circle cx="100" cy="97" r="8" fill="none" {inner}/>'
    return "".join(
        symbol(f"{stone.name}-{side}", body) for side, body in (("east", east), ("south", south), ("middle", middle))
    )


class Town:
    """Draws buildings for one colour of stone; ``x`` is the left, ``y`` the foot."""

    def __init__(self, stone: Stone) -> None:
        self.stone = stone
        self.parts: list[str] = []

    def shadow(self, x: float, y: float, w: float, h: float) -> None:
        """A wall of these sizes casts it to the right and down."""
        self.parts.append(
            f'<path d="M{x + w:g} {y:g}l7 5V{y - h + 9:g}l-7 -5ZM{x + 2:g} {y:g}h{w:g}l6 4.5H{x + 7:g}Z" fill="#000" opacity=".22"/>'
        )

    def walls(self, x: float, y: float, w: float, h: float) -> None:
        """A lit front with the right third in shade."""
        s = self.stone
        self.parts.append(
            f'<path d="M{x:g} {y:g}v-{h:g}h{w:g}v{h:g}Z" fill="{s.wall}"/><path d="M{x + w * 0.72:g} {y:g}v-{h:g}h{w * 0.28:g}v{h:g}Z" fill="{s.shade}"/>'
            f'<path d="M{x:g} {y:g}v-{h:g}h{w:g}v{h:g}Z" fill="none" stroke="#2A1510" stroke-opacity=".55" stroke-width="1.1"/>'
        )

    def windows(
        self, x: float, y: float, columns: int, rows: int, dx: float, dy: float, w: float = 3.4, h: float = 5
    ) -> None:
        """Round-headed windows; ``y`` is the sill of the top row."""
        d = "".join(
            f"M{x + c * dx:g} {y + r * dy:g}v-{h - w / 2:g}a{w / 2:g} {w / 2:g} 0 0 1 {w:g} 0v{h - w / 2:g}Z"
            for r in range(rows)
            for c in range(columns)
        )
        self.parts.append(f'<path d="{d}" fill="{self.stone.window}"/>')

    def roof(self, x: float, y: float, w: float, h: float, tone: int = 0) -> None:
        """A hipped roof standing on ``y``."""
        colour = self.stone.roofs[tone]
        top = y - h
        self.parts.append(
            f'<path d="M{x - 3:g} {y:g}L{x + w * 0.28:g} {top:g}H{x + w * 0.72:g}L{x + w + 3:g} {y:g}Z" fill="{colour}" stroke="#3A1710" stroke-width="1.1" stroke-linejoin="round"/>'
            f'<path d="M{x + w * 0.72:g} {top:g}L{x + w + 3:g} {y:g}H{x + w * 0.6:g}Z" fill="#3A0F08" opacity=".28"/>'
            f'<path d="M{x + 1:g} {y - 2:g}L{x + w * 0.3:g} {top + 1.4:g}" stroke="#fff" stroke-opacity=".4" stroke-width="1.2"/>'
        )

    def house(self, x: float, y: float, w: float, h: float, tone: int = 0, storeys: int = 1) -> None:
        """A house with a row of windows on each storey."""
        self.shadow(x, y, w, h)
        self.walls(x, y, w, h)
        columns = max(2, int(w // 8))
        gap = w / columns
        self.windows(x + gap / 2 - 1.7, y - h + 7.5, columns, storeys, gap, 8.5)
        self.roof(x, y - h, w, 7.5, tone)

    def campanile(self, x: float, y: float, h: float) -> None:
        """A bell tower with an open belfry and a spire."""
        self.shadow(x, y, 12, h)
        self.walls(x, y, 12, h)
        self.parts.append(
            f'<path d="M{x + 3.5:g} {y - 3:g}V{y - h + 14:g}M{x + 7:g} {y - 3:g}V{y - h + 14:g}" stroke="{self.stone.shade}" stroke-width="1.3"/>'
        )
        self.parts.append(
            f'<path d="M{x - 2:g} {y - h + 12:g}h16v2.4h-16Z" fill="{self.stone.wall}" stroke="#2A1510" stroke-opacity=".5" stroke-width=".9"/>'
        )
        self.windows(x + 2, y - h + 10.5, 2, 1, 4.6, 0, 3.4, 7)
        top = y - h
        self.parts.append(
            f'<path d="M{x - 2.5:g} {top:g}L{x + 6:g} {top - 19:g}L{x + 14.5:g} {top:g}Z" fill="{self.stone.roofs[1]}" stroke="#3A1710" stroke-width="1.1" stroke-linejoin="round"/>'
            f'<path d="M{x + 6:g} {top - 19:g}L{x + 14.5:g} {top:g}H{x + 7:g}Z" fill="#3A0F08" opacity=".28"/><circle cx="{x + 6:g}" cy="{top - 20.5:g}" r="1.9" fill="#F2CE72" stroke="#3A1710" stroke-width=".7"/>'
        )

    def basilica(self, x: float, y: float) -> None:
        """A domed church, 46 wide."""
        s = self.stone
        self.shadow(x, y, 46, 22)
        self.walls(x, y, 46, 17)
        self.parts.append(
            f'<path d="M{x + 7:g} {y - 17:g}v-8h32v8Z" fill="{s.wall}" stroke="#2A1510" stroke-opacity=".55" stroke-width="1.1"/><path d="M{x + 30:g} {y - 17:g}v-8h9v8Z" fill="{s.shade}"/>'
            f'<path d="M{x + 6:g} {y - 25:g}C{x + 6:g} {y - 50:g} {x + 40:g} {y - 50:g} {x + 40:g} {y - 25:g}Z" fill="{s.dome}" stroke="#23302F" stroke-width="1.2"/>'
            f'<path d="M{x + 25:g} {y - 43.5:g}C{x + 36:g} {y - 42:g} {x + 40:g} {y - 34:g} {x + 40:g} {y - 25:g}H{x + 30:g}C{x + 30:g} {y - 33:g} {x + 29:g} {y - 39:g} {x + 25:g} {y - 43.5:g}Z" fill="#000" opacity=".24"/>'
            f'<path d="M{x + 11:g} {y - 28:g}C{x + 12:g} {y - 36:g} {x + 16:g} {y - 41:g} {x + 20:g} {y - 42:g}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="2" stroke-linecap="round"/>'
            f'<path d="M{x + 20:g} {y - 43:g}v-6h6v6Z" fill="{s.wall}" stroke="#2A1510" stroke-opacity=".6" stroke-width=".9"/><path d="M{x + 19:g} {y - 49:g}q4 -7 8 0Z" fill="{s.dome}" stroke="#23302F" stroke-width=".9"/><path d="M{x + 23:g} {y - 53:g}v-6m-2.5 2.5h5" stroke="#F2CE72" stroke-width="1.6"/>'
            + f'<path d="M{x - 2:g} {y - 17:g}L{x + 23:g} {y - 24:g}L{x + 48:g} {y - 17:g}Z" fill="{s.roofs[0]}" stroke="#3A1710" stroke-width="1.1" stroke-linejoin="round"/>'
        )
        self.windows(x + 11, y - 19.5, 3, 1, 9.6, 0, 3.6, 4.6)
        self.windows(x + 5, y - 4, 2, 1, 31, 0, 4.4, 8)
        self.windows(x + 18.5, y, 1, 1, 0, 0, 9, 12.5)

    def palace(self, x: float, y: float, w: float) -> None:
        """A palazzo over the water: arcade below, pointed windows, battlements."""
        s = self.stone
        h = 33
        self.shadow(x, y, w, h)
        self.walls(x, y, w, h)
        n = int(w // 8)
        gap = w / n
        self.windows(x + gap / 2 - 2.6, y, n, 1, gap, 0, 5.2, 10)
        self.parts.append(f'<path d="M{x:g} {y - 12.5:g}h{w:g}" stroke="{s.inlay}" stroke-width="1.8"/>')
        self.windows(x + gap / 2 - 1.7, y - 16, n, 1, gap, 0, 3.4, 7.5)
        merlons = "".join(f"v-4.5h{gap / 2:g}v4.5h{gap / 2:g}" for _ in range(n))
        self.parts.append(
            f'<path d="M{x:g} {y - h + 3:g}{merlons}Z" fill="{s.roofs[0]}" stroke="#3A1710" stroke-width="1"/>'
        )

    def cypress(self, x: float, y: float, h: float = 22) -> None:
        """A tree beside the houses."""
        self.parts.append(
            f'<ellipse cx="{x + 4:g}" cy="{y + 1:g}" rx="7" ry="2.6" fill="#000" opacity=".25"/><path d="M{x:g} {y:g}C{x - 6:g} {y - 3:g} {x - 4:g} {y - h * 0.7:g} {x:g} {y - h:g}C{x + 4:g} {y - h * 0.7:g} {x + 6:g} {y - 3:g} {x:g} {y:g}Z" fill="#3F6B4A" stroke="#1D3426" stroke-width="1"/>'
            f'<path d="M{x - 1.6:g} {y - 5:g}C{x - 3:g} {y - h * 0.4:g} {x - 1.5:g} {y - h * 0.7:g} {x - 0.5:g} {y - h * 0.82:g}" fill="none" stroke="#8DB584" stroke-width="1.4" stroke-linecap="round"/>'
        )

    def well(self, x: float, y: float) -> None:
        """The wellhead of a square."""
        s = self.stone
        self.parts.append(
            f'<ellipse cx="{x + 3:g}" cy="{y + 1:g}" rx="9" ry="3" fill="#000" opacity=".22"/><path d="M{x - 6:g} {y - 7:g}L{x - 5:g} {y:g}Q{x:g} {y + 2:g} {x + 5:g} {y:g}L{x + 6:g} {y - 7:g}Z" fill="{s.shade}" stroke="#2A1510" stroke-opacity=".6"/><ellipse cx="{x:g}" cy="{y - 7:g}" rx="6.4" ry="2.8" fill="#26454C" stroke="{s.wall}" stroke-width="1.6"/>'
        )


def towns(stone: Stone) -> str:
    """Six quarters; an island takes four different ones."""

    def houses(t: Town) -> None:
        t.house(16, 52, 25, 16)
        t.house(52, 49, 28, 20, 1)
        t.cypress(46, 56, 24)
        t.house(27, 79, 22, 17, 1)
        t.house(56, 81, 26, 15)

    def bells(t: Town) -> None:
        t.house(15, 57, 22, 18, 1)
        t.campanile(44, 62, 46)
        t.house(62, 58, 22, 15)
        t.house(20, 81, 26, 14)
        t.house(54, 83, 24, 17, 1)

    def church(t: Town) -> None:
        t.cypress(20, 66, 24)
        t.cypress(82, 68, 20)
        t.basilica(27, 70)
        t.house(14, 84, 17, 10, 1)
        t.house(68, 85, 17, 11)

    def palazzo(t: Town) -> None:
        t.house(17, 46, 20, 14, 1)
        t.house(62, 45, 20, 15)
        t.cypress(50, 46, 20)
        t.palace(24, 79, 50)

    def garden(t: Town) -> None:
        t.house(16, 52, 24, 18, 1)
        t.cypress(52, 48, 24)
        t.cypress(62, 46, 27)
        t.cypress(72, 50, 22)
        t.well(68, 70)
        t.house(18, 82, 26, 20, 0, 1)

    def quay(t: Town) -> None:
        t.campanile(66, 56, 34)
        t.house(18, 54, 34, 22, 0, 1)
        t.house(15, 82, 20, 16, 1)
        t.house(41, 83, 20, 14)
        t.house(67, 82, 18, 18, 1)

    reach = 41 if stone is LIGHT else 38
    # A light square is round, a dark one is a diamond with cut corners: the figure stays visible around the houses.
    ground = (
        f'<circle cx="50" cy="48" r="{reach}" fill="{stone.square}" stroke="{stone.inlay}" stroke-width="2.6"/>'
        if stone is LIGHT
        else f'<path d="M50 6L91 47L50 88L9 47Z" fill="{stone.square}" stroke="{stone.inlay}" stroke-width="2.4" stroke-linejoin="round"/>'
    )
    sheet = []
    for number, draw in enumerate((houses, bells, church, palazzo, garden, quay), 1):
        town = Town(stone)
        draw(town)
        sheet.append(symbol(f"{stone.name}-town-{number}", ground + "".join(town.parts)))
    return "".join(sheet)


def bridge() -> str:
    """A stone footbridge, stretched from tile to tile; its shadow swells in the middle, where it stands highest."""
    steps = "".join(f"M{x} 19V45" for x in (*range(28, 84, 7), *range(117, 173, 7)))
    posts = "".join(f"M{x} {y}h.01" for x in range(30, 172, 10) for y in (16, 48))
    body = (
        '<path d="M-9 11Q-9 8 -6 8H14Q22 13 34 13H166Q178 13 186 8H206Q209 8 209 11V53Q209 56 206 56H186Q178 51 166 51H34Q22 51 14 56H-6Q-9 56 -9 53Z" fill="#453F37"/>'
        f'<path d="M-6 13Q-6 11 -4 11H13Q22 16 34 16H166Q178 16 187 11H204Q206 11 206 13V51Q206 53 204 53H187Q178 48 166 48H34Q22 48 13 53H-4Q-6 53 -6 51Z" fill="url(#{GAME}-deck)"/>'
        f'<path d="{steps}" stroke="#7F7767" stroke-width="1.5" stroke-opacity=".75"/>'
        '<path d="M-3 15H12Q22 20 34 20H166Q178 20 188 15H203M-3 49H12Q22 44 34 44H166Q178 44 188 49H203" fill="none" stroke="#5B5447" stroke-width="2"/>'
        f'<path d="M-4 12.5H13Q22 17.5 34 17.5H166Q178 17.5 187 12.5H204" fill="none" stroke="#FFFDF4" stroke-width="4.4"/><path d="M-4 51.5H13Q22 46.5 34 46.5H166Q178 46.5 187 51.5H204" fill="none" stroke="#E4DDCB" stroke-width="4.4"/>'
        + f'<path d="{posts}" stroke="#8F8776" stroke-width="3" stroke-linecap="round"/>'
        '<path d="M-7 15.5L-1 9.5L5 15.5L-1 21.5ZM-7 48.5L-1 42.5L5 48.5L-1 54.5ZM195 15.5L201 9.5L207 15.5L201 21.5ZM195 48.5L201 42.5L207 48.5L201 54.5Z" fill="#F7F2E4" stroke="#453F37" stroke-width="1.6"/>'
        + '<path d="M100 18L114 32L100 46L86 32Z" fill="#B8503A" stroke="#5E2417" stroke-width="1.6"/><path d="M100 25L107 32L100 39L93 32Z" fill="#F0D89A" stroke="#5E2417" stroke-width="1"/>'
    )
    shadow = (
        '<path d="M26 26Q60 14 100 14T174 26V40Q140 54 100 54T26 40Z" fill="#04181B" opacity=".26"/>'
        '<path d="M40 26Q68 19 100 19T160 26V40Q132 49 100 49T40 40Z" fill="#04181B" opacity=".36"/>'
    )
    return symbol("bridge-shadow", shadow, "0 0 200 64", stretch=True) + symbol(
        "bridge", body, "0 0 200 64", stretch=True
    )


def under() -> str:
    """A buoy on a cell that a bridge keeps open; a bridge straight above hides it."""
    return symbol(
        "under",
        '<ellipse cx="54" cy="60" rx="16" ry="7" fill="#04181B" opacity=".28"/>'
        '<path d="M31 61q8 -6 16 0t16 0t12 0" fill="none" stroke="#EFFBEF" stroke-opacity=".5" stroke-width="2.2" stroke-linecap="round"/>'
        '<path d="M37 54A13 8.5 0 0 0 63 54L57 47H43Z" fill="#F2E8CF" stroke="#3A2A1A" stroke-width="2"/>'
        '<path d="M39 58Q50 64 61 58L62.4 55Q50 60.5 37.6 55Z" fill="#B8503A"/>'
        '<path d="M46 48L48 40H52L54 48Q50 50 46 48Z" fill="#B8503A" stroke="#3A2A1A" stroke-width="2" stroke-linejoin="round"/>',
    )


def icons() -> str:
    """Small pictures for counters, outlined in the colour of the text around them, filled for light and dark."""
    pen = 'stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"'
    points = (
        f'<path d="M12 2.2l2.9 6.1 6.6.8-4.9 4.6 1.3 6.6L12 17l-5.9 3.3 1.3-6.6L2.5 9.1l6.6-.8Z" fill="#D99A2B" {pen}/>'
    )
    tiles = (
        f'<rect x="7.5" y="3" width="13.5" height="12" rx="3" fill="#8A4B42" {pen}/>'
        f'<rect x="3" y="8" width="13.5" height="12" rx="3" fill="#B8925A" {pen}/>'
        f'<circle cx="9.75" cy="14" r="2.6" fill="none" {pen}/>'
    )
    bridges = (
        f'<path d="M2 19V14C6 7 18 7 22 14V19H18.5C17 13.5 7 13.5 5.5 19Z" fill="#9A8F7A" {pen}/>'
        f'<path d="M2 10.5C6 3.5 18 3.5 22 10.5M7 7.4v2M12 6v2.4M17 7.4v2" fill="none" {pen}/>'
    )
    islands = (
        f'<path d="M3.5 16V11L7 7.5L10.5 11V16ZM16 16V12L18.5 9L21 12V16Z" fill="#C4633F" {pen}/>'
        f'<path d="M10.5 16V6.5L13.25 2.5L16 6.5V16Z" fill="#B8925A" {pen}/>'
        f'<path d="M1.8 16H22.2Q20.5 21.5 12 21.5T1.8 16Z" fill="#5F9E86" {pen}/>'
    )
    drawn = {"points": points, "tiles": tiles, "bridges": bridges, "islands": islands}
    return "".join(symbol(name, body, "0 0 24 24") for name, body in drawn.items())


def sprites() -> str:
    """The sheet, as the text of an SVG file."""
    rng = Random(7)
    defs = "".join(
        gradient(f"{s.name}-top", (0, s.top), (1, s.low))
        + gradient(f"{s.name}-join", (0, s.top), (1, s.low), axis='x1="0" y1="0" x2="0" y2="1"')
        for s in STONES
    ) + gradient(
        "deck",
        (0, "#B9B09A"),
        (0.25, "#D9D1BC"),
        (0.5, "#F6F1E2"),
        (0.75, "#D2C9B3"),
        (1, "#ADA48E"),
        axis='x1="0" y1="0" x2="1" y2="0"',
    )
    pieces = "\n".join(tile(s, rng) + joins(s) + "\n" + towns(s) for s in STONES)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>{defs}</defs>\n{pieces}\n{bridge()}\n{under()}\n{icons()}\n</svg>\n'
