"""A page with the misreadings of each game, and the tests that exclude them. ``conf.py`` runs it."""

from __future__ import annotations

from itertools import chain

from games import MADE, linked
from misreadings import entries

from tablier import catalogue

INTRODUCTION = """\
# Rules and their tests

Each row is a sentence of the publisher's rules, in our words, and a wrong reading of it that a hasty reader could
make. The wrong reading exists as a patch in `tests/misreadings`; under it the test named last must fail, and that test
carries the rule's id. `make misreadings` shows that they all do. Where a rulebook goes beyond the publisher's text, the
sentence is that of our source or ruling."""


def make() -> None:
    """Write the page."""
    sections = chain.from_iterable(map(_section, entries.names()))
    (MADE / "misreadings.md").write_text("\n\n".join([INTRODUCTION, *sections]) + "\n", encoding="utf-8")


def _section(game: str) -> list[str]:
    found = entries.load(game)
    rows = [
        f"| {linked(f'[{one.rule}](#{one.rule})', 'en')} | {one.says} | {one.reads} | `{one.test.partition('::')[2]}` |"
        for one in found.misreading
    ]
    none = [f"- {linked(f'[{rule}](#{rule})', 'en')}: {reason}" for rule, reason in found.none.items()]
    return [
        f"## {catalogue.info(game).title['en']}",
        "\n".join(["| rule | what it says | misreading | test that fails |", "|---|---|---|---|", *rows]),
        *(["No misreading is possible of these:", "\n".join(none)] if none else []),
    ]
