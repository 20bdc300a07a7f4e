"""Checks of a game's notation, and of the rules that refusals name."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from tablier.catalogue import data
from tablier.catalogue.data import LANGUAGES
from tablier.core.notation import Notation
from tablier.engine.game_rules import Rules
from tablier.engine.random_walk import legal_of, movers_of
from tablier.engine.registration import info_of
from tablier.errors import GameError, TablierError

_RULE = re.compile(r"^### ([A-Z]+-\d+\.\d+) · ", re.MULTILINE)


def check_notation(rules: Rules, notation: Notation[Any], s: Any) -> None:
    """Check that the legal actions of a position have different texts, which can be played and parsed.

    Raises:
        GameError: a text is wrong; the message names the action, and what is expected.
    """
    state = rules.state(s.tobytes())
    for seat in movers_of(s):
        named: dict[str, int] = {}
        for action in legal_of(rules, s, seat):
            text = notation.name(state, seat, action)
            if not text.isascii() or text.split() != [text]:
                raise GameError(f"{rules.name}: name({action}) is {text!r}, expected ASCII without spaces")
            if text in named:
                raise GameError(
                    f"{rules.name}: name({named[text]}) and name({action}) are both {text!r}, "
                    f"expected different texts for the legal actions of seat {seat}"
                )
            named[text] = action
            _check_parse(rules, notation, state, seat, action, text)


def _check_parse(rules: Rules, notation: Notation[Any], state: Any, seat: int, action: int, text: str) -> None:
    try:
        parsed = notation.parse(state, seat, text)
    except TablierError as error:
        raise GameError(f"{rules.name}: parse({text!r}) fails, expected {action}: {error}") from error
    if parsed != action:
        raise GameError(f"{rules.name}: parse({text!r}) returned {parsed}, expected {action}, the action of this name")


def check_rule(rules: Rules, rule: int) -> None:
    """Check that the rulebooks have a rule that ``why`` returned. A game without ``game.toml`` has none.

    Raises:
        GameError: the rulebook of a language lacks it; the message names the file.
    """
    info = info_of(rules.module)
    if info is None:
        return
    package = rules.module.rpartition(".")[0]
    named = f"{info.rule_prefix}-{rule // 100}.{rule % 100}"
    for lang in LANGUAGES:
        known = _rules_of(package, f"rulebook.{lang}.md")
        if named not in known:
            raise GameError(
                f"{rules.name}: why returned {rule}, but rulebook.{lang}.md has no rule {named}; "
                f"expected 100 * chapter + number of one of {', '.join(known)}"
            )


@cache
def _rules_of(package: str, file: str) -> tuple[str, ...]:
    """The ids of the rules of a rulebook."""
    return tuple(_RULE.findall(data.text(package, file)))
