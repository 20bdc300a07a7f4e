"""Files of games, and their times apart.

The first line of `match.jsonl` is the match; each further line is a game without its times, so that the files of equal
matches are equal bytes on all machines. `match.times.jsonl` has the times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import asdict, replace

from tablier.arena.match import Match, Played
from tablier.errors import RecordError
from tablier.files import write_whole


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The times of one game; lists are by entrant, in seconds."""

    seed: int
    number: int
    seconds: list[float]
    slowest: list[float]


def times_file(file: Path) -> Path:
    """The file with the times of the games of a file."""
    return file.with_suffix(f".times{file.suffix}")


def read(file: Path) -> list[tuple[Match, list[Played]]]:
    """The matches of a file with their games and times, each game once, without an incomplete last line.

    Raises:
        RecordError: it is not the file of a match, or the file of its times is damaged.
    """
    found: list[tuple[Match, dict[int, Played]]] = []
    for number, line in _lines(file):
        try:
            if number == 1 or b'"format":' in line:
                match = msgspec.json.decode(line, type=Match)
                _require_names(match)
                found.append((match, {}))
            else:
                game = _of_match(found[-1][0], msgspec.json.decode(line, type=Played))
                found[-1][1].setdefault(game.number, game)
        except ValueError as error:
            raise RecordError(
                f"{file} is not the file of a match: line {number}: {error}; give another file"
            ) from error
    if not found:
        raise RecordError(f"{file} is not the file of a match: it has no complete line; give another file")
    times = _read_times(times_file(file), found[0][0])
    return [
        (match, [_timed(game, times.get((match.seed, game.number))) for game in games.values()])
        for match, games in found
    ]


def write(matches: Sequence[tuple[Match, Sequence[Played]]], file: Path) -> None:
    """Write matches with their games in order, and the times beside them; each file appears whole or not at all."""
    games: list[bytes] = []
    times: list[bytes] = []
    for match, played in matches:
        ordered = sorted(played, key=lambda one: one.number)
        games += [_line(match), *map(_game_line, ordered)]
        times += [_times_line(match, one) for one in ordered if one.seconds]
    for target, lines in ((times_file(file), times), (file, games)):
        write_whole(target, b"".join(lines))


def append(match: Match, one: Played, file: Path) -> None:
    """Add a game to the file of its match."""
    for target, line in ((times_file(file), _times_line(match, one)), (file, _game_line(one))):
        with target.open("ab") as out:
            out.write(line)


def resume(match: Match, file: Path) -> list[Played]:
    """The games that the file of a match holds; a new file is begun.

    Raises:
        RecordError: the file holds another match, or is not the file of a match.
    """
    if not file.exists() or not file.stat().st_size:
        file.parent.mkdir(parents=True, exist_ok=True)
        _drop_incomplete_line(times_file(file))
        _read_times(times_file(file), match)
        file.write_bytes(_line(match))
        return []
    (before, games), *others = read(file)
    if others:
        raise RecordError(f"{file} holds merged matches, which cannot be continued; give another file")
    if changed := different(before, match):
        raise RecordError(f"{file} holds another match ({'; '.join(changed)}); give another file, or delete this one")
    for target in (file, times_file(file)):
        _drop_incomplete_line(target)
    return games


def different(before: msgspec.Struct, now: msgspec.Struct) -> list[str]:
    """The fields in which two matches, or two settings, differ, as text."""
    old, new = asdict(before), asdict(now)
    return [f"{field} was {old[field]!r}, is {new[field]!r}" for field in new if old[field] != new[field]]


def _read_times(file: Path, match: Match) -> dict[tuple[int, int], Times]:
    found: dict[tuple[int, int], Times] = {}
    for number, line in _lines(file) if file.exists() else ():
        try:
            times = msgspec.json.decode(line, type=Times)
            _require_length(len(match.bots), times.seconds, times.slowest)
        except ValueError as error:
            raise RecordError(f"{file} does not hold times: line {number}: {error}; move or delete it") from error
        found[times.seed, times.number] = times
    return found


def _of_match(match: Match, game: Played) -> Played:
    """A game of a match.

    Raises:
        ValueError: it is not one.
    """
    seats = len(match.bots)
    _require_length(seats, game.scores, game.ranks, game.turns)
    if game.seconds or game.slowest:  # older files hold the times themselves
        _require_length(seats, game.seconds, game.slowest)
    ranked = min(game.ranks) == 0 and max(game.ranks) < seats
    if not ranked or sorted(game.seats) != [*range(seats)] or min(game.number, game.plies, *game.turns) < 0:
        raise ValueError("this is not a game of the match")
    return game


def _require_names(match: Match) -> None:
    """Check that a match has bots, and a name for each.

    Raises:
        ValueError: it has not.
    """
    if not match.bots:
        raise ValueError("the match has no bots")
    _require_length(len(match.bots), match.names)


def _require_length(entrants: int, *lists: Sequence[object]) -> None:
    """Check that lists have an entry for each entrant.

    Raises:
        ValueError: one has not.
    """
    if any(len(one) != entrants for one in lists):
        raise ValueError(f"expected {entrants} entries in each list, got {', '.join(str(len(one)) for one in lists)}")


def _timed(game: Played, times: Times | None) -> Played:
    return replace(game, seconds=times.seconds, slowest=times.slowest) if times else game


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    return enumerate(file.read_bytes().split(b"\n")[:-1], start=1)


def _drop_incomplete_line(file: Path) -> None:
    content = file.read_bytes() if file.exists() else b""
    if content and not content.endswith(b"\n"):
        file.write_bytes(content[: content.rfind(b"\n") + 1])


def _game_line(one: Played) -> bytes:
    return _line(replace(one, seconds=[], slowest=[]))


def _times_line(match: Match, one: Played) -> bytes:
    return _line(Times(match.seed, one.number, one.seconds, one.slowest))


def _line(value: Match | Played | Times) -> bytes:
    return msgspec.json.encode(value) + b"\n"
