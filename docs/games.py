"""Pages made from the games themselves: rules with their figures, spaces, sources. ``conf.py`` runs it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib import resources
from itertools import groupby
from pathlib import Path

import boards

import tablier
from tablier import catalogue, rulebook
from tablier.catalogue.info import GameInfo, Value
from tablier.engine.observe import Observer
from tablier.envs import env_id
from tablier.envs.tokens import Tokens
from tablier.rulebook import Figure, Rulebook
from tablier.scene import svg

MADE = Path(__file__).parent / "made"
FENCE = re.compile(r"^```position\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^### ([A-Z]+-\d+\.\d+) ", re.MULTILINE)
LINK = re.compile(r"\]\(#([A-Z]+-\d+\.\d+)\)")
LAST = {"en": "Rules in English", "fr": "Règles en français"}
KINDS = {
    "set": "members of a set, 0 or 1 each, 64, 32 or 16 to a word",
    "number": "binary digits, lowest first",
    "seat": "the seat that looks, one-hot",
    "own": "as the game's `features` says",
}


def make() -> None:
    """Write every page anew."""
    shutil.rmtree(MADE, ignore_errors=True)
    (MADE / "figures").mkdir(parents=True)
    for name in catalogue.names():
        for lang in catalogue.info(name).title:
            _write(f"{name}.{lang}.md", _rules(name, lang))
    _write("spaces.md", "\n\n".join(["# Spaces", _SPACES, *map(_space, catalogue.names())]))
    _write("sources.md", "\n\n".join(["# Rule sources", _SOURCES, *map(_source, catalogue.names())]))
    for lang in LAST:
        _write(f"rules.{lang}.md", _contents(lang))


def _write(file: str, text: str) -> None:
    (MADE / file).write_text(text.rstrip() + "\n", encoding="utf-8")


# ------------------------------------------------------------------------------------- rules


def _contents(lang: str) -> str:
    pages = "\n".join(f"{name}.{lang}" for name in catalogue.names())
    return f"# {LAST[lang]}\n\n```{{toctree}}\n:maxdepth: 1\n\n{pages}\n```"


def _rules(name: str, lang: str) -> str:
    """A rulebook as a page: its board, figures drawn, every rule with an anchor, links between rules kept."""
    book = rulebook.load(name, lang)
    figures = (figure for rule in book.rules.values() for figure in rule.figures)
    numbered = iter(enumerate(figures, 1))
    drawn = FENCE.sub(lambda _: _figure(book, *next(numbered)), book.source)
    title, _, text = drawn.partition("\n")
    page = f"{title}\n\n{boards.block(name, lang)}\n{text}"
    return linked(HEADING.sub(rf"({_target(lang, chr(92) + '1')})=\n### \1 ", page), lang)


def linked(text: str, lang: str) -> str:
    """The text with links to rules as links to the page of rules in that language."""
    return LINK.sub(lambda found: f"](#{_target(lang, found[1])})", text)


def _target(lang: str, rule: str) -> str:
    return f"{lang}-{rule}"


def _figure(book: Rulebook, number: int, figure: Figure) -> str:
    """A figure as a picture of its own with the caption below; as text while the game has no scene."""
    game = tablier.game(book.file.split("/")[0])
    position = game.setup(figure.diagram)
    if not catalogue.has_scene(game.name):
        return f"```text\n{position}\n```\n\n*{figure.caption}*"
    file = f"figures/{game.name}-{number}.svg"
    (MADE / file).write_text(svg.draw_position(position, plain=True, marks=figure.marks), encoding="utf-8")
    return f"```{{figure}} {file}\n:alt: {figure.diagram}\n:width: 26em\n\n{figure.caption}\n```"


# ------------------------------------------------------------------------------------- spaces

_SPACES = """\
Actions and observations of every game, as the environments of `tablier.envs` have them. This page is made from the
games themselves when it is built.

An action is a number; the text beside it is its notation. An observation is a row of `uint8` entries 0 and 1: the
record of the position after `hide` has wiped what the observing seat may not know, bit by bit, and a one-hot of that
seat. Sets have an entry for each member; numbers have their binary digits, because a record does not tell the bounds
that scaling or a one-hot would need. Nothing is lost: `numpy.packbits(observation, bitorder="little")` gives the
bytes of the record back. A game that defines `features` has `float32` entries instead.

