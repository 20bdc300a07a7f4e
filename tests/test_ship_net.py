"""The tool that ships the net of a training run, and the nets that are shipped."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from known import GAMES

import tablier
from tablier import bots
from tablier.bots import players
from tablier.engine import net_file
from tablier.engine.net import Net, NetShape, blank_net
from tablier.engine.net_file import Header, read_net, shipped_net, write_net
from tablier.errors import GameError
from tablier.training import Plan
from tablier.training.run import Times

TOOL = Path(__file__).parents[1] / "tools" / "ship_net.py"
RULES = tablier.game("on_top").rules
SHIPPED = [name for name in GAMES if shipped_net(name).is_file()]
LARGEST = 1_000_000
"""Bytes of a shipped file."""


def net_of(value: float) -> Net:
    return Net(*(np.full_like(x, value) for x in blank_net(RULES.kernels.net_shape or NetShape(0, 0, 0), 8, 4)))


def header(file: Path) -> Header:
    with np.load(file) as arrays:
        return msgspec.json.decode(arrays["header"].tobytes(), type=Header)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run of two rounds; shipped files come into the folder above it."""
    monkeypatch.setattr(net_file, "shipped_net", lambda game: tmp_path / f"{game}.npz")
    folder = tmp_path / "run"
    (folder / "nets").mkdir(parents=True)
    plan = Plan(game="on_top", seats=(2, 3), rounds=2, games=50, seed=7, options={"board": "H66"}, width=8)
    (folder / "plan.json").write_bytes(msgspec.json.encode(plan))
    lines = [msgspec.json.encode(Times(number, 1700.0, 50.0, 50.0)) for number in (1, 2)]
    (folder / "times.jsonl").write_bytes(b"\n".join(lines))
    return folder


def test_a_shipped_file_has_half_the_bytes_and_says_how_it_was_trained(run: Path, tmp_path: Path) -> None:
    for number, value in ((1, 0.1), (2, 0.2)):
        file = run / f"nets/000{number}.npz"
        write_net(file, "on_top", net_of(value))
        result = CliRunner().invoke(runpy.run_path(str(TOOL))["main"], [str(file)], catch_exceptions=False)
        assert f"{50 * number} games, {number * 0.5:.2f} core-hours" in result.output
    shipped = tmp_path / "on_top.npz"
    assert header(shipped).training == (
        "tablier train on_top --rounds 2 --games 50 --gate 100 --seats 2,3 --seed 7 --option board=H66 --set width=8; "
        "100 games, 1.00 core-hours"
    )
    with np.load(shipped) as arrays:
        assert arrays["table"].dtype == np.float16
    for array in read_net(shipped, RULES):
        assert array.dtype == np.float32
        assert array == pytest.approx(0.2, rel=1e-3)


def with_large_weights(run: Path) -> None:
    (run / "nets/0001.npz").unlink()
    write_net(run / "nets/0001.npz", "on_top", net_of(1e6))


def with_a_damaged_net(run: Path) -> None:
    (run / "nets/0001.npz").write_bytes(b"PK")


def without_times(run: Path) -> None:
    (run / "times.jsonl").unlink()


@pytest.mark.parametrize(
    ("spoil", "error", "message"),
    [
        (with_large_weights, GameError, r"on_top\.npz: field 'scale' holds numbers that are not finite"),
        (with_a_damaged_net, GameError, r"0001\.npz is not a file of weights"),
        (without_times, FileNotFoundError, r"times\.jsonl"),
    ],
)
def test_a_run_that_cannot_be_shipped_is_refused_and_the_shipped_file_stays(
    run: Path, tmp_path: Path, spoil: Callable[[Path], None], error: type[Exception], message: str
) -> None:
    (tmp_path / "on_top.npz").write_bytes(b"shipped before")
    write_net(run / "nets/0001.npz", "on_top", net_of(0.1))
    spoil(run)
    with pytest.raises(error, match=message):
        CliRunner().invoke(runpy.run_path(str(TOOL))["main"], [str(run / "nets/0001.npz")], catch_exceptions=False)
    assert (tmp_path / "on_top.npz").read_bytes() == b"shipped before"


@pytest.mark.parametrize("name", GAMES)
def test_the_net_of_a_level_is_shipped_small_and_with_its_origin(name: str) -> None:
    kinds = bots.SearchSpec, bots.MixedSpec
    uses = [one.level for one in bots.levels(name) if isinstance(one.bot, kinds) and one.bot.net is True]
    assert bool(uses) == (name in SHIPPED)
    if uses:
        file = Path(str(shipped_net(name)))
        assert file.stat().st_size < LARGEST
        assert f"tablier train {name}" in header(file).training
        assert players.net_of(name, True) is not None


@pytest.mark.parametrize("name", GAMES)
def test_warming_bots_compiles_searches_with_a_net_if_a_level_has_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[object] = []
    monkeypatch.setattr(players, "warm", lambda game, net: compiled.append(net))
    bots.warm(name)
    bots.warm(name, False)
    assert [net is not None for net in compiled] == [name in SHIPPED, False]
