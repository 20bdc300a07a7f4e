"""Messages for a fuzzer of the socket: valid ones of every type, mutated ones, and garbage."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from tablier.server.messages import ClientMessage

LEGAL = "<legal {}>"
"""Stands for a legal ply of the moment: which one is only known when it is sent."""

Raw = str | bytes

_PLIES = st.one_of(st.integers(0, 5).map(LEGAL.format), st.sampled_from(["1", "2", "5", "0", "99", "-1", "", "x", "é"]))
_NAMED: dict[str, st.SearchStrategy[Any]] = {
    "seat": st.sampled_from([0, 0, 1, 1, 2, -1, 9, 2**40]),
    "plies": st.lists(_PLIES, min_size=0, max_size=3) | st.just([LEGAL.format(0)]),
    "key": st.sampled_from([f"key-{n:05}" for n in range(30)]),
    "event": st.sampled_from([0, 1, 2, 3, 7, 2**33]),
    "since": st.sampled_from([0, 1, 2, 3, 7, 2**33]),
    "ask": st.integers(0, 99),
}
"""Fields whose likely values are known; those of messages yet to come follow from their types."""

_TEXT = st.text(max_size=12) | st.sampled_from(["\u202e", "\x00", "<b>", "a" * 300, "\U0001f600", "\u2066x"])
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Values that a type of a message's field allows, more or less."""
    match kind:
        case inspect.IntType():
            low = kind.ge if kind.ge is not None else -3
            return st.integers(low, kind.le if kind.le is not None else low + 2**31)
        case inspect.StrType() if kind.pattern is not None:
            return st.from_regex(kind.pattern, fullmatch=True)
        case inspect.StrType():
            return st.text(st.characters(exclude_categories=["Cs"]), max_size=min(kind.max_length or 40, 400))
        case inspect.ListType():
            return st.lists(values(kind.item_type), max_size=3)
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.StructType():
            return _struct(kind)
        case inspect.UnionType():
            return st.one_of(*map(values, kind.types))
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
    return _VALUES


def _message(struct: type[msgspec.Struct]) -> st.SearchStrategy[dict[str, Any]]:
    kind = inspect.type_info(struct)
    assert isinstance(kind, inspect.StructType)
    return _struct(kind)


def _struct(kind: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    tag = {str(kind.tag_field): st.just(kind.tag)} if kind.tag_field else {}
    needed, other = (
        {
            f.encode_name: _NAMED[f.name] if f.name in _NAMED else values(f.type)
            for f in kind.fields
            if f.required == wanted
        }
        for wanted in (True, False)
    )
    return st.fixed_dictionaries(tag | needed, optional=other)


RIGHT = st.one_of(*map(_message, get_args(ClientMessage)))
"""A message as the protocol has it, for a seat that may be another's and plies that may be illegal."""


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A message with one thing wrong."""
    message = draw(RIGHT)
    names = sorted(message)
    how = draw(st.sampled_from(["value", "drop", "more", "twice", "deep", "cut", "insert", "long", "big", "escape"]))
    name = draw(st.sampled_from(names))
    text = json.dumps(message)
    match how:
        case "value":
            return json.dumps(message | {name: draw(_VALUES)})
        case "drop":
            return json.dumps({n: v for n, v in message.items() if n != name})
        case "more":
            return json.dumps(message | {draw(_TEXT): draw(_VALUES)})
        case "twice":  # the last value of a repeated name may be another one
            return f'{text[:-1]},"{name}":{json.dumps(draw(st.just(message[name]) | _VALUES))}}}'
        case "deep":
            depth = draw(st.sampled_from([10, 500, 3000]))
            return f'{text[:-1]},"{name}":{"[" * depth}{"]" * depth}}}'
        case "cut":
            return text[: draw(st.integers(0, len(text) - 1))]
        case "insert":
            at = draw(st.integers(0, len(text)))
            return text[:at] + draw(_TEXT) + text[at:]
        case "long":
            return json.dumps(message | {name: "x" * draw(st.sampled_from([65, 1000, 15_000]))})
        case "big":
            number = draw(st.sampled_from(["1e999", "-1e999", "NaN", "1" * 5000, "-0", "1.5", "0x10"]))
            return f'{text[:-1]},"{name}":{number}}}'
    return text.replace('"', '"\\ud800', 1)


RUBBISH: st.SearchStrategy[Raw] = st.one_of(
    st.text(max_size=40).filter(lambda text: text.isprintable()),
    st.binary(max_size=40),
    _VALUES.map(json.dumps),
    st.sampled_from(["[" * 5000, '{"type":' * 800, "null", '{"type":["hello"]}', '{"type":null}', "\ufeff{}"]),
    st.sampled_from(["x" * 16_385, b"\x00" * 20_000, '{"type":"ping"}' + " " * 17_000]),
)
"""Data that is not a message; some is too long."""

MESSAGES: st.SearchStrategy[Raw] = st.one_of(RIGHT.map(json.dumps), RIGHT.map(json.dumps), changed(), RUBBISH)
"""What one client sends: every second message is a right one, or the game would never go on."""
