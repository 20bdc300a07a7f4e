"""Records: games as readable JSON that can be replayed and verified."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Annotated, Literal

import msgspec

from tablier.api import Game
from tablier.catalogue.info import Value
from tablier.commit_reveal import Fair, commitment, draw
from tablier.core.seats import CHANCE
from tablier.errors import (
    IllegalMove,
    InvalidMove,
    InvalidOption,
    RecordError,
    UnknownGame,
    UnknownSeat,
    VerifyError,
    require_instance,
    require_int_at_least,
)
from tablier.moves import Move
from tablier.position import Position

MAX_SIZE = 4 << 20
"""Largest accepted record, in bytes, or in characters of a ``str``."""

SHOWN = 40
"""So many characters of a record's moves and names are shown in messages."""

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
"""Control characters, line separators, and what XML cannot hold. Format characters are part of emoji."""

BROKEN_OFF = ("resigned", "time")
"""Reasons for an end outside the rules: a seat resigned, or its clock ran out."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Consecutive plies of one seat or of chance."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] | Literal["chance"]
    play: str


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A variation: its plies, and variations and comments within it, as in :class:`Record`."""

    moves: list[Entry]
    variations: dict[int, list[Variation]] = {}
    comments: dict[int, str] = {}


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the game ended. ``by`` is the seat that resigned or lost on time (``reason`` is one of ``BROKEN_OFF``)."""

    scores: list[int]
    ranks: list[int]
    reason: str
    by: int | None = None


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game: options, version of the rules, moves, players and result.

    ``fair`` has the inputs of the draws of a game played at a table; see :meth:`verify`. ``variations`` has, by the
    number of plies before it, each line that leaves the moves, and ``comments`` the texts about positions;
    :class:`tablier.GameTree` reads and checks both.
    """

    format: Literal["tablier-1"]
    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    moves: list[Entry]
    players: list[str] = []
    start: str | None = None
    result: Result | None = None
    date: str | None = None
    fair: Fair | None = None
    variations: dict[int, list[Variation]] = {}
    comments: dict[int, str] = {}

    @classmethod
    def of(cls, position: Position, players: Iterable[str] = (), date: str | None = None) -> Record:
        """The record of the moves that led to a position.

        Args:
            position: where the game is or ended.
            players: names by seat.
            date: of the game, in ISO 8601.

        Raises:
            InvalidOption: ``position`` is not a position.
            RecordError: the position is a view, ``players`` are not names, more than the seats or unprintable, or
                ``date`` is not ISO 8601.
        """
        require_instance(Position, position=position)
        if position.viewer is not None:
            raise RecordError("a view has no history to record; record the whole position")
        names = names_of(players, position.seats)
        _check_date(date)
        outcome = position.outcome()
        result = Result(list(outcome.scores), list(outcome.ranks), outcome.reason) if outcome else None
        return cls(
            "tablier-1",
            position.game.name,
            position.game.info.rules_version,
            position.seats,
            dict(position.options),
            entries(position.history),
            list(names),
            position.start,
            result,
            date,
        )

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """Parse a record, with or without a byte order mark; :meth:`replay` checks its moves.

        Raises:
            RecordError: the text is too long, not JSON, of another format, or has an invalid field.
        """
        if not isinstance(text, str | bytes):
            raise RecordError(f"a record is read from its text or bytes, got {type(text).__name__}")
        if len(text) > MAX_SIZE:
            raise RecordError(f"the record has {len(text)} characters; at most {MAX_SIZE} are read")
        text = text.removeprefix("\ufeff") if isinstance(text, str) else text.removeprefix(BOM_UTF8)
        try:
            version = msgspec.json.decode(text, type=_Header).format
            if version != "tablier-1":
                raise RecordError(f"the record has format {version!r}; this version of Tablier reads 'tablier-1'")
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise RecordError(f"this is not a valid record: {error}") from error

    def dumps(self) -> str:
        """The record as JSON text.

        Raises:
            RecordError: the text would be longer than :meth:`loads` accepts, variations nest too deeply, or a name or
                comment is not Unicode text.
        """
        try:
            data = msgspec.json.format(msgspec.json.encode(self))
        except (TypeError, UnicodeError, RecursionError) as error:
            raise RecordError(f"the record cannot be written: {error}") from error
        if len(data) > MAX_SIZE:
            raise RecordError(
                f"the record would have {len(data)} bytes, and at most {MAX_SIZE} can be read; "
                "end such a game after the number of plies in GameInfo.limit"
            )
        return data.decode()

    def replay(self, upto: int | None = None) -> Position:
        """Play the moves (at most the first ``upto`` plies) and return the position.

        Raises:
            RecordError: the game, an option or the version of the rules is unknown, a move fails (``move`` is its
                index), there are more names than seats or unprintable ones, or the result does not follow from the
                moves.
            InvalidOption: ``upto`` is negative or no integer.
        """
        require_int_at_least(0, upto=upto or 0)
        return self._play(upto)

    def verify(self) -> int:
        """Recompute every draw from the seed and the nonces; returns the number of draws.

        Raises:
            RecordError: the record cannot be replayed, or has no seed.
            VerifyError: the seed does not match the commitment, or a draw differs; the message names the first one.
        """
        if self.fair is None or not self.fair.seed:
            raise RecordError("the record has no seed: only games that have ended at a table can be verified")
        seed, nonces, scheme = bytes.fromhex(self.fair.seed), self.fair.nonces, self.fair.scheme
        if commitment(seed) != self.fair.commitment:
            raise VerifyError(f"the seed does not match the commitment: its SHA-256 is {commitment(seed)}")
        if len({nonce.seat for nonce in nonces}) < len(nonces):
            raise VerifyError("a seat has more than one nonce")
        draws = 0

        def check_draw(position: Position, seat: int, text: str) -> None:
            nonlocal draws
            if seat != CHANCE or CHANCE not in position.movers:
                return
            draws += 1
            played = position.history if scheme > 1 else None
            drawn = position.moves(CHANCE)[draw(seed, position.ply, position.odds(), nonces, played)].text
            if drawn != text:
                raise VerifyError(
                    f"draw {draws} (ply {position.ply + 1}) is {text[:SHOWN]!r}, but the seed gives {drawn!r}"
                )

        self._play(None, check_draw)
        return draws

    def _play(self, upto: int | None, check: Callable[[Position, int, str], None] | None = None) -> Position:
        position = self._begin()
        names_of(self.players, position.seats)
        _check_date(self.date)
        for i, entry in enumerate(self.moves):
            seat = CHANCE if entry.seat == "chance" else entry.seat
            for text in entry.play.split():
                if upto is not None and position.ply >= upto:
                    return position
                if check is not None:
                    check(position, seat, text)
                try:
                    position.play(text, seat)
                except (InvalidMove, IllegalMove, UnknownSeat) as error:
                    raise RecordError(
                        f"move {i + 1} ({entry.play[:SHOWN]!r}) of seat {entry.seat}: {error}", move=i
                    ) from error
        self._check_result(position)
        return position

    def _begin(self) -> Position:
        try:
            game = Game(self.game)
            if self.rules != game.info.rules_version:
                known = game.info.rules_version
                raise RecordError(f"the record follows version {self.rules} of the rules; this is version {known}")
            game.info.choose(self.options)  # an option may not be another argument, such as seats
            if self.start is None:
                return game.new(self.seats, **self.options)
            position = game.setup(self.start, self.seats, **self.options)
        except (UnknownGame, InvalidOption) as error:
            raise RecordError(str(error)) from error
        if position.ply:
            raise RecordError("the start of a record has no moves; write them as its moves")
        return position

    def _check_result(self, position: Position) -> None:
        stated = self.result
        if stated is None:
            return
        if stated.by is not None or stated.reason in BROKEN_OFF:
            self._check_broken_off(stated, position)
            return
        played = Record.of(position).result
        if played != stated:
            found = "the game goes on" if played is None else _shown(played)
            raise RecordError(f"the record says {_shown(stated)}, but after its moves {found}")

    def _check_broken_off(self, stated: Result, position: Position) -> None:
        if stated.reason not in BROKEN_OFF:
            raise RecordError(
                f"the record says that seat {stated.by} ended the game by {stated.reason!r}; "
                f"a seat ends a game only by {' or '.join(map(repr, BROKEN_OFF))}"
            )
        if not position.movers:
            raise RecordError(f"the record says {stated.reason!r}, but after its moves the game is over")
        if stated.by is None or not 0 <= stated.by < position.seats:
            raise RecordError(
                f"the record says {stated.reason!r} by seat {stated.by}; there are seats 0 to {position.seats - 1}"
            )
        # The seat that resigned or lost on time is last; the others share the first place.
        ranks = [position.seats - 1 if seat == stated.by else 0 for seat in range(position.seats)]
        scores = list(position.view(None).scores())
        if (stated.scores, stated.ranks) != (scores, ranks):
            found = Result(scores, ranks, stated.reason, stated.by)
            raise RecordError(f"the record says {_shown(stated)}, but after its moves it would be {_shown(found)}")


