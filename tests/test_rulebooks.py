"""Rulebooks: both languages say the same, every rule has its test, every figure can be drawn."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from known import AT_TABLE, FOLDERS, GAMES

import tablier
from tablier import catalogue, rulebook
from tablier.catalogue.data import LANGUAGES
from tablier.errors import GameError, UnknownGame
from tablier.rule_texts import FILE, listed, rule_texts
from tablier.rulebook import Figure, Rulebook
from tablier.scene import svg

TESTS = Path(__file__).parent
BOOKS = [(game, lang) for game in GAMES for lang in catalogue.info(game).title]
DELTA = {lang: rulebook.load("delta", lang).source for lang in LANGUAGES}
TEST_FILES = [file for folder in (TESTS, *FOLDERS.values()) for file in folder.rglob("test_*.py")]
"""The tests of a game may lie in its folder."""
LINK = re.compile(r"\]\(#([^)]*)\)")


def marked(file: Path) -> Iterator[str]:
    """The rule ids that a test file's markers name."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in node.args)


def ids(game: str, lang: str = "en") -> list[str]:
    """A rulebook's rule ids, in its order."""
    return list(rulebook.load(game, lang).rules)


MARKED = {rule_id for file in TEST_FILES for rule_id in marked(file)}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game: str) -> None:
    assert set(ids(game)) - MARKED == set()


def test_every_marker_names_a_rule() -> None:
    assert MARKED - {rule_id for game in GAMES for rule_id in ids(game)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_say_the_same(game: str) -> None:
    english, french = (rulebook.load(game, lang) for lang in ("en", "fr"))
    assert list(english.rules) == list(french.rules)
    for one, other in zip(english.rules.values(), french.rules.values(), strict=True):
        assert [(f.diagram, f.marks) for f in one.figures] == [(f.diagram, f.marks) for f in other.figures]
        assert one.text != other.text


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_rules_are_numbered_by_chapter(game: str, lang: str) -> None:
    prefix = catalogue.info(game).rule_prefix
    book = rulebook.load(game, lang)
    numbered = [
        f"{prefix}-{c}.{n}" for c, chapter in enumerate(book.chapters, 1) for n, _ in enumerate(chapter.rules, 1)
    ]
    assert list(book.rules) == numbered
    assert not book.chapters[-1].rules  # sources and rulings


@pytest.mark.parametrize("game", AT_TABLE)
def test_rules_that_a_scene_names_exist(game: str) -> None:
    assert set(tablier.game(game).scene.LOW_PRIORITY_RULES) <= set(rulebook.load(game, "en").rules)


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_statements_stand_alone(game: str, lang: str) -> None:
    for rule in rulebook.load(game, lang).rules.values():
        assert 20 < len(rule.text) < 240, rule.id
        assert rule.text.endswith("."), rule.id
        assert rule.id not in rule.text


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_every_figure_can_be_drawn(game: str, lang: str) -> None:
    book = rulebook.load(game, lang)
    figures = [figure for rule in book.rules.values() for figure in rule.figures]
    assert len(figures) == book.source.count("\n```position\n")
    for figure in figures:
        position = tablier.game(game).setup(figure.diagram)
        assert position.movers
        assert figure.caption
        if game not in AT_TABLE:
            continue
        picture = svg.draw_position(position, plain=True, marks=figure.marks)
        assert picture.count("stroke-dasharray=") >= len(figure.marks)
        assert set(figure.marks) <= set(tablier.game(game).scene.stage(position).spots)


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_html_has_every_anchor_and_figure(game: str, lang: str) -> None:
    book = rulebook.load(game, lang)
    drawn: list[Figure] = []

    def draw(figure: Figure) -> str:
        drawn.append(figure)
        return f"<svg>{len(drawn)}</svg>"

    html = rulebook.to_html(book, draw)
    for rule_id in book.rules:
        assert html.count(f'id="{rule_id}"') == 1
    assert set(LINK.findall(book.source)) <= set(book.rules)
    assert drawn == [figure for rule in book.rules.values() for figure in rule.figures]
    assert [f"<svg>{n}</svg>" in html for n in range(1, len(drawn) + 1)] == [True] * len(drawn)
    assert ("<table>" in html) == bool(re.search(r"^\|", book.source, re.MULTILINE))
    assert "```" not in html


# ------------------------------------------------------------------------------------- the parser

SMALL = """# A game

Introduction with <b>raw</b> HTML.

## 1. Tiles

### TOY-1.1 · A *first* rule

Lay
**one** tile.

More about it.

```position
light: a1; dark: b2
mark: a1 b2
caption: A <i>picture</i>: of `a1`.
```

### TOY-1.2 · Another

Pass.
"""


def parsed(source: str) -> Rulebook:
    return rulebook.parse(source, file="toy/rulebook.en.md")


def test_a_rule_in_its_parts() -> None:
    book = parsed(SMALL)
    assert (book.title, [chapter.title for chapter in book.chapters]) == ("A game", ["1. Tiles"])
    first, second = book.rules.values()
    assert (first.id, first.title, first.text) == ("TOY-1.1", "A first rule", "Lay one tile.")
    assert first.figures == (Figure("light: a1; dark: b2", ("a1", "b2"), "A <i>picture</i>: of `a1`."),)
    assert first.body.startswith("More about it.")
    assert (second.text, second.body, second.figures) == ("Pass.", "", ())


def test_html_escapes_what_is_not_markdown() -> None:
    html = rulebook.to_html(parsed(SMALL + "\n```\n<b>code</b>\n```\n"), lambda figure: f"<svg>{figure.diagram}</svg>")
    assert "<b>" not in html
    assert "<i>" not in html
    assert "&lt;b&gt;raw&lt;/b&gt;" in html
    assert "&lt;b&gt;code&lt;/b&gt;" in html
    assert '<h2 id="chapter-1">' in html
    assert '<h3 id="TOY-1.1">' in html
    assert "<figure><svg>light: a1; dark: b2</svg><figcaption>A &lt;i&gt;picture" in html


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ("TOY-1.2 · Another", "TOY-1.2 Another", 20, "heading"),
        ("TOY-1.2 · Another", "1.2 · Another", 20, "heading"),
        ("TOY-1.2", "TOY-1.1", 20, "two rules"),
        ("## 1. Tiles\n", "\n", 7, "outside a chapter"),
        ("\nPass.\n", "", 20, "no statement"),
        ("mark:", "marks:", 16, "unknown figure field 'marks'"),
        ("caption:", "mark:", 17, "second figure field 'mark'"),
        ("# A game", "", 1, "no '# title'"),
    ],
)
def test_mistakes_are_reported_by_file_and_line(old: str, new: str, line: int, word: str) -> None:
    with pytest.raises(GameError, match=re.escape(f"toy/rulebook.en.md, line {line}: ")) as caught:
        parsed(SMALL.replace(old, new, 1))
    assert word in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
