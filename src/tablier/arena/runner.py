"""Play a match in one or several processes, with a file from which it can be resumed."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from pathlib import Path

import msgspec
from msgspec.structs import asdict

from tablier.arena.match import Match, Played, play_game
from tablier.errors import RecordError, require_int_at_least


def run(
    match: Match,
    games: int,
    *,
    jobs: int = 1,
    file: Path | None = None,
    progress: Callable[[list[Played]], None] | None = None,
    executor: Executor | None = None,
) -> list[Played]:
    """Play a match and return its games in order.

    Args:
        match: the match.
        games: the number of games, rounded up to whole groups of seat rotations.
        jobs: the number of processes.
        file: a JSON-lines file for the games; games that it already holds are not played again.
        progress: called with all games so far, once at the start and after each game.
        executor: plays the games instead of processes of its own; ``jobs`` is ignored.

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
    for one in _submit(executor, match, missing) if executor else _play(match, missing, jobs):
        played.append(one)
        if file:
            with file.open("ab") as out:
                out.write(msgspec.json.encode(one) + b"\n")
        progress(played)
    return sorted(played, key=lambda one: one.number)


def _one(match: Match, number: int) -> Played:
    return play_game(match, number)[0]


def _play(match: Match, numbers: list[int], jobs: int) -> Iterator[Played]:
    if jobs == 1 or len(numbers) < 2:
        yield from (_one(match, number) for number in numbers)
        return
    yield _one(match, numbers[0])  # compiles: the processes load from the cache
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        try:
            yield from _submit(pool, match, numbers[1:])
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _submit(executor: Executor, match: Match, numbers: list[int]) -> Iterator[Played]:
    for future in as_completed([executor.submit(_one, match, number) for number in numbers]):
        yield future.result()


def _resume(match: Match, file: Path) -> list[Played]:
    header = msgspec.json.encode(match)
    if not file.exists() or not file.stat().st_size:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(header + b"\n")
        return []
    (before, games), *others = read(file)
    if others:
        raise RecordError(f"{file} holds merged matches, which cannot be continued; give another file")
    if changed := different(before, match):
        raise RecordError(f"{file} holds another match ({'; '.join(changed)}); give another file, or delete this one")
    content = file.read_bytes()
    if not content.endswith(b"\n"):  # an incomplete line: that game is played again
        file.write_bytes(content[: content.rindex(b"\n") + 1])
    return games


def read(file: Path) -> list[tuple[Match, list[Played]]]:
    """The matches of a file with their games, without an incomplete last line.

    Raises:
        RecordError: it is not the file of a match.
    """
    found: list[tuple[Match, list[Played]]] = []
    for number, line in enumerate(file.read_bytes().split(b"\n")[:-1], start=1):
        try:
            if number == 1 or b'"format":' in line:
                found.append((msgspec.json.decode(line, type=Match), []))
            else:
                found[-1][1].append(msgspec.json.decode(line, type=Played))
        except msgspec.DecodeError as error:
            raise RecordError(
                f"{file} is not the file of a match: line {number}: {error}; give another file"
            ) from error
    if not found:
        raise RecordError(f"{file} is not the file of a match: it is empty; give another file")
    return found


def different(before: Match, match: Match) -> list[str]:
    """The fields in which two matches differ, as text."""
    old, new = asdict(before), asdict(match)
    return [f"{field} was {old[field]!r}, is {new[field]!r}" for field in new if old[field] != new[field]]
