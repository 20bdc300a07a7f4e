"""The output of ``tablier bench``. Speed is not tested."""

import json

from click.testing import CliRunner
from known import GAMES

import tablier
from tablier.cli import main

GAME = min(GAMES, key=lambda name: len(tablier.game(name).info.seats))
MEASURES = {
    *("random_games_per_s", "random_plies_per_s", "search_sims_per_s"),
    *("batch_steps_per_s", "batch_steps_2_threads_per_s"),
}


def measured(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["bench", "--game", GAME, "--seconds", "0.01", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_json_has_every_measure_for_all_numbers_of_seats() -> None:
    printed = json.loads(measured("--json"))
    assert {"cpu", "cores", "python", "numba", "date"} <= set(printed["machine"])
    found = {(r["game"], r["seats"], r["measure"]): r["value"] for r in printed["results"]}
    seats = tablier.game(GAME).info.seats
    assert set(found) == {(GAME, n, measure) for n in seats for measure in MEASURES}
    assert all(value > 0 for value in found.values())
    for n in seats:
        assert found[GAME, n, "random_plies_per_s"] > found[GAME, n, "random_games_per_s"]


def test_the_table_compares_searches_with_random_games() -> None:
    lines = [line for line in measured().splitlines() if line.startswith(GAME)]
    games, search, batch = (
        next(line.split() for line in lines if what in line) for what in ("random games", "search sims", "batch steps")
    )
    assert games[-1] == "100%"
    assert search[-1].endswith("%")
    assert not batch[-1].endswith("%")


def test_an_unknown_game_is_refused_by_name() -> None:
    done = CliRunner().invoke(main, ["bench", "--game", "chess"])
    assert done.exit_code == 1
    assert GAME in done.output
