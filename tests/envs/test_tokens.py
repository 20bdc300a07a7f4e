"""Tokens and planes: nothing that a seat sees is lost, and equal situations look equal to every seat."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest
from known import GAMES

import tablier
from tablier.catalogue import data
from tablier.engine import check
from tablier.engine.observe import Observer
from tablier.envs import tokens
from tablier.envs.tokens import Layout, Tokens
from tablier.errors import GameError, InvalidOption, UnknownGame
from tablier.games.delta.board import GAPS
from tablier.games.ponte_del_diavolo.geometry import slots
from tablier.position import Position


def observed(position: Position, seat: int) -> Any:
    return np.frombuffer(position.observation(seat), np.uint8)


def random_positions(name: str, seats: int, plies: int = 400) -> Iterator[Position]:
    rng = np.random.default_rng(1)
    position = tablier.game(name).new(seats)
    while position.movers and position.ply < plies:
        seat = int(rng.choice(position.movers))
        moves = position.moves(seat)
        position.push(moves[int(rng.integers(len(moves)))])
        yield position


def flat(arrays: dict[str, Any]) -> bytes:
    return b"".join(array.tobytes() for array in arrays.values())


@pytest.mark.parametrize("name", GAMES)
def test_what_seats_see_differently_has_different_tokens(name: str) -> None:
    encoder = Tokens(name)
    game = tablier.game(name)
    left_out = tokens.layout(name).left_out
    bits = [(field.offset, field.size) for field in game.definition.state.FIELDS if field.name in left_out]
    seen: dict[bytes, bytes] = {}
    for seats in game.info.seats:
        for position in random_positions(name, seats):
            observations = np.stack([observed(position, seat) for seat in range(seats)])
            for row, arrays in zip(observations, _rows(encoder.encode(observations), seats), strict=True):
                known = row.copy()
                for offset, size in bits:
                    known[8 * offset : 8 * (offset + size)] = 0
                assert seen.setdefault(flat(arrays), known.tobytes()) == known.tobytes()
    assert len(seen) > 150


def _rows(arrays: dict[str, Any], n: int) -> list[dict[str, Any]]:
    return [{group: array[i] for group, array in arrays.items()} for i in range(n)]


def _turn_shangri_la(s: Any, n: int) -> None:
    for field in ("masters", "students"):
        s[field][:n] = np.roll(s[field][:n], 1, axis=0)
    s["mover"] = (s["mover"] + 1) % n


def _turn_on_top(s: Any, n: int) -> None:
    for field in ("top", "below", "points", "pawns"):
        s[field][:n] = np.roll(s[field][:n], 1, axis=0)
    s["parts"][:, :n] = np.roll(s["parts"][:, :n], 1, axis=1)
    s["mover"] = (s["mover"] + 1) % n


def _turn_delta(s: Any, n: int) -> None:
    def card(c: int) -> int:
        return 9 + (c - 9 + 1) % n if 9 <= c < 9 + n else c

    def place(p: int) -> int:
        return GAPS + (p - GAPS + 1) % n if GAPS <= p < GAPS + n else p

    s["pawns"][:n] = np.roll(s["pawns"][:n], 1)
    s["programme"][:n] = np.roll(np.vectorize(card)(s["programme"][:n]), 1, axis=0)
    s["where"][: 6 * n] = np.roll(np.vectorize(place)(s["where"][: 6 * n]), 6)
    s["held"] = (s["held"] + 6) % (6 * n)
    for field in ("mover", "statuette"):
        s[field] = (s[field] + 1) % n


@pytest.mark.parametrize(
    ("name", "seats", "turn"),
    [("shangri_la", 3, _turn_shangri_la), ("on_top", 3, _turn_on_top), ("delta", 4, _turn_delta)],
)
def test_seats_in_the_same_situation_see_the_same_tokens(
    name: str, seats: int, turn: Callable[[Any, int], None]
) -> None:
    game = tablier.game(name)
    encoder, observer = Tokens(name), Observer(game.rules)
    assert encoder.columns[_first_of_game(encoder)].field == "own"
    own = encoder.columns[_first_of_game(encoder)].size
    options = game.info.indices(game.info.choose({}))

    def seen(state: Any, seat: int) -> bytes:
        observation = observer.blank()
        observer.write(state, np.array([seat]), observation)
        arrays = encoder.encode(observation[0])
        assert arrays["game"][:own].tolist() == [number == seat for number in range(own)]
        return flat({**arrays, "game": arrays["game"][own:]})

    for ply, (s, _) in enumerate(check.walk(game.rules, seats, options, seed=1, games=1, limit=300)):
        if ply % 5 == 0:
            turned = s.copy()
            turn(turned[0], seats)
            for seat in range(seats):
                assert seen(s, seat) == seen(turned, (seat + 1) % seats)


def _first_of_game(encoder: Tokens) -> int:
    return next(i for i, columns in enumerate(encoder.columns) if columns.group == "game")


def test_observations_of_another_board_are_refused_by_option() -> None:
    game, encoder = tablier.game("ponte_del_diavolo"), Tokens("ponte_del_diavolo")
    own, other = (np.stack([observed(game.new(board=board), seat) for seat in (0, 1)]) for board in (10, 8))
    message = r"of board=8, but the tokens of board=10: make Tokens\('ponte_del_diavolo', board=8\)"
    for wrong in (other, other[0], np.stack([own, other]), bytes(other[1])):
        with pytest.raises(InvalidOption, match=message):
            encoder.encode(wrong)
    blank = np.zeros_like(own)  # rows of games that go on, in final_obs
    assert np.array_equal(encoder.encode(np.stack([own, blank]))["cells"][0], encoder.encode(own)["cells"])


@pytest.mark.parametrize(("name", "option", "value"), [("delta", "eye", "strict"), ("on_top", "board", "H66")])
def test_options_that_decide_no_grid_may_differ(name: str, option: str, value: Any) -> None:
    options = {option: value}
    observation = tablier.game(name).new(**options).observation(0)
    assert flat(Tokens(name).encode(observation)) == flat(Tokens(name, **options).encode(observation))


@pytest.mark.parametrize("form", [bytes, bytearray, memoryview])
def test_the_bytes_of_an_observation_are_encoded_like_an_array(form: Callable[[bytes], Any]) -> None:
    position, encoder = tablier.game("delta").new(2), Tokens("delta")
    assert flat(encoder.encode(form(position.observation(1)))) == flat(encoder.encode(observed(position, 1)))


@pytest.mark.parametrize("long", ["0" * 9000, [None] * 9000])
def test_refused_observations_are_named_in_short(long: Any) -> None:
    with pytest.raises(InvalidOption, match="observations must be bytes or an array of 0 and 1, got") as refusal:
        Tokens("delta").encode(long)
    assert len(str(refusal.value)) < 200


def test_planes_of_ponte_show_tiles_and_bridges_where_they_are() -> None:
    game = tablier.game("ponte_del_diavolo")
    position = game.new(board=8).play("b1 h8 swap")
    seen = Tokens("ponte_del_diavolo", board=8).encode(observed(position, 1))
    assert np.argwhere(seen["cells"][0]).tolist() == [[0, 1], [7, 7]]  # seat 1 has taken the light tiles; rows from a1
    assert not seen["cells"][1].any()
    assert seen["game"][:4].tolist() == [1, 0, 0, 1]  # light; the opponent is to move
    for number, slot in enumerate(slots(8)):
        state = game.new(board=8).state.copy()
        state.bridges[number // 64] = 1 << number % 64
        bridged = np.array([*(bytes(state.data)[: game.definition.state.over.offset + 1]), 1], np.uint8)
        planes = Tokens("ponte_del_diavolo", board=8).encode(np.unpackbits(bridged, bitorder="little"))["cells"][5:13]
        [(step, row, column)] = np.argwhere(planes)
        right, up = STEPS[step]
        assert (row * 8 + column, (row + up) * 8 + column + right) == slot


STEPS = ((0, 2), (2, 0), (2, 2), (2, -2), (1, 2), (1, -2), (2, 1), (2, -1))


def test_batches_are_encoded_like_single_observations() -> None:
    encoder = Tokens("ankh_morpork")
    positions = list(random_positions("ankh_morpork", 4, 60))
    rows = np.stack([[observed(position, seat) for seat in range(4)] for position in positions])
    together = encoder.encode(rows)
    assert {group: array.shape for group, array in together.items()} == {
        group: (len(positions), 4, *shape) for group, shape in encoder.shapes.items()
    }
    for i, row in enumerate(rows):
        for seat in range(4):
            single = encoder.encode(row[seat])
            assert all((single[group] == together[group][i, seat]).all() for group in single)


@pytest.mark.parametrize("name", GAMES)
def test_no_observations_have_no_tokens(name: str) -> None:
    encoder = Tokens(name)
    width = len(tablier.game(name).new().observation(0))
    for lead in ((0,), (0, 3), (3, 0)):
        seen = encoder.encode(np.zeros((*lead, width), np.uint8))
        assert {group: array.shape for group, array in seen.items()} == {
            group: (*lead, *shape) for group, shape in encoder.shapes.items()
        }


@pytest.mark.parametrize("name", GAMES)
def test_columns_account_for_every_feature(name: str) -> None:
    encoder = Tokens(name)
    for group, shape in encoder.shapes.items():
        width = shape[0] if len(shape) in (1, 3) else shape[1]
        assert sum(columns.size for columns in encoder.columns if columns.group == group) == width


def test_other_observations_and_games_are_refused() -> None:
    with pytest.raises(InvalidOption, match="have 992 entries, these have 7"):
        Tokens("shangri_la").encode(np.zeros((3, 7), np.uint8))
    with pytest.raises(InvalidOption, match="have 992 entries, these have no axis"):
        Tokens("shangri_la").encode(np.uint8(1))
    for nothing in (None, "x", [[0], [0, 1]], [-1]):
        with pytest.raises(InvalidOption, match="observations must be bytes or an array of 0 and 1, got"):
            Tokens("shangri_la").encode(nothing)
    with pytest.raises(UnknownGame, match="chess"):
        Tokens("chess")
    with pytest.raises(InvalidOption, match="board"):
        Tokens("ponte_del_diavolo", board=9)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            lambda raw: raw["groups"]["villages"]["features"][0].update(field="master"),
            "no field 'master'.*features\\[0\\]",
        ),
        (lambda raw: raw["groups"]["villages"]["features"][0].update(axes=[]), "axes.*features\\[0\\].axes"),
        (lambda raw: raw["groups"]["villages"]["features"].pop(), "no features and no reason for stones"),
        (lambda raw: raw["left_out"].update(colour="none"), "no field colour"),
        (lambda raw: raw.update(first="light"), "no field 'light'.*first"),
        (lambda raw: raw["groups"]["game"]["features"][1].update(shape=[2]), "shape"),
        (lambda raw: raw["groups"]["bridges"]["features"][0].update(pairs=[[0, 1]]), "grid.*pairs"),
        (lambda raw: raw["groups"]["game"].update(rows=1), "rows"),
        (lambda raw: raw["groups"]["game"].update(side="masters"), "no single number 'masters'.*groups.game.side"),
        (lambda raw: raw["groups"]["game"].update(side="tie"), "for a grid alone.*groups.game.side"),
    ],
)
def test_a_wrong_layout_is_refused_by_file_and_field(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], object], complaint: str
) -> None:
    raw = msgspec.toml.decode(data.text("tablier.games.shangri_la", tokens.FILE))
    change(raw)

    def load(package: str, file: str, shape: type[Layout]) -> Layout:
        with data.reading(package, file):
            return msgspec.convert(raw, shape)

    monkeypatch.setattr(tokens, "load_if_present", load)
    with pytest.raises(GameError, match=f"(?s)shangri_la: tokens.toml: .*{complaint}"):
        tokens.layout.__wrapped__("shangri_la")
