"""``tablier review`` prints the review of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from tablier.cli.engine import language
from tablier.cli.options import in_folder, require_other
from tablier.cli.records import SEAT, read

if TYPE_CHECKING:
    from tablier.analysis import Review

TEXTS = {
    "en": {
        "players": ("Player", "Decisions", "Accuracy", "Win share lost", "Luck"),
        "moments": ("Ply", "Player", "Played", "Better", "Lost"),
        "calm": "No turn lost much.",
    },
    "fr": {
        "players": ("Joueur", "Décisions", "Précision", "Chances perdues", "Chance"),
        "moments": ("Coup", "Joueur", "Joué", "Mieux", "Perdu"),
        "calm": "Aucun tour n’a coûté beaucoup.",
    },
}


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--seconds", type=click.FloatRange(0), default=3.0, show_default=True, help="Thinking time for the whole game."
)
@click.option("--iterations", type=click.IntRange(1), help="Simulations for each decision, in place of seconds.")
@click.option("--svg", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Draw the curve here.")
@language
def review(file: BinaryIO, seconds: float, iterations: int | None, svg: Path | None, lang: str) -> None:
    """Review the game of the record FILE (- for the standard input).

    It shows the accuracy of the players and the turns that cost most. Each decision is judged by what its player could
    know.
    """
    from tablier import analysis

    require_other(svg, file)
    if svg is not None:
        in_folder(svg)
    record = read(file)
    found = analysis.review(record, seconds=None if iterations else seconds, iterations=iterations)
    given = dict(enumerate(record.players))
    names = [given.get(seat) or SEAT[lang].format(seat + 1) for seat in range(record.seats)]
    _print(found, names, lang)
    if svg is not None:
        svg.write_text(analysis.draw(found, names=names, lang=lang), encoding="utf-8")


def _print(found: Review, names: list[str], lang: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    texts, console = TEXTS[lang], Console()
    players = Table(box=None, pad_edge=False, header_style="bold")
    luck = any(player.luck for player in found.players)
    for heading in texts["players"][: 5 if luck else 4]:
        players.add_column(str(heading), justify="left" if heading == texts["players"][0] else "right")
    for name, player in zip(names, found.players, strict=True):
        accuracy = "–" if player.accuracy is None else f"{player.accuracy:.0f}"
        row = (escape(name), str(player.decisions), accuracy, f"{player.lost:.2f}", f"{player.luck:+.2f}")
        players.add_row(*row[: 5 if luck else 4])
    console.print(players)
    console.print()
    if not found.moments:
        console.print(str(texts["calm"]))
        return
    moments = Table(box=None, pad_edge=False, header_style="bold")
    for heading in texts["moments"]:
        moments.add_column(heading, justify="left", overflow="fold")
    for moment in found.moments:
        played, better = (" ".join(move.text for move in turn) for turn in (moment.played, moment.better))
        moments.add_row(
            str(moment.ply + 1), escape(names[moment.seat]), escape(played), escape(better), f"{moment.lost:.0%}"
        )
    console.print(moments)
