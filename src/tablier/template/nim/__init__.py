"""A game for Tablier: ``game.toml`` and the rulebooks describe it, ``state``, ``rules`` and ``game`` define it."""
