"""Random tokens and ids, and the hashes that the database stores in place of secrets."""

from __future__ import annotations

import secrets
from hashlib import sha256


def digest(secret: str) -> bytes:
    """The hash that is stored in place of a secret."""
    return sha256(secret.encode()).digest()


def new_token() -> str:
    """A random token of 192 bits, usable in an address."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A random id of 96 bits: too many to guess."""
    return secrets.token_urlsafe(12)
