from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from known import GAMES as KNOWN

import tablier
from tablier import bots, catalogue
from tablier.bots.players import net_of
from tablier.engine import protocol
from tablier.engine.net import Inputs, Net, NetShape, blank_inputs, blank_net, net_shares
from tablier.engine.net_file import read_net, write_net
from tablier.engine.records import native
from tablier.engine.rng import below, generator
from tablier.errors import GameError
from tablier.search import Search
from tablier.search.kernel import simulate

catalogue.add("toy")
GAME = "on_top"
RULES = tablier.game(GAME).rules
GAMES = [name for name in KNOWN if tablier.game(name).rules.kernels.net_inputs]


def shape_of(game: str) -> NetShape:
    return tablier.game(game).rules.kernels.net_shape or NetShape(0, 0, 0)


SHAPE = shape_of(GAME)


def random_net(seed: int, width: int = 24, second: int = 8) -> Net:
    rng = np.random.default_rng(seed)
    return Net(*(rng.normal(0, 0.2, x.shape).astype(np.float32) for x in blank_net(SHAPE, width, second)))


def last_decision(position: tablier.Position) -> tablier.Position:
    """Take back plies until a seat is to move; short games end before the ply that a test asks for."""
    while not position.movers or tablier.CHANCE in position.movers:
        position.pop()
    return position


def midgame(seats: int = 2, plies: int = 30, game: str = GAME, **options: Any) -> tablier.Position:
    position = tablier.game(game).new(seats, **options)
    rng = generator(5)
    while position.movers and (position.ply < plies or tablier.CHANCE in position.movers):
        moves = position.moves(position.movers[0])
        position.push(moves[int(below(rng, len(moves)))])
    return last_decision(position)


def search(position: tablier.Position, net: Net | None, seed: int = 3) -> Search:
    return Search(position, seed=seed, cutoff=0, policy="game", priors=True, net=net).run(iterations=300)


def inputs_of(position: tablier.Position) -> Inputs:
    inputs = blank_inputs(SHAPE, position.seats)
    assert protocol.net_inputs(native(position.state), inputs) == 1
    return inputs


def reference(net: Net, inputs: Inputs) -> Any:
    """The net, written with NumPy."""
    own, others = inputs.numbers @ net.own, inputs.numbers @ net.others
    codes = [row[: list(row).index(-1)] if -1 in row else row for row in inputs.codes]
    embedded = np.stack([net.table[row].sum(0) for row in codes])
    first = np.maximum(net.bias + own + others.sum(0) - others + embedded, 0)
    logits = net.scale * inputs.logits + np.maximum(first @ net.hidden + net.hidden_bias, 0) @ net.out
    shares = np.exp(logits - logits.max())
    return shares / shares.sum()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_kernel_computes_the_net(seats: int) -> None:
    inputs, out = inputs_of(midgame(seats)), np.zeros(seats)
    for seed in range(3):
        net_shares(net := random_net(seed), inputs, out)
        assert out == pytest.approx(reference(net, inputs), abs=1e-5)


@pytest.mark.parametrize("game", GAMES)
def test_a_net_of_zeros_has_the_values_of_the_fitted_evaluation(game: str) -> None:
    shape = shape_of(game)
    for seats in tablier.game(game).info.seats:
        position = midgame(seats, 40, game=game)
        inputs, out, fitted = blank_inputs(shape, seats), np.zeros(seats), np.zeros(seats)
        assert protocol.net_inputs(native(position.state), inputs) == 1
        assert np.isfinite(inputs.numbers).all()
        net_shares(blank_net(shape, 8, 8), inputs, out)
        protocol.evaluate(native(position.state), fitted)
        assert out == pytest.approx(fitted, abs=1e-9)


def test_codes_are_within_the_table() -> None:
    for seats in (2, 4):
        for plies in range(2, 60, 3):
            codes = inputs_of(midgame(seats, plies)).codes
            assert -1 <= codes.min() <= codes.max() < SHAPE.table


def test_a_net_changes_the_search() -> None:
    position = midgame()
    assert search(position, None).visits() == search(position, None).visits()
    assert search(position, random_net(1)).visits() != search(position, None).visits()


def test_partners_are_evaluated_without_the_net() -> None:
    position = midgame(4, teams=True)
    assert search(position, random_net(1)).visits() == search(position, None).visits()


