"""Records can be read back and replayed; invalid ones are refused with the reason."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier import Record, RecordError

PONTE = tablier.game("ponte_del_diavolo")


def finished(seed: int) -> tablier.Position:
    choose, position = random.Random(seed), PONTE.new(board=8)
    while position.movers:
        position.push(choose.choice(position.moves()))
    return position


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_a_record_replays_to_the_same_position(seed: int) -> None:
    position = finished(seed)
    record = Record.of(position, players=("Ada", "Zoé"))
    again = Record.loads(record.dumps())
    assert again == record
    assert again.replay() == position
    assert again.players == ["Ada", "Zoé"]
    assert again.replay(upto=7).ply == 7


RESULT = json.loads(Record.of(finished(5)).dumps())["result"]
BROKEN_OFF = {"scores": [0, 0], "ranks": [0, 1], "reason": "time", "by": 1}


def broken(**change: Any) -> str:
    data = json.loads(Record.of(finished(5)).dumps())
    return json.dumps({**data, **change})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a valid record"),
        ("[]", "not a valid record"),
        ('{"format": "tablier-9"}', "format 'tablier-9'"),
        (broken()[:200], "not a valid record"),
        (broken(players=3), r"\$\.players"),
        (broken(extra=1), "extra"),
        ("x" * (5 << 20), "at most"),
        (b"\xff\xfe{}", "not a valid record"),
        ("\ud800", "not a valid record"),
        ('{"x":' + "[" * 100_000, "not a valid record"),
    ],
)
def test_unreadable_records_are_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record.loads(text)


@pytest.mark.parametrize(
    ("change", "message", "move"),
    [
        ({"game": "chess"}, "no game 'chess'", None),
        ({"rules": 99}, "version 99", None),
        ({"seats": 5}, "not 5", None),
        ({"options": {"board": 9}}, "got 9", None),
        ({"moves": [{"seat": 0, "play": "a1 a1"}]}, "move 1", 0),
        ({"moves": [{"seat": 0, "play": "a1 b9"}]}, "move 1", 0),
        ({"moves": [{"seat": 0, "play": "a1 a2"}, {"seat": 0, "play": "c3 c4"}]}, "move 2", 1),
        ({"moves": []}, "the game goes on", None),
        ({"result": {"scores": [99, 0], "ranks": [0, 1], "reason": "last_turn"}}, r"scores \[99, 0\]", None),
        ({"moves": [{"seat": 5, "play": "a1"}]}, "no seat 5", 0),
        ({"moves": [{"seat": 0, "play": "a" * 999}]}, "999 characters", 0),
        ({"players": ["Ada", "Zoé", "Emy"]}, "at most 2 names", None),
        ({"result": {**RESULT, "reason": "boredom"}}, "'boredom', but after its moves", None),
        ({"result": {**RESULT, "by": 1, "reason": "resigned"}}, "the game is over", None),
        ({"moves": [], "result": {**RESULT, "reason": "time"}}, "'time' by seat None", None),
        ({"moves": [], "result": {**RESULT, "by": 4, "reason": "time"}}, "'time' by seat 4", None),
        ({"moves": [], "result": {**RESULT, "by": 1, "reason": "boredom"}}, "'boredom'; a seat ends", None),
        ({"moves": [], "result": BROKEN_OFF | {"scores": [3, 0]}}, r"would be scores \[0, 0\]", None),
        ({"moves": [], "result": BROKEN_OFF | {"ranks": [1, 0]}}, r"ranks \[0, 1\]", None),
        ({"moves": [], "result": BROKEN_OFF | {"ranks": []}}, r"ranks \[0, 1\]", None),
    ],
)
def test_records_that_do_not_replay_name_the_move(change: dict[str, Any], message: str, move: int | None) -> None:
    record = Record.loads(broken(**change))
    with pytest.raises(RecordError, match=message) as error:
        record.replay()
    assert error.value.move == move


def test_a_byte_order_mark_is_ignored() -> None:
    record = tablier.Record.of(tablier.game("ponte_del_diavolo").new().play("d4 e4"))
    assert tablier.Record.loads("\ufeff" + record.dumps()) == record
    assert tablier.Record.loads(record.dumps().encode("utf-8-sig")) == record


def test_a_record_that_could_not_be_read_back_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.of(tablier.game("ponte_del_diavolo").new().play("d4 e4"))
    size = len(record.dumps())
    monkeypatch.setattr("tablier.record.MAX_SIZE", size)
    assert Record.loads(record.dumps()) == record
    monkeypatch.setattr("tablier.record.MAX_SIZE", size - 1)
    with pytest.raises(RecordError, match=rf"would have {size} bytes.*GameInfo\.limit"):
        record.dumps()


def test_views_and_wrong_players_are_refused() -> None:
    position = PONTE.new().play("d4 e4")
    with pytest.raises(RecordError, match="a view has no history"):
        Record.of(position.view(0))
    with pytest.raises(RecordError, match="at most 2 names"):
        Record.of(position, ("Ada", "Zoé", "Emy"))
    with pytest.raises(RecordError, match="at most 2 names"):
        Record.of(position, (1, 2))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["\x1b[31mAda", "Ada\n", "Ada\x9b", "\uffff", "A\u2028da"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    position = PONTE.new().play("d4 e4")
    with pytest.raises(RecordError, match="name has characters that cannot be shown") as error:
        Record.of(position, ("Zoé", name))
    assert str(error.value).isprintable()
    with pytest.raises(RecordError, match="name has characters that cannot be shown"):
        Record.loads(json.dumps({**json.loads(Record.of(position).dumps()), "players": [name]})).replay()


@pytest.mark.parametrize("name", ["Zoé", "👩‍🚀", "❤️", "\u200fأ\u200cدا", "李\u3000\u00a0", "क्‍ष", "𠮷", ""])
def test_names_of_all_scripts_are_kept(name: str) -> None:
    record = Record.of(PONTE.new().play("d4 e4"), (name,))
    assert Record.loads(record.dumps()).replay().ply == 2


def test_the_message_of_a_wrong_move_shows_its_beginning_quoted() -> None:
    play = "\x1b[2J" + "a1 " * 1000
    with pytest.raises(RecordError, match=r"move 1 \('\\x1b\[2Ja1 a1 ") as error:
        Record.loads(broken(moves=[{"seat": 0, "play": play}])).replay()
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 200


def test_changing_a_record_does_not_change_the_position() -> None:
    position = PONTE.new(board=8)
    Record.of(position).options["board"] = 12
    assert position.options == {"board": 8}


def test_a_game_from_a_diagram_is_replayed_from_it() -> None:
    position = PONTE.setup("light: a1 b1; dark: d4 e5; turn: dark").play("a5 a6")
    assert Record.loads(Record.of(position).dumps()).replay() == position
