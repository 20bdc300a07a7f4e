"""The tables in use: their cache, event logs, seating, spectators and presence."""
