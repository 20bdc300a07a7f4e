"""Files of proofs: the entries of a table that took long, from which a solver goes on."""

from __future__ import annotations

import zipfile
import zlib
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablier import catalogue
from tablier.errors import InvalidOption
from tablier.solve.proof_numbers import fill, is_proved, rank_of

PROOFS = "proofs.npz"
REMEDY = "give another file, or delete this one"


def shipped_proofs(game: str) -> Traversable:
    """The place of the proofs that are shipped with a game that can be solved by turns.

    Raises:
        UnknownGame: there is no such game.
    """
    return resources.files(catalogue.package(game)) / PROOFS


def packed(table: NDArray[np.uint64], stamp: int, lasting: int) -> bytes:
    """A file of proofs.

    Args:
        table: the table of a search by proof numbers.
        stamp: of the keys; a file is read only where this is the same.
        lasting: a proof is included if at least ``1 << (lasting - 1)`` positions were visited for it.
    """
    words = table[:, 1]
    kept = (rank_of(words) >= lasting) & is_proved(words)
    keys, words = table[kept, 0] ^ words[kept], words[kept]
    order = np.argsort(keys)
    buffer = BytesIO()
    np.savez_compressed(buffer, stamp=np.uint64(stamp), keys=keys[order], words=words[order])
    return buffer.getvalue()


def read_proofs(file: Path | Traversable, table: NDArray[np.uint64], stamp: int) -> None:
    """Put proofs from a file into a table.

    Raises:
        InvalidOption: there is no such file, it is damaged, or it belongs to another game or version.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InvalidOption(f"{file} is not a file of proofs: {error}") from None
    unpack(data, table, stamp, str(file))


def unpack(data: bytes, table: NDArray[np.uint64], stamp: int, file: str = "this") -> None:
    """Put proofs into a table.

    Raises:
        InvalidOption: ``data`` is no file of proofs, or it belongs to another game or version.
    """
    try:
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            found, keys, words = (arrays[name] for name in ("stamp", "keys", "words"))
    except (OSError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise InvalidOption(f"{file} is not a file of proofs: {error}; {REMEDY}") from None
    except (TypeError, ValueError):  # NumPy's message proposes to load pickles; a single array is no archive
        raise InvalidOption(f"{file} is not a file of proofs; {REMEDY}") from None
    if any(a.dtype != np.uint64 for a in (found, keys, words)) or found.shape or keys.ndim != 1:
        raise InvalidOption(f"{file} is not a file of proofs: its arrays have other types; {REMEDY}")
    if keys.shape != words.shape or not is_proved(words).all():
        raise InvalidOption(f"{file} is not a file of proofs: it is damaged; {REMEDY}")
    if int(found) != stamp:
        raise InvalidOption(f"{file} holds the proofs of another game or version; solve again into another file")
    fill(table, keys, words)
