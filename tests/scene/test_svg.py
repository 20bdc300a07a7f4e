"""The SVG and PNG renderers."""

from __future__ import annotations

import sys
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from scenes import SVG, is_self_contained

import tablier
from tablier.errors import MissingPackage
from tablier.scene import png
from tablier.scene.model import Counter, Message, Piece, Spot, Sprite, Stage, View
from tablier.scene.svg import around, draw, draw_position, pose

POSITION = tablier.game("ponte_del_diavolo").setup("light: c8 d8 c7 d7 f8; dark: a1 a2 h4; bridges: d8-f8", board=8)

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
ART = f'<svg {XMLNS} viewBox="0 0 100 100"><linearGradient id="sea"/><rect fill="url(#sea)"/></svg>'
SHEET = (
    f'<svg {XMLNS}><defs><linearGradient id="gold" href="#metal"/><linearGradient id="metal"/>'
    '<linearGradient id="unused"/></defs><symbol id="toy-coin"><circle fill="url(#gold)"/></symbol>'
    '<symbol id="toy-plank"/><symbol id="toy-plank-shadow"/><symbol id="toy-hat"/></svg>'
)
STAGE = Stage(
    game="toy",
    box=(0, 0, 100, 100),
    art="board.svg",
    spots={"a": Spot((10, 20), Message("a")), "b": Spot((40, 60), Message("b"), shape="square")},
    sprites={"coin": Sprite(10, 10, layer=2), "plank": Sprite(50, 8, shadow=True), "hat": Sprite(9, 9)},
)


def toy(*pieces: Piece, counters: tuple[Counter, ...] = ()) -> View:
    return View(pieces, counters, Message("status"), ("white", "red"), (1,))


def drawn(view: View, **options: Any) -> Element:
    root: Element = ElementTree.fromstring(draw(STAGE, view, art=ART, sprites=SHEET, **options))
    is_self_contained(root)
    return root


def uses(root: Element) -> list[str]:
    return [e.get("href", "").partition("-")[2] for e in root.iter(f"{SVG}use")]


def test_only_what_is_used_is_embedded() -> None:
    root = drawn(toy(Piece("c", "coin", "a")))
    names = {e.get("id", "").partition("-")[2] for e in root.iter() if e.get("id")}
    assert names == {"sea", "toy-coin", "gold", "metal"}


def test_layers_then_order_of_pieces() -> None:
    root = drawn(toy(Piece("c", "coin", "a"), Piece("h", "hat", "b"), Piece("d", "coin", "b")))
    assert uses(root) == ["toy-hat", "toy-coin", "toy-coin"]


def test_stretched_piece_and_its_shadow() -> None:
    piece = Piece("p", "plank", "a", to="b")
    at = pose(STAGE, piece)
    assert at is not None
    assert (at.x, at.y, at.w, at.h) == (25, 40, 50, 8)
    assert at.turn == pytest.approx(53.13, abs=0.01)
    shadow, plank = drawn(toy(piece)).iter(f"{SVG}use")
    assert (shadow.get("transform"), plank.get("transform")) == (
        "translate(32 53) rotate(53.13)",
        "translate(25 40) rotate(53.13)",
    )
    assert plank.get("width") == "50"


def test_shadows_fall_on_what_lies_below_not_beside() -> None:
    found = uses(drawn(toy(Piece("p", "plank", "a", to="b"), Piece("q", "plank", "b", to="a"))))
    assert found == ["toy-plank-shadow", "toy-plank-shadow", "toy-plank", "toy-plank"]


def test_pieces_in_docks_are_left_out() -> None:
    piece = Piece("c", "coin", "hand")
    assert pose(STAGE, piece) is None
    assert uses(drawn(toy(piece))) == []


def test_a_number_on_a_pile() -> None:
    assert [e.text for e in drawn(toy(Piece("c", "coin", "a", n=7))).iter(f"{SVG}text")] == ["7"]
    assert [e.text for e in drawn(toy(Piece("c", "coin", "a", n=1))).iter(f"{SVG}text")] == []


