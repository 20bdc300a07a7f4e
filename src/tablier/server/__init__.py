"""The table in the browser: event log, HTTP and WebSocket."""
