"""Verifiable chance by commit and reveal: draws follow from a secret seed, committed in advance, and seats' nonces."""

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
"""The scheme of new tables: draws depend on seed, ply number, nonces and earlier plies; in scheme 1 not on plies."""

_SPAN = 1 << 256

Hex16 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
Hex32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Nonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's random contribution, which enters every draw from ply number ``ply`` on."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    ply: Annotated[int, msgspec.Meta(ge=0)]
    nonce: Hex16


class Fair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The inputs of a game's draws. ``seed`` is empty until the game is over."""

    commitment: Hex32
    seed: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    nonces: list[Nonce] = []
    scheme: Scheme = 1


def commitment(seed: bytes) -> str:
    """The commitment to a seed, shown while the seed is secret: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def draw(
    seed: bytes,
    ply: int,
    odds: Sequence[int],
    nonces: Iterable[Nonce] = (),
    played: Iterable[Move] | None = None,
) -> int:
    """The index of the outcome, among those with the weights ``odds``, that is drawn at ply number ``ply``.

    The random number is HMAC-SHA256, keyed with the seed, of the message ``ply:attempt``, followed by ``:seat=nonce``
    for every nonce with a ply up to this one, in the order of the seats. Rejection sampling removes the modulo bias.

    Args:
        seed: the secret.
        ply: the number of plies played before.
        odds: the integer weights of the outcomes.
        nonces: the contributions of the seats.
        played: the plies before this draw (scheme 2), ``None`` under scheme 1. With them the message ends in ``:`` and
            the SHA-256, in hexadecimal, of a line ``seat:text`` for each; chance is seat 7.
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
