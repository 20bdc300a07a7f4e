"""Diagrams and plies: refusals in every game."""

from __future__ import annotations

import pytest

import tablier
from tablier.api import MAX_DIAGRAM
from tablier.errors import InvalidMove, InvalidOption

PLIES = {
    "ponte_del_diavolo": ("d٤", "\N{KELVIN SIGN}4", "d4\N{NO-BREAK SPACE}e4"),
    "shangri_la": ("+H\N{KELVIN SIGN}", "+Hａ"),
    "on_top": ("d5-d٦", "=\N{LATIN SMALL LETTER DOTLESS I}1"),
    "delta": ("+١", "+١٣", "x١", "4-١١", "\N{LATIN SMALL LETTER LONG S}tone1"),
    "ankh_morpork": ("+٣", "fix:٨", "ta\N{KELVIN SIGN}e:wood"),
}
DIAGRAMS = {
    "ponte_del_diavolo": ("light: a١", "light: \N{KELVIN SIGN}1", "board: ٨"),
    "shangri_la": ("seats: ٣", "a: rH＋"),
    "on_top": ("pawns: B٣", "points: B١٢", "triangles: ٣", "seats: ٤"),
    "delta": ("stones: ١١", "turn: W; phase: ٢", "seats: ٣"),
    "ankh_morpork": ("red: h١", "red: wood:٢", "dice: ٨", "track: ٢"),
}


@pytest.mark.parametrize(("game", "ply"), [(game, ply) for game, plies in PLIES.items() for ply in plies])
def test_plies_in_other_scripts_are_refused(game: str, ply: str) -> None:
    with pytest.raises(InvalidMove, match="moves and diagrams in ASCII"):
        tablier.game(game).new().play(ply, 0)


@pytest.mark.parametrize(("game", "diagram"), [(game, text) for game, texts in DIAGRAMS.items() for text in texts])
def test_diagrams_in_other_scripts_are_refused(game: str, diagram: str) -> None:
    with pytest.raises(InvalidOption, match="moves and diagrams in ASCII"):
        tablier.game(game).setup(diagram)


@pytest.mark.parametrize("game", PLIES)
def test_control_characters_are_refused_and_not_repeated(game: str) -> None:
    found = tablier.game(game)
    for read in (found.setup, lambda text: found.new().parse(text, 0)):
        with pytest.raises((InvalidOption, InvalidMove), match=r"'\\x1b' \(U\+001B\) is not printable") as error:
            read("\x1b[2J: 3")
        assert str(error.value).isprintable()
    assert found.setup(f"new;\n\tseats: {found.info.seats[-1]}").seats == found.info.seats[-1]


@pytest.mark.parametrize("game", PLIES)
def test_repeated_fields_of_diagrams_are_refused(game: str) -> None:
    with pytest.raises(InvalidOption, match="the field 'turn' comes twice"):
        tablier.game(game).setup("turn: red; turn: blue")


@pytest.mark.parametrize(("game", "most"), [(game, "9" * (MAX_DIAGRAM - 20)) for game in PLIES])
def test_a_number_of_thousands_of_digits_is_refused(game: str, most: str) -> None:
    for field in (f"seats: {most}", f"dice: {most}", f"pawns: B{most}", f"red: h{most}", f"phase: {most}"):
        with pytest.raises(InvalidOption):
            tablier.game(game).setup(field)


@pytest.mark.parametrize("game", PLIES)
def test_long_diagrams_are_refused(game: str) -> None:
    with pytest.raises(InvalidOption, match=f"at most {MAX_DIAGRAM} are read"):
        tablier.game(game).setup("turn: " + "9" * MAX_DIAGRAM)
