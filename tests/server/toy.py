"""A game of two or three seats in plain Python, for the table's own tests: rounds of numbers chosen in secret.

All seats choose at once; the last choice of a round shows all. Nobody may choose a number twice (TOY-1.1). With
the option ``luck`` a coin falls before the first round and after each: heads (once in four) are counted.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from tablier.catalogue.info import ClockInfo, GameInfo, OptionInfo
from tablier.catalogue.lessons import Lesson
from tablier.catalogue.puzzles import Puzzle
from tablier.core.events import Event
from tablier.engine.protocol import CHANCE, SPECTATOR
from tablier.errors import IllegalMove, InvalidMove
from tablier.moves import Move, Outcome
from tablier.position import Position
from tablier.record import Record
from tablier.scene.base import Path, Prompts, Scene
from tablier.scene.model import Button, Counter, Line, Message, Piece, Result, Spot, Stage, View, seat_name
from tablier.server.tables.library import Library

INFO = GameInfo(
    name="toy",
    title={"en": "Toy", "fr": "Jouet"},
    credits={"en": "-", "fr": "-"},
    blurb={"en": "-", "fr": "-"},
    rules_version=1,
    rule_prefix="TOY",
    seats=(2, 3),
    minutes=1,
    weight=1.0,
    hidden=True,
    chance=True,
    clocks={time: ClockInfo(time, "loss" if time == "0+1" else "bot") for time in ("0+1", "0+2", "0+5", "5+10", "3d")},
    reasons=("rounds",),
    options={
        "most": OptionInfo({"en": "Most", "fr": "Maximum"}, 5, (5, 9, 300)),
        "rounds": OptionInfo({"en": "Rounds", "fr": "Manches"}, 3, (3, 60, 300)),
        "luck": OptionInfo({"en": "Luck", "fr": "Hasard"}, False, (False, True)),
    },
)


class ToyGame:
    name = "toy"
    info = INFO

    def __init__(self) -> None:
        self.scene = ToyScene()

    def new(self, seats: int = 2, **options: Any) -> ToyPosition:
        return ToyPosition(self, seats, INFO.choose(options))

    def actions(self, **options: Any) -> int:
        return int(INFO.choose(options)["most"]) + 1


UNTYPED: Any = Position
"""The toy's methods take fewer arguments than those of a position."""


class ToyPosition(UNTYPED):  # type: ignore[misc]
    start = None
    __eq__, __hash__ = object.__eq__, object.__hash__

    def __init__(self, game: ToyGame, seats: int, options: dict[str, Any], viewer: int | None = None) -> None:
        self.game, self.seats, self.options, self.viewer = game, seats, options, viewer
        self.shown: list[list[int]] = [[] for _ in range(seats)]
        self.chosen: list[int | None] = [None] * seats
        self.coins: list[int] = []
        self._past: list[tuple[Move, Any]] = []

    @property
    def movers(self) -> tuple[int, ...]:
        rounds = self.options["rounds"]
        if self.options["luck"] and len(self.coins) <= min(map(len, self.shown)):
            return (CHANCE,)
        return tuple(s for s in range(self.seats) if self.chosen[s] is None and len(self.shown[s]) < rounds)

    @property
    def ply(self) -> int:
        return len(self._past)

    @property
    def history(self) -> tuple[Move, ...]:
        return tuple(move for move, _ in self._past)

    def since(self, ply: int) -> tuple[Move, ...]:
        return self.history[ply:]

    def moves(self, seat: int) -> list[Move]:
        if seat == CHANCE:
            return [Move(CHANCE, 0, "heads"), Move(CHANCE, 1, "tails")] if self.odds() else []
        numbers = range(1, self.options["most"] + 1) if seat in self.movers else ()
        return [Move(seat, n, str(n)) for n in numbers if n not in self.shown[seat]]

    def odds(self) -> tuple[int, ...]:
        return (1, 3) if CHANCE in self.movers else ()

    def parse(self, text: str, seat: int) -> Move:
        if seat == CHANCE and text in ("heads", "tails"):
            return Move(CHANCE, int(text == "tails"), text)
        if not text.isdecimal():
            raise InvalidMove(f"{text} is no number")
        return Move(seat, int(text), text)

    def why(self, action: int, seat: int) -> str | None:
        if action in self.shown[seat]:
            return "TOY-1.1"
        return None if 1 <= action <= self.options["most"] else "TOY-1.2"

    def push(self, move: Move) -> None:
        if move not in self.moves(move.seat):
            raise IllegalMove(f"{move.text} is not allowed", rule=self.why(move.action, move.seat), ply=move.text)
        self._past.append((move, ([*map(list, self.shown)], list(self.chosen), list(self.coins))))
        if move.seat == CHANCE:
            self.coins.append(move.action)
            return
        self.chosen[move.seat] = move.action
        if None not in self.chosen:
            for seat in range(self.seats):
                self.shown[seat].append(self.chosen[seat] or 0)
            self.chosen = [None] * self.seats

    def events(self, seat: int | None, plies: int = 1) -> tuple[Event, ...]:
        return ()

    def pop(self) -> Move:
        move, (shown, chosen, coins) = self._past.pop()
        self.shown, self.chosen, self.coins = [*map(list, shown)], list(chosen), list(coins)
        return move

    def play(self, text: str, seat: int) -> ToyPosition:
        for ply in text.split():
            self.push(self.parse(ply, seat))
        return self

    def copy(self) -> ToyPosition:
        twin = ToyPosition(self.game, self.seats, self.options, self.viewer)
        twin.shown, twin.chosen, twin.coins = [*map(list, self.shown)], list(self.chosen), list(self.coins)
        twin._past = list(self._past)
        return twin

    def back(self, plies: int) -> ToyPosition:
        twin = self.copy()
        for _ in range(plies):
            twin.pop()
        return twin

    def key(self) -> bytes:
        return repr((self.shown, self.chosen, self.coins)).encode()

    def view(self, seat: int | None) -> ToyPosition:
        twin = self.copy()
        twin._past = []
        twin.viewer = SPECTATOR if seat is None else seat
        twin.chosen = [c if s == seat else None for s, c in enumerate(self.chosen)]
        return twin

    def outcome(self) -> Outcome | None:
        if self.movers or any(len(shown) < self.options["rounds"] for shown in self.shown):
            return None
        scores = self.scores()
        ranks = tuple(sum(other > score for other in scores) for score in scores)
        return Outcome(scores, ranks, tuple(s for s, rank in enumerate(ranks) if not rank), "rounds")

    def record(self, players: tuple[str, ...] = ()) -> Record:
        return Record.of(self, players)

    def scores(self) -> tuple[int, ...]:
        return tuple(map(sum, self.shown))


