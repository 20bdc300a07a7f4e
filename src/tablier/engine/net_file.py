"""Files of weights: NumPy archives with the arrays of a net and a header that names the game.

Weights are ``float32`` in memory. Files that are shipped with a game hold them as ``float16``.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
import numpy as np

from tablier import catalogue
from tablier.engine.game_rules import Rules
from tablier.engine.net import Net, NetShape, blank_net
from tablier.errors import GameError
from tablier.files import write_whole

FORMAT = "tablier-net-1"
NET_FILE = "net.npz"
"""The weights in the folder of a game."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """What a file of weights is for, and how they were trained."""

    game: str
    format: str = FORMAT
    training: str = ""


def shipped_net(game: str) -> Traversable:
    """The place of the weights that are shipped with a game; most games have none.

    Raises:
        UnknownGame: there is no such game.
    """
    return resources.files(catalogue.package(game)) / NET_FILE


def write_net(file: Path, game: str, net: Net, *, half: bool = False, training: str = "") -> None:
    """Write a new file of weights; a file appears whole or not at all.

    Args:
        file: the name of the new file.
        game: the game of the net.
        net: the weights.
        half: write ``float16``, half as many bytes, as shipped files have them.
        training: how the net was trained.

    Raises:
        GameError: there is a file of that name.
    """
    if file.exists():
        raise GameError(f"{file} exists already; give another name, or delete it")
    header = np.frombuffer(msgspec.json.encode(Header(game, training=training)), np.uint8)
    arrays = {name: array.astype(np.float16 if half else array.dtype) for name, array in net._asdict().items()}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, header=header, **arrays)
    write_whole(file, buffer.getvalue())


def read_net(file: Path | Traversable, rules: Rules) -> Net:
    """Read the weights of a game's net, as ``float32``.

    Raises:
        GameError: there is no such file, it is damaged or of another game, or it does not fit the game's inputs; the
            message names the file and the field.
    """
    arrays = _arrays(file)
    try:
        header = msgspec.json.decode(arrays["header"].tobytes(), type=Header)
    except (KeyError, msgspec.DecodeError) as error:
        raise GameError(f"{file} is not a file of weights: {error}; train one with `tablier train`") from error
    if header.format != FORMAT or header.game != rules.name:
        raise GameError(
            f"{file} holds weights of {header.game!r} in the format {header.format!r}; "
            f"{rules.name!r} needs {FORMAT!r}: train it with `tablier train {rules.name}`"
        )
    missing = [name for name in Net._fields if name not in arrays]
    if missing:
        raise GameError(f"{file} lacks the field {missing[0]!r}; train the net again with `tablier train {rules.name}`")
    net = Net(*(_single(arrays[name]) for name in Net._fields))
    require_fitting(net, rules, str(file))
    return net


def require_fitting(net: Net, rules: Rules, source: str) -> None:
    """Check that a net fits the inputs of a game.

    Raises:
        GameError: it does not; the message names ``source`` and the field.
    """
    if rules.kernels.net_inputs is None:
        raise GameError(f"{source}: {rules.name!r} has no inputs for nets (net_inputs)")
    if net.bias.ndim != 1 or net.hidden_bias.ndim != 1:
        raise GameError(f"{source}: fields 'bias' and 'hidden_bias' must have one dimension")
    wanted = blank_net(rules.kernels.net_shape or NetShape(0, 0, 0), len(net.bias), len(net.hidden_bias))
    for name, array, expected in zip(Net._fields, net, wanted, strict=True):
        if array.dtype != np.float32 or array.shape != expected.shape:
            raise GameError(
                f"{source}: field {name!r} is {array.dtype}{list(array.shape)}, must be "
                f"float32{list(expected.shape)}; train the net again with `tablier train {rules.name}`"
            )
        if not np.isfinite(array).all():
            raise GameError(f"{source}: field {name!r} holds numbers that are not finite; train the net again")


def _single(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float32) if array.dtype == np.float16 else array


def _arrays(file: Path | Traversable) -> dict[str, np.ndarray]:
    try:
        with file.open("rb") as stream, np.load(stream) as archive:
            return dict(archive)
    except FileNotFoundError:
        raise GameError(f"there is no file {file}; train it with `tablier train`") from None
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise GameError(f"{file} is not a file of weights: {error}; train one with `tablier train`") from error
    except (TypeError, ValueError) as error:  # NumPy's message proposes to load pickles; a single array is no archive
        raise GameError(f"{file} is not a file of weights; train one with `tablier train`") from error
