"""Work on a real Ray cluster of several nodes, some of which are killed: ``make ray``."""

from __future__ import annotations

import inspect
import os
import random
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

if "TABLIER_RAY" not in os.environ:
    pytest.skip("`make ray` installs Ray and starts clusters", allow_module_level=True)

import ray
from ray.cluster_utils import Cluster

from tablier import arena, definition
from tablier.arena import Match
from tablier.engine import cache
from tablier.training import Plan, Training
from tablier.work import once_per_host, results, workers

NODES = 3
SPEED = "0001-slowdown.json"
SETTINGS = {"object_store_memory": 80 << 20, "num_cpus": 1}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A head without processors, and nodes with one each."""
    source = str(Path(arena.__file__).parents[2])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([source, str(Path(__file__).parent)]))
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    started = Cluster(initialize_head=True, head_node_args={**SETTINGS, "num_cpus": 0})
    monkeypatch.setenv("RAY_ADDRESS", started.address)
    for _ in range(NODES):
        started.add_node(**SETTINGS)
    yield started
    ray.shutdown()
    started.shutdown()


class Killer:
    """Kills a random node, without warning, after each fifth result, and adds another one."""

    def __init__(self, cluster: Any) -> None:
        self._cluster, self._random, self._results = cluster, random.Random(1), 0
        self.killed = 0

    def __call__(self, _: object) -> None:
        """Count a result of a match."""
        self.advance()

    def begin(self, label: str, total: int) -> None:
        """A step of a training run begins."""

    def end(self, line: object) -> None:
        """A round of a training run is over."""

    def advance(self, done: int = 0, note: str = "") -> None:
        """Count a result, and kill a node if it is its turn."""
        self._results += 1
        if self._results % 5 == 0:
            self._cluster.remove_node(self._random.choice(list(self._cluster.worker_nodes)), allow_graceful=False)
            self._cluster.add_node(**SETTINGS)
            self.killed += 1


def test_a_match_survives_the_loss_of_nodes(cluster: Any, tmp_path: Path) -> None:
    match = Match.of("ponte_del_diavolo", ("search:iterations=300", "2"), {"board": 8}, 1)
    here, there, killer = tmp_path / "here.jsonl", tmp_path / "there.jsonl", Killer(cluster)
    arena.run(match, 16, file=here)
    with workers(on="ray") as executor:
        played = arena.run(match, 16, file=there, executor=executor, progress=killer)
    assert [one.number for one in played] == list(range(16))
    assert there.read_bytes() == here.read_bytes()
    assert killer.killed == 3


def test_training_survives_the_loss_of_nodes(cluster: Any, tmp_path: Path) -> None:
    plan = Plan(
        game="ponte_del_diavolo", seats=(2,), options={"board": 8}, rounds=1, games=12, block=1, full=20, light=10,
        width=8, second=4, epochs=1, gate=8, gate_iterations=10,
    )  # fmt: skip
    here, there, killer = Training(tmp_path / "here", plan), Training(tmp_path / "there", plan), Killer(cluster)
    with workers(2) as executor:
        here.run(executor)
    shutil.copy(here.folder / "gates" / SPEED, there.folder / "gates" / SPEED)  # a measured time
    with workers(on="ray") as executor:
        there.run(executor, killer)
    assert killer.killed >= 3
    files = {file.relative_to(here.folder) for file in here.folder.rglob("*") if file.is_file()}
    assert files == {file.relative_to(there.folder) for file in there.folder.rglob("*") if file.is_file()}
    for file in files - {Path("times.jsonl"), Path("gates/0001.times.jsonl")}:
        found = (there.folder / file).read_bytes().replace(b"/there/", b"/here/")  # a match names the file of its net
        assert found == (here.folder / file).read_bytes(), file


def slow(folder: str, number: int) -> int:
    with (Path(folder) / f"{number}-{os.getpid()}").open("w"):
        time.sleep(0.5)
    return number


def test_a_killed_worker_costs_no_block(cluster: Any, tmp_path: Path) -> None:
    killed: set[int] = set()
    with workers(on="ray") as executor:
        found = results(executor, partial(slow, str(tmp_path)), range(40))
        for count, _ in enumerate(found, 1):
            begun = [int(file.name.split("-")[1]) for file in tmp_path.iterdir()]
            if count % 8 == 0 and (victim := begun[-1]) not in killed:
                killed.add(victim)
                with suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
        assert count == 40
    assert killed
    assert {int(file.name.split("-")[0]) for file in tmp_path.iterdir()} == set(range(40))


def compile_slowly(mark: str, number: int) -> int:
    once_per_host("on_top", "test-of-a-cluster", lambda: note(mark))
    return os.getpid()


def note(mark: str) -> None:
    """Write when a compilation begins and ends."""
    for word in ("begin", "end"):
        with Path(mark).open("a") as file:
            file.write(f"{word} {os.getpid()}\n")
        time.sleep(1 if word == "begin" else 0)


def test_processes_of_a_machine_do_not_compile_at_the_same_time(cluster: Any, tmp_path: Path) -> None:
    source = inspect.getfile(definition.load("on_top").state)
    for file in cache.folder(source).glob("test-of-a-cluster*"):
        file.unlink()
    mark = tmp_path / "mark"
    with workers(on="ray") as executor:
        processes = {pid for _, pid in results(executor, partial(compile_slowly, str(mark)), range(12))}
    assert len(processes) > 1
    assert mark.read_text().split()[::2][:2] == ["begin", "end"]
