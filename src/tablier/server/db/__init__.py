"""SQLite or PostgreSQL: all SQL, the event log, and what server processes share."""
