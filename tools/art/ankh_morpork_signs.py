"""What stands for goods, districts and pieces of Ankh-Morpork: small engravings around the origin, about 50 units wide."""

from __future__ import annotations

from math import cos, pi, sin

from craft import num

INK = "#241A10"
PEN = f'stroke="{INK}" stroke-linejoin="round" stroke-linecap="round"'


def log(x: float, y: float) -> str:
    """The end of a log with its rings."""
    return (
        f'<g transform="translate({x} {y})"><circle r="10.500" fill="#B98449" {PEN} stroke-width="2.200"/><circle r="7" fill="#DDB57A" stroke="#7A4E22" stroke-width="1.300"/>'
        '<circle r="3.200" fill="none" stroke="#9B6A33" stroke-width="1.200"/><path d="M0 0L6 -3" stroke="#9B6A33" stroke-width="1.200"/></g>'
    )


def wood() -> str:
    """Three logs, stacked."""
    return (
        f'<path d="M-22 2L-13 -6H26L24 20H-8Z" fill="#8A5A2B" {PEN} stroke-width="2"/><path d="M-12 -5H25M-4 -1H24" stroke="#C79A5E" stroke-width="1.600"/>'
        + log(-11, 11)
        + log(11, 11)
        + log(0, -8)
    )


def brick() -> str:
    """A small wall."""
    rows = ((-21, -15, 20), (1, -15, 20), (-26, -1, 15), (-9, -1, 20), (13, -1, 13), (-21, 13, 20), (1, 13, 20))
    return "".join(
        f'<rect x="{x}" y="{y}" width="{w}" height="12" rx="1.800" fill="#B5512F" {PEN} stroke-width="2"/><path d="M{x + 2} {y + 2.5}h{w - 4}" stroke="#E39B73" stroke-width="1.800"/>'
        for x, y, w in rows
    )


def wool() -> str:
    """A sheep."""
    return (
        f'<path d="M-10 12V22M8 12V22" {PEN} stroke-width="5"/>'
        f'<path d="M-20 9C-29 8 -28 -4 -20 -5C-21 -15 -8 -20 -2 -13C5 -21 19 -16 16 -6C25 -4 24 9 15 9C10 17 1 15 -2 12C-7 17 -17 16 -20 9Z" fill="#FBF4E2" {PEN} stroke-width="2.200"/>'
        '<path d="M-17 -2q4 -5 8 -1M-5 -8q5 -4 8 1M-11 6q5 -4 8 1M4 3q5 -5 8 0" fill="none" stroke="#A99C80" stroke-width="1.800" stroke-linecap="round"/>'
        f'<path d="M15 -10C22 -15 29 -9 28 -2C27 5 20 6 16 1Z" fill="#57483A" {PEN} stroke-width="2"/><circle cx="23" cy="-5" r="1.800" fill="#FFF6E0"/>'
    )


def grain() -> str:
    """A sheaf."""
    ears = []
    for turn, up in ((-26, 20), (26, 20), (0, 24)):
        kernels = "".join(
            f'<path d="M0 {num(-up + 7 * k)}q{side * 9} -1 {side * 8} -10q{-side * 8} 1 {-side * 8} 10Z" fill="#F0C24A" {PEN} stroke-width="1.300"/>'
            for k in range(4)
            for side in (-1, 1)
        )
        ears.append(f'<g transform="rotate({turn} 0 20)"><path d="M0 22V-22" {PEN} stroke-width="2.400"/>{kernels}</g>')
    return "".join(ears) + f'<path d="M-9 12Q0 8 9 12L8 18Q0 14 -8 18Z" fill="#A5482F" {PEN} stroke-width="1.800"/>'


