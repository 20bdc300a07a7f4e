"""Random tokens and ids, and the hashes that the database stores in place of secrets."""

from __future__ import annotations

import secrets
from hashlib import sha256


def digest(secret: str) -> bytes:
    """What is kept of a secret."""
    return sha256(secret.encode()).digest()


def new_token() -> str:
    """A seat's token: 192 bits, usable in an address."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A table's id: nobody comes upon it by guessing."""
    return secrets.token_urlsafe(12)
