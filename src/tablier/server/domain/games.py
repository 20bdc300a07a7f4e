"""The games that can be played at a table, and what is known of them without their kernels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Protocol

from tablier import catalogue
from tablier.catalogue.info import GameInfo, Texts
from tablier.catalogue.lessons import Lesson, lessons
from tablier.catalogue.puzzles import Puzzle, puzzles
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.api import Game


class Level(Protocol):
    """A level of strength."""

    @property
    def level(self) -> int:
        """Its number, from 1."""

    @property
    def label(self) -> Texts:
        """Its name by language."""


class Games(ABC):
    """The games with a scene. A subclass opens them."""

    @abstractmethod
    def game(self, name: str) -> Game:
        """A game that can be played.

        Raises:
            Problem: the game is unknown or not ready.
        """

    def names(self) -> tuple[str, ...]:
        """The games that can be played at a table, in the order of the catalogue."""
        return tuple(name for name in catalogue.names() if catalogue.has_scene(name))

    def info(self, name: str) -> GameInfo:
        """The contents of ``game.toml``, without compiling anything.

        Raises:
            Problem: the game is unknown.
        """
        if name not in self.names():
            raise Problem(Refusal.NO_GAME)
        return catalogue.info(name)

    def lessons(self, name: str) -> tuple[Lesson, ...]:
        """The lessons of a game.

        Raises:
            Problem: the game is unknown.
        """
        self.info(name)
        return lessons(name)

    def puzzles(self, name: str) -> tuple[Puzzle, ...]:
        """The puzzles of a game.

        Raises:
            Problem: the game is unknown.
        """
        self.info(name)
        return puzzles(name)
