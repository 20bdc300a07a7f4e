"""Review of games: accuracy, decisive moments, luck, and the drawing of the curve."""

import json
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import golden
import pytest
from click.testing import CliRunner, Result

import tablier
from tablier import Record, RecordError
from tablier.analysis import Stroke, draw, review
from tablier.analysis.reviewer import _greatest
from tablier.cli import main
from tablier.errors import InvalidOption

NIM = "nim"


def nim(plies: str) -> Record:
    return Record.of(tablier.game(NIM).new(largest=5).play(plies), ("Ada", "Emy"))


def short(game: str, plies: int) -> Record:
    """The beginning of a golden game."""
    folder = {"ankh_morpork": "ankh", "ponte_del_diavolo": "ponte"}.get(game, game)
    name = {"ponte": "shared_victory"}.get(folder, "three_players" if folder == "ankh" else "two_players")
    end = golden.replayed(folder, name)
    while end.ply > plies:
        end.pop()
    return Record.of(end)


def test_a_blunder_is_the_decisive_moment() -> None:
    found = review(nim("c1 a2 a3 b3"), iterations=3000)  # Ada should take a3; then Emy should leave equal heaps
    assert [point.lost for point in found.points[:2]] == pytest.approx([1, 0], abs=1e-9)
    [moment] = found.moments
    assert (moment.ply, moment.seat) == (0, 0)
    assert [move.text for move in moment.played] == ["c1"]
    assert [move.text for move in moment.better] == ["a3"]
    assert found.players[1].accuracy == 100
    assert found.players[0].accuracy is not None
    assert found.players[0].accuracy < 100


def test_the_curve_ends_with_the_result() -> None:
    found = review(nim("c1 a2 a3 b3"), iterations=500)
    assert found.points[-1].seat is None
    assert found.points[-1].win_shares == (0, 1)
    assert all(sum(point.win_shares) == pytest.approx(1) for point in found.points)


def test_equal_iterations_and_seeds_give_equal_reviews() -> None:
    record = short("on_top", 12)
    assert review(record, iterations=40, seed=2) == review(record, iterations=40, seed=2)


def test_luck_is_what_chance_gives_and_takes() -> None:
    found = review(short("on_top", 12), iterations=60)
    assert any(player.luck for player in found.players)
    assert sum(player.luck for player in found.players) == pytest.approx(0, abs=1e-6)
    for seat, player in enumerate(found.players):
        pairs = [(one, after) for one, after in pairwise(found.points) if after.ply > one.ply + 1]
        drawn = [after.win_shares[seat] - one.played[seat] for one, after in pairs]
        assert player.luck == pytest.approx(sum(drawn))
    assert all(player.luck == 0 for player in review(nim("c1 a2"), iterations=50).players)


def test_strokes_of_luck_are_the_draws_that_changed_most() -> None:
    record = short("on_top", 24)
    found = review(record, iterations=60)
    chance = [ply for ply, move in enumerate(record.replay().history) if move.seat == tablier.CHANCE]
    assert found.strokes
    assert len(found.strokes) <= 3
    assert [*found.strokes] == sorted(found.strokes, key=lambda stroke: stroke.draws)
    for stroke in found.strokes:
        assert set(stroke.draws) <= {*chance}
        assert abs(stroke.changes[stroke.seat]) == max(map(abs, stroke.changes)) >= 0.05
    assert not review(nim("c1 a2"), iterations=50).strokes
    strokes = [Stroke((n,), (change, -change)) for n, change in enumerate((0.06, -0.3, 0.02, 0.1, -0.2))]
    assert _greatest(strokes) == (strokes[1], strokes[3], strokes[4])


def test_a_decision_is_not_judged_by_what_others_have_secretly_chosen() -> None:
    programmes = ("stone1 stone2 plank1 remove move1", "plank1 plank2 stone1 stone2 remove")
    later = [
        [
            point
            for point in review(
                Record.of(tablier.game("delta").new(2).play(programme, seat=0).play("stone2 stone1", seat=1)),
                iterations=64,
            ).points
            if point.seat == 1
        ]
        for programme in programmes
    ]
    assert later[0]
    assert later[0] == later[1]


def test_a_record_that_cannot_be_replayed_is_refused() -> None:
    data = json.loads(nim("c1 a2").dumps())
    data["moves"][0]["play"] = "a9"
    with pytest.raises(RecordError, match="a9"):
        review(Record.loads(json.dumps(data)), iterations=10)
    with pytest.raises(InvalidOption, match="seconds"):
        review(nim("c1"), seconds=float("nan"))


def test_the_curve_is_drawn_with_a_text_alternative() -> None:
    found = review(nim("c1 a2 a3 b3"), iterations=50)
    root = ET.fromstring(draw(found, lang="fr"))
    space = {"s": "http://www.w3.org/2000/svg"}
    assert root.find("s:title", space).text == "Chances de victoire"  # type: ignore[union-attr]
    assert "Emy\u00a0: 100\u00a0% à la fin" in root.find("s:desc", space).text  # type: ignore[union-attr, operator]
    assert "25\u00a0%" in {text.text for text in root.findall("s:text", space)}
    assert len(root.findall("s:polyline", space)) == 2


def run(*arguments: str) -> Result:
    return CliRunner(env={"LC_ALL": "C", "COLUMNS": "80"}).invoke(main, ["review", *arguments])


def test_the_command_prints_the_review_and_draws_it(tmp_path: Path) -> None:
    file, svg = tmp_path / "game.json", tmp_path / "curve.svg"
    file.write_text(short("ponte_del_diavolo", 10).dumps(), encoding="utf-8")
    result = run(str(file), "--iterations", "50", "--svg", str(svg))
    assert result.exit_code == 0, result.output
    assert "Accuracy" in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    assert "Précision" in run(str(file), "--iterations", "50", "--lang", "fr").output


def test_the_command_refuses_a_corrupt_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("{", encoding="utf-8")
    result = run(str(file))
    assert result.exit_code == 1
    assert "not a valid record" in result.output