def ore() -> str:
    """A lump with bright faces."""
    return (
        f'<path d="M-24 14L-18 -8L-4 -20L14 -16L25 2L20 18L-6 22Z" fill="#717B8C" {PEN} stroke-width="2.200"/>'
        '<path d="M-18 -8L-4 -20L-2 -4L-16 4Z" fill="#C6CEDA"/><path d="M-4 -20L14 -16L10 0L-2 -4Z" fill="#9AA5B5"/><path d="M10 0L25 2L20 18L4 14Z" fill="#4C5565"/><path d="M-16 4L-2 -4L10 0L4 14L-6 22Z" fill="#848FA0"/>'
        '<path d="M-12 10l6 -3M2 6l6 2M-8 -10l3 -4M14 -8l3 4" stroke="#F0A91D" stroke-width="3" stroke-linecap="round"/>'
    )


def scroll() -> str:
    """A written scroll."""
    return (
        f'<path d="M-15 -20H19V16H-15Z" fill="#FFF3D2" {PEN} stroke-width="2"/><path d="M-9 -12H13M-9 -6H11M-9 0H13M-9 6H5" stroke="#7A5A2E" stroke-width="2"/>'
        f'<path d="M-21 -16C-24 -24 -13 -27 -12 -20V-15M-15 -23H22C27 -23 27 -15 22 -15H15" fill="#E2C88E" {PEN} stroke-width="2"/><rect x="-21" y="12" width="38" height="9" rx="4.500" fill="#E2C88E" {PEN} stroke-width="2"/><circle cx="-16.500" cy="16.500" r="2" fill="{INK}"/>'
        f'<circle cx="12" cy="10" r="5" fill="#AD1F1A" {PEN} stroke-width="1.400"/>'
    )


def guard() -> str:
    """A helmet with a plume."""
    return (
        f'<path d="M0 -20C10 -27 22 -20 18 -8C15 -14 8 -15 2 -12Z" fill="#AD1F1A" {PEN} stroke-width="1.800"/>'
        f'<path d="M-18 14V-2C-18 -14 -9 -19 0 -19S18 -14 18 -2V14L8 20V4H-8V20Z" fill="#A9B2BE" {PEN} stroke-width="2.200"/><path d="M-14 8V-2C-14 -10 -9 -14 -4 -15" fill="none" stroke="#F4F8FC" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="M-18 0H18" {PEN} stroke-width="2"/><path d="M0 -18V20" stroke="#6A7482" stroke-width="2.400"/><path d="M0 0V18" {PEN} stroke-width="3.400"/>'
    )


def vetinari() -> str:
    """The Patrician: thin, in black, with a stick."""
    return (
        f'<path d="M-16 22C-15 2 -9 -4 0 -4S15 2 16 22Z" fill="#26222B" {PEN} stroke-width="2"/><path d="M-11 20C-10 6 -6 1 -2 0" fill="none" stroke="#6B6478" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M-8 -12C-8 -22 8 -22 8 -12C8 -5 4 1 0 3C-4 1 -8 -5 -8 -12Z" fill="#EBD0AC" {PEN} stroke-width="2"/><path d="M-9 -12C-10 -25 10 -25 9 -12C6 -17 -6 -17 -9 -12Z" fill="#26222B"/><path d="M-3 -1L0 6L3 -1Q0 1 -3 -1Z" fill="#26222B"/>'
        f'<path d="M-5 -11h3M2 -11h3" {PEN} stroke-width="1.800"/><path d="M15 -2L21 23" stroke="#8A6227" stroke-width="2.600" stroke-linecap="round"/><circle cx="15" cy="-3" r="3.200" fill="#E6C26A" {PEN} stroke-width="1.300"/>'
    )


