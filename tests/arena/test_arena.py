from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import tablier
from tablier import catalogue
from tablier.arena import Match, Played, merge, nets, run, standings
from tablier.arena.stats import bootstrap, places, shares, wilson
from tablier.bots import MixedSpec, SearchSpec
from tablier.cli import main
from tablier.cli.arena import split_names
from tablier.engine.net import blank_net
from tablier.engine.net_file import write_net
from tablier.errors import BotError, GameError, InvalidOption, NotStartedError, RecordError, UnknownBot

catalogue.add("toy")


def toy(seed: int = 1, **options: int) -> Match:
    return Match.of("toy", ("random", "greedy", "search:iterations=20"), dict(options), seed)


def essence(played: list[Played]) -> list[object]:
    """Games without their times."""
    return [(one.number, one.seats, one.scores, one.ranks, one.plies, one.turns) for one in played]


def test_entrants_rotate_and_games_are_reproducible() -> None:
    played = run(toy(), 8)
    assert [one.number for one in played] == list(range(9))  # whole groups of three
    assert [one.seats for one in played[:3]] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert essence(played) == essence(run(toy(), 9))
    assert essence(played) != essence(run(toy(seed=2), 9))


def test_all_rotations_of_a_group_have_the_same_chance() -> None:
    match = Match.of("toy", ("random",) * 3, {"rounds": 1}, 3)
    from tablier.arena import play_game

    deals = [[move.text for move in play_game(match, number)[1].history[:7]] for number in range(3)]
    assert deals[0] == deals[1] == deals[2]


def test_several_processes_play_the_same_games() -> None:
    match = Match.of("ponte_del_diavolo", ("random", "random"), {"board": 8}, 1)
    assert essence(run(match, 8, jobs=2)) == essence(run(match, 8))


class Sleeper:
    """A bot that waits before it plays the first move."""

    def __init__(self, seed: int) -> None:
        pass

    def plays(self, position: tablier.Position, seat: int) -> list[tablier.Move]:
        time.sleep(0.05)
        return [position.moves(seat)[0]]


def test_waiting_takes_no_processor_time() -> None:
    bots = (f"{__name__}:Sleeper", "random", "random")
    wall = run(Match.of("toy", bots, {"rounds": 1}, 1), 1)[0]
    processor = run(Match.of("toy", bots, {"rounds": 1}, 1, clock="processor"), 1)[0]
    assert wall.slowest[0] >= 0.05 > processor.slowest[0]


def test_a_match_is_resumed_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    first = run(toy(), 6, file=file)
    file.write_bytes(file.read_bytes()[:-20])  # killed while writing
    seen: list[int] = []
    again = run(toy(), 9, file=file, progress=lambda played: seen.append(len(played)))
    assert seen[0] == 5
    assert essence(again)[:6] == essence(first)
    assert len(file.read_text().splitlines()) == 10
    assert again[:5] == first[:5]


def test_files_of_equal_matches_are_equal_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    run(toy(), 9, file=one)
    run(toy(), 3, file=two)
    run(toy(), 9, file=two, executor=Backwards())
    assert one.read_bytes() == two.read_bytes()
    assert b"slowest" not in one.read_bytes()
    assert merge([two])[0][1] == run(toy(), 9, file=two)  # with their times
    two.with_name("two.times.jsonl").unlink()
    standing = standings(toy(), run(toy(), 9, file=two))[0]
    assert (standing.seconds, standing.slowest) == (None, None)


class Backwards(Executor):
    """Holds six tasks back and begins with the last."""

    def __init__(self) -> None:
        self._held: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._held.append((future, lambda: fn(*args, **kwargs)))
        if len(self._held) == 6:
            for waiting, call in reversed(self._held):
                waiting.set_result(call())
        return future


def test_files_with_times_among_the_games_can_be_continued(tmp_path: Path) -> None:
    """Files of before times had a file of their own."""
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    run(toy(), 9, file=new)
    header, *lines = new.read_bytes().splitlines()
    games = [
        json.loads(line) | {"seconds": [1.0, 2.0, 3.0], "slowest": [1.0, 1.0, 1.0], "over": True} for line in lines
    ]
    old.write_bytes(b"\n".join([header, *(json.dumps(game).encode() for game in games[:6]), b""]))
    played = run(toy(), 9, file=old)
    assert [one.seconds for one in played[:6]] == [[1.0, 2.0, 3.0]] * 6
    assert old.read_bytes() == new.read_bytes()
    assert run(toy(), 9, file=old) == played


