"""Checks names and chat for invisible or deceptive characters."""

from __future__ import annotations

import unicodedata

from tablier.server.problem import Problem, Refusal

NAME_LENGTH = 24
# Joiners make emoji and some scripts; every other format character can only deceive (direction, invisibility).
JOINERS = "\u200c\u200d"
EMOJI_STYLES = "\ufe0e\ufe0f"
KEYCAP = "\u20e3"
DEFAULT_IGNORABLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)
"""Unicode's Default_Ignorable_Code_Point, as far as the categories of ``REFUSED`` do not cover it."""
BLANK = "\u2800\U00016fe4\U0001d159"
"""Characters whose glyph is empty: a Braille pattern, a Khitan filler, a notehead."""
MARKS = 4
"""So many marks on one letter cover the lines around it."""
LOOKALIKES = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
"""Scripts with letters of the same shape, as Unicode names them."""
REFUSED = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
INVISIBLE = frozenset(
    {chr(code) for first, last in DEFAULT_IGNORABLE for code in range(first, last + 1)} | set(BLANK)
).difference(EMOJI_STYLES)


def clean_name(name: str) -> str:
    """A name in normal form, with styled letters as plain ones; it may be empty.

    Raises:
        Problem: the name is too long, or has invisible or bidirectional characters, too many marks on a letter, or
            words that mix scripts with letters of the same shape.
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split(" ")).strip()
    if len(name) > NAME_LENGTH:
        raise Problem(Refusal.NAME_LONG, max=NAME_LENGTH)
    if not is_plain(name) or any(map(mixes_scripts, name.split())):
        raise Problem(Refusal.NAME_CHARACTERS)
    return name


def mixes_scripts(word: str) -> bool:
    """Whether a word mixes scripts with letters of the same shape, as a forged name does."""
    return len({unicodedata.name(c, "").split(" ")[0] for c in word if c.isalpha()} & LOOKALIKES) > 1


def is_plain(text: str) -> bool:
    """Whether a text has something to see and no control, bidirectional or invisible characters."""
    categories = [unicodedata.category(c) for c in text]
    if any(category in REFUSED and c not in JOINERS for c, category in zip(text, categories, strict=True)):
        return False
    if not INVISIBLE.isdisjoint(text) or not all(map(_is_seen, text, f" {text}", f"{text[1:]} ")):
        return False
    if any(all(category[0] == "M" for category in categories[i : i + MARKS]) for i in range(len(text) - MARKS + 1)):
        return False
    return not text or any(unicodedata.category(c)[0] in "LNPS" for c in text)


def _is_seen(character: str, before: str, after: str) -> bool:
    """Whether a joiner or a style changes what is seen: in emoji, Indic and Arabic scripts, and before a keycap."""
    if character not in JOINERS + EMOJI_STYLES or after == KEYCAP:
        return True
    joined = unicodedata.category(before) in {"So", "Sk", "Mn", "Mc"} or unicodedata.bidirectional(before) == "AL"
    return joined and (character in EMOJI_STYLES or after != " ")