def university() -> str:
    """A crooked tower with a star above it."""
    return (
        f'<path d="M-22 22V2H-9V22ZM10 22V6H22V22Z" fill="#A99CC0" {PEN} stroke-width="2"/><path d="M-24 2L-15.500 -8L-7 2ZM8 6L16 -3L24 6Z" fill="#5A3F7A" {PEN} stroke-width="2"/>'
        f'<path d="M-9 22L-7 -8H7L10 22Z" fill="#CFC4E0" {PEN} stroke-width="2.200"/><path d="M-11 -8L3 -29L11 -8Z" fill="#6B4A92" {PEN} stroke-width="2.200"/><path d="M-7 -9L3 -26" stroke="#B9A0DC" stroke-width="2"/>'
        f'<path d="M-3 22V12Q1 7 5 12V22Z" fill="{INK}"/><path d="M-2 -2h5v6h-5Z" fill="#F6D77A" {PEN} stroke-width="1.300"/><path d="M20 -27l2.500 5l5.500 .800l-4 4l1 5.500l-5 -2.600l-5 2.600l1 -5.500l-4 -4l5.500 -.800Z" fill="#F6D77A" {PEN} stroke-width="1.300"/>'
    )


def alchemists() -> str:
    """A flask that bubbles over."""
    return (
        f'<path d="M-6 -24H6M-4 -24V-8L-21 16Q-24 23 -16 23H16Q24 23 21 16L4 -8V-24" fill="#E4F2EC" {PEN} stroke-width="2.400"/>'
        '<path d="M-11 2H11L19 16Q21 21 15 21H-15Q-21 21 -19 16Z" fill="#4FA05A"/><path d="M-11 2Q-4 -2 0 2T11 2" fill="none" stroke="#CDEFC2" stroke-width="2.200"/>'
        f'<circle cx="-5" cy="12" r="3.500" fill="#CDEFC2"/><circle cx="7" cy="15" r="2.600" fill="#CDEFC2"/><circle cx="3" cy="-31" r="3" fill="#CDEFC2" {PEN} stroke-width="1.200"/><circle cx="-4" cy="-37" r="2.200" fill="#CDEFC2" {PEN} stroke-width="1.100"/>'
        '<path d="M-9 -2L-15 10" stroke="#FFF" stroke-width="2.600" stroke-linecap="round"/>'
    )


def thieves() -> str:
    """A mask, and a dagger behind it."""
    return (
        f'<g transform="rotate(38)"><path d="M-3 -30L0 -38L3 -30V-2H-3Z" fill="#D5DCE4" {PEN} stroke-width="1.600"/><path d="M-10 -2H10V3H-10Z" fill="#E6C26A" {PEN} stroke-width="1.600"/><path d="M-3 3H3V28H-3Z" fill="#5B2A1C" {PEN} stroke-width="1.600"/><circle cy="30" r="4" fill="#E6C26A" {PEN} stroke-width="1.500"/></g>'
        f'<path d="M-28 -8C-18 -14 -8 -9 0 -6C8 -9 18 -14 28 -8C29 6 20 14 11 12C6 11 3 6 0 5C-3 6 -6 11 -11 12C-20 14 -29 6 -28 -8Z" fill="#2E2A33" stroke="#F2E2BC" stroke-width="2"/>'
        '<path d="M-19 -3Q-12 -6 -6 1Q-13 6 -19 -3ZM19 -3Q12 -6 6 1Q13 6 19 -3Z" fill="#F2E2BC"/>'
    )


def palace() -> str:
    """Columns under a gable."""
    columns = "".join(
        f'<rect x="{x}" y="-6" width="6.500" height="22" fill="#F4E8CB" {PEN} stroke-width="1.700"/>'
        for x in (-21, -10, 3.5, 14.5)
    )
    return (
        f'<path d="M-27 -8L0 -25L27 -8Z" fill="#D9BE83" {PEN} stroke-width="2.200"/><circle cy="-13.500" r="3.600" fill="#AD1F1A" {PEN} stroke-width="1.300"/>{columns}'
        f'<path d="M-26 16H26V22H-26Z" fill="#C3A364" {PEN} stroke-width="2"/><path d="M-3 16V4Q0 1 3 4V16Z" fill="{INK}"/>'
        f'<path d="M0 -25V-36L10 -33L0 -30" fill="#26222B" {PEN} stroke-width="1.600"/>'
    )  # fmt: skip


