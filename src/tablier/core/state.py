"""State records: the whole state of a game as named fields over one buffer of bytes.

A game declares its state once::

    class State(StateRecord):
        tiles = u64(2, 3)   # two rows of three words
        mover = u8()

Python code reads and writes the fields as plain integers and views of the buffer. Compiled kernels use the NumPy record
type that :func:`tablier.engine.records.dtype_of` derives from the same declaration.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from math import prod
from struct import Struct
from typing import Any, ClassVar, Protocol, Self, cast, overload

from tablier.errors import GameError

WORD = 8
"""Bytes of a word. Records are padded to whole words, so that they can be hashed by words."""
_CODES = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q"}
"""``memoryview`` codes of the element types; the types have NumPy's names."""


class Vector(Protocol):
    """A field of one dimension: a view of integers that writes through to the record."""

    def __getitem__(self, key: int) -> int: ...
    def __setitem__(self, key: int, value: int) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def tolist(self) -> list[int]:
        """The elements as a list."""

    def tobytes(self) -> bytes:
        """The elements as they lie in the record."""


class Matrix:
    """A field of two or more dimensions: ``s.hands[seat]`` is a row, ``s.hands[seat, kind]`` an element."""

    __slots__ = ("_rows",)

    def __init__(self, rows: list[Any]) -> None:
        self._rows = rows

    @overload
    def __getitem__(self, key: int) -> Any: ...
    @overload
    def __getitem__(self, key: tuple[int, ...]) -> int: ...
    @overload
    def __getitem__(self, key: slice) -> list[Any]: ...
    def __getitem__(self, key: int | tuple[int, ...] | slice) -> Any:
        if isinstance(key, tuple):
            row = self._rows[key[0]]
            return row[key[1]] if len(key) == 2 else row[key[1:]]
        return self._rows[key]

    def __setitem__(self, key: tuple[int, ...], value: int) -> None:
        row = self._rows[key[0]]
        row[key[1] if len(key) == 2 else key[1:]] = value

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def tolist(self) -> list[Any]:
        """The elements as nested lists."""
        return [row.tolist() for row in self._rows]


class Field:
    """The base of all fields: an element type, a shape, and an offset in the record."""

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape
        self.code = _CODES[kind]
        self.itemsize = int(kind[1:])
        self.size = prod(shape) * self.itemsize
        self.name = ""
        self.offset = 0
        self._struct = Struct(f"<{self.code}")

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def place(self, offset: int) -> None:
        """Set the offset of the field, in bytes."""
        self.offset = offset


class ScalarField(Field):
    """A single number."""

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: StateRecord, owner: type) -> int: ...
    def __get__(self, state: StateRecord | None, owner: type) -> Self | int:
        if state is None:
            return self
        return cast("int", self._struct.unpack_from(state.data, self.offset)[0])

    def __set__(self, state: StateRecord, value: int) -> None:
        self._struct.pack_into(state.data, self.offset, value)


class ByteField(ScalarField):
    """A single unsigned byte: most scalars are, and reading it needs no decoding."""

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: StateRecord, owner: type) -> int: ...
    def __get__(self, state: StateRecord | None, owner: type) -> Self | int:
        return self if state is None else state.data[self.offset]


class _ArrayField(Field):
    def place(self, offset: int) -> None:
        super().place(offset)
        self._span = slice(offset, offset + self.size)

    def tobytes(self, state: StateRecord) -> bytes:
        """The elements of the field as they lie in a record."""
        return bytes(state.data[self._span])

    def _view(self, state: StateRecord) -> memoryview:
        return memoryview(state.data)[self._span].cast(self.code)  # type: ignore[call-overload, no-any-return]


class VectorField(_ArrayField):
    """A row of numbers."""

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: StateRecord, owner: type) -> Vector: ...
    def __get__(self, state: StateRecord | None, owner: type) -> Self | Vector:
        return self if state is None else cast("Vector", self._view(state))

    def __set__(self, state: StateRecord, values: Sequence[int]) -> None:
        self._view(state)[:] = array(self.code, values)


class MatrixField(_ArrayField):
    """Rows of numbers, or rows of rows."""

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: StateRecord, owner: type) -> Matrix: ...
    def __get__(self, state: StateRecord | None, owner: type) -> Self | Matrix:
        return self if state is None else _matrix(self._view(state), self.shape)


def _matrix(view: memoryview, shape: tuple[int, ...]) -> Matrix:
    step = len(view) // shape[0]
    rows: list[Any] = [view[i * step : (i + 1) * step] for i in range(shape[0])]
    return Matrix(rows if len(shape) == 2 else [_matrix(row, shape[1:]) for row in rows])