def test_a_game_that_a_file_holds_twice_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    played = run(toy(), 6, file=file)
    content = file.read_bytes()
    file.write_bytes(content + content.splitlines(keepends=True)[2])
    assert run(toy(), 6, file=file) == played
    assert file.read_bytes() == content


def test_a_damaged_file_of_times_is_named(tmp_path: Path) -> None:
    (tmp_path / "match.times.jsonl").write_text("hello\n")
    with pytest.raises(RecordError, match=r"match\.times\.jsonl does not hold times: line 1"):
        run(toy(), 3, file=tmp_path / "match.jsonl")
    assert not (tmp_path / "match.jsonl").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"ranks": [0, 1]},
        {"ranks": [1, 1, 2]},
        {"ranks": [0, 1, 3]},
        {"ranks": [-1, 0, 1]},
        {"scores": []},
        {"turns": [1, 1]},
        {"turns": [1, -1, 1]},
        {"seconds": [1.0], "slowest": [1.0, 1.0, 1.0]},
        {"seconds": [1.0, 1.0, 1.0]},
        {"plies": -1},
        {"number": -3},
        {"seats": [0, 1, 1]},
    ],
)
def test_a_damaged_game_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    file = tmp_path / "match.jsonl"
    run(toy(), 3, file=file)
    header, first, *rest = file.read_text().splitlines()
    file.write_text("\n".join([header, json.dumps(json.loads(first) | change), *rest, ""]))
    with pytest.raises(RecordError, match=r"match\.jsonl is not the file of a match: line 2: "):
        run(toy(), 3, file=file)


@pytest.mark.parametrize("change", [{"names": ["random"]}, {"names": [], "bots": []}])
def test_a_match_without_a_name_for_each_bot_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    file = tmp_path / "match.jsonl"
    run(toy(), 3, file=file)
    header, *games = file.read_text().splitlines()
    file.write_text("\n".join([json.dumps(json.loads(header) | change), *games, ""]))
    with pytest.raises(RecordError, match=r"match\.jsonl is not the file of a match: line 1: "):
        merge([file])


def test_times_of_another_number_of_bots_are_named(tmp_path: Path) -> None:
    file, times = tmp_path / "match.jsonl", tmp_path / "match.times.jsonl"
    run(toy(), 3, file=file)
    first, *rest = times.read_text().splitlines()
    times.write_text("\n".join([json.dumps(json.loads(first) | {"slowest": [1.0]}), *rest, ""]))
    with pytest.raises(RecordError, match=r"match\.times\.jsonl does not hold times: line 1: expected 3 .* got 3, 1"):
        run(toy(), 3, file=file)


@pytest.mark.parametrize(("game", "bot"), [("on_top", "search:iterations=4,cutoff=0"), ("delta", "mixed:rounds=0")])
def test_nets_travel_with_a_match(tmp_path: Path, game: str, bot: str) -> None:
    rules = tablier.game(game).rules
    shape = rules.kernels.net_shape
    assert shape is not None
    file = tmp_path / "net.npz"
    write_net(file, game, blank_net(shape, 8, 8))
    match = Match.of(game, ("random", f"{bot},net={file}"), {}, 1)
    packed = nets.pack(match)
    content = file.read_bytes()
    file.unlink()
    there = nets.unpack(match, packed)
    spec = there.bots[1]
    assert isinstance(spec, SearchSpec | MixedSpec)
    assert Path(str(spec.net)).read_bytes() == content
    assert there.bots[0] == match.bots[0]


def test_a_changed_net_is_another_match(tmp_path: Path) -> None:
    shape = tablier.game("on_top").rules.kernels.net_shape
    assert shape is not None
    net, file, other = tmp_path / "net.npz", tmp_path / "match.jsonl", tmp_path / "other.jsonl"

    def match(width: int) -> Match:
        net.unlink(missing_ok=True)
        write_net(net, "on_top", blank_net(shape, width, 8))
        return Match.of("on_top", ("random", f"search:iterations=4,cutoff=0,net={net}"), {}, 1)

    run(match(8), 0, file=file)
    assert run(match(8), 0, file=file) == []
    with pytest.raises(RecordError, match=r"holds another match \(nets was "):
        run(match(16), 0, file=file)
    run(match(16), 0, file=other)
    with pytest.raises(RecordError, match=r"holds another match than .*nets was "):
        merge([file, other])


