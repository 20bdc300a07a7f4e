"""Rulebooks: Markdown files in which every rule has an id, a one-paragraph statement, and figures.

A rulebook is ``games/<game>/rulebook.<lang>.md``: a title, an introduction, ``## chapters``, and rules, each under a
heading ``### PONTE-3.2 · Title``. A refused move shows the first paragraph of the broken rule. A figure
is a block fenced with the info string ``position``: its first line is a diagram as ``Game.setup`` reads it, each
further line one of ``mark: e5 f6`` (cells to point at) and ``caption: ...``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from types import MappingProxyType
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from tablier import catalogue
from tablier.catalogue import data
from tablier.errors import GameError

_HEADING = re.compile(r"(?P<id>[A-Z]+-\d+\.\d+) · (?P<title>\S.*)")
_FIELDS = ("mark", "caption")


@dataclass(frozen=True)
class Figure:
    """A drawn position: its diagram, the marked cells, and a caption."""

    diagram: str
    marks: tuple[str, ...] = ()
    caption: str = ""


@dataclass(frozen=True)
class Rule:
    """A rule: ``text`` is its statement in plain text, ``body`` its explanation in Markdown, with the figures."""

    id: str
    title: str
    text: str
    body: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Chapter:
    """A chapter and its rules. The last chapter, on sources, has none."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Rulebook:
    """A rulebook in one language. ``source`` is its Markdown; ``rules`` maps ids to rules, in the order of the book."""

    file: str
    title: str
    source: str
    chapters: tuple[Chapter, ...]
    rules: Mapping[str, Rule]


Draw = Callable[[Figure], str]
"""A function that draws a figure as SVG markup."""


@cache
def load(game: str, lang: str) -> Rulebook:
    """The rulebook of a game in a language.

    Args:
        game: The package name of the game, such as ``"ponte_del_diavolo"``.
        lang: ``"en"`` or ``"fr"``.

    Raises:
        UnknownGame: There is no such game.
        GameError: The rulebook is missing or malformed; the message names the file and the line.
    """
    file = f"rulebook.{lang}.md"
    return parse(data.text(catalogue.package(game), file), file=f"{game}/{file}")


def rule(game: str, rule_id: str, lang: str) -> Rule:
    """One rule of a game's rulebook.

    Raises:
        UnknownGame: There is no such game.
        GameError: The rulebook is missing or malformed, or has no such rule.
    """
    book = load(game, lang)
    if rule_id not in book.rules:
        raise GameError(f"{book.file} has no rule {rule_id}; its rules are {', '.join(book.rules)}")
    return book.rules[rule_id]


def require_same_rules(game: str) -> None:
    """Check that the rulebooks of a game can be parsed, and have the same rules in every language.

    Raises:
        UnknownGame: There is no such game.
        GameError: A rulebook is missing or malformed, or lacks a rule; the message names the file and the rule.
    """
    books = [load(game, lang) for lang in data.LANGUAGES]
    ids = sorted({rule_id for book in books for rule_id in book.rules})
    lacking = [(book.file, ", ".join(rule_id for rule_id in ids if rule_id not in book.rules)) for book in books]
    if complaints := [f"{file} lacks {rules}" for file, rules in lacking if rules]:
        raise GameError(f"{'; '.join(complaints)}: write the same rules in every language")


def parse(source: str, *, file: str) -> Rulebook:
    """Parse a rulebook.

    Args:
        source: The Markdown.
        file: The file name for error messages.

    Raises:
        GameError: There is no title, a rule heading is malformed or repeated, a rule is outside a chapter or has no
            statement, or a figure has an unknown or repeated field. The message names the file and the line.
    """
    tokens = _markdown().parse(source)
    title, chapters = "", list[tuple[str, list[Rule]]]()
    rules: dict[str, Rule] = {}
    for heading, text, section in _sections(tokens):
        line = _line(heading)
        if heading.tag == "h1":
            title = text
        elif heading.tag == "h2":
            chapters.append((text, []))
        elif not chapters:
            raise GameError(f"{file}, line {line}: a rule outside a chapter; put a '## chapter' heading before it")
        else:
            one = _rule(text, section, source, file, line)
            if one.id in rules:
                raise GameError(f"{file}, line {line}: there are two rules {one.id}; give one of them another number")
            rules[one.id] = one
            chapters[-1][1].append(one)
    if not title:
        raise GameError(f"{file}, line 1: no '# title'; begin the rulebook with one")
    for token in _fences(tokens):
        _figure(token, file)  # checks figures outside rules, too
    return Rulebook(
        file=file,
        title=title,
        source=source,
        chapters=tuple(Chapter(name, tuple(its)) for name, its in chapters),
        rules=MappingProxyType(rules),
    )


