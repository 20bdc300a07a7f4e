"""The real game at the table."""
