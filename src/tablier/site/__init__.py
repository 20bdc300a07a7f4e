"""``tablier site DIR``: the table without a server, as a folder for any static host; see ``docs/site.md``."""
