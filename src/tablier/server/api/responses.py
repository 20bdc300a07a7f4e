"""Media types and cache headers."""

from __future__ import annotations

IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
REVALIDATE = {"Cache-Control": "no-cache"}
SVG, JSON, FLUENT, HTML = "image/svg+xml", "application/json", "text/plain", "text/html"