def test_one_compiled_search_serves_every_net() -> None:
    position = midgame()
    search(position, random_net(1))
    compiled = len(getattr(simulate, "signatures", ()))
    search(position, random_net(2, 16, 16))
    assert len(getattr(simulate, "signatures", ())) == compiled


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    file, net = tmp_path / "net.npz", random_net(1)
    write_net(file, GAME, net)
    for before, after in zip(net, read_net(file, RULES), strict=True):
        assert np.array_equal(before, after)
    with pytest.raises(GameError, match="exists already"):
        write_net(file, GAME, net)


def test_a_bot_plays_by_a_file_of_weights(tmp_path: Path) -> None:
    position, plays = midgame(), set()
    for seed in range(4):
        file = tmp_path / f"{seed}.npz"
        write_net(file, GAME, Net(*(10 * x for x in random_net(seed))))
        spec = bots.spec(GAME, f"search:iterations=60,cutoff=0,net={file}")
        plays.add(bots.bot(spec, seed=1).plays(position, position.movers[0])[0].text)
    assert len(plays) > 1


def test_a_replaced_file_of_weights_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, (first, second) = tmp_path / "latest.npz", (random_net(seed) for seed in (1, 2))
    write_net(file, GAME, first)
    assert net_of(GAME, str(file)) is net_of(GAME, str(file))
    (tmp_path / "other").mkdir()
    write_net(tmp_path / "other" / "latest.npz", GAME, first)
    modified = file.stat().st_mtime_ns
    file.unlink()
    write_net(file, GAME, second)
    os.utime(file, ns=(modified, modified + 10**9))
    found = net_of(GAME, str(file))
    assert found is not None
    assert np.array_equal(found.own, second.own)
    monkeypatch.chdir(tmp_path)
    assert net_of(GAME, "latest.npz") is found
    monkeypatch.chdir(tmp_path / "other")
    elsewhere = net_of(GAME, "latest.npz")
    assert elsewhere is not None
    assert np.array_equal(elsewhere.own, first.own)


def test_a_search_fails_if_its_file_of_weights_is_deleted(tmp_path: Path) -> None:
    file = tmp_path / "latest.npz"
    write_net(file, GAME, random_net(1))
    bot = bots.bot(bots.spec(GAME, f"search:iterations=60,cutoff=0,net={file}"))
    position = midgame()
    bot.plays(position, position.movers[0])
    file.unlink()
    with pytest.raises(GameError, match=r"there is no file .*latest\.npz; train it"):
        bot.plays(position, position.movers[0])


def test_a_missing_file_of_weights_is_named(tmp_path: Path) -> None:
    spec = bots.spec(GAME, f"search:iterations=60,cutoff=0,net={tmp_path}/none.npz")
    position = midgame()
    with pytest.raises(GameError, match=r"there is no file .*none\.npz; train it"):
        bots.bot(spec).plays(position, position.movers[0])


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    write_net(file, GAME, random_net(1))
    whole = file.read_bytes()
    for kept in (0, 10, len(whole) // 2, len(whole) - 5):
        file.write_bytes(whole[:kept])
        with pytest.raises(GameError, match=r"net\.npz is not a file of weights"):
            read_net(file, RULES)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("table", np.zeros((3, 24), np.float32), r"field 'table' is float32\[3, 24\], must be float32\[924, 24\]"),
        ("out", np.zeros(8), r"field 'out' is float64\[8\]"),
        ("bias", np.full(24, np.nan, np.float32), "field 'bias' holds numbers that are not finite"),
    ],
)
def test_weights_of_another_shape_are_refused(tmp_path: Path, field: str, value: Any, message: str) -> None:
    file = tmp_path / "net.npz"
    write_net(file, GAME, random_net(1)._replace(**{field: value}))
    with pytest.raises(GameError, match=message):
        read_net(file, RULES)


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    write_net(file, "delta", random_net(1))
    with pytest.raises(GameError, match="holds weights of 'delta'"):
        read_net(file, RULES)


def test_a_game_without_inputs_takes_no_net() -> None:
    position = tablier.game("toy").new(2)
    with pytest.raises(GameError, match="'toy' has no inputs for nets"):
        Search(position, 0, net=random_net(1))
