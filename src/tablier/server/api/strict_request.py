"""Bodies are read as the interface is described: "0" is no number, 1 is no name."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.serialization import decode_json


class StrictRequest(Request[Any, Any, Any]):
    """Gives a handler's body as the handler's own type: what has that type already the framework leaves alone.

    From plain JSON it would make that type itself, and turn strings into numbers as it must for what stands in an
    address.
    """

    async def json(self) -> Any:
        """The body.

        Raises:
            SerializationException: it is no JSON, or not what the handler takes.
        """
        field = self.route_handler.parsed_data_field
        assert field is not None, "asked for where a handler takes a body"
        return decode_json(await self.body() or b"null", target_type=field.annotation)
