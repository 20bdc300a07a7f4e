"""The OpenAPI description, completed: how requests fail, and that unknown fields are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from tablier.server.problem import ProblemBody

PROBLEM = {
    "description": "Nothing changed; the code says why.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}},
}


class OpenApiJson(JsonRenderPlugin):
    """Serves the completed description."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description as JSON."""
        return super().render(request, complete(openapi_schema))


def complete(description: dict[str, Any]) -> dict[str, Any]:
    """Add the answer of failed requests to every operation, and that bodies have no unknown fields."""
    schemas = description["components"]["schemas"]
    _, problems = msgspec.json.schema_components([ProblemBody], ref_template="#/components/schemas/{name}")
    for name, schema in problems.items():
        schemas.setdefault(name, schema)
    for operations in description["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("400", None)  # Litestar's own format of errors
            operation["responses"]["default"] = PROBLEM
            operation["responses"].get("204", {}).pop("content", None)  # no body, where Litestar describes a null
            for name in set(_names(operation.get("requestBody"), schemas, ())):
                schemas[name]["additionalProperties"] = False
    return description


def _names(thing: Any, schemas: dict[str, Any], within: tuple[str, ...]) -> Iterator[str]:
    """The names of all schemas that a schema refers to; it stands ``within`` others, to which it may refer again."""
    if isinstance(thing, dict) and "$ref" in thing:
        name = thing["$ref"].rpartition("/")[2]
        if name not in within:
            yield name
            yield from _names(schemas[name], schemas, (*within, name))
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from _names(part, schemas, within)
    elif isinstance(thing, list):
        for part in thing:
            yield from _names(part, schemas, within)