def test_a_match_is_not_played_with_other_nets_than_it_names(tmp_path: Path) -> None:
    shape = tablier.game("on_top").rules.kernels.net_shape
    assert shape is not None
    net = tmp_path / "latest.npz"
    write_net(net, "on_top", blank_net(shape, 8, 8))
    match = Match.of("on_top", ("random", f"search:iterations=4,cutoff=0,net={net}"), {}, 1)
    net.unlink()
    write_net(net, "on_top", blank_net(shape, 16, 8))
    with pytest.raises(GameError, match=r"latest\.npz has changed since the match was made; make a new match"):
        run(match, 2)


def test_files_without_hashes_of_nets_can_be_continued(tmp_path: Path) -> None:
    """Files of before they were recorded."""
    file = tmp_path / "match.jsonl"
    played = run(toy(), 6, file=file)
    header, *lines = file.read_bytes().splitlines(keepends=True)
    old = json.loads(header)
    del old["nets"]
    file.write_bytes(b"".join([json.dumps(old).encode(), b"\n", *lines]))
    assert run(toy(), 6, file=file) == played


def test_the_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    run(toy(), 3, file=file)
    before = file.read_bytes()
    with pytest.raises(RecordError, match="seed was 1, is 2"):
        run(toy(seed=2), 3, file=file)
    with pytest.raises(RecordError, match="options"):
        run(toy(rounds=1), 3, file=file)
    assert file.read_bytes() == before
    file.write_text("hello\n")
    with pytest.raises(RecordError, match="is not the file of a match"):
        run(toy(), 3, file=file)


def test_intervals_shares_and_places() -> None:
    low, high = wilson(0.75, 200)
    assert (round(low, 4), round(high, 4)) == (0.6857, 0.8049)
    assert wilson(1.0, 20)[1] == 1.0
    assert shares([0, 0, 2]) == [0.5, 0.5, 0.0]
    assert places([0, 1, 1, 3]) == [1.0, 2.5, 2.5, 4.0]
    assert bootstrap([[1.0, 0.0]] * 50) == (0.5, 0.5)  # every pair is even, so all samples are equal
    low, high = bootstrap([[1.0, 1.0], [0.0, 0.0]] * 25)
    assert 0.3 < low < 0.45
    assert 0.55 < high < 0.7


def test_standings_of_known_games() -> None:
    match = Match.of("toy", ("random", "random", "greedy"), {}, 1)

    def game(number: int, ranks: list[int]) -> Played:
        return Played(number, [0, 1, 2], [3, 2, 1], ranks, 9, [2, 2, 2], [1.0, 2.0, 4.0], [0.5, 1.0, 3.0])

    first, second, third = standings(match, [game(0, [0, 1, 2]), game(1, [0, 0, 2])])
    assert (first.share, second.share, third.share) == (0.75, 0.25, 0.0)
    assert (first.rank, second.rank, third.rank) == (1.25, 1.75, 3.0)
    assert (third.seconds, third.slowest, third.points) == (2.0, 3.0, 1.0)
    with pytest.raises(NotStartedError, match=r"call run\(\) first"):
        standings(match, [])


