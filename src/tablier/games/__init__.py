"""The games, one folder each; :mod:`tablier.catalogue` finds and imports them."""
