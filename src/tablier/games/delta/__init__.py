"""Delta, a game by Roberto Fraga (2000)."""
