"""Training: small runs of On Top, resumed, damaged, and computed by several workers."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

pytest.importorskip("jax")
pytest.importorskip("optax")

from click.testing import CliRunner
from msgspec.structs import replace

import tablier
from tablier import catalogue
from tablier.cli import main
from tablier.engine.net import Net, NetShape, blank_inputs, blank_net, net_shares
from tablier.engine.net_file import read_net, write_net
from tablier.errors import InvalidOption, TrainingError
from tablier.training import Plan, Round, Training, gate, selfplay
from tablier.training.fit import fit, predict
from tablier.training.samples import Samples, join, read_samples
from tablier.training.selfplay import Block, play_block

RULES = tablier.game("on_top").rules
SHAPE = RULES.kernels.net_shape or NetShape(0, 0, 0)
PLAN = Plan(
    game="on_top",
    seats=(2, 3),
    options={"board": "H66"},
    rounds=2,
    games=6,
    block=2,
    full=8,
    light=4,
    width=8,
    second=8,
    epochs=2,
    gate=6,
    gate_iterations=6,
)

SLOWDOWN = gate.slowdown


class Inline(Executor):
    """Computes at once; after ``limit`` tasks it fails, as an interrupted run does."""

    def __init__(self, limit: int = 1_000_000) -> None:
        self._left = limit

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self._left:
            raise KeyboardInterrupt
        self._left -= 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture(autouse=True)
def _equal_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured speeds differ from run to run; with equal ones, whole runs can be compared."""
    monkeypatch.setattr(gate, "slowdown", lambda *_: 1.0)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a whole run."""
    folder = tmp_path_factory.mktemp("run") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "slowdown", lambda *_: 1.0)
        Training(folder, PLAN).run(Inline())
    return folder


def copy_of(folder: Path, target: Path) -> Path:
    for file in folder.rglob("*"):
        if file.is_file():
            (target / file.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            (target / file.relative_to(folder)).write_bytes(file.read_bytes())
    return target


def samples(games: int = 4) -> Samples:
    return play_block(Block(replace(PLAN, games=games, block=games), 1, 0, None)).samples


def test_the_kernel_and_the_framework_compute_the_same_net() -> None:
    seen, rng = samples(), np.random.default_rng(1)
    net = Net(*(rng.normal(0, 0.2, x.shape).astype(np.float32) for x in blank_net(SHAPE, 16, 8)))
    expected = np.exp(predict(net, seen.logits, seen.numbers, seen.codes.astype(np.int32), seen.seats))
    for i, n in enumerate(seen.seats):
        inputs, out = blank_inputs(SHAPE, n), np.zeros(n)
        inputs.logits[:], inputs.numbers[:], inputs.codes[:] = (x[i, :n] for x in seen[:3])
        net_shares(net, inputs, out)
        assert out == pytest.approx(expected[i, :n], abs=1e-5)


def test_a_fit_begins_at_the_fitted_evaluation_and_improves_on_its_samples() -> None:
    seen = samples(12)
    plan = replace(PLAN, width=16, epochs=30, outcome=1.0)
    everything = seen._replace(value=seen.result)
    fitted = fit(everything, plan, SHAPE, 1, None)
    at_once = fit(everything, replace(plan, rate=1e-9), SHAPE, 1, None)
    assert at_once.loss == pytest.approx(at_once.fitted_loss, abs=1e-5)
    assert fitted.loss != pytest.approx(fitted.fitted_loss, abs=1e-3)


def test_positions_of_a_dropped_game_are_not_those_of_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = samples(6)
    monkeypatch.setattr(selfplay, "LIMIT", 59)  # the second and the last game have 60 and 62 plies
    alone = [play_block(Block(replace(PLAN, games=6, block=1), 1, number, None)).samples for number in range(6)]
    assert [len(one.seats) > 0 for one in alone] == [True, False, True, True, True, False]
    together = samples(6)
    assert len(together.seats) < len(everything.seats)
    expected = join(alone)
    assert all(np.array_equal(getattr(together, name), getattr(expected, name)) for name in Samples._fields)


def test_speeds_are_compared_before_the_end_of_a_short_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "SPEED_PLIES", 1000)
    monkeypatch.setattr(gate, "SPEED_ITERATIONS", 20)
    write_net(tmp_path / "net.npz", PLAN.game, blank_net(SHAPE, 8, 8))
    assert SLOWDOWN(PLAN, tmp_path / "net.npz", None) > 0


def test_a_run_writes_nets_that_bots_can_use(finished: Path) -> None:
    training = Training(finished, PLAN, resume=True)
    assert [line.round for line in training.rounds] == [1, 2]
    assert all(line.gate.games == 6 for line in training.rounds)
    nets = [read_net(finished / "nets" / f"{n:04}.npz", RULES) for n in (1, 2)]
    assert not np.array_equal(nets[0].own, nets[1].own)
    assert training.run(Inline(limit=0)) == training.best  # nothing is left to do


def test_expected_and_actual_shares_are_drawn_from_a_run(finished: Path, tmp_path: Path) -> None:
    tool = runpy.run_path(str(Path(__file__).parents[2] / "tools/calibration.py"), run_name="tool")
    picture = tmp_path / "picture.svg"
    done = CliRunner().invoke(tool["main"], [str(picture), str(finished)])
    assert done.exit_code == 0, done.output
    (searched,) = (line for line in done.output.splitlines() if line.startswith("on_top, search"))
    points = len(searched.split("; ")[1].split())
    root = ElementTree.parse(picture).getroot()
    drawn = [element for element in root.iter("{http://www.w3.org/2000/svg}circle") if element.get("class") == "c0"]
    assert len(drawn) == points + 1, "the points and that of the legend"
    sure = tool["_curve"](np.array([0.05, 0.05, 0.95, 0.95]), np.array([0.0, 0.0, 1.0, 0.0]))
    assert (sure.expected.tolist(), sure.actual.tolist()) == ([0.05, 0.95], [0.0, 0.5])
    assert sure.brier == pytest.approx((3 * 0.05**2 + 0.95**2) / 4)


@pytest.mark.parametrize("limit", [2, 3, 5, 11])
def test_an_interrupted_run_resumes_to_the_same_bytes(finished: Path, tmp_path: Path, limit: int) -> None:
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        Training(folder, PLAN).run(Inline(limit))
    Training(folder, PLAN, resume=True).run(Inline())
    for part in ("blocks", "nets"):
        for file in sorted((finished / part).iterdir()):
            assert (folder / part / file.name).read_bytes() == file.read_bytes(), file.name


def test_blocks_do_not_depend_on_who_computes_them(finished: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        Training(tmp_path / "run", replace(PLAN, rounds=1)).run(pool)
    for file in (tmp_path / "run" / "blocks").iterdir():
        assert file.read_bytes() == (finished / "blocks" / file.name).read_bytes()


def test_a_run_is_never_overwritten(finished: Path) -> None:
    with pytest.raises(TrainingError, match="exists; give another folder, or resume"):
        Training(finished, PLAN)


def test_a_folder_without_a_run_is_not_resumed(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="typo holds no run to resume; check its name"):
        Training(tmp_path / "typo", PLAN, resume=True)
    assert not (tmp_path / "typo").exists()


def test_a_run_with_another_plan_is_not_resumed(finished: Path) -> None:
    with pytest.raises(TrainingError, match=r"holds another run .*seed was 1, is 2"):
        Training(finished, replace(PLAN, seed=2), resume=True)


def test_a_run_can_be_continued_with_more_rounds(finished: Path) -> None:
    assert len(Training(finished, replace(PLAN, rounds=5), resume=True).rounds) == 2


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("plan.json", TrainingError, r"plan\.json is not the plan"),
        ("log.jsonl", TrainingError, r"log\.jsonl is damaged"),
        ("blocks/0001-0001.npz", TrainingError, r"0001-0001\.npz is damaged .* delete it and resume the run"),
        ("gates/0003-slowdown.json", TrainingError, r"0003-slowdown\.json is damaged: .*; delete it and 0003\.jsonl"),
        ("nets/0003.npz", TrainingError, r"nets/0003\.npz is .*damaged.*; delete it, and the net is fitted again"),
    ],
)
def test_damaged_files_of_a_run_are_refused(
    finished: Path, tmp_path: Path, name: str, error: type[Exception], message: str
) -> None:
    folder = copy_of(finished, tmp_path / "run")
    (folder / name).write_bytes(b"PK\x03\x04 nonsense\n")
    with pytest.raises(error, match=message):
        Training(folder, replace(PLAN, rounds=3), resume=True).run(Inline())


@pytest.mark.parametrize("content", [b"nonsense\n", b"\x93NUMPY"])
def test_samples_that_are_no_archive_are_refused_without_the_advice_of_numpy(
    finished: Path, tmp_path: Path, content: bytes
) -> None:
    folder = copy_of(finished, tmp_path / "run")
    (folder / "blocks/0001-0001.npz").write_bytes(content)
    with pytest.raises(TrainingError, match=r"0001-0001\.npz is not a file of samples; delete it") as refused:
        Training(folder, replace(PLAN, rounds=3), resume=True).run(Inline())
    assert "pickle" not in str(refused.value)


def test_an_array_alone_is_no_file_of_samples(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path / "run")
    with (folder / "blocks/0001-0001.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(TrainingError, match=r"0001-0001\.npz is not a file of samples; delete it"):
        Training(folder, replace(PLAN, rounds=3), resume=True).run(Inline())


def test_a_missing_file_of_samples_is_not_called_damaged(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"^there is no file .*0001-0001\.npz; resume the run"):
        read_samples(tmp_path / "0001-0001.npz", SHAPE, 3)


def test_deleted_blocks_of_earlier_rounds_are_played_again_to_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    folder = kept_in_round(1, copy_of(finished, tmp_path / "run"))
    plan = replace(PLAN, rounds=3)
    for name in ("0001-0001.npz", "0002-0002.npz"):
        (folder / "blocks" / name).unlink()
    steps = Steps()
    Training(folder, plan, resume=True).run(Inline(), steps)
    assert len(Training(folder, plan, resume=True).rounds) == 3
    assert steps.begun["round 3: self-play"] == steps.done["round 3: self-play"] == 5
    again = (folder / "blocks/0001-0001.npz").read_bytes()
    assert again == (finished / "blocks/0001-0001.npz").read_bytes()
    net = read_net(folder / "nets/0001.npz", RULES)
    expected = play_block(Block(plan, 2, 2, net)).samples
    played = read_samples(folder / "blocks/0002-0002.npz", SHAPE, 3)
    assert all(np.array_equal(getattr(played, name), getattr(expected, name)) for name in Samples._fields)


class Steps:
    """Progress of a run: the parts of each step, and how many were done."""

    def __init__(self) -> None:
        self.begun: dict[str, int] = {}
        self.done: dict[str, int] = {}
        self._label = ""

    def begin(self, label: str, total: int) -> None:
        self._label, self.begun[label] = label, total

    def advance(self, done: int, note: str = "") -> None:
        self.done[self._label] = done

    def end(self, line: Round) -> None:
        pass


def kept_in_round(number: int, folder: Path) -> Path:
    """The folder of a run whose net of that round and later ones won its match."""
    log = folder / "log.jsonl"
    lines = [msgspec.json.decode(line) for line in log.read_bytes().splitlines()]
    lines = [line | {"best": line["round"] if line["round"] >= number else 0} for line in lines]
    log.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return folder


@pytest.mark.parametrize("damage", [lambda file: file.write_bytes(b""), Path.unlink])
def test_a_damaged_or_missing_net_of_a_run_is_refused(
    finished: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    folder = kept_in_round(2, copy_of(finished, tmp_path / "run"))
    damage(folder / "nets" / "0002.npz")
    with pytest.raises(
        TrainingError, match=r"0002\.npz is (missing|damaged or of another game); restore it, or begin a new run"
    ):
        Training(folder, replace(PLAN, rounds=3), resume=True).run(Inline())


def test_samples_of_another_game_are_refused(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path / "run")
    for file in (folder / "blocks").iterdir():
        if file.name.startswith("0002"):
            np.savez(file, **(samples()._replace(numbers=np.zeros((1, 3, 4), np.float32))._asdict()))
    with pytest.raises(TrainingError, match=r"field 'numbers' is .*, of another game or version"):
        Training(folder, replace(PLAN, rounds=3), resume=True).run(Inline())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "there is no game 'nothing'"),
        (["on_top", "--seats", "7"], "on_top is for 2, 3, 4 seats; got 7"),
        (["on_top", "--set", "width=0"], "width"),
        (["on_top", "--set", "depth=3"], "depth"),
        (["on_top", "--set", "rate=inf"], "rate and decay must be finite, got inf"),
        (["on_top", "--set", "width"], "--set 'width' must be NAME=VALUE; write --set width=64"),
        (["on_top", "--set", "width=8", "--set", "width=9"], "--set 'width' is given twice; give width=8 or width=9"),
        (["on_top", "--set", "game=delta"], "--set does not set 'game': give the game as the argument GAME"),
        (["on_top", "--set", "games=9"], "--set does not set 'games': give --games"),
        (["on_top", "--set", "options={}"], "--set does not set 'options': give --option NAME=VALUE"),
        (["on_top", "--set", "format=zzz"], "--set does not set 'format': leave it out"),
        (["on_top", "--option", "teams=true", "--option", "teams=false"], "option 'teams' is given twice"),
    ],
)
def test_the_command_refuses_wrong_settings(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = CliRunner().invoke(main, ["train", *arguments, "--out", str(tmp_path / "run")])
    assert done.exit_code == 1
    assert message in done.output
    assert not (tmp_path / "run").exists()


def test_a_game_without_inputs_is_not_trained() -> None:
    catalogue.add("toy")
    with pytest.raises(InvalidOption, match="toy has no inputs for nets"):
        Plan(game="toy", seats=(2,)).checked()
