"""Lessons: every solution and every listed wrong try is played; errors of a file name the field."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from known import AT_TABLE

import tablier
from tablier import catalogue
from tablier.catalogue.lessons import Course, Lesson, Step, lessons
from tablier.core.seats import CHANCE
from tablier.errors import GameError
from tablier.server.domain import check_lessons as checks
from tablier.server.domain.check_lessons import check_lessons
from tablier.server.domain.lessons import LessonTable
from tablier.server.messages import LessonResult

TAUGHT = [game for game in AT_TABLE if lessons(game)]
LESSONS = [pytest.param(game, lesson, id=f"{game}-{lesson.id}") for game in TAUGHT for lesson in lessons(game)]

LESSON = """
[[lessons]]
id = "first"
title = { en = "First", fr = "Première" }
goal = { en = "Place two tiles.", fr = "Posez deux tuiles." }
setup = "board: 8; light: a1; dark: h8"
rules = ["PONTE-3.1"]
[[lessons.steps]]
accept = ["c3 d3"]
say = { en = "Well placed.", fr = "Bien placé." }
hint = { en = "Not there, please.", fr = "Pas à cet endroit." }
"""


def tables(game: str, lesson: Lesson) -> Iterator[tuple[LessonTable, Step]]:
    """Each step of a lesson, at a table where the steps before it are done."""
    for number, step in enumerate(lesson.steps):
        yield LessonTable(tablier.game(game), lesson, [one.accept[0].split() for one in lesson.steps[:number]]), step


def again(table: LessonTable, plies: str) -> tuple[LessonTable, LessonResult]:
    """The table after a submission, and its result. The table given is left as it is."""
    played = [one.accept[0].split() for one in table.lesson.steps[: table.done]]
    other = LessonTable(table.state.game, table.lesson, played)
    return other, other.submit(plies.split())[1]


@pytest.mark.parametrize("game", TAUGHT)
def test_a_course_has_five_to_eight_lessons(game: str) -> None:
    assert 5 <= len(lessons(game)) <= 8


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_the_learner_is_to_move_at_every_step(game: str, lesson: Lesson) -> None:
    for table, _ in tables(game, lesson):
        position = table.state.position
        assert lesson.seat in position.movers
        assert CHANCE not in position.movers


@pytest.mark.parametrize("game", TAUGHT)
def test_every_solution_is_right_and_every_wrong_try_answered(game: str) -> None:
    check_lessons(game)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"c3 d3"', '"fly"', r"accept 'fly': .*'fly'"),
        ('"c3 d3"', '"a1 d3"', r"accept 'a1 d3': a1: .*\(PONTE-3\.2\)"),
        ("board: 8;", "board: 8; quay;", "setup: .*quay"),
        ('["PONTE-3.1"]', '["PONTE-9.9"]', r"rulebook\.en\.md has no rule PONTE-9\.9; correct the id"),
        ("accept", 'reply = "a7 b7 c3 d4"\naccept', r"accept 'c3 d3': c3: .*\(PONTE-3\.2\)"),
        ("accept", 'wrong = [{ plies = "a1 a2", rule = "PONTE-9.9" }]\naccept', "has no rule PONTE-9.9"),
        ("accept", 'wrong = [{ plies = "a1 a2", rule = "PONTE-3.1" }]\naccept', "breaks PONTE-3.2, expected PONTE-3.1"),
        ("accept", 'wrong = [{ plies = "a3 a4", rule = "PONTE-3.2" }]\naccept', "legal, expected that it breaks PONTE"),
        (
            "accept",
            'wrong = [{ plies = "c3 d3", say = { en = "Not so good.", fr = "Pas si bien." } }]\naccept',
            "wrong 'c3 d3' is done",
        ),
        ("accept", 'wrong = [{ plies = "a1 a2", say = { en = "Not so good.", fr = "Pas si bien." } }]\naccept', "a1: "),
    ],
)
def test_a_lesson_that_cannot_be_played_is_named(
    old: str, new: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = msgspec.toml.decode(LESSON.replace(old, new), type=Course).lessons
    monkeypatch.setattr(checks, "lessons", lambda _: course)
    with pytest.raises(GameError, match=rf"ponte_del_diavolo: lessons\.toml: lesson 'first': .*{said}"):
        check_lessons("ponte_del_diavolo")


def test_a_reply_after_the_end_of_the_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = "board: 4; light: a1 b1 c1 d1; dark: a4 b4 c4; turn: dark; last"
    source = LESSON.replace("board: 8; light: a1; dark: h8", ending).replace('"c3 d3"', '"d3 a2"')
    source = source.replace("rules =", "seat = 1\nrules =").replace("accept", 'reply = "d2"\naccept')
    monkeypatch.setattr(checks, "lessons", lambda _: msgspec.toml.decode(source, type=Course).lessons)
    with pytest.raises(GameError, match="accept 'd3 a2': the game is over before d2"):
        check_lessons("ponte_del_diavolo")


def test_the_learner_is_to_move_after_each_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    head, step = LESSON.split("[[lessons.steps]]")
    source = f"{head}[[lessons.steps]]{step}[[lessons.steps]]{step}"
    monkeypatch.setattr(checks, "lessons", lambda _: msgspec.toml.decode(source, type=Course).lessons)
    with pytest.raises(GameError, match="accept 'c3 d3': seat 0 is not to move after it; complete reply"):
        check_lessons("ponte_del_diavolo")


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_some_move_is_wrong(game: str, lesson: Lesson) -> None:
    """At one step at least: a lesson in which every move is right teaches nothing."""
    assert any(
        again(table, plies)[1].outcome == "wrong"
        for table, _ in tables(game, lesson)
        for plies in whole_submissions(table)
    )


def whole_submissions(table: LessonTable, most: int = 30) -> Iterator[str]:
    """Random submissions, chosen among what the table proposes."""
    seat, chance = table.lesson.seat, random.Random(1)
    for _ in range(most):
        plies = list[str]()
        while not (found := table.choices(seat, plies)).complete:
            plies.append(chance.choice(found.options).ply)
        yield " ".join(plies)


@pytest.mark.parametrize("game", TAUGHT)
def test_french_punctuation_has_no_break_spaces(game: str) -> None:
    text = (Path(catalogue.__file__).parents[1] / "games" / game / "lessons.toml").read_text(encoding="utf-8")
    wrong = [line for line in re.findall(r'fr = "([^"]*)"', text) if re.search(r" [:;?!»]|« |'", line)]
    assert not wrong, f"{game}/lessons.toml: write no-break spaces before : ; ! ? » and after «, and ’: {wrong}"


@pytest.mark.parametrize("game", TAUGHT)
def test_the_last_lesson_is_the_end_of_a_game(game: str) -> None:
    lesson = lessons(game)[-1]
    table = LessonTable(tablier.game(game), lesson, [step.accept[0].split() for step in lesson.steps])
    assert not table.state.position.movers
    outcome = table.state.position.outcome()
    assert outcome is not None
    assert lesson.seat in outcome.winners


def test_a_wrong_try_is_punished_and_ends_the_attempt() -> None:
    course = lessons("ponte_del_diavolo")
    lesson = next(one for one in course if one.id == "block")
    table = LessonTable(tablier.game("ponte_del_diavolo"), lesson)
    updates, result = table.submit(["b3", "h8"])
    assert result.outcome == "wrong"
    assert table.state.position.scores()[1] == 3
    assert [len(update.view.movers) for update in updates] == [1, 0]


@pytest.mark.parametrize(("game", "hidden"), [("delta", True), ("ponte_del_diavolo", False)])
def test_the_learner_is_the_reader_where_something_is_hidden(game: str, hidden: bool) -> None:
    lesson = lessons(game)[0]
    table = LessonTable(tablier.game(game), lesson)
    assert table.welcome("/stage").reader == (lesson.seat if hidden else None)


def test_the_order_of_plies_does_not_matter() -> None:
    lesson = msgspec.toml.decode(LESSON, type=Course).lessons[0]
    for plies, outcome in ((["d3", "c3"], "done"), (["d3", "c4"], "wrong")):
        table = LessonTable(tablier.game("ponte_del_diavolo"), lesson)
        assert table.submit(plies)[1].outcome == outcome


def test_a_solution_may_leave_plies_open() -> None:
    source = LESSON.replace('"c3 d3"', '"c3 d3", "f3 *"')
    lesson = msgspec.toml.decode(source, type=Course).lessons[0]
    for plies, outcome in ((["f3", "a8"], "done"), (["f4", "a8"], "wrong")):
        table = LessonTable(tablier.game("ponte_del_diavolo"), lesson)
        assert table.submit(plies)[1].outcome == outcome


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('id = "first"', 'id = "First one"', "lessons[0].id"),
        ('en = "Place two tiles.", ', "", "lessons[0].goal"),
        ("accept", "acept", "lessons[0].steps[0]"),
        ('accept = ["c3 d3"]', "accept = []", "lessons[0].steps[0].accept"),
        ('accept = ["c3 d3"]', 'accept = ["c3 *"]', "accept[0]"),
        ('rules = ["PONTE-3.1"]', 'rules = ["3.1"]', "lessons[0].rules[0]"),
        ("accept", 'wrong = [{ plies = "a1 a2" }]\naccept', "say"),
        ("accept", 'as_good = true\nreply = "a2 a3"\naccept', "reply"),
    ],
)
def test_errors_name_file_and_field(
    old: str, new: str, field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"taught{abs(hash((old, new)))}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "lessons.toml").write_text(LESSON.replace(old, new), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(catalogue, "package", lambda _: package.name)
    with pytest.raises(GameError, match=re.escape(field)) as error:
        lessons.__wrapped__("taught")
    assert "lessons.toml" in str(error.value)
