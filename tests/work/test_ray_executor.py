"""The executor for Ray, over a stand-in for Ray that loses workers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from tablier.cli import main
from tablier.errors import ClusterError, InvalidOption, MissingPackage
from tablier.work import on_ray, results, workers


class RayError(Exception):
    """As Ray's: a lost worker or node."""


class RayTaskError(RayError):
    """As Ray's: the function raised ``cause``."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a traceback")
        self.cause = cause


class Cluster(ModuleType):
    """Computes at once; of each call the first ``losses`` attempts lose their worker."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.exceptions = ModuleType("ray.exceptions")
        vars(self.exceptions).update(RayError=RayError, RayTaskError=RayTaskError)
        self.losses = 0
        self.lost: dict[Any, int] = {}
        self.refused: Exception | None = None
        self.up = False

    def is_initialized(self) -> bool:
        return self.up

    def init(self, address: str | None, **_: object) -> None:
        if self.refused:
            raise self.refused
        self.up = True

    def shutdown(self) -> None:
        self.up = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **options: object) -> Callable[[Callable[..., Any]], SimpleNamespace]:
        def decorate(function: Callable[..., Any]) -> SimpleNamespace:
            return SimpleNamespace(remote=lambda *args: SimpleNamespace(future=lambda: self._future(function, args)))

        return decorate

    def _future(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Future[Any]:
        future: Future[Any] = Future()
        key = args[3]
        self.lost[key] = self.lost.get(key, 0) + 1
        if self.lost[key] <= self.losses:
            future.set_exception(RayError("the node died"))
            return future
        try:
            future.set_result(function(*args))
        except Exception as error:
            future.set_exception(RayTaskError(error))
        return future


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    fake = Cluster()
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setitem(sys.modules, "ray.exceptions", fake.exceptions)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    return fake


def double(number: int) -> int:
    if number == 99:
        raise InvalidOption("ninety-nine")
    return 2 * number


def test_blocks_of_lost_workers_are_computed_again_and_count_once(cluster: Cluster) -> None:
    cluster.losses = 3
    with workers(on="ray") as executor:
        assert sorted(results(executor, double, range(30))) == [(n, 2 * n) for n in range(30)]
    assert set(cluster.lost.values()) == {4}
    assert not cluster.up


def test_a_block_that_always_loses_its_worker_is_an_error(cluster: Cluster) -> None:
    cluster.losses = 1000
    with workers(on="ray") as executor, pytest.raises(ClusterError, match=r"lost its worker 10 times .*the node died"):
        list(results(executor, double, [1]))
    assert cluster.lost == {(1,): 10}


def test_errors_of_a_block_are_those_of_its_function(cluster: Cluster) -> None:
    with workers(on="ray") as executor, pytest.raises(InvalidOption, match="ninety-nine"):
        list(results(executor, double, [1, 99]))
    assert cluster.lost[(99,)] == 1


def test_a_node_with_another_version_is_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = iter(["mine", "other"])
    monkeypatch.setattr(on_ray, "_program", lambda: next(versions))
    with workers(on="ray") as executor, pytest.raises(ClusterError, match="has another version of Tablier"):
        list(results(executor, double, [1]))


def test_a_cluster_of_the_caller_stays_connected(cluster: Cluster) -> None:
    cluster.up = True
    with workers(on="ray") as executor:
        assert executor.submit(double, 4).result() == 8
    assert cluster.up


@pytest.mark.parametrize("command", [["arena", "ponte_del_diavolo", "1", "1"], ["selfplay", "on_top", "--bots", "1,1"]])
def test_commands_say_that_a_cluster_refuses(cluster: Cluster, command: list[str]) -> None:
    cluster.refused = RuntimeError("other version of Ray")
    done = CliRunner().invoke(main, [*command, "--on", "ray"])
    assert done.exit_code == 1
    assert "cannot use the Ray cluster of this machine: other version of Ray" in done.output


def test_commands_say_that_a_cluster_cannot_be_reached(cluster: Cluster, tmp_path: Any) -> None:
    arguments = ["train", "on_top", "--out", str(tmp_path / "run"), "--on", "ray://127.0.0.1:9"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1
    assert "cannot use the Ray cluster ray://127.0.0.1:9" in done.output
    assert not (tmp_path / "run").exists()


def test_without_ray_the_extra_is_named(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackage, match=r"pip install 'tablier\[ray\]'"), workers(on="ray"):
        pass
