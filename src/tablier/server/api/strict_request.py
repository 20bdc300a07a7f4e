"""Strict JSON bodies: the string "0" is not a number."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.serialization import decode_json


class StrictRequest(Request[Any, Any, Any]):
    """Decodes a body strictly, as the type that the handler takes.

    Litestar would decode it leniently, since it must convert strings from the address.
    """

    async def json(self) -> Any:
        """The body.

        Raises:
            SerializationException: the body is not JSON, or not of that type.
        """
        field = self.route_handler.parsed_data_field
        assert field is not None, "the handler takes no body"
        return decode_json(await self.body() or b"null", target_type=field.annotation)