def test_refusals_quote_the_statements_of_the_rulebook(game: str) -> None:
    for rule in ids(game):
        assert rule_texts(game, rule) == {lang: rulebook.rule(game, rule, lang).text for lang in LANGUAGES}
    with pytest.raises(GameError, match=f"{game}: the rulebook in 'en' has no rule XY-9.9"):
        rule_texts(game, "XY-9.9")


def test_a_list_of_statements_takes_the_place_of_a_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "listed_game"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / FILE).write_bytes(listed("delta"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(catalogue, "package", lambda game: game)
    assert rule_texts("listed_game", "DELTA-2.2") == {
        lang: rulebook.parse(DELTA[lang], file="").rules["DELTA-2.2"].text for lang in LANGUAGES
    }


def test_what_is_not_there() -> None:
    with pytest.raises(GameError, match=r"no rule PONTE-9\.9"):
        rulebook.rule("ponte_del_diavolo", "PONTE-9.9", "en")
    with pytest.raises(GameError, match=r"rulebook\.de\.md"):
        rulebook.load("ponte_del_diavolo", "de")
    with pytest.raises(UnknownGame):
        rulebook.load("chess", "en")


def test_reading_rules_compiles_nothing() -> None:
    code = (
        "import sys; from tablier.rulebook import load; load('ponte_del_diavolo', 'fr'); print('numba' in sys.modules)"
    )
    found = subprocess.check_output(
        [sys.executable, "-c", code], env={"PYTHONPATH": os.pathsep.join(sys.path)}, text=True
    )
    assert found == "False\n"
