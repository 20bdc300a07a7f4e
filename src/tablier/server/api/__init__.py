"""The HTTP interface: routes, guards, pages and the OpenAPI description."""
