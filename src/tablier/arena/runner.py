"""Play a match, with a file from which it can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TypeVar

from tablier.arena import files, nets
from tablier.arena.match import Match, Played, play_game
from tablier.arena.sprt import Sprt
from tablier.errors import WorkerError, require_int_at_least
from tablier.record import Record
from tablier.work import results, workers

R = TypeVar("R")


def run(
    match: Match,
    games: int,
    *,
    jobs: int = 1,
    file: Path | None = None,
    progress: Callable[[list[Played]], None] | None = None,
    executor: Executor | None = None,
    test: Sprt | None = None,
) -> list[Played]:
    """Play a match and return its games in order.

    Args:
        match: the match.
        games: the number of games, rounded up to whole groups of seat rotations.
        jobs: the number of processes.
        file: a JSON-lines file for the games, with their times beside it (`games.times.jsonl`). Games that it already
            holds are not played again; when all are played it holds them in order.
        progress: called with all games so far, once at the start and after each game.
        executor: plays the games instead of processes of its own; ``jobs`` is ignored.
        test: ends the match as soon as it has decided; games that have not begun then are not played.

    Raises:
        RecordError: the file holds another match, or is not the file of a match.
        InvalidOption: ``games`` is negative, or ``jobs`` is less than 1.
        BotError: a bot failed or returned an illegal turn; the message names the bot.
        GameError: a net that a bot names is not a file of weights, does not fit the game, or has changed since the
            match was made.
        WorkerError: a process ended early; the message names the games that it may have played, and the bots.
    """
    require_int_at_least(0, games=games)
    require_int_at_least(1, jobs=jobs)
    played = files.resume(match, file) if file else []
    done = {one.number for one in played}
    missing = [number for number in range(match.rounded(games)) if number not in done]
    if test and test.decide(played).share is not None:
        missing = []
    progress = progress or (lambda _: None)
    progress(played)
    with nullcontext(executor) if executor else workers(jobs if len(missing) > 1 else 1) as pool:
        for one in _results(pool, _play, match, missing, file):
            played.append(one)
            if file:
                files.append(match, one, file)
            progress(played)
            if test and test.decide(played).share is not None:
                break
    if file:
        files.write(files.read(file), file)
    return sorted(played, key=lambda one: one.number)


def selfplay(match: Match, games: int, executor: Executor) -> Iterator[tuple[Played, str]]:
    """The first games of a match with their records as JSON, in the order in which they are done."""
    yield from _results(executor, _recorded, match, range(games))


def _results(
    pool: Executor,
    play: Callable[[Match, dict[str, bytes], int], R],
    match: Match,
    numbers: Iterable[int],
    file: Path | None = None,
) -> Iterator[R]:
    try:
        for _, found in results(pool, partial(play, match, nets.pack(match)), numbers):
            yield found
    except WorkerError as error:
        kept = f"the games so far are in {file}, and the same command goes on" if file else "begin again"
        raise WorkerError(
            f"a process ended during one of the games {', '.join(map(str, error.blocks))} of {', '.join(match.names)}: "
            f"a bot ended it, it crashed, was killed, or lacked memory; {kept}",
            blocks=error.blocks,
        ) from error


def _play(match: Match, files_of_nets: dict[str, bytes], number: int) -> Played:
    return play_game(nets.unpack(match, files_of_nets), number)[0]


def _recorded(match: Match, files_of_nets: dict[str, bytes], number: int) -> tuple[Played, str]:
    played, position = play_game(nets.unpack(match, files_of_nets), number)
    players = tuple(match.names[played.seats.index(seat)] for seat in range(len(match.bots)))
    return played, Record.of(position, players).dumps() + "\n"
