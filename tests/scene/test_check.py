"""The check of scenes finds what would break a table, and says what to do about it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from known import AT_TABLE
from msgspec.structs import replace

import tablier
from tablier import CHANCE, Position, catalogue
from tablier.catalogue import data
from tablier.cli import engine, main
from tablier.core.events import Event
from tablier.errors import GameError, MissingPackage
from tablier.games.ankh_morpork.scene import AnkhScene
from tablier.games.on_top.scene import OnTopScene
from tablier.scene import check, check_texts
from tablier.scene.base import Path as Touches
from tablier.scene.base import Prompts
from tablier.scene.check import check_narration, check_position, check_scene
from tablier.scene.check_texts import check_french, check_messages
from tablier.scene.model import Button, Line, Message, Spot, Sprite, Stage, Tally, View, seat_name

Change = Callable[[Any], Any]


class Faulty(OnTopScene):
    """On Top with a fault in what one method returns."""

    def __init__(self, method: str, change: Change) -> None:
        self.method, self.change = method, change

    def _made(self, method: str, found: Any) -> Any:
        return self.change(found) if method == self.method else found

    def stage(self, position: Position) -> Stage:
        return self._made("stage", super().stage(position))  # type: ignore[no-any-return]

    def view(self, position: Position, seat: int | None) -> View:
        return self._made("view", super().view(position, seat))  # type: ignore[no-any-return]

    def paths(self, position: Position, seat: int, action: int) -> tuple[Touches, ...]:
        return self._made("paths", super().paths(position, seat, action))  # type: ignore[no-any-return]

    def prompts(self, position: Position, seat: int) -> Prompts:
        return self._made("prompts", super().prompts(position, seat))  # type: ignore[no-any-return]

    def narrate(
        self,
        before: Position,
        seat: int,
        actions: Sequence[int],
        after: Position,
        reader: int | None,
        events: Sequence[Event] = (),
    ) -> list[Line]:
        lines = super().narrate(before, seat, actions, after, reader, events)
        return self._made("draws" if seat == CHANCE else "narrate", lines)  # type: ignore[no-any-return]


def played(method: str, change: Change) -> tuple[Position, Position]:
    """The start of a game of On Top with this fault, and the position after the first draw."""
    one = tablier.Game("on_top")
    one.scene = Faulty(method, change)
    before = one.new(2)
    after = before.copy()
    after.push(after.moves()[0])
    return before, after


def changed(field: str, index: int, **changes: Any) -> Change:
    """Changes an entry of a field of a view."""

    def change(view: View) -> View:
        entries = list(getattr(view, field))
        entries[index] = replace(entries[index], **changes)
        return replace(view, **{field: tuple(entries)})

    return change


def with_spot(**changes: Any) -> Change:
    return lambda stage: replace(stage, spots={**stage.spots, "new": Spot((400, 400), Message("top-bag"), **changes)})


def renamed(old: str, new: str) -> Change:
    return lambda paths: tuple(tuple(target.replace(old, new) for target in path) for path in paths)


FAULTS: dict[str, tuple[str, Change, str]] = {
    "misspelt key": ("view", changed("counters", 0, label=Message("top-ponts")), r"view: .*'top-ponts' has no text"),
    "missing argument": ("view", lambda v: replace(v, status=Message("top-field")), r"has no value for \$n; add"),
    "missing symbol": (
        "stage",
        lambda stage: replace(stage, sprites={**stage.sprites, "hat": Sprite(9, 9)}),
        "no symbol 'on_top-hat'; add it to art/sprites.svg",
    ),
    "missing shadow": (
        "stage",
        lambda stage: replace(stage, sprites={**stage.sprites, "open": Sprite(9, 9, shadow=True)}),
        "no symbol 'on_top-open-shadow'",
    ),
    "missing board": ("stage", lambda s: replace(s, art="quay.svg"), r"art/quay\.svg cannot be read"),
    "wrong box": ("stage", lambda s: replace(s, box=(0.0, 0.0, 1.0, 1.0)), r"stage: box is 0 0 1 1, but .* viewBox"),
    "unknown neighbour": ("stage", with_spot(next={"up": "Z9"}), "'new' names the spot 'Z9', which does not exist"),
    "unknown sprite": ("view", changed("pieces", 0, sprite="hat"), "no sprite 'hat'; add it to Stage.sprites"),
    "unknown spot": ("view", changed("pieces", 0, at="Z9"), "is at 'Z9', which does not exist; add it to Stage.spots"),
    "unknown seat": ("view", changed("pieces", 0, seat=2), "belongs to seat 2; there are 2 seats"),
    "counter of an unknown seat": ("view", changed("counters", 0, seat=2), "a Counter has seat 2; there are 2 seats"),
    "dock of an unknown seat": ("view", changed("docks", 0, seat=-1), "a Dock has seat -1; there are 2 seats"),
    "tally of an unknown seat": (
        "view",
        lambda v: replace(v, tally=(Tally(2, Message("top-bag"), 0),)),
        "a Tally has seat 2; there are 2 seats",
    ),
    "name of an unknown seat": (
        "view",
        lambda v: replace(v, status=Message("top-field", {"n": seat_name(2)})),
        "a message names seat 2; there are 2 seats",
    ),
    "unknown icon": ("view", changed("counters", 0, icon="hat"), "no sprite 'hat'"),
    "two pieces with one id": ("view", lambda v: replace(v, pieces=v.pieces + v.pieces[:1]), "several pieces have"),
    "unknown colour": ("view", lambda v: replace(v, colours=("purple", "red")), "colour 'purple'; choose from black, "),
    "a colour for each seat": ("view", lambda v: replace(v, colours=("red",)), "1 colours for 2 seats"),
    "wrong movers": ("view", lambda v: replace(v, movers=(1, 0)), r"movers is \(1, 0\), not \("),
    "wrong target prefix": ("paths", renamed("spot:", "cell:"), "'cell:.*' begins with none of spot:, piece:, slot:"),
    "target without prefix": ("paths", renamed("spot:", ""), "begins with none of"),
    "unknown spot in a path": ("paths", renamed("spot:", "spot:x"), "'spot:x.*' is not in Stage.spots"),
    "unknown piece in a path": ("paths", renamed("spot:", "piece:x"), "'piece:x.*' is not in the seat's view"),
    "unknown slot in a path": ("paths", renamed("spot:", "slot:x"), "'slot:x.*' is not in its docks"),
    "unknown button in a path": ("paths", renamed("spot:", "button:x"), r"'button:x.*' is not in prompts\(\)"),
    "action without a path": ("paths", lambda paths: (), r"no path for \['.*; every legal action has one"),
    "path that begins another": (
        "paths",
        lambda paths: tuple(path + end for path in paths for end in ((), path)),
        "longer paths begin with the paths",
    ),
    "legal and illegal actions on one path": (
        "paths",
        lambda paths: (("spot:D5",),),
        "legal and illegal actions have the path",
    ),
    "button without an action": (
        "prompts",
        lambda found: (found[0], {}, (Button("pass", found[0]),)),
        r"no legal action has the buttons \['pass'\]",
    ),
    "prompt without a path": ("prompts", lambda found: (found[0], {"spot:D5": found[0]}, ()), "with which no path of"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_scene_is_named_with_its_method_and_remedy(fault: str) -> None:
    method, change, message = FAULTS[fault]
    _, after = played(method, change)
    with pytest.raises(GameError, match=message) as caught:
        check_position(after)
    assert f"on_top: scene.{method}: " in str(caught.value) or "art/quay.svg" in str(caught.value)


def test_a_spot_outside_the_picture_is_named() -> None:
    _, after = played("stage", lambda s: replace(s, spots={"far": Spot((-9999, 9), Message("top-bag"))}))
    with pytest.raises(GameError, match=r"scene\.stage: the spot 'far' at \(-9999, 9\) is outside the picture"):
        check_position(after)


def test_a_line_of_the_log_needs_a_text_and_its_pieces() -> None:
    misspelt = played("draws", lambda lines: [replace(line, say=Message("top-say-drwan")) for line in lines])
    with pytest.raises(GameError, match=r"scene\.narrate: the message 'top-say-drwan' has no text"):
        check_narration(*misspelt)
    with pytest.raises(GameError, match=r"scene\.narrate: pieces changed without a line; return a line for them"):
        check_narration(*played("draws", lambda lines: []))


def test_a_line_of_the_log_belongs_to_a_seat_of_the_game() -> None:
    stray = played("draws", lambda lines: [replace(line, seat=2) for line in lines])
    with pytest.raises(GameError, match=r"scene\.narrate: a Line has seat 2; there are 2 seats, from 0"):
        check_narration(*stray)


class Talkative(AnkhScene):
    """Ankh-Morpork with a log that tells everyone what chance did."""

    def narrate(self, before: Position, seat: int, actions: Sequence[int], *rest: Any) -> list[Line]:
        told = [Line(Message("move-written", {"plies": str(actions)}))] if seat == CHANCE else []
        return super().narrate(before, seat, actions, *rest) + told


def test_a_line_of_the_log_tells_no_hidden_draw() -> None:
    one = tablier.Game("ankh_morpork")
    one.scene = Talkative()
    with pytest.raises(GameError, match=r"scene\.narrate: the lines tell a spectator a hidden outcome of chance"):
        check_scene(one)


def test_an_exception_in_what_chance_is_said_to_do_names_the_method() -> None:
    with pytest.raises(NameError) as caught:
        check_scene(played("draws", lambda lines: undefined)[0].game)  # type: ignore[name-defined] # noqa: F821
    assert caught.value.__notes__ == ["while on_top was checked: scene.narrate, after 1 plies"]


@pytest.mark.parametrize("game", AT_TABLE)
def test_the_scenes_of_the_games_are_sound(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "PLIES", 40)
    check_scene(tablier.game(game))


TEXTS = "quay-brief = Sell fish.\nquay-bid = { $seat } bids { $n }.\n"


@pytest.fixture
def quay(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The files of a game's texts."""
    files = {"texts.en.ftl": TEXTS, "texts.fr.ftl": TEXTS}
    monkeypatch.setattr(catalogue, "package", lambda game: game)
    monkeypatch.setattr(data, "text", lambda package, file: files[file])
    check_texts.texts.cache_clear()
    return files


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{ $n }", "{ $n", r"quay: texts\.fr\.ftl, line 2: this is not Fluent: Expected token"),
        ("quay-bid", "quay-brief", r"quay: texts\.fr\.ftl: the text quay-brief comes twice"),
        (
            "Sell fish.",
            "Au marché !",
            r"quay: texts\.fr\.ftl, line 1: 'Au marché !' breaks French typography: write a no-b",
        ),
        ("bids { $n }", "mise { $n } : oui", r"texts\.fr\.ftl, line 2: ': oui\.' breaks French"),
        ("Sell fish.", "L'eau", "’ for an apostrophe"),
        ("{ $seat }", "{ YUO($seat) }", r"texts\.fr\.ftl, line 2: there is no function YUO; choose from CAPITAL, "),
        ("{ $n }", "{ $m }", r"only one text quay-bid has \$m, \$n"),
    ],
)
def test_texts_that_cannot_be_read_are_named(quay: dict[str, str], old: str, new: str, message: str) -> None:
    check_texts.check_texts("quay")
    check_texts.texts.cache_clear()
    quay["texts.fr.ftl"] = TEXTS.replace(old, new)
    with pytest.raises(GameError, match=message):
        check_texts.check_texts("quay")


