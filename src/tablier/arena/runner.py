"""Playing a match: in this process or in several, kept in a file, taken up again where it stopped."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import msgspec

from tablier.arena.match import Match, Played, play_game
from tablier.errors import RecordError, at_least


def run(
    match: Match,
    games: int,
    *,
    jobs: int = 1,
    file: Path | None = None,
    tell: Callable[[list[Played]], None] | None = None,
) -> list[Played]:
    """Play a match and return its games in order.

    Args:
        match: what is played.
        games: how many games, rounded up so that each group of seat rotations is whole.
        jobs: processes to play in.
        file: a JSON-lines file to keep the games in; those it holds already are not played again.
        tell: called with all games so far, once at the start and after each game.

    Raises:
        RecordError: the file holds another match, or something else.
        InvalidOption: ``games`` is negative, or there is no process to play in.
    """
    at_least(0, games=games)
    at_least(1, jobs=jobs)
    played = _resume(match, file) if file else []
    wanted = -(-games // len(match.bots)) * len(match.bots)
    done = {one.number for one in played}
    missing = [number for number in range(wanted) if number not in done]
    tell = tell or (lambda _: None)
    tell(played)
    for one in _play(match, missing, jobs):
        played.append(one)
        if file:
            with file.open("ab") as out:
                out.write(msgspec.json.encode(one) + b"\n")
        tell(played)
    return sorted(played, key=lambda one: one.number)


def _one(match: Match, number: int) -> Played:
    return play_game(match, number)[0]


def _play(match: Match, numbers: list[int], jobs: int) -> Iterator[Played]:
    if jobs == 1 or len(numbers) < 2:
        yield from (_one(match, number) for number in numbers)
        return
    yield _one(match, numbers[0])  # compiles, so that the processes find everything in the cache
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(_one, match, number) for number in numbers[1:]]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _resume(match: Match, file: Path) -> list[Played]:
    header = msgspec.json.encode(match)
    if not file.exists() or not file.stat().st_size:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(header + b"\n")
        return []
    first, *lines = file.read_bytes().split(b"\n")
    _check(match, first, file)
    if lines and lines[-1]:  # a line that was cut off: that game is played again
        file.write_bytes(b"\n".join([first, *lines[:-1], b""]))
    try:
        return [msgspec.json.decode(line, type=Played) for line in lines[:-1]]
    except msgspec.DecodeError as error:
        raise RecordError(f"{file}: a line is no game of a match: {error}; give another file") from error


def _check(match: Match, first: bytes, file: Path) -> None:
    try:
        before = msgspec.json.decode(first, type=Match)
    except msgspec.DecodeError as error:
        raise RecordError(f"{file} is no file of a match: {error}; give another file") from error
    changed = [
        f"{field} was {old!r}, is {new!r}"
        for field in match.__struct_fields__
        if (old := getattr(before, field)) != (new := getattr(match, field))
    ]
    if changed:
        raise RecordError(f"{file} holds another match ({'; '.join(changed)}); give another file, or delete this one")