def beggars() -> str:
    """A bowl, and a coin on its way."""
    return (
        f'<ellipse cx="0" cy="-2" rx="25" ry="7.500" fill="#6B4A2A" {PEN} stroke-width="2.200"/><path d="M-25 -2C-24 14 -12 22 0 22S24 14 25 -2C20 5 -20 5 -25 -2Z" fill="#A87A45" {PEN} stroke-width="2.200"/>'
        f'<path d="M-19 6C-17 13 -12 17 -6 18" fill="none" stroke="#E0B981" stroke-width="2.600" stroke-linecap="round"/><path d="M12 18l-4 -6l5 -4" fill="none" {PEN} stroke-width="1.600"/>'
        f'<circle cx="3" cy="-19" r="8" fill="#E6C26A" {PEN} stroke-width="1.900"/><path d="M3 -24V-14M-1 -21.500H7" stroke="#8A6227" stroke-width="1.700"/><path d="M-10 -27v-7M-13 -12l-6 -3" {PEN} stroke-width="2"/>'
    )


def flame(scale: float = 1.0) -> str:
    """A fire."""
    return (
        f'<g transform="scale({scale:g})"><path d="M-26 30C-38 10 -26 -2 -20 -16C-15 -9 -14 -4 -10 -2C-12 -18 -4 -30 8 -40C6 -26 22 -20 20 -4C24 -6 25 -10 25 -15C36 0 38 16 26 30Q0 40 -26 30Z" fill="#E2571E" stroke="#5E0D0A" stroke-width="2.600" stroke-linejoin="round"/>'
        '<path d="M-17 30C-25 16 -14 8 -11 0C-6 5 -6 9 -3 11C-4 0 2 -8 8 -15C8 -4 18 2 16 13C19 11 20 9 20 6C25 16 24 24 18 30Q0 36 -17 30Z" fill="#F6B12E"/><path d="M-8 31C-13 22 -5 16 0 9C5 16 12 22 8 31Q0 34 -8 31Z" fill="#FFF0A8"/></g>'
    )


SIGNS = {
    "wood": wood(),
    "brick": brick(),
    "wool": wool(),
    "grain": grain(),
    "ore": ore(),
    "scroll": scroll(),
    "guard": guard(),
    "vetinari": vetinari(),
    "university": university(),
    "alchemists": alchemists(),
    "thieves": thieves(),
    "palace": palace(),
    "beggars": beggars(),
}


def sign(name: str, x: float, y: float, scale: float = 1.0) -> str:
    """A sign at its place."""
    return f'<g transform="translate({num(x)} {num(y)}) scale({scale:g})">{SIGNS[name]}</g>'


TINTS = {
    "wood": ("#8FAE6B", "#4E7A45", "#28492A"),
    "brick": ("#D98A63", "#A5482F", "#5E2313"),
    "wool": ("#DDE3B6", "#A9B774", "#5F6E35"),
    "grain": ("#F6D77A", "#D3982A", "#7D5410"),
    "ore": ("#AEB8C8", "#6A7488", "#333B4B"),
    "university": ("#B9A6D6", "#75599B", "#3B2757"),
    "alchemists": ("#9CCBB6", "#4A8C7C", "#1F4B44"),
    "thieves": ("#8B8391", "#524A59", "#242029"),
    "palace": ("#E6CFA0", "#B08A52", "#62471F"),
    "beggars": ("#C4A888", "#8A6A4C", "#493423"),
    "scroll": ("#F2E0B0", "#C9A866", "#6E5224"),
    "guard": ("#C9836C", "#8C3A2A", "#45150E"),
    "vetinari": ("#8A7FA0", "#4B4260", "#211B2E"),
}
"""Light, middle and dark of each."""


def hexagon(x: float, y: float, r: float) -> str:
    """A hexagon that stands on a corner, as path data."""
    points = (f"{num(x + r * cos(a))} {num(y + r * sin(a))}" for a in (pi / 2 + pi * k / 3 for k in range(6)))
    return "M" + "L".join(points) + "Z"
