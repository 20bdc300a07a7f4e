"""Games and positions: moves and diagrams as text, and refusals that change nothing."""

import copy
import pickle
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known import GAMES

import tablier
from tablier import IllegalMove, InvalidMove, InvalidOption, UnknownGame, UnknownSeat, catalogue
from tablier.core.bitsets import unpack_bits

PONTE = tablier.game("ponte_del_diavolo")


def random_game(seed: int, plies: int = 10_000, **options: int) -> tablier.Position:
    choose = random.Random(seed)
    position = PONTE.new(**options)
    while position.movers and position.ply < plies:
        position.push(choose.choice(position.moves()))
    return position


def test_games_have_names_and_titles() -> None:
    assert tablier.list_games() == catalogue.names()
    assert "ponte_del_diavolo" in tablier.list_games()
    assert PONTE.title("fr") == "Ponte del Diavolo"
    with pytest.raises(InvalidOption, match="ponte_del_diavolo has no title in 'de'; choose from en, fr"):
        PONTE.title("de")
    with pytest.raises(UnknownGame, match="ponte_del_diavolo"):
        tablier.game("ponte")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seats": 3}, "is for 2 seats, not 3"),
        ({"board": 9}, r"'board' must be one of 4, 5, 8, 10, 12, got 9"),
        ({"board": "10"}, "got '10'"),
        ({"board": True}, "got True"),
        ({"size": 8}, "no option 'size'; its options: board"),
    ],
)
def test_invalid_options_are_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        PONTE.new(**arguments)


def test_the_game_of_the_tour_can_be_played() -> None:
    position = PONTE.new()
    assert position.movers == (0,)
    assert len(position.moves()) == 100
    assert "d4" in position.moves()
    assert "d4-d6" not in position.moves()
    position.play("d4 e4")
    assert position.movers == (1,)
    assert [str(m) for m in position.history] == ["d4", "e4"]
    assert position.outcome() is None
    position.play("swap")
    assert position.movers == (0,)
    assert "d4-f5" not in position.play("a1 a2").moves()


@pytest.mark.parametrize("text", ["", "z9", "a11", "d4-d5", "d4-", "hello", "a0", "d4 d4-x9"])
def test_unreadable_moves_change_nothing(text: str) -> None:
    position = PONTE.new()
    before = position.key()
    with pytest.raises(InvalidMove):
        position.play(text)
    assert (position.key(), position.ply) == (before, 0)


@pytest.mark.parametrize(
    ("text", "rule"), [("d4 d4", "PONTE-3.2"), ("pass", "PONTE-2.1"), ("swap", "PONTE-2.2"), ("d4 swap", "PONTE-3.5")]
)
def test_illegal_moves_name_their_rule_in_both_languages_and_change_nothing(text: str, rule: str) -> None:
    position = PONTE.new()
    before = position.key()
    with pytest.raises(IllegalMove, match=rule) as error:
        position.play(text)
    assert error.value.rule == rule
    assert set(error.value.texts) == {"en", "fr"}
    assert error.value.texts["en"] in str(error.value)
    assert (position.key(), position.ply) == (before, 0)


def test_the_wrong_seat_is_refused() -> None:
    with pytest.raises(IllegalMove):
        PONTE.new().play("d4", seat=1)


@pytest.mark.parametrize("seat", [-1, 2, 6, 99])
def test_a_seat_that_does_not_exist_is_refused_everywhere(seat: int) -> None:
    position = PONTE.new()
    before = position.key()
    asking: list[Callable[[], object]] = [
        lambda: position.moves(seat),
        lambda: position.view(seat),
        lambda: position.why(0, seat),
        lambda: position.name(0, seat),
        lambda: position.play("d4", seat),
        lambda: position.push(tablier.Move(seat, 0, "a1")),
    ]
    for ask in asking:
        with pytest.raises((UnknownSeat, IllegalMove), match=r"the seats are 0 to 1|it is the turn of"):
            ask()
    with pytest.raises(UnknownSeat):
        position.view(tablier.CHANCE)
    assert position.key() == before


