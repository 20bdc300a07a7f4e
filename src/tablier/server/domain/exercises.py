"""Lessons and puzzles: each message of a learner brings all that was played, so nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import msgspec

from tablier.catalogue.puzzles import Puzzle
from tablier.server.domain.games import Games
from tablier.server.domain.lessons import LessonTable
from tablier.server.domain.puzzles import WrongTry, as_lesson, number_of_the_day
from tablier.server.domain.refusals import because, refused
from tablier.server.domain.stage_cache import StageCache
from tablier.server.message_base import FromServer, NumberedQuestion
from tablier.server.messages import Ack, AskChoices, AskWhy, ChoicesAnswer, Hello, LessonMessage, ShowMe, Submit
from tablier.server.problem import Problem, Refusal


class PuzzleEntry(msgspec.Struct):
    """A puzzle without its solution, and the level of bots that solves it.

    ``shares`` are the expected shares of the win after the solution and, at most, after anything else. They are absent
    in games with chance or secrets, where they depend too much on the search.
    """

    id: str
    level: int
    shares: tuple[float, float] | None


class DailyPuzzle(msgspec.Struct):
    """The puzzle of the day."""

    game: str
    id: str


class Exercises:
    """Answers learners."""

    def __init__(self, games: Games, stage_cache: StageCache) -> None:
        self._games = games
        self._stage_cache = stage_cache

    def lesson(self, game: str, name: str, data: LessonMessage) -> list[FromServer]:
        """The answers to a message to a lesson.

        Raises:
            Problem: the lesson is unknown, its game is not ready, or what was played is not right.
        """
        found = next((one for one in self._games.lessons(game) if one.id == name), None)
        if found is None:
            raise Problem(Refusal.NOT_FOUND)
        return self._answers(LessonTable(self._games.game(game), found, data.played), data)

    def puzzle(self, game: str, name: str, data: LessonMessage) -> list[FromServer]:
        """The answers to a message to a puzzle.

        Raises:
            Problem: the puzzle is unknown, its game is not ready, or what was played is not right.
        """
        lesson = as_lesson(self._puzzle(game, name))
        return self._answers(LessonTable(self._games.game(game), lesson, data.played), data)

    def wrong_try(self, game: str, name: str, plies: Sequence[str]) -> WrongTry:
        """A submission to a puzzle, to be refuted.

        Raises:
            Problem: the puzzle is unknown, its game is not ready, or the submission is right or not legal.
        """
        puzzle = self._puzzle(game, name)
        return WrongTry(self._games.game(game), puzzle, plies)

    def puzzles(self, game: str) -> list[PuzzleEntry]:
        """The puzzles of a game, easy ones first.

        Raises:
            Problem: the game is unknown.
        """
        info = self._games.info(game)
        known = not (info.chance or info.hidden)
        by_level = sorted(self._games.puzzles(game), key=lambda one: one.level)
        return [PuzzleEntry(one.id, one.level, (one.best, one.other) if known else None) for one in by_level]

    def daily(self, day: date) -> DailyPuzzle:
        """One of the puzzles of all games, chosen by the date.

        Raises:
            Problem: there are no puzzles.
        """
        games = self._games
        found = [DailyPuzzle(game, puzzle.id) for game in games.names() for puzzle in games.puzzles(game)]
        if not found:
            raise Problem(Refusal.NOT_FOUND)
        return found[number_of_the_day(day, found)]

    def _puzzle(self, game: str, name: str) -> Puzzle:
        found = next((one for one in self._games.puzzles(game) if one.id == name), None)
        if found is None:
            raise Problem(Refusal.NOT_FOUND)
        return found

    def _answers(self, table: LessonTable, data: LessonMessage) -> list[FromServer]:
        game, message = table.state.game.name, data.message
        try:
            match message:
                case Hello():
                    return [table.welcome(self._stage_cache.address(table.state.position))]
                case AskChoices(ask, seat, plies):
                    return [ChoicesAnswer(ask, table.choices(seat, plies))]
                case AskWhy(ask, seat, plies, path):
                    return [because(game, ask, table.why(seat, plies, path))]
                case Submit(key, _, plies):
                    updates, result = table.submit(plies)
                    return [Ack(key, updates[0].seq), *updates, result]
                case ShowMe():
                    updates, result = table.show()
                    return [*updates, result]
        except Problem as problem:
            key = message.key if isinstance(message, Submit) else ""
            ask = message.ask if isinstance(message, NumberedQuestion) else -1
            return [refused(problem, game, key=key, ask=ask)]
