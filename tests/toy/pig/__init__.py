"""Pig, a game with more outcomes of chance than actions."""
