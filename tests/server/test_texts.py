"""Every message of the server has a text in both languages."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from pathlib import Path
from typing import get_args

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message

from tablier import server
from tablier.catalogue import data
from tablier.errors import GameError
from tablier.scene.check_texts import is_french_typography
from tablier.server.api.words import AllWords, Words, other, words
from tablier.server.domain.texts import Text
from tablier.server.problem import Code, Refusal

pytestmark = pytest.mark.once

SERVER = Path(server.__file__).parent


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_message_has_a_text_and_every_text_a_message(lang: str) -> None:
    body = FluentParser().parse((SERVER / "texts" / f"{lang}.ftl").read_text(encoding="utf-8")).body
    assert not [entry for entry in body if isinstance(entry, Junk)]
    assert {entry.id.name for entry in body if isinstance(entry, Message)} == {
        refusal.text for refusal in Refusal
    } | set(Text)


def test_both_languages_have_all_words_of_pages() -> None:
    """Both languages have places for the same things, and say them with words of their own."""
    en, fr = map(words, ("en", "fr"))
    for name in set(Words.__struct_fields__) - {"months", "zero_is_singular"}:
        one, two = getattr(en, name), getattr(fr, name)
        assert one.strip()
        assert two.strip()
        assert Counter(re.findall(r"\{\w*\}", one)) == Counter(re.findall(r"\{\w*\}", two)), name
    assert len({*en.months, *fr.months}) == 24
    assert [(say.on(date(2026, 8, 1)), say.on(date(2026, 12, 31))) for say in (en, fr)] == [
        ("1 August 2026", "31 December 2026"),
        ("1er août 2026", "31 décembre 2026"),
    ]
    assert [words(other(lang)).language for lang in ("en", "fr")] == ["Français", "English"]


def test_french_words_of_pages_have_french_spaces() -> None:
    say = words("fr")
    texts = {name: getattr(say, name) for name in Words.__struct_fields__}
    assert not [name for name, text in texts.items() if isinstance(text, str) and not is_french_typography(text)]


def test_an_error_in_the_words_names_file_and_field(monkeypatch: pytest.MonkeyPatch) -> None:
    good = (SERVER / "api" / "html" / "words.toml").read_text(encoding="utf-8")
    monkeypatch.setattr(data, "text", lambda *_: good.replace("wins =", "winz ="))
    with pytest.raises(GameError, match=r"words\.toml: .*`winz`.*`\$\.en`"):
        data.load("tablier.server.api", "html/words.toml", AllWords)


def test_codes_of_refusals_are_those_of_the_protocol() -> None:
    assert {refusal.code for refusal in Refusal} == set(get_args(Code))