@pytest.mark.parametrize("file", ["game.toml", "summary.toml", "lessons.toml"])
def test_french_texts_of_data_have_french_spaces(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / f"quay_{file.partition('.')[0]}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(catalogue, "package", lambda game: game)
    text = '[[parts]]\nid = "L\'eau"\nsay = { en = "Fish! Isn\'t it?", fr = "Du poisson\u00a0!" }\n'
    (folder / file).write_text(text, "utf-8")
    check_french(folder.name)
    (folder / file).write_text(text.replace("\u00a0", " "), "utf-8")
    with pytest.raises(GameError, match=rf"{folder.name}: {file}: 'Du poisson !' breaks French typography"):
        check_french(folder.name)
    (folder / file).write_text("[fr]\nturn = ['Tirez.', 'L\\u2019eau ?']".replace("'", '"'), "utf-8")
    with pytest.raises(GameError, match="breaks French typography"):
        check_french(folder.name)


def test_arguments_may_be_messages(quay: dict[str, str]) -> None:
    inner = Message("quay-bid", {"seat": 0})
    with pytest.raises(GameError, match=r"scene\.view: the message 'quay-bid' has no value for \$n"):
        check_messages("quay", "view", [Line(Message("quay-bid", {"seat": inner, "n": 1}))])


def test_a_missing_parser_names_its_extra(quay: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fluent.syntax", None)
    with pytest.raises(MissingPackage, match=r"pip install 'tablier\[author\]'"):
        check_texts.check_texts("quay")


def test_named_games_outside_the_package_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    CliRunner().invoke(main, ["new-game", "skiff"])
    (tmp_path / "skiff" / "tokens.toml").write_text(
        'seats = 3\n[groups.heaps]\nfeatures = [{ field = "x", text = "" }]'
    )
    monkeypatch.setattr(catalogue, "_others", lambda games={}: games)
    catalogue.add("skiff")
    book = tmp_path / "skiff" / "rulebook.fr.md"
    book.write_text(book.read_text("utf-8").replace("SKIFF-1.2", "SKIFF-1.9"), "utf-8")
    checks = dict(engine._checks("skiff"))
    assert list(checks) == ["rulebooks", "tokens.toml"]
    missing = r"skiff/rulebook\.en\.md lacks SKIFF-1\.9; skiff/rulebook\.fr\.md lacks SKIFF-1\.2"
    with pytest.raises(GameError, match=missing):
        checks["rulebooks"]()
    with pytest.raises(GameError, match=r"skiff: tokens\.toml: the record has no field 'x'"):
        checks["tokens.toml"]()
