"""The syntax of all diagrams: fields of words, separated by semicolons."""

from __future__ import annotations

import re

from tablier.errors import InvalidOption

_NUMBER = re.compile("0|-?[1-9][0-9]*")


def fields(text: str) -> dict[str, list[str]]:
    """The words of each field by its key: ``turn: red; half`` gives ``{"turn": ["red"], "half": []}``.

    Raises:
        InvalidOption: a field, or a word in a field, is repeated.
    """
    found = dict[str, list[str]]()
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key, _, value = (piece.strip() for piece in part.partition(":"))
        words = value.split()
        if key in found:
            raise InvalidOption(f"diagram: the field {key!r} comes twice; write all its words in one field")
        if again := [word for n, word in enumerate(words) if word in words[:n]]:
            raise InvalidOption(f"diagram: {part!r}: {again[0]!r} comes twice")
        found[key] = words
    return found


def one(words: list[str], example: str = "") -> str:
    """The only word of a field, which is like the ``example``.

    Raises:
        InvalidOption: there are none or several.
    """
    if len(words) != 1:
        such = f" such as {example}" if example else ""
        raise InvalidOption(f"it takes one word{such}, got {' '.join(words) or 'none'}")
    return words[0]


def no_words(words: list[str]) -> None:
    """Check that a field that is a flag has no words.

    Raises:
        InvalidOption: it has words.
    """
    if words:
        raise InvalidOption("it takes no words")


def number(word: str, least: int, most: int) -> int:
    """A whole number in decimal digits, without leading zeros.

    Raises:
        InvalidOption: it is not such a number, or not from ``least`` to ``most``.
    """
    if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
        raise InvalidOption(f"{word!r} is not a number from {least} to {most}")
    return int(word)
