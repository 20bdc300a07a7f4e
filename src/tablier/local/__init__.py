"""The table without a server: one browser's tables, played in the browser itself by the logic of the server."""