def test_marks_take_the_shape_of_their_spots() -> None:
    root = drawn(toy(), marks=("a", "b"))
    assert [e.tag.removeprefix(SVG) for e in root.iter() if e.get("stroke-dasharray")] == ["circle", "rect"]


def test_labels() -> None:
    assert [e.text for e in drawn(toy(), labels=True).iter(f"{SVG}text")] == ["a", "b"]


def test_panel_shows_names_and_numbers() -> None:
    counters = (Counter("p", "coin", Message("p"), 12, 1), Counter("s", "hat", Message("s"), 3))
    root = drawn(toy(counters=counters), names=("Ada", "Bartholomäus"))
    texts = [e.text or "" for e in root.iter(f"{SVG}text")]
    assert texts[0][0] == "A"
    assert {"12", "3"} <= set(texts)
    assert {"emblem-white", "emblem-red", "toy-coin", "toy-hat"} <= set(uses(root))
    assert root.get("viewBox") == "0 -84 100 184"


def test_names_for_every_seat_or_none() -> None:
    with pytest.raises(ValueError, match="shorter"):
        drawn(toy(), names=("Ada",))


def test_title_for_those_who_cannot_see() -> None:
    assert [e.text for e in drawn(toy(), title="Two < three").iter(f"{SVG}title")] == ["Two < three"]
    assert not list(drawn(toy()).iter(f"{SVG}title"))
    assert [e.text for e in ElementTree.fromstring(draw_position(POSITION)).iter(f"{SVG}title")] == [
        "Ponte del Diavolo"
    ]


def test_crop() -> None:
    assert around(STAGE, ("a", "b"), margin=5) == (5, 15, 40, 50)
    assert drawn(toy(), crop=(5, 15, 40, 50)).get("viewBox") == "5 15 40 50"


def test_missing_symbols_are_named() -> None:
    stage = Stage("toy", STAGE.box, "", STAGE.spots, {"wig": Sprite(1, 1)})
    with pytest.raises(KeyError, match="toy-wig"):
        draw(stage, toy(Piece("w", "wig", "a")), art=ART, sprites=SHEET)


def test_two_drawings_share_a_page() -> None:
    def ids(**options: Any) -> set[str]:
        root = ElementTree.fromstring(draw_position(POSITION, **options))
        return {name for e in root.iter() if (name := e.get("id"))}

    assert not ids() & ids(plain=True)
    assert not ids() & ids(theme="dark")
    assert not ids(prefix="one-") & ids(prefix="two-")
    assert all(name.startswith("one-") for name in ids(prefix="one-"))
    assert draw_position(POSITION) == draw_position(POSITION)


@pytest.mark.parametrize("options", [{}, {"plain": True}, {"theme": "dark"}, {"names": ("Ada", "Marco")}])
@pytest.mark.parametrize("board", [8, 10, 12])
def test_real_boards_are_self_contained(board: int, options: dict[str, Any]) -> None:
    position = tablier.game("ponte_del_diavolo").new(board=board).play("a1 b1 c2 c3")
    is_self_contained(ElementTree.fromstring(draw_position(position, **options)))


def test_plain_drawings_have_no_filters() -> None:
    assert "feTurbulence" in draw_position(POSITION)
    plain = draw_position(POSITION, plain=True)
    assert "filter" not in plain


def test_notebook() -> None:
    assert POSITION._repr_svg_() == draw_position(POSITION)


def test_png() -> None:
    pytest.importorskip("resvg_py")
    data = png.render(draw_position(POSITION, plain=True), 200)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 200


def test_png_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingPackage, match=r"pip install 'tablier\[png\]'"):
        png.render("<svg/>", 10)


def test_png_refuses_nonsense() -> None:
    with pytest.raises(ValueError, match="width must be positive, got 0"):
        png.render("<svg/>", 0)