@pytest.mark.parametrize("action", [-1, 5000, 1 << 70])
def test_an_action_that_does_not_exist_is_refused_everywhere(action: int) -> None:
    position = PONTE.new()
    asking: list[Callable[[], object]] = [
        lambda: position.why(action),
        lambda: position.name(action, 0),
        lambda: position.push(tablier.Move(0, action, "?")),
    ]
    for ask in asking:
        with pytest.raises(IllegalMove, match=f"no action {action}; actions are numbered 0 to"):
            ask()
    assert position.ply == 0


def test_an_action_of_a_larger_board_is_refused_everywhere() -> None:
    position = PONTE.new(board=8)
    for ask in (position.push, position.why, lambda action: position.name(action, 0)):
        for action in (402, 1161):
            with pytest.raises(IllegalMove, match=f"no action {action}; actions are numbered 0 to 401"):
                ask(action)


def test_an_outcome_that_does_not_exist_is_refused() -> None:
    position = tablier.game("on_top").new()
    assert position.movers == (tablier.CHANCE,)
    for ask in (position.push, lambda outcome: position.name(outcome, tablier.CHANCE)):
        with pytest.raises(IllegalMove, match=r"chance has no outcome 12; outcomes are numbered 0 to \d+"):
            ask(12)


def test_errors_shorten_long_texts() -> None:
    with pytest.raises(InvalidMove, match="100000 characters") as error:
        PONTE.new().play("d" * 100_000)
    assert len(str(error.value)) < 200


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.sampled_from([8, 10, 12]))
def test_pop_undoes_push_and_notation_goes_round(seed: int, board: int) -> None:
    position = random_game(seed, plies=seed % 70, board=board)
    for move in position.moves():
        assert position.parse(move.text) == move
        before = position.key()
        position.push(move)
        assert position.key() != before
        assert position.pop() == move
        assert position.key() == before


def test_copies_are_independent() -> None:
    position = random_game(1, plies=20)
    twin = position.copy()
    twin.push(twin.moves()[0])
    assert twin.ply == position.ply + 1
    assert twin != position
    twin.pop()
    assert twin == position


