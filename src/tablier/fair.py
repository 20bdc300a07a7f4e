"""Chance that can be checked: each draw follows from a secret seed, committed to before, and from what seats add."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

if TYPE_CHECKING:
    from tablier.moves import Move

Scheme = Literal[1, 2]
SCHEME: Scheme = 2
"""How new tables draw: by seed, ply number, nonces and the plies played before. Scheme 1 left those plies out."""

_SPAN = 1 << 256

Hex16 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
Hex32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Nonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that a seat has added: it is mixed into every draw from ply number ``ply`` on."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    ply: Annotated[int, msgspec.Meta(ge=0)]
    nonce: Hex16


class Fair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the draws of a game follow from. ``seed`` is empty until the game is over."""

    commitment: Hex32
    seed: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    nonces: list[Nonce] = []
    scheme: Scheme = 1


def commitment(seed: bytes) -> str:
    """What is told of a seed while it is secret: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def draw(
    seed: bytes,
    ply: int,
    odds: Sequence[int],
    nonces: Iterable[Nonce] = (),
    played: Iterable[Move] | None = None,
) -> int:
    """Which of the outcomes with these weights happens at ply number ``ply``.

    HMAC-SHA256 under the seed of ``ply:attempt``, followed by ``:seat=nonce`` for every nonce that counts by then in
    the order of the seats, read as a number. The few numbers at the top that would make the first outcomes a little
    likelier are rejected.

    ``played`` are the plies before this draw (scheme 2), ``None`` under scheme 1. The message then ends in ``:`` and
    the SHA-256, in hexadecimal, of a line ``seat:text`` for each of them; chance is seat 7.
    """
    bounds = list(accumulate(odds))
    total = bounds[-1]
    counting = sorted((n.seat, n.nonce) for n in nonces if n.ply <= ply)
    added = "".join(f":{seat}={nonce}" for seat, nonce in counting)
    if played is not None:
        lines = "".join(f"{move.seat}:{move.text}\n" for move in played)
        added += f":{hashlib.sha256(lines.encode()).hexdigest()}"
    attempt = 0
    while True:
        word = hmac.digest(seed, f"{ply}:{attempt}{added}".encode(), hashlib.sha256)
        number = int.from_bytes(word, "big")
        if number < _SPAN - _SPAN % total:
            lot = number % total
            return next(i for i, bound in enumerate(bounds) if lot < bound)
        attempt += 1
