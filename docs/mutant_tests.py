"""A page with the mutants of each game's rule kernels, and those that no test can find. ``conf.py`` runs it."""

from __future__ import annotations

from collections.abc import Iterator

from games import MADE
from mutants import equivalents
from mutants.mutations import all_mutants, kernel_files, kernels

from tablier import catalogue

INTRODUCTION = """\
# Rule kernels and their tests

`make mutants` changes the kernels of rules in one place at a time: operators, comparisons, constants, branches, loop
bounds, statements left out. Under each such mutant a test of the game must fail. Mutants that change nothing are listed
in `tests/mutants/equivalent.toml` with the reason. A game with reasons has no unexplained survivor; CI tries a sample
of its mutants.

Each of the 5,424 mutants of the five games was killed by a test or is listed; 162 change nothing. Those of Delta and
The Guilds of Ankh-Morpork were tried on 2026-11-25, in several runs; a survivor passed the quickest instances of each
test (`--budget 0.5`), not all tests of the game.

The kernels are compared with oracles, the rules once more in plain Python. On 2026-11-28 these comparisons, the golden
games and the counts of ply sequences reached all 680 branches of the five oracles in one run of `make oracle-branches`
(two minutes, two cores of an Intel Xeon, Python 3.11.7).

`make oracle` compares them ply by ply in 3,000 games of each game: states, legal plies, points, ranks and ends, and
often which of all plies are refused. Numbers of seats and options take turns, many games begin in positions that play
seldom reaches, and players seek what is rare: a dry pool, full boards, blocked ways. On 2026-11-27 kernel and oracle
agreed in all positions of 3,000 games of each of the five games: Ponte del Diavolo, On Top, Delta, The Bridges of
Shangri-La and, in two parts, The Guilds of Ankh-Morpork (8, 9, 31, 42 and 38 minutes of one core of an AMD EPYC with
other work, Python 3.11.7). After offers of Ankh-Morpork were limited to 127 scrolls on a side, its 3,000 games agreed
again on 2026-11-28 (20 minutes of one core of an Intel Xeon with other work)."""


def make() -> None:
    """Write the page."""
    rows = ["| game | kernels | mutants | equivalent |", "|---|---|---|---|", *map(_row, catalogue.names())]
    sections = (line for game in equivalents.load() for line in _section(game))
    (MADE / "mutants.md").write_text("\n\n".join([INTRODUCTION, "\n".join(rows), *sections]) + "\n", encoding="utf-8")


def _row(game: str) -> str:
    number = sum(len(kernels(file)) for file in kernel_files(game))
    listed = len(equivalents.reasons(game)) if game in equivalents.load() else "not examined"
    return f"| {catalogue.info(game).title['en']} | {number} | {len(all_mutants(game))} | {listed} |"


def _section(game: str) -> Iterator[str]:
    yield f"## {catalogue.info(game).title['en']}"
    rows = [
        f"| `{entry.kernel}` | {_code(entry.before)} | {_code(after)} | {entry.reason} |"
        for entry in equivalents.load()[game]
        for after in entry.after
    ]
    yield "\n".join(["| kernel | statement | equivalent | why |", "|---|---|---|---|", *rows])


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")
