"""Tools for operators: backups, and a check of a whole installation."""
