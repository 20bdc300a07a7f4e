"""Blocks: results as they are done, bounded queues, and compilation by one process of a machine at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablier import catalogue
from tablier.cli import main
from tablier.engine import cache
from tablier.errors import InvalidOption
from tablier.work import once_per_host, results, workers
from tablier.work.places import require_place
from tablier.work.stream import Bounded, ThisProcess

catalogue.add("toy")


def square(number: int) -> int:
    return number * number


def fails_at_three(number: int) -> int:
    if number == 3:
        raise InvalidOption("three")
    return number


class Manual(Executor):
    """Tasks end when the test says so."""

    def __init__(self) -> None:
        self.begun: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.begun.append(Future())
        return self.begun[-1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_block_has_one_result(jobs: int) -> None:
    with workers(jobs) as executor:
        assert sorted(results(executor, square, range(20))) == [(n, n * n) for n in range(20)]


KILLED = """
import time
from tablier.work import workers

if __name__ == "__main__":
    with workers(2) as executor:
        list(executor.map(abs, range(8)))
        print("ready", flush=True)
        time.sleep(600)
"""


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == "ready\n"
        parent.kill()
        assert parent.stdout.read() == "", "the workers hold this pipe open as long as they live"


INTERRUPTED = """
import signal
import sys
import time
from pathlib import Path
from tablier.work import results, workers

def block(file):
    Path(file).touch()
    time.sleep(600)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore interrupts
    try:
        with workers(2) as executor:
            list(results(executor, block, sys.argv[1:]))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows interrupts no other process")
def test_an_interrupt_ends_blocks_that_run(tmp_path: Path) -> None:
    """It reaches all processes of a terminal, and only the first one tells of it."""
    script, begun = tmp_path / "interrupted.py", [tmp_path / name for name in "abcdef"]
    script.write_text(INTERRUPTED)
    command = [sys.executable, *map(str, (script, *begun))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as parent:
        while sum(file.exists() for file in begun) < 2 and parent.poll() is None:
            time.sleep(0.02)
        os.killpg(parent.pid, signal.SIGINT)
        assert parent.stdout
        assert parent.stdout.read() == b"interrupted\n"
    assert sum(file.exists() for file in begun) == 2


def test_one_worker_yields_each_result_before_the_next_block_begins() -> None:
    begun: list[int] = []
    found = results(ThisProcess(), lambda n: begun.append(n), range(5))
    next(found)
    assert begun == [0]


def test_an_error_ends_the_iteration_and_cancels_what_has_not_begun() -> None:
    executor = Manual()
    found = results(executor, fails_at_three, range(4))
    threading.Timer(0.1, lambda: executor.begun[0].set_exception(InvalidOption("three"))).start()
    with pytest.raises(InvalidOption, match="three"):
        next(found)
    assert [future.cancelled() for future in executor.begun[1:]] == [True] * 3


def test_errors_of_blocks_reach_the_caller() -> None:
    with workers(2) as executor, pytest.raises(InvalidOption, match="three"):
        list(results(executor, fails_at_three, range(9)))


def test_a_bounded_executor_holds_few_tasks() -> None:
    inner = Manual()
    executor = Bounded(inner, lambda: 3)
    sender = threading.Thread(target=lambda: [executor.submit(square, n) for n in range(5)])
    sender.start()
    for done in range(5):
        while len(inner.begun) < min(5, 3 + done):
            sender.join(0.01)
        sender.join(0.05)  # time for one task too many
        assert len(inner.begun) == min(5, 3 + done)
        inner.begun[done].set_result(None)
    sender.join()


def test_a_bounded_executor_follows_its_limit() -> None:
    limit = 1
    executor = Bounded(inner := Manual(), lambda: limit)
    executor.submit(square, 1)
    limit = 2
    executor.submit(square, 2)
    assert len(inner.begun) == 2


def test_a_refused_task_takes_no_place() -> None:
    pool = ThreadPoolExecutor(1)
    executor = Bounded(pool, lambda: 1)
    pool.shutdown()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="shutdown"):
            executor.submit(square, 1)


def test_one_process_compiles_while_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda _: tmp_path)
    at_once, most, first = 0, [], threading.Event()

    def compile_kernels() -> None:
        nonlocal at_once
        at_once += 1
        most.append(at_once)
        if not first.is_set():
            first.set()
            first_ends.wait()
        at_once -= 1

    first_ends = threading.Event()
    threads = [threading.Thread(target=once_per_host, args=("toy", "kernels", compile_kernels)) for _ in range(3)]
    threads[0].start()
    first.wait()
    for thread in threads[1:]:
        thread.start()
    threads[1].join(0.2)
    assert most == [1]
    first_ends.set()
    for thread in threads:
        thread.join()
    assert len(most) == 3
    with (tmp_path / next(tmp_path.glob("*.lock")).name).open() as file:
        _hold(file)
        once_per_host("toy", "kernels", lambda: None)  # compiled before: waits for nobody


def _hold(file: Any) -> None:
    fcntl = pytest.importorskip("fcntl")
    fcntl.flock(file, fcntl.LOCK_EX)


@pytest.mark.parametrize("on", ["local", "ray", "ray://127.0.0.1:10001", "ray://head.example:10001", "ray://[::1]:9"])
def test_places_to_compute(on: str) -> None:
    assert require_place(on) == on


@pytest.mark.parametrize("on", ["", "Ray", "ray://", "ray://head", "ray://head:0", "ray://head:70000", "http://head:1"])
def test_other_places_are_usage_errors(on: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="write local, ray, or ray://host:port"):
        require_place(on)
    out = tmp_path / "run"
    for arguments in (
        ["arena", "toy", "1", "1"],
        ["train", "on_top", "--out", str(out)],
        ["selfplay", "toy", "--bots", "1,1"],
    ):
        done = CliRunner().invoke(main, [*arguments, "--on", on])
        assert done.exit_code == 2
        assert "no place to compute" in done.output
    assert not out.exists()
