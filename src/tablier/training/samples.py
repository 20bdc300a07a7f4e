"""Recorded positions: what a net sees of them, and what it should have answered."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.net import Inputs, NetShape, blank_inputs
from tablier.errors import TrainingError
from tablier.files import write_whole


class Samples(NamedTuple):
    """Positions in the order of play; rows of seats that a position does not have hold zeros and -1.

    Attributes:
        logits: of the fitted evaluation, ``[n, seats]``.
        numbers: ``[n, seats, numbers]``.
        codes: ``[n, seats, codes]``.
        seats: the number of seats, ``[n]``.
        result: the reward of each seat at the end, ``[n, seats]``.
        value: the value that the search found, ``[n, seats]``.
    """

    logits: NDArray[np.float32]
    numbers: NDArray[np.float32]
    codes: NDArray[np.int16]
    seats: NDArray[np.uint8]
    result: NDArray[np.float32]
    value: NDArray[np.float32]


class Recorder:
    """Collects the positions of one game after the other."""

    def __init__(self, shape: NetShape, seats: int) -> None:
        """A recorder for games of at most ``seats`` seats."""
        self._shape, self._most = shape, seats
        self._rows: list[list[NDArray[Any]]] = []
        self._open: list[tuple[Inputs, tuple[float, ...]]] = []

    def see(self, inputs: Inputs, value: tuple[float, ...]) -> None:
        """Record a position of the present game."""
        written = np.logical_and.accumulate(inputs.codes >= 0, axis=1)  # the rest is of earlier positions
        codes = np.where(written, inputs.codes, np.int32(-1))
        self._open.append((Inputs(inputs.logits.copy(), inputs.numbers.copy(), codes), value))

    def end(self, result: NDArray[np.float64]) -> None:
        """End the present game."""
        n = len(result)
        for inputs, value in self._open:
            whole = blank_inputs(self._shape, self._most)
            whole.logits[:n], whole.numbers[:n], whole.codes[:n] = inputs
            results = np.zeros((2, self._most))
            results[:, :n] = result, value
            self._rows.append([*whole, np.array(n), *results])
        self.drop()

    def drop(self) -> None:
        """Forget the positions of the present game."""
        self._open.clear()

    def samples(self) -> Samples:
        """All positions of games that have ended."""
        dtypes = (np.float32, np.float32, np.int16, np.uint8, np.float32, np.float32)
        shape, most = self._shape, self._most
        inner = ((most,), (most, shape.numbers), (most, shape.codes), (), (most,), (most,))
        columns = zip(*self._rows, strict=True) if self._rows else [()] * len(inner)
        return Samples(
            *(
                np.array(column, dtype).reshape(len(self._rows), *size)
                for column, dtype, size in zip(columns, dtypes, inner, strict=True)
            )
        )


def join(parts: Sequence[Samples]) -> Samples:
    """Samples of several blocks as one."""
    return Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def write_samples(file: Path, samples: Samples) -> None:
    """Write a file of samples; it appears whole or not at all."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **samples._asdict())
    write_whole(file, buffer.getvalue())


def read_samples(file: Path, shape: NetShape, seats: int) -> Samples:
    """Read a file of samples.

    Raises:
        TrainingError: it is missing, damaged, or of another game or version; the message names the file.
    """
    again = "and its block is played again"
    try:
        with np.load(file) as archive:
            samples = Samples(*(archive[name] for name in Samples._fields))
    except FileNotFoundError:
        raise TrainingError(f"there is no file {file}; resume the run, {again}") from None
    except (OSError, EOFError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise TrainingError(f"{file} is damaged ({error}); delete it and resume the run, {again}") from error
    except (TypeError, ValueError) as error:  # NumPy's message proposes to load pickles; a single array is no archive
        raise TrainingError(f"{file} is not a file of samples; delete it and resume the run, {again}") from error
    fields, blank = samples._asdict(), Recorder(shape, seats).samples()
    for name, wanted in blank._asdict().items():
        field = fields[name]
        if field.dtype != wanted.dtype or field.shape[1:] != wanted.shape[1:] or len(field) != len(samples.seats):
            raise TrainingError(
                f"{file}: field {name!r} is {field.dtype}{list(field.shape)}, of another game or version; "
                "begin a new run in another folder"
            )
    return samples