Tokens are what `tablier.envs.tokens.Tokens` makes of observations: `float32` arrays of tokens by features, or planes of
features, rows and columns, in which the own seat comes first and the others follow in turn order. \"By seat\" means
that order, a feature for each seat for which the record has room."""


def _space(name: str) -> str:
    title = catalogue.info(name).title["en"]
    parts = "\n".join(
        f"| `{part.name}` | {'x'.join(map(str, part.shape)) or '1'} | {part.first} to {part.first + part.size - 1} "
        f"| {KINDS[part.kind]} |"
        for part in Observer(tablier.game(name).rules).parts
    )
    return "\n\n".join(
        [
            f"## {title}",
            *_facts(catalogue.info(name)),
            f"### Actions of {title}",
            "| ids | notation |\n|---|---|\n" + "\n".join(_families(name)),
            f"### Observations of {title}",
            f"| field | shape | entries | what they are |\n|---|---|---|---|\n{parts}",
            f"### Tokens of {title}",
            _tokens(name),
        ]
    )


def _tokens(name: str) -> str:
    """A table of the features that :class:`Tokens` makes under the default options."""
    tokens = Tokens(name)
    arrays = ", ".join(f"`{group}` `{shape}`" for group, shape in tokens.shapes.items())
    lines = []
    for group, columns in groupby(tokens.columns, key=lambda columns: columns.group):
        first = 0
        for one in columns:
            lines.append(f"| `{group}` | {first} to {first + one.size - 1} | `{one.field}` | {one.text} |")
            first += one.size
    head = "| array | features | field | what they are |\n|---|---|---|---|"
    return "\n".join([f"Arrays of one observation: {arrays}.", "", head, *lines])


def _facts(info: GameInfo) -> Iterator[str]:
    game = tablier.game(info.name)
    width = Observer(game.rules).width
    secrets = "hidden information" if info.hidden else "nothing hidden"
    chance = "chance" if info.chance else "no chance"
    yield (
        f"`{env_id(info)}` and `{env_id(info, self_play=True)}` in Gymnasium, `tablier_{info.name}` in OpenSpiel, "
        f'`"{info.name}"` in PettingZoo. Seats: '
        f"{', '.join(map(str, info.seats))}; {chance}, {secrets}; {game.actions()} actions by default, "
        f"{width} observed entries, a record of {game.rules.dtype.itemsize} bytes. "
        f"Games are truncated after {info.limit} plies by default."
    )
    if info.small:
        chosen = ", ".join(f"`{name}={value!r}`" for name, value in info.small.arguments.items())
        yield f"Small variant: `{env_id(info, small=True)}` and `{env_id(info, self_play=True, small=True)}`; {chosen}."
    if info.options:
        rows = "\n".join(
            f"| `{name}` | {option.label['en']} | {', '.join(_value(game, name, v) for v in option.values)} |"
            for name, option in info.options.items()
        )
        yield f"| option | what it is | values (the default in bold; number of actions) |\n|---|---|---|\n{rows}"
    yield f"Notation: {_plain(game.notation.__doc__ or '')}"


def _value(game: tablier.Game, name: str, value: Value) -> str:
    shown = f"`{value}`" if value != game.info.options[name].default else f"**`{value}`**"
    return f"{shown} ({game.actions(**{name: value})})"


def _plain(doc: str) -> str:
    return " ".join(doc.split()).replace("``", "`")


def _families(name: str) -> Iterator[str]:
    """Ranges of ids whose notation is of one form."""
    game = tablier.game(name)
    position = game.new()
    texts = [position.name(action, 0) for action in range(game.actions())]
    for _, group in groupby(range(len(texts)), key=lambda action: _form(texts[action])):
        ids = list(group)
        first, last = ids[0], ids[-1]
        numbers = f"{first} to {last}" if last > first else f"{first}"
        examples = f"`{texts[first]}` to `{texts[last]}`" if last > first else f"`{texts[first]}`"
        yield f"| {numbers} | {examples} |"


def _form(text: str) -> str:
    """``d4-d6`` and ``j9-j7`` have one form."""
    return re.sub(r"[A-Z]", "A", re.sub(r"(?<![a-z])[a-z](?![a-z])", "a", re.sub(r"\d+", "0", text)))


# ------------------------------------------------------------------------------------- sources

_SOURCES = """\
What the rules of each game are taken from, what is reconstructed, and which doubtful points are rulings of ours: the
last chapter of each rulebook. Boards, decks and costs are data files that somebody who owns the game can correct
without touching code; doubtful rulings are options where a table may want to choose."""


def _source(name: str) -> str:
    book = rulebook.load(name, "en")
    info = catalogue.info(name)
    _, _, chapter = book.source.partition(f"## {book.chapters[-1].title}\n")
    data = [f"`{file.name}`" for file in sorted(_folder(name).glob("*.json"))]
    options = ", ".join(f"`{option}`" for option in info.options) or "none"
    facts = f"Rules version {info.rules_version}; data: {', '.join(data) or 'none'}; options: {options}."
    whole = f"The whole: [in English]({name}.en.md), [en français]({name}.fr.md)."
    title = f"## {info.title['en']}"
    return f"{title}\n\n{info.credits['en']}. {facts} {whole}\n\n{linked(chapter.strip(), 'en')}"


def _folder(name: str) -> Path:
    return Path(str(resources.files(catalogue.package(name))))