class ToyScene(Scene):
    def stage(self, position: Any) -> Stage:
        spots = {
            f"n{n}": Spot((n * 10.0, 0.0), Message("toy-number", {"n": n}))
            for n in range(1, position.options["most"] + 1)
        }
        return Stage("toy", (0.0, 0.0, 100.0, 100.0), "board.svg", spots, {})

    def view(self, position: Any, seat: int | None) -> View:
        pieces = [
            Piece(f"{s}:{i}:{n}", "card", f"n{n}", seat=s)
            for s, row in enumerate(position.shown)
            for i, n in enumerate(row)
        ]
        pieces += [Piece(f"{s}:now", "card", f"n{c}", seat=s) for s, c in enumerate(position.chosen) if c is not None]
        scores, end = position.scores(), position.outcome()
        return View(
            pieces=tuple(pieces),
            counters=(
                *(Counter(f"sum:{s}", "sum", Message("toy-sum"), scores[s], seat=s) for s in range(position.seats)),
                Counter("heads", "sum", Message("toy-heads"), position.coins.count(0)),
            ),
            status=Message("toy-over" if end else "toy-choose"),
            colours=("white", "black", "grey")[: position.seats],
            movers=position.movers,
            result=Result(end.scores, end.ranks, Message("toy-rounds")) if end else None,
        )

    def paths(self, position: Any, seat: int, action: int) -> tuple[Path, ...]:
        return ((f"spot:n{action}", "button:yes"),)

    def prompts(self, position: Any, seat: int) -> Prompts:
        return Message("toy-choose"), {}, (Button("yes", Message("toy-yes")),)

    def narrate(
        self,
        before: Any,
        seat: int,
        actions: Sequence[int],
        after: Any,
        reader: int | None,
        events: Sequence[Event] = (),
    ) -> list[Line]:
        if seat == CHANCE:
            return [Line(Message("toy-heads" if coin == 0 else "toy-tails")) for coin in actions]
        if reader != seat and len(after.shown[seat]) == len(before.shown[seat]):
            return []
        return [Line(Message("toy-chose", {"seat": seat_name(seat)}), seat=seat)]


class ToyLibrary(Library):
    """Only the toy, ready at once."""

    def names(self) -> tuple[str, ...]:
        return ("toy",)

    def info(self, name: str) -> GameInfo:
        return INFO if name == "toy" else super().info(name)

    def lessons(self, name: str) -> tuple[Lesson, ...]:
        return ()

    def puzzles(self, name: str) -> tuple[Puzzle, ...]:
        return ()

    def _compile(self, name: str) -> Any:
        return ToyGame()


class SlowLibrary(ToyLibrary):
    """Compiles when the test says so."""

    def __init__(self, fails: bool = False) -> None:
        super().__init__()
        self.go = threading.Event()
        self.fails = fails

    def _compile(self, name: str) -> Any:
        self._progress[name] = 0.5
        self.go.wait(10)
        if self.fails:
            raise RuntimeError("out of memory")
        return super()._compile(name)


class RandomBot:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def plays(self, position: Any, seat: int) -> Sequence[Move]:
        position, moves = position.copy(), []
        while seat in position.movers:
            moves.append(self.random.choice(list(position.moves(seat))))
            position.push(moves[-1])
        return moves


class RandomBots:
    """One level: random."""

    def levels(self, game: str) -> list[Any]:
        return [SimpleNamespace(level=1, label={"en": "Random", "fr": "Hasard"})]

    def search_seconds(self, game: str, n: int) -> float:
        return 0.0

    def level(self, game: str, n: int, *, seed: int, seconds: float) -> RandomBot:
        return RandomBot(seed)
