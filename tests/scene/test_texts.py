"""The catalogues of texts: both languages say the same things, and French is set as French is."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

import pytest
from known import GAMES

from tablier import catalogue
from tablier.scene.check_texts import check_texts, is_french_typography, texts

WITH_TEXTS = [name for name in GAMES if resources.files(catalogue.package(name)).joinpath("texts.en.ftl").is_file()]


@pytest.mark.parametrize("game", WITH_TEXTS)
def test_same_keys_and_same_variables(game: str) -> None:
    assert texts(game, "en") == texts(game, "fr")


@pytest.mark.parametrize("game", WITH_TEXTS)
def test_keys_carry_the_prefix_of_the_game(game: str) -> None:
    prefix = catalogue.info(game).rule_prefix.lower()
    assert all(re.fullmatch(rf"{prefix}(-[a-z0-9]+)+", key) for key in texts(game, "en"))


@pytest.mark.parametrize("game", WITH_TEXTS)
def test_newcomers_are_told_what_the_game_is_about(game: str) -> None:
    """In a few lines, which name nobody: the table shows them before the first moves, and in its help."""
    assert texts(game, "en")[f"{catalogue.info(game).rule_prefix.lower()}-brief"] == frozenset()


@pytest.mark.parametrize("game", WITH_TEXTS)
def test_french_spaces(game: str) -> None:
    check_texts(game)


@pytest.mark.parametrize("game", WITH_TEXTS)
def test_a_victory_is_told_by_a_sentence(game: str) -> None:
    """First-time fault B17: "Hiker wins" and "Victory: Hiker." stood for one event."""
    for lang in ("en", "fr"):
        source = resources.files(catalogue.package(game)).joinpath(f"texts.{lang}.ftl").read_text("utf-8")
        assert not re.search(r"Victory:|Victoire\s?:", source)


@pytest.mark.parametrize("game", WITH_TEXTS)
def test_sentences_can_speak_to_the_reader(game: str) -> None:
    """A verb after a player's name has a second person: ``{ $seat } { YOU($seat, "take", "takes") }``."""
    same = {"en": {"can", "cannot", "may", "to", "and", "on"}, "fr": {"vous", "ne", "n", "la", "de"}}
    for lang, words in same.items():
        source = resources.files(catalogue.package(game)).joinpath(f"texts.{lang}.ftl").read_text("utf-8")
        assert set(re.findall(r"\{ \$(?:seat|who|other|active|by) \} (\w+)\b(?! you)", source)) <= words


@pytest.mark.parametrize("game", GAMES)
def test_options_and_their_values_have_names(game: str) -> None:
    for name, option in catalogue.info(game).options.items():
        assert {value for value in option.values if isinstance(value, str)} == set(option.names), name
        for text in (option.label, *option.names.values()):
            assert set(text) == {"en", "fr"}
            assert is_french_typography(text["fr"]), text["fr"]
        for lang in ("en", "fr"):
            assert len({text[lang] for text in option.names.values()}) == len(option.names)


@pytest.mark.parametrize("game", WITH_TEXTS)
def test_names_of_levels_are_no_words_of_the_game(game: str) -> None:
    """First-time fault B25: bots were called "Student" and "Master", pieces of the game."""
    package = resources.files(catalogue.package(game))
    levels = tomllib.loads(package.joinpath("levels.toml").read_text("utf-8"))["levels"]
    for lang in ("en", "fr"):
        sources = [package.joinpath(file).read_text("utf-8") for file in (f"texts.{lang}.ftl", f"rulebook.{lang}.md")]
        words = set(re.findall(r"\w+", " ".join(sources).lower()))
        names = {level["label"][lang].lower() for level in levels}
        assert not {form for name in names for form in (name, f"{name}s")} & words
