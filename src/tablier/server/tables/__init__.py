"""The tables in use: their cache, what is appended to their logs, who sits down, watches and is present."""