def entries(moves: Iterable[Move]) -> list[Entry]:
    """Moves as entries, one for consecutive plies of a seat."""
    joined: list[Entry] = []
    for move in moves:
        seat: int | Literal["chance"] = "chance" if move.seat == CHANCE else move.seat
        if joined and joined[-1].seat == seat:
            joined[-1] = Entry(seat, f"{joined[-1].play} {move.text}")
        else:
            joined.append(Entry(seat, move.text))
    return joined


def _check_date(date: str | None) -> None:
    try:
        if date is not None:
            datetime.fromisoformat(date)
    except (TypeError, ValueError):
        raise RecordError(f"the date must be in ISO 8601, such as 2026-11-26, got {date!r}") from None


def names_of(players: Iterable[str], seats: int) -> tuple[str, ...]:
    """The names of the players.

    Raises:
        RecordError: they are not names, more than there are seats, or cannot be shown.
    """
    iterable = isinstance(players, Iterable) and not isinstance(players, str)
    names = tuple(players) if iterable else ()
    if not iterable or len(names) > seats or not all(isinstance(name, str) for name in names):
        raise RecordError(f"players must be at most {seats} names, got {players!r}")
    if unprintable := [name for name in names if UNPRINTABLE.search(name)]:
        raise RecordError(f"a player's name has characters that cannot be shown: {unprintable[0][:SHOWN]!r}")
    return names


def _shown(result: Result) -> str:
    return f"scores {result.scores}, ranks {result.ranks}, reason {result.reason!r}"


class _Header(msgspec.Struct):
    format: str