HASTY = """
import functools

class Hasty:
    def __init__(self, seed): self.seed = seed
    def plays(self, position, seat):
        view, moves = position.view(seat), []
        while seat in view.movers:
            moves.append(view.moves(seat)[self.seed % len(view.moves(seat))])
            view.push(moves[-1])
        return moves

def idle():
    class Idle:
        def plays(self, position, seat): return []
    return Idle()

class Cheat:
    def plays(self, position, seat): return ["a1", "a1"]

class Usurper:
    def plays(self, position, seat): return [position.moves(1 - seat)[0]]

class Dabbler(Hasty):
    def plays(self, position, seat):
        turn = super().plays(position, seat)
        for move in turn: position.push(move)
        return turn

class Maker:
    def __call__(self, seed): return Hasty(seed)

made, called = functools.partial(Hasty), Maker()
nothing = 3
def none(): return None
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "hasty_bots.py").write_text(HASTY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield "hasty_bots"
    sys.modules.pop("hasty_bots", None)


def own(*names: str, seed: int = 1) -> Match:
    return Match.of("ponte_del_diavolo", names, {"board": 8}, seed, limit=30)


def test_bots_of_ones_own_play_matches(module: str) -> None:
    played = run(own(f"{module}:Hasty", "random"), 4)
    assert len(played) == 4
    assert essence(run(own(f"{module}:Hasty", "random"), 4, jobs=2)) == essence(played)
    done = CliRunner().invoke(main, ["arena", "ponte_del_diavolo", f"{module}:Hasty", "random", "--games", "2"])
    assert done.exit_code == 0, done.output
    assert max(map(len, done.output.splitlines())) <= 80


@pytest.mark.parametrize("name", ["made", "called"])
def test_any_callable_makes_bots(module: str, tmp_path: Path, name: str) -> None:
    match = own(f"{module}:{name}", "random")
    assert essence(run(match, 2)) == essence(run(own(f"{module}:Hasty", "random"), 2))
    (tmp_path / "hasty_bots.py").write_text(HASTY + "# changed")
    assert own(f"{module}:{name}", "random") != match


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no_such_module:Bot", "No module named 'no_such_module'; name a class"),
        ("hasty_bots:Missing", "has no attribute 'Missing'"),
        ("hasty_bots:nothing", "is 3; name a class"),
        ("hasty_bots", "uct:500, or frozen:2026-11:5; a bot of your own is module:Class"),
    ],
)
def test_bots_that_cannot_be_imported_are_refused(module: str, name: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        own(name, "random")


def test_faults_of_bots_are_named(module: str) -> None:
    with pytest.raises(BotError, match=r"bot hasty_bots:idle, seat 0, ply 1: it returned no move"):
        run(own("hasty_bots:idle", "random"), 2)
    with pytest.raises(BotError, match=r"bot hasty_bots:Cheat, seat 0, ply 2: a1: A tile goes on"):
        run(own("hasty_bots:Cheat", "random"), 2)
    with pytest.raises(UnknownBot, match="makes None, which has no method plays"):
        run(own("hasty_bots:none", "random"), 2)


def test_a_bot_cannot_play_another_seat(module: str) -> None:
    match = Match.of("delta", (f"{module}:Usurper", "random"), {}, 1, limit=30)
    with pytest.raises(BotError, match=r"bot hasty_bots:Usurper, seat 0, ply 1: \S+ is a move of seat 1"):
        run(match, 2)


def test_a_bot_that_plays_on_its_position_does_not_change_the_match(module: str) -> None:
    assert essence(run(own(f"{module}:Dabbler", "random"), 2)) == essence(run(own(f"{module}:Hasty", "random"), 2))


def test_a_changed_bot_is_another_match(module: str, tmp_path: Path) -> None:
    before = own("hasty_bots:Hasty", "random")
    (tmp_path / "hasty_bots.py").write_text(HASTY + "# changed")
    assert own("hasty_bots:Hasty", "random") != before


def test_files_of_a_match_are_merged_and_games_count_once(tmp_path: Path) -> None:
    one, same, other, wrong = (tmp_path / f"{name}.jsonl" for name in ("one", "same", "other", "wrong"))
    first, second = run(toy(), 6, file=one), run(toy(seed=2), 3, file=other)
    run(toy(), 3, file=same)
    merged = merge([one, same, other])
    assert [(match.seed, len(games)) for match, games in merged] == [(1, 6), (2, 3)]
    assert (merged[0][1], merged[1][1]) == (first, second)
    out = tmp_path / "new" / "folder" / "all.jsonl"
    done = CliRunner().invoke(main, ["merge", *map(str, (one, same, other)), "-o", str(out)])
    assert done.exit_code == 0, done.output
    assert "9 games, seeds 1, 2" in done.output
    assert max(map(len, done.output.splitlines())) <= 80
    assert merge([out, one]) == merged
    again = CliRunner().invoke(main, ["merge", str(one), str(other), "-o", str(out)])
    assert again.exit_code == 1
    assert f"{out} exists and was not changed: name another file" in again.output
    assert merge([out]) == merged
    with pytest.raises(RecordError, match="holds merged matches"):
        run(toy(), 9, file=out)
    run(toy(rounds=1), 3, file=wrong)
    with pytest.raises(RecordError, match=r"wrong.jsonl holds another match than .*one.jsonl \(options"):
        merge([one, wrong])


def test_nothing_is_written_where_merged_games_have_no_standings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RecordError("no standings")

    run(toy(), 3, file=tmp_path / "one.jsonl")
    monkeypatch.setattr("tablier.arena.standings", fail)
    done = CliRunner().invoke(main, ["merge", str(tmp_path / "one.jsonl"), "-o", str(tmp_path / "all.jsonl")])
    assert "no standings" in done.output
    assert not (tmp_path / "all.jsonl").exists()


def test_standings_have_elo_ratings_for_any_number_of_seats() -> None:
    weak, _, strong = standings(toy(), run(toy(), 12))
    assert weak.elo < strong.elo
    assert weak.elo_interval[0] < weak.elo < weak.elo_interval[1]
    same = Match.of("ponte_del_diavolo", ("random", "random"), {"board": 8}, 1)
    assert [one.elo for one in standings(same, run(same, 2))] == [0, 0]


def test_invalid_matches_are_refused() -> None:
    with pytest.raises(InvalidOption, match="got 3 bots"):
        Match.of("ponte_del_diavolo", ("1", "2", "3"), {}, 1)
    with pytest.raises(UnknownBot):
        Match.of("ponte_del_diavolo", ("1", "9"), {}, 1)
    with pytest.raises(InvalidOption, match="limit must be an integer, at least 1, got 0"):
        Match.of("ponte_del_diavolo", ("1", "2"), {}, 1, limit=0)
    with pytest.raises(InvalidOption, match="clock must be 'wall' or 'processor', got 'x'"):
        Match.of("ponte_del_diavolo", ("1", "2"), {}, 1, clock="x")  # type: ignore[arg-type]
    match = Match.of("ponte_del_diavolo", ("1", "1"), {}, 1)
    with pytest.raises(InvalidOption, match="games must be an integer, at least 0, got -1"):
        run(match, -1)
    with pytest.raises(InvalidOption, match="jobs must be an integer, at least 1, got 0"):
        run(match, 2, jobs=0)


def test_the_command_prints_standings(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    arguments = ["arena", "ponte_del_diavolo", "2", "random", "--games", "4", "--option", "board=8", "--out", str(file)]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    assert "4 games" in done.output
    report = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert [one["games"] for one in report["standings"]] == [4, 4]
    refused = CliRunner().invoke(main, [*arguments, "--seed", "2"])
    assert refused.exit_code == 1
    assert "holds another match" in refused.output
    assert "no option 'size'" in CliRunner().invoke(main, ["arena", "toy", "1", "1", "--option", "size=8"]).output


def test_an_interrupted_match_tells_where_its_games_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_match: Match, _number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablier.arena.runner.play_game", interrupt)
    file = tmp_path / "match.jsonl"
    done = CliRunner().invoke(main, ["arena", "ponte_del_diavolo", "1", "1", "--out", str(file)])
    assert done.exit_code == 1
    assert f"The games so far are in {file}; the same command goes on.\n" in done.output
    assert done.output.endswith("Aborted!\n")


def test_long_names_of_bots_are_letters_in_the_table() -> None:
    name = "search:iterations=2,cutoff=0,priors=false,exploration=0.3"
    done = CliRunner().invoke(main, ["arena", "toy", name, "random", "random", "--games", "3"])
    assert done.exit_code == 0, done.output
    _, *legend, heading, one, two, three = done.stdout.splitlines()
    assert legend == [f"A = {name}", "B = random"]
    assert heading.startswith("bot")
    assert [line.split()[0] for line in (one, two, three)] == ["A", "B", "B"]
    assert max(map(len, (heading, one, two, three))) <= 80


def test_a_game_is_truncated_after_the_turn_that_reaches_the_limit() -> None:
    match = Match.of("ponte_del_diavolo", ("random", "random"), {}, 1, limit=3)
    assert [(one.plies, one.over) for one in run(match, 2)] == [(4, False)] * 2  # two tiles a turn


def test_truncated_games_are_reported() -> None:
    arguments = ["arena", "ponte_del_diavolo", "random", "random", "--games", "4", "--limit", "9"]
    assert "4 of 4 games were not over after 9 plies" in CliRunner().invoke(main, arguments).output
    report = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert [(one["cut"], one["share"]) for one in report["standings"]] == [(4, 0.5), (4, 0.5)]
    assert "not over" not in CliRunner().invoke(main, arguments[:-2]).output


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("3,2", ("3", "2")),
        ("2, random,", ("2", "random")),
        ("random,search:iterations=20", ("random", "search:iterations=20")),
        ("search:iterations=500,cutoff=0 5", ("search:iterations=500,cutoff=0", "5")),
        ("search:iterations=500, cutoff=0, 5", ("search:iterations=500, cutoff=0", "5")),
        ("mybots:A,mybots:B frozen:2026-11:5", ("mybots:A", "mybots:B", "frozen:2026-11:5")),
    ],
)
def test_bots_are_separated_by_spaces_or_commas(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text) == names


def test_records_of_selfplay_replay(tmp_path: Path) -> None:
    for game, names in (("ponte_del_diavolo", "1,2"), ("toy", "1 2 search:iterations=20")):
        done = CliRunner().invoke(main, ["selfplay", game, "--bots", names, "--games", "3", "--records", str(tmp_path)])
        assert done.exit_code == 0, done.output
        for number in range(3):
            record = tablier.Record.loads((tmp_path / f"{game}-1-{number}.json").read_text())
            assert record.replay().outcome() is not None
            assert len(record.players) == record.seats
