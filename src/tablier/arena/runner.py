"""Play a match in one or several processes, with a file from which it can be resumed."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import msgspec
from msgspec.structs import asdict

from tablier.arena.match import Match, Played, play_game
from tablier.errors import RecordError, require_int_at_least
from tablier.search.cores import CORES


def run(
    match: Match,
    games: int,
    *,
    jobs: int = 1,
    file: Path | None = None,
    progress: Callable[[list[Played]], None] | None = None,
) -> list[Played]:
    """Play a match and return its games in order.

    Args:
        match: the match.
        games: the number of games, rounded up to whole groups of seat rotations.
        jobs: the number of processes.
        file: a JSON-lines file for the games; games that it already holds are not played again.
        progress: called with all games so far, once at the start and after each game.

    Raises:
        RecordError: the file holds another match, or is not the file of a match.
        InvalidOption: ``games`` is negative, or ``jobs`` is less than 1.
    """
    require_int_at_least(0, games=games)
    require_int_at_least(1, jobs=jobs)
    played = _resume(match, file) if file else []
    wanted = -(-games // len(match.bots)) * len(match.bots)
    done = {one.number for one in played}
    missing = [number for number in range(wanted) if number not in done]
    progress = progress or (lambda _: None)
    progress(played)
    for one in _play(match, missing, jobs):
        played.append(one)
        if file:
            with file.open("ab") as out:
                out.write(msgspec.json.encode(one) + b"\n")
        progress(played)
    return sorted(played, key=lambda one: one.number)


def _one(match: Match, number: int) -> Played:
    return play_game(match, number)[0]


def _share_cores(jobs: int) -> None:
    CORES.divide(jobs)


def _play(match: Match, numbers: list[int], jobs: int) -> Iterator[Played]:
    if jobs == 1 or len(numbers) < 2:
        yield from (_one(match, number) for number in numbers)
        return
    yield _one(match, numbers[0])  # compiles: the processes load from the cache
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_share_cores, initargs=(jobs,)) as pool:
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
    _require_same_match(match, first, file)
    if lines and lines[-1]:  # an incomplete line: that game is played again
        file.write_bytes(b"\n".join([first, *lines[:-1], b""]))
    return [_game(file, number, line) for number, line in enumerate(lines[:-1], start=2)]


def _game(file: Path, number: int, line: bytes) -> Played:
    try:
        return msgspec.json.decode(line, type=Played)
    except msgspec.DecodeError as error:
        raise RecordError(
            f"{file}: line {number} does not contain a game of a match: {error}; give another file"
        ) from error


def _require_same_match(match: Match, first: bytes, file: Path) -> None:
    try:
        before = msgspec.json.decode(first, type=Match)
    except msgspec.DecodeError as error:
        raise RecordError(f"{file} is not the file of a match: {error}; give another file") from error
    old, new = asdict(before), asdict(match)
    changed = [f"{field} was {old[field]!r}, is {new[field]!r}" for field in new if old[field] != new[field]]
    if changed:
        raise RecordError(f"{file} holds another match ({'; '.join(changed)}); give another file, or delete this one")
