"""The statements of rules, which refusals quote: from the rulebook, or from ``rules.json`` in its place.

A browser has no parser of Markdown; a site lists the statements when it is built.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from tablier import catalogue
from tablier.catalogue.data import LANGUAGES, Lang, load
from tablier.errors import GameError

FILE = "rules.json"

Texts = dict[Lang, dict[str, str]]
"""By language and rule."""


def rule_texts(game: str, rule: str) -> dict[Lang, str]:
    """The statement of a rule in each language.

    Raises:
        UnknownGame: there is no such game.
        GameError: the rulebook is missing or malformed, or has no such rule.
    """
    known = _texts(game)
    if missing := [lang for lang in LANGUAGES if rule not in known[lang]]:
        raise GameError(f"{game}: the rulebook in {missing[0]!r} has no rule {rule}")
    return {lang: known[lang][rule] for lang in LANGUAGES}


def listed(game: str) -> bytes:
    """The statements of all rules of a game, as :data:`FILE` has them."""
    return msgspec.json.encode(_texts(game))


@cache
def _texts(game: str) -> Texts:
    package = catalogue.package(game)
    if (resources.files(package) / FILE).is_file():
        return load(package, FILE, Texts)
    from tablier import rulebook  # what has the list needs no parser

    return {lang: {name: rule.text for name, rule in rulebook.load(game, lang).rules.items()} for lang in LANGUAGES}
