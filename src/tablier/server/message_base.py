"""Base classes and field types of requests and of the messages of the table's WebSocket."""

from __future__ import annotations

from typing import Annotated

import msgspec

ShortText = Annotated[str, msgspec.Meta(max_length=200)]
Plies = Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=64)]
Ask = Annotated[int, msgspec.Meta(ge=0)]


class FromClient(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """Base of a browser's messages."""


class NumberedQuestion(FromClient):
    """Base of questions; the answer carries the number ``ask``."""

    ask: Ask


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """Plies of a seat, or of chance, in an analysis."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]
    plies: Plies


AllTried = Annotated[list[Tried], msgspec.Meta(max_length=200)]


class WhatIf(msgspec.Struct, forbid_unknown_fields=True):
    """A position of an analysis: after ``event`` events and the moves tried since."""

    event: Annotated[int, msgspec.Meta(ge=0)]
    moves: AllTried


class FromServer(msgspec.Struct, tag_field="type", omit_defaults=True):
    """Base of the server's messages."""
