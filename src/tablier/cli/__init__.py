"""The ``tablier`` command. Commands import what they need when they run, so that ``tablier --help`` is fast."""

from __future__ import annotations

import errno
import io
import sys
from typing import Any

import click
from click.core import ParameterSource

from tablier import __version__
from tablier.cli import (
    arena,
    bench,
    engine,
    exploit,
    new_game,
    operations,
    puzzles,
    records,
    review,
    site,
    solve,
    tables,
    train,
)
from tablier.errors import BotError, IllegalMove, TablierError


class Commands(click.Group):
    """A group of commands that reports Tablier's own errors by their message alone, and names wrong variables."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command of ``ctx``."""
        try:
            return super().invoke(ctx)
        except click.BadParameter as error:
            _name_variable(error)
            raise
        except TablierError as error:
            raise click.ClickException(_said(error, engine.wanted(ctx))) from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # the reader has closed the pipe; click exits quietly
            where = f"cannot use {error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror or error}") from error


def _name_variable(error: click.BadParameter) -> None:
    """Let an error in an environment variable name it, in place of an option that was not typed."""
    option = error.param
    if option is None or option.name is None or error.ctx is None:
        return
    if error.ctx.get_parameter_source(option.name) is ParameterSource.ENVIRONMENT:
        error.param_hint = str(option.envvar)


def _said(error: TablierError, lang: str) -> str:
    """The message of an error: a broken rule in the language of the environment, the lines of a bot that failed."""
    said = f"{error}\n{error.trace}".rstrip() if isinstance(error, BotError) else str(error)
    for one in (error, error.__cause__):
        if isinstance(one, IllegalMove) and lang in one.texts:
            said = said.replace(one.texts["en"], one.texts[lang])
    return said


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tablier")
def main() -> None:
    """Five modern board games: play them in the browser, study them, train on them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without accents still gets the rest


for command in (
    *(tables.play, tables.serve, tables.worker, engine.games, engine.warm, bench.bench),
    *(operations.backup, operations.doctor, site.site),
    *(records.show, records.verify, review.review, arena.arena, arena.merge, arena.selfplay),
    *(train.train, solve.solve, exploit.exploit, new_game.new_game, puzzles.puzzles),
):
    main.add_command(command)
