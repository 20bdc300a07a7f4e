"""Observations for nets: tokens or planes of numbers, relative to the observing seat.

The observation of an environment is the bits of a record, in which a seat must learn where it stands. :class:`Tokens`
turns observations into one array for each kind of thing on the table (cells, villages, seats, ...): a row for each
thing, a column for each feature. Things on a square grid become planes. The own seat comes first, then the next in turn
order. ``tokens.toml`` in a game's folder says which fields of the record make which features; the page "Spaces" of the
documentation lists them.

>>> import tablier
>>> position = tablier.game("ponte_del_diavolo").new(board=8).play("d4 e5")
>>> tokens = Tokens("ponte_del_diavolo", board=8)
>>> seen = tokens.encode(position.observation(1))
>>> {name: array.shape for name, array in seen.items()}
{'cells': (29, 8, 8), 'game': (10,)}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from reprlib import repr as short
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from tablier import catalogue
from tablier.api import game as find_game
from tablier.catalogue.data import load_if_present, reading, require
from tablier.catalogue.info import Value
from tablier.core.state import Field
from tablier.errors import InvalidOption, UnknownGame

FILE = "tokens.toml"
TOKEN, SEAT = "token", "seat"
"""Names of axes with a meaning: the tokens of the group, and the seats, which are put in the reader's order."""
OWN = "own"
"""The field that no record has: the observing seat's number."""
Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Features made from one field of the record.

    Attributes:
        field: a field of the record, or ``own``, the observing seat's number in the record.
        text: what the features are.
        kind: the members of a ``set`` are tokens; a ``place`` is the number of a token; a ``number`` belongs to its
            token, or to the whole group if no axis is that of the tokens.
        axes: the names of the axes of the field, without the words of a set.
        shape: splits an axis of the field into several.
        values: a number becomes a one-hot of so many values; a place is one of so many tokens.
        first: the number from which the values are counted.
        scale: other numbers are divided by it.
        seats: the values from this one on stand for seats.
        step: so many values stand for each seat.
        pairs: on a grid, the members of a set are pairs of cells, numbered by cell, then by these steps to the other
            cell (columns, rows). A pair is a feature of its first cell.
    """

    field: str
    text: str
    kind: Literal["set", "number", "place"] = "number"
    axes: tuple[str, ...] = ()
    shape: tuple[int, ...] = ()
    values: Count | None = None
    first: int = 0
    scale: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    seats: Annotated[int, msgspec.Meta(ge=0)] | None = None
    step: Count = 1
    pairs: tuple[tuple[int, int], ...] = ()


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of thing: ``count`` of them, or the cells of a square whose side is the value of the option ``grid``.

    ``side`` is the field that holds this side in the record, by which observations of other boards are recognised. If
    ``seats`` is set, the things are the seats.
    """

    features: Annotated[list[Feature], msgspec.Meta(min_length=1)]
    count: Count = 1
    grid: str = ""
    side: str = ""
    seats: bool = False


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``tokens.toml``.

    ``seats`` is the number of seats for which the record has room, ``seats_field`` the field with their number if it
    varies, and ``first`` the field that tells which seat is number 0 in the record, if that is not seat 0. ``left_out``
    gives the reason for each field that makes no features.
    """

    seats: Count
    groups: dict[str, Group]
    seats_field: str = ""
    first: str = ""
    left_out: dict[str, str] = {}


@dataclass(frozen=True)
class Columns:
    """The ``size`` features of a group that are made from one field."""

    group: str
    field: str
    text: str
    size: int


class Tokens:
    """Encodes observations of a game under some options.

    Attributes:
        shapes: the shape of the array of each group, for one observation: ``(tokens, features)``,
            ``(features, rows, columns)`` for a grid, ``(features,)`` for a single token.
        columns: what the features are, by group in their order.
    """

    def __init__(self, name: str, **options: Value) -> None:
        """Read the layout of a game.

        Raises:
            UnknownGame: there is no such game, or it has no ``tokens.toml``.
            InvalidOption: an option or its value is wrong.
            GameError: ``tokens.toml`` is wrong; the message names the field.
        """
        game = find_game(name)
        chosen = game.info.choose(options)
        self._layout, self._info = layout(name), game.info
        self._sides = {group: int(chosen[one.grid]) for group, one in self._layout.groups.items() if one.grid}
        self._fields = {field.name: field for field in game.definition.state.FIELDS}
        self._used = sum(field.size for field in self._fields.values())
        blank = np.zeros((1, self._used + 1), np.uint8)
        self.shapes = {group: array.shape[1:] for group, array in self._encode(blank).items()}
        self.columns = tuple(
            Columns(group, feature.field, feature.text, columns.shape[2])
            for group in self._layout.groups
            for feature, columns in self._features(group, blank)
        )

    def encode(self, observations: Any) -> dict[str, NDArray[np.float32]]:
        """The tokens of observations: ``float32 [..., *shapes[group]]`` for each group.

        Options that do not decide a grid may differ from the chosen ones: they change no shape.

        Args:
            observations: as environments give them, ``uint8 [..., width]``, or the bytes of one, as
                :meth:`tablier.Position.observation` gives them.

        Raises:
            InvalidOption: the observations are neither an array of numbers nor bytes, have another width than those of
                the game, or are those of another board.
        """
        try:
            single = isinstance(observations, bytes | bytearray | memoryview)
            bits = np.frombuffer(observations, np.uint8) if single else np.asarray(observations, np.uint8)
        except (TypeError, ValueError, OverflowError):
            got = short(observations)
            raise InvalidOption(f"observations must be bytes or an array of 0 and 1, got {got}") from None
        width = 8 * (self._used + 1)
        if bits.shape[-1:] != (width,):
            entries = bits.shape[-1] if bits.ndim else "no axis"
            raise InvalidOption(f"observations of this game have {width} entries, these have {entries}")
        rows = np.packbits(bits.reshape(-1, width), axis=1, bitorder="little")
        self._require_boards(rows)
        return {group: a.reshape(*bits.shape[:-1], *a.shape[1:]) for group, a in self._encode(rows).items()}

    def _require_boards(self, rows: Any) -> None:
        """Check that no row is of another board. Blank rows, such as those of games that go on, are accepted."""
        for group, side in self._sides.items():
            one = self._layout.groups[group]
            sides = self._values(rows, one.side) if one.side else np.zeros(0)
            if (sides == side).all():
                continue
            for other in self._info.options[one.grid].values:
                if other != side and (sides == other).any():
                    raise InvalidOption(
                        f"these are observations of {one.grid}={other}, but the tokens of {one.grid}={side}: "
                        f"make Tokens({self._info.name!r}, {one.grid}={other})"
                    )

    def _encode(self, rows: Any) -> dict[str, NDArray[np.float32]]:
        """The arrays of observations in bytes, the last of which has the bit of the observing seat."""
        arrays = {}
        for group in self._layout.groups:
            columns = [columns for _, columns in self._features(group, rows)]
            array = np.concatenate(columns, axis=2, dtype=np.float32)
            if side := self._sides.get(group):
                array = array.transpose(0, 2, 1).reshape(len(rows), array.shape[2], side, side)
            arrays[group] = array[:, 0] if array.shape[1] == 1 else array
        return arrays

    def _features(self, group: str, rows: Any) -> Iterator[tuple[Feature, NDArray[Any]]]:
        """The columns of each feature of a group: ``[n, tokens, columns]``."""
        one, side = self._layout.groups[group], self._sides.get(group, 0)
        readers = self._readers(rows)
        for feature in one.features:
            own = feature.field == OWN
            values, axes = readers.own if own else self._values(rows, feature.field, feature.shape), feature.axes
            if feature.kind == "set":
                values, axes = _members(values, feature, side, side**2 or one.count)
            for axis, name in enumerate(axes):
                if name == SEAT or (name == TOKEN and one.seats):
                    values = readers.reordered(values, axis + 1)
            if feature.kind == "place":
                places = readers.one_hot(values, feature, feature.values or one.count)
                missing = one.count - places.shape[-1]
                values, axes = np.pad(places, [(0, 0)] * (places.ndim - 1) + [(0, missing)]), (*axes, TOKEN)
            elif feature.values is not None:
                values, axes = readers.one_hot(values, feature, feature.values), (*axes, "value")
            at = axes.index(TOKEN) + 1 if TOKEN in axes else None
            values = values[:, None] if at is None else np.moveaxis(values, at, 1)
            yield feature, _flattened(values, 2) / feature.scale

    def _values(self, rows: Any, name: str, shape: tuple[int, ...] = ()) -> NDArray[Any]:
        field = self._fields[name]
        data = np.ascontiguousarray(rows[:, field.offset : field.offset + field.size])
        return data.view(f"<{field.kind}").reshape(len(rows), *(shape or field.shape))

    def _readers(self, rows: Any) -> _Readers:
        field, first = self._layout.seats_field, self._layout.first
        playing = self._values(rows, field).astype(np.int64) if field else np.int64(self._layout.seats)
        seats = np.unpackbits(rows[:, -1:], axis=1, bitorder="little").argmax(axis=1)
        own = seats - (self._values(rows, first).astype(np.int64) if first else 0)
        playing = np.broadcast_to(np.maximum(playing, 1), own.shape)
        return _Readers(own % playing, playing)


@dataclass(frozen=True)
class _Readers:
    """The observing seats, as numbers in their records, and how many seats play."""

    own: NDArray[np.int64]
    playing: NDArray[np.int64]

    def reordered(self, values: NDArray[Any], axis: int) -> NDArray[Any]:
        """The values with the own seat first, then the next in turn order; what is no playing seat keeps its place."""
        places = np.arange(values.shape[axis])
        own, playing = self.own[:, None], self.playing[:, None]
        order = np.where(places < playing, (own + places) % playing, places)
        shape = [len(order), *(1,) * (values.ndim - 1)]
        shape[axis] = len(places)
        return np.take_along_axis(values, order.reshape(shape), axis)

    def one_hot(self, values: NDArray[Any], feature: Feature, size: int) -> NDArray[Any]:
        """A new last axis of so many entries, of which that of the value is true; none for a value outside."""
        numbers = values.astype(np.int64) - feature.first
        if feature.seats is not None:
            own, playing = (part.reshape(-1, *(1,) * (numbers.ndim - 1)) for part in (self.own, self.playing))
            seat, rest = np.divmod(numbers - feature.seats, feature.step)
            moved = feature.seats + (seat - own) % playing * feature.step + rest
            numbers = np.where((seat >= 0) & (seat < playing), moved, numbers)
        hot: NDArray[np.bool_] = numbers[..., None] == np.arange(size)
        return hot


def _flattened(values: NDArray[Any], axes: int) -> NDArray[Any]:
    """The values with one axis in place of those after the first ``axes``, also if there are no values."""
    return values.reshape(*values.shape[:axes], prod(values.shape[axes:]))


def _members(values: NDArray[Any], feature: Feature, side: int, count: int) -> tuple[NDArray[Any], tuple[str, ...]]:
    """The members of sets as 0 and 1, and the axes."""
    lead = values.shape[: 1 + len(feature.axes)]
    words = np.ascontiguousarray(_flattened(values, len(lead)))
    bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    if not feature.pairs:
        return bits[..., :count], (*feature.axes, TOKEN)
    steps, cells = _pairs(feature.pairs, side)
    planes = np.zeros((*lead, len(feature.pairs), count), np.uint8)
    planes[..., steps, cells] = bits[..., : len(cells)]
    return planes, (*feature.axes, "pair", TOKEN)


@cache
def _pairs(steps: Sequence[tuple[int, int]], side: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pairs of cells on a square, in the order of their numbers: the number of the step, and the first cell."""
    found = [
        (number, row * side + column)
        for row in range(side)
        for column in range(side)
        for number, (right, up) in enumerate(steps)
        if 0 <= column + right < side and 0 <= row + up < side
    ]
    numbers, cells = np.array(found, np.int64).T
    return numbers, cells


