"""``tablier puzzles`` mines and verifies puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablier.cli.options import in_folder
from tablier.errors import GameError
from tablier.files import write_whole

if TYPE_CHECKING:
    from tablier.catalogue.puzzles import Collection


@click.group()
def puzzles() -> None:
    """Mine and verify puzzles: positions with one best move."""


@puzzles.command()
@click.argument("game")
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, writable=True, path_type=Path), help="The file to write."
)
@click.option(
    "--count", default=100, show_default=True, type=click.IntRange(1), help="How many puzzles the file is to have."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Decides all games.")
@click.option("--resume", is_flag=True, help="Go on with the puzzles and the seed in the file.")
def mine(game: str, out: Path, count: int, seed: int, resume: bool) -> None:
    """Mine puzzles of GAME from games between bots.

    The file is written after each game, so the command can be stopped and resumed at any time.
    """
    from rich.console import Console
    from rich.progress import Progress

    import tablier
    from tablier.catalogue.puzzles import Collection, read
    from tablier.errors import InvalidOption
    from tablier.puzzles.miner import mine as run

    one = tablier.game(game)
    if out.exists() and not resume:
        raise click.ClickException(f"{out} exists: give --resume to go on with it, or another file")
    in_folder(out)
    begun = read(out) if resume else Collection(seed=seed)
    try:
        for puzzle in begun.puzzles[:1]:
            one.setup(puzzle.setup)
    except InvalidOption as error:
        raise click.ClickException(f"{out} holds puzzles of another game ({error}); give another file") from None

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(game, total=count, completed=len(begun.puzzles))

        def tell(found: Collection) -> None:
            write_whole(out, found.dumps().encode())
            progress.update(task, completed=len(found.puzzles), description=f"{game}, {found.games} games")

        found = run(one, begun, count, tell)
    click.echo(f"{out}: {len(found.puzzles)} puzzles from {found.games} games")


@puzzles.command()
@click.argument("games", nargs=-1)
def verify(games: tuple[str, ...]) -> None:
    """Search the puzzles of GAMES again, by default of every game, and list those that fail."""
    from rich.console import Console
    from rich.progress import Progress

    import tablier
    from tablier.catalogue.puzzles import puzzles as puzzles_of
    from tablier.puzzles.checks import verify as check

    complaints: list[str] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name in games or tablier.list_games():
            game = tablier.game(name)
            for puzzle in progress.track(puzzles_of(name), description=name):
                try:
                    check(game, puzzle)
                except GameError as error:
                    complaints.append(f"{name}: {error}")
    for complaint in complaints:
        click.echo(complaint)
    if complaints:
        raise click.ClickException(f"{len(complaints)} puzzles failed")
