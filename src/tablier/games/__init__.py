"""The games, one folder each. Only :mod:`tablier.games.catalogue` is imported before a game is used."""