@pytest.mark.parametrize("name", GAMES)
def test_every_ply_can_be_taken_back_however_long_ago(name: str) -> None:
    rng, position = random.Random(3), tablier.game(name).new()
    keys = [position.key()]
    while position.movers and position.ply < 70:
        position.push(rng.choice(list(position.moves(rng.choice(position.movers)))))
        keys.append(position.key())
    for plies in range(position.ply + 1):
        back = position.back(plies)
        assert (back.key(), back.history) == (keys[-1 - plies], position.history[: position.ply - plies])
        assert position.since(back.ply) == position.history[back.ply :]
    with pytest.raises(IndexError, match="plies have been played, not"):
        position.back(position.ply + 1)
    half = position.back(position.ply // 2)
    while half.ply < position.ply:  # across snapshots and replayed states
        half.push(position.history[half.ply])
        assert half.copy().key() == keys[half.ply]
    while position.ply:
        position.pop()
        assert position.key() == keys[position.ply]
    with pytest.raises(IndexError):
        position.pop()
    assert position.key() == keys[0]


@pytest.mark.parametrize("seed", range(20))
def test_changing_a_copy_does_not_change_the_others(seed: int) -> None:
    rng = random.Random(seed)
    known: list[tuple[tablier.Position, tuple[tablier.Move, ...]]] = [(PONTE.new(board=8), ())]
    for _ in range(150):
        number = rng.randrange(len(known))
        position, history = known[number]
        deed = rng.choice(("push", "push", "pop", "copy", "back"))
        if deed == "push" and position.movers:
            move = rng.choice(list(position.moves()))
            position.push(move)
            known[number] = position, (*history, move)
        elif deed == "pop" and history:
            assert position.pop() == history[-1]
            known[number] = position, history[:-1]
        elif deed in ("copy", "back"):
            plies = rng.randint(0, len(history)) if deed == "back" else 0
            known.append((position.back(plies), history[: len(history) - plies]))
        if len(known) > 6:
            del known[rng.randrange(6)]
    for position, history in known:
        again = PONTE.new(board=8)
        for move in history:
            assert position.back(len(history) - again.ply) == again
            again.push(move)
        assert (position, position.ply, position.history) == (again, len(history), history)


def test_writing_into_the_state_of_a_copy_changes_only_the_copy() -> None:
    position = PONTE.new(board=8).play("a1 b1")
    before = position.copy()
    for other in (position.copy(), position.view(0), position.back(1)):
        other.state.half = 7
    taken = position.copy()
    taken.pop()
    taken.state.half = 7
    assert position == before
    assert position.back(1) == PONTE.new(board=8).play("a1")


def test_copy_deepcopy_and_pickle_give_independent_copies() -> None:
    position = random_game(1, plies=20)
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert (twin, twin.history, twin.game) == (position, position.history, PONTE)
        twin.pop()
        assert twin != position
    assert pickle.loads(pickle.dumps(position.moves()))[:3] == position.moves()[:3]


def test_listed_moves_do_not_change_with_the_position() -> None:
    game = tablier.game("ankh_morpork")
    position = game.setup("red: h17; blue: h36 ore:2 wool:1; yellow: h24", 3).play("roll 7 thief:ore4")
    drawn = position.moves()  # names of outcomes depend on the state
    position.push(drawn[0])
    assert [move.text for move in drawn] == ["wool", "ore"]


def test_listed_moves_are_a_whole_sequence() -> None:
    moves = PONTE.new(board=8).moves()
    assert isinstance(moves, Sequence)
    assert moves.index(moves[3]) == 3
    assert moves.count(moves[3]) == 1
    assert next(reversed(moves)) == moves[-1]


def test_listed_moves_are_read_only() -> None:
    for moves in (PONTE.new(board=8).moves(), PONTE.new().play("d4 e4").moves()):
        with pytest.raises(ValueError, match="read-only"):
            moves.actions[:1] = 0
        assert not moves.actions.flags.writeable


def test_positions_are_equal_however_they_were_reached() -> None:
    one, two = PONTE.new().play("d4 e4 a1 j9"), PONTE.new().play("e4 d4 j9 a1")
    assert one == two
    assert one.key() == two.key()


def test_the_outcome_has_winners_and_reason() -> None:
    outcome = random_game(3).outcome()
    assert outcome is not None
    assert outcome.reason in PONTE.info.reasons
    assert sorted(outcome.ranks) in ([0, 1], [0, 0])
    assert outcome.winners == tuple(s for s in (0, 1) if outcome.ranks[s] == 0)


def test_reprs_describe_games_and_positions() -> None:
    position = PONTE.new(board=8)
    assert repr(position) == "<Position of ponte_del_diavolo, 2 seats, board=8, ply 0, to move (0,)>"
    assert str(position.play("a1 b1")).splitlines()[7].startswith(" 1 o o .")
    assert repr(position.moves()).startswith("<63 moves of seat 1: c1 d1")
    assert (position._repr_svg_() or "").startswith("<svg")


def test_a_view_has_no_history() -> None:
    position = random_game(2, plies=9)
    assert position.view(0).history == ()
    assert position.view(None).viewer == 6


@pytest.mark.parametrize(
    ("diagram", "message"),
    [
        ("light: a1 a1", "'a1' comes twice"),
        ("light: a1; dark: a1", "two tiles on a1"),
        ("light: z1", "no cell"),
        ("cheese: a1", "unknown field 'cheese'"),
        ("light: a1; bridges: a1-a3", "does not join two tiles of one colour"),
        ("light: a1 a3 a5; bridges: a1-a3 a3-a5", "a3-a5: it does not join"),
        ("light: a1 a3; dark: a2; bridges: a1-a3", "a1-a3: it does not join"),
        ("light: a1 a3 b2 d2; bridges: a1-a3 a3-a1", "a3-a1: it does not join"),
        ("light: a1 b1 c1 d1 e1", "e1: the tiles of a colour break PONTE-4.2 or PONTE-4.3"),
        ("dark: a1 b1 a2 b2 c3", "c3: the tiles of a colour break PONTE-4.2 or PONTE-4.3"),
        ("light: a1; turn: light dark", "it takes one word"),
        ("light: a1; half: yes", "it takes no words"),
        ("light: a1; turn: dark; half", "dark has laid no tile in this turn"),
        ("light: a1; last", "light has passed, so dark is to move"),
        ("light: a1; light: a3", "the field 'light' comes twice"),
        ("board: 8; board: 10", "the field 'board' comes twice"),
        ("turn: green", "'green' is no colour; colours are light dark"),
    ],
)
def test_invalid_diagrams_are_refused(diagram: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        PONTE.setup(diagram)


@pytest.mark.parametrize("wrong", [1.5, None, [3], object()])
def test_what_is_no_ply_is_refused(wrong: Any) -> None:
    position = PONTE.new()
    with pytest.raises(InvalidMove, match="a ply is a move, a text or the id of an action"):
        position.push(wrong)
    for ask in (position.play, position.parse, PONTE.setup):
        with pytest.raises((InvalidMove, InvalidOption), match="expected a text"):
            ask(wrong)
    for ask_seat in (position.view, position.moves, position.mask, position.observation):
        if wrong is not None:
            with pytest.raises(UnknownSeat, match="there is no seat"):
                ask_seat(wrong)
    assert position.ply == 0


def test_plies_are_pushed_as_moves_texts_or_action_ids() -> None:
    by_move, by_text, by_id = (PONTE.new() for _ in range(3))
    for move in (by_move.moves()[44], by_move.moves()[60]):
        by_move.push(move)
        by_text.push(move.text)
        by_id.push(move.action)
    assert by_move.history == by_text.history == by_id.history
    with pytest.raises(IllegalMove, match="PONTE-3"):
        by_id.push(by_id.history[0].action)
    with pytest.raises(InvalidMove):
        by_text.push("z99")


def test_a_move_of_another_position_is_refused() -> None:
    position = PONTE.new(board=10)
    with pytest.raises(IllegalMove, match="action 63 is d7 here, not 'h8': the move is of another position"):
        position.push(PONTE.new(board=8).moves()[63])
    assert position.ply == 0


def test_a_move_without_text_gets_that_of_its_action() -> None:
    position = PONTE.new()
    position.push(tablier.Move(0, 33, ""))
    assert position.history == (tablier.Move(0, 33, "d4"),)
    assert tablier.Record.of(position).replay() == position
    with pytest.raises(IllegalMove, match="action 33: A tile goes on"):
        position.push(tablier.Move(0, 33, ""))


def test_a_ply_that_was_not_played_cannot_be_taken_back() -> None:
    with pytest.raises(tablier.NoSuchPly, match="no ply has been played"):
        PONTE.new().pop()
    for ask in (PONTE.new().back, lambda plies: tablier.game("delta").new(2).events(None, plies)):
        with pytest.raises(tablier.NoSuchPly, match="0 plies have been played, not 1"):
            ask(1)


def test_bits_are_the_same_with_and_without_numpy() -> None:
    data = bytes(range(256)) + bytes(3)
    assert PONTE.runtime.unpack(data) == unpack_bits(data)
    assert PONTE.runtime.unpack(b"\x05") == bytes([1, 0, 1, 0, 0, 0, 0, 0])


@pytest.mark.parametrize("name", GAMES)
def test_masks_and_observations_are_those_of_the_environments(name: str) -> None:
    pytest.importorskip("gymnasium")
    from tablier.envs.session import GameSession

    session = GameSession(name, None, None, False, None, {})
    rng = random.Random(1)
    session.begin(1)
    for _ in range(30):
        position = session.position
        for seat in range(position.seats):
            assert position.mask(seat) == session.mask(seat).tobytes()
            assert position.observation(seat) == session.observe(seat).tobytes()
        if not position.movers:
            break
        seat = rng.choice(position.movers)
        session.apply(seat, rng.choice(position.moves(seat)).action)
        session.resolve_chance()