@cache
def layout(name: str) -> Layout:
    """The layout of a game's tokens.

    Raises:
        UnknownGame: there is no such game, or it has no ``tokens.toml``.
        GameError: ``tokens.toml`` is wrong; the message names the field.
    """
    package = catalogue.package(name)
    found = load_if_present(package, FILE, Layout)
    if found is None:
        raise UnknownGame(f"{name} has no {FILE}: its observations are bits alone")
    with reading(package, FILE):
        _check(found, find_game(name).definition.state.FIELDS)
    return found


def _check(layout: Layout, fields: Sequence[Field]) -> None:
    """Check that a layout fits a record.

    Raises:
        ValueError: it does not; the message names the field.
    """
    known = {OWN: (), **{field.name: field.shape for field in fields}}
    for key, field in (("seats_field", layout.seats_field), ("first", layout.first)):
        require(field in {"", *known}, key, f"the record has no field {field!r}")
    used = set(layout.left_out)
    for name, group in layout.groups.items():
        held = group.side in {"", *known} and known.get(group.side, ()) == ()
        require(held, f"groups.{name}.side", f"the record has no single number {group.side!r}")
        require(not group.side or bool(group.grid), f"groups.{name}.side", "for a grid alone")
        for number, feature in enumerate(group.features):
            at = f"groups.{name}.features[{number}]"
            require(feature.field in known, f"{at}.field", f"the record has no field {feature.field!r}")
            used.add(feature.field)
            _check_feature(feature, group, known[feature.field], at)
    missing = sorted(known.keys() - {OWN} - used)
    require(not missing, "left_out", f"no features and no reason for {', '.join(missing)}")
    require(used <= known.keys(), "left_out", f"the record has no field {', '.join(sorted(used - known.keys()))}")


def _check_feature(feature: Feature, group: Group, shape: tuple[int, ...], at: str) -> None:
    require(prod(feature.shape or shape) == prod(shape), f"{at}.shape", f"not as many numbers as {shape} has")
    axes = len(feature.shape or shape)
    words = feature.kind == "set" and axes > len(feature.axes)
    require(len(feature.axes) == axes - words, f"{at}.axes", f"{axes} axes must be named, the words of a set apart")
    require(
        not feature.pairs or (bool(group.grid) and feature.kind == "set"), f"{at}.pairs", "for sets on a grid alone"
    )