def to_html(book: Rulebook, draw: Draw, after: Mapping[str, str] = MappingProxyType({})) -> str:
    """The rulebook as an HTML fragment; raw HTML in the source is escaped.

    The anchor of a rule is its id; the anchor of the nth chapter is ``chapter-n``.

    Args:
        book: The rulebook.
        draw: Draws a figure; its SVG is inserted unescaped.
        after: HTML to be inserted below the headings of rules, by their ids.
    """

    def fence(_: object, tokens: Sequence[Token], index: int, *__: Any) -> str:
        token = tokens[index]
        if token.info.strip() != "position":
            return f"<pre><code>{escapeHtml(token.content)}</code></pre>\n"
        figure = _figure(token, book.file)
        caption = f"<figcaption>{_markdown().renderInline(figure.caption)}</figcaption>" if figure.caption else ""
        return f"<figure>{draw(figure)}{caption}</figure>\n"

    markdown = _markdown()
    markdown.add_render_rule("fence", fence)
    tokens = markdown.parse(book.source)
    chapters = count(1)
    for heading, text, _ in list(_sections(tokens)):
        if heading.tag == "h2":
            heading.attrSet("id", f"chapter-{next(chapters)}")
        elif heading.tag == "h3" and (found := _HEADING.fullmatch(text)):
            heading.attrSet("id", found["id"])
            if found["id"] in after:
                extra = Token("html_block", "", 0, content=after[found["id"]])
                tokens.insert(tokens.index(heading) + 3, extra)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _markdown() -> MarkdownIt:
    """CommonMark with tables and without raw HTML."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _sections(tokens: Sequence[Token]) -> Iterator[tuple[Token, str, Sequence[Token]]]:
    """Each heading of level 1 to 3, its text, and the tokens up to the next one."""
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag in ("h1", "h2", "h3")]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        yield tokens[start], _plain(tokens[start + 1]), tokens[start + 3 : end]


def _rule(heading: str, section: Sequence[Token], source: str, file: str, line: int) -> Rule:
    found = _HEADING.fullmatch(heading)
    if not found:
        raise GameError(f"{file}, line {line}: {heading!r} is not a rule heading; write it as '### PONTE-3.2 · Title'")
    if not section or section[0].type != "paragraph_open":
        raise GameError(f"{file}, line {line}: {found['id']} has no statement; begin it with a paragraph of text")
    lines = source.splitlines()
    body_from = (section[0].map or [0, 0])[1]
    body_to = max((token.map[1] for token in section if token.map), default=body_from)
    return Rule(
        id=found["id"],
        title=found["title"],
        text=_plain(section[1]),
        body="\n".join(lines[body_from:body_to]).strip(),
        figures=tuple(_figure(token, file) for token in _fences(section)),
    )


def _fences(tokens: Sequence[Token]) -> Iterator[Token]:
    return (token for token in tokens if token.type == "fence" and token.info.strip() == "position")


def _figure(token: Token, file: str) -> Figure:
    diagram, *rest = token.content.splitlines() or [""]
    fields: dict[str, str] = {}
    for number, text in enumerate(rest, start=_line(token) + 2):
        name, _, value = (part.strip() for part in text.partition(":"))
        if name not in _FIELDS or name in fields:
            what = "a second" if name in fields else "an unknown"
            raise GameError(
                f"{file}, line {number}: {what} figure field {name!r}; a figure is a line of diagram, then at most one "
                f"line of each of {', '.join(_FIELDS)}"
            )
        fields[name] = value
    return Figure(diagram.strip(), tuple(fields.get("mark", "").split()), fields.get("caption", ""))


def _plain(inline: Token) -> str:
    """The text of a paragraph or heading without its markup."""
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children or ())


def _line(token: Token) -> int:
    return (token.map or [0])[0] + 1