class Runtime(Protocol):
    """The kernels of one game, with plain integers in and out. :mod:`tablier.engine.protocol` says what each does."""

    @property
    def actions(self) -> int:
        """The largest number of action ids under any options."""

    def setup(self, state: StateRecord, seats: int, options: Sequence[int]) -> None:
        """Fill a blank record with the start of a game; ``options`` are indices into the values in ``game.toml``."""

    def movers(self, state: StateRecord) -> int:
        """A bit for each seat that may act."""

    def legal(self, state: StateRecord, seat: int) -> Sequence[int]:
        """The legal action ids of a seat, ascending, read-only."""

    def chance_weights(self, state: StateRecord) -> Sequence[int]:
        """The integer weights of the outcomes at a chance node, in the order of ``legal``."""

    def apply(self, state: StateRecord, seat: int, action: int, log: array[int] | None = None) -> None:
        """Play one legal ply in place; a game that declares events writes them to the cells of an ``EventLog``."""

    def scores(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """The points of every seat."""

    def ranks(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """The placement of every seat; 0 is first."""

    def end_reason(self, state: StateRecord) -> int:
        """Why the game ended: 0 while it goes on."""

    def hide(self, state: StateRecord, seat: int) -> None:
        """Wipe everything that ``seat`` may not know."""

    def unpack(self, data: bytes) -> bytes:
        """The bits of each byte, lowest first, as bytes 0 and 1: :func:`tablier.core.bitsets.unpack_bits`."""

    def query(self, name: str, state: StateRecord, *args: int | array[int]) -> int:
        """Call one of the game's queries (see :func:`tablier.core.runtime.query`)."""


class StateRecord:
    """The base of a game's ``State``: a buffer of ``SIZE`` bytes, and one attribute for each field.

    Attributes:
        data: the buffer. States are equal if their bytes are.
        FIELDS: the fields, in the order of their declaration.
        USED: bytes of the fields.
        SIZE: bytes of a record, a multiple of ``WORD``.
    """

    __slots__ = ("data", "native")

    FIELDS: ClassVar[tuple[Field, ...]] = ()
    USED: ClassVar[int] = 0
    SIZE: ClassVar[int] = 0
    runtime: ClassVar[Runtime]
    """The compiled kernels of the game, set when they are loaded; queries and scenes call them."""

    def __init_subclass__(cls) -> None:
        fields = tuple(value for value in vars(cls).values() if isinstance(value, Field))
        end = 0
        for field in fields:
            field.place(end)
            end += field.size
        cls.FIELDS = fields
        cls.USED = end
        cls.SIZE = end + -end % WORD

    def __init__(self, data: bytes | bytearray | None = None) -> None:
        """A new record with a copy of the given bytes, by default all zero.

        Raises:
            GameError: the number of bytes is not ``SIZE``.
        """
        self.data = bytearray(self.SIZE if data is None else data)
        if len(self.data) != self.SIZE:
            raise GameError(f"{type(self).__module__}: a state has {self.SIZE} bytes, got {len(self.data)}")
        self.native: Any = None

    def copy(self) -> Self:
        """An independent copy."""
        twin = self.__new__(type(self))
        twin.data, twin.native = self.data.copy(), None
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (bytes(self.data),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StateRecord) and type(other) is type(self) and self.data == other.data

    def __hash__(self) -> int:
        return hash(bytes(self.data))

    def __repr__(self) -> str:
        shown = ", ".join(f"{f.name}={_plain(getattr(self, f.name))}" for f in self.FIELDS)
        return f"{type(self).__name__}({shown})"


def _plain(value: int | Vector | Matrix) -> Any:
    return value if isinstance(value, int) else value.tolist()


def _declare(kind: str, shape: tuple[int, ...]) -> Any:
    scalar = ByteField if kind == "u1" else ScalarField
    return (scalar, VectorField, MatrixField)[min(len(shape), 2)](kind, shape)


class _Declaration(Protocol):
    @overload
    def __call__(self) -> ScalarField: ...
    @overload
    def __call__(self, length: int, /) -> VectorField: ...
    @overload
    def __call__(self, rows: int, columns: int, /, *more: int) -> MatrixField: ...


def _declaration(kind: str) -> _Declaration:
    return cast("_Declaration", lambda *shape: _declare(kind, shape))


u8, i8 = _declaration("u1"), _declaration("i1")
u16, i16 = _declaration("u2"), _declaration("i2")
u32, i32 = _declaration("u4"), _declaration("i4")
u64, i64 = _declaration("u8"), _declaration("i8")
